import type { IgnoredSetting, Opening } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { isKnownEvent } from '../commands/blocking-hooks.js';
import { isOfPerson, nodeAt } from '../clients/settings.js';
import facts from './ignored.json' with { type: 'json' };

/** Settings of a project that count only, or in full, in those of an organisation or of a person. */
export function managedOnly(root: SyntaxNode): IgnoredSetting[] {
  const isPerson = isOfPerson(root.document.file);
  return [
    ...unread(root, facts.managedOnly, MANAGED),
    ...(isPerson ? [] : unread(root, facts.notOfProject, OF_PERSON)),
    ...unread(root, facts.withoutEffect.managed, { ...MANAGED, level: 'info' }),
    ...(isPerson ? [] : unread(root, facts.withoutEffect.person, { ...OF_PERSON, level: 'info' })),
    ...unread(root, facts.withoutEffect.options, { ...OF_START, level: 'info' }),
    ...unread(root, facts.withoutEffect.older, { ...OLDER, level: 'info' }),
  ];
}

type Words = Pick<IgnoredSetting, 'why' | 'edit' | 'level'>;

const MANAGED: Words = {
  why: 'Claude Code reads it from the settings that an organisation manages, not from those of a project.',
  edit: 'Decide where it belongs: set it in `managed-settings.json` of the organisation, or remove it here.',
};
const OF_PERSON: Words = {
  why: 'Claude Code reads it from the settings of a person or an organisation, not from those of a project.',
  edit: 'Decide where it belongs: set it in `~/.claude/settings.json` of each person, or remove it here.',
};
const OF_START: Words = {
  why: 'Claude Code reads it from the file of its option `--settings`, not from the settings of a project.',
  edit: 'Decide who starts Claude Code with it: set it in the file of `--settings`, or remove it here.',
};
const OLDER: Words = {
  why: 'Claude Code accepts it and does nothing with it.',
  edit: 'Remove it.',
};

const unread = (root: SyntaxNode, paths: readonly (readonly string[])[], words: Words): IgnoredSetting[] =>
  paths.flatMap((path): IgnoredSetting[] => {
    const node = nodeAt(root, path);
    if (!node || node.scalar === false || node.scalar === null) return [];
    return [{ entry: path.join('.'), ...words, at: node.at('key') }];
  });

/** Restrictions in the settings of a project that do not hold for all that their name says. */
export function restrictsInPart(root: SyntaxNode): Opening[] {
  const node = root.get('deniedMcpServers');
  if (!node) return [];
  return [
    {
      kind: 'fallback',
      level: 'info',
      stated: 'deniedMcpServers',
      says: 'In the settings of a project it does not stop servers that an organisation provides',
      edit: 'Decide whether it is meant for those too: set it in `managed-settings.json` of the organisation, or keep it for the servers of the project.',
      at: node.at('key'),
    },
  ];
}

/** Conditions on the tool of hooks whose event is about none: such a hook never runs. */
export function hooksWithoutTool(hooks: SyntaxNode | undefined): IgnoredSetting[] {
  return (hooks?.keys() ?? []).flatMap((event) => {
    // An event that our facts do not know may be of a tool.
    if (facts.toolEvents.includes(event) || !isKnownEvent('Claude Code', event)) return [];
    const entries = hooks?.get(event)?.items() ?? [];
    return entries.flatMap((entry) =>
      (entry.get('hooks')?.items() ?? []).flatMap((hook): IgnoredSetting[] => {
        const condition = hook.get('if');
        if (!condition) return [];
        const why = `\`if\` compares the call of a tool, and \`${event}\` has none: the hook never runs.`;
        return [
          {
            entry: 'if',
            why,
            edit: 'Decide what the hook checks: remove `if`, and check it in the command.',
            at: condition.at(),
          },
        ];
      }),
    );
  });
}

/** Keys of `permissions` that are written beside it, values that switch nothing off, and servers, which Claude Code reads from another file. */
export function misplaced(root: SyntaxNode): IgnoredSetting[] {
  const beside = facts.ofPermissions.flatMap((key): IgnoredSetting[] => {
    const node = root.get(key);
    if (!node) return [];
    return [
      {
        entry: key,
        why: `Claude Code reads it below \`permissions\` only.`,
        edit: `Decide what it is meant to do, and move \`${key}\` into \`permissions\`.`,
        at: node.at('key'),
      },
    ];
  });
  const values = Object.entries(facts.onlyValue).flatMap(([key, value]): IgnoredSetting[] => {
    const node = root.get('permissions')?.get(key);
    if (!node || node.scalar === value) return [];
    return [
      {
        entry: `${key}: ${String(node.scalar)}`,
        why: `Its only value is \`${value}\`: with any other nothing is switched off.`,
        edit: `Write \`"${key}": "${value}"\`.`,
        at: node.at(),
      },
    ];
  });
  const unknown = facts.unknown.flatMap((key): IgnoredSetting[] => {
    const node = root.get(key);
    if (!node) return [];
    return [
      {
        entry: key,
        why: 'Claude Code has no such key in its settings: nothing is denied by it.',
        edit: 'Decide what is denied, and name it in `permissions.deny`.',
        at: node.at('key'),
      },
    ];
  });
  const sandbox = Object.entries(facts.below).flatMap(([above, keys]) =>
    keys.flatMap((key): IgnoredSetting[] => {
      const node = root.get('sandbox')?.get(key);
      if (!node) return [];
      return [
        {
          entry: `sandbox.${key}`,
          why: `Claude Code reads it below \`sandbox.${above}\` only.`,
          edit: `Decide what it is meant to limit, and move \`${key}\` into \`sandbox.${above}\`.`,
          at: node.at('key'),
        },
      ];
    }),
  );
  const servers = root.get('mcpServers');
  const found = [...beside, ...values, ...unknown, ...sandbox];
  if (!servers) return found;
  return [
    ...found,
    {
      entry: 'mcpServers',
      why: 'Claude Code reads servers of a project from `.mcp.json`, not from this file: none of these starts.',
      edit: 'Decide which of them are needed: move `mcpServers` to `.mcp.json`, or remove it.',
      at: servers.at('key'),
    },
  ];
}
