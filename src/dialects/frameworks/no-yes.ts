import { codeSpan, type GateFlaw } from '../../model/index.js';
import {
  bared,
  callIn,
  type CallShape,
  type Condition,
  dependsOn,
  isKnownAs,
  pathOf,
  placeOfValue,
  spellingOf,
  testedIn,
  type Traced,
  type Value,
  valueWhere,
  type Visit,
} from '../../program/index.js';
import { type NamesByModule, namesByModule, withoutPrefix } from '../agents/names-by-module.js';
import facts from './deciders/deciders.json' with { type: 'json' };

/** Calls that return the line that a person types. */
const LINES = namesByModule(facts.lines);

const PROMISES = namesByModule(facts.promises);

/** Lines that are no yes: an empty one, and two that decline. */
const NO_YES = ['', 'n', 'no'] as const;

/** Whether a call itself is among some names; what is done with its answer has a longer path. */
function isNamed({ callee }: CallShape, names: NamesByModule): boolean {
  const path = pathOf(callee);
  if (!path) return false;
  const { module, dotted } = withoutPrefix(path);
  return (names.get(module) ?? []).some((name) => (name === '*' ? !dotted.includes('(') : name === dotted));
}

/** The questions whose line a value depends on. */
function linesIn(value: Traced): readonly CallShape[] {
  const found: CallShape[] = [];
  dependsOn(value, (one) => {
    const call = callIn(one);
    if (!call || !isNamed(call, LINES)) return undefined;
    found.push(call);
    return false;
  });
  return found;
}

/**
 * Why a condition lets a call run without a person's yes: all its tests of what a person types also hold for an empty line,
 * or for one that declines. `isPassed`: whether what acts is passed an answer, which is then more than a yes.
 */
export function withoutYes(
  condition: Condition,
  isPassed: (asked: Traced) => boolean = () => false,
): GateFlaw | undefined {
  const tests = condition.filter((guard) => guard.kind === 'test' && linesIn(guard.test.value).length > 0);
  const lines = testedIn(tests).flatMap(linesIn);
  const [line] = lines;
  const [tested] = testedIn(tests);
  if (!line || !tested || lines.some(isPassed)) return undefined;
  const typed = NO_YES.find((value) =>
    tests.every(
      (guard) =>
        guard.kind === 'test' &&
        isKnownAs(
          valueWhere(guard.test.value, (one) =>
            lines.some((asked) => asked === callIn(one)) ? { value } : undefined,
          ),
          guard.holds,
        ),
    ),
  );
  if (typed === undefined) return undefined;
  const asks = codeSpan(`${spellingOf(line.callee)}()`);
  return {
    kind: 'auto-approved',
    at: placeOfValue(tested),
    why: `${typed === '' ? 'an empty answer' : `the answer "${typed}"`} to ${asks} lets it run`,
    remedy: { text: `Let only a yes run it: compare the answer to ${asks} with the words that approve.` },
  };
}

/** An answer that no yes of a person is needed for. Where a program gives what is typed as it is, that is the answer. */
export function givenWithoutYes(
  conditions: readonly Condition[],
  { sink }: Pick<Visit, 'sink'>,
): (GateFlaw & { readonly conditions: readonly Condition[] }) | undefined {
  for (const condition of conditions) {
    const isBare = testedIn(condition).some((one) => {
      const asked = callIn(bared(one).value);
      return asked !== undefined && isNamed(asked, LINES);
    });
    const flaw = isBare && sink ? undefined : withoutYes(condition);
    if (flaw) return { ...flaw, conditions: [condition] };
  }
  return undefined;
}

/** The question that a test is of, where nothing awaits its promise: that is true whatever a person answers. */
export function promiseIn(test: Value): CallShape | undefined {
  const call = callIn(bared(test).value);
  return call && !call.event.isAwaited && isNamed(call, PROMISES) ? call : undefined;
}
