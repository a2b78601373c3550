import { generatedNote, readJson } from './project.mjs';

/** Sections of the page: those whose sentences have one of these ids. */
const PARTS = [
  ['Rules that choose a runtime', /^rule-/],
  ['Constraints of the managed agent service', /^constraint-/],
  ['The table of runtimes', /^table$/],
  ['Guidance for agents', /^guidance-/],
  ['Payload, limits and header', /^(?!rule-|constraint-|table$|guidance-)/],
];

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function block({ name, section, text, explains }, isOnly) {
  const rules = explains.map((id) =>
    id.endsWith('/*') ? `all \`${id.slice(0, -2)}\` rules` : `[\`${id}\`](../rules/${id}.md)`,
  );
  return [
    ...(isOnly ? [] : [`### ${capital(name)}`, '']),
    `${text} (Section ${section}.)`,
    '',
    ...(rules.length > 0 ? [`Checked by: ${rules.join(', ')}.`, ''] : []),
  ];
}

/** The text of `docs/decision-rules.md`, from `src/facts/decision-rules.json`. */
export function decisionRulesPage() {
  const { source, checkedOn, sentences } = readJson('src/facts/decision-rules.json');
  const parts = PARTS.flatMap(([title, ids]) => {
    const ones = sentences.filter(({ id }) => ids.test(id));
    return [`## ${title}`, '', ...ones.flatMap((one) => block(one, ones.length === 1))];
  });
  return [
    '# Decision rules',
    '',
    `<!-- ${generatedNote} -->`,
    '',
    'Decisions, decision records and findings cite these sentences by name ("rule 2", "constraint 1") or by section.',
    '`agent-lint explain <rule>` quotes those behind a rule.',
    '',
    `Source: ${source}. As of ${checkedOn}.`,
    '',
    ...parts,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
