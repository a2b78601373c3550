import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keepProgram } from '../../oracle/keep-program.js';
import { sampleTextProperty } from '../../program/text-property.js';

/**
 * Runs something on files in a folder of their own, and removes it. Where one of them is a program, checks the property of
 * text on it.
 */
export async function withTree<T>(
  files: Record<string, string>,
  run: (cwd: string) => Promise<T>,
): Promise<T> {
  keepProgram(files);
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const result = await run(cwd);
    await sampleTextProperty(files);
    return result;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
