import { programRow } from '../../facts/programs/table.js';
import { groupedBy } from '../../model/grouped.js';
import { codeSpan, editRemedy, type IgnoredSetting } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools, withoutTexts } from '../agents/listed-tools.js';
import { stringOf } from '../agents/tool.js';
import { takesWords } from '../commands/commands.js';
import tools from './claude-tools.json' with { type: 'json' };
import facts from './ignored-rules.json' with { type: 'json' };
import { coverageBy, covers, type PermissionRule, readRule } from './permission-rules.js';

const NAMES_OF_PATHS: ReadonlySet<string> = new Set(facts.pathsNeverMatched);
const TOOLS: readonly string[] = Object.values(tools.tools).flat();
const MAIN_FIELDS: Readonly<Record<string, string>> = facts.mainFields;
const ROOT_FOLDERS: ReadonlySet<string> = new Set(facts.rootFolders);

/** Why Claude Code never matches an entry, and the entry that says the same in a form that it matches. */
interface Unmatched {
  why: string;
  instead: string;
}

/** Why Claude Code never matches an entry of a list of permissions; undefined where it does, or that is not known. */
export function unmatched(text: string): Unmatched | undefined {
  const plain = text.trim();
  if (/^mcp__[\w.*-]*\(/.test(plain))
    return {
      why: 'Claude Code skips an entry for tools of a server that has brackets.',
      instead: plain.slice(0, plain.indexOf('(')),
    };
  if (/^mcp__[\w.-]+__:\*$/.test(plain))
    return {
      why: 'No tool of a server has a colon in its name: a star alone stands for all of them.',
      instead: plain.replace(':*', '*'),
    };
  const rule = readRule(plain);
  const { tool = '', spec } = rule ?? {};
  const named = TOOLS.find((one) => one.toLowerCase() === tool.toLowerCase());
  if (named !== undefined && named !== tool && !plain.startsWith('mcp__'))
    return {
      why: `Claude Code compares names of tools letter by letter: none is called \`${tool}\`.`,
      instead: `${named}${plain.slice(tool.length)}`,
    };
  if (spec === undefined || spec === '' || /^:?\*$/.test(spec)) return undefined;
  const field = Object.hasOwn(MAIN_FIELDS, tool) ? MAIN_FIELDS[tool] : undefined;
  if (field !== undefined && spec.startsWith(`${field}:`) && spec !== `${field}:*`)
    return {
      why: `Claude Code compares no parameter \`${field}\` of \`${tool}\`: the brackets contain the value alone.`,
      instead: `${tool}(${spec.slice(field.length + 1).trim()})`,
    };
  // A prefix has its colon and star at the end; elsewhere they are characters like any other.
  const colon = tool === 'Bash' ? spec.indexOf(':*') : -1;
  if (colon >= 0 && colon < spec.length - 2)
    return {
      why: 'Claude Code reads `:*` as a prefix at the end only: here it is part of the words of the command.',
      instead: `${tool}(${spec.replaceAll(':*', ' *')})`,
    };
  const [, program, given] = (tool === 'Bash' && /^([a-z][\w.-]+):([/~.-][^*].*)$/s.exec(spec)) || [];
  if (program !== undefined && given !== undefined)
    return {
      why: 'Claude Code reads a colon as the end of a prefix in front of the last star only: here it is part of the name of a program.',
      instead: `${tool}(${program} ${given})`,
    };
  if (NAMES_OF_PATHS.has(tool))
    return {
      why: `Claude Code compares paths for \`Read\` and \`Edit\` only, never for \`${tool}\`.`,
      instead: `${tool === 'Glob' ? 'Read' : 'Edit'}(${spec})`,
    };
  const host = tool === 'WebFetch' ? /^https?:\/\/([^/*:]+)/.exec(spec)?.[1] : undefined;
  if (host !== undefined)
    return {
      why: 'Claude Code compares the host of a page only, behind `domain:`.',
      instead: `WebFetch(domain:${host})`,
    };
  const folder = /^\/([^/*]+)(?:\/|$)/.exec(spec)?.[1];
  if ((tool === 'Read' || tool === 'Edit') && folder !== undefined && ROOT_FOLDERS.has(folder.toLowerCase()))
    return {
      why: `A path that begins with one slash is relative to the folder of the settings: \`/${folder}\` of the machine begins with two.`,
      instead: `${tool}(/${spec})`,
    };
  return undefined;
}

/** An entry that fits a command without further words alone, where the command mostly has some. */
function shortRule(text: string): Unmatched | undefined {
  const { tool = '', spec = '' } = readRule(text) ?? {};
  if (tool !== 'Bash' || !/^[a-z][\w.-]*(?: [a-z][\w.-]*)*$/.test(spec) || !takesWords(spec))
    return undefined;
  // `env` alone prints what it has.
  if (programRow(spec)?.secrets?.split(', ').includes('-')) return undefined;
  return {
    why: `It fits \`${spec}\` without further words alone: with an argument it does not apply.`,
    instead: `Bash(${spec}:*)`,
  };
}

/** An entry with a star in the name of a tool that is of no server: `*`, `Bash:*`. */
const STARRED_TOOL = /^(?!mcp__)[\w.:-]*\*[\w.:*-]*(?:\(|$)/;

/** Entries with a star for programs that Claude Code asks about all the same: `Bash(find:*)`. */
export const ASKED = new RegExp(`^Bash\\((?:${facts.asked.join('|')})(?![\\w.-])[^*]*\\*`);

/** Entries for commands of PowerShell and `cmd`. Claude Code runs `Bash` in bash, on Windows too (claude-code #25558). */
const OF_WINDOWS = /^Bash\((?:del|erase|[A-Z][a-z]+-[A-Z]\w*)(?![\w.-])/;

/** Entries of `permissions.allow` that let run nothing which acts: Claude Code skips them, never matches them, or asks. */
export const SKIPPED: Pick<RegExp, 'test'> = {
  test: (text) =>
    STARRED_TOOL.test(text) ||
    /^mcp__\*/.test(text) ||
    ASKED.test(text) ||
    OF_WINDOWS.test(text) ||
    (/^(?:Bash\(|mcp__[^(]*$)/.test(text) && unmatched(text) !== undefined),
};

/** Entries that let nothing run: Claude Code skips them, or never matches them, or an entry that denies covers them. */
export function idleRules(permissions: SyntaxNode | undefined): IgnoredSetting[] {
  const denied = (permissions?.get('deny')?.items() ?? []).flatMap((item) => {
    const text = stringOf(item) ?? '';
    return unmatched(text) ? [] : (readRule(text) ?? []);
  });
  const isDenied = coverageBy(denied);
  const idle = (permissions?.get('allow')?.items() ?? []).flatMap((item): IgnoredSetting[] => {
    const entry = stringOf(item) ?? '';
    const rule = readRule(entry);
    const why = /^mcp__\*/.test(entry.trim())
      ? 'In `permissions.allow` Claude Code skips an entry for all servers.'
      : STARRED_TOOL.test(entry.trim())
        ? 'In `permissions.allow` Claude Code skips an entry with a star in the name of a tool.'
        : OF_WINDOWS.test(entry.trim())
          ? 'Claude Code runs `Bash` in bash, which has no such command: PowerShell or `cmd` has.'
          : ((rule?.spec?.startsWith('/') ? undefined : unmatched(entry)?.why) ??
            (rule && isDenied(rule) ? 'An entry of `permissions.deny` covers it.' : undefined));
    if (why === undefined) return [];
    const title = `Remove ${codeSpan(entry)}`;
    const { text, repair } = editRemedy(title, () => item.edit()?.remove());
    return [{ entry, why, edit: text, repair, level: 'info', at: item.at() }];
  });
  return once(idle);
}

/** Entries of the `allowed-tools` of a skill or command that Claude Code never matches: they let nothing run. */
export function idleTools(list: SyntaxNode | undefined): IgnoredSetting[] {
  const idle = listedTools(list).flatMap(({ text: entry, at }): IgnoredSetting[] => {
    const why = readRule(entry)?.spec?.startsWith('/') ? undefined : unmatched(entry)?.why;
    if (why === undefined) return [];
    const { text, repair } = editRemedy(`Remove ${codeSpan(entry)}`, () => withoutTexts(list, [entry]));
    return [{ entry, why, edit: text, repair, level: 'info', at }];
  });
  return once(idle);
}

/** Entries of one kind are one finding, at the first. */
function once(idle: readonly IgnoredSetting[]): IgnoredSetting[] {
  return [...groupedBy(idle, ({ why }) => why).values()].flatMap(([first, ...more]): IgnoredSetting[] => {
    if (!first || more.length === 0) return first ? [first] : [];
    const { repair: _, ...rest } = first;
    const others =
      more.length === 1
        ? 'The same is true of another entry'
        : `The same is true of ${String(more.length)} other entries`;
    return [{ ...rest, why: `${first.why} ${others}.`, edit: 'Remove these entries.' }];
  });
}

/** Entries of the lists that deny or ask, which Claude Code accepts and never matches. */
export function ignoredRules(permissions: SyntaxNode | undefined): IgnoredSetting[] {
  return ['deny', 'ask'].flatMap((key) => {
    const list = permissions?.get(key);
    const items = list?.items() ?? [];
    const problemOf = (entry: string) => unmatched(entry) ?? shortRule(entry);
    if (!items.some((item) => problemOf(stringOf(item) ?? ''))) return [];
    const rules = items.flatMap((item) => readRule(stringOf(item) ?? '') ?? []);
    const isMatched = matchedBy(rules.filter(({ text }) => !unmatched(text)));
    return items.flatMap((item): IgnoredSetting[] => {
      const entry = stringOf(item) ?? '';
      const found = problemOf(entry);
      if (!found) return [];
      const { why, instead } = found;
      // The same list says it in a form that counts, too.
      if (isMatched(instead)) return [];
      const title = `Replace it with ${codeSpan(instead)}`;
      const { text, repair } = editRemedy(title, () => item.edit()?.replace(instead));
      return [{ entry, why, edit: text, repair, at: item.at() }];
    });
  });
}

const MOST_COMPARED = 1_000;

/** Tells whether rules that are matched hold for all that an entry is for. */
function matchedBy(rules: readonly PermissionRule[]): (text: string) => boolean {
  const compared = rules.slice(0, MOST_COMPARED);
  const texts = new Set(rules.map(({ text }) => text));
  return (text) => {
    const rule = readRule(text);
    return texts.has(text) || (rule !== undefined && compared.some((wide) => covers(wide, rule)));
  };
}
