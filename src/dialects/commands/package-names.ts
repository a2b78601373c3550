import type { Launch, Place } from '../../model/index.js';
import type { Word } from './command-line.js';

const EXACT_VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]{1,60})?$/;
const EXACT_NPM = /^=?v?\d+\.\d+\.\d+(?:[-+.][\w.+-]{1,60})?$/;

/** Code straight from a repository, pinned where a commit is named. */
export function fromRepository({ text, at }: Word, commitAt: RegExp): Launch {
  const commit = commitAt.exec(text)?.[1];
  const version = commit === undefined ? {} : { version: commit };
  return { from: 'git', name: text, ...version, pinned: commit !== undefined, at };
}

/** A package as a runner takes it: `name`, `name@1.2.3`, `name==1.2.3`, or straight from a repository. */
export function packageOf({ text, at }: Word, from: 'npm' | 'pypi'): Launch | undefined {
  if (/^(?:\.{1,2}$|\.{0,2}[\\/]|~|[A-Za-z]:|file:|\$)/.test(text) || text === '') return undefined;
  if (/^(?:git[+:@]|https?:|github:|gitlab:|bitbucket:)/.test(text)) {
    return fromRepository({ text, at }, /[#@]([0-9a-f]{7,40})$/);
  }
  if (from === 'npm') {
    const mark = text.indexOf('@', 1);
    const name = mark < 0 ? text : text.slice(0, mark);
    const version = mark < 0 ? undefined : text.slice(mark + 1);
    // `short@npm:@acme/mcp@1.2.3`: a name of one's own for another package.
    if (version?.startsWith('npm:')) return packageOf({ text: version.slice(4), at }, from);
    return packageAs(from, name, version, at);
  }
  const [, name = text, version] =
    /^([^=<>~!@[\s]+(?:\[[^\]]{0,80}\])?)\s*(?:(?:==|@)\s*(.+))?$/.exec(text) ?? [];
  return packageAs(from, name.replace(/\[.*$/s, ''), version, at);
}

/** A package by its name and what is behind it. */
export function packageAs(
  from: 'npm' | 'pypi' | 'nuget' | 'go',
  name: string,
  version: string | undefined,
  at: Place,
): Launch {
  // For npm two numbers are a range: `1.2` is any `1.2.x`.
  const pinned = version !== undefined && (from === 'npm' ? EXACT_NPM : EXACT_VERSION).test(version);
  return { from, name, ...(version === undefined ? {} : { version }), pinned, at };
}
