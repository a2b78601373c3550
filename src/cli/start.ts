import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

interface Chunk {
  exports: unknown;
}

type Compiled = (
  exports: unknown,
  require: (name: string) => unknown,
  chunk: Chunk,
  filename: string,
  folder: string,
) => void;

const chunks = new Map<string, Chunk>();

/** What V8 was made into: a Node of the same version can have been built with another V8. */
interface NodeBuild {
  version: string;
  platform: string;
  arch: string;
  /** Settings that V8 was built with. */
  settings: Record<string, string | number | boolean>;
}

/**
 * Whether this Node made the code caches that lie in the package. V8 itself asks for its own version alone, and runs
 * the code of a neighbouring one into errors.
 */
function hasOwnCaches(): boolean {
  const path = join(__dirname, 'cli/code-cache.json');
  if (!existsSync(path)) return false;
  const { version, platform, arch, settings } = JSON.parse(readFileSync(path, 'utf8')) as NodeBuild;
  const own = () => process.config.variables as unknown as NodeBuild['settings'];
  return (
    version === process.version &&
    platform === process.platform &&
    arch === process.arch &&
    Object.entries(settings).every(([name, value]) => own()[name] === value)
  );
}

const useCaches = hasOwnCaches();

/**
 * Loads one file of the build. Beside it lies what V8 made of it when the package was built: where this Node is the same
 * one, nothing is compiled again, which is a third of the time of a short run.
 */
function load(path: string): unknown {
  const known = chunks.get(path);
  if (known) return known.exports;
  const text = readFileSync(path, 'utf8');
  const chunk: Chunk = { exports: {} };
  chunks.set(path, chunk);
  const cache = `${path}.cache`;
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: path,
    ...(useCaches && existsSync(cache) ? { cachedData: readFileSync(cache) } : {}),
  });
  const compiled = script.runInThisContext() as Compiled;
  const folder = dirname(path);
  const requireFrom = (name: string) => (name.startsWith('.') ? load(join(folder, name)) : require(name));
  compiled(chunk.exports, requireFrom, chunk, path, folder);
  return chunk.exports;
}

load(join(__dirname, 'cli/command-line.cjs'));
