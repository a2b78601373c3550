/** What a program may do to a client that adds no header, or one that is read. */
const KNOWN_USES = new RegExp(
  `^\\.(?:${[
    '(?:get|head|options|post|put|patch|delete|request|send|stream|build_request|json|create|extend)\\b',
    '(?:close|aclose|closed|base_url|timeout|verify|params|cookies|proxies|cert|auth)\\b',
    'defaults\\.(?:headers|baseURL|timeout)\\b',
    'headers(?:\\s*=[^=]|\\s*\\[|\\.(?:update|get|pop|items|keys)\\()',
  ].join('|')})`,
);
/** Behind these a name is handed to something else. */
const HANDED = /(?:[(,=[{:]|\breturn|\byield|\bawait)\s*$/;
const EXPORTED = /\bexport\s*\{[^}]{0,2000}\}/g;
/** No longer name, and no text: `https://api.example.com`. */
const BEFORE_NAME = '(?<![\\w$/"\'`-])';
/** Places that are looked at. */
const MOST_PLACES = 400;

/**
 * Whether a program may hand a client of this name to what changes it, or changes it itself by more than what is read:
 * told from its text, rather too often.
 */
export function isHandedOn(text: string, name: string): boolean {
  const plain = text.replace(EXPORTED, (found) => ' '.repeat(found.length));
  const word = new RegExp(`${BEFORE_NAME}${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
  let left = MOST_PLACES;
  for (const { index } of plain.matchAll(word)) {
    if (left-- <= 0) return true;
    const after = plain.slice(index + name.length, index + name.length + 60);
    if (/^\.[\w$]/.test(after)) {
      if (!KNOWN_USES.test(after)) return true;
    } else if (!/^\s*(?:=[^=>]|\(|:)/.test(after) && HANDED.test(plain.slice(Math.max(0, index - 12), index)))
      return true;
  }
  return false;
}
