import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const variable = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** The text of `src/dialects/index.ts`: every folder with an `index.ts` is a dialect. */
export function dialectIndex() {
  const folder = join(root, 'src/dialects');
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'index.ts')))
    .sort();
  const imports = names.map((name) => `import ${variable(name)} from './${name}/index.js';`);
  return `// ${generatedNote}
import type { Dialect } from './dialect.js';
${imports.join('\n')}

/** All dialects, in the order in which they are asked. */
export const DIALECTS: readonly Dialect[] = [${names.map(variable).join(', ')}].sort((a, b) => a.order - b.order);
`;
}
