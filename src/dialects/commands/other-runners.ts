import { valuedOf } from '../../facts/programs/table.js';
import type { Launch } from '../../model/index.js';
import { optionsAtStart, programName } from '../../syntax/shell/command-line.js';
import { type Launched, NOTHING, textOf, type Word } from './command-line.js';
import { EXACT_VERSION, fromRepository, packageAs, packageOf } from './package-names.js';

const optionsStart = (words: readonly Word[], kind: string): number =>
  optionsAtStart(words, valuedOf(kind), textOf);

/** Programs that fetch what is no package of npm or PyPI, or name it in ways of their own. */
export const OTHER_RUNNERS: readonly string[] = ['dnx', 'nix', 'jbang'];

/** Reads what programs start that have ways of their own; undefined where the command is none of theirs. */
export function readOther(words: readonly Word[]): Launched | undefined {
  const program = programName(words[0]?.text ?? '');
  const rest = words.slice(1);
  if (program === 'go' && rest[0]?.text === 'run') return readGo(rest.slice(1));
  if (program === 'deno' && ['run', 'x'].includes(rest[0]?.text ?? '')) return readDeno(rest.slice(1));
  if (program === 'nix') return readNix(rest);
  if (program === 'jbang') return readJbang(rest);
  if (program === 'uv') return readUvRun(rest);
  return undefined;
}

function readGo(words: readonly Word[]): Launched {
  const at = optionsStart(words, 'go');
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
  return { ...NOTHING, launch, rest: words.slice(at + 1) };
}

/** `dnx Acme.Mcp@1.2.3 --yes -- args`; the version may be in an option, also behind the package. */
export function readNuget(words: readonly Word[]): Launched {
  const end = words.findIndex(({ text }) => text === '--');
  const own = end < 0 ? words : words.slice(0, end);
  const at = optionsStart(own, 'nuget');
  const word = own[at];
  if (!word || !/^[A-Za-z][\w.-]*(?:@.+)?$/.test(word.text)) return NOTHING;
  const [name = '', behind] = word.text.split('@');
  const option = own.findIndex(({ text }) => /^--version(?:=|$)/.test(text));
  const version = behind ?? own[option]?.text.split('=')[1] ?? own[option + 1]?.text;
  return {
    ...NOTHING,
    launch: packageAs('nuget', name, behind !== undefined || option >= 0 ? version : undefined, word.at),
    rest: words.slice(at + 1),
  };
}

/** `deno run npm:@acme/mcp@1.2.3/server`, `jsr:@acme/mcp`, `https://example.com/mod@1.2.3/main.ts`. */
function readDeno(words: readonly Word[]): Launched {
  const at = optionsStart(words, 'deno');
  const word = words[at];
  const behind = { ...NOTHING, rest: words.slice(at + 1) };
  if (word && /^https?:\/\//i.test(word.text)) return { ...behind, launch: moduleAt(word) };
  const [, from, named = ''] = /^(npm|jsr):\/?(.+)$/.exec(word?.text ?? '') ?? [];
  // Behind the version a file of the package may stand.
  const name = /^(?:@[^/]{1,200}\/)?[^/]{1,200}/.exec(named)?.[0];
  const launch = word && name !== undefined ? packageOf({ text: name, at: word.at }, 'npm') : undefined;
  if (launch?.from === 'npm' && from === 'jsr') launch.from = 'jsr';
  return { ...behind, ...(launch ? { launch } : {}) };
}

/** A program at an address. A version in its path (`/mod@1.2.3/`, `/v1.2.3/`) or a commit holds it. */
function moduleAt({ text, at }: Word): Launch {
  const path = text.replace(/[?#].*$/s, '');
  const version = /[/@](v?\d+\.\d+\.\d+(?:-[\w.]{1,60})?|[0-9a-f]{40})(?=\/|$)/.exec(path)?.[1];
  return { from: 'url', name: path, ...(version ? { version } : {}), pinned: version !== undefined, at };
}

const FLAKE = /^(?:github|gitlab|sourcehut):[^/]+\/[^/]+|^(?:git\+)?https?:\/\/|^git\+ssh:/;

/** `nix run github:acme/mcp/<commit>#server -- args`. Flakes of folders and of the registry are no packages here. */
function readNix(words: readonly Word[]): Launched | undefined {
  const command = optionsStart(words, 'nix');
  if (words[command]?.text !== 'run') return undefined;
  const own = words.slice(command + 1);
  const at = optionsStart(own, 'nix');
  const word = own[at];
  const rest = own.slice(at + 1).filter(({ text }) => text !== '--');
  const [address = ''] = word?.text.split('#') ?? [];
  if (!word || !FLAKE.test(address)) return { ...NOTHING, rest };
  const version = /^\w+:[^/]+\/[^/?]+\/([^?]+)|[?&](?:rev|ref)=([^&]+)/.exec(address)?.slice(1).find(Boolean);
  const pinned = /(?:^|[/=])[0-9a-f]{40}(?:$|[?&.])/.test(address);
  const name = /^\w+:[^/]+\/[^/?]+/.exec(address)?.[0] ?? address.replace(/\?.*$/s, '');
  return {
    ...NOTHING,
    rest,
    launch: { from: 'git', name, ...(version ? { version } : {}), pinned, at: word.at },
  };
}

/** `jbang org.acme:mcp:1.2.3`, an alias of somebody's catalogue (`mcp@acme/servers`), or the address of a script. */
function readJbang(words: readonly Word[]): Launched {
  let at = optionsStart(words, 'jbang');
  if (words[at]?.text === 'run') at += 1 + optionsStart(words.slice(at + 1), 'jbang');
  const word = words[at];
  const launch = word && scriptOf(word);
  return { ...NOTHING, rest: words.slice(at + 1), ...(launch ? { launch } : {}) };
}

function scriptOf(word: Word): Launch | undefined {
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
  const command = optionsStart(words, 'uv');
  if (words[command]?.text !== 'run') return undefined;
  const own = words.slice(command + 1);
  const at = optionsStart(own, 'uv');
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
export const PYTHON = /^python(?:3(?:\.\d+)?)?(?:@[\w.]+)?$/;
