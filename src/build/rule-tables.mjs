import { generatedNote } from './project.mjs';

const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

/** The text of `docs/rules.md`: all rules with their severities. */
export function ruleIndexPage(rules) {
  const rows = rules.map(({ id, summary, severity, strict }) =>
    row([`[\`${id}\`](../rules/${id}.md)`, summary, severity, strict ?? severity]),
  );
  return [
    '# Rules',
    '',
    `<!-- ${generatedNote} -->`,
    '',
    'Each rule has a page. `agent-lint explain <rule>` prints it with the state of the rule in a project. The preset',
    '`recommended` reports what the files show; `strict` also reports controls that a file cannot state, or that a program',
    'computes at run time. A bound that is computed (`max_turns=limit()`) is a bound: each preset lists it as not assessed.',
    '[configuration.md](configuration.md) says how to change a severity.',
    '',
    row(['Rule', 'Reports', 'recommended', 'strict']),
    row(['---', '---', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}
