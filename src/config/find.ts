import { basename, dirname, join } from 'node:path';
import { disk, type FileStore, lookIn, MAX_FILE_BYTES } from '../files/index.js';
import { CONFIG_NAMES } from '../model/config.js';
import { type Format, loadParsers } from '../syntax/index.js';
import { type Opened, openConfig, PACKAGE_KEY } from './open.js';

/** Our key, not our name among the dependencies of others or as the package's own. */
const PACKAGE_MARK = new RegExp(`"${PACKAGE_KEY}"\\s*:`);

/** A configuration that was found in a folder. */
export interface Found {
  absolute: string;
  opened: Opened;
}

/** Looks for the configuration of one folder. `show` gives the path that people see. */
export type Finder = (folder: string) => Promise<Found | undefined>;

/**
 * A finder over folders, each looked at once; a link may lead anywhere inside the `boundary` of its folder. Nothing is loaded before a name of ours is seen, so a project without
 * configuration pays a few looks at names.
 */
export function configFinder(
  show: (absolute: string) => string,
  boundary: (folder: string) => string,
  store: FileStore,
): Finder {
  const known = new Map<string, Promise<Found | undefined>>();
  const open = (absolute: string) => openConfig(absolute, show(absolute), boundary(dirname(absolute)), store);
  let search: Promise<Search> | undefined;
  const find = async (folder: string): Promise<Found | undefined> => {
    const names = CONFIG_NAMES.filter((name) => isThere(join(folder, name), store));
    const [first] = names;
    if (first === undefined) return undefined;
    await loadParsers(names.map((name): Format => (name.endsWith('json') ? 'json' : 'yaml')));
    // cosmiconfig looks at the disk alone.
    search ??= store === disk ? loadSearch(open) : Promise.resolve(firstIn(open));
    const inFolder = await search;
    return inFolder(folder, names);
  };
  return (folder) => {
    let found = known.get(folder);
    if (!found) {
      found = find(folder);
      known.set(folder, found);
    }
    return found;
  };
}

/** The file of a folder that its configuration is in. */
export function configFileIn(folder: string): string | undefined {
  return CONFIG_NAMES.find((name) => {
    const path = join(folder, name);
    return name === 'package.json'
      ? isThere(path, disk) && hasOurKey(path)
      : lookIn(disk, path) !== undefined;
  });
}

/** Whether a `package.json` that mentions us holds our configuration, and does not only depend on us. */
function hasOurKey(path: string): boolean {
  const read = disk.reader()(path);
  if (!read.ok) return false;
  try {
    const root: unknown = JSON.parse(read.text);
    return typeof root === 'object' && root !== null && Object.hasOwn(root, PACKAGE_KEY);
  } catch {
    return false;
  }
}

/** Whether a name can be a configuration of ours; a `package.json` only where it mentions us and can be read. */
function isThere(path: string, store: FileStore): boolean {
  if (!lookIn(store, path)) return false;
  if (basename(path) !== 'package.json') return true;
  const read = store.reader()(path);
  return read.ok && PACKAGE_MARK.test(read.text);
}

type Search = (folder: string, names: readonly string[]) => Found | undefined;

/**
 * cosmiconfig runs `.config/config.js` and its like of the current directory as soon as an explorer is made, whatever
 * its options. So it is made while the current directory is our own folder, and it gets loaders of ours for everything:
 * they give data, wrapped, so that no key of the file (`$import`) means anything to it.
 */
async function loadSearch(open: (absolute: string) => Opened | undefined): Promise<Search> {
  const load = (path: string) => {
    const opened = open(path);
    if (basename(path) !== 'package.json') return { opened };
    return opened ? { [PACKAGE_KEY]: { opened } } : {};
  };
  const refuse = (path: string): never => {
    throw new Error(`configuration is data, so ${path} is not read`);
  };
  const { cosmiconfigSync } = await loadCosmiconfig();
  const here = process.cwd();
  try {
    process.chdir(import.meta.dirname);
  } catch {
    // A worker thread cannot change its directory: then the first name of a folder is read without cosmiconfig.
    return firstIn(open);
  }
  try {
    const explorer = cosmiconfigSync(PACKAGE_KEY, {
      searchPlaces: [...CONFIG_NAMES],
      searchStrategy: 'none',
      ignoreEmptySearchPlaces: false,
      cache: false,
      loaders: {
        ...Object.fromEntries(
          ['.js', '.cjs', '.mjs', '.ts', 'noExt'].map((extension) => [extension, refuse]),
        ),
        ...Object.fromEntries(['.json', '.yaml', '.yml'].map((extension) => [extension, load])),
      },
    });
    return (folder, names) => {
      // A FIFO would hold cosmiconfig for ever, and it skips what it may not read: our own reader says what is wrong.
      const plain = names.every((name) => isPlainFile(join(folder, name)));
      const result = plain ? explorer.search(folder) : null;
      if (!result || basename(result.filepath) !== names[0]) return firstOf(folder, names, open);
      const loaded = result.config as { opened: Opened | undefined } | undefined;
      return { absolute: result.filepath, opened: loaded?.opened ?? { ok: true, node: undefined, text: '' } };
    };
  } finally {
    process.chdir(here);
  }
}

function isPlainFile(path: string): boolean {
  const stat = lookIn(disk, path);
  return stat?.isFile() === true && stat.size <= MAX_FILE_BYTES;
}

/** The first name of a folder that opens, without cosmiconfig. */
const firstIn =
  (open: (absolute: string) => Opened | undefined): Search =>
  (folder, names) =>
    firstOf(folder, names, open);

function firstOf(
  folder: string,
  names: readonly string[],
  open: (absolute: string) => Opened | undefined,
): Found | undefined {
  for (const name of names) {
    const absolute = join(folder, name);
    const opened = open(absolute);
    if (opened) return { absolute, opened };
  }
  return undefined;
}

async function loadCosmiconfig(): Promise<typeof import('cosmiconfig')> {
  const module = await import('cosmiconfig');
  return 'cosmiconfigSync' in module ? module : (module as { default: typeof import('cosmiconfig') }).default;
}
