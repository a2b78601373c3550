import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The function of a format: `stream<Name>`, or `render<Name>` where it gives its text as a whole. */
function functionOf(name) {
  const stream = `stream${capital(name)}`;
  const text = readFileSync(join(root, `src/report/formats/${name}.ts`), 'utf8');
  return text.includes(` ${stream}(`) ? stream : `render${capital(name)}`;
}

/** The text of `src/report/index.ts`: every file of `src/report/formats/` is a format. */
export function formatIndex() {
  const names = readdirSync(join(root, 'src/report/formats'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort();
  const cases = names.map(
    (name) => `    case '${name}':\n      return (await import('./formats/${name}.js')).${functionOf(name)};`,
  );
  return `// ${generatedNote}
import type { Render } from './format.js';

/** The formats of a report, by name. */
export const FORMATS = [${names.map((name) => `'${name}'`).join(', ')}] as const;
export type Format = (typeof FORMATS)[number];

/** Loads one format; the others stay on disk. */
export async function loadFormat(format: Format): Promise<Render> {
  switch (format) {
${cases.join('\n')}
  }
}

export type { Identity, Labels, Render, RenderOptions } from './format.js';
`;
}
