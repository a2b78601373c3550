import { type Declared, EVERY_WORD, words } from '../statements.js';

const IMPORT = /(?:import|from)\b/y;
const DEFINITION = /(?:(?:async\s+)?def|class)\s+([\p{ID_Start}_][\p{ID_Continue}]*)/uy;
const DECORATED = /^(?:async\s+)?(?:def|class)\s+([\p{ID_Start}_][\p{ID_Continue}]*)/mu;
const BLOCK = /(?:if|for|while|with|try|match|async)\b/y;
const TEXT = /[rRuU]?(?:"""|''')/y;
const COMMENTS = /^[ \t]*#(?!.*\{).*$/gm;
const GLOBAL = /\bglobal[ \t]+([^\n#;]+)/g;
const WALRUS = /(?<![\p{ID_Continue}])([\p{ID_Start}_][\p{ID_Continue}]*)\s*:=/gu;

/** The names that a statement of a Python module may declare in the module, told from its text: rather too many. */
export function declaredInPython(text: string): Declared {
  const defined = startsWith(DEFINITION, text) ?? (text.startsWith('@') ? DECORATED.exec(text) : null);
  if (defined?.[1] !== undefined) return [defined[1], ...globals(text)];
  if (startsWith(IMPORT, text)) return 'import';
  if (isText(text)) return 'nothing';
  if (text.startsWith('@') || text.startsWith('global')) return EVERY_WORD;
  return startsWith(BLOCK, text) ? inBlock(text) : assigned(text);
}

/** A statement without the comments that have lines of their own. */
export const withoutPythonComments = (text: string): string =>
  text.includes('#') ? text.replace(COMMENTS, '') : text;

function startsWith(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

/** What a function or class declares in the module around it. */
const globals = (text: string): string[] => (text.includes('global') ? named(GLOBAL, text) : []);

/** A text that stands alone: what describes a module. */
function isText(text: string): boolean {
  const mark = startsWith(TEXT, text)?.[0];
  if (mark === undefined) return false;
  return text.trimEnd().length === text.indexOf(mark.slice(-3), mark.length) + 3;
}

/** The first sign of an assignment: not of a comparison, nor of a change. */
const EQUALS = /(?<![=!<>:+\-*/|&^%@])=(?!=)/;
const CHAINED = /^\s*([\w.]+)\s*=(?!=)/;
const CALLED = /[\w)\]]\s*\(/;
const ANNOTATED = /^([\p{ID_Start}_][\p{ID_Continue}]*)\s*:/u;

/** The words of a target that are no attributes: `a.b = x` declares nothing. */
const plain = (target: string): readonly string[] => words(target.replace(/\.\w+/g, ''));

/** `a = b = x`, `a, b = x`, `a: T = x`; a call with keywords declares nothing. */
function assigned(text: string): Declared {
  const inner = text.includes(':=') ? named(WALRUS, text) : [];
  const equals = EQUALS.exec(text)?.index ?? -1;
  const target = equals < 0 ? '' : text.slice(0, equals);
  const annotated = ANNOTATED.exec(text)?.[1];
  if (annotated !== undefined) return [annotated, ...inner];
  if (equals < 0 || CALLED.test(target)) return inner;
  const found = [...plain(target), ...inner];
  let rest = text.slice(equals + 1);
  for (let next = CHAINED.exec(rest); next; next = CHAINED.exec(rest)) {
    found.push(...plain(next[1] ?? ''));
    rest = rest.slice(next[0].length);
  }
  return found;
}

/** Lines are longer where nobody wrote them by hand. */
const LONGEST_LINE = 2_000;

/** What only a reader of the statement can tell: a pattern, or something that goes over several lines. */
const HARD = /\bmatch\b|\bimport\s{0,20}\(|[)\]]\s{0,20}=(?!=)|\\\n/;
/** Lines on which a name may be bound otherwise than by an assignment. */
const BINDS = /\b(?:for|as|def|class|import|global)\b|:=/;

/** What stands in a block that belongs to no function or class, line by line. */
function inBlock(text: string): Declared {
  if (HARD.test(text)) return EVERY_WORD;
  const found: string[] = [];
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) return EVERY_WORD;
    if (BINDS.test(line)) found.push(...words(line));
    else for (const part of line.split(';')) found.push(...targetsOn(part));
  }
  return found;
}

/** The words before each sign of assignment of a line; behind the brackets of a call, what follows them. */
function targetsOn(line: string): string[] {
  const pieces = line.split(EQUALS);
  return pieces.slice(0, -1).flatMap((piece) => {
    const from = CALLED.test(piece) ? piece.lastIndexOf(')') + 1 : 0;
    return from === 0 && CALLED.test(piece) ? [] : plain(piece.slice(from));
  });
}

function named(pattern: RegExp, text: string): string[] {
  const found: string[] = [];
  for (const [, names = ''] of text.matchAll(pattern)) found.push(...words(names));
  return found;
}
