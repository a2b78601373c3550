import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const variable = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Folders of dialects that hold a file of this name. The libraries beside them have no such file. */
function foldersWith(file) {
  const folder = join(root, 'src/dialects');
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, file)))
    .sort();
}

/** An index of what every folder with such a file exports by default. */
function indexOf(file, type, variableName, comment) {
  const names = foldersWith(`${file}.ts`);
  const imports = names.map((name) => `import ${variable(name)} from './${name}/${file}.js';`);
  return `// ${generatedNote}
import type { ${type} } from './code-dialect.js';
${imports.join('\n')}

/** ${comment} */
export const ${variableName}: readonly ${type}[] = [${names.map(variable).join(', ')}];
`;
}

/** The text of `src/dialects/code-marks.ts`: every folder with a `mark.ts` looks for files of code. */
export const codeMarkIndex = () =>
  indexOf(
    'mark',
    'CodeMark',
    'CODE_MARKS',
    'Tells, without parsing, which files of code each dialect is in.',
  );

/** The text of `src/dialects/code-dialects.ts`: every folder with a `code.ts` reads programs. */
export const codeDialectIndex = () =>
  indexOf('code', 'CodeDialect', 'CODE_DIALECTS', 'All dialects that are read from programs.');

/** The text of `src/dialects/index.ts`: every folder with an `index.ts` is a dialect. */
export function dialectIndex() {
  const names = foldersWith('index.ts');
  const imports = names.map((name) => `import ${variable(name)} from './${name}/index.js';`);
  return `// ${generatedNote}
import type { Dialect } from './dialect.js';
${imports.join('\n')}

/** All dialects, in the order in which they are asked. */
export const DIALECTS: readonly Dialect[] = [${names.map(variable).join(', ')}].sort((a, b) => a.order - b.order);
`;
}
