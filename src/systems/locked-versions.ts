import {
  fixedPlace,
  type LockedVersion,
  type ReadResult,
  type UnreadLock,
  type Workspace,
} from '../model/index.js';
import { baseName } from '../model/paths.js';
import { grammarOf } from '../program/index.js';
import { positionedJson } from '../syntax/json.js';
import { lineEnd, lineStarts, linesOf, positionAt } from '../syntax/lines.js';
import { type VersionRange, versionRange } from './version-ranges.js';

/** What a file states of the version of a package, and where. */
interface Statement {
  text: string;
  offset: number;
}

/** A file that states versions. */
interface Lock {
  text: string;
  /** Its value where it is JSON. */
  json: unknown;
}

/** Finds the statements in one kind of file; `below` is the folder of the program from that of the file. */
type StatementReader = (lock: Lock, name: string, below: string) => readonly Statement[];

/** Files that state the version of each package, the most exact ones first. */
const FILES: readonly { file: string; ecosystem: 'npm' | 'pypi'; read: StatementReader }[] = [
  { file: 'package-lock.json', ecosystem: 'npm', read: inPackageLock },
  { file: 'npm-shrinkwrap.json', ecosystem: 'npm', read: inPackageLock },
  { file: 'pnpm-lock.yaml', ecosystem: 'npm', read: behindAt },
  { file: 'yarn.lock', ecosystem: 'npm', read: inYarnLock },
  { file: 'bun.lock', ecosystem: 'npm', read: behindAt },
  { file: 'package.json', ecosystem: 'npm', read: inManifest },
  { file: 'uv.lock', ecosystem: 'pypi', read: inPackageTables },
  { file: 'poetry.lock', ecosystem: 'pypi', read: inPackageTables },
  { file: 'pdm.lock', ecosystem: 'pypi', read: inPackageTables },
  { file: 'Pipfile.lock', ecosystem: 'pypi', read: inPipfileLock },
  { file: 'requirements.txt', ecosystem: 'pypi', read: required },
  { file: 'requirements.lock', ecosystem: 'pypi', read: required },
  { file: 'pyproject.toml', ecosystem: 'pypi', read: required },
];

const NAMES: ReadonlySet<string> = new Set(FILES.map(({ file }) => file));

/** Whether a file states versions of packages, by its name: a lock file or a manifest. */
export const statesVersions = (file: string): boolean => NAMES.has(baseName(file));

/** Folders above a file that are searched. */
const MOST_FOLDERS = 32;

/**
 * Finds the version of a package that a project locks, from the folder of a file upward. A range (`^6.0.0`) of a manifest
 * counts only where no file above it locks a version that is in it. Files are read once, and nothing that is in them throws.
 */
export const lockedVersions = (workspace: Workspace): Locks['versionOf'] => openLocks(workspace).versionOf;

/** The versions that a project locks, and the files that state them and cannot be read. */
export interface Locks {
  versionOf(file: string, name: string): LockedVersion | undefined;
  /** For a program of which no version that was asked for is locked by another file. */
  unreadOf(file: string): readonly UnreadLock[];
}

