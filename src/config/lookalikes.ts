import { posix } from 'node:path';
import type { FileStore } from '../files/index.js';
import { placeSpan } from '../model/code-span.js';
import { CONFIG_NAMES } from '../model/config.js';
import { PACKAGE_KEY } from './open.js';

const { basename, dirname } = posix;

/** Where files may lie that look like a configuration. */
export interface Surroundings {
  /** Files of the project, as shown. */
  files: readonly string[];
  /** Folders to look into for what is no file of the project, as shown. */
  folders: readonly string[];
  /** Files that were read as a configuration. */
  read: ReadonlySet<string>;
  absoluteOf(shown: string): string;
  store: FileStore;
}

/** Our name, however it is spelled, with what configurations are called: `.agent-lintrc.js`, `agentlint.config.yaml`. */
const ALIKE =
  /^\.?agent[-_.]?lint(?:[-_.]?(?:config|rc))?(?:\.(?:config|rc))?\.(?:ya?ml|json[c5]?|toml|[cm]?[jt]s)$|^\.?agent[-_.]?lint[-_.]?rc$/i;

/** Named just as we are: a report (`agent-lint.json`), or the file of another tool (`.github/workflows/agent-lint.yml`). */
const NAME_ALONE = /^agent[-_.]?lint\.\w+$/i;

/**
 * Files that look like a configuration of ours and are not read, one sentence each: of a name that is close to ours, or
 * beside one that applies. A user who wrote one believes that its rules are in force.
 */
export function unreadConfigurations(around: Surroundings): string[] {
  const { read } = around;
  const paths = new Set(around.files.filter((path) => isNameOfOne(basename(path))));
  for (const folder of around.folders)
    for (const name of filesIn(folder, around))
      if (isNameOfOne(name)) paths.add(folder === '' ? name : `${folder}/${name}`);
  return [...paths]
    .sort()
    .filter((path) => !read.has(path))
    .flatMap((path): string[] => {
      const applied = CONFIG_NAMES.map((name) => beside(path, name)).find((one) => read.has(one));
      const instead = `${placeSpan(applied ?? '')} in the same folder applies. Move its settings there and remove it.`;
      if (isAlike(path)) {
        const rename = `Rename it to ${placeSpan(meantFor(path, 'agent-lint.config.yaml'))} (or .json): a configuration is data.`;
        return [
          `${placeSpan(path)} looks like a configuration of agent-lint and is not read: ${applied ? instead : `its name is not known. ${rename}`}`,
        ];
      }
      const isSecond = CONFIG_NAMES.includes(basename(path)) && applied !== undefined;
      return isSecond && saysSomething(path, around) ? [`${placeSpan(path)} is not read: ${instead}`] : [];
    });
}

const isNameOfOne = (name: string): boolean => CONFIG_NAMES.includes(name) || ALIKE.test(name);

function isAlike(path: string): boolean {
  const name = basename(path);
  if (CONFIG_NAMES.includes(name) || !ALIKE.test(name)) return false;
  return !NAME_ALONE.test(name) || (path === name && /\.(?:ya?ml|toml)$/i.test(name));
}

/** Many tools read their configuration from this folder; we read it from the folder that it applies to. */
const IN_CONFIG_FOLDER = /(?:^|\/)\.config\/[^/]+$/;

/** Another file of the same folder. */
const beside = (path: string, name: string) => path.slice(0, path.length - basename(path).length) + name;

/** A file of the folder that a configuration at `path` is meant for. */
const meantFor = (path: string, name: string) =>
  IN_CONFIG_FOLDER.test(path) ? beside(dirname(path), name) : beside(path, name);

function filesIn(folder: string, { absoluteOf, store }: Surroundings): string[] {
  try {
    return store
      .list(absoluteOf(folder))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

/** A `package.json` is a configuration only with our key. */
function saysSomething(path: string, { absoluteOf, store }: Surroundings): boolean {
  if (basename(path) !== 'package.json') return true;
  const read = store.reader()(absoluteOf(path));
  if (!read.ok || !read.text.includes(`"${PACKAGE_KEY}"`)) return false;
  try {
    const root: unknown = JSON.parse(read.text);
    return typeof root === 'object' && root !== null && Object.hasOwn(root, PACKAGE_KEY);
  } catch {
    return false;
  }
}
