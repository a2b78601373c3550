import { lineStarts } from '../syntax/lines.js';
import type { Reason } from './reason.js';

/**
 * Every bound on reading programs. What is behind a bound becomes a `why`, a step that is not known, or a reason to skip the
 * file. A few only cut what a message repeats, or merge what is equal.
 *
 * | bound | what happens when it is reached |
 * |---|---|
 * | `MAX_CODE`, `LONG_LINE` with `MEAN_LINE` | the file is not read; `reasonToSkip` says why |
 * | `MAX_VALUE_FILE` | what an import of the JSON file gives is unknown |
 * | `MAX_PARSE_STEPS`, and the memory and stack in `tree/wasm.ts` | the file is not read: parsing it takes too much |
 * | `MAX_COMMENTS` | a longer row of comments in Python is no part of the tree, but for those that speak to us; with too many of those the file is not read |
 * | `MAX_DEPTH` | the expression or statement is unknown, `nested too deeply`; the file says so in `gap` |
 * | `MAX_STEPS` | no more functions of the file are evaluated: their results are unknown; the file says so in `gap` |
 * | `MAX_UNCALLED_STEPS` | an uncalled function calls no more functions: their results are unknown there, and each is evaluated as an uncalled one; the file says so in `gap` |
 * | `ROOT_STEPS` | the calls of a root are known in part; the file of the root says so in `gap` |
 * | `WORK_OF_RUN` with `LEAST_WORK`, `WORK_OF_UNIT`, `VISITS_OF_STEP`, `WORK_SHARES`, `FLOW_SHARES`, `MODULE_SHARES` and `FAIR_SHARES` | the same as for `MAX_UNCALLED_STEPS`, `MAX_STEPS_OF_ALL`, `ROOT_STEPS` and `MAX_FLOW_STEPS`, earlier |
 * | `MAX_STEPS_OF_ALL` | nothing more of the file is evaluated; the file says so in `gap` |
 * | `MAX_NESTED` | the same |
 * | `MAX_CALL_DEPTH`, `MAX_CONTEXTS` with `TEXT_OF_CONTEXTS`, and beyond them `CONTEXTS_OF_CALL` with `TEXT_OF_CALLS`; of a function that only stores, `TEXT_OF_STORING` | a call is like one of a package; the file says so in `gap` |
 * | `MAX_RUNNING` | imports of a module run before it; beyond twice that, last of all: the file says so in `gap` |
 * | `MAX_CALLS_WITHIN` | the same |
 * | `MAX_ROUNDS` | a value that a loop still changes is its old value or unknown; the file says so in `gap` |
 * | `MAX_TAILS`, `MAX_TAIL`, `MAX_GATES`, `MAX_PATHS` | one more path is added; nothing is known of it |
 * | `MAX_GATED` | what decides about the items that only some branches add, or about the members that they set, is not known |
 * | `MAX_OPERANDS` | the operands of a value are not known further back: they may be the model's |
 * | `MAX_ARGUMENT_DEPTH` | an argument may be the model's; a callee, and whether a receiver is a collection, is not known |
 * | `MAX_COMPARED` | calls at one place stay separate: their contents are not compared |
 * | `MAX_CALLS_READ` | the calls of a function are left out: its reader treats them as unknown |
 * | `MAX_PLAIN` | values beyond it are left out when documents are compared |
 * | `MAX_TRIED` | no edit is offered for the file |
 * | `MAX_CELLS` | a message counts the further cells of a notebook that do not parse |
 * | `MAX_SPELLED`, `MAX_SOURCE`, `MAX_LOOK` | a message repeats the beginning; quotes are counted at the beginning |
 * | `MAX_ALIKE` | further calls with equal arguments share the results of those before them; what the function calls is recorded for those before only |
 * | `MAX_ITEMS` | the list ends in an item that is unknown: `more items than are read` |
 * | `MAX_TURNS` | the loop runs once more for all other items, as one that is unknown |
 * | `MAX_MEMBERS` | the union ends in one that is unknown: `more values than are read` |
 * | `MAX_BETWEEN` | what a function that may run at any time sets later and resets is not known to change |
 * | `MAX_CLASSES` | a base is treated as one that is not read; the file says so in `gap` |
 * | `MAX_CHAIN` | the objects that a callee is read from are listed no further out, and arguments that are taken from more are not compared; beyond so many `functools.partial`, or decorators that are decorated themselves, a call is not followed: the file says so in `gap` |
 * | `MAX_CHOICES` | which of several constants a part of an argument is stays unknown |
 * | `MAX_PARTS`, `MAX_ADDED` | the text is unknown; the rest of one that is passed to a call may be the model's |
 * | `MAX_BEGINNING` | the known beginning and end of an unknown text are cut |
 * | `MAX_REPEATED` | an item may be in a list twice |
 * | `MAX_OBJECTS` | an uncalled method is evaluated once for the other objects of its class: what it reads is what any of them has |
 * | `MAX_FLOW_STEPS`, `MAX_ALTERNATIVES` | the paths get one more condition that is not known |
 * | `MAX_STEP_DEPTH` | the paths get one more condition that is not known |
 * | `MAX_VALUE_DEPTH` | the value is unknown where paths are followed; the file says so in `gap` |
 * | `MAX_FLOW_TERMS`, where little work is left `MIN_FLOW_TERMS` | whether a term depends on something is not known |
 * | `MAX_KNOWN_DEPTH` | the value is not known where others are given |
 * | `MAX_TESTS` | a test is one step, and not expanded further; a choice is a condition that is not known |
 */

