import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { sampleTextProperty } from './text-property.js';

/** Where a run of tests kept the programs that it lints (`keepProgram`). */
const folder = process.env.AGENT_LINT_PROGRAMS;

describe.skipIf(folder === undefined)(
  'comments, unused code and names of local variables decide nothing',
  () => {
    it.each(folder === undefined ? [] : readdirSync(folder))('in %s', async (name) => {
      await sampleTextProperty(filesIn(join(folder ?? '', name)));
    });
  },
);

/** The files of a folder by their paths in it. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}
