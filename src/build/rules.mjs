import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { generatedNote, root } from './project.mjs';

/** Rule modules as `category/name`, found by looking. */
export function ruleFiles() {
  const folder = join(root, 'rules');
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .flatMap((category) =>
      readdirSync(join(folder, category))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${category}/${name.slice(0, -3)}`),
    )
    .sort();
}

const variable = (id) => id.replace(/[/-](\w)/g, (_, letter) => letter.toUpperCase());

/** The text of `rules/index.ts`. */
export function ruleIndex(files) {
  const imports = files.map((id) => `import ${variable(id)} from './${id}.js';`);
  return `// ${generatedNote}
import type { Rule } from '../src/model/rule.js';
${imports.join('\n')}

/** All rules, by id. */
export const RULES: readonly Rule[] = [
${files.map((id) => `  ${variable(id)},`).join('\n')}
];
`;
}

/** The rules' metadata, by bundling the index and importing it. */
export async function loadRules() {
  const folder = join(root, 'node_modules/.cache/agent-lint');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `rules-${process.pid}.mjs`);
  const bundle = await rolldown({
    input: join(root, 'rules/index.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  try {
    return (await import(pathToFileURL(file).href)).RULES;
  } finally {
    rmSync(file);
  }
}
