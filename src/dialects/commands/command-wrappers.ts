import {
  commandsOf,
  isAssignment,
  optionsAtStart,
  programName,
  splitCommand,
  splitWords,
  type Word,
} from './command-line.js';
import facts from './command-wrappers.json' with { type: 'json' };

/** What a command that only starts another one passes on. */
export interface Unwrapped {
  words: readonly Word[];
  /** Variables that it sets for it: `KEY=value`. */
  assigned: readonly Word[];
}

interface Wrapper {
  valued?: readonly string[];
  words?: number;
  dashes?: boolean;
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(Object.entries(facts.programs));
const SHELLS = new Set(facts.shells);
const PREPARES = new Set(facts.prepares);
const ENV_VALUED = ['-u', '--unset', '-C', '--chdir'];

/**
 * The command inside `cmd /c ...`, `env K=V ...`, `bash -c "..."` or `sudo ...`; undefined where the program is none that
 * starts another. Of a script it is the first command that `starts` knows, else the first that does more than prepare.
 */
export function unwrapped(
  words: readonly Word[],
  starts: (words: readonly Word[]) => boolean,
): Unwrapped | undefined {
  const program = programName(words[0]?.text ?? '');
  const rest = words.slice(1);
  if (words[0] && isAssignment(words[0].text)) return withoutAssignments(words);
  if (program === 'env') return fromEnv(rest);
  if (program === 'cmd') return fromCmd(rest);
  if (program === 'powershell' || program === 'pwsh') return fromPowerShell(rest);
  if (SHELLS.has(program)) {
    const flag = rest.findIndex(({ text }) => /^-[a-z]*c$/.test(text));
    const script = flag < 0 ? undefined : rest[flag + 1];
    return script && fromScript(script, starts);
  }
  const wrapper = WRAPPERS.get(program);
  return wrapper && fromWrapper(wrapper, rest);
}

function withoutAssignments(words: readonly Word[]): Unwrapped {
  const start = words.findIndex(({ text }) => !isAssignment(text));
  const end = start < 0 ? words.length : start;
  return { words: words.slice(end), assigned: words.slice(0, end) };
}

function fromEnv(words: readonly Word[]): Unwrapped {
  const at = optionsAtStart(words, ENV_VALUED);
  const split = words.slice(0, at).findIndex(({ text }) => text === '-S' || text === '--split-string');
  const line = split < 0 ? undefined : words[split + 1];
  return withoutAssignments(
    line
      ? [...splitWords(line), ...words.slice(split + 2)]
      : words.slice(words[at]?.text === '--' ? at + 1 : at),
  );
}

/** What is behind `/c` or `/k` is one line, however many words it is given as. */
function fromCmd(words: readonly Word[]): Unwrapped | undefined {
  const flag = words.findIndex(({ text }) => /^\/[ck]$/i.test(text));
  const isFlag = flag >= 0 && words.slice(0, flag).every(({ text }) => /^\/[a-z](?::\w{1,9})?$/i.test(text));
  return isFlag ? { words: oneLine(words.slice(flag + 1)), assigned: [] } : undefined;
}

function fromPowerShell(words: readonly Word[]): Unwrapped | undefined {
  const flag = words.findIndex(({ text }) => /^-c(?:ommand)?$/i.test(text));
  return flag < 0 ? undefined : { words: oneLine(words.slice(flag + 1)), assigned: [] };
}

function oneLine(words: readonly Word[]): readonly Word[] {
  const [line] = words;
  return line && words.length === 1 ? splitCommand(line) : words;
}

function fromScript(script: Word, starts: (words: readonly Word[]) => boolean): Unwrapped | undefined {
  const commands = commandsOf(script);
  const found =
    commands.find((command) => starts(withoutAssignments(command).words)) ??
    commands.find((command) => doesMore(withoutAssignments(command).words)) ??
    commands[0];
  if (!found) return undefined;
  const before = commands.slice(0, commands.indexOf(found));
  const set = before.flatMap((command) => {
    const { words, assigned } = withoutAssignments(command);
    if (words[0]?.text === 'export') return words.slice(1).filter(({ text }) => isAssignment(text));
    return words.length === 0 ? assigned : [];
  });
  const { words, assigned } = withoutAssignments(found);
  return { words, assigned: [...set, ...assigned] };
}

const doesMore = ([first]: readonly Word[]) => first !== undefined && !PREPARES.has(programName(first.text));

function fromWrapper({ valued = [], words: own = 0, dashes }: Wrapper, words: readonly Word[]): Unwrapped {
  const end = words.findIndex(({ text }) => text === '--');
  if (dashes) return { words: end < 0 ? [] : words.slice(end + 1), assigned: [] };
  let at = optionsAtStart(words, valued);
  for (let left = own; left > 0 && words[at] !== undefined && words[at]?.text !== '--'; left--)
    at += 1 + optionsAtStart(words.slice(at + 1), valued);
  return withoutAssignments(words.slice(words[at]?.text === '--' ? at + 1 : at));
}
