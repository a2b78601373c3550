// Builds dist/: the command line as CommonJS with lazy chunks (it starts faster), the library as ES modules.
import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeNotices } from './notices.mjs';
import { root } from './project.mjs';

const dist = join(root, 'dist');

async function bundle(input, output) {
  const build = await rolldown({
    input,
    platform: 'node',
    // cosmiconfig loads it only for TypeScript configuration, which agent-lint never reads.
    external: ['typescript', ...(output.external ?? [])],
    resolve: { mainFields: ['module', 'main'] },
    checks: { circularDependency: true },
    treeshake: true,
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

rmSync(dist, { recursive: true, force: true });
const cli = await bundle(
  { 'agent-lint': join(root, 'src/cli/main.ts') },
  {
    options: {
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'cli/[name].cjs',
      minify: { mangle: false, codegen: { removeWhitespace: true }, compress: true },
      banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
    },
  },
);
const library = await bundle(
  { index: join(root, 'src/index.ts'), core: join(root, 'src/core.ts') },
  { options: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'library/[name].js' } },
);
// The grammars that programs are read with.
mkdirSync(join(dist, 'grammars'));
for (const file of [
  'web-tree-sitter/web-tree-sitter.wasm',
  'tree-sitter-typescript/tree-sitter-typescript.wasm',
  'tree-sitter-typescript/tree-sitter-tsx.wasm',
  'tree-sitter-python/tree-sitter-python.wasm',
]) {
  copyFileSync(join(root, 'node_modules', file), join(dist, 'grammars', file.slice(file.indexOf('/') + 1)));
}
chmodSync(join(dist, 'agent-lint.cjs'), 0o755);
writeNotices([...cli, ...library], join(dist, 'THIRD-PARTY-NOTICES.txt'));