/** Opens the files that lock versions. */
export function openLocks(workspace: Workspace): Locks {
  const read = new Map<string, Lock | UnreadLock | undefined>();
  const known = new Map<string, LockedVersion | undefined>();
  const unread = new Map<string, UnreadLock[]>();
  const settled = new Set<string>();
  const lockAt = (path: string, askedBy: string): Lock | UnreadLock | undefined => {
    if (!read.has(path)) {
      const found = workspace.read(path, askedBy);
      read.set(path, found.ok ? lockOf(path, found.text) : unreadLock(path, found));
    } else workspace.noteRequest(path, askedBy);
    return read.get(path);
  };
  const find = (file: string, name: string): LockedVersion | undefined => {
    const faults: UnreadLock[] = [];
    const ecosystem = grammarOf(file) === 'python' ? 'pypi' : 'npm';
    const steps = file.split('/').slice(0, -1);
    let ranged: (LockedVersion & { range?: VersionRange }) | undefined;
    for (let depth = 0; depth <= MOST_FOLDERS && depth <= steps.length; depth++) {
      const folder = steps.slice(0, steps.length - depth).join('/');
      const below = steps.slice(steps.length - depth).join('/');
      for (const kind of FILES) {
        if (kind.ecosystem !== ecosystem) continue;
        const path = folder === '' ? kind.file : `${folder}/${kind.file}`;
        const lock = lockAt(path, file);
        if (lock && 'why' in lock) faults.push(lock);
        if (lock === undefined || 'why' in lock) continue;
        const stated = kind.read(lock, plainName(name, ecosystem), below);
        const found = versionOf(stated, lock.text, path, name, ranged?.range);
        if (found && found.range === undefined) {
          settled.add(file);
          return found;
        }
        ranged ??= found;
      }
    }
    unread.set(file, [...new Set([...(unread.get(file) ?? []), ...faults])]);
    return ranged;
  };
  return {
    versionOf(file, name) {
      const key = `${name} ${file}`;
      if (!known.has(key)) known.set(key, find(file, name));
      return known.get(key);
    },
    unreadOf: (file) => (settled.has(file) ? [] : (unread.get(file) ?? [])),
  };
}

/** Why a file that exists cannot be read; undefined for one that does not. */
function unreadLock(path: string, found: Exclude<ReadResult, { ok: true }>): UnreadLock | undefined {
  if (found.problem === 'missing' || found.problem === 'left-out') return undefined;
  const start = found.at ?? START;
  return { at: fixedPlace(path, '', { start, end: start }), why: `it is ${found.reason}` };
}

/** The one version of several statements, of those in a range where there is one; undefined where they differ. */
function versionOf(
  statements: readonly Statement[],
  text: string,
  file: string,
  name: string,
  within: VersionRange | undefined,
): (LockedVersion & { range?: VersionRange }) | undefined {
  const found = statements.flatMap((one) => {
    const range = versionRange(one.text);
    return range && (!within || (range.isExact && within.includes(range.lowest))) ? [{ ...one, range }] : [];
  });
  const [first] = found;
  if (!first || found.some(({ range }) => range.lowest !== first.range.lowest)) return undefined;
  const range = () => {
    const starts = lineStarts(text);
    const end = first.offset + first.text.length;
    return { start: positionAt(starts, first.offset), end: positionAt(starts, end) };
  };
  return {
    version: first.range.lowest,
    file,
    at: { ...fixedPlace(file, `versions[${name}]`, { start: START, end: START }), range },
    ...(first.range.isExact ? {} : { range: first.range }),
  };
}

const START = { line: 1, column: 1 };

type Json = Readonly<Record<string, unknown>>;

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Json)[key]
    : undefined;
}

/** A text that locks versions, or why it cannot be read: marks of a conflict, JSON that does not parse. */
function lockOf(path: string, text: string): Lock | UnreadLock {
  const conflict = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.exec(text)?.index;
  if (conflict !== undefined) return faultAt(path, text, conflict, 'it has marks of a conflict');
  if (!/(?:\.json|(?:^|\/)Pipfile\.lock)$/.test(path)) return { text, json: undefined };
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch {
    const { error, limit } = positionedJson(text);
    const words = error?.message ?? limit?.message ?? 'no JSON';
    return faultAt(path, text, error?.start ?? limit?.offset ?? 0, `it does not parse (${words})`);
  }
}

function faultAt(path: string, text: string, offset: number, why: string): UnreadLock {
  const start = positionAt(lineStarts(text), offset);
  // The end of a line has no character.
  const column = start.column + (lineEnd(text, offset) > offset ? 1 : 0);
  return { at: fixedPlace(path, '', { start, end: { ...start, column } }), why };
}

