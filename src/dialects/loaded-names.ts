import facts from './loaded-names.json' with { type: 'json' };

const MARKS = `(?:${facts.managers.replaceAll(' ', '|')})*`;

/** A name of a path, or of one in which `__` stands for a slash. A manager of dotfiles writes `dot_` for the first dot. */
const patternOf = (name: string): string =>
  name
    .replaceAll('.', String.raw`\.`)
    .replace(/^\\\./, String.raw`(?:\.|dot[-_])`)
    .replaceAll('/', String.raw`(?:\/|__)`)
    .replaceAll('*', '(?:(?!__)[^/])*');

const LOADED: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(facts.dialects).flatMap(([dialects, names]) => {
    const all = names.split(' ').map(patternOf).join('|');
    const pattern = new RegExp(`(?:^|\\/|__)${MARKS}(?:${all})$`, 'i');
    return dialects.split(' ').map((dialect) => [dialect, pattern] as const);
  }),
);

/** Folders of Claude Code in which it looks for no page: `.claude/_old/commands/`. */
const OTHER_PAGES =
  /(?:\.|dot[-_])claude(?:\/|__)(?!(?:commands|skills|agents|plugins)(?:\/|__))[^/]+\/(?:[^/]+\/)*(?:commands|skills|agents)(?:\/|__)/;
/** Settings in a folder that is neither hidden nor called after it, in which it looks for none: `profiles/settings.json`. */
const OTHER_SETTINGS = /^(?!.*(?:claude|(?:^|\/|__)(?:\.|dot[-_]))).*(?:\/|__)settings(?:\.local)?\.json$/i;
const APART: ReadonlyMap<string, RegExp> = new Map([
  ['claude-skill', OTHER_PAGES],
  ['claude-agent', OTHER_PAGES],
  ['claude-settings', OTHER_SETTINGS],
]);

/** Whether a client may load a file of a dialect by itself, among the files of a project: in doubt, it may. */
export function isLoaded(dialect: string, path: string, files: () => readonly string[]): boolean {
  // The folder of a plugin may be anywhere; of its settings, Claude Code takes only which agent starts.
  if (APART.get(dialect)?.test(path))
    return dialect !== 'claude-settings' && files().some((one) => one.includes('.claude-plugin/'));
  return LOADED.get(dialect)?.test(path) ?? true;
}
