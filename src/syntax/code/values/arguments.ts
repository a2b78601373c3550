import { type Binding, parameterAt, siteFor, sitesFor } from '../names/names.js';
import type { Site } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { isGiven, isTrue } from './chosen.js';
import { eitherArray } from './either-array.js';
import { passedTo } from './instances.js';
import { parameterValue } from './parameters.js';
import { passedFor } from './passed.js';
import { asSeenFrom } from './seen.js';
import { dynamic, type Value, type Written } from './value.js';

/**
 * What a parameter stands for where it is used, also one that its function gives another value: to what was passed as
 * nothing (`if tools is None: tools = []`), or after the use. Undefined where the name is no parameter, or no longer what
 * was passed.
 */
export function argumentFor(binding: Binding, use: number, at: Written, from?: Cst): Value | undefined {
  const { file, name, scope, isParameter } = binding;
  const asked = isParameter ? 'passed' : parameterAt(binding, use);
  if (!asked) return undefined;
  const argument = passedTo(from?.tree.instance, scope.start, name) ?? unpassed(binding, at);
  if (asked === 'passed') return argument;
  if (asked === 'either') return either(argument, given(binding, sitesFor(binding, use), from), at);
  const isUsed = (value: Value) => (asked === '??' ? isGiven(value) : isTrue(value, file));
  const passed = isUsed(argument);
  if (passed !== undefined || !mayBeBlank(argument, isUsed)) return passed === false ? undefined : argument;
  const site = siteFor(binding, use);
  const usual = typeof site === 'string' ? undefined : given(binding, [site], from);
  return (usual && eitherArray(at, usual, 'passed by a caller, or the usual ones')) ?? argument;
}

function unpassed({ file, scope, name }: Binding, at: Written): Value {
  const around = file.functionOf(scope);
  return around ? parameterValue(file, around, name, at) : dynamic(at, 'a parameter of a function');
}

/** Whether no call tells what was passed, or each passes what is not used. */
const mayBeBlank = (argument: Value, isUsed: (value: Value) => boolean | undefined): boolean =>
  argument.kind === 'dynamic' &&
  argument.parameter !== undefined &&
  passedFor(argument.parameter).every((one) => isUsed(one.value()) === false);

/** What was passed, or one of what the function gives the name in its place. */
function either(argument: Value, values: readonly Value[] | undefined, at: Written): Value {
  const why = 'assigned in several places';
  const isList = argument.kind === 'array';
  return (values && eitherArray(at, isList ? [argument, ...values] : values, why)) ?? dynamic(at, why);
}

/** What a function gives a name; undefined where that is not told at each place. */
function given({ file }: Binding, sites: readonly Site[], from: Cst | undefined): Value[] | undefined {
  const values = sites.flatMap(({ source }) =>
    source.kind === 'value' && source.steps.length === 0
      ? [file.project.evaluate(file, asSeenFrom(from, source.value))]
      : [],
  );
  return values.length === sites.length ? values : undefined;
}
