/** Of the characters of a token, also where it is escaped for an address. */
const TOKEN_CHARACTERS = /^[\w+~%=.-]+$/;
const HEXADECIMAL = /^[\da-f]+$/i;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** The longest run without a mark: a title is made of words, a token may hold marks by chance. */
const LONGEST_RUN = 10;
/** Of a hundred neighbours, how many differ in kind: by chance some 40 without capitals and 60 with them, in words 20 and 40. */
const CHANGES = 23;
const CHANGES_WITH_CAPITALS = 43;

/**
 * Whether a text looks drawn at random, as a key is: at least `least` characters, digits and letters mixed as no name
 * mixes them. A UUID is none: it names things more often than it opens them.
 */
export function looksRandom(text: string, least: number): boolean {
  if (text.length < least || !TOKEN_CHARACTERS.test(text) || UUID.test(text)) return false;
  const { digits, upper, lower, changes, neighbours, longest } = mixtureOf(text);
  const isMixed = upper > 0 && lower > 0;
  if (digits < (isMixed ? 1 : 2) || upper + lower < 2) return false;
  if (HEXADECIMAL.test(text)) return true;
  const wanted = isMixed ? CHANGES_WITH_CAPITALS : CHANGES;
  return longest >= LONGEST_RUN && changes * 100 >= wanted * neighbours;
}

type Kind = 'digit' | 'upper' | 'lower' | 'mark';

function kindOf(code: number): Kind {
  if (code >= 0x30 && code <= 0x39) return 'digit';
  if (code >= 0x41 && code <= 0x5a) return 'upper';
  return code >= 0x61 && code <= 0x7a ? 'lower' : 'mark';
}

function mixtureOf(text: string) {
  const count = { digit: 0, upper: 0, lower: 0, mark: 0 };
  let [changes, neighbours, longest, run] = [0, 0, 0, 0];
  let before: Kind = 'mark';
  for (let i = 0; i < text.length; i++) {
    const kind = kindOf(text.charCodeAt(i));
    count[kind]++;
    run = kind === 'mark' ? 0 : run + 1;
    longest = Math.max(longest, run);
    if (kind !== 'mark' && before !== 'mark') {
      neighbours++;
      if (kind !== before) changes++;
    }
    before = kind;
  }
  return { digits: count.digit, upper: count.upper, lower: count.lower, changes, neighbours, longest };
}
