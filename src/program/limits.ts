import type { Reason } from './reason.js';

/**
 * Every bound on reading programs. A bound that is reached becomes a `why` or a reason to skip the file; none is silent.
 *
 * | bound | what happens when it is reached |
 * |---|---|
 * | `MAX_CODE`, `LONG_LINE` with `MEAN_LINE` | the file is not read; `reasonToSkip` says why |
 * | `MAX_PARSE_STEPS`, and the memory and stack in `tree/wasm.ts` | the file is not read: parsing it takes too much |
 * | `MAX_DEPTH` | the expression or statement is unknown, `nested too deeply` |
 * | `MAX_STEPS` | functions of the file are evaluated no more: what they give is unknown, and the file says so in `gap` |
 * | `ROOT_STEPS`, `ROOT_STEPS_OF_ALL` | what a root calls is known in part; the file of the root says so in `gap` |
 * | `MAX_STEPS_OF_ALL` | nothing more of the file is evaluated; the file says so in `gap` |
 * | `MAX_NESTED` | the expression is unknown: `takes more steps than one file may cost` |
 * | `MAX_CALL_DEPTH`, `MAX_CONTEXTS` with `TEXT_OF_CONTEXTS` | a call is like one of a package; the file says so in `gap` |
 * | `MAX_RUNNING` | what a module imports runs before it; beyond twice that, last of all: the file says so in `gap` |
 * | `MAX_CALLS_WITHIN` | the same |
 * | `MAX_ROUNDS` | what a loop still changes is unknown beside what it was; the file says so in `gap` |
 * | `MAX_TAILS`, `MAX_TAIL`, `MAX_GATES`, `MAX_GATED`, `MAX_PATHS` | one more way is there, of which nothing is known |
 * | `MAX_OPERANDS` | what a value is computed from is not known further back |
 * | `MAX_ARGUMENT_DEPTH` | who chooses an argument, and what is called, is not known |
 * | `MAX_TIMES` | further times of a call are not distinguished |
 * | `MAX_COMPARED` | calls at one place stay apart: their contents are not compared |
 * | `MAX_CALLS_READ` | the calls of a function are left out: its reader takes them for unknown |
 * | `MAX_PLAIN` | values beyond it are left out of what a document is compared by |
 * | `MAX_PASSED_ON` | the call that states something is the outermost one that was looked at |
 * | `MAX_TRIED` | no edit is offered for the file |
 * | `MAX_FOLDERS` | a module above so many folders is not found |
 * | `MAX_SPELLED`, `MAX_SOURCE`, `MAX_LOOK` | a message repeats the beginning; quotes are counted at the beginning |
 * | `MAX_ALIKE` | further calls with equal arguments share what those before them gave |
 * | `MAX_ITEMS` | the list ends in an item that is unknown: `more items than are read` |
 * | `MAX_TURNS` | the loop runs once more for all other items, as one that is unknown |
 * | `MAX_MEMBERS` | the union ends in one that is unknown: `more values than are read` |
 * | `MAX_CLASSES` | a base is taken for one that is not read |
 * | `MAX_CHAIN`, `MAX_BOUND` | what an object was taken from, or what bound it, further out is not told |
 * | `MAX_PARTS`, `MAX_ADDED`, `MAX_BEGINNING` | the text is unknown, or its beginning is cut |
 * | `MAX_REPEATED` | an item may stand in a list twice |
 * | `MAX_OBJECTS` | a method that nobody calls is not evaluated for further objects of its class |
 * | `MAX_FLOW_STEPS`, `MAX_ALTERNATIVES` | one more thing that is not known decides: the answer says so |
 * | `MAX_STEP_DEPTH` | one more thing that is not known decides: the answer says so |
 * | `MAX_FLOW_TERMS`, `MAX_TESTS` | a term is what the program computes, and not followed further |
 */

/** Longest text that is read as code, in UTF-16 units (design, section 9). */
const MAX_CODE = 4 * 1024 * 1024;

/** A line longer than this, in a text of long lines, was written by a bundler. */
const LONG_LINE = 50_000;

/** Mean length of a line above which a text with a long line is taken for a bundle. */
const MEAN_LINE = 500;

/**
 * How often the parser asks, once for some hundred operations, whether to go on with one text. Valid code of the largest
 * size asks about 80,000 times, in one second. A clock would let a busy machine read less.
 */
export const MAX_PARSE_STEPS = 250_000;

/**
 * Expressions and statements inside each other, from the top of a file. It bounds the stack of everything that follows
 * the representation: what is nested deeper is not in it.
 */
export const MAX_DEPTH = 500;

/** Steps that one file may cost before its functions are evaluated no more: expressions and statements, in all contexts. */
export const MAX_STEPS = 600_000;

