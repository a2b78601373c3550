import type { NamedValue } from '../../model/index.js';
import { looksLikeSecret } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from './tool.js';

/** Words of a line that are long enough for a token. */
const LONG = /[^\s`"'<>()[\]{},;]{12,400}/g;
/** What a line calls what stands behind it, in whatever Markdown: `- **API key:** abc`. */
const NAME = /([A-Za-z][\w .-]{0,40}?)[*_`"'\s]{0,4}[:=][*_\s]{0,4}[`"']?$/;
const LONGEST_LINE = 1_000;
/** What pages write into the tokens that they teach with: `AKIAEXPOSEDKEY123456`. */
const TAUGHT = /exposed|leaked|compromised|stolen|expired|invalid|sample|example/i;
/** A short run in order, behind the prefix of a token: `sk_live_abc123def456`. */
const IN_ORDER = /[-_](?=[a-z\d]{1,16}$)[a-z\d]*(?:abc123|a1b2c3|123456|abcdef)/i;
/** What is cut short, as a page shows what a token looks like. */
const CUT = /(?:\.{3}|\u2026)$/;
/** Parts of a word that may be a token by themselves. */
const PARTS = /[\w-]{12,400}/g;
const TOKEN = /eyJ[\w-]{4,400}\.(eyJ[\w-]{4,1000})\.([\w-]{0,400})/;
/** Who the token of examples is of (jwt.io, 2026-11-30), at whatever place in its claims the text begins. */
const NOBODY = /"sub":"1234567890"|"name":"John Doe"/;

/** Whether a token is one of those that pages teach with: it opens nothing. */
function isTaught(word: string): boolean {
  const [, claims, signature = ''] = TOKEN.exec(word) ?? [];
  if (claims === undefined) {
    // What stands around a token, as the address of a repository, says nothing of it.
    const tokens = word.match(PARTS)?.filter(looksLikeSecret) ?? [];
    if (tokens.length === 0) return CUT.test(word) || TAUGHT.test(word) || IN_ORDER.test(word);
    return tokens.every((one) => TAUGHT.test(one) || IN_ORDER.test(one));
  }
  // Of a text that is cut short the last sign may stand for nothing.
  const whole = claims.length % 4 === 1 ? claims.slice(0, -1) : claims;
  const text = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return CUT.test(word) || signature.length < 20 || NOBODY.test(text);
}

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
    const value =
      line.length > LONGEST_LINE
        ? undefined
        : line.match(LONG)?.find((word) => looksLikeSecret(word) && !isTaught(word));
    if (value !== undefined) {
      const index = line.indexOf(value);
      const name = NAME.exec(line.slice(0, index))?.[1] ?? page;
      found.push({ name, value, at: body.within(start + index, start + index + value.length) });
    }
    start += line.length + 1;
  }
  return found;
}
