import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const variable = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Folders of dialects that hold a file of this name. The libraries beside them have no such file. */
function foldersWith(file) {
  const folder = join(root, 'src/dialects');
  return readdirSync(folder)
    .filter((name) => name !== 'frameworks' && existsSync(join(folder, name, file)))
    .sort();
}

/** The text of `src/dialects/code-marks.ts`: every folder with a `mark.ts` or a framework looks for files of code. */
export function codeMarkIndex() {
  const names = foldersWith('mark.ts');
  const imports = names.map((name) => `import ${variable(name)} from './${name}/mark.js';`);
  const frameworks = foldersWith('framework.ts').map(
    (name) => `frameworkMark('${name}', FRAMEWORK_MODULES['${name}'])`,
  );
  return `// ${generatedNote}
import type { CodeMark } from './code-dialect.js';
import { FRAMEWORK_MODULES } from './framework-modules.js';
import { frameworkMark } from './frameworks/framework-mark.js';
${imports.join('\n')}

/** Tells, without parsing, which files of code each dialect is in. */
export const CODE_MARKS: readonly CodeMark[] = [
${[...names.map(variable), ...frameworks].map((one) => `  ${one},`).join('\n')}
];
`;
}

/** The text of `src/dialects/code-dialects.ts`: every folder with a `code.ts` or a framework reads programs. */
export function codeDialectIndex() {
  const loaders = [
    ...foldersWith('code.ts').map((name) => [
      name,
      `async () => (await import('./${name}/code.js')).default`,
    ]),
    ...foldersWith('framework.ts').map((name) => [name, `() => dialectOf(import('./${name}/framework.js'))`]),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  return `// ${generatedNote}
import type { CodeDialect } from './code-dialect.js';
import type { Framework } from './frameworks/framework.js';

/** The dialect of a framework, which the library of frameworks reads. */
async function dialectOf(framework: Promise<{ readonly default: Framework }>): Promise<CodeDialect> {
  const { frameworkDialect } = await import('./frameworks/read.js');
  return frameworkDialect((await framework).default);
}

/** All dialects that are read from programs, by name. One is loaded only if a program may be of it. */
export const CODE_DIALECTS: readonly (readonly [dialect: string, load: () => Promise<CodeDialect>])[] = [
${loaders.map(([name, load]) => `  ['${name}', ${load}],`).join('\n')}
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
