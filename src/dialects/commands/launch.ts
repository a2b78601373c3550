import { programRows, programsOf, valuedOf, wordsIn } from '../../facts/programs/table.js';
import type { Launch } from '../../model/index.js';
import { once } from '../../model/once.js';
import {
  type CommandLine,
  commandLine,
  isContainer,
  optionsAtStart,
  programName,
} from '../../syntax/shell/command-line.js';
import { insideOf, type Launched, NOTHING, PLACED, splitWords, textOf, type Word } from './command-line.js';
import { readContainer } from './containers.js';
import { NAMED, PYTHON, readUvRun } from './other-runners.js';
import { packageOf } from './package-names.js';

export { type Launched, splitCommand, type Word } from './command-line.js';

/** How a runner of packages is called: its words, the options that take a value, and those that name the package. */
interface Runner {
  words: readonly string[];
  kind: string;
  valued: readonly string[];
  names: readonly string[];
}

const runners = once((): readonly Runner[] =>
  programRows().flatMap(([name, { fetches = {} }]) =>
    Object.entries(fetches).map(([command, { kind, names }]) => ({
      words: command === '' ? [name] : [name, ...command.split(' ')],
      kind,
      valued: valuedOf(kind),
      names: wordsIn(names),
    })),
  ),
);
const starters = once(
  () => new Set([...runners().map(({ words }) => words[0]), ...programsOf('containers')]),
);

/** Whether a word is a program that starts packages or containers. */
export const isStarter = (text: string) => starters().has(programName(text));

/** Reads what a command starts. A script of the project, or anything else that is not known, starts nothing that can be seen. */
export const readLaunch = (words: readonly Word[]): Launched => launchedBy(commandLine(words, PLACED));

function launchedBy(line: CommandLine<Word>): Launched {
  const inside = insideOf(line, (one) => launchedBy(one).launch !== undefined);
  const launched = inside ? launchedBy(inside.line) : readStart(line.argv);
  return { ...launched, assigned: [...line.env, ...(inside?.assigned ?? []), ...launched.assigned] };
}

function readStart(words: readonly Word[]): Launched {
  const [first] = words;
  if (first === undefined) return NOTHING;
  const program = programName(first.text);
  const rest = words.slice(1);
  if (isContainer(program)) {
    const contained = readContainer(rest);
    const inside = readLaunch(contained.rest).launch;
    if (contained.launch && inside) contained.launch.inside = inside;
    return { ...NOTHING, ...contained };
  }
  const fetched = program === 'uv' ? readUvRun(rest) : undefined;
  if (fetched) return fetched;
  for (const runner of runners()) {
    const behind = behindRunner(runner, program, rest);
    if (!behind) continue;
    const read = NAMED.get(runner.kind);
    if (!read) return readPackage(runner, behind);
    const at = optionsAtStart(behind, runner.valued, textOf);
    const launch = behind[at] && read(behind[at], behind);
    const given = behind.slice(at + 1).filter(({ text }) => text !== '--');
    return { ...NOTHING, rest: given, ...(launch ? { launch } : {}) };
  }
  return {
    ...NOTHING,
    rest: program === 'uv' ? rest.slice(optionsAtStart(rest, valuedOf('uv'), textOf)) : rest,
  };
}

/** The words behind those of a runner, between which its options may stand: `pnpm --silent dlx`. */
function behindRunner(
  { words, valued, names }: Runner,
  program: string,
  given: readonly Word[],
): readonly Word[] | undefined {
  if (program !== words[0]) return undefined;
  let rest = given;
  const before: Word[] = [];
  for (const word of words.slice(1)) {
    const at = optionsAtStart(rest, [...valued, ...names], textOf);
    if (rest[at]?.text !== word) return undefined;
    before.push(...rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  // Options that name the package may come first as well: `pnpm --package=acme-mcp dlx acme`.
  return [...before, ...rest];
}

/** Options with which `npx` fetches nothing. */
const INSTALLED_ONLY = new Set(['--no-install', '--no', '--offline']);

function readPackage({ kind, valued, names }: Runner, words: readonly Word[]): Launched {
  const from = kind === 'uv' || kind === 'pipx' ? 'pypi' : 'npm';
  let named: Word | undefined;
  let beside: Word | undefined;
  let called: Word | undefined;
  // What is installed has the version of the lockfile.
  const own = words.findIndex(({ text }) => !text.startsWith('-') && text !== '');
  const isInstalled =
    from === 'npm' && words.slice(0, Math.max(0, own)).some(({ text }) => INSTALLED_ONLY.has(text));
  const launchOf = (word: Word): Launch | undefined => {
    const launch = packageOf(word, from);
    return launch && isInstalled && launch.version === undefined ? { ...launch, pinned: true } : launch;
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    const { text } = word;
    if (text === '--') continue;
    if (text.startsWith('-')) {
      const equals = text.indexOf('=');
      const option = equals < 0 ? text : text.slice(0, equals);
      const value = equals < 0 ? words[i + 1] : { text: text.slice(equals + 1), at: word.at };
      if (option === '--with') beside ??= value;
      if (from === 'npm' && value && (option === '-c' || option === '--call')) called = value;
      if (names.includes(option)) {
        named ??= value;
        if (equals < 0) i++;
      } else if (equals < 0 && valued.includes(option)) i++;
      continue;
    }
    // `uvx python` is the interpreter; what is installed for it is behind `--with`.
    const isInterpreter = from === 'pypi' && PYTHON.test(text);
    const source = named ?? (isInterpreter ? beside : word);
    const launch = source && launchOf(source);
    return { ...NOTHING, rest: words.slice(i + 1), ...(launch ? { launch } : {}) };
  }
  const launch = named && launchOf(named);
  const rest = called ? splitWords(called).slice(1) : [];
  return { ...NOTHING, rest, ...(launch ? { launch } : {}) };
}
