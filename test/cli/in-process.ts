import { Console } from 'node:console';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { Readable, Writable } from 'node:stream';
import { statusOf } from '../../src/cli/run.js';
import type { Run } from './run-cli.js';

/** What to put back after the run that has not ended yet. */
const replaced: (() => void)[] = [];

/**
 * Runs the command line from its sources in this process, with a folder, an environment and streams of its own, and
 * without threads: a thread would start the build.
 */
export async function runInProcess(
  cwd: string,
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  if (replaced.length > 0) throw new Error('The run before this one was not awaited.');
  const stdout = collecting();
  const stderr = collecting();
  const onWarning = ({ stack }: Error) => stderr.stream.write(`(node:0) ${stack}\n`);
  process.on('warning', onWarning);
  replaced.push(() => process.off('warning', onWarning));
  try {
    replace(process, 'stdin', Readable.from([Buffer.from(input)]));
    replace(process, 'stdout', stdout.stream);
    replace(process, 'stderr', stderr.stream);
    replace(globalThis, 'console', new Console(stdout.stream, stderr.stream));
    replace(os, 'availableParallelism', () => 1);
    syncBuiltinESMExports();
    setEnvironment(env);
    setFolder(cwd);
    const status = await statusOf(args);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const putBack of replaced.splice(0).reverse()) putBack();
    syncBuiltinESMExports();
  }
}

function replace<Owner extends object>(owner: Owner, name: keyof Owner, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true });
  replaced.push(() => Object.defineProperty(owner, name, before));
}

/** Git and other programs that a run starts inherit the environment, so it is changed in place. */
function setEnvironment(env: Readonly<Record<string, string>>): void {
  const set = (all: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, all);
  };
  const before = { ...process.env };
  replaced.push(() => set(before));
  set(env);
}

function setFolder(cwd: string): void {
  const before = process.cwd();
  replaced.push(() => process.chdir(before));
  process.chdir(cwd);
}

function collecting(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    chunks.push(chunk);
    done();
  };
  return { stream: new Writable({ write }), text: () => Buffer.concat(chunks).toString() };
}
