import { fixedPlace, type LockedVersion, type Workspace } from '../model/index.js';
import { grammarOf } from '../program/index.js';
import { lineStarts, positionAt } from '../syntax/lines.js';
import { type VersionRange, versionRange } from './version-ranges.js';

/** What a file states of the version of a package, and where. */
interface Statement {
  text: string;
  offset: number;
}

/** Finds the statements in one kind of file; `below` is the folder of the program from that of the file. */
type StatementReader = (text: string, name: string, below: string) => readonly Statement[];

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

/** Folders above a file that are searched. */
const MOST_FOLDERS = 32;

/**
 * Finds the version of a package that a project locks, from the folder of a file upward. A range (`^6.0.0`) of a manifest
 * counts only where no file above it locks a version that is in it. Files are read once, and nothing that is in them throws.
 */
export function lockedVersions(
  workspace: Workspace,
): (file: string, name: string) => LockedVersion | undefined {
  const read = new Map<string, string | undefined>();
  const known = new Map<string, LockedVersion | undefined>();
  const textOf = (path: string, askedBy: string): string | undefined => {
    if (!read.has(path)) {
      const found = workspace.read(path, askedBy);
      read.set(path, found.ok ? found.text : undefined);
    } else workspace.noteRequest(path, askedBy);
    return read.get(path);
  };
  const find = (file: string, name: string): LockedVersion | undefined => {
    const ecosystem = grammarOf(file) === 'python' ? 'pypi' : 'npm';
    const steps = file.split('/').slice(0, -1);
    let ranged: (LockedVersion & { range?: VersionRange }) | undefined;
    for (let depth = 0; depth <= MOST_FOLDERS && depth <= steps.length; depth++) {
      const folder = steps.slice(0, steps.length - depth).join('/');
      const below = steps.slice(steps.length - depth).join('/');
      for (const kind of FILES) {
        if (kind.ecosystem !== ecosystem) continue;
        const path = folder === '' ? kind.file : `${folder}/${kind.file}`;
        const text = textOf(path, file);
        if (text === undefined) continue;
        const stated = kind.read(text, plainName(name, ecosystem), below);
        const found = versionOf(stated, text, path, name, ranged?.range);
        if (found && found.range === undefined) return found;
        ranged ??= found;
      }
    }
    return ranged;
  };
  return (file, name) => {
    const key = `${name} ${file}`;
    if (!known.has(key)) known.set(key, find(file, name));
    return known.get(key);
  };
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

function parsed(text: string, name: string): unknown {
  if (!text.includes(`"${name}"`) && !text.includes(`/${name}"`)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
function inPackageLock(text: string, name: string, below: string): readonly Statement[] {
  const lock = parsed(text, name);
  const steps = below === '' ? [] : below.split('/');
  for (let length = steps.length; length >= 0; length--) {
    const key = [...steps.slice(0, length), 'node_modules', name].join('/');
    const version = member(member(member(lock, 'packages'), key), 'version');
    if (version !== undefined) return behindKeys(text, version, key, 'version');
  }
  const version = member(member(member(lock, 'dependencies'), name), 'version');
  return behindKeys(text, version, 'dependencies', name, 'version');
}

/** `"ai": "6.0.1"` or `"ai": "^6.0.0"`. */
function inManifest(text: string, name: string): readonly Statement[] {
  const manifest = parsed(text, name);
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
    const stated = member(member(manifest, kind), name);
    if (typeof stated === 'string')
      return behindKeys(text, stated, kind, name).map((one) => ({ ...one, text: asRange(one.text) }));
  }
  return [];
}

/** In a manifest of npm, `5` and `5.1` are ranges. */
const asRange = (text: string): string => (/^v?\d+(?:\.\d+)?$/.test(text.trim()) ? `${text.trim()}.x` : text);

/** `'@openai/agents@0.4.5(zod@4.0.0)':` of pnpm, `"@openai/agents@0.4.5"` of bun, `/@openai/agents/0.4.5:` of an older pnpm. */
function behindAt(text: string, name: string): readonly Statement[] {
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
function linesOf(text: string): readonly Statement[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const start = offset;
    offset += line.length + 1;
    return { text: line.endsWith('\r') ? line.slice(0, -1) : line, offset: start };
  });
}

/** The group of an expression, with its offset in the file. */
function groupOf(line: Statement | undefined, expression: RegExp): readonly Statement[] {
  const found = line && expression.exec(line.text);
  const text = found?.[1];
  return line && found && text !== undefined
    ? [{ text, offset: line.offset + found.index + found[0].lastIndexOf(text) }]
    : [];
}

/** An entry of yarn: `"@openai/agents@^0.1.0":` with `version "0.1.9"` or `version: 0.1.9` in the lines below. */
function inYarnLock(text: string, name: string): readonly Statement[] {
  const lines = linesOf(text);
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
function inPackageTables(text: string, name: string): readonly Statement[] {
  const lines = linesOf(text);
  return lines.flatMap((line, index) => {
    const named = /^name = "([\w.-]{1,100})"$/.exec(line.text)?.[1];
    if (named === undefined || plainName(named, 'pypi') !== name) return [];
    return groupOf(lines[index + 1], /^version = "([^"]{1,60})"$/);
  });
}

function inPipfileLock(text: string, name: string): readonly Statement[] {
  const stated = member(member(member(parsed(text, name), 'default'), name), 'version');
  return behindKeys(text, stated, 'default', name, 'version');
}

/**
 * `openai-agents==0.7.0` or `>=0.7,<0.9`, with extras too, in a list of requirements or in `pyproject.toml`;
 * `openai-agents = "^0.7.0"` and `openai-agents = { version = "^0.7.0" }` of poetry.
 */
function required(text: string, name: string): readonly Statement[] {
  return linesOf(text).flatMap((line) => {
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
