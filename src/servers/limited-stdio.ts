import { type ChildProcess, spawn } from 'node:child_process';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** Most bytes that a server may send in one snapshot. */
export const MAX_BYTES = 10 * 1024 * 1024;

/** Most lines that are no message; a server may greet before it speaks the protocol. */
const MAX_STRAY_LINES = 100;

/** Characters of what a server says on its standard error that are kept: a trace may follow the line that counts. */
const KEPT_ERRORS = 20_000;

/** Characters that are kept of what it prints and that is no message. */
const KEPT_PRINT = 2000;

/** What starts a server: its words, what is added to its environment, where it runs. */
export interface Start {
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  folder: string;
}

/** What a child says beside messages, as it says it. */
export interface ServerOutput {
  /** The end of what it said on its standard error. */
  errorText(): string;
  /** The last that it printed on its standard output and that is no message; unfinished, if its line is. */
  printed(): string;
}

/**
 * A transport over the standard streams of one child, which ends with everything that it started. The client of the SDK
 * knows standard streams by the members `pid` and `stderr`: there, silence on a question means an older server.
 */
export interface LimitedStdio extends Transport, ServerOutput {
  readonly pid: number | null;
  readonly stderr: null;
}

/** Variables that a child gets beside its own: what programs need to run, and no secret of the user. */
const PASSED = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'LANG',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'PROGRAMFILES',
  'COMSPEC',
  'PATHEXT',
];

/** Starts a server within limits: too many bytes, or too many lines that are no message, end it with an error. */
export function limitedStdio({ command, environment, folder }: Start): LimitedStdio {
  let child: ChildProcess | undefined;
  let errors = '';
  let printed = '';
  let closed = false;
  const transport: LimitedStdio = {
    get pid() {
      return child?.pid ?? null;
    },
    stderr: null,
    errorText: () => errors,
    printed: () => printed,
    start: () =>
      new Promise((resolve, reject) => {
        const [program = '', ...words] = command;
        const env = Object.fromEntries(
          PASSED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
        );
        // A group of its own, so that whatever it starts ends with it.
        child = spawn(program, words, {
          cwd: folder,
          env: { ...env, ...environment },
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: process.platform !== 'win32',
          windowsHide: true,
        });
        child.once('spawn', () => resolve());
        child.once('error', (error) => {
          reject(error);
          transport.onerror?.(error);
        });
        child.once('close', () => end());
        child.stdin?.on('error', () => undefined);
        child.stderr?.on('data', (chunk: Buffer) => {
          errors = (errors + chunk.toString('utf8')).slice(-KEPT_ERRORS);
        });
        const keep = (text: string) => {
          printed = text.slice(-KEPT_PRINT);
        };
        if (child.stdout) readMessages(child.stdout, transport, () => closed, keep);
      }),
    send: async (message) => {
      child?.stdin?.write(`${JSON.stringify(message)}\n`);
    },
    close: async () => {
      stop(child);
      end();
    },
  };
  const end = () => {
    if (closed) return;
    closed = true;
    transport.onclose?.();
  };
  return transport;
}

function readMessages(
  stream: NodeJS.ReadableStream,
  transport: Transport,
  isClosed: () => boolean,
  keepStray: (text: string) => void,
): void {
  let pending = '';
  let bytes = 0;
  let stray = 0;
  const refuse = (message: string) => {
    transport.onerror?.(new ServerRefused(message));
    transport.close();
  };
  stream.on('data', (chunk: Buffer) => {
    if (isClosed()) return;
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      refuse(`it sent more than ${MAX_BYTES / 1024 / 1024} MiB`);
      return;
    }
    const lines = (pending + chunk.toString('utf8')).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() === '') continue;
      const message = messageIn(line);
      if (message) transport.onmessage?.(message);
      else if (++stray > MAX_STRAY_LINES) {
        refuse('its standard output is not a message of the protocol');
        return;
      } else keepStray(`${line}\n`);
    }
    if (pending.trim() !== '') keepStray(pending);
  });
}

/** Why a server was ended by us. */
export class ServerRefused extends Error {}

function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value;
    return isMessage ? (value as JSONRPCMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** Ends a child and all that it started; it may ignore a polite request. */
function stop(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}
