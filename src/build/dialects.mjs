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

/** The text of `src/dialects/code-marks.ts`: every folder with a `mark.ts` looks for files of code. */
export function codeMarkIndex() {
  const names = foldersWith('mark.ts');
  const imports = names.map((name) => `import ${variable(name)} from './${name}/mark.js';`);
  return `// ${generatedNote}
import type { CodeMark } from './code-dialect.js';
${imports.join('\n')}

/** Tells, without parsing, which files of code each dialect is in. */
export const CODE_MARKS: readonly CodeMark[] = [${names.map(variable).join(', ')}];
`;
}

/** The text of `src/dialects/code-dialects.ts`: every folder with a `code.ts` reads programs. */
export function codeDialectIndex() {
  const loaders = foldersWith('code.ts').map(
    (name) => `  ['${name}', async () => (await import('./${name}/code.js')).default],`,
  );
  return `// ${generatedNote}
import type { CodeDialect } from './code-dialect.js';

/** All dialects that are read from programs, by name. One is loaded only if a program may be of it. */
export const CODE_DIALECTS: readonly (readonly [dialect: string, load: () => Promise<CodeDialect>])[] = [
${loaders.join('\n')}
];
`;
}

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
