import { wordsIn } from '../../facts/programs/table.js';
import type { Bypass, Place } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { optionGiven, type StartedProgram } from './profiles.js';

/** The option with which a program runs without its questions. `node`: the text that states it, where it is of this file. */
export function bypassIn(
  { agent, given }: StartedProgram,
  { node, at, subject }: { node: SyntaxNode | undefined; at: Place; subject: string },
): Bypass[] {
  const option = optionGiven(wordsIn(agent.anyCommand), given);
  if (option === undefined) return [];
  const [name = '', value] = option.split('=');
  const words = new RegExp(`(?<=^|\\s)${name}${value === undefined ? '' : `[ =]${value}`}(?=\\s|$)`);
  const found = words.exec(stringOf(node) ?? '');
  return [
    {
      program: agent.program,
      option: option.replace('=', ' '),
      subject,
      at: node && found ? node.within(found.index, found.index + found[0].length) : at,
    },
  ];
}
