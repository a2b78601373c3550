import type { McpServer } from '../../model/index.js';
import { scanShell } from '../../syntax/shell/scan.js';

/** What the words that start a server say of the machine that it runs on. */
export interface StartHazard {
  /** `rights`: all of the machine; `network`: that of the machine; `unreadable`: a text that is decoded first; `inline`: a program in the entry itself. */
  is: 'rights' | 'network' | 'unreadable' | 'inline';
  /** The word or option by which it does. */
  by: string;
}

const RAISES: ReadonlySet<string> = new Set(['sudo', 'doas', 'pkexec', 'gsudo']);
const CONTAINERS: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl']);
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
const POWERSHELLS: ReadonlySet<string> = new Set(['powershell', 'pwsh']);
/** The option of an interpreter behind which a program is. */
const INLINE: Readonly<Record<string, RegExp>> = {
  node: /^(?:-e|--eval|-p|--print|-pe)$/,
  bun: /^(?:-e|--eval)$/,
  python: /^-c$/,
  python3: /^-c$/,
  py: /^-c$/,
  ruby: /^-e$/,
  perl: /^-e$/,
};
/** Programs that prepare what a line starts in the end. */
const PREPARES: ReadonlySet<string> = new Set(
  'cd pushd export set source . exec test [ [[ umask ulimit eval command true : nvm fnm mise if then else fi while until do done sleep nc wait-for-it'.split(
    ' ',
  ),
);

const nameOf = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');

/** What the start of a server opens, each kind once. */
export function startHazards({ connection, starts, disabled }: McpServer): StartHazard[] {
  const words = disabled ? [] : (connection?.command ?? starts ?? []);
  const [first = ''] = words;
  // `sudo -u alex` gives the rights of that person.
  const raised =
    RAISES.has(nameOf(first)) && !/^(?:-u ?|--user[= ])(?!root\b)\S/.test(words.slice(1, 3).join(' '));
  const container = words.findIndex((word) => CONTAINERS.has(nameOf(word)));
  const options = container < 0 ? [] : words.slice(container);
  const isHost = options.some(
    (word, index) =>
      /^--net(?:work)?=host$/.test(word) || (/^--net(?:work)?$/.test(word) && options[index + 1] === 'host'),
  );
  const code = codeIn(raised ? words.slice(1) : words);
  return [
    ...(raised ? [{ is: 'rights', by: nameOf(first) } as const] : []),
    ...(options.includes('--privileged') ? [{ is: 'rights', by: '--privileged' } as const] : []),
    ...(isHost ? [{ is: 'network', by: '--network host' } as const] : []),
    ...(code ? [code] : []),
  ];
}

/** A program that is written in the words themselves. */
function codeIn(words: readonly string[]): StartHazard | undefined {
  const program = nameOf(words[0] ?? '');
  if (POWERSHELLS.has(program)) {
    const by = words.find((word) => /^-(?:e|ec|enc|encodedcommand)$/i.test(word));
    return by === undefined ? undefined : { is: 'unreadable', by };
  }
  const inline = INLINE[program];
  const by = inline && words.slice(1).find((word) => inline.test(word));
  if (by !== undefined) return { is: 'inline', by: `${program} ${by}` };
  if (!SHELLS.has(program)) return undefined;
  const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  const line = flag < 0 ? '' : (words[flag + 1] ?? '');
  if (/\bbase64\s{1,5}(?:-d|-D|--decode)\b[^|\n]{0,200}\|\s{0,5}(?:ba|z|da|k)?sh\b/.test(line))
    return { is: 'unreadable', by: 'base64' };
  return startsSeveral(line) ? { is: 'inline', by: `${program} ${words[flag] ?? ''}` } : undefined;
}

/** Whether a line starts more than one program that is not there to prepare the last one, or writes what one prints to a file. */
function startsSeveral(line: string): boolean {
  const { commands } = scanShell(line, { start: 0, end: line.length });
  if (commands.some(({ outputFiles = [] }) => outputFiles.some(({ value }) => !value.startsWith('/dev/'))))
    return true;
  const programs = commands.flatMap(
    ({ words }) => words.find(({ value }) => !/^\w+=/.test(value))?.value ?? [],
  );
  return programs.filter((one) => !PREPARES.has(one)).length > 1;
}
