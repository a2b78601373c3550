import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own with these files, removed after the test. Gives its path without links. */
export function makeTree(files: Record<string, string | Uint8Array> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'agent-lint-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Makes a folder a git repository without commits. */
export function gitInit(root: string): void {
  execFileSync('git', ['init', '-q', root], { stdio: 'ignore' });
}
