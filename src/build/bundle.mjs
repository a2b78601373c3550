// The command line as CommonJS with lazy chunks (it starts faster), the library as ES modules.
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeNotices } from './notices.mjs';
import { root } from './project.mjs';
import { sourcesHash } from './stamp.mjs';
import { loadedAtOnce, roomScripts, whenCalled } from './when-called.mjs';

/**
 * Functions of Node's own modules that few runs need, though loading their module costs every run milliseconds; each
 * with the condition on its arguments under which it does anything. yargs asserts in each run, and hardly ever fails.
 */
const LATE = {
  assert: {
    notStrictEqual: 'Object.is(values[0], values[1])',
    strictEqual: '!Object.is(values[0], values[1])',
  },
  'node:child_process': { execFileSync: 'true', spawn: 'true' },
  'node:crypto': { createHash: 'true', createHmac: 'true', randomBytes: 'true', timingSafeEqual: 'true' },
  'node:fs/promises': { readFile: 'true' },
  'node:module': { createRequire: 'true' },
};

/** Packages that few runs load: what they import is no loss. */
const LOADED_LATE = /[\\/]node_modules[\\/](?:chokidar|readdirp)[\\/]/;

/** Loads the modules of `LATE` when a function of theirs is needed. */
const lateModules = {
  name: 'late-modules',
  resolveId: (id, importer = '') =>
    Object.hasOwn(LATE, id) && !LOADED_LATE.test(importer) ? `\0late:${id}` : undefined,
  load(id) {
    const name = id.startsWith('\0late:') ? id.slice(6) : '';
    if (!Object.hasOwn(LATE, name)) return undefined;
    const functions = Object.entries(LATE[name]).map(
      ([one, isNeeded]) => `export function ${one}(...values) {
  if (${isNeeded}) return process.getBuiltinModule('${name}').${one}(...values);
}`,
    );
    return functions.join('\n');
  },
};

/**
 * Packages that import a module of Node late get it without a loader: the start file has none, and Node warns on
 * standard error where a script asks for its own.
 */
