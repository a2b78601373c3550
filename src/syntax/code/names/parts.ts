import { countWhile } from '../../../model/sorted.js';
import type { CodeFile } from '../file.js';
import type { Cst } from '../tree/cst.js';
import { Part } from './part.js';
import { divide, type Statement } from './statements.js';

/** The parts of a file. */
export interface Parts {
  readonly all: readonly Part[];
  /** The one that an offset stands in. */
  at(offset: number): Part;
  /** The one whose statements declare a name, where some may. */
  of(name: string): Part;
  /** The text of a statement. */
  text(number: number): string;
}

/** Statements of one module; more are no program that somebody wrote. */
const MOST_STATEMENTS = 20_000;

/** Divides a file into parts that share no name it declares; one part where that cannot be told. */
export function partsOf(file: CodeFile): Parts {
  const root = file.root();
  const statements = root && !root.isBroken ? statementsOf(file) : undefined;
  if (!statements) return undivided(file);
  const { text, language, tree } = file;
  const natives = tree.statements();
  const nodeOf = (index: number): Cst =>
    tree.of(natives[(statements[index] as Numbered).number] as (typeof natives)[0]);
  const { partOf, declaredIn, uses } = divide(text, statements, language, {
    imported: (index) => language.imported(nodeOf(index)),
    variables: (index) => language.variables(nodeOf(index)),
  });
  const own: number[][] = uses.map(() => []);
  for (const [index, { number }] of statements.entries()) own[partOf[index] ?? 0]?.push(number);
  const all = own.map(
    (numbers, part) => new Part(file, numbers, uses[part], part === 0 ? 'imports' : 'code'),
  );
  const first = all[0] as Part;
  const starts = natives.map(({ startIndex }) => startIndex);
  return {
    all,
    at(offset) {
      const statement = Math.max(0, countWhile(statements, ({ start }) => start <= offset) - 1);
      return all[partOf[statement] ?? 0] ?? first;
    },
    of: (name) => all[declaredIn.get(name) ?? 0] ?? first,
    text: (number) => text.slice(starts[number], starts[number + 1]),
  };
}

function undivided(file: CodeFile): Parts {
  const whole = new Part(file);
  return { all: [whole], at: () => whole, of: () => whole, text: () => file.text };
}

const IN_MODULES = /(?:import\b(?!\s*[.(])|export\b)/y;

/** Whether a statement stands in modules alone; `exports.a = b` and `import('a')` stand in other programs too. */
function makesModule(text: string, start: number): boolean {
  IN_MODULES.lastIndex = start;
  return IN_MODULES.test(text);
}

/** A statement, and its number among all that stands in the module, comments included. */
interface Numbered extends Statement {
  number: number;
}

/** The statements of a file in the order of the text; undefined where a name may mean something beyond its statement. */
function statementsOf(file: CodeFile): Numbered[] | undefined {
  const natives = file.tree.statements();
  if (natives.length > MOST_STATEMENTS) return undefined;
  const found: Numbered[] = [];
  let isModule = file.language.isPython;
  for (const [number, { startIndex: start }] of natives.entries()) {
    if (file.tree.beginsComment(start)) continue;
    const end = natives[number + 1]?.startIndex ?? file.text.length;
    // A block of its own declares for what stands in it alone.
    if (file.text.startsWith('{', start)) return undefined;
    isModule ||= makesModule(file.text, start);
    found.push({ number, start, end });
  }
  // Outside of modules JavaScript declares what is assigned anywhere.
  return isModule ? found : undefined;
}
