import type { Launch, Place } from '../../model/index.js';

/** One word of a command, with its place. */
export interface Word {
  text: string;
  at: Place;
}

/** What a command starts, and the words that it hands on. */
export interface Launched {
  launch?: Launch;
  /** Words behind the package: its own arguments. */
  rest: readonly Word[];
  /** Folders of this machine that a container is given. */
  mounts: readonly Word[];
}

/** How a runner of packages is called: its words, the options that take a value, and those that name the package. */
interface Runner {
  words: readonly string[];
  from: 'npm' | 'pypi';
  valued: readonly string[];
  names: readonly string[];
}

const NPM_VALUED = ['-c', '--call', '-w', '--workspace', '--registry', '--userconfig', '--prefix', '--cache'];
const UV_VALUED = [
  '--python',
  '-p',
  '--with',
  '--index',
  '--index-url',
  '--directory',
  '--project',
  '--env-file',
];
const RUNNERS: readonly Runner[] = [
  { words: ['npx'], from: 'npm', valued: NPM_VALUED, names: ['-p', '--package'] },
  { words: ['npm', 'exec'], from: 'npm', valued: NPM_VALUED, names: ['-p', '--package'] },
  { words: ['npm', 'x'], from: 'npm', valued: NPM_VALUED, names: ['-p', '--package'] },
  { words: ['pnpm', 'dlx'], from: 'npm', valued: [], names: ['--package'] },
  { words: ['pnpx'], from: 'npm', valued: [], names: ['--package'] },
  { words: ['yarn', 'dlx'], from: 'npm', valued: [], names: ['-p', '--package'] },
  { words: ['bunx'], from: 'npm', valued: [], names: ['-p', '--package'] },
  { words: ['bun', 'x'], from: 'npm', valued: [], names: ['-p', '--package'] },
  { words: ['uvx'], from: 'pypi', valued: UV_VALUED, names: ['--from'] },
  { words: ['uv', 'tool', 'run'], from: 'pypi', valued: UV_VALUED, names: ['--from'] },
  { words: ['uv', 'x'], from: 'pypi', valued: UV_VALUED, names: ['--from'] },
  {
    words: ['pipx', 'run'],
    from: 'pypi',
    valued: ['--python', '--index-url', '--pip-args'],
    names: ['--spec'],
  },
];

/** Options of `docker run` that take a value as the next word. */
const DOCKER_VALUED = new Set(
  '-e --env --env-file -v --volume --mount -p --publish --name --network --net -w --workdir -u --user --platform --entrypoint --add-host --label -l --memory -m --cpus --pull --hostname -h --cap-add --cap-drop --security-opt --device --gpus --tmpfs --restart --log-driver --dns --shm-size --ulimit'.split(
    ' ',
  ),
);

const NOTHING: Launched = { rest: [], mounts: [] };

/** The name of a program without folder and ending: `/usr/bin/npx`, `npx.cmd`. */
const programName = (text: string) =>
  (text.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');

/** Reads what a command starts. A script of the project, or anything else that is not known, starts nothing that can be seen. */
export function readLaunch(words: readonly Word[]): Launched {
  const [first] = words;
  if (first === undefined) return NOTHING;
  const program = programName(first.text);
  const inner = wrapped(program, words);
  if (inner) return readLaunch(inner);
  if (program === 'docker' || program === 'podman' || program === 'nerdctl') return readContainer(words);
  if (program === 'go' && words[1]?.text === 'run') return readGo(words.slice(2));
  if (program === 'deno' && words[1]?.text === 'run') return readDeno(words.slice(2));
  for (const runner of RUNNERS) {
    const isIt = runner.words.every((word, index) =>
      index === 0 ? program === word : words[index]?.text === word,
    );
    if (isIt) return readPackage(runner, words.slice(runner.words.length));
  }
  return { ...NOTHING, rest: words.slice(1) };
}

/** The command inside `cmd /c ...`, `env K=V ...` or `bash -c "..."`. */
function wrapped(program: string, words: readonly Word[]): readonly Word[] | undefined {
  if (program === 'cmd' && words[1]?.text.toLowerCase() === '/c') return words.slice(2);
  if (program === 'env') {
    const start = words.findIndex(
      (word, index) => index > 0 && !word.text.includes('=') && !word.text.startsWith('-'),
    );
    return start < 0 ? undefined : words.slice(start);
  }
  if (!['bash', 'sh', 'zsh'].includes(program)) return undefined;
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c$/.test(word.text));
  const script = flag < 0 ? undefined : words[flag + 1];
  return script && splitCommand(script);
}

/** The words of a command line; quotes hold words together. A script of several commands gives its first. */
export function splitCommand(line: Word): Word[] {
  return commandsOf(line)[0] ?? [];
}

/** The commands of a script, in order, each as its words. */
export function commandsOf({ text, at }: Word): Word[][] {
  const commands: Word[][] = [];
  let words: Word[] = [];
  for (const found of text.slice(0, 4000).matchAll(/"([^"]*)"|'([^']*)'|([^\s"';|&]+)|([;|&])/g)) {
    const [, double, single, plain, end] = found;
    if (end !== undefined) {
      if (words.length > 0) commands.push(words);
      words = [];
      continue;
    }
    const word = double ?? single ?? plain ?? '';
    if (word !== 'exec') words.push({ text: word, at });
  }
  return words.length > 0 ? [...commands, words] : commands;
}

