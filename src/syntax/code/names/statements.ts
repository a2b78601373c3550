import { addTo } from '../../../model/grouped.js';
import type { Language } from '../language.js';

/**
 * The names that a statement may declare in its module. `import`: it imports, or lists what is exported, and nothing
 * else; `nothing`: it says nothing to the rest of the module; `EVERY_WORD`: each of its words may be declared.
 */
export type Declared = readonly string[] | 'import' | 'nothing' | typeof EVERY_WORD;

export const EVERY_WORD = 'every word';
export const NO_NAMES: readonly string[] = [];

const ASCII_WORD = /[A-Za-z_$][\w$]*/g;
const ANY_WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** The words of a text: names, keywords, and words of texts and comments. */
export function words(text: string): readonly string[] {
  return text.match(BEYOND_ASCII.test(text) ? ANY_WORD : ASCII_WORD) ?? NO_NAMES;
}

/** What a sticky pattern finds at the very start of a text. */
export function atStart(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

/** A statement of a module: where it begins, and where the next one or a comment does. */
export interface Statement {
  start: number;
  end: number;
}

/** How the statements of a module are divided. */
export interface Division {
  /** By statement, the number of its part. Part 0 holds what only imports, and what says nothing to the others. */
  partOf: readonly number[];
  /** By name that some statement declares, without those that are only imported: its part. */
  declaredIn: ReadonlyMap<string, number>;
  /** By part, the imported names that it mentions. */
  uses: readonly ReadonlySet<string>[];
}

/**
 * Divides statements so that those of different parts share no name that the module declares: no value and no change
 * goes from one to the other but through what is imported. `asked`: what only the tree of a statement tells.
 */
export function divide(
  text: string,
  statements: readonly Statement[],
  { declared, bare }: Pick<Language, 'declared' | 'bare'>,
  asked: { imported(index: number): readonly string[]; variables(index: number): number },
): Division {
  const groups = new Groups(statements.length);
  const owners = new Map<string, number>();
  const own = (name: string, index: number): void => {
    const before = owners.get(name);
    if (before === undefined) owners.set(name, index);
    else groups.join(before, index);
  };
  const code: { index: number; said: readonly string[] }[] = [];
  const imports: { index: number; names: readonly string[] }[] = [];
  for (const [index, { start, end }] of statements.entries()) {
    const said = bare(text.slice(start, end));
    const names = declared(said, () => asked.variables(index));
    if (names === 'import') imports.push({ index, names: asked.imported(index) });
    else if (names !== 'nothing') {
      const all = words(said);
      code.push({ index, said: all });
      for (const name of names === EVERY_WORD ? all : names) own(name, index);
    }
  }
  // What is imported and declared too belongs to what declares it.
  const joined: typeof imports = [];
  const only = new Set(imports);
  const importing = new Map<string, typeof imports>();
  for (const one of imports) {
    for (const name of one.names) {
      addTo(importing, name, one);
    }
  }
  const waiting = [...owners.keys()];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const one of importing.get(name) ?? []) {
      if (!only.delete(one)) continue;
      joined.push(one);
      for (const other of one.names) {
        own(other, one.index);
        if (other !== name) waiting.push(other);
      }
    }
  }
  const importNames = new Set([...only].flatMap(({ names }) => names));
  const uses = new Map<number, string[]>();
  for (const { index, said } of code) {
    const used: string[] = [];
    for (const word of said) {
      const owner = owners.get(word);
      if (owner !== undefined) groups.join(owner, index);
      else if (importNames.has(word)) used.push(word);
    }
    uses.set(index, used);
  }
  for (const { index, names } of joined) {
    for (const name of names) groups.join(owners.get(name) ?? index, index);
    uses.set(index, [...names]);
  }
  return numbered(groups, owners, uses, statements.length);
}

function numbered(
  groups: Groups,
  owners: ReadonlyMap<string, number>,
  uses: ReadonlyMap<number, readonly string[]>,
  length: number,
): Division {
  const numbers = new Map<number, number>();
  const mentioned: Set<string>[] = [new Set()];
  const partOf = new Array<number>(length).fill(0);
  for (let index = 0; index < length; index++) {
    const used = uses.get(index);
    if (!used) continue;
    const root = groups.rootOf(index);
    let number = numbers.get(root);
    if (number === undefined) {
      number = mentioned.length;
      numbers.set(root, number);
      mentioned.push(new Set());
    }
    partOf[index] = number;
    for (const name of used) mentioned[number]?.add(name);
  }
  const declaredIn = new Map([...owners].map(([name, index]) => [name, partOf[index] ?? 0]));
  return { partOf, declaredIn, uses: mentioned };
}

/** Numbers that belong together, directly or through others. */
class Groups {
  private readonly above: Int32Array;

  constructor(count: number) {
    this.above = Int32Array.from({ length: count }, (_, index) => index);
  }

  rootOf(index: number): number {
    let at = index;
    while (this.above[at] !== at) {
      const next = this.above[at] as number;
      this.above[at] = this.above[next] as number;
      at = this.above[at] as number;
    }
    return at;
  }

  join(one: number, other: number): void {
    const [first, second] = [this.rootOf(one), this.rootOf(other)];
    if (first !== second) this.above[Math.max(first, second)] = Math.min(first, second);
  }
}
