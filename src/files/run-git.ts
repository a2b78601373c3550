import { AsyncLocalStorage } from 'node:async_hooks';
import { execFileSync } from 'node:child_process';
import { delimiter, dirname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asked } from './observed.js';
import { findRoot } from './root.js';
import { isBelow, realPathOf } from './symlinks.js';

/** Longest time that a call of git may take, in milliseconds: it waits for ever on a FIFO named `.gitignore`. */
const TIMEOUT_MS = 10_000;

/** Most output that is taken, in bytes. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/**
 * A repository's own configuration can name programs: `core.fsmonitor` is one that listing files runs. Settings on the
 * command line win over it. No hook, pager, filter, text conversion, fetch of missing objects or lock is needed.
 */
const SAFE = [
  '--no-pager',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.untrackedCache=false',
    'core.attributesFile=/dev/null',
    'diff.external=',
    'protocol.allow=never',
  ].flatMap((setting) => ['-c', setting]),
];

/** What git says: the bytes on standard output, and whether it ended well. */
export type GitAnswer = { ok: true; output: Buffer } | { ok: false; reason: string };

/** What a call of git may need beside its arguments. */
export interface GitCall {
  /** Written to its standard input. */
  input?: string;
  /** Milliseconds; left out: ten seconds. */
  timeout?: number;
  /** An index other than the repository's own. */
  index?: string;
  /** It asks for objects by their names, which are hashes: the answer is always the same. */
  isOfNames?: true;
}

/**
 * Runs git on a folder, with nothing of the repository executed. Started in our own folder, so that none of the tree's
 * programs is found first.
 */
export function askGit(folder: string, args: readonly string[], call: GitCall = {}): GitAnswer {
  const { input = '', index = '' } = call;
  const ask = () => runGit(folder, args, call);
  const once = () =>
    call.input === undefined ? remembered([folder, index, ...args].join('\0'), ask) : ask();
  return call.isOfNames ? once() : asked(['git', folder, args, input, index], once, wordsOf);
}

/** What git said in a run, by what it was asked. */
const said = new AsyncLocalStorage<Map<string, GitAnswer>>();

/** A run is about one state of the repository: whatever part of it asks git, a question is asked once. */
export const askingGitOnce = <T>(run: () => Promise<T>): Promise<T> =>
  said.getStore() ? run() : said.run(new Map(), run);

/** The same in a process that stays: each such run is about the state that the repository has then. */
export const askingGitAnew = <T>(run: () => Promise<T>): Promise<T> => said.run(new Map(), run);

function remembered(question: string, ask: () => GitAnswer): GitAnswer {
  const known = said.getStore();
  const answer = known?.get(question) ?? ask();
  known?.set(question, answer);
  return answer;
}

const wordsOf = (answer: GitAnswer): string | Uint8Array => (answer.ok ? answer.output : answer.reason);

function runGit(folder: string, args: readonly string[], call: GitCall): GitAnswer {
  const { input, timeout = TIMEOUT_MS, index } = call;
  try {
    const output = execFileSync('git', [...SAFE, '-C', folder, ...args], {
      cwd: dirname(fileURLToPath(import.meta.url)),
      env: {
        ...gitEnvironment(findRoot(folder).root),
        ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
      },
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout,
      killSignal: 'SIGKILL',
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...(input === undefined ? {} : { input }),
    });
    return { ok: true, output };
  } catch (error) {
    return { ok: false, reason: reasonOf(error as Failure, timeout) };
  }
}

type Failure = NodeJS.ErrnoException & { stderr?: Buffer };

/** The first line that git wrote on standard error, else what the system says. */
function reasonOf({ code, stderr }: Failure, timeout: number): string {
  if (code === 'ENOENT') return 'git is not installed';
  if (code === 'ETIMEDOUT') return `git took longer than ${timeout / 1000} s`;
  const line = stderr?.toString('utf8').split('\n', 1)[0]?.trim() ?? '';
  return line === '' ? `git failed${code === undefined ? '' : ` (${code})`}` : line;
}

/**
 * `GIT_DIR` and its like, which a hook sets, may name a folder other than the one asked about. Programs are looked for
 * outside the tree alone: package runners put its `node_modules/.bin` first.
 */
function gitEnvironment(root: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const realRoot = realPathOf(root) ?? root;
  const isOutside = (folder: string) =>
    isAbsolute(folder) && !isBelow(realPathOf(folder) ?? folder, realRoot);
  const paths = own
    .filter(([name]) => name.toUpperCase() === 'PATH')
    .map(([name, value = '']) => [name, value.split(delimiter).filter(isOutside).join(delimiter)]);
  return {
    ...Object.fromEntries([...own, ...paths]),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ATTR_NOSYSTEM: '1',
  };
}
