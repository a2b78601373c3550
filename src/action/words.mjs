/**
 * Splits an input into words, as people write lists: spaces and line breaks separate alike, and quotes keep a name
 * together. Nothing else has a meaning: a `$`, a backslash or a star stays what it is.
 * @throws {Error} where a quote is not closed.
 */
export function wordsOf(text) {
  const words = [];
  let word;
  let quote;
  for (const character of text) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) throw new Error(`a quote (${quote}) is not closed: ${text.trim()}`);
  if (word !== undefined) words.push(word);
  return words;
}