/** Longest text that is read as code, in UTF-16 units (design, section 9). */
export const MAX_CODE = 4 * 1024 * 1024;

/** Longest JSON file that an import gives as a value, in UTF-16 units. */
export const MAX_VALUE_FILE = 256 * 1024;

/** A text of long lines with a line longer than this was written by a bundler. */
export const LONG_LINE = 50_000;

/** Mean length of a line above which a text with a long line counts as a bundle. */
export const MEAN_LINE = 500;

/**
 * Progress callbacks of the parser for one text, one for some hundred operations. Valid code of the largest
 * size causes about 80,000, in one second. A clock would let a busy machine read less.
 */
export const MAX_PARSE_STEPS = 250_000;

/** Lines of comments in a row: behind each of them the scanner of Python looks at all that follow. */
export const MAX_COMMENTS = 500;

/**
 * Expressions and statements inside each other, from the top of a file. It bounds the stack of everything that follows
 * the representation: deeper code is not in it.
 */
export const MAX_DEPTH = 500;

/** Steps of one file before no more functions are evaluated: expressions and statements, in all contexts. */
export const MAX_STEPS = 600_000;

/** Steps of one uncalled function, in all files, before it calls no more functions. */
export const MAX_UNCALLED_STEPS = 100_000;

/** Work of one function that is run as a root. */
export const ROOT_STEPS = 80_000;

/**
 * Work of a program, which is files that import one another, at most: steps, states that are joined, steps of conditions, and
 * what questions visit or compare, for all that evaluates it or asks about it.
 */
export const WORK_OF_RUN = 16_000_000;

/** Work of a program at least, and for each UTF-16 unit of it. */
export const LEAST_WORK = 4_000_000;
export const WORK_OF_UNIT = 50;

/** Values that a question visits, or conditions that it compares, for the work of one step. */
export const VISITS_OF_STEP = 16;

/** Values that a question visits at least, whatever work is left. */
export const MIN_FLOW_TERMS = 200;

/** One root, or one question, gets at most one of so many shares of the work that is left. */
export const WORK_SHARES = 16;

/** One module gets one of so many shares of the work that is left for an evaluation. */
export const MODULE_SHARES = 8;

/** How much more than an equal share of what is left one function may take, once work is scarce. */
export const FAIR_SHARES = 8;

/** Steps after which nothing more of a file is evaluated. */
export const MAX_STEPS_OF_ALL = 2 * MAX_STEPS;

/** Expressions, blocks and calls within each other while they are evaluated, those of imported modules among them. */
export const MAX_NESTED = 500;

/** Nested calls that are evaluated for their arguments, not counting functions with one caller. */
export const MAX_CALL_DEPTH = 6;

/** Nested calls that are evaluated at all. */
export const MAX_CALLS_WITHIN = 24;

/** Rounds of a loop before values that still change become unknown; two fewer for each loop around it. */
export const MAX_ROUNDS = 6;

/** Nested modules that run while their importer does. Further ones run in the order of their imports. */
export const MAX_RUNNING = 50;

