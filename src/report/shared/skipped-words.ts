import type { Skipped, SkippedBecause } from '../../model/index.js';
import { count, series, visible } from './text.js';

/** What is not read for each reason: of one, and of several. */
const WORDS: Readonly<Record<SkippedBecause, readonly [one: string, several: string]>> = {
  'too-large': ['file above the size limit', 'files above the size limit'],
  excluded: ['excluded file', 'excluded files'],
  generated: ['generated file', 'generated files'],
  vendored: ['vendored file', 'vendored files'],
  installed: ['document of an installed package', 'documents of installed packages'],
  'too-many': ['file in a folder with too many', 'files in folders with too many'],
  folder: ['folder for what is built or installed', 'folders for what is built or installed'],
};

/** What belongs to the project and was not read, in one line; undefined if everything was. */
export function skippedLine(skipped: readonly Skipped[]): string | undefined {
  if (skipped.length === 0) return undefined;
  const items = skipped.map(({ why, count: number, files }) => {
    const [only] = files;
    const name = number === 1 && only !== undefined ? ` (${visible(only)})` : '';
    return `${count(number, ...WORDS[why])}${name}`;
  });
  return `Not read: ${series(items)}. agent-lint inspect --files names them.`;
}
