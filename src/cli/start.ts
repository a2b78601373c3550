import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { codeFolder, folderOf, keepCode, keptCode, learnsNow, removeOld } from './code-cache.js';

/** A hash of all files of the build, which the build puts here. */
declare const BUILD: string;

/** What later versions of Node have in a module of theirs. */
interface CompileCache {
  enableCompileCache?: (folder: string) => unknown;
}

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

const MAIN = join(__dirname, 'cli/command-line.cjs');
const chunks = new Map<string, Chunk>();
/** The scripts of this run, by file name, with whether one had no code that V8 took. */
const scripts = new Map<string, { script: Script; isNew: boolean }>();

/**
 * Loads one file of the build. What V8 made of it in an earlier run lies in a folder of the user's: nothing is compiled
 * again, which is a third of the time of a short run.
 */
function load(path: string, kept: string): unknown {
  const known = chunks.get(path);
  if (known) return known.exports;
  // The build writes scripts whose letters are one byte each.
  const text = readFileSync(path, 'latin1');
  const chunk: Chunk = { exports: {} };
  chunks.set(path, chunk);
  const cachedData = keptCode(kept, basename(path));
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  scripts.set(basename(path), { script, isNew: !cachedData || script.cachedDataRejected === true });
  const compiled = script.runInThisContext() as Compiled;
  const folder = dirname(path);
  const requireFrom = (name: string) =>
    name.startsWith('.') ? load(join(folder, name), kept) : require(name);
  compiled(chunk.exports, requireFrom, chunk, path, folder);
  return chunk.exports;
}

/** Whether Node itself keeps code in a folder, which it can from 22.1 on. Older versions do not load the module for it. */
function nodeKeeps(folder: string): boolean {
  if (Number.parseInt(process.versions.node, 10) < 22) return false;
  const { enableCompileCache } = process.getBuiltinModule('module') as CompileCache;
  enableCompileCache?.(folder);
  return enableCompileCache !== undefined;
}

/** Starts with code that was kept, and keeps what had to be compiled. */
function start(folder: string | undefined): void {
  if (folder === undefined || nodeKeeps(folder)) {
    require(MAIN);
    return;
  }
  const kept = folderOf(folder, BUILD);
  process.on('exit', () => {
    const isLearning = learnsNow(kept);
    const written = [...scripts].filter(([, { isNew }]) => isNew || isLearning);
    if (written.length === 0) return;
    removeOld(folder);
    keepCode(
      kept,
      written.map(([name, { script }]) => [name, () => script.createCachedData()]),
    );
  });
  load(MAIN, kept);
}

start(codeFolder());
