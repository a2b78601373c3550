import { programRow } from '../../facts/programs/table.js';
import { linesOf } from '../../syntax/lines.js';
import {
  assignedIn,
  type CommandLine,
  commandLines,
  isContainer,
  isShell,
  programName,
  unwrapped,
} from '../../syntax/shell/command-line.js';
import { isMoving, mayStartProgram, packageNamed, programOf, type StartedProgram } from './profiles.js';

/** An agent that a text starts, and the variables that stand before its name. */
export interface StartedInText extends StartedProgram {
  assigned: ReadonlyMap<string, string>;
  /** The script of the project that starts it. */
  inside?: string;
}

const wordsOf = ({ argv }: CommandLine): string[] => argv.map(({ value }) => value);

/** The commands of a text, also those that are given their input: `echo x | xargs codex exec`. */
const commandsIn = (text: string): CommandLine[] => commandLines(text, ['input']);

/** The first agent that a text starts itself, also in what a shell takes as one argument: `bash -c "codex exec ..."`. */
export function startedIn(text: string): StartedInText | undefined {
  if (!mayStartProgram(text)) return undefined;
  for (const line of commandsIn(text)) {
    const found = startedBy(line, true);
    if (found) return found;
  }
  return undefined;
}

function startedBy(line: CommandLine, mayHoldText: boolean): StartedInText | undefined {
  const own = unwrapped(line);
  const words = wordsOf(own);
  const found = programOf(words);
  if (found) {
    const pairs = assignedIn(line).map(({ value }) => value);
    const assigned = pairs.map(
      (one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)] as const,
    );
    return { ...found, assigned: new Map(assigned) };
  }
  if (!mayHoldText) return undefined;
  // A container, or a program that starts a shell: `docker run image sh -c "..."`.
  const option = words.findIndex(
    (word, index) => /^-[a-z]{0,4}c$/.test(word) && words.slice(0, index).some(runsText),
  );
  const inner = own.startsBy === 'text' ? own.inner : option < 0 ? [] : commandsIn(words[option + 1] ?? '');
  for (const one of inner) {
    const within = startedBy(one, false);
    if (within) return within;
  }
  return undefined;
}

/** A package of a program that runs an agent, as a text installs or starts it: where its word begins, and its version. */
export interface NamedPackage {
  name: string;
  at: number;
  /** No version and no tag is named. */
  isBare: boolean;
}

/** The packages of programs that run an agent which a text installs or starts, whose version moves. */
export function movingPackagesIn(text: string): NamedPackage[] {
  if (!mayStartProgram(text)) return [];
  return commandsIn(text).flatMap((line) => {
    const [first, ...given] = unwrapped(line).argv;
    const verbs = programRow(programName(first?.value ?? ''))?.installs?.split(' ');
    const isRunner = verbs?.includes('-') === true;
    if (!verbs || (!isRunner && !given.some(({ value }) => verbs.includes(value)))) return [];
    const named = given.filter(({ value }) => !value.startsWith('-'));
    return (isRunner ? named.slice(0, 1) : named).flatMap(({ value, start }) => {
      if (!packageNamed(value)) return [];
      const tag = value.indexOf('@', 1);
      const isBare = tag < 0;
      return isBare || isMoving(value.slice(tag + 1))
        ? [{ name: value, at: text.indexOf(value, start), isBare }]
        : [];
    });
  });
}

/** Whether a word names a shell (`--entrypoint=/bin/sh`), or a container, whose image may start one. */
function runsText(word: string): boolean {
  const program = programName(word.slice(word.indexOf('=') + 1));
  return isShell(program) || isContainer(program);
}

/** Whether a text may run a script of the project. */
export const mayRunScript = (text: string): boolean =>
  /(?:^|[\s"'&|;(])(?:\.\/|(?:bash|sh|zsh)\s+[\w"'./-]|make\s+\w|(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?\w)|[\w/-]\.sh\b/m.test(
    text,
  );

/** Most scripts that one text runs. */
const MOST_SCRIPTS = 20;

/** The first agent that a script starts which a text runs: one level deep. */
export function startedByScript(
  text: string,
  folder: string,
  readBeside: (path: string) => string | undefined,
): StartedInText | undefined {
  if (!mayRunScript(text)) return undefined;
  for (const line of commandsIn(text).slice(0, MOST_SCRIPTS)) {
    const script = scriptOf(wordsOf(unwrapped(line)), folder, readBeside);
    const found = script && startedIn(script.text);
    if (found) return { ...found, inside: script.name };
  }
  return undefined;
}

interface Script {
  name: string;
  text: string;
}

/** Whether a program runs the script that it is given. */
const runsScript = (program: string): boolean => isShell(program) || program === 'source' || program === '.';
const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);

function scriptOf(
  words: readonly string[],
  folder: string,
  readBeside: (path: string) => string | undefined,
): Script | undefined {
  const [program = '', ...rest] = words;
  const read = (path: string): string | undefined =>
    path.split('/').includes('..') ? undefined : readBeside(folder + path);
  if (MANAGERS.has(program)) {
    const given = rest.filter((word) => !word.startsWith('-'));
    const name = (given[0] === 'run' ? given[1] : program === 'npm' ? undefined : given[0]) ?? '';
    const text = name === '' ? undefined : read('package.json');
    const script = text === undefined ? undefined : scriptNamed(text, name);
    return script === undefined ? undefined : { name: `${program} run ${name}`, text: script };
  }
  if (program === 'make') {
    const target = rest.find((word) => !word.startsWith('-') && !word.includes('='));
    const text = target === undefined ? undefined : (read('Makefile') ?? read('makefile'));
    const recipe = text === undefined || target === undefined ? undefined : recipeOf(text, target);
    return recipe === undefined ? undefined : { name: `make ${target ?? ''}`, text: recipe };
  }
  const path = (runsScript(program) ? rest.find((word) => !word.startsWith('-')) : program) ?? '';
  const plain = path.replace(/^\.\//, '');
  const isScript = runsScript(program) || path.startsWith('./') || path.endsWith('.sh');
  if (!isScript || !/^[\w.-]+(?:\/[\w.-]+)*$/.test(plain)) return undefined;
  const text = read(plain);
  return text === undefined ? undefined : { name: path, text };
}

function scriptNamed(text: string, name: string): string | undefined {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    const script = scripts && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    return typeof script === 'string' ? script : undefined;
  } catch {
    return undefined;
  }
}

/** The lines that a target of a Makefile runs. */
function recipeOf(text: string, target: string): string | undefined {
  const lines = linesOf(text).map((line) => line.text);
  const first = lines.findIndex((line) => line.startsWith(`${target}:`));
  if (first < 0) return undefined;
  const recipe: string[] = [];
  for (const line of lines.slice(first + 1)) {
    if (!line.startsWith('\t')) break;
    recipe.push(
      line
        .trim()
        .replace(/^[@-]+/, '')
        .replaceAll('$$', '$'),
    );
  }
  return recipe.join('\n');
}
