import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The folders of formats: every file in them is one. */
const FOLDERS = ['report/formats', 'review/formats'];

/** The function of a format: `stream<Name>`, or `render<Name>` where it gives its text as a whole. */
function functionOf({ folder, name }) {
  const stream = `stream${capital(name)}`;
  const text = readFileSync(join(root, `src/${folder}/${name}.ts`), 'utf8');
  return text.includes(` ${stream}(`) ? stream : `render${capital(name)}`;
}

/** The text of `src/cli/formats.ts`: the formats of all rooms, which do not know each other. */
export function formatIndex() {
  const formats = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, 'src', folder))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => ({ folder, name: file.slice(0, -3) })),
  ).sort((a, b) => (a.name < b.name ? -1 : 1));
  const cases = formats.map(
    (format) =>
      `    case '${format.name}':\n      return (await import('../${format.folder}/${format.name}.js')).${functionOf(format)};`,
  );
  return `// ${generatedNote}
import type { Render } from '../report/format.js';

/** The formats of a report, by name. */
export const FORMATS = [${formats.map(({ name }) => `'${name}'`).join(', ')}] as const;
export type Format = (typeof FORMATS)[number];

/** Loads one format; the others stay on disk. */
export async function loadFormat(format: Format): Promise<Render> {
  switch (format) {
${cases.join('\n')}
  }
}
`;
}
