import type { ClaimEdits, ConfigLayer } from '../model/config.js';
import type { Edits, PlainMembers } from '../model/fix.js';
import { globOfPath } from '../model/glob-paths.js';
import { yamlBlock } from '../syntax/edit/yaml-text.js';
import { linesOf } from '../syntax/lines.js';

/** The file that a project without a configuration gets, at the root. */
export const NEW_FILE = 'agent-lint.config.yaml';

/** Edits that add claims about a file to the configuration nearest to it; to a new one at the root where there is none. */
export function claimEdits(layers: readonly ConfigLayer[], file: string): ClaimEdits | undefined {
  if (file.startsWith('../') || file.startsWith('/')) return undefined;
  const layer = layers.at(-1);
  const target = layer ? layer.written : { file: NEW_FILE, base: '', text: '' };
  if (!target) return undefined;
  const glob = globOfPath(file, target.base);
  if (glob === undefined) return undefined;
  const entry = (controls: PlainMembers) => ({ files: glob, controls, reason: '' });
  return {
    target: { file: target.file, ...('node' in target ? { node: target.node } : {}) },
    entry,
    attest: (controls) => added(target, 'attestations', entry(controls)),
    allowServer(pattern) {
      if (!('node' in target)) return begun(target, { servers: { allow: [pattern] } });
      const allowed = target.node.get('servers')?.get('allow');
      return allowed?.kind === 'array'
        ? allowed.edit()?.append(pattern)
        : target.node.edit()?.merge({ servers: { allow: [pattern] } });
    },
  };
}

type Written = NonNullable<ConfigLayer['written']>;

/** Adds an item to a list of the configuration, which is made where there is none. */
function added(target: Written, key: string, item: PlainMembers): Edits {
  if (!('node' in target)) return begun(target, { [key]: [item] });
  const list = target.node.get(key);
  return list?.kind === 'array' ? list.edit()?.append(item) : target.node.edit()?.set(key, [item]);
}

/** The first lines of a file that says nothing yet; comments in it stay above them. */
export function begun({ file, text }: { file: string; text: string }, members: PlainMembers): Edits {
  const lines = linesOf(text).map((line) => line.text);
  const isBare = lines.every((line) => /^\s*(?:#|---\s*$|$)/.test(line));
  if (!isBare || !/\.ya?ml$/.test(file)) return undefined;
  const last = lines.at(-1) ?? '';
  const at = { line: lines.length, column: last.length + 1 };
  const block = `${yamlBlock(members, '', '  ').join('\n')}\n`;
  return [{ file, range: { start: at, end: at }, text: last === '' ? block : `\n${block}` }];
}
