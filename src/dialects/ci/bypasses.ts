import { wordsIn } from '../../facts/programs/table.js';
import type { Bypass, Place } from '../../model/index.js';
import { optionGiven, type StartedProgram } from './profiles.js';
import type { Value } from './workflow.js';

/** The option with which a program runs without its questions. `text`: what states it, where it is of this file. */
export function bypassIn(
  { agent, given }: StartedProgram,
  { text, at, subject }: { text: Value | undefined; at: Place; subject: string },
): Bypass[] {
  const option = optionGiven(wordsIn(agent.anyCommand), given);
  if (option === undefined) return [];
  const [name = '', value] = option.split('=');
  const words = new RegExp(`(?<=^|\\s)${name}${value === undefined ? '' : `[ =]${value}`}(?=\\s|$)`);
  const found = words.exec(text?.text ?? '');
  return [
    {
      program: agent.program,
      option: option.replace('=', ' '),
      subject,
      at: text && found ? text.within(found.index, found.index + found[0].length) : at,
    },
  ];
}
