import { placeSpan } from '../../model/index.js';
import type { UnreadFiles } from '../../systems/index.js';
import { count, visible } from './text.js';

/** Files that are listed of one framework; the rest is counted. JSON lists all. */
const MOST_FILES = 50;

/** How many files use a framework that is recognised and not read yet. */
export function unreadCount(unread: readonly UnreadFiles[]): number {
  return new Set(unread.flatMap(({ files }) => files)).size;
}

/** `Not checked: 2 files use a framework that is not read yet`. */
export function unreadTitle(unread: readonly UnreadFiles[]): string {
  const files = unreadCount(unread);
  return `Not checked: ${count(files, 'file uses', 'files use')} a framework that is not read yet`;
}

/** What people can do about files that were not checked. */
export const UNREAD_NEXT =
  'Next: review them by hand, and leave out what was reviewed with `exclude`. --fail-on-unread ends with status 1 while any is left.';

/** `LangChain: desk.py, src/tools.py`, one for each framework. */
export function unreadItems(unread: readonly UnreadFiles[], most = MOST_FILES): string[] {
  return unread.map(({ framework, files }) => {
    const named = files
      .slice(0, most)
      .map((file) => visible(placeSpan(file)))
      .join(', ');
    return files.length > most
      ? `${framework}: ${named} and ${files.length - most} more`
      : `${framework}: ${named}`;
  });
}

/** All in one line, with few names: `2 files not checked, framework not read yet (LangChain: desk.py, tools.py)`. */
export function unreadBrief(unread: readonly UnreadFiles[]): string {
  const files = count(unreadCount(unread), 'file');
  return `${files} not checked, framework not read yet (${unreadItems(unread, 3).join('; ')})`;
}

/** What was not read, as sentences that nobody takes for a clean result, one for each framework. */
export function notReadSentences(unread: readonly UnreadFiles[]): string[] {
  return unread.map(({ framework, files }) => {
    const one = files.length === 1;
    return `${count(files.length, 'file builds', 'files build')} agents with ${visible(framework)}, which agent-lint does not read: nothing of ${one ? 'it' : 'them'} was checked.`;
  });
}
