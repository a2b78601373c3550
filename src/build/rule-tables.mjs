import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedNote, root } from './project.mjs';

const START = '<!-- rules:start -->';
const END = '<!-- rules:end -->';

const row = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

function table(rules, linkBase) {
  return [
    row(['Rule', 'Flags', 'recommended', 'strict']),
    row(['---', '---', '---', '---']),
    ...rules.map((rule) =>
      row([
        `[\`${rule.id}\`](${linkBase}rules/${rule.id}.md)`,
        rule.summary,
        rule.severity,
        rule.strict ?? rule.severity,
      ]),
    ),
  ].join('\n');
}

/** Files that hold the rule table, with their new text. */
export function ruleTables(rules) {
  const index = `# Rules\n\n<!-- ${generatedNote} -->\n\n${table(rules, '../')}\n`;
  const files = [['docs/rules.md', index]];
  const readme = join(root, 'README.md');
  if (existsSync(readme)) {
    const text = readFileSync(readme, 'utf8');
    const [head, rest] = text.split(START);
    const tail = rest?.split(END)[1];
    if (tail !== undefined) files.push(['README.md', `${head}${START}\n${table(rules, '')}\n${END}${tail}`]);
  }
  return files;
}
