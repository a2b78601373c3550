import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where each grammar lies in the package that it comes from. The build copies them into `dist/grammars`. */
const PACKAGED = {
  'tree-sitter': 'web-tree-sitter/web-tree-sitter.wasm',
  typescript: 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  tsx: 'tree-sitter-typescript/tree-sitter-tsx.wasm',
  python: 'tree-sitter-python/tree-sitter-python.wasm',
} as const;

/** The bytes of a grammar that is shipped with this package; from a checkout, of the installed one. */
export async function readGrammar(name: keyof typeof PACKAGED): Promise<Uint8Array> {
  const file = PACKAGED[name];
  const shipped = shippedFolder();
  if (shipped) return readFile(join(shipped, file.slice(file.indexOf('/') + 1)));
  return readFile(createRequire(join(import.meta.dirname, 'grammar-files.ts')).resolve(file));
}

/** `grammars` beside the bundle that this is in. */
function shippedFolder(): string | undefined {
  let folder = import.meta.dirname;
  for (let hop = 0; hop < 3; hop++) {
    const found = join(folder, 'grammars');
    if (existsSync(found)) return found;
    folder = dirname(folder);
  }
  return undefined;
}