/** Steps that one file may cost while one function is run as a root, and all roots of a project together. */
export const ROOT_STEPS = 40_000;
export const ROOT_STEPS_OF_ALL = 4_000_000;

/** Steps after which nothing of it is. */
export const MAX_STEPS_OF_ALL = 2 * MAX_STEPS;

/** Expressions and calls within each other while they are evaluated. */
export const MAX_NESTED = 500;

/** Calls within calls that are evaluated for their arguments, but for those of functions with one caller. */
export const MAX_CALL_DEPTH = 6;

/** Calls within calls that are evaluated at all. */
export const MAX_CALLS_WITHIN = 24;

/** Rounds of a loop before what still changes is unknown; two fewer for each loop around it. */
export const MAX_ROUNDS = 6;

/** Modules that run while the one that imports them does. Further ones run in the order of their imports. */
export const MAX_RUNNING = 100;

/** Contexts that one function is evaluated for: at least, at most, and how much of its text in all. */
export const MIN_CONTEXTS = 2;
export const MAX_CONTEXTS = 24;
export const TEXT_OF_CONTEXTS = 40_000;

/** Calls of one function with the same arguments that are evaluated each for itself. */
export const MAX_ALIKE = 4;

/** Items of one list once spreads are written out. */
export const MAX_ITEMS = 5_000;

/** Items of a known list that the body of a loop runs for, each for itself. */
export const MAX_TURNS = 100;

/** Values that one place may have before they are summed up. */
export const MAX_MEMBERS = 24;

/** Classes of a project that extend each other. */
export const MAX_CLASSES = 16;

/** Members of members that are told one by one. */
export const MAX_CHAIN = 16;

/** Steps of `functools.partial` that are followed. */
export const MAX_BOUND = 4;

/** Parts that a text is put together from, UTF-16 units that names add to it, and units of its beginning or end that are kept. */
export const MAX_PARTS = 2_000;
export const MAX_ADDED = 20_000;
export const MAX_BEGINNING = 400;

/** Items at the end of a list that are compared with what is added. */
export const MAX_REPEATED = 64;

/** Objects of one class that a method which nobody calls is evaluated for. */
export const MAX_OBJECTS = 4;

/** Ways that come together at one place, each with what it went through. */
export const MAX_TAILS = 12;

/** Values within each other that are looked at for what a call is passed. */
export const MAX_ARGUMENT_DEPTH = 24;

/** Guards on one of the ways in which a value of several is there. */
export const MAX_TAIL = 24;

/** Ways in which one value of several is there. */
export const MAX_GATES = 4;

/** Operations within each other that a value which is not known keeps. */
export const MAX_OPERANDS = 40;

/** Items or members of one object that say when they are there. */
export const MAX_GATED = 64;

/** Ways in which one call happens. */
export const MAX_PATHS = 16;

/** Times at which one call ran that are kept. */
export const MAX_TIMES = 64;

/** Values by which calls at one place are compared. */
export const MAX_COMPARED = 5_000;

/** Calls of a function that its readers look at. */
export const MAX_CALLS_READ = 64;

/** Values of one document as plain data. */
export const MAX_PLAIN = 100_000;

/** Functions within each other that only pass something on. */
export const MAX_PASSED_ON = 8;

/** Text that is parsed to try the edits of one file, in UTF-16 units. */
export const MAX_TRIED = 8_000_000;

/** Folders of a module name that are looked through. */
export const MAX_FOLDERS = 32;

/** Characters of what is spread that a message repeats. */
export const MAX_SOURCE = 60;

/** Characters of a program that a message repeats, or that a name in a path has. */
export const MAX_SPELLED = 80;

/** Characters of a text that its quotes are counted in. */
export const MAX_LOOK = 20_000;

/** Choices of paths within each other, each of which is taken apart for the one around it. */
export const MAX_STEP_DEPTH = 100;

/** Steps that one question about paths may cost: those of all alternatives, each time that one is added. */
export const MAX_FLOW_STEPS = 100_000;

/** Alternatives of one condition that are told apart. */
export const MAX_ALTERNATIVES = 64;

/** Tests within tests that one condition is taken apart into. */
export const MAX_TESTS = 24;

/** Terms that are looked at for one question. */
export const MAX_FLOW_TERMS = 5_000;

/** Why a text is not read as code; undefined where it is. One pass. */
export function reasonToSkip(text: string): Reason | undefined {
  if (text.length > MAX_CODE) return 'large-file';
  let longest = 0;
  let lines = 0;
  for (let start = 0; start <= text.length; lines++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > longest) longest = end - start;
    start = end + 1;
  }
  const bundled = longest > LONG_LINE && text.length / lines > MEAN_LINE;
  return bundled ? { kind: 'bundle', longestLine: longest } : undefined;
}
