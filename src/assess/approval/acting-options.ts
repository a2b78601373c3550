import { programRow, wordsIn } from '../../facts/programs/table.js';
import type { Tool } from '../../model/index.js';

/**
 * The options with which commands act that otherwise read, where an entry lets run any command of such a program:
 * `Bash(find:*)`. None where the entry is for one command, or states such an option itself.
 */
export function actingOptions({ command = '', oneCommand, effect: { because } }: Tool): readonly string[] {
  if (oneCommand || because.from !== 'command') return [];
  const [program = ''] = because.words.split(' ');
  const options = wordsIn(programRow(program)?.readsBut);
  const said = command.split(/[\s:*]+/);
  return said.includes(program) && !options.some((option) => said.includes(option)) ? options : [];
}

/** How the list that refuses takes those options back, behind another remedy; empty where there are none. */
export function refusedOptions(tool: Tool): string {
  const options = actingOptions(tool);
  const { because } = tool.effect;
  if (options.length === 0 || because.from !== 'command') return '';
  const [program = ''] = because.words.split(' ');
  const name = tool.name.replace(/\(.*$/s, '');
  const setting = tool.grant?.setting ?? '';
  const list =
    setting.endsWith('allow') && setting !== 'allow' ? setting.replace(/allow$/, 'deny') : undefined;
  const entries = options.map((option) =>
    list === undefined ? `\`${option}\`` : `\`${name}(${program} * ${option} *)\``,
  );
  return list === undefined
    ? ` Or refuse ${entries.join(', ')} of \`${program}\` in the rules of the client.`
    : ` Or add ${entries.join(', ')} to \`${list}\`.`;
}
