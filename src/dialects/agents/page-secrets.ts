import type { NamedValue } from '../../model/index.js';
import { looksLikeSecret } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from './tool.js';

/** Words of a line that are long enough for a token. */
const LONG = /[^\s`"'<>()[\]{},;]{12,400}/g;
/** What a line calls what stands behind it, in whatever Markdown: `- **API key:** abc`. */
const NAME = /([A-Za-z][\w .-]{0,40}?)[*_`"'\s]{0,4}[:=][*_\s]{0,4}[`"']?$/;
const LONGEST_LINE = 1_000;

/** Whether a page may have a credential: a token of a known shape. */
export const hasPageSecret = (text: string): boolean => looksLikeSecret(text);

/**
 * The first token of a known shape on each line of a page that an agent loads. Values that only a name calls secret are left
 * out: pages teach with made-up ones.
 */
export function pageSecrets(body: SyntaxNode | undefined): NamedValue[] {
  const text = stringOf(body);
  if (!body || text === undefined || !hasPageSecret(text)) return [];
  const { file } = body.document;
  const page = file.slice(file.lastIndexOf('/') + 1);
  const found: NamedValue[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const value = line.length > LONGEST_LINE ? undefined : line.match(LONG)?.find(looksLikeSecret);
    if (value !== undefined) {
      const index = line.indexOf(value);
      const name = NAME.exec(line.slice(0, index))?.[1] ?? page;
      found.push({ name, value, at: body.within(start + index, start + index + value.length) });
    }
    start += line.length + 1;
  }
  return found;
}
