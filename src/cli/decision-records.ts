import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeFailure } from '../files/index.js';
import type { RecordFile } from '../report/decision.js';
import { UsageError } from '../project/usage-error.js';

/** A record that is there: `0007-run-the-agents-on-....md`. */
const RECORD = /^(\d{4})-.*\.md$/;

/**
 * Writes decision records into a folder, numbered on from those that it has. A record that people may have signed is never
 * overwritten; one that is there word for word is not written again. Gives a line for each, with the folder as `shown`.
 * @throws {UsageError} where a file cannot be written.
 */
export function writeRecords(
  folder: string,
  records: readonly RecordFile[],
  shown: string = folder,
): string[] {
  const known = recordsIn(folder);
  let number = Math.max(0, ...known.map((name) => Number(RECORD.exec(name)?.[1])));
  const taken = new Set<string>();
  return records.map(({ slug, text }) => {
    const same = known.find(
      (name) => name.slice(5) === `${slug}.md` && !taken.has(name) && readText(join(folder, name)) === text,
    );
    if (same !== undefined) {
      taken.add(same);
      return `${join(shown, same)} is unchanged.`;
    }
    number += 1;
    const name = `${String(number).padStart(4, '0')}-${slug}.md`;
    const file = join(folder, name);
    try {
      replaceFile(file, text);
    } catch (error) {
      throw new UsageError(`cannot write ${file}: ${writeFailure(error)}`);
    }
    return `Wrote ${join(shown, name)}.`;
  });
}

function recordsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => RECORD.test(name))
      .sort();
  } catch (error) {
    // A folder that is not there is made; any other mistake shows when the first record is written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`cannot read ${folder}: ${writeFailure(error)}`);
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
