// Many inputs against what holds for every one: `npm run fuzz -- [--seed N] [--runs N] [--only "beginning of a name"]`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');
// As deep below the root as the files of tests: some of them look for others by their own place.
const bundled = join(root, 'node_modules/.cache/agent-lint-fuzz.mjs');

const bundle = await rolldown({
  input: join(root, 'test/fuzz/main.ts'),
  platform: 'node',
  external: Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies),
});
await bundle.write({ file: bundled, format: 'esm', sourcemap: true, codeSplitting: false });
process.setSourceMapsEnabled(true);
await import(bundled);
