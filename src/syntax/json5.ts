/** A text of JSON5 as YAML, and where YAML needs a blank that the text does not have: `{a:1}`. */
export interface Json5AsYaml {
  text: string;
  /** Offsets of characters before which it needs one, in order. */
  blanks: readonly number[];
}

/**
 * A text of JSON5 as YAML that has the same places: comments and tabs become blanks. YAML takes keys and texts as JSON5
 * writes them, commas at the end included. What it does not take (texts over several lines) is a fault of the text as YAML.
 */
export function json5AsYaml(text: string): Json5AsYaml {
  const blanks: number[] = [];
  let out = '';
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== '') {
      out += char;
      if (char === '\\') out += text.charAt(++at);
      else if (char === quote) quote = '';
      continue;
    }
    if (char === '/' && (text.charAt(at + 1) === '/' || text.charAt(at + 1) === '*')) {
      const isLine = text.charAt(at + 1) === '/';
      const found = text.indexOf(isLine ? '\n' : '*/', at + 2);
      const end = found < 0 ? text.length : isLine ? found : found + 2;
      out += text.slice(at, end).replace(/[^\n]/g, ' ');
      at = end - 1;
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    // In JSON5 a colon outside of texts ends a key.
    if (char === ':' && /[\w$]/.test(text.charAt(at - 1)) && /\S/.test(text.charAt(at + 1)))
      blanks.push(at + 1);
    out += char === '\t' ? ' ' : char;
  }
  return { text: out, blanks };
}
