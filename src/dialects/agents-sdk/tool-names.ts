/** The name of the tool that a request asks for: `item.name`, `i.rawItem.name`, `i.tool_name`. */
const TOOL_NAME = '[A-Za-z_$][\\w$]{0,60}\\??(?:\\.raw_?[iI]tem\\??)?\\.(?:name|tool_?[nN]ame)';
const IS_NAMED = new RegExp(`^${TOOL_NAME}\\s*={2,3}\\s*(["'])([\\w.-]{1,80})\\1$`);
const IS_AMONG = new RegExp(`^${TOOL_NAME}\\s+in\\s+(.{1,160})$`);
const AMONG = new RegExp(`^(.{1,160}?)\\.(?:includes|has)\\(\\s*${TOOL_NAME}\\s*\\)$`);
const TEXT = `["'][\\w.-]{1,80}["']`;
/** A list or set of texts, as it is written down. */
const TEXTS = new RegExp(
  `^(?:(?:new\\s+Set(?:<\\w+>)?|set|frozenset)\\()?\\s*[[({]\\s*(${TEXT}(?:\\s*,\\s*${TEXT}){0,99}),?\\s*[\\])}]`,
);
/** How far a list that a program writes down is read. */
const LONGEST_LIST = 2000;

/** The tools that a term asks for by name (`item.name === "x"`, `SAFE.has(item.name)`); undefined where it asks for none. */
export function toolsNamed(term: string, program: string): readonly string[] | undefined {
  const one = IS_NAMED.exec(term)?.[2];
  if (one !== undefined) return [one];
  const list = (IS_AMONG.exec(term) ?? AMONG.exec(term))?.[1]?.trim();
  if (list === undefined) return undefined;
  const isName = /^[A-Za-z_$][\w$]{0,60}$/.test(list);
  const [written = '', ...others] = isName ? valuesGiven(list, program) : [list];
  const texts = others.length === 0 ? TEXTS.exec(written)?.[1] : undefined;
  return texts?.match(/[\w.-]+/g) ?? undefined;
}

/** The tools that a term leaves out: `item.name !== "x"`, `item.name not in SAFE`. */
export function toolsLeftOut(term: string, program: string): readonly string[] | undefined {
  const said = term.replace(/!(={1,2})/, '=$1').replace(/\bnot\s{1,3}in\b/, 'in');
  return said === term ? undefined : toolsNamed(said, program);
}

/** What lines of a program give a name: its text from there on. */
export function valuesGiven(name: string, program: string): string[] {
  const given = new RegExp(
    `^[ \\t]{0,40}(?:export\\s{1,3})?(?:const\\s{1,3}|let\\s{1,3}|var\\s{1,3})?${name.replaceAll('$', '\\$')}(?:\\s?:\\s?[\\w<>[\\], |]{1,60})?\\s{0,3}=(?![=>])\\s{0,3}`,
    'gm',
  );
  return [...program.matchAll(given)].map(({ index, 0: head }) =>
    program.slice(index + head.length, index + head.length + LONGEST_LIST),
  );
}
