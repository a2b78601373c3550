import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

/** What a declaration imports: `from './a.js'` and `import("./a.js")`. */
const IMPORT = /\b(?:from |import\()(["'])(\.[^"'\n]+)\.js\1/g;

/**
 * Writes the declarations of the library and the core. TypeScript writes one for every source file; only those that
 * callers can reach are kept.
 */
export function writeTypes(folder) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', folder];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
  const reached = reachedFrom(['index', 'core'].map((entry) => join(folder, `src/${entry}.d.ts`)));
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
    else if (INTERNAL.test(name)) writeFileSync(file, withoutComments(readFileSync(file, 'utf8')));
  }
}

/** Declarations that types of callers refer to, and that no caller reads. */
const INTERNAL = /^src[/\\](?:program|syntax)[/\\].*\.d\.ts$/;

const withoutComments = (text) => text.replace(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gm, '');

function reachedFrom(entries) {
  const reached = new Set();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const [, , path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      open.push(join(dirname(file), `${path}.d.ts`));
    }
  }
  return reached;
}
