import { programsOf } from '../../facts/programs/table.js';
import type { McpServer } from '../../model/index.js';
import { commandLines, isContainer, programName, givenTo } from '../../syntax/shell/command-line.js';

/** What the words that start a server say of the machine that it runs on. */
export interface StartHazard {
  /** `rights`: all of the machine; `network`: that of the machine; `unreadable`: a text that is decoded first; `inline`: a program in the entry itself. */
  is: 'rights' | 'network' | 'unreadable' | 'inline';
  /** The word or option by which it does. */
  by: string;
}

/** What the start of a server opens, each kind once. */
export function startHazards({ connection, starts, disabled }: McpServer): StartHazard[] {
  const words = disabled ? [] : (connection?.command ?? starts ?? []);
  const [first = ''] = words;
  // `sudo -u alex` gives the rights of that person.
  const raised =
    programsOf('raises').has(programName(first)) &&
    !/^(?:-u ?|--user[= ])(?!root\b)\S/.test(words.slice(1, 3).join(' '));
  const container = words.findIndex((word) => isContainer(programName(word)));
  const options = container < 0 ? [] : words.slice(container);
  const isHost = options.some(
    (word, index) =>
      /^--net(?:work)?=host$/.test(word) || (/^--net(?:work)?$/.test(word) && options[index + 1] === 'host'),
  );
  const code = codeIn(raised ? words.slice(1) : words);
  return [
    ...(raised ? [{ is: 'rights', by: programName(first) } as const] : []),
    ...(options.includes('--privileged') ? [{ is: 'rights', by: '--privileged' } as const] : []),
    ...(isHost ? [{ is: 'network', by: '--network host' } as const] : []),
    ...(code ? [code] : []),
  ];
}

/** A program that is written in the words themselves. */
function codeIn(words: readonly string[]): StartHazard | undefined {
  const program = programName(words[0] ?? '');
  const given = givenTo(words, (word) => word);
  const encoded = words.find((word) => /^-(?:e|ec|enc|encodedcommand)$/i.test(word));
  if (given?.language === 'powershell' && encoded !== undefined) return { is: 'unreadable', by: encoded };
  if (given?.by !== 'code') return undefined;
  const { language, words: code } = given;
  const option = words[words.lastIndexOf(code[0] ?? '') - 1] ?? '';
  const line = code.join(' ');
  if (/\bbase64\s{1,5}(?:-d|-D|--decode)\b[^|\n]{0,200}\|\s{0,5}(?:ba|z|da|k)?sh\b/.test(line))
    return { is: 'unreadable', by: 'base64' };
  const isLine = language === 'shell' || language === 'powershell' || language === 'cmd';
  if (isLine && !startsSeveral(line, language === 'shell' ? undefined : language)) return undefined;
  return { is: 'inline', by: `${program} ${option}` };
}

/** Whether a line starts more than one program that is not there to prepare the last one, or writes what one prints to a file. */
function startsSeveral(line: string, language: 'powershell' | 'cmd' | undefined): boolean {
  const lines = commandLines(line, [], language);
  if (lines.some(({ redirects }) => redirects.to.some(({ value }) => !/^(?:\/dev\/|nul$)/i.test(value))))
    return true;
  const programs = lines.flatMap(({ argv }) => argv[0]?.value ?? []);
  return programs.filter((one) => !programsOf('prepares').has(one.toLowerCase())).length > 1;
}
