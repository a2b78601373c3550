import type { AutomaticCommand } from '../../model/index.js';
import { linesOf } from '../../syntax/lines.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** A download that something runs, as far as one look tells: what it does is read later. */
const RUNS_DOWNLOAD =
  /\b(?:curl|wget)\b[^\n]{0,400}\|\s{0,5}(?:sudo\s{1,5}(?:-\S{1,9}\s{1,5})?)?(?:ba|z|da|k)?sh\b|(?:<\(|\$\()\s{0,5}(?:curl|wget)\b|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b[^\n]{0,400}\|\s{0,5}(?:iex|Invoke-Expression)\b/i;
/** A line that warns of a command. */
const WARNS =
  /\b(?:never|don['’]t|do not|avoid|instead of|dangerous|unsafe|bad|block(?:s|ed)?|den(?:y|ies|ied))\b/i;
/** A line of a block without a language that is a sentence with code in it: the form of a report. */
const CODE_IN_PROSE = /^[^`]*\w[^`]*`[^`]{1,500}`/;
const FENCE = /^\s{0,3}(`{3,20}|~{3,20})\s{0,5}([\w+-]{0,20})/;
const SHELLS: Readonly<Record<string, 'shell' | 'powershell'>> = {
  '': 'shell',
  bash: 'shell',
  sh: 'shell',
  shell: 'shell',
  zsh: 'shell',
  console: 'shell',
  powershell: 'powershell',
  pwsh: 'powershell',
  ps1: 'powershell',
};
const MOST_LINES = 20_000;
const MOST = 50;

/** Whether a page may have its agent run a download. */
export const mayTellCommands = (text: string): boolean => RUNS_DOWNLOAD.test(text);

/** Lines of a page with a command that its agent is to run and that runs a download: in blocks of a shell, and in code of a sentence. */
export function toldCommands(name: string, body: SyntaxNode | undefined): AutomaticCommand[] {
  const text = stringOf(body);
  if (!body || text === undefined || !mayTellCommands(text)) return [];
  const found: AutomaticCommand[] = [];
  let fence: { mark: string; language: 'shell' | 'powershell' | undefined; isPlain: boolean } | undefined;
  let before = '';
  for (const { text: line, start } of linesOf(text).slice(0, MOST_LINES)) {
    const [, mark, spoken = ''] = FENCE.exec(line) ?? [];
    const add = (from: number, to: number, language: 'shell' | 'powershell') => {
      const command = text.slice(from, to);
      if (found.length < MOST && RUNS_DOWNLOAD.test(command))
        found.push({ of: 'page', name, text: command, language, at: body.within(from, to) });
    };
    if (mark !== undefined && fence === undefined)
      fence = {
        mark,
        language: WARNS.test(before) ? undefined : SHELLS[spoken.toLowerCase()],
        isPlain: spoken === '',
      };
    else if (mark !== undefined && fence && line.trim() === mark && mark.startsWith(fence.mark))
      fence = undefined;
    else if (fence?.language && !/^\s*#/.test(line) && !(fence.isPlain && CODE_IN_PROSE.test(line))) {
      const from = start + (/^\s*(?:[$>]\s+)?/.exec(line)?.[0].length ?? 0);
      add(from, start + line.trimEnd().length, fence.language);
    } else if (!fence && !WARNS.test(line))
      for (const code of line.matchAll(/(?<!!)`([^`]{1,500})`/g))
        add(
          start + code.index + 1,
          start + code.index + 1 + (code[1]?.length ?? 0),
          /\biwr|irm|Invoke-/i.test(code[1] ?? '') ? 'powershell' : 'shell',
        );
    if (!fence && line.trim() !== '') before = line;
  }
  return found;
}
