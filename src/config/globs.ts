import type { FileMatcher, PathScope } from '../model/config.js';
import { indexByFile } from '../model/file-index.js';
import { withoutEscapes } from '../model/glob-paths.js';

/** Most alternatives that the braces of one glob may stand for. */
const MOST_ALTERNATIVES = 100;

/** Longest glob, in characters. */
const LONGEST = 1_000;

type Test = (character: string) => boolean;
/** One character's test, or `*` for a run of characters. */
type Segment = readonly (Test | '*')[];
/** Segments between slashes; `**` stands for any number of them. */
type Pattern = readonly (Segment | '**')[];

/**
 * Compiles globs to one matcher of paths: `*`, `**`, `?`, `[a-z]`, `{a,b}`; a leading `!` takes paths out again. Globs
 * are relative to the folder `base`; one without `/` matches the base name at any depth; one with `/` at its end
 * matches what is in that folder. Names that begin with a dot are names like others.
 *
 * Configuration comes from strangers, and regular expressions made from globs backtrack for minutes on `*a*a*a*a*b`.
 * This matcher never goes back further than the last star: its time is the product of both lengths at worst.
 */
export function globMatcher(globs: readonly string[], base = ''): FileMatcher {
  const [taken, takenOut] = [false, true].map((negative) =>
    globs
      .filter((glob) => glob.startsWith('!') === negative)
      .map((glob) => compile(negative ? glob.slice(1) : glob, base)),
  ) as [FileMatcher[], FileMatcher[]];
  const isTaken = anyOf(taken);
  const isTakenOut = anyOf(takenOut);
  const matches = (path: string) => isTaken(path) && !isTakenOut(path);
  return Object.assign(matches, { reach: taken.flatMap(({ reach = [] }) => reach) });
}

/** Whether one of several matchers matches; each is found by where its files may be. */
function anyOf(matchers: readonly FileMatcher[]): (path: string) => boolean {
  const matching = indexByFile(matchers, (one) => one);
  return (path) => matching(path).length > 0;
}

/** Like `globMatcher`; a folder that matches takes everything below it with it. */
export function folderMatcher(globs: readonly string[], base = ''): FileMatcher {
  if (globs.length === 0) return () => false;
  const matches = globMatcher(globs, base);
  const spared = globMatcher(
    globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
    base,
  );
  const folders = new Map<string, boolean>();
  const holds = (folder: string): boolean => {
    if (folder === '') return false;
    let known = folders.get(folder);
    if (known === undefined) {
      known = matches(folder) || holds(folderOf(folder));
      folders.set(folder, known);
    }
    return known;
  };
  return (path) => !spared(path) && (matches(path) || holds(folderOf(path)));
}

/** What is wrong with a glob, as the end of a sentence about it; undefined where nothing is. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (alternatives(glob) === undefined) return `expands to more than ${MOST_ALTERNATIVES} alternatives`;
  const found = UNSUPPORTED.exec(withoutEscapes(glob));
  if (!found) return undefined;
  const [form] = found;
  return `uses \`${form}\`, a form that is not supported: ${form.startsWith('[') ? 'write the characters, as in `[a-z]`' : 'list the alternatives, as in `{a,b}`'}`;
}

/** Forms that other tools read as patterns: groups of alternatives, ranges in braces, classes of characters by name. */
const UNSUPPORTED =
  /[@+!?*]\([^()]{0,100}\)?|\{[^{},/]{1,20}\.\.[^{},/]{1,20}\}|\[[^\]]{0,20}\[:[^\]]{0,20}\]{0,2}/;

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function compile(glob: string, base: string): FileMatcher {
  let from = base;
  let rest = glob;
  while (rest.startsWith('./') || rest.startsWith('../')) {
    if (rest.startsWith('../')) from = folderOf(from);
    rest = rest.slice(rest.indexOf('/') + 1);
  }
  const anywhere = rest === glob && !glob.includes('/');
  const inFolder = rest.endsWith('/') ? `${rest}**` : rest;
  const anchored = inFolder.replace(/^\/+/, '');
  const texts = alternatives(anchored) ?? [];
  const patterns = texts.map((one): Pattern => {
    const segments = one.split('/').map((text) => (text === '**' ? text : compileSegment(text)));
    return anywhere ? ['**', ...segments] : segments;
  });
  const prefix = from === '' ? '' : `${from}/`;
  const matches = (path: string) => {
    if (!path.startsWith(prefix)) return false;
    const names = path.slice(prefix.length).split('/');
    return patterns.some((pattern) => matchesPath(pattern, names));
  };
  return Object.assign(matches, { reach: texts.map((one) => reachOf(one, prefix, anywhere)) });
}

