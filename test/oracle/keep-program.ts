import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IS_PROGRAM = /\.(?:py|[cm]?[jt]sx?)$/;

/**
 * Keeps the files that a test checks, where `npm run oracle -- collect` asks for it and one of them is a program: in a
 * folder that is named by a hash of them, below the folder in `AGENT_LINT_PROGRAMS`.
 */
export function keepProgram(files: Readonly<Record<string, string | Uint8Array>>): void {
  const folder = process.env.AGENT_LINT_PROGRAMS;
  if (folder === undefined || !Object.keys(files).some((name) => IS_PROGRAM.test(name))) return;
  const hash = createHash('sha256');
  for (const [name, text] of Object.entries(files)) hash.update(`${name}\0`).update(text).update('\0');
  const kept = join(folder, hash.digest('hex').slice(0, 16));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(kept, name)), { recursive: true });
    writeFileSync(join(kept, name), text);
  }
}
