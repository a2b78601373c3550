import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { type CommandRun, runIn, tryIn } from './run.js';

/** The real pre-commit: Debian's, in CI. */
export const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;

const agent = (bound: string) =>
  `{ "agent": { "model": "m" }, "multi_agent": { "enabled": true${bound} }, "controls": { "tracing": { "sink": "webhooks" } } }\n`;

/** An agent with a subagent bound, and the same without. */
export const CLEAN = agent(', "max_concurrent_subagents": 4');
export const FLAWED = agent('');

export interface Project {
  folder: string;
  write(files: Record<string, string | Uint8Array>): void;
  /** Runs a script of bash in it. */
  run(script: string): Promise<CommandRun>;
  try(script: string): Promise<CommandRun>;
  /** Commits these files. A hook decides over the status. */
  commit(files: Record<string, string>): Promise<CommandRun>;
}

/** A new git repository of these files, without commits. `env` holds for every command that runs in it. */
export async function projectOf(
  files: Record<string, string | Uint8Array>,
  env: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'agent-lint-project-')),
): Promise<Project> {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const all = { PRE_COMMIT_HOME: inject('preCommitHome'), ...env };
  const write = (written: Record<string, string | Uint8Array>) => {
    for (const [name, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write({ '.gitignore': 'node_modules/\n', ...files });
  await runIn(folder, 'git init --quiet .');
  return {
    folder,
    write,
    run: (script) => runIn(folder, script, all),
    try: (script) => tryIn(folder, script, all),
    commit(written) {
      write(written);
      return tryIn(folder, 'git add . && git commit --quiet --message "Change the desk"', all);
    },
  };
}

/** A clean commit passes the hook of a project, a flawed one fails, the mended one passes. */
export async function expectHookWorks(project: Project): Promise<void> {
  const clean = await project.commit({ 'desk.agent.json': CLEAN });
  expect(clean.log).toMatch(/agent-lint\.+Passed/);
  expect(clean.status).toBe(0);
  const flawed = await project.commit({ 'desk.agent.json': FLAWED });
  expect(flawed.log).toMatch(/agent-lint\.+Failed/);
  expect(flawed.log).toMatch(/1:58 +error +delegation\/unbounded/);
  expect(flawed.status).not.toBe(0);
  const mended = await project.commit({ 'desk.agent.json': CLEAN.replace('4', '3') });
  expect(mended.log).toMatch(/agent-lint\.+Passed/);
  expect(mended.status).toBe(0);
  expect((await project.run('git log --oneline')).stdout.trim().split('\n')).toHaveLength(2);
}
