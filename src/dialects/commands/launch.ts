import { programRows, programsOf, valuedOf, wordsIn } from '../../facts/programs/table.js';
import { isUnfilled, type Launch, type Place } from '../../model/index.js';
import { once } from '../../model/once.js';
import {
  type CommandLine,
  commandLine,
  isContainer,
  optionsAtStart,
  programName,
} from '../../syntax/shell/command-line.js';
import { insideOf, type Launched, NOTHING, PLACED, splitWords, textOf, type Word } from './command-line.js';

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
    const given = behind.slice(at + 1).filter(({ text }) => text !== '--' || runner.kind !== 'nix');
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

/** Reads the word of a runner that fetches what is no package of npm or PyPI, or names it in ways of its own; `words`: all of them. */
type ReadNamed = (word: Word, words: readonly Word[]) => Launch | undefined;

/** How they are read, by kind. */
const NAMED: ReadonlyMap<string, ReadNamed> = new Map<string, ReadNamed>([
  ['go', goModule],
  ['nuget', nugetPackage],
  ['deno', denoModule],
  ['nix', nixFlake],
  ['jbang', jbangScript],
]);

function goModule({ text, at }: Word): Launch | undefined {
  const [name = text, version] = text.split('@');
  return /^[\w-]+(?:\.[\w-]+)+\//.test(text) ? packageAs('go', name, version, at) : undefined;
}

/** `dnx Acme.Mcp@1.2.3 --yes -- args`; the version may be in an option, also behind the package. */
function nugetPackage({ text, at }: Word, words: readonly Word[]): Launch | undefined {
  if (!/^[A-Za-z][\w.-]*(?:@.+)?$/.test(text)) return undefined;
  const end = words.findIndex((one) => one.text === '--');
  const own = end < 0 ? words : words.slice(0, end);
  const [name = '', behind] = text.split('@');
  const option = own.findIndex((one) => /^--version(?:=|$)/.test(one.text));
  const stated = option < 0 ? undefined : (own[option]?.text.split('=')[1] ?? own[option + 1]?.text);
  return packageAs('nuget', name, behind ?? stated, at);
}

