import { linesOf } from '../../syntax/lines.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { isAssignment } from '../commands/command-line.js';
import { isMoving, mayStartProgram, packageNamed, programOf, type StartedProgram } from './profiles.js';

/** Words before a command that leave it the same. */
const PREFIXES: ReadonlySet<string> = new Set(
  'if then else do while ! { time exec sudo env nohup timeout command'.split(' '),
);
/** How long `timeout` waits. */
const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;

/** An agent that a text starts, and the variables that stand before its name. */
export interface StartedInText extends StartedProgram {
  assigned: ReadonlyMap<string, string>;
  /** The script of the project that starts it. */
  inside?: string;
}

/** The commands of a text, each as its words behind what leaves it the same. */
function commandsIn(text: string): { words: readonly string[]; assigned: ReadonlyMap<string, string> }[] {
  return scanShell(text, { start: 0, end: text.length }).commands.map(({ words }) => {
    const values = words.map(({ value }) => value);
    const first = values.findIndex(
      (value) => !isAssignment(value) && !PREFIXES.has(value) && !DURATION.test(value),
    );
    const before = values.slice(0, Math.max(0, first)).filter(isAssignment);
    return {
      words: values.slice(Math.max(0, first)),
      assigned: new Map(
        before.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
      ),
    };
  });
}

/** The first agent that a text starts itself, also in what a shell takes as one argument: `bash -c "codex exec ..."`. */
export function startedIn(text: string, isInner = false): StartedInText | undefined {
  if (!mayStartProgram(text)) return undefined;
  for (const { words, assigned } of commandsIn(text)) {
    const found = programOf(words);
    if (found) return { ...found, assigned };
    const option = isInner ? -1 : words.findIndex((word, index) => index > 0 && /^-[a-z]{0,4}c$/.test(word));
    const inner = words.slice(0, Math.max(0, option)).some(runsText)
      ? startedIn(words[option + 1] ?? '', true)
      : undefined;
    if (inner) return inner;
  }
  return undefined;
}

/** Programs that install or start packages, with the words behind which a package is named; none: it is the first word. */
const INSTALLERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    npm: ['install', 'i', 'add', 'exec', 'x'],
    pnpm: ['install', 'i', 'add', 'dlx'],
    yarn: ['add', 'dlx'],
    bun: ['install', 'i', 'add', 'x'],
    npx: [],
    bunx: [],
    pnpx: [],
  }),
);

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
  return scanShell(text, { start: 0, end: text.length }).commands.flatMap(({ words }) => {
    const first = words.findIndex(({ value }) => !isAssignment(value) && !PREFIXES.has(value));
    const verbs = INSTALLERS.get(words[first]?.value.split('/').at(-1) ?? '');
    const given = words.slice(first + 1);
    if (!verbs || (verbs.length > 0 && !given.some(({ value }) => verbs.includes(value)))) return [];
    const named = given.filter(({ value }) => !value.startsWith('-'));
    return (verbs.length > 0 ? named : named.slice(0, 1)).flatMap(({ value, start }) => {
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
const runsText = (word: string): boolean => TEXT_RUNNERS.has(word.split(/[/=]/).at(-1) ?? '');
const TEXT_RUNNERS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'docker', 'podman', 'nerdctl']);

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
  for (const { words } of commandsIn(text).slice(0, MOST_SCRIPTS)) {
    const script = scriptOf(words, folder, readBeside);
    const found = script && startedIn(script.text);
    if (found) return { ...found, inside: script.name };
  }
  return undefined;
}

interface Script {
  name: string;
  text: string;
}

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'source', '.']);
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
  const path = (SHELLS.has(program) ? rest.find((word) => !word.startsWith('-')) : program) ?? '';
  const plain = path.replace(/^\.\//, '');
  const isScript = SHELLS.has(program) || path.startsWith('./') || path.endsWith('.sh');
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