const lateImports = {
  name: 'late-imports',
  renderChunk: (code) =>
    code.replace(/\bimport\((["'])((?:node:)?[a-z_/]+)\1\)/g, (whole, _, name) =>
      isBuiltin(name) ? `Promise.resolve(process.getBuiltinModule('${name}'))` : whole,
    ),
};

/**
 * CommonJS packages inside the library ask for Node's modules by `require`, which an ES module does not have. The core
 * contains none of them: it imports nothing of Node.
 */
const requiredModules = {
  name: 'required-modules',
  renderChunk: (code) =>
    code.replace(/\b__require\((["'])((?:node:)?[a-z_/]+)\1\)/g, (whole, _, name) =>
      isBuiltin(name) ? `process.getBuiltinModule('${name}')` : whole,
    ),
};

/** Tables of facts say what they are, and for each row where it was read and when: for readers, nothing that runs asks. */
const SOURCED = /[\\/]src[\\/](?:assess|dialects|effects|facts[\\/]programs|files|systems)[\\/].*\.json$/;
const NOTES = new Set(['$schema', 'about', 'checkedOn', 'source']);
const withoutSources = {
  name: 'without-sources',
  load: {
    filter: { id: SOURCED },
    handler: (id) => ({
      code: JSON.stringify(JSON.parse(readFileSync(id, 'utf8')), (key, value) =>
        NOTES.has(key) && /[ /]|^\d{4}-/.test(value) ? undefined : value,
      ),
      moduleType: 'json',
    }),
  },
};

/** What packages of others are known for, and what is meant so here: it would look like a build that fails. */
const KNOWN = new Set(['EVAL', 'INEFFECTIVE_DYNAMIC_IMPORT', 'UNSUPPORTED_FEATURE']);
function isKnown({ code, message = '', exporter = '' }) {
  if (KNOWN.has(code)) return true;
  if (code === 'CIRCULAR_DEPENDENCY') return message.includes('node_modules/');
  const name = exporter || /Could not resolve '([^']+)'/.exec(message)?.[1];
  return code === 'UNRESOLVED_IMPORT' && name !== undefined && isBuiltin(name);
}

/** Names of functions and classes stay, so that the trace of an internal error can be read. */
const COMPACT = {
  mangle: { toplevel: true, keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
  compress: true,
};

/** What every command loads, with all that it imports. */
const START =
  /[\\/]src[\\/](?:project[\\/](?:suggest|usage-error)|cli[\\/](?:main|command-names|exit|formats|actions[\\/]check-kept)|generated[\\/]version)\.ts$/;
/** What a plain `check` of JSON loads: one file, because each further one costs time. */
const PLAIN = /[\\/](?:cli[\\/]actions[\\/]check\.ts|formats[\\/]pretty\.ts|jsonc-parser[\\/].*)$/;

/** The parsers of programs, by the name that the core asks for. */
export const GRAMMARS = {
  'tree-sitter': 'web-tree-sitter/web-tree-sitter.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
  python: 'tree-sitter-python/tree-sitter-python.wasm',
};

/** Bundles one entry or several into a folder. */
export async function bundle(dist, input, output, { platform = 'node', define = {}, plugins = [] } = {}) {
  const build = await rolldown({
    input,
    platform,
    // cosmiconfig loads it only for TypeScript configuration, which agent-lint never reads.
    external: ['typescript'],
    resolve: { mainFields: ['module', 'main'] },
    checks: { circularDependency: true },
    onLog: (level, log, print) => {
      if (!isKnown(log)) print(level, log);
    },
    // Our own modules only define: of the index of a folder a run loads what it uses.
    treeshake: { moduleSideEffects: [{ test: /[\\/](?:src|rules)[\\/]/, sideEffects: false }] },
    transform: { define },
    plugins: [
      ...plugins,
      withoutSources,
      lateModules,
      output.options.format === 'cjs' ? lateImports : requiredModules,
    ],
  });
  const { output: chunks } = await build.write({
    dir: dist,
    minify: false,
    hashCharacters: 'hex',
    ...output.options,
  });
  await build.close();
  return chunks;
}

/**
 * A script in which each letter is one byte: it is read in half the time, and V8 keeps it in half the memory. Minified code
 * has other letters in texts and patterns alone, where an escape means the same.
 */
const inAscii = (code) =>
  code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Writes both into an empty folder, with the grammars and the licences of what is bundled. */
export async function writeBundles(dist) {
  const cli = await bundle(
    dist,
    { 'command-line': join(root, 'src/cli/main.ts') },
    {
      options: {
        format: 'cjs',
        entryFileNames: 'cli/[name].cjs',
        chunkFileNames: 'cli/[name].cjs',
        minify: COMPACT,
        codeSplitting: {
          groups: [{ name: 'start', test: START, priority: 1 }, { name: 'plain', test: PLAIN }, roomScripts],
        },
      },
    },
    { define: { BUILD: JSON.stringify(sourcesHash()) }, plugins: [whenCalled] },
  );
  for (const { fileName, code = '' } of cli)
    if (fileName.endsWith('.cjs')) writeFileSync(join(dist, fileName), inAscii(loadedAtOnce(code)));
  // What starts it: a file of its own, so small that compiling it costs nothing. It knows the build by a hash.
  const hash = createHash('sha256');
  for (const { fileName, code = '' } of cli) hash.update(`${fileName}\0${code}\0`);
  const define = { BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)) };
  await bundle(
    dist,
    { 'agent-lint': join(root, 'src/cli/start.ts') },
    { options: { format: 'cjs', entryFileNames: '[name].cjs', banner: '#!/usr/bin/env node' } },
    { define },
  );
  // The core touches no machine: it is bundled for any platform, and the library shares its chunks.
  const library = await bundle(
    dist,
    { index: join(root, 'src/index.ts'), core: join(root, 'src/core.ts') },
    {
      options: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'library/[name].js',
        minify: COMPACT,
      },
    },
    { platform: 'neutral' },
  );
  // The grammars that programs are read with.
  mkdirSync(join(dist, 'grammars'));
  for (const file of Object.values(GRAMMARS))
    copyFileSync(join(root, 'node_modules', file), join(dist, 'grammars', file.slice(file.indexOf('/') + 1)));
  chmodSync(join(dist, 'agent-lint.cjs'), 0o755);
  writeNotices([...cli, ...library], join(dist, 'THIRD-PARTY-NOTICES.txt'));
}