/** A text of a JSON file behind keys that follow each other in it. */
function behindKeys(text: string, value: unknown, ...keys: readonly string[]): readonly Statement[] {
  if (typeof value !== 'string') return [];
  let at = 0;
  for (const key of keys) at = Math.max(at, text.indexOf(`"${key}"`, at));
  const offset = text.indexOf(`"${value}"`, at + (keys.at(-1)?.length ?? 0) + 2);
  return [{ text: value, offset: Math.max(offset, 0) + 1 }];
}

/** The copy of a package that is nearest to the program, as Node.js finds it. */
function inPackageLock(file: Lock, name: string, below: string): readonly Statement[] {
  const { text } = file;
  const lock = file.json;
  const steps = below === '' ? [] : below.split('/');
  for (let length = steps.length; length >= 0; length--) {
    const key = [...steps.slice(0, length), 'node_modules', name].join('/');
    const entry = member(member(lock, 'packages'), key);
    const version = member(entry, 'version');
    if (version !== undefined) return isNamed(entry, name) ? behindKeys(text, version, key, 'version') : [];
    const archive = member(entry, 'resolved');
    if (archive !== undefined) return inArchive(behindKeys(text, archive, key, 'resolved'), name);
  }
  const version = member(member(member(lock, 'dependencies'), name), 'version');
  return behindKeys(text, version, 'dependencies', name, 'version');
}

/** Whether an entry is the package of this name: one under an alias names the package that it is. */
function isNamed(entry: unknown, name: string): boolean {
  const stated = member(entry, 'name');
  return stated === undefined || stated === name;
}

/** `https://registry.npmjs.org/ai/-/ai-6.0.37.tgz`: an archive has the name and the version of its package. */
function inArchive([archive]: readonly Statement[], name: string): readonly Statement[] {
  if (!archive) return [];
  const { text, offset } = archive;
  const from = text.lastIndexOf('/') + 1;
  const start = `${name.slice(name.lastIndexOf('/') + 1)}-`;
  const isOf =
    text.startsWith(start, from) && text.endsWith('.tgz') && text.slice(0, from).includes(`/${name}/`);
  return isOf
    ? [{ text: text.slice(from + start.length, -'.tgz'.length), offset: offset + from + start.length }]
    : [];
}

/** `"ai": "6.0.1"`, `"ai": "^6.0.0"`, or `"ai": "npm:ai@6.0.1"`. */
function inManifest(file: Lock, name: string): readonly Statement[] {
  const { text } = file;
  const manifest = file.json;
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
    const stated = member(member(manifest, kind), name);
    if (typeof stated === 'string')
      return behindKeys(text, stated, kind, name).flatMap((one) => withoutAlias(one, name));
  }
  return [];
}

/** An alias may name the package itself (`npm:ai@6.0.1`); behind one for another package, nothing is known of this one. */
function withoutAlias({ text, offset }: Statement, name: string): readonly Statement[] {
  const alias = text.startsWith('npm:') ? `npm:${name}@` : '';
  if (!text.startsWith(alias)) return [];
  return [{ text: asRange(text.slice(alias.length)), offset: offset + alias.length }];
}

/** In a manifest of npm, `5` and `5.1` are ranges. */
const asRange = (text: string): string => (/^v?\d+(?:\.\d+)?$/.test(text.trim()) ? `${text.trim()}.x` : text);

/** `'@openai/agents@0.4.5(zod@4.0.0)':` of pnpm, `"@openai/agents@0.4.5"` of bun, `/@openai/agents/0.4.5:` of an older pnpm. */
function behindAt({ text }: Lock, name: string): readonly Statement[] {
  const found: Statement[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const mark = text.charAt(at + name.length);
    const before = text.charAt(at - 1);
    if ((mark !== '@' && mark !== '/') || !` '"/\n`.includes(before)) continue;
    const offset = at + name.length + 1;
    const version = /^\d[\w.+-]{1,60}/.exec(text.slice(offset, offset + 80))?.[0];
    if (version !== undefined) found.push({ text: version, offset });
  }
  return found;
}

