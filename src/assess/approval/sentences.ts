/** A word of a sentence, in lower case; `breaks`: a comma, colon or bracket is before it. */
export interface Word {
  text: string;
  breaks: boolean;
}

/** A sentence and where it is in its text, in UTF-16 units. */
export interface Sentence {
  start: number;
  end: number;
  words: Word[];
}

const isLetter = (char: string) => (char < '\u0080' ? isPlainLetter(char) : /[\p{L}\p{N}]/u.test(char));
/** A letter or digit of ASCII: most characters are such, and need no table of all scripts. */
const isPlainLetter = (char: string) =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9');
const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\r' || char === '\n';

/** The sentences of a text, by one scan. A line that starts like a new thought ends the one before it. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !endsSentence(text, at)) continue;
    const sentence = sentenceIn(text, start, Math.min(at + 1, text.length));
    if (sentence.words.length > 0) sentences.push(sentence);
    start = at + 1;
  }
  return sentences;
}

function endsSentence(text: string, at: number): boolean {
  const char = text.charAt(at);
  const next = text.charAt(at + 1);
  if (char === '\n') return startsThought(text, at + 1);
  return (char === '.' || char === '!' || char === '?' || char === ';') && (next === '' || isSpace(next));
}

/** Whether a line begins with a bullet, a number, a capital, or is blank. */
function startsThought(text: string, from: number): boolean {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
  const first = text.charAt(at);
  return first === '' || !isLetter(first) || first !== first.toLowerCase() || (first >= '0' && first <= '9');
}

function sentenceIn(text: string, from: number, to: number): Sentence {
  let start = from;
  let end = to;
  while (start < end && (isSpace(text.charAt(start)) || '-*#>'.includes(text.charAt(start)))) start += 1;
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1;
  return { start, end, words: wordsIn(text, start, end) };
}

function wordsIn(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let current = '';
  let breaks = false;
  for (let at = start; at <= end; at += 1) {
    const char = at < end ? text.charAt(at) : ' ';
    if (isLetter(char)) current += char;
    else if (current !== '' && (char === '-' || char === "'" || char === '’'))
      current += char === '’' ? "'" : char;
    else {
      if (current !== '') {
        words.push({ text: plain(current), breaks });
        breaks = false;
      }
      current = '';
      if (!isSpace(char) && char !== '"' && char !== '*' && char !== '`') breaks = true;
    }
  }
  return words;
}

/** Lower case, without a possessive ending: `Manager's` -> `manager`. */
function plain(word: string): string {
  const lower = word.toLowerCase();
  const bare = lower.endsWith('-') || lower.endsWith("'") ? lower.slice(0, -1) : lower;
  return bare.endsWith("'s") ? bare.slice(0, -2) : bare;
}
