/** An entry of `permissions`: a pattern of tool names, and patterns of arguments that all have to hold. */
export interface Pattern {
  /** As written. */
  text: string;
  /** In lower case: case does not count. */
  name: string;
  conditions: readonly { key: string; value: string }[];
}

/** Reads `tool:arg=pattern:arg=pattern`. Only a colon before `key=` parts; others belong to a name or a value. */
export function readPattern(text: string): Pattern {
  const [name = '', ...rest] = text.split(/:(?=[A-Za-z_]\w{0,60}=)/);
  const conditions = rest.map((part) => {
    const equals = part.indexOf('=');
    return { key: part.slice(0, equals), value: part.slice(equals + 1) };
  });
  return { text, name: name.trim().toLowerCase(), conditions };
}

/** Longest pattern and text that are compared star by star, in UTF-16 units. */
const LONGEST = 500;

/** Whether a pattern with `*` and `?` matches a whole text. Takes at most pattern times text steps. */
export function matches(pattern: string, text: string): boolean {
  if (pattern.length > LONGEST || text.length > LONGEST) return pattern === text;
  let at = 0;
  let star = -1;
  let retry = 0;
  let i = 0;
  while (i < text.length) {
    const char = pattern.charAt(at);
    if (char === '*') {
      star = at++;
      retry = i;
    } else if (at < pattern.length && (char === '?' || char === text.charAt(i))) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++retry;
    } else return false;
  }
  while (pattern.charAt(at) === '*') at++;
  return at === pattern.length;
}

/** Whether one entry holds for everything that another one stands for. */
export function covers(wide: Pattern, narrow: Pattern): boolean {
  if (wide.text === narrow.text) return true;
  if (!matches(wide.name, narrow.name)) return false;
  return wide.conditions.every(({ key, value }) =>
    narrow.conditions.some((one) => one.key === key && matches(value, one.value)),
  );
}