/** `deno run npm:@acme/mcp@1.2.3/server`, `jsr:@acme/mcp`, `https://example.com/mod@1.2.3/main.ts`. */
function denoModule(word: Word): Launch | undefined {
  if (/^https?:\/\//i.test(word.text)) return moduleAt(word);
  const [, from, named = ''] = /^(npm|jsr):\/?(.+)$/.exec(word.text) ?? [];
  // Behind the version a file of the package may stand.
  const name = /^(?:@[^/]{1,200}\/)?[^/]{1,200}/.exec(named)?.[0];
  const launch = name === undefined ? undefined : packageOf({ text: name, at: word.at }, 'npm');
  return launch?.from === 'npm' && from === 'jsr' ? { ...launch, from } : launch;
}

/** A program at an address. A version in its path (`/mod@1.2.3/`, `/v1.2.3/`) or a commit holds it. */
function moduleAt({ text, at }: Word): Launch {
  const path = text.replace(/[?#].*$/s, '');
  const version = /[/@](v?\d+\.\d+\.\d+(?:-[\w.]{1,60})?|[0-9a-f]{40})(?=\/|$)/.exec(path)?.[1];
  return { from: 'url', name: path, ...(version ? { version } : {}), pinned: version !== undefined, at };
}

const FLAKE = /^(?:github|gitlab|sourcehut):[^/]+\/[^/]+|^(?:git\+)?https?:\/\/|^git\+ssh:/;

/** `nix run github:acme/mcp/<commit>#server`. Flakes of folders and of the registry are no packages here. */
function nixFlake({ text, at }: Word): Launch | undefined {
  const [address = ''] = text.split('#');
  if (!FLAKE.test(address)) return undefined;
  const version = /^\w+:[^/]+\/[^/?]+\/([^?]+)|[?&](?:rev|ref)=([^&]+)/.exec(address)?.slice(1).find(Boolean);
  const pinned = /(?:^|[/=])[0-9a-f]{40}(?:$|[?&.])/.test(address);
  const name = /^\w+:[^/]+\/[^/?]+/.exec(address)?.[0] ?? address.replace(/\?.*$/s, '');
  return { from: 'git', name, ...(version ? { version } : {}), pinned, at };
}

/** `jbang org.acme:mcp:1.2.3`, an alias of somebody's catalogue (`mcp@acme/servers`), or the address of a script. */
function jbangScript(word: Word): Launch | undefined {
  const { text, at } = word;
  if (/^https?:\/\//i.test(text)) return moduleAt(word);
  const [, name, version] = /^([\w.-]+:[\w.-]+):([^:@]+)/.exec(text) ?? [];
  if (name !== undefined && version !== undefined) {
    const pinned = /^\d[\w.+-]*$/.test(version) && !/-SNAPSHOT$|\+$/i.test(version);
    return { from: 'maven', name, version, pinned, at };
  }
  if (!/^[\w.-]+@[\w.-]+(?:\/[\w.-]+)*$/.test(text)) return undefined;
  return fromRepository({ text, at }, /\/([0-9a-f]{40})$/);
}

/**
 * `uv run --with acme-mcp acme-mcp`: what `--with` fetches, where it is what then runs, or where the interpreter does. A
 * command of another name may be one of the project.
 */
function readUvRun(words: readonly Word[]): Launched | undefined {
  const command = optionsAtStart(words, valuedOf('uv'), textOf);
  if (words[command]?.text !== 'run') return undefined;
  const own = words.slice(command + 1);
  const at = optionsAtStart(own, valuedOf('uv'), textOf);
  const options = own.slice(0, at);
  const rest = own.slice(own[at]?.text === '--' ? at + 1 : at);
  const fetched = options.flatMap(({ text, at: place }, index) => {
    const value = text === '--with' ? options[index + 1]?.text : /^--with=(.*)$/s.exec(text)?.[1];
    const where = text === '--with' ? (options[index + 1]?.at ?? place) : place;
    return (value?.split(',') ?? []).flatMap(
      (one) => packageOf({ text: one.trim(), at: where }, 'pypi') ?? [],
    );
  });
  if (fetched.length === 0) return undefined;
  const isModule = options.some(({ text }) => text === '-m' || text === '--module');
  const program = programName(rest[0]?.text ?? '');
  const isInterpreter = !isModule && PYTHON.test(program);
  const started = isInterpreter && rest[1]?.text === '-m' ? rest[2]?.text : rest[0]?.text;
  const named = fetched.find(({ name }) =>
    sameName(name, started?.split(isModule || isInterpreter ? '.' : '\0')[0]),
  );
  const launch = named ?? (isInterpreter ? fetched[0] : undefined);
  return launch && { ...NOTHING, launch, rest: rest.slice(1) };
}

const sameName = (name: string, started: string | undefined) => {
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '-');
  return started !== undefined && plain(name) === plain(started);
};

/** An interpreter of Python, by its version or without. */
const PYTHON = /^python(?:3(?:\.\d+)?)?(?:@[\w.]+)?$/;

const EXACT_VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]{1,60})?$/;
const EXACT_NPM = /^=?v?\d+\.\d+\.\d+(?:[-+.][\w.+-]{1,60})?$/;

/** Code straight from a repository, pinned where a commit is named. */
function fromRepository({ text, at }: Word, commitAt: RegExp): Launch {
  const commit = commitAt.exec(text)?.[1];
  const version = commit === undefined ? {} : { version: commit };
  return { from: 'git', name: text, ...version, pinned: commit !== undefined, at };
}

/** A package as a runner takes it: `name`, `name@1.2.3`, `name==1.2.3`, or straight from a repository. */
export function packageOf({ text, at }: Word, from: 'npm' | 'pypi'): Launch | undefined {
  if (/^(?:\.{1,2}$|\.{0,2}[\\/]|~|[A-Za-z]:|file:|\$)/.test(text) || text === '') return undefined;
  if (/^(?:git[+:@]|https?:|github:|gitlab:|bitbucket:)/.test(text)) {
    return fromRepository({ text, at }, /[#@]([0-9a-f]{7,40})$/);
  }
  if (from === 'npm') {
    const mark = text.indexOf('@', 1);
    const name = mark < 0 ? text : text.slice(0, mark);
    const version = mark < 0 ? undefined : text.slice(mark + 1);
    // `short@npm:@acme/mcp@1.2.3`: a name of one's own for another package.
    if (version?.startsWith('npm:')) return packageOf({ text: version.slice(4), at }, from);
    return packageAs(from, name, version, at);
  }
  const [, name = text, version] =
    /^([^=<>~!@[\s]+(?:\[[^\]]{0,80}\])?)\s*(?:(?:==|@)\s*(.+))?$/.exec(text) ?? [];
  return packageAs(from, name.replace(/\[.*$/s, ''), version, at);
}

/** A package by its name and what is behind it. */
function packageAs(
  from: 'npm' | 'pypi' | 'nuget' | 'go',
  name: string,
  version: string | undefined,
  at: Place,
): Launch {
  // For npm two numbers are a range: `1.2` is any `1.2.x`.
  const pinned = version !== undefined && (from === 'npm' ? EXACT_NPM : EXACT_VERSION).test(version);
  return { from, name, ...(version === undefined ? {} : { version }), pinned, at };
}

const RUN_VALUED = new Set(valuedOf('dockerRun'));

/** A tag that names one build, as far as a tag can. */
const EXACT_TAG = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]{1,60})?$/;

/**
 * Reads the words behind `docker`: the image of `run` or `container run`, and what of this machine it is given. Other
 * commands (`compose run`, `mcp gateway run`) name no image.
 */
export function readContainer(given: readonly Word[]): Pick<Launched, 'launch' | 'rest' | 'mounts'> {
  const words = runWords(given);
  const mounts: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    if (!word.text.startsWith('-')) {
      const launch = imageOf(word);
      return { rest: words.slice(i + 1), mounts, ...(launch ? { launch } : {}) };
    }
    const { name, value, takesNext } = optionOf(word, words[i + 1]);
    const source = value && mountSource(name, value.text);
    if (value && source !== undefined) mounts.push({ text: source, at: value.at });
    if (takesNext) i++;
  }
  return { rest: [], mounts };
}

function runWords(given: readonly Word[]): readonly Word[] {
  const words = given.slice(optionsAtStart(given, valuedOf('docker'), textOf));
  const isContainer = words[0]?.text === 'container';
  return words[isContainer ? 1 : 0]?.text === 'run' ? words.slice(isContainer ? 2 : 1) : [];
}

/** An option of `docker run`: `--name=value`, `--name value`, `-v /a:/b`, `-v/a:/b`, `-itv /a:/b`. */
function optionOf({ text, at }: Word, next: Word | undefined) {
  const equals = text.startsWith('--') ? text.indexOf('=') : -1;
  if (equals > 0) return { name: text.slice(0, equals), value: { text: text.slice(equals + 1), at } };
  const letters = text.startsWith('--') ? [] : [...text].map((letter) => `-${letter}`);
  const index = letters.findIndex((letter, place) => place > 0 && RUN_VALUED.has(letter));
  const name = letters[index] ?? text;
  const behind = index < 0 ? '' : text.slice(index + 1).replace(/^=/, '');
  if (behind !== '') return { name, value: { text: behind, at } };
  return RUN_VALUED.has(name) ? { name, value: next, takesNext: true } : { name };
}

function mountSource(option: string, value: string): string | undefined {
  if (option === '-v' || option === '--volume') {
    // `C:\folder:/target` holds a colon of its own.
    const colon = value.indexOf(':', /^[A-Za-z]:[\\/]/.test(value) ? 2 : 0);
    return colon > 0 ? value.slice(0, colon) : undefined;
  }
  return option === '--mount' ? /(?:^|,)(?:src|source)=([^,]+)/.exec(value)?.[1] : undefined;
}

function imageOf({ text, at }: Word): Launch | undefined {
  if (text.startsWith('$') || text === '') return undefined;
  const digest = text.indexOf('@sha256:');
  const [name, tag] = nameAndTag(digest > 0 ? text.slice(0, digest) : text);
  if (digest > 0) {
    const version = text.slice(digest + 1);
    return { from: 'image', name, version, pinned: !isUnfilled(version), at };
  }
  const pinned = tag !== undefined && EXACT_TAG.test(tag);
  return { from: 'image', name, ...(tag === undefined ? {} : { version: tag }), pinned, at };
}

/** `registry:5000/box:1.2.3`: a colon before the last `/` is a port. */
function nameAndTag(image: string): [name: string, tag?: string] {
  const colon = image.lastIndexOf(':');
  return colon > image.lastIndexOf('/') ? [image.slice(0, colon), image.slice(colon + 1)] : [image];
}
