import { generatedNote, readJson } from './project.mjs';

const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

const table = (of, rows) => [
  row([of, 'Means']),
  row(['---', '---']),
  ...rows.map(([word, text]) => row([`\`${word}\``, text])),
];

/** The members of an object of the schema, with what they mean; those that a list of words explains are left out. */
const columns = ({ properties }) =>
  Object.entries(properties).flatMap(([name, { description }]) =>
    description === undefined ? [] : [[name, description]],
  );

/** What the schema says of each of its words. Throws where one has no sentence. */
function meanings(kind, { enum: names, words }) {
  const silent = names.filter((name) => words[name] === undefined);
  if (silent.length > 0)
    throw new Error(`row.schema.json does not say what these mean (${kind}): ${silent.join(', ')}`);
  return names.map((name) => [name, words[name]]);
}

/** The text of `docs/framework-rows.md`: the words that rows of frameworks are made of, from their schema. */
export function rowWordsPage() {
  const { definitions } = readJson('src/dialects/frameworks/rows/row.schema.json');
  return [
    '# Words of rows',
    '',
    `<!-- ${generatedNote} -->`,
    '',
    'A framework is described by rows, one for each of its exports ([adding-a-framework.md](adding-a-framework.md)).',
    'These are the words that a row may use.',
    '',
    '## `gives`: what an export is',
    '',
    ...table('Thing', meanings('things', definitions.thing)),
    '',
    '## `role`: what an argument means',
    '',
    ...table('Role', meanings('roles', definitions.role)),
    '',
    '## Columns of a row',
    '',
    ...table('Column', columns(definitions.row)),
    '',
    '## Columns of an argument',
    '',
    'An argument is a role, or an object with the role and these.',
    '',
    ...table('Column', columns(definitions.arg.anyOf[1])),
    '',
  ].join('\n');
}
