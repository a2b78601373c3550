// The playground: one page with the scripts that it loads, in a folder of its own that is no part of the package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, GRAMMARS } from './bundle.mjs';
import { writeNotices } from './notices.mjs';
import { root } from './project.mjs';

const source = join(root, 'editors/playground');
const dist = join(source, 'dist');
const made = join(root, 'node_modules/.cache/agent-lint/playground');

/** A script as one text that needs no module: a page that is opened as a file loads none. */
async function script(name, options = {}) {
  const chunks = await bundle(
    made,
    { [name]: join(source, `${name}.ts`) },
    {
      options: {
        format: 'iife',
        entryFileNames: '[name].js',
        codeSplitting: false,
        minify: true,
        ...options,
      },
    },
    { platform: 'browser', define: { 'import.meta': '{}' } },
  );
  return {
    code: readFileSync(join(made, `${name}.js`), 'utf8')
      .trim()
      .replaceAll('</script', '<\\/script'),
    chunks,
  };
}

for (const folder of [dist, made]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const core = await script('check');
writeFileSync(join(dist, 'core.js'), `globalThis.agentLintCore = () => {\n${core.code}\n};\n`);
for (const [name, file] of Object.entries(GRAMMARS)) {
  const bytes = readFileSync(join(root, 'node_modules', file)).toString('base64');
  writeFileSync(join(dist, `grammar-${name}.js`), `agentLintGrammars['${name}'] = '${bytes}';\n`);
}
const page = await script('page');
await bundle(
  made,
  { html: join(source, 'html.ts') },
  { options: { format: 'esm', entryFileNames: '[name].mjs' } },
);
const { pageHtml } = await import(pathToFileURL(join(made, 'html.mjs')).href);
writeFileSync(join(dist, 'index.html'), pageHtml(page.code));
writeNotices(core.chunks, join(dist, 'THIRD-PARTY-NOTICES.txt'));
