import type { NamedValue, Scope } from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { splitWords, type Word } from '../commands/command-line.js';
import type { Launched } from '../commands/command-line.js';
import { isStarter, readLaunch } from '../commands/launch.js';

/** How a server is started, by its command. */
export interface ServerStart extends Pick<Launched, 'launch' | 'rest' | 'assigned'> {
  /** Folders that a file server is given as arguments, and those that a container mounts. */
  folders: Scope[];
}

/** Servers of files and of repositories: a folder among their arguments is what they work in. */
const SERVES_FILES = /file-?system|(?:^|[-_/@])(?:files?|fs|git)(?:[-_]|$)/i;
const FOLDER = /^(?:[\\/~.$%]|[A-Za-z]:(?:[\\/]|$)|file:\/\/)/;
const FOLDER_VARIABLE =
  /(?:^|_)(?:ALLOWED|ROOT|BASE|SHARED)_?(?:DIR|DIRS|DIRECTORY|DIRECTORIES|PATH|PATHS|FOLDER|FOLDERS)$|^(?:ROOTS?|DIRECTORIES)$/i;

/** Reads the command of a server. `name`: what it is called, if no package says what it is. */
export function startOf(
  name: string,
  words: readonly Word[],
  environment: readonly NamedValue[] = [],
): ServerStart {
  const { launch, rest, mounts, assigned } = readLaunch(words);
  const folders = mounts.map(({ text, at }) => ({ value: text, at }));
  const servesFiles = launch
    ? SERVES_FILES.test(launch.name)
    : SERVES_FILES.test(name) || startsFileServer(words, rest);
  // In a container the words behind the image are folders of the container.
  if (servesFiles && launch?.from !== 'image') {
    for (const { text, at } of rest) {
      const value = text.replace(/^--?[A-Za-z][\w-]*=/, '');
      if (FOLDER.test(value)) folders.push({ value, at });
    }
    for (const one of foldersInVariables(environment)) folders.push(one);
  }
  return { ...(launch && { launch }), rest, folders, assigned };
}

/** Whether a program, a script or a module (`python -m mcp_server_git`, `uv run mcp-server-git`) is by its name a server of files. */
function startsFileServer(words: readonly Word[], rest: readonly Word[]): boolean {
  const [first] = rest;
  const program = words[0]?.text ?? '';
  const script = /\.[cm]?[jt]s$|\.py$/.test(first?.text ?? '') ? first?.text : undefined;
  if (/file-?system/i.test(`${program} ${script ?? ''}`)) return true;
  const module = first?.text === '-m' || first?.text === 'run' ? rest[1]?.text : undefined;
  return [program, module ?? ''].some((text) => {
    const last = text.split(/[\\/]/).at(-1) ?? '';
    // The program `git` itself serves nothing.
    return last !== 'git' && SERVES_FILES.test(last);
  });
}

function foldersInVariables(environment: readonly NamedValue[]): Scope[] {
  return environment.flatMap(({ name, value, at }) =>
    FOLDER_VARIABLE.test(name)
      ? value
          .replace(/[[\]"']/g, '')
          .split(/[,;]|(?<!(?:^|[,;\s])[A-Za-z]):(?=[\\/~.$](?!\/))/)
          .map((folder) => folder.trim())
          .filter((folder) => FOLDER.test(folder))
          .map((folder) => ({ value: folder, at }))
      : [],
  );
}

/** The words of a command and its arguments; a computed one is left out, unless `textOf` gives its text. */
export function wordsOf<Node extends SyntaxNode>(
  command: Node | undefined,
  args: Node | undefined,
  textOf: (node: Node) => string | undefined = stringOf,
): Word[] {
  const listed = (node: Node | undefined) =>
    ((node?.items() ?? []) as readonly Node[]).flatMap((item): Word[] => {
      const text = typeof item.scalar === 'number' ? String(item.scalar) : textOf(item);
      return text === undefined ? [] : [{ text, at: item.at() }];
    });
  const text = stringOf(command);
  const line = stringOf(args);
  const given = args && line !== undefined ? splitWords({ text: line, at: args.at() }) : listed(args);
  if (command === undefined || text === undefined) return [...listed(command), ...given];
  const whole = { text, at: command.at() };
  if (!/\s/.test(text) || PATH_WITH_SPACES.test(text)) return [whole, ...given];
  // A whole command line in `command` is a mistake that clients forgive; a name with spaces may be before arguments.
  const words = splitWords(whole);
  return given.length === 0 || isStarter(words[0]?.text ?? '') ? [...words, ...given] : [whole, ...given];
}

/** A path of which a folder has a space in its name: `C:\Program Files\acme\server.exe`. */
const PATH_WITH_SPACES = /^(?:[A-Za-z]:[\\/]|[\\/~.$])\S*\s(?![-@\\/~.$"']|[A-Za-z]:[\\/])[^\\/]*[\\/]/;

/** The command as people read it. What looks like a credential is cut out. */
export function commandText(words: readonly Word[]): string {
  return redact(
    words
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 200),
  );
}
