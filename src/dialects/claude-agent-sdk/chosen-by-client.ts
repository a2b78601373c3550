import {
  bared,
  type CodeSyntaxNode,
  callIn,
  constantIn,
  contains,
  type Guard,
  parameterIn,
  shapeOf,
  spellingOf,
  type Traced,
  testsBefore,
  type Value,
  valueOfNode,
} from '../../program/index.js';
import { sentBy, validates } from '../frameworks/deciders/sent.js';
import type { Framework } from '../frameworks/framework.js';

/**
 * What a client sends that a text is, where it may be any: nothing checks it, neither a schema nor a test before `call`.
 * Undefined where the program chooses it, and for what is not known.
 */
export function chosenByClient(
  node: CodeSyntaxNode,
  call: CodeSyntaxNode,
  framework: Framework,
): string | undefined {
  const text = unchecked(valueOfNode(node));
  const sent = text && sentBy(text, node, framework);
  if (!text || sent === undefined) return undefined;
  const isOfIt = (one: Traced): boolean => isSpelledAs(one, text);
  const checks = testsBefore(call).filter((test) => !isOfIt(bared(test).value));
  return checks.some((test) => contains(test, isOfIt)) ? undefined : sent;
}

/** A text as it was sent, without its default; undefined where something else may have chosen or checked it. */
function unchecked(value: Value, depth = 0): Value | undefined {
  const shape = depth < DEEPEST_CHOICE ? shapeOf(value) : undefined;
  switch (shape?.kind) {
    case 'gated': {
      const [one, ...others] = shape.branches.filter((branch) => !isDefault(branch.value));
      const isThere = (guard: Guard): boolean =>
        guard.kind === 'test' && guard.holds && one !== undefined && isSpelledAs(guard.test.value, one.value);
      return one && others.length === 0 && one.tail.every(isThere)
        ? unchecked(one.value, depth + 1)
        : undefined;
    }
    case 'either': {
      const [one, ...others] = shape.members.filter((member) => !isDefault(member));
      return one && others.length === 0 ? unchecked(one, depth + 1) : undefined;
    }
    case 'member':
      // A parameter of a class of Python has fields of stated types.
      if (parameterIn(shape.object) && shape.at.file.language.hasKeywords) return undefined;
      return isValidated(value) ? undefined : value;
    case 'index':
    case 'call':
      return isValidated(value) ? undefined : value;
    default:
      return undefined;
  }
}

/** Choices in each other of which a text is chosen. */
const DEEPEST_CHOICE = 24;

function isDefault(value: Value): boolean {
  const shape = shapeOf(value);
  return (
    constantIn(value) !== undefined ||
    (shape.kind === 'list' && !shape.isOpen && shape.items.every(constantIn))
  );
}

const isSpelledAs = (one: Traced, other: Traced): boolean => spellingOf(one) === spellingOf(other);

/** Whether a schema parses what a value is a part of. */
const isValidated = (value: Value): boolean =>
  contains(value, (one) => {
    const call = callIn(one);
    return call !== undefined && validates(call);
  });
