// Prints how many roles and columns the rows of frameworks use, and in how many files: a word that one framework alone uses
// has to earn its place. Then the lines that are written by hand: of vendors, and of the library.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIALECTS = join(import.meta.dirname, '../dialects');

const { definitions } = JSON.parse(readFileSync(join(DIALECTS, 'frameworks/rows/row.schema.json'), 'utf8'));
const used = { role: new Map(), thing: new Map(), column: new Map() };
const note = (kind, word, folder) => used[kind].set(word, (used[kind].get(word) ?? new Set()).add(folder));

let count = 0;
for (const folder of readdirSync(DIALECTS)) {
  for (const language of ['python', 'typescript']) {
    const file = join(DIALECTS, folder, `rows.${language}.json`);
    if (!existsSync(file)) continue;
    for (const row of JSON.parse(readFileSync(file, 'utf8')).rows) {
      count++;
      for (const thing of [row.gives].flat()) note('thing', thing, folder);
      for (const column of Object.keys(row)) note('column', column, folder);
      for (const arg of Object.values({ ...row.args, ...row.hooks })) {
        note('role', arg.role ?? arg, folder);
        for (const column of Object.keys(arg.role ? arg : {})) note('column', `args.${column}`, folder);
      }
    }
  }
}
const all = {
  role: definitions.role.enum,
  thing: definitions.thing.enum,
  column: [
    ...Object.keys(definitions.row.properties),
    ...Object.keys(definitions.arg.anyOf[1].properties).map((one) => `args.${one}`),
  ],
};
console.log(`Rows of frameworks: ${count}`);
for (const [kind, words] of Object.entries(all)) {
  const of = (size) => words.filter((one) => (used[kind].get(one)?.size ?? 0) === size);
  console.log(
    `  ${words.length} ${kind}s; of one framework: ${of(1).join(', ') || 'none'}; of none: ${of(0).join(', ') || 'none'}`,
  );
}

const isByHand = (file) => file.endsWith('.ts') && !readFileSync(file, 'utf8').startsWith('// Generated');
const linesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter(isByHand)
    .reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
const vendors = readdirSync(DIALECTS)
  .filter((folder) => folder !== 'frameworks' && existsSync(join(DIALECTS, folder, 'framework.ts')))
  .map((folder) => [folder, linesIn(join(DIALECTS, folder))]);
const sum = vendors.reduce((all, [, lines]) => all + lines, 0);
console.log(`Lines by hand of vendors: ${sum} (${vendors.map((one) => one.join(' ')).join(', ')})`);
console.log(`Lines by hand of the library: ${linesIn(join(DIALECTS, 'frameworks'))}`);