/** Contexts that one function is evaluated for: at least, at most, and the amount of its text in all of them. */
export const MIN_CONTEXTS = 2;
export const MAX_CONTEXTS = 24;
export const TEXT_OF_CONTEXTS = 40_000;

/** Contexts of one call beyond those of its function, and the amount of the function's text in all of them. */
export const CONTEXTS_OF_CALL = 4;
export const TEXT_OF_CALLS = 40_000;

/** The text in all contexts of a function that only stores what it is given. */
export const TEXT_OF_STORING = 400_000;

/** Calls of one function with the same arguments that are evaluated separately. */
export const MAX_ALIKE = 4;

/** Items of one list once spreads are written out. */
export const MAX_ITEMS = 5_000;

/** Items of a known list for which the body of a loop runs separately. */
export const MAX_TURNS = 100;

/** Values of one union. */
export const MAX_MEMBERS = 24;

/** States of one object or name in between, while a function runs that may run at any time. */
export const MAX_BETWEEN = 16;

/** Classes of a project that extend each other. */
export const MAX_CLASSES = 16;

/** Members of members in the chain that a value was read from, `functools.partial` of each other, decorators of decorators. */
export const MAX_CHAIN = 16;

/** Arguments that parts make which are each one of several constants. */
export const MAX_CHOICES = 16;

/** Parts of a concatenated text, UTF-16 units that names add to it, and units of its start or end that are kept. */
export const MAX_PARTS = 2_000;
export const MAX_ADDED = 20_000;
export const MAX_BEGINNING = 400;

/** Items at the end of a list that are compared with an added item. */
export const MAX_REPEATED = 64;

/** Objects of one class for which an uncalled method is evaluated. */
export const MAX_OBJECTS = 4;

/** Paths that join at one place, each with its guards. */
export const MAX_TAILS = 12;

/** Nested values that are visited for an argument. */
export const MAX_ARGUMENT_DEPTH = 24;

/** Guards on one path to a member of a union. */
export const MAX_TAIL = 24;

/** Paths to one member of a union. */
export const MAX_GATES = 4;

/** Nested operations that an unknown value keeps. */
export const MAX_OPERANDS = 40;

/** Items or members of one object that have gates. */
export const MAX_GATED = 64;

/** Paths to one call. */
export const MAX_PATHS = 16;

/** Values of one call that are compared with other calls at its place. */
export const MAX_COMPARED = 5_000;

/** Calls of a function that are listed. */
export const MAX_CALLS_READ = 64;

/** Values of one document as plain data. */
export const MAX_PLAIN = 100_000;

/** Text that is parsed to try the edits of one file, in UTF-16 units. */
export const MAX_TRIED = 8_000_000;

/** Cells that do not parse and that a message names. */
export const MAX_CELLS = 5;

/** Characters of a spread value that a message repeats. */
export const MAX_SOURCE = 60;

/** Characters of a program that a message repeats, or that a name in a path has. */
export const MAX_SPELLED = 80;

/** Characters of a text that its quotes are counted in. */
export const MAX_LOOK = 20_000;

/** Nested choices of paths, each of which is expanded for the one around it. */
export const MAX_STEP_DEPTH = 100;

/** Values within each other that a query follows: calls of results of calls, members of members, lists in lists. */
export const MAX_VALUE_DEPTH = 250;

/** Steps of one query of paths: the steps of all alternatives, counted each time that one is added. */
export const MAX_FLOW_STEPS = 100_000;

/** All paths of one question get one of so many shares of the work that is left. */
export const FLOW_SHARES = 4;

/** Alternatives of one condition. */
export const MAX_ALTERNATIVES = 64;

/** Nested tests into which one condition is expanded. */
export const MAX_TESTS = 24;

/** Terms within each other that a known value is computed from. */
export const MAX_KNOWN_DEPTH = 12;

/** Terms that one query of paths visits. */
export const MAX_FLOW_TERMS = 5_000;

/** Why a text is not read as code; undefined if it is. One pass. */
export function reasonToSkip(text: string): Reason | undefined {
  if (text.length > MAX_CODE) return 'large-file';
  const starts = lineStarts(text);
  let longest = 0;
  for (const [line, start] of starts.entries())
    longest = Math.max(longest, (starts[line + 1] ?? text.length + 1) - start - 1);
  const bundled = longest > LONG_LINE && text.length / starts.length > MEAN_LINE;
  return bundled ? { kind: 'bundle', longestLine: longest } : undefined;
}
