import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commentsOf, parseTree } from '../../src/program/tree/tree.js';
import { type Budget, budgetOf, type Work, workOf, workOfText } from '../../src/program/evaluate/budget.js';
import {
  type CallArgument,
  type CodeDocument,
  type CodeSyntaxNode,
  callIn,
  callsOf,
  callsReachedBy,
  createCodeProject,
  dependsOn,
  flowOf,
  type Guard,
  shapeOf,
  spellingOf,
  type Value,
  type Visit,
  valueOfNode,
  valueOfName,
  valueWhere,
} from '../../src/program/index.js';
import {
  CONTEXTS_OF_CALL,
  FAIR_SHARES,
  FLOW_SHARES,
  LEAST_WORK,
  LONG_LINE,
  MAX_ADDED,
  MAX_ALIKE,
  MAX_ALTERNATIVES,
  MAX_ARGUMENT_DEPTH,
  MAX_BEGINNING,
  MAX_CALL_DEPTH,
  MAX_CALLS_READ,
  MAX_CALLS_WITHIN,
  MAX_CELLS,
  MAX_CHAIN,
  MAX_CHOICES,
  MAX_BETWEEN,
  MAX_CLASSES,
  MAX_CODE,
  MAX_COMMENTS,
  MAX_COMPARED,
  MAX_CONTEXTS,
  MAX_DEPTH,
  MAX_FLOW_STEPS,
  MAX_FLOW_TERMS,
  MAX_GATED,
  MAX_GATES,
  MAX_ITEMS,
  MAX_KNOWN_DEPTH,
  MAX_LOOK,
  MAX_MEMBERS,
  MAX_NESTED,
  MAX_OBJECTS,
  MAX_OPERANDS,
  MAX_PARSE_STEPS,
  MAX_PARTS,
  MAX_PATHS,
  MAX_PLAIN,
  MAX_REPEATED,
  MAX_ROUNDS,
  MAX_RUNNING,
  MAX_SOURCE,
  MAX_SPELLED,
  MAX_STEP_DEPTH,
  MAX_STEPS,
  MAX_STEPS_OF_ALL,
  MAX_TAIL,
  MAX_TAILS,
  MAX_TESTS,
  MAX_TRIED,
  MAX_TURNS,
  MAX_UNCALLED_STEPS,
  MAX_VALUE_DEPTH,
  MAX_VALUE_FILE,
  MEAN_LINE,
  MIN_CONTEXTS,
  MIN_FLOW_TERMS,
  MODULE_SHARES,
  ROOT_STEPS,
  reasonToSkip,
  TEXT_OF_CALLS,
  TEXT_OF_CONTEXTS,
  TEXT_OF_STORING,
  VISITS_OF_STEP,
  WORK_OF_RUN,
  WORK_OF_UNIT,
  WORK_SHARES,
} from '../../src/program/limits.js';
import type { CodeFile } from '../../src/program/query/document.js';
import { sourceWriting } from '../../src/program/query/source-text.js';
import { endsParse, languageOf } from '../../src/program/tree/grammars.js';
import type { SourceFile } from '../../src/program/values/source.js';
import { loadAll, open, projectOf } from './open.js';

beforeAll(loadAll);

const ROOT = join(import.meta.dirname, '../../src/program');

/** Constants that bound nothing that is read: they lay out memory, or are no number of anything. */
const OTHERS: ReadonlySet<string> = new Set(['SPARE_WRITES', 'SMALL', 'MOST_ROLES', 'ERROR', 'ROOT']);

test('every bound on reading programs stands in limits.ts, and its table says what happens there', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (one) => one.endsWith('.ts') && one !== 'limits.ts',
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const constants = [...text.matchAll(/const ([A-Z_]+)\b[^=\n]*= [\d_]+;/g)].map(([, name]) => name ?? '');
    const compared = [...text.matchAll(/\b(?:length|size|depth) (?:>=?|<=?) (?:[3-9]|\d\d)/g)].map(
      ([all]) => all,
    );
    return [...constants.filter((name) => !OTHERS.has(name)), ...compared].map((one) => `${file}: ${one}`);
  });
  expect(found).toEqual([]);
  const limits = readFileSync(join(ROOT, 'limits.ts'), 'utf8');
  const [table = ''] = limits.split('*/', 1);
  const missing = [...limits.matchAll(/const ((?:MAX|MIN|LONG|MEAN|TEXT)_\w+)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !table.includes(name) && name !== 'MIN_CONTEXTS');
  expect(missing).toEqual([]);
});

/** What the last call of `value` is passed, and what the file says it left out. */
function lastValue(text: string, file = 'a.py'): { value: unknown; may: unknown[]; gap: string | undefined } {
  const document = open(file, text);
  const node = callsOf(document, { named: new Set(['value']) }).at(-1)?.call?.positional[0];
  return { value: node?.scalar, may: (node?.may ?? []).map(({ scalar }) => scalar), gap: document.gap };
}

/** The program at a bound and what it says there; one beyond. A bound is tested by name once it has a row or a test below. */
interface Row {
  readonly at: () => unknown;
  readonly beyond: () => unknown;
  readonly expected: readonly [at: unknown, beyond: unknown];
}

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join('');

const commentsIn = (count: number): number => {
  const tree = parseTree('python', `a = 1\n${times(count, () => '# x\n')}b = 1\n`);
  return tree ? commentsOf(tree).length : -1;
};

/** The items of the list in the last call of `value`: how many, and why the last one is not known. */
const listOf = (text: string, file = 'a.py'): unknown[] => {
  const items = callsOf(open(file, text), { named: new Set(['value']) })
    .at(-1)
    ?.call?.positional[0]?.items();
  return [items?.length, items?.at(-1)?.scalar ?? 'unknown'];
};

const line = (length: number): string => `x = "${'a'.repeat(length - 6)}"`;

/** A notebook of cells that do not parse. */
const brokenCells = (count: number): string =>
  JSON.stringify({ cells: Array.from({ length: count }, () => ({ cell_type: 'code', source: 'x = (' })) });

/** Whether a run has spent its budget once some work is done, and the limit. */
function isSpentAfter(amount: number): readonly unknown[] {
  const file = { file: 'a.py' } as SourceFile;
  const work = workOf();
  work.spend(amount);
  const budget = budgetOf(() => work);
  return [budget.isSpent(file), budget.limitOf(file)];
}

/** Whether a part of a program has spent its share by its first step, where so much work is left of 100. */
function isSpentWith(
  left: number,
  start: (budget: Budget, file: SourceFile, run: () => void) => void,
): boolean {
  const file = { file: 'a.py' } as SourceFile;
  const work = workOf(100);
  work.spend(100 - left);
  const budget = budgetOf(() => work);
  let isSpent = false;
  start(budget, file, () => {
    budget.step(file);
    isSpent = budget.isSpent(file);
  });
  return isSpent;
}

