import type { LockedVersion, Workspace } from '../model/index.js';
import { grammarOf } from '../program/index.js';

/** Finds the version of a package in one kind of lock file. Undefined if the file does not name one version. */
type VersionReader = (text: string, name: string) => string | undefined;

/** Files that name the version of each package, the most exact ones first. */
const LOCK_FILES: readonly { file: string; ecosystem: 'npm' | 'pypi'; read: VersionReader }[] = [
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
  { file: 'requirements.txt', ecosystem: 'pypi', read: pinned },
  { file: 'requirements.lock', ecosystem: 'pypi', read: pinned },
  { file: 'pyproject.toml', ecosystem: 'pypi', read: pinned },
];

/** Folders above a file that are searched. */
const MOST_FOLDERS = 32;

/** Finds the version of a package that a project locks, from the folder of a file upward. Files are read once. */
export function lockedVersions(
  workspace: Workspace,
): (file: string, name: string) => LockedVersion | undefined {
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string, askedBy: string): string | undefined => {
    if (!texts.has(path)) {
      const read = workspace.read(path, askedBy);
      texts.set(path, read.ok ? read.text : undefined);
    }
    return texts.get(path);
  };
  return (file, name) => {
    const ecosystem = grammarOf(file) === 'python' ? 'pypi' : 'npm';
    const steps = file.split('/').slice(0, -1);
    for (let depth = 0; depth <= MOST_FOLDERS && depth <= steps.length; depth++) {
      const folder = steps.slice(0, steps.length - depth).join('/');
      for (const lock of LOCK_FILES) {
        if (lock.ecosystem !== ecosystem) continue;
        const path = folder === '' ? lock.file : `${folder}/${lock.file}`;
        const text = textOf(path, file);
        const version = text === undefined ? undefined : lock.read(text, name);
        if (version !== undefined) return { version, file: path };
      }
    }
    return undefined;
  };
}

const VERSION = /^\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+.a-z]\w{0,20})*$/i;

const exact = (text: unknown): string | undefined =>
  typeof text === 'string' && VERSION.test(text) ? text : undefined;

/** The one version of several mentions; undefined where they differ. */
function onlyOne(versions: readonly (string | undefined)[]): string | undefined {
  const found = new Set(versions.filter((one) => one !== undefined));
  return found.size === 1 ? [...found][0] : undefined;
}

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

function inPackageLock(text: string, name: string): string | undefined {
  const lock = parsed(text, name);
  const version = (entry: unknown) => exact(member(entry, 'version'));
  return (
    version(member(member(lock, 'packages'), `node_modules/${name}`)) ??
    version(member(member(lock, 'dependencies'), name))
  );
}

/** `"@openai/agents": "0.1.9"`: an exact version, and no range. */
function inManifest(text: string, name: string): string | undefined {
  const manifest = parsed(text, name);
  return (
    exact(member(member(manifest, 'dependencies'), name)) ??
    exact(member(member(manifest, 'devDependencies'), name))
  );
}

/** `'@openai/agents@0.4.5(zod@4.0.0)':` of pnpm, `"@openai/agents@0.4.5"` of bun, `/@openai/agents/0.4.5:` of an older pnpm. */
function behindAt(text: string, name: string): string | undefined {
  const versions: (string | undefined)[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const mark = text.charAt(at + name.length);
    const before = text.charAt(at - 1);
    if ((mark !== '@' && mark !== '/') || !` '"/\n`.includes(before)) continue;
    versions.push(exact(/^[\w.+-]{1,60}/.exec(text.slice(at + name.length + 1, at + name.length + 80))?.[0]));
  }
  return onlyOne(versions);
}

/** An entry of yarn: `"@openai/agents@^0.1.0":` with `version "0.1.9"` or `version: 0.1.9` in the lines below. */
function inYarnLock(text: string, name: string): string | undefined {
  const lines = text.split('\n');
  const versions = lines.flatMap((line, index) => {
    const isEntry = !line.startsWith(' ') && line.endsWith(':') && line.includes(`${name}@`);
    const stated = isEntry
      ? lines
          .slice(index + 1, index + 4)
          .map((one) => /^\s{1,8}version:?\s{1,4}"?([^"\s]{1,60})"?$/.exec(one)?.[1])
      : [];
    return stated.filter((one) => one !== undefined).map(exact);
  });
  return onlyOne(versions);
}

/** Names of Python packages are the same in any case, with `-`, `_` or `.`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');

/** `name = "openai-agents"` with `version = "0.7.0"` in the next line. */
function inPackageTables(text: string, name: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const versions = lines.flatMap((line, index) => {
    const named = /^name = "([\w.-]{1,100})"$/.exec(line)?.[1];
    if (named === undefined || plainName(named) !== name) return [];
    return [exact(/^version = "([^"]{1,60})"$/.exec(lines[index + 1] ?? '')?.[1])];
  });
  return onlyOne(versions);
}

function inPipfileLock(text: string, name: string): string | undefined {
  const stated = member(member(member(parsed(text, name), 'default'), name), 'version');
  return typeof stated === 'string' ? exact(stated.replace(/^==/, '')) : undefined;
}

/** `openai-agents==0.7.0`, with extras too, in a list of requirements or in `pyproject.toml`; `openai-agents = "0.7.0"`. */
function pinned(text: string, name: string): string | undefined {
  const versions = text.split('\n').map((line) => {
    if (line.length > 1_000) return undefined;
    const found =
      /(?:^|["'\s])([\w.-]{1,100})(?:\[[\w, -]{0,200}\])?\s{0,4}==\s{0,4}([\w.+-]{1,60})/.exec(line) ??
      /^([\w.-]{1,100})\s{0,4}=\s{0,4}"(\d[\w.+-]{0,60})"/.exec(line);
    return found?.[1] !== undefined && plainName(found[1]) === name ? exact(found[2]) : undefined;
  });
  return onlyOne(versions);
}
