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

/**
 * Loads one file of the build. Beside it lies what V8 made of it when the package was built: where this Node is the same
 * one, nothing is compiled again, which is a third of the time of a short run; where it is another, V8 refuses the cache.
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
    ...(existsSync(cache) ? { cachedData: readFileSync(cache) } : {}),
  });
  const compiled = script.runInThisContext() as Compiled;
  const folder = dirname(path);
  const requireFrom = (name: string) => (name.startsWith('.') ? load(join(folder, name)) : require(name));
  compiled(chunk.exports, requireFrom, chunk, path, folder);
  return chunk.exports;
}

load(join(__dirname, 'cli/command-line.cjs'));