/** The same of an uncalled function, where 20 steps are left and so many functions wait. */
const isSpentBefore = (waiting: number): boolean =>
  isSpentWith(20, (budget, file, run) => budget.uncalled(file, waiting, run));

/** Whether a parse ends by its last progress callback of some. */
function isParseEnded(count: number): boolean {
  const ends = endsParse();
  return Array.from({ length: count }, () => ends()).at(-1) === true;
}

const ROWS: Readonly<Record<string, Row>> = {
  MAX_CODE: {
    at: () => reasonToSkip('a\n'.repeat(MAX_CODE / 2)),
    beyond: () => reasonToSkip(`${'a\n'.repeat(MAX_CODE / 2)}b`),
    expected: [undefined, 'large-file'],
  },
  LONG_LINE: {
    at: () => reasonToSkip(line(LONG_LINE)),
    beyond: () => reasonToSkip(line(LONG_LINE + 1)),
    expected: [undefined, { kind: 'bundle', longestLine: LONG_LINE + 1 }],
  },
  MEAN_LINE: {
    at: () => reasonToSkip(`${line(60_000)}${'\r'.repeat(60_000 / MEAN_LINE)}`),
    beyond: () => reasonToSkip(`${line(60_000)}${'\n'.repeat(60_000 / MEAN_LINE - 2)}`),
    expected: [undefined, { kind: 'bundle', longestLine: 60_000 }],
  },
  MAX_ITEMS: {
    at: () => listOf(`value([${times(MAX_ITEMS - 1, () => '"a", ')}*["z"]])\n`),
    beyond: () => listOf(`value([${times(MAX_ITEMS, () => '"a", ')}*["z"]])\n`),
    expected: [
      [MAX_ITEMS, 'z'],
      [MAX_ITEMS + 1, 'unknown'],
    ],
  },
  MAX_CELLS: {
    at: () => open('a.ipynb', brokenCells(MAX_CELLS)).gap?.split('; ').at(-1),
    beyond: () =>
      open('a.ipynb', brokenCells(MAX_CELLS + 1))
        .gap?.split('; ')
        .at(-1),
    expected: [`cell ${MAX_CELLS} has a syntax error in line 1`, 'and 1 more'],
  },
  // A call statement, its argument and the innermost item are three of the levels.
  MAX_DEPTH: {
    at: () => open('a.py', `value(${nested(MAX_DEPTH - 3, '1')})\n`).gap,
    beyond: () => open('a.py', `value(${nested(MAX_DEPTH - 2, '1')})\n`).gap,
    expected: [undefined, 'nested too deeply'],
  },
  // Lists of a function within lists of its caller: neither is too deep for itself.
  MAX_NESTED: {
    at: () => open('a.py', nestedCall(MAX_NESTED / 2 + 5)).gap,
    beyond: () => open('a.py', nestedCall(MAX_NESTED / 2 + 6)).gap,
    expected: [undefined, 'nested too deeply'],
  },
  MAX_CALL_DEPTH: {
    at: () => valueAndGap(sharedChain(MAX_CALL_DEPTH + 1)),
    beyond: () => valueAndGap(sharedChain(MAX_CALL_DEPTH + 2)),
    expected: [
      ['deep', undefined],
      [undefined, 'calls are followed no deeper'],
    ],
  },
  MAX_ROUNDS: {
    at: () => open('a.py', shifted(MAX_ROUNDS - 1)).gap,
    beyond: () => open('a.py', shifted(MAX_ROUNDS)).gap,
    expected: [undefined, 'a loop changes more than is followed'],
  },
  MAX_RUNNING: {
    at: () => lazyImports(2 * MAX_RUNNING),
    beyond: () => lazyImports(2 * MAX_RUNNING + 1),
    expected: [
      ['v', []],
      [undefined, [`m${2 * MAX_RUNNING}.py: evaluated late: too many modules import each other`]],
    ],
  },
  MIN_CONTEXTS: {
    at: () => valueAndGap(calledOften(TEXT_OF_CONTEXTS, MIN_CONTEXTS)),
    beyond: () => valueAndGap(calledOften(TEXT_OF_CONTEXTS, MIN_CONTEXTS + 1)),
    expected: [
      [`v${MIN_CONTEXTS - 1}`, undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  MAX_CONTEXTS: {
    at: () => valueAndGap(calledThrough(100, MAX_CONTEXTS + CONTEXTS_OF_CALL)),
    beyond: () => valueAndGap(calledThrough(100, MAX_CONTEXTS + CONTEXTS_OF_CALL + 1)),
    expected: [
      [`v${MAX_CONTEXTS + CONTEXTS_OF_CALL - 1}`, undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  TEXT_OF_CONTEXTS: {
    at: () => valueAndGap(calledThrough(TEXT_OF_CONTEXTS / 10 - 1, 10)),
    beyond: () => valueAndGap(calledThrough(TEXT_OF_CONTEXTS / 10, 10)),
    expected: [
      ['v9', undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  CONTEXTS_OF_CALL: {
    at: () => valueAndGap(calledThrough(TEXT_OF_CALLS / 50, MAX_CONTEXTS + CONTEXTS_OF_CALL)),
    beyond: () => valueAndGap(calledThrough(TEXT_OF_CALLS / 50, MAX_CONTEXTS + CONTEXTS_OF_CALL + 1)),
    expected: [
      [`v${MAX_CONTEXTS + CONTEXTS_OF_CALL - 1}`, undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  TEXT_OF_CALLS: {
    at: () => valueAndGap(calledOften(TEXT_OF_CALLS / 25 - 1, 25)),
    beyond: () => valueAndGap(calledOften(TEXT_OF_CALLS / 25, 25)),
    expected: [
      ['v24', undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  TEXT_OF_STORING: {
    at: () => valueAndGap(storedOften(TEXT_OF_STORING / 40 - 1, 40)),
    beyond: () => valueAndGap(storedOften(TEXT_OF_STORING / 40, 40)),
    expected: [
      ['v39', undefined],
      [undefined, 'gave up on one function (too many callers), so its tools may act without a gate'],
    ],
  },
  MAX_TURNS: {
    at: () => turns(MAX_TURNS),
    beyond: () => turns(MAX_TURNS + 1),
    expected: [
      [MAX_TURNS, `a${MAX_TURNS - 1}`],
      [MAX_TURNS + 1, 'changes in a loop'],
    ],
  },
  MAX_BETWEEN: {
    at: () => between(MAX_BETWEEN),
    beyond: () => between(MAX_BETWEEN + 1),
    expected: [undefined, 'always'],
  },
  MAX_CLASSES: {
    at: () => valueAndGap(classes(MAX_CLASSES)),
    beyond: () => valueAndGap(classes(MAX_CLASSES + 1)),
    expected: [
      ['v', undefined],
      [undefined, 'a class extends more classes than are followed'],
    ],
  },
  MAX_CHOICES: {
    at: () => choices(MAX_CHOICES),
    beyond: () => choices(MAX_CHOICES + 1),
    expected: ['either', 'list'],
  },
  // What is not followed may be the model's.
  MAX_ARGUMENT_DEPTH: {
    at: () => innermost(MAX_ARGUMENT_DEPTH)?.kind,
    beyond: () => innermost(MAX_ARGUMENT_DEPTH + 1),
    expected: ['other', { kind: 'model', isWhole: false }],
  },
  // Further back than the argument is followed, what is known of an operand may be the model's.
  MAX_OPERANDS: {
    at: () => additions(MAX_OPERANDS)?.kind,
    beyond: () => additions(MAX_OPERANDS + 1),
    expected: ['text', { kind: 'model', isWhole: false }],
  },
  // Of more terms than are visited it is not known that none is the source.
  MAX_FLOW_TERMS: {
    at: () => dependsOnInput(MAX_FLOW_TERMS - 1),
    beyond: () => dependsOnInput(MAX_FLOW_TERMS),
    expected: [false, undefined],
  },
  MAX_STEPS: {
    at: () => spent(MAX_STEPS),
    beyond: () => spent(MAX_STEPS + 1),
    expected: [
      [true, false, undefined],
      [true, true, 'file-steps'],
    ],
  },
  MAX_STEPS_OF_ALL: {
    at: () => spent(MAX_STEPS_OF_ALL).slice(0, 1),
    beyond: () => spent(MAX_STEPS_OF_ALL + 1).slice(0, 1),
    expected: [[true], [false]],
  },
  WORK_OF_RUN: {
    at: () => isSpentAfter(WORK_OF_RUN),
    beyond: () => isSpentAfter(WORK_OF_RUN + 1),
    expected: [
      [false, undefined],
      [true, 'file-steps'],
    ],
  },
  LEAST_WORK: {
    at: () => workOfText(0),
    beyond: () => workOfText(1) > workOfText(0),
    expected: [LEAST_WORK, true],
  },
  WORK_OF_UNIT: {
    at: () => workOfText(1) - workOfText(0),
    beyond: () => workOfText(WORK_OF_RUN),
    expected: [WORK_OF_UNIT, WORK_OF_RUN],
  },
  MIN_FLOW_TERMS: {
    at: () => dependsOnInput(MIN_FLOW_TERMS - 1, 1),
    beyond: () => dependsOnInput(MIN_FLOW_TERMS, 1),
    expected: [false, undefined],
  },
  VISITS_OF_STEP: {
    at: () => workOfQuestion(VISITS_OF_STEP - 1),
    beyond: () => workOfQuestion(2 * VISITS_OF_STEP - 1),
    expected: [1, 2],
  },
  // Of less than one step for each share, none is left.
  WORK_SHARES: {
    at: () => workOf(WORK_SHARES).part(WORK_SHARES).most,
    beyond: () => workOf(WORK_SHARES - 1).part(WORK_SHARES).most,
    expected: [1, 0],
  },
  FLOW_SHARES: {
    at: () => workOf(FLOW_SHARES).part(FLOW_SHARES).most,
    beyond: () => workOf(FLOW_SHARES - 1).part(FLOW_SHARES).most,
    expected: [1, 0],
  },
  MODULE_SHARES: {
    at: () => isSpentWith(MODULE_SHARES, (budget, file, run) => budget.module(file, run)),
    beyond: () => isSpentWith(MODULE_SHARES - 1, (budget, file, run) => budget.module(file, run)),
    expected: [false, true],
  },
  FAIR_SHARES: {
    at: () => isSpentBefore(20 * FAIR_SHARES - 1),
    beyond: () => isSpentBefore(20 * FAIR_SHARES),
    expected: [false, true],
  },
  MAX_COMMENTS: {
    at: () => commentsIn(MAX_COMMENTS),
    beyond: () => commentsIn(MAX_COMMENTS + 1),
    expected: [MAX_COMMENTS, 0],
  },
  MAX_PARSE_STEPS: {
    at: () => isParseEnded(MAX_PARSE_STEPS),
    beyond: () => isParseEnded(MAX_PARSE_STEPS + 1),
    expected: [false, true],
  },
  // Each statement is two steps, and the call behind them three more until it would run its function.
  ROOT_STEPS: {
    at: () => rootOf(ROOT_STEPS / 2 - 2),
    beyond: () => rootOf(ROOT_STEPS / 2 - 1),
    expected: [
      [true, undefined],
      [false, 'stopped after too many steps, so what a tool does is only partly known'],
    ],
  },
  MAX_TAILS: {
    at: () => isLost(cases(MAX_TAILS)),
    beyond: () => isLost(cases(MAX_TAILS + 1)),
    expected: [false, true],
  },
  MAX_TAIL: {
    at: () => conditionsOf(nestedIfs(MAX_TAIL, 'v = 1', 'v = 0\n', 'if v:\n    done()\n')),
    beyond: () => conditionsOf(nestedIfs(MAX_TAIL + 1, 'v = 1', 'v = 0\n', 'if v:\n    done()\n')),
    expected: [[times(MAX_TAIL, (index) => ` a${index}`).trim()], ['lost']],
  },
  MAX_GATES: {
    at: () => conditionsOf(setOften(MAX_GATES)).length,
    beyond: () => conditionsOf(setOften(MAX_GATES + 1)),
    expected: [MAX_GATES, ['lost']],
  },
  MAX_GATED: {
    at: () => conditionsOf(added(MAX_GATED)),
    beyond: () => conditionsOf(added(MAX_GATED + 1)),
    expected: [['a'], ['lost']],
  },
  MAX_STEP_DEPTH: {
    at: () => isLost(stepsOf(nestedAsking(MAX_STEP_DEPTH - 1))),
    beyond: () => isLost(stepsOf(nestedAsking(MAX_STEP_DEPTH))),
    expected: [false, true],
  },
  MAX_VALUE_DEPTH: {
    at: () => deepItem(MAX_VALUE_DEPTH - 1),
    beyond: () => deepItem(MAX_VALUE_DEPTH),
    expected: [
      ['call', undefined],
      ['either', 'nested too deeply'],
    ],
  },
  // A condition of so many steps costs as many at each of them.
  MAX_FLOW_STEPS: {
    at: () => isLost(`${times(446, (index) => `ask${index}()\n`)}done()\n`),
    beyond: () => isLost(`${times(447, (index) => `ask${index}()\n`)}done()\n`),
    expected: [(446 * 447) / 2 > MAX_FLOW_STEPS, (447 * 448) / 2 >= MAX_FLOW_STEPS],
  },
  MAX_ALTERNATIVES: {
    at: () => isLost(eitherOf(8, MAX_ALTERNATIVES / 8)),
    beyond: () => isLost(eitherOf(5, (MAX_ALTERNATIVES + 1) / 5)),
    expected: [false, true],
  },
  MAX_KNOWN_DEPTH: {
    at: () => knownBehind(MAX_KNOWN_DEPTH),
    beyond: () => knownBehind(MAX_KNOWN_DEPTH + 1),
    expected: [{ value: true }, undefined],
  },
  // What is nested deeper is one test.
  MAX_TESTS: {
    at: () => conditionsOf(negated(MAX_TESTS)),
    beyond: () => conditionsOf(negated(MAX_TESTS + 1)),
    expected: [['a', '!a b'], ['!a or b']],
  },
  MAX_CHAIN: {
    at: () => [partials, decorators].map((of) => valueAndGap(of(MAX_CHAIN))),
    beyond: () => [partials, decorators].map((of) => valueAndGap(of(MAX_CHAIN + 1))),
    expected: [
      [
        [`v${MAX_CHAIN - 1}`, undefined],
        [undefined, undefined],
      ],
      [
        [undefined, 'calls are followed no deeper'],
        [undefined, 'calls are followed no deeper'],
      ],
    ],
  },
  // An item that each round adds is there as often as rounds are followed.
  MAX_REPEATED: {
    at: () => repeated(MAX_REPEATED),
    beyond: () => repeated(MAX_REPEATED + 1),
    expected: [
      [1, undefined],
      [MAX_ROUNDS, 'a loop changes more than is followed'],
    ],
  },
  // Each return runs what is behind `finally`, and so does the end.
  MAX_PATHS: {
    at: () => isLost(returns(MAX_PATHS - 1)),
    beyond: () => isLost(returns(MAX_PATHS)),
    expected: [false, true],
  },
};

/** Bounds behind which a message is cut or less is known of a value: what reads it treats the rest as unknown, or needs no more. */
const CUTS: Readonly<Record<string, Row>> = {
  MAX_PARTS: {
    at: () => lastValue(`value("".join([${times(MAX_PARTS, () => '"a", ')}]))\n`).value,
    beyond: () => lastValue(`value("".join([${times(MAX_PARTS + 1, () => '"a", ')}]))\n`).value,
    expected: ['a'.repeat(MAX_PARTS), undefined],
  },
  // What is written at the place itself counts as written, not as added.
  MAX_ADDED: {
    at: () => lastValue(`A = "${'a'.repeat(MAX_ADDED + 6)}"\nvalue(f"{A}")\n`).value,
    beyond: () => lastValue(`A = "${'a'.repeat(MAX_ADDED + 7)}"\nvalue(f"{A}")\n`).value,
    expected: ['a'.repeat(MAX_ADDED + 6), undefined],
  },
  MAX_BEGINNING: {
    at: () => beginning(MAX_BEGINNING),
    beyond: () => beginning(MAX_BEGINNING + 1),
    expected: [
      [MAX_BEGINNING, 'put together at run time'],
      [MAX_BEGINNING, 'put together at run time'],
    ],
  },
  // What a method reads of the others is what any of them has.
  MAX_OBJECTS: {
    at: () => ofObjects(MAX_OBJECTS),
    beyond: () => ofObjects(MAX_OBJECTS + 1),
    expected: [
      ['v0', 'v1', 'v2', 'v3'],
      ['v0', 'v1', 'v2', ['v3', 'v4']],
    ],
  },
  MAX_COMPARED: {
    at: () => callsOf(open('a.py', agents(MAX_COMPARED - 2)), { named: new Set(['Agent']) }).length,
    beyond: () => callsOf(open('a.py', agents(MAX_COMPARED - 1)), { named: new Set(['Agent']) }).length,
    expected: [1, 2],
  },
  MAX_CALLS_READ: {
    at: () => callsRead(MAX_CALLS_READ),
    beyond: () => callsRead(MAX_CALLS_READ + 1),
    expected: [MAX_CALLS_READ, undefined],
  },
  // A list is one of the values.
  MAX_PLAIN: {
    at: () => plainLeft(MAX_PLAIN - 1),
    beyond: () => plainLeft(MAX_PLAIN),
    expected: ['last', undefined],
  },
  MAX_TRIED: {
    at: () => edits(MAX_TRIED / 4),
    beyond: () => edits(MAX_TRIED / 4 + 1),
    expected: [
      [true, true, true, true],
      [true, true, true, false],
    ],
  },
  MAX_SOURCE: {
    at: () => spreadWhy(MAX_SOURCE),
    beyond: () => spreadWhy(MAX_SOURCE + 1),
    expected: [
      `spread of \`${'a'.repeat(MAX_SOURCE)}\`: imported from \`p\`, outside the project`,
      `spread of \`${'a'.repeat(MAX_SOURCE)}...\`: imported from \`p\`, outside the project`,
    ],
  },
  MAX_SPELLED: {
    at: () => resultWhy(MAX_SPELLED),
    beyond: () => resultWhy(MAX_SPELLED + 1),
    expected: [`computed by ${'a'.repeat(MAX_SPELLED)}()`, `computed by ...${'a'.repeat(MAX_SPELLED)}()`],
  },
  // Quotes beyond it are not counted: what is preferred is written.
  MAX_LOOK: {
    at: () => quoted(MAX_LOOK - 1),
    beyond: () => quoted(MAX_LOOK),
    expected: ["'x'", '"x"'],
  },
  // The object and the names that lead to a callee.
  MAX_CHAIN: {
    at: () => receivers(MAX_CHAIN),
    beyond: () => receivers(MAX_CHAIN + 1),
    expected: [MAX_CHAIN + 1, MAX_CHAIN + 1],
  },
};

/** What the function `f` does when a model calls it. */
const reachOf = (text: string) => reachIn(open('a.py', text));

const reachIn = (document: CodeDocument) => {
  const one = valueOfName(document, 'f');
  const found =
    one instanceof Object &&
    callsReachedBy(one, { isContext: () => false, isIdle: () => false, mayDecide: () => false });
  if (!found) throw new Error('f is no function');
  return found;
};

/** What the last call of the function `f` is passed. */
const passed = (text: string): CallArgument | undefined => reachOf(text).calls.at(-1)?.argument(0);

/** What is in so many lists in each other. */
const innermost = (count: number): CallArgument | undefined => {
  let one = passed(`from q import g, run\ndef f(x):\n    run(${nested(count, 'g()')})\n`);
  while (one?.kind === 'list') one = one.items[0];
  return one;
};

/** What a list is whose item is one of so many constants. */
const choices = (count: number): string | undefined =>
  passed(`from q import run\ndef f(x):\n    run(["a", [${times(count, (index) => `"b${index}", `)}][x]])\n`)
    ?.kind;

/** A text that so many additions compute. */
const additions = (count: number, added = 'g()'): CallArgument | undefined =>
  passed(
    `from q import g, run\ndef f(x):\n    y = g()\n${times(count, () => `    y = y + ${added}\n`)}    run(y)\n`,
  );

/** Whether a list of so many constants depends on a call of `input`. */
/** The list of so many items that a tool passes on. */
const passedList = (count: number): Value | undefined =>
  reachOf(`from q import run\ndef f(x):\n    run([${times(count, () => '0, ')}])\n`).calls.at(-1)?.event
    .positional[0]?.value;

const workBehind = ({ at: { file } }: Value): Work => (file as CodeFile).evaluation().workFor(file);

const isOfInput = (list: Value): boolean | undefined =>
  dependsOn(list, (one) => callIn(one)?.name === 'input' || undefined);

/** Whether it depends on a call; `left`: the work that is left. */
const dependsOnInput = (count: number, left?: number): boolean | undefined => {
  const list = passedList(count);
  const work = list && workBehind(list);
  if (left !== undefined) work?.spend(work.left() - left);
  return list && isOfInput(list);
};

/** The work of asking that. */
const workOfQuestion = (count: number): number | undefined => {
  const list = passedList(count);
  const before = list && workBehind(list).left();
  if (!list || before === undefined) return undefined;
  isOfInput(list);
  return before - workBehind(list).left();
};

/** Whether something of a file is evaluated after so many steps, whether its functions are not, and why. */
const spent = (count: number): unknown[] => {
  const work = workOf();
  const budget = budgetOf(() => work);
  const file = { file: 'a.py' } as SourceFile;
  let isGoingOn = true;
  for (let step = 0; step < count; step++) isGoingOn = budget.step(file);
  return [isGoingOn, budget.isSpent(file), budget.limitOf(file)];
};

/** Whether a function of so many statements is read whole, and what its file leaves out. */
const rootOf = (count: number): unknown[] => {
  const text = `from q import g\ndef h(x):\n    return g(x)\ndef f(x):\n${times(count, () => '    x\n')}    h(1)\n`;
  const document = open('a.py', text);
  return [reachIn(document).isWhole, document.gap];
};

const QUESTION = { targets: new Set(['done']), mayDecide: () => true };

/** The conditions for a program to call `done`. */
const conditionsOf = (text: string): string[] => {
  const { visits, conditions, simplified } = flowOf([open('a.py', text)], QUESTION);
  const said = (guard: Guard): string =>
    guard.kind === 'test' ? `${guard.holds ? '' : '!'}${spellingOf(guard.test.value)}` : guard.kind;
  return simplified(visits.flatMap(({ path }) => conditions(path(0)))).map((one) => one.map(said).join(' '));
};

/** The kinds of the steps before a call of `done`, also of those in choices. */
const stepsOf = (text: string): string[] => {
  const kinds = (path: ReturnType<Visit['path']>): string[] =>
    path.flatMap((step) => (step.kind === 'paths' ? step.paths.flatMap(kinds) : [step.kind]));
  return flowOf([open('a.py', text)], QUESTION).visits.flatMap(({ path }) => kinds(path(0)));
};

/** What an argument is that so many calls make, each of the result of the one before, and what its file leaves out. */
const deepItem = (count: number): unknown[] => {
  const document = open('a.py', `from q import f, v\n${times(count, () => 'v = f(v)\n')}done(v)\n`);
  const [item] = flowOf([document], QUESTION).visits.map(({ item }) => item && shapeOf(item).kind);
  return [item, document.gap];
};

/** Whether any condition for a call of `done` is not known. */
const isLost = (of: string | string[]): boolean =>
  (typeof of === 'string' ? conditionsOf(of) : of).some((one) => /\blost\b/.test(one));

/** So many branches that join, each with a call that may ask. */
const cases = (count: number): string =>
  `match a:\n${times(count - 1, (index) => `    case ${index}:\n        ask${index}()\n`)}    case _:\n        ask()\ndone()\n`;

const nestedIfs = (count: number, inner: string, before = '', after = ''): string =>
  `${before}${times(count, (index) => `${' '.repeat(index)}if a${index}:\n`)}${' '.repeat(count)}${inner}\n${after}`;

/** Tests within each other, each with a call that may ask behind the inner one. */
const nestedAsking = (count: number): string =>
  `${nestedIfs(count, 'ask()')}${times(count - 1, (index) => `${' '.repeat(count - 1 - index)}ask${index}()\n`)}done()\n`;

/** A value that is set under each of so many tests. */
const setOften = (count: number): string =>
  `v = 0\n${times(count, (index) => `if a${index}:\n    v = 1\n`)}if v:\n    done()\n`;

/** A function of so many returns before its end. */
const returns = (count: number): string =>
  `def f():\n    try:\n${times(count, (index) => `        if a${index}:\n            return ${index}\n`)}    finally:\n        done()\nf()\n`;

/** A list that gets so many items under a test. */
const added = (count: number): string =>
  `ys = []\nif a:\n${times(count, (index) => `    ys.append("v${index}")\n`)}if ys:\n    done()\n`;

/** One of some names and one of others. */
const eitherOf = (count: number, others: number): string => {
  const any = (letter: string, length: number): string =>
    Array.from({ length }, (_, index) => `${letter}${index}`).join(' or ');
  return `if (${any('a', count)}) and (${any('b', others)}):\n    done()\n`;
};

const negated = (count: number): string =>
  `if ${'not ('.repeat(count)}a or b${')'.repeat(count)}:\n    done()\n`;

/** What is known of a value that a name is negated to, where the name is true. */
function knownBehind(count: number): unknown {
  const document = open('a.py', `value(${'not ('.repeat(count)}a${')'.repeat(count)})\n`);
  const [node] = callsOf(document, { named: new Set(['value']) });
  const given = node?.call?.positional[0];
  return (
    given &&
    valueWhere(valueOfNode(given), (one) => (shapeOf(one).kind === 'name' ? { value: true } : undefined))
  );
}

const nested = (count: number, inner: string): string => `${'['.repeat(count)}${inner}${']'.repeat(count)}`;

const nestedCall = (count: number): string =>
  `def f(x):\n    return ${nested(count, 'x')}\nvalue(${nested(MAX_NESTED / 2 - 10, 'f(1)')})\n`;

const valueAndGap = (text: string): unknown[] => {
  const { value, gap } = lastValue(text);
  return [value, gap];
};

/** The only argument of the last call of `value`. */
const node = (text: string): CodeSyntaxNode | undefined =>
  callsOf(open('a.py', text), { named: new Set(['value']) }).at(-1)?.call?.positional[0];

/** Functions that call the next one twice: calls of them cost depth. */
const sharedChain = (length: number): string => {
  const all = Array.from({ length }, (_, index) =>
    index === length - 1
      ? `def f${index}(x):\n    return x\n`
      : `def f${index}(x):\n    f${index + 1}("b")\n    return f${index + 1}(x)\n`,
  );
  return `${all.reverse().join('')}value(f0("deep"))\n`;
};

/** A loop that gives each name the value of the next one: as many rounds change something. */
const shifted = (count: number): string =>
  `${times(count + 1, (index) => `a${index} = "v${index}"\n`)}while q():\n${times(count, (index) => `    a${index} = a${index + 1}\n`)}value(a0)\n`;

/** Modules that each import the next one in a function: the value in the first, and what any file leaves out. */
const lazyImports = (count: number): unknown[] => {
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `m${index}.py`,
      index === count - 1
        ? 'A = "v"\n'
        : `def load():\n    from m${index + 1} import A\n    return A\nA = load()\nvalue(A)\n`,
    ]),
  );
  const of = projectOf(files);
  const first = callsOf(of('m0.py'), { named: new Set(['value']) })[0];
  const gaps = Object.keys(files).flatMap((file) => {
    const { gap } = of(file);
    return gap === undefined ? [] : `${file}: ${gap}`;
  });
  return [first?.call?.positional[0]?.scalar, gaps];
};

/** A function of so many characters that is called so often. */
const calledOften = (length: number, count: number): string => {
  const [start, end] = ['def f(x):\n    """', '"""\n    return x'];
  const docstring = 'a\n'.repeat(length).slice(0, length - start.length - end.length);
  return `${start}${docstring}${end}\n${times(count, (index) => `a${index} = f("v${index}")\n`)}value(a${count - 1})\n`;
};

/** The same, from one place: another function calls it. */
const calledThrough = (length: number, count: number): string =>
  calledOften(length, count)
    .replace('\na0 =', '\ndef g(x):\n    return f(x)\na0 =')
    .replaceAll('= f("', '= g("');

/** A function that stores what it is given, and is called so often. */
const storedOften = (length: number, count: number): string => {
  const store = 'd["k"] = x\n    ';
  return `d = {}\n${calledOften(length - store.length, count).replace('return x', `${store}return x`)}`;
};

const turns = (count: number): unknown[] => {
  const text = `for x in [${times(count, (index) => `"a${index}", `)}]:\n    value(x)\n`;
  const calls = callsOf(open('a.py', text), { named: new Set(['value']) });
  const last = calls.at(-1)?.call?.positional[0];
  return [calls.length, last?.scalar ?? last?.why];
};

const classes = (count: number): string =>
  `class C0:\n    x = "v"\n${times(count, (index) => `class C${index + 1}(C${index}): pass\n`)}value(C${count}().x)\n`;

const receivers = (count: number): number | undefined =>
  callsOf(open('a.py', `import p\np${times(count, (index) => `.m${index}`)}.value(1)\n`))[0]?.call?.receivers
    .length;

const partials = (count: number): string =>
  `from functools import partial
def f0(*all):
    return all[-1]
${times(count, (index) => `f${index + 1} = partial(f${index}, "v${index}")\n`)}value(f${count}())
`;

/** Decorators, each of which is decorated by the one before. */
const decorators = (count: number): string =>
  `def f0(g):\n    return g\n${times(count, (index) => `@f${index}\ndef f${index + 1}(g):\n    return g\n`)}value(f${count}("v"))\n`;

const beginning = (length: number): unknown[] => {
  const one = node(`A = "${'a'.repeat(length)}"\nvalue(A + q())\n`);
  return [one?.begins?.length, one?.why];
};

const repeated = (count: number): unknown[] => {
  const added = times(count - 1, (index) => `    xs.append("a${index}")\n`);
  const document = open('a.py', `xs = []\nfor x in q():\n    xs.append("first")\n${added}value(xs)\n`);
  const items = callsOf(document, { named: new Set(['value']) })[0]?.call?.positional[0]?.items() ?? [];
  return [items.filter(({ scalar }) => scalar === 'first').length, document.gap];
};

const ofObjects = (count: number): unknown[] => {
  const text = `class C:
    def __init__(self, x): self.x = x
    def run(self): value(self.x)
${times(count, (index) => `c${index} = C("v${index}")\n`)}`;
  return callsOf(open('a.py', text), { named: new Set(['value']) }).map(({ call }) => {
    const [one] = call?.positional ?? [];
    return one?.scalar ?? one?.may?.map(({ scalar }) => scalar);
  });
};

/** A function that creates an agent with so many tools, called twice. */
const agents = (count: number): string =>
  `def make(x):\n    return Agent(tools=[${times(count, () => '"a",')}])\nmake("a")\nmake("b")\n`;

const callsRead = (count: number): number | undefined =>
  node(`def f():\n${times(count, (index) => `    g(${index})\n`)}value(f)\n`)?.reference?.calls?.length;

/** The last of so many values of a document. */
const plainLeft = (count: number): unknown => {
  const lists = Math.ceil(count / 4_000);
  // Each list is a value, too.
  const items = count - lists;
  const text = Array.from({ length: lists }, (_, index) => {
    const own = Math.min(4_000, items - index * 4_000);
    return `[${times(own, (at) => (index === lists - 1 && at === own - 1 ? '"last"' : '0,\n'))}]`;
  });
  const plain = node(`value([${text.join(', ')}])\n`)?.toValue() as unknown[][];
  return plain.at(-1)?.at(-1);
};

/** Whether each of four edits in a statement of so many characters is offered. */
const edits = (length: number): boolean[] => {
  const [start, end] = ['value("a", """', '""")'];
  const text = `${start}${'a\n'.repeat(length).slice(0, length - start.length - end.length)}${end}`;
  const [first] = callsOf(open('a.py', text))[0]?.call?.positional ?? [];
  return Array.from({ length: 4 }, () => first?.edit()?.replace('b') !== undefined);
};

/** What a test says of a name that a function sets as its state of some number, and resets. */
const between = (count: number): unknown => {
  const before = '    desk = None\n'.repeat(count - 1);
  const reset = `def reset(line):\n    global desk\n${before}    desk = line\n    desk = None\n`;
  const test = 'known = "always"\nif desk is not None:\n    known = "perhaps"\n';
  return node(`desk = None\n${reset}${test}value(known)\n`)?.scalar;
};

const spreadWhy = (length: number): string | undefined => {
  const name = 'a'.repeat(length);
  return node(`from p import ${name}\nvalue([*${name}])\n`)?.items()[0]?.why;
};

const resultWhy = (length: number): string | undefined => {
  const name = 'a'.repeat(length);
  return node(`from p import ${name}\nvalue([*${name}()])\n`)?.items()[0]?.why?.split('`: ')[1];
};

const quoted = (place: number): string =>
  sourceWriting(`${' '.repeat(place)}'`, languageOf('python').writing).value('x');

/** Bounds whose tests are below. */
const BY_NAME: ReadonlySet<string> = new Set([
  'MAX_CALLS_WITHIN',
  'MAX_MEMBERS',
  'MAX_ALIKE',
  'MAX_UNCALLED_STEPS',
  'MAX_VALUE_FILE',
]);

test('every bound has a test at it and one beyond it', () => {
  const limits = readFileSync(join(ROOT, 'limits.ts'), 'utf8');
  const own = readFileSync(import.meta.filename, 'utf8').replace(/const ROWS[\s\S]*?\n};/, '');
  const bounds = [...limits.matchAll(/const ([A-Z_]+) = /g)].map(([, name]) => name ?? '');
  const isTested = (name: string) => name in ROWS || name in CUTS || BY_NAME.has(name);
  expect(bounds.filter((name) => !isTested(name))).toEqual([]);
  expect([...BY_NAME].filter((name) => !new RegExp(`[^'\\w]${name} \\+ [12]\\b`).test(own))).toEqual([]);
});

test.each(Object.entries(ROWS))(
  '%s is reported one beyond it, and not at it',
  (_, { at, beyond, expected }) => {
    expect([at(), beyond()]).toEqual(expected);
  },
);

test.each(Object.entries(CUTS))(
  '%s cuts a message or what is known of a value one beyond it, and not at it',
  (_, { at, beyond, expected }) => {
    expect([at(), beyond()]).toEqual(expected);
  },
);

describe('a chain of calls', () => {
  /** Functions that each call the next one, and some that call the first: of several, calls cost depth. */
  const chain = (length: number, isShared: boolean): string => {
    const functions = Array.from({ length }, (_, index) =>
      index === length - 1
        ? `def f${index}(x):\n    return x`
        : `def f${index}(x):\n    return f${index + 1}(x)${isShared ? ` if x else f${index + 1}("b")` : ''}`,
    );
    return `${functions.reverse().join('\n')}\nvalue(f0("deep"))\n`;
  };

  test('is followed where each function has one caller, however long it is', () => {
    expect(MAX_CALLS_WITHIN).toBeGreaterThan(MAX_CALL_DEPTH);
    expect(lastValue(chain(MAX_CALLS_WITHIN, false))).toEqual({ value: 'deep', may: [], gap: undefined });
  });

  test('ends at a bound, which the file tells', () => {
    const { value, gap } = lastValue(chain(MAX_CALLS_WITHIN + 1, false));
    expect([value, gap]).toEqual([undefined, 'calls are followed no deeper']);
  });

  test('of methods, each with one caller, reaches what they make', () => {
    const text = `class Broker:
    def __init__(self, kind): self.kind = kind
    def a(self): return self.b()
    def b(self): return self.c()
    def c(self): return self.d()
    def d(self): return self.e()
    def e(self): return self.f()
    def f(self): return self.g()
    def g(self): return self.kind
value(Broker("trade").a())
`;
    expect(lastValue(text)).toEqual({ value: 'trade', may: [], gap: undefined });
  });
});

describe('a call of one of several functions', () => {
  const makers = (count: number): string => {
    const all = Array.from({ length: count }, (_, index) => index);
    return `from elsewhere import q
${all.map((index) => `def make${index}():\n    return "t${index}"`).join('\n')}
MAKERS = {${all.map((index) => `"${index}": make${index}`).join(', ')}}
value(MAKERS[q()]())
`;
  };

  test.each([4, 5, MAX_MEMBERS])('gives what each of %i gives', (count) => {
    const { may, gap } = lastValue(makers(count));
    expect(may).toEqual(Array.from({ length: count }, (_, index) => `t${index}`));
    expect(gap).toBeUndefined();
  });

  test('gives something unknown too where there are more', () => {
    const { may } = lastValue(makers(MAX_MEMBERS + 1));
    expect(may).toHaveLength(MAX_MEMBERS + 1);
    expect(may.at(-1)).toBeUndefined();
  });
});

test('a text that a program is passed is read to its end, however long its beginning is', () => {
  const long = 'a'.repeat(MAX_BEGINNING + 100);
  expect(passed(`from q import g, run\nA = "${long}"\ndef f(x):\n    run(f"{A}; rm {g()}")\n`)).toMatchObject(
    {
      kind: 'text',
      parts: [`${long}; rm `, { from: 'other' }],
    },
  );
});

test('a function is read in part where one that it calls is called in more ways than are read', () => {
  const text = (count: number): string =>
    `from q import g\ndef h(x):\n    return g(x)\ndef i(x):\n    return h(x)\ndef f(x):\n${times(count, (index) => `    i(${index})\n`)}`;
  const most = MAX_CONTEXTS + CONTEXTS_OF_CALL;
  expect(reachOf(text(most)).isWhole).toBe(true);
  expect(reachOf(text(most + 1)).isWhole).toBe(false);
});

test('a text that each addition doubles is read in part, which may be of the model', () => {
  const one = additions(24, 'y');
  const parts = one?.kind === 'text' ? one.parts : [];
  expect([parts.length, parts[0], parts.at(-1)]).toMatchObject([
    MAX_PARTS + 1,
    { from: 'other' },
    { from: 'model' },
  ]);
});

test('two calls at one place with long contents are two where they differ at the end', () => {
  const tools = Array.from({ length: 450 }, (_, index) => `"t${index}"`).join(', ');
  const text = `def make(last):
    return Agent(tools=[${tools}, last])
make("a")
make("b")
`;
  const calls = callsOf(open('a.py', text), { named: new Set(['Agent']) });
  expect(calls.map(({ call }) => call?.options.get('tools')?.items().at(-1)?.scalar)).toEqual(['a', 'b']);
});

describe('beyond the calls that are evaluated each for itself', () => {
  /** What each item of the list in the last call of `value` comes from, or is. */
  const items = (text: string): unknown[] =>
    (
      callsOf(open('a.py', text), { named: new Set(['value']) })
        .at(-1)
        ?.call?.positional[0]?.items() ?? []
    ).map(
      (one) =>
        one.scalar ?? (one as CodeSyntaxNode).call?.origin?.dotted ?? (one as CodeSyntaxNode).origin?.dotted,
    );
  const NAMES = Array.from({ length: MAX_ALIKE + 2 }, (_, index) => `Tool${index}`);

  test('a call that is passed another name of the same package has a result of its own', () => {
    const text = `from agents import ${NAMES.join(', ')}
def create(kind): return kind()
value([${NAMES.map((name) => `create(${name})`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a call that is passed a member of another object of a package has a result of its own', () => {
    const text = `import clients
def same(one): return one
${NAMES.map((name) => `c${name} = clients.${name}()`).join('\n')}
value([${NAMES.map((name) => `same(c${name}.search)`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES.map((name) => `${name}().search`));
  });

  test('a method of another object has a result of its own', () => {
    const text = `class Box:
    def __init__(self, name): self.name = name
    def read(self): return self.name
${NAMES.map((name) => `b${name} = Box("${name}")`).join('\n')}
value([${NAMES.map((name) => `b${name}.read()`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a function that a call creates has a result of its own', () => {
    const text = `def reader(name):
    def read(): return name
    return read
${NAMES.map((name) => `r${name} = reader("${name}")`).join('\n')}
value([${NAMES.map((name) => `r${name}()`).join(', ')}])
`;
    expect(items(text)).toEqual(NAMES);
  });

  test('a call that is passed another parameter has a result of its own', () => {
    const text = `def same(one): return one
def main(${NAMES.join(', ')}):
    value([${NAMES.map((name) => `same(${name}.run)`).join(', ')}])
`;
    const [list] = callsOf(open('a.py', text), { named: new Set(['value']) }).at(-1)?.call?.positional ?? [];
    expect(list?.items().map((one) => text.slice(one.offsets.start, one.offsets.end))).toEqual(
      NAMES.map((name) => `${name}.run`),
    );
  });

  test('a call that is passed what another call computes has a result of its own', () => {
    const text = `import os
def same(one): return one
value([${NAMES.map((name) => `same(f"{os.getenv('${name}')}/x")`).join(', ')}])
`;
    const [list] = callsOf(open('a.py', text), { named: new Set(['value']) }).at(-1)?.call?.positional ?? [];
    expect(list?.items().map((one) => text.slice(one.offsets.start, one.offsets.end))).toEqual(
      NAMES.map((name) => `f"{os.getenv('${name}')}/x"`),
    );
  });
});

test('a function is run once as a root, for all tools and agents that have it', () => {
  const document = open('a.py', 'from q import run\ndef f(x):\n    run(x)\na = [f]\nb = [f]\n');
  const caller = { isContext: () => false, isIdle: () => false, mayDecide: () => false };
  const tools = ['a', 'b'].flatMap((name) => valueOfName(document, name)?.items() ?? []);
  const [first, second] = tools.map((one) => callsReachedBy(one, caller));
  expect(first?.calls.map(({ name }) => name)).toEqual(['run']);
  expect(second).toBe(first);
  // Another framework has other facts about what it passes, and the same run.
  const other = tools[0] && callsReachedBy(tools[0], { ...caller });
  expect(other?.calls.map(({ event }) => event)).toEqual(first?.calls.map(({ event }) => event));
  expect(other?.calls[0]?.event).toBe(first?.calls[0]?.event);
});

test('of scarce work, files that may wait get the rest, and each file that is left out says so', () => {
  const functions = (count: number): string =>
    `def same(x): return x\n${times(count, (index) => `def f${index}():\n    value(same("${index}"))\n`)}`;
  // Two evaluations and the questions share it.
  const work = workOf(4 * 700);
  const project = createCodeProject(undefined, { workFor: () => work });
  const later = project.open('later.py', functions(200), true);
  const first = project.open('first.py', functions(5));
  const isKnown = (one: CodeDocument): boolean =>
    callsOf(one, { named: new Set(['value']) }).every(
      ({ call }) => call?.positional[0]?.scalar !== undefined,
    );
  expect([later, first].map((one) => [isKnown(one), one.gap])).toEqual([
    [false, 'stopped after too many steps, so the file is only partly read'],
    [true, undefined],
  ]);
});

test('what one program needs says nothing of what is found in another', () => {
  const costly = `def same(x): return x\n${times(200, (index) => `def f${index}():\n    value(same("${index}"))\n`)}`;
  const works = new Map(['costly.py', 'other.py'].map((file) => [file, workOf(4 * 700)]));
  const project = createCodeProject(undefined, { workFor: (file) => works.get(file) as Work });
  const gaps = ['costly.py', 'other.py'].map((file) => {
    const text = file === 'costly.py' ? costly : costly.split('def f5', 1)[0];
    return project.open(file, text ?? '');
  });
  expect(gaps.map(({ gap }) => gap)).toEqual([
    'stopped after too many steps, so the file is only partly read',
    undefined,
  ]);
});

describe('an uncalled function', () => {
  test.each([
    [MAX_UNCALLED_STEPS, [false, undefined]],
    [MAX_UNCALLED_STEPS + 1, [true, 'file-steps']],
  ])(
    'of %i steps in the files that it calls into: whether it calls more functions, and the limit',
    (count, expected) => {
      const source = { file: 'a.py' } as never;
      const work = workOf();
      const budget = budgetOf(() => work);
      const found: unknown[] = [];
      budget.uncalled(source, 0, () => {
        for (let step = 0; step < count; step++) budget.step({} as never);
        found.push(budget.isSpent(source), budget.limitOf(source));
      });
      expect([...found, budget.isSpent({} as never)]).toEqual([...expected, false]);
    },
  );

  test('that takes too many steps leaves what it calls later unknown, says so, and the others are evaluated', () => {
    const text = `ITEMS = [${times(100, (index) => `"a${index}", `)}]
def same(x): return x
def long():
    for a in ITEMS:
        for b in ITEMS:
            for c in k(): use([[a, b], [a, b], [a, b], [a, b], [a, b], [a, b], [a, b]])
    value(same("deep"))
def other():
    value(same("found"))
`;
    const document = open('a.py', text);
    const values = callsOf(document, { named: new Set(['value']) }).map(
      ({ call }) => call?.positional[0]?.scalar,
    );
    expect([values, document.gap]).toEqual([
      [undefined, 'found'],
      'stopped after too many steps, so the file is only partly read',
    ]);
  });
});

test.each([
  [MAX_VALUE_FILE, 'x'],
  [MAX_VALUE_FILE + 1, undefined],
])('a JSON file of %i characters that is imported', (length, expected) => {
  const of = projectOf({
    'a.ts': "import b from './b.json'; value(b.a);",
    'b.json': `{ "a": "x" }${' '.repeat(length - 12)}`,
  });
  const [call] = callsOf(of('a.ts'), { named: new Set(['value']) });
  expect(call?.call?.positional[0]?.scalar).toBe(expected);
});