/** Where the files of one alternative may be: the text before its first wildcard, or its base name. */
function reachOf(text: string, prefix: string, anywhere: boolean): PathScope {
  const sign = firstSign(text);
  // `a/**` is about `a` itself, too.
  const begins = text.slice(0, text.startsWith('**', sign) ? Math.max(0, sign - 1) : sign);
  if (!anywhere) {
    const name = text.slice(text.lastIndexOf('/') + 1);
    const isNamed = begins.length < text.length && name !== '' && firstSign(name) === name.length;
    return { begins: prefix + begins, ...(isNamed ? { name } : {}) };
  }
  if (begins === text) return { begins: prefix, name: text };
  return begins === '' ? { begins: prefix } : { begins, inName: true };
}

/** The end of the literal part of a glob. */
function firstSign(text: string): number {
  const sign = text.search(/[\\*?[]/);
  return sign < 0 ? text.length : sign;
}

/** Every reading of the braces, `{a,b}` as `a` and `b`; undefined where there are too many. */
function alternatives(glob: string): string[] | undefined {
  if (glob.length > LONGEST) return undefined;
  const done: string[] = [];
  const open = [glob];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const group = firstGroup(one);
    if (group) {
      const { start, parts, end } = group;
      open.push(...parts.map((part) => `${one.slice(0, start)}${part}${one.slice(end)}`).reverse());
    } else done.push(one);
    if (open.length + done.length > MOST_ALTERNATIVES) return undefined;
  }
  return done;
}

/** The first brace group with a comma of its own. */
function firstGroup(glob: string): { start: number; end: number; parts: string[] } | undefined {
  const starts: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; parts: string[] } | undefined;
  for (let index = 0; index < glob.length; index++) {
    const character = glob[index];
    if (character === '\\') index++;
    else if (character === '{') starts.push({ start: index, commas: [] });
    else if (character === ',') starts.at(-1)?.commas.push(index);
    else if (character === '}') {
      const group = starts.pop();
      if (!group || group.commas.length === 0 || (found && found.start < group.start)) continue;
      const cuts = [group.start, ...group.commas, index];
      const parts = cuts.slice(1).map((cut, i) => glob.slice((cuts[i] ?? 0) + 1, cut));
      found = { start: group.start, end: index + 1, parts };
    }
  }
  return found;
}

function compileSegment(text: string): Segment {
  const tests: (Test | '*')[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    const close = character === '[' ? text.indexOf(']', index + 2) : -1;
    if (character === '*') {
      if (tests.at(-1) !== '*') tests.push('*');
    } else if (character === '?') tests.push(() => true);
    else if (close > 0) {
      tests.push(compileClass(text.slice(index + 1, close)));
      index = close;
    } else {
      const literal = character === '\\' && index + 1 < text.length ? (text[++index] as string) : character;
      tests.push((other) => other === literal);
    }
  }
  return tests;
}

function compileClass(text: string): Test {
  const negative = text.startsWith('!') || text.startsWith('^');
  const body = negative ? text.slice(1) : text;
  const ranges: [string, string][] = [];
  for (let index = 0; index < body.length; index++) {
    const isRange = body[index + 1] === '-' && index + 2 < body.length;
    ranges.push([body[index] as string, (isRange ? body[index + 2] : body[index]) as string]);
    if (isRange) index += 2;
  }
  return (character) => ranges.some(([low, high]) => character >= low && character <= high) !== negative;
}

const matchesPath = (pattern: Pattern, names: readonly string[]) =>
  matchesAll(pattern, names, '**', (segment, name) =>
    matchesAll(segment, name, '*', (test, letter) => test(letter)),
  );

/** Matches items one by one; a star takes as few as it can and is given one more whenever what follows does not fit. */
function matchesAll<T, I>(
  pattern: readonly (T | string)[],
  items: ArrayLike<I>,
  star: string,
  fits: (test: T, item: I) => boolean,
): boolean {
  let at = 0;
  let index = 0;
  let back: { at: number; index: number } | undefined;
  while (index < items.length) {
    const test = pattern[at];
    if (test === star) {
      back = { at, index };
      at++;
    } else if (at < pattern.length && fits(test as T, items[index] as I)) {
      at++;
      index++;
    } else if (back) {
      back.index++;
      at = back.at + 1;
      index = back.index;
    } else return false;
  }
  while (pattern[at] === star) at++;
  return at === pattern.length;
}
