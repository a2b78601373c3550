import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { runIn } from './run.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A clone of this repository's last commit, after `npm ci`. */
    clone: string;
    /** The tarball that `npm pack` makes in it. */
    tarball: string;
    /** Where pre-commit keeps its environments, for all tests. */
    preCommitHome: string;
  }
}

/** Makes what all tests install from, once: in a folder beside the one where projects are made. */
export default async function made(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-install-'));
  const clone = join(folder, 'agent-lint');
  const root = resolve(import.meta.dirname, '../..');
  await runIn(folder, `git clone --quiet '${root}' agent-lint`);
  await runIn(clone, 'npm ci --prefer-offline');
  const name = (await runIn(clone, `npm pack --silent --pack-destination '${folder}'`)).stdout.trim();
  mkdirSync(join(folder, 'pre-commit'));
  project.provide('clone', clone);
  project.provide('tarball', join(folder, name));
  project.provide('preCommitHome', join(folder, 'pre-commit'));
  return () => rmSync(folder, { recursive: true, force: true });
}