const PYTHON = /^python(?:3(?:\.\d+)?)?(?:@[\w.]+)?$/;

/** Options with which `npx` fetches nothing. */
const INSTALLED_ONLY = new Set(['--no-install', '--no', '--offline']);

function readPackage({ from, valued, names }: Runner, words: readonly Word[]): Launched {
  let named: Word | undefined;
  let beside: Word | undefined;
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
      if (names.includes(option)) {
        named ??= value;
        if (equals < 0) i++;
      } else if (equals < 0 && valued.includes(option)) i++;
      continue;
    }
    // `uvx python` is the interpreter; what is installed for it stands behind `--with`.
    const isInterpreter = from === 'pypi' && PYTHON.test(text);
    const source = named ?? (isInterpreter ? beside : word);
    const launch = source && launchOf(source);
    return { rest: words.slice(i + 1), mounts: [], ...(launch ? { launch } : {}) };
  }
  const launch = named && launchOf(named);
  return { ...NOTHING, ...(launch ? { launch } : {}) };
}

const EXACT_VERSION = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]{1,60})?$/;

/** A package as a runner takes it: `name`, `name@1.2.3`, `name==1.2.3`, or straight from a repository. */
export function packageOf({ text, at }: Word, from: 'npm' | 'pypi'): Launch | undefined {
  if (/^(?:\.{0,2}[\\/]|~|[A-Za-z]:|file:|\$)/.test(text) || text === '') return undefined;
  if (/^(?:git[+:@]|https?:|github:|gitlab:|bitbucket:)/.test(text)) {
    const commit = /[#@]([0-9a-f]{7,40})$/.exec(text)?.[1];
    return {
      from: 'git',
      name: text,
      ...(commit ? { version: commit } : {}),
      pinned: commit !== undefined,
      at,
    };
  }
  if (from === 'npm') {
    const mark = text.indexOf('@', 1);
    const name = mark < 0 ? text : text.slice(0, mark);
    const version = mark < 0 ? undefined : text.slice(mark + 1);
    return packageAs(from, name, version, at);
  }
  const [, name = text, version] =
    /^([^=<>~!@[\s]+(?:\[[^\]]{0,80}\])?)\s*(?:(?:==|@)\s*(.+))?$/.exec(text) ?? [];
  return packageAs(from, name.replace(/\[.*$/, ''), version, at);
}

function packageAs(from: 'npm' | 'pypi', name: string, version: string | undefined, at: Place): Launch {
  const pinned = version !== undefined && EXACT_VERSION.test(version);
  return { from, name, ...(version === undefined ? {} : { version }), pinned, at };
}

function readGo(words: readonly Word[]): Launched {
  const at = words.findIndex(({ text }) => !text.startsWith('-'));
  const word = words[at];
  if (!word || !/^[\w-]+(?:\.[\w-]+)+\//.test(word.text)) return NOTHING;
  const [name = word.text, version] = word.text.split('@');
  const launch: Launch = {
    from: 'go',
    name,
    ...(version === undefined ? {} : { version }),
    pinned: version !== undefined && EXACT_VERSION.test(version),
    at: word.at,
  };
  return { launch, rest: words.slice(at + 1), mounts: [] };
}

function readDeno(words: readonly Word[]): Launched {
  const at = words.findIndex(({ text }) => !text.startsWith('-'));
  const word = words[at];
  const name = word && /^(?:npm|jsr):(.+)$/.exec(word.text)?.[1];
  const launch = word && name !== undefined ? packageOf({ text: name, at: word.at }, 'npm') : undefined;
  return { rest: words.slice(at + 1), mounts: [], ...(launch ? { launch } : {}) };
}

function readContainer(words: readonly Word[]): Launched {
  const run = words.findIndex(({ text }) => text === 'run');
  if (run < 0) return NOTHING;
  const mounts: Word[] = [];
  for (let i = run + 1; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    if (!word.text.startsWith('-')) {
      const launch = imageOf(word);
      return { rest: words.slice(i + 1), mounts, ...(launch ? { launch } : {}) };
    }
    const equals = word.text.indexOf('=');
    const option = equals < 0 ? word.text : word.text.slice(0, equals);
    const isValued = DOCKER_VALUED.has(option);
    const value =
      equals >= 0 ? { text: word.text.slice(equals + 1), at: word.at } : isValued ? words[i + 1] : undefined;
    const source = value && mountSource(option, value.text);
    if (value && source !== undefined) mounts.push({ text: source, at: value.at });
    if (equals < 0 && isValued) i++;
  }
  return { ...NOTHING, mounts };
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
  if (digest > 0) {
    return { from: 'image', name: text.slice(0, digest), version: text.slice(digest + 1), pinned: true, at };
  }
  const colon = text.lastIndexOf(':');
  const hasTag = colon > text.lastIndexOf('/');
  const version = hasTag ? text.slice(colon + 1) : undefined;
  const name = hasTag ? text.slice(0, colon) : text;
  const pinned = version !== undefined && EXACT_VERSION.test(version);
  return { from: 'image', name, ...(version === undefined ? {} : { version }), pinned, at };
}
