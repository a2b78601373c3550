import { RUNTIME_TITLE } from '../../decide/index.js';
import { migrationBetween } from '../../facts/runtime-parts.js';
import type { Decision, Runtime } from '../../model/index.js';
import { fileWords } from './drift.js';
import { markdownText } from './markdown.js';
import { sentence, series } from './text.js';

/** Where the agents run today, as bullets of Markdown. */
export function statusQuoLines({ found = [] }: Decision): string[] {
  if (found.length === 0) return ['No file shows a runtime today.'];
  return found.map(
    ({ runtime, files }) => `- ${sentence(RUNTIME_TITLE[runtime])}: ${markdownText(fileWords(files))}`,
  );
}

/** What moves, what has no counterpart and what is to be built, for each runtime of today that does not stay. */
export function migrationLines({ found = [], recommended, runtimes }: Decision): string[] {
  const open = runtimes.flatMap(({ runtime, verdict }) => (verdict === 'excluded' ? [] : runtime));
  const targets: Runtime[] = recommended ? [recommended] : open;
  const moving = found.filter(({ runtime }) => !targets.includes(runtime));
  if (moving.length === 0) return ['Nothing has to move.'];
  const moves = moving.flatMap((one) => targets.map((to) => ({ ...one, to })));
  return moves.flatMap(({ runtime, files, to }, at) => {
    const { moves: taken, withoutCounterpart, build } = migrationBetween(runtime, to);
    const lost = withoutCounterpart.length > 0 ? series(withoutCounterpart) : 'nothing that the spec names';
    const replaced = withoutCounterpart.length > 0 ? ', and what replaces these where you need it' : '';
    return [
      ...(at > 0 ? [''] : []),
      `From ${RUNTIME_TITLE[runtime]} to ${RUNTIME_TITLE[to]} (${markdownText(fileWords(files))}):`,
      '',
      `- Moves: ${series(taken)}`,
      `- No counterpart is shown: ${lost}`,
      `- You build: ${build}${replaced}`,
    ];
  });
}
