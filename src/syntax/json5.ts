/**
 * A text of JSON5 as YAML that has the same places: comments and tabs become blanks. YAML takes keys and texts as JSON5
 * writes them, commas at the end included. What it does not take (`{a:1}` without a blank, texts over several lines) is a
 * fault of the text as YAML.
 */
export function json5AsYaml(text: string): string {
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
    out += char === '\t' ? ' ' : char;
  }
  return out;
}