/** The lines of a text with their offsets. */
const statementsOf = (text: string): readonly Statement[] =>
  linesOf(text).map(({ text: line, start }) => ({ text: line, offset: start }));

/** The group of an expression, with its offset in the file. */
function groupOf(line: Statement | undefined, expression: RegExp): readonly Statement[] {
  const found = line && expression.exec(line.text);
  const text = found?.[1];
  return line && found && text !== undefined
    ? [{ text, offset: line.offset + found.index + found[0].lastIndexOf(text) }]
    : [];
}

/** An entry of yarn: `"@openai/agents@^0.1.0":` with `version "0.1.9"` or `version: 0.1.9` in the lines below. */
function inYarnLock({ text }: Lock, name: string): readonly Statement[] {
  const lines = statementsOf(text);
  return lines.flatMap((line, index) => {
    const isEntry =
      !line.text.startsWith(' ') &&
      line.text.endsWith(':') &&
      line.text
        .slice(0, -1)
        .split(',')
        .some((one) => one.trim().replace(/^"/, '').startsWith(`${name}@`));
    return isEntry
      ? lines
          .slice(index + 1, index + 4)
          .flatMap((one) => groupOf(one, /^\s{1,8}version:?\s{1,4}"?([^"\s]{1,60})"?$/))
      : [];
  });
}

/** Names of Python packages are the same in any case, with `-`, `_` or `.`. */
const plainName = (name: string, ecosystem: 'npm' | 'pypi'): string =>
  ecosystem === 'npm' ? name : name.toLowerCase().replace(/[-_.]+/g, '-');

/** `name = "openai-agents"` with `version = "0.7.0"` in the next line. */
function inPackageTables({ text }: Lock, name: string): readonly Statement[] {
  const lines = statementsOf(text);
  return lines.flatMap((line, index) => {
    const named = /^name = "([\w.-]{1,100})"$/.exec(line.text)?.[1];
    if (named === undefined || plainName(named, 'pypi') !== name) return [];
    return groupOf(lines[index + 1], /^version = "([^"]{1,60})"$/);
  });
}

function inPipfileLock(file: Lock, name: string): readonly Statement[] {
  const stated = member(member(member(file.json, 'default'), name), 'version');
  return behindKeys(file.text, stated, 'default', name, 'version');
}

/**
 * `openai-agents==0.7.0` or `>=0.7,<0.9`, with extras too, in a list of requirements or in `pyproject.toml`;
 * `openai-agents = "^0.7.0"` and `openai-agents = { version = "^0.7.0" }` of poetry.
 */
function required({ text }: Lock, name: string): readonly Statement[] {
  return statementsOf(text).flatMap((line) => {
    if (line.text.length > 1_000 || line.text.trimStart().startsWith('#')) return [];
    const poetry =
      /^([\w.-]{1,100})\s{0,4}=\s{0,4}(?:\{[^}]{0,200}?version\s{0,4}=\s{0,4})?"([^"]{1,80})"/.exec(
        line.text,
      );
    const found =
      poetry ??
      [
        ...line.text.matchAll(
          /(?:^|["'\s])([a-z\d][\w.-]{0,100})(?:\[[\w, -]{0,200}\])?\s{0,4}\(?((?:(?:[=~!]=|[<>]=?)\s{0,4}[\w.*+-]{1,60}\s{0,4},?\s{0,4}){1,4})/gi,
        ),
      ].find((one) => one[1] !== undefined && plainName(one[1], 'pypi') === name);
    const [, named, stated] = found ?? [];
    if (!found || named === undefined || stated === undefined || plainName(named, 'pypi') !== name) return [];
    const version = stated.trim().replace(/,$/, '');
    return [{ text: version, offset: line.offset + found.index + found[0].lastIndexOf(stated) }];
  });
}
