import { valuedOf } from '../../facts/programs/table.js';
import type { Launch } from '../../model/index.js';
import { optionsAtStart, programName } from '../../syntax/shell/command-line.js';
import { type Launched, NOTHING, textOf, type Word } from './command-line.js';
import { fromRepository, packageAs, packageOf } from './package-names.js';

/** Reads the word of a runner that fetches what is no package of npm or PyPI, or names it in ways of its own; `words`: all of them. */
type ReadNamed = (word: Word, words: readonly Word[]) => Launch | undefined;

/** How they are read, by kind. */
export const NAMED: ReadonlyMap<string, ReadNamed> = new Map<string, ReadNamed>([
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
export function readUvRun(words: readonly Word[]): Launched | undefined {
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
export const PYTHON = /^python(?:3(?:\.\d+)?)?(?:@[\w.]+)?$/;
