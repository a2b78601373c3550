import { type Binding, parameterAt, siteFor } from '../names/names.js';
import type { Cst } from '../tree/cst.js';
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
  const { name, scope, isParameter } = binding;
  const asked = isParameter ? 'passed' : parameterAt(binding, use);
  if (!asked) return undefined;
  if (asked === 'either') return dynamic(at, 'assigned in several places');
  const argument = passedTo(from?.tree.instance, scope.start, name) ?? unpassed(binding, at);
  if (asked === 'passed' || !mayBeBlank(argument)) return argument;
  if (argument.kind !== 'dynamic') return undefined;
  const usual = usualValue(binding, use, from);
  return (usual && eitherArray(at, [usual], 'passed by a caller, or the usual ones')) ?? argument;
}

function unpassed({ file, scope, name }: Binding, at: Written): Value {
  const around = file.functionOf(scope);
  return around ? parameterValue(file, around, name, at) : dynamic(at, 'a parameter of a function');
}

const isBlank = (value: Value): boolean =>
  value.kind === 'nothing' || (value.kind === 'scalar' && value.scalar === null);

/** Whether nothing was passed, or no call tells what was. */
function mayBeBlank(argument: Value): boolean {
  if (argument.kind !== 'dynamic') return isBlank(argument);
  return (
    argument.parameter !== undefined && passedFor(argument.parameter).every((one) => isBlank(one.value()))
  );
}

/** What the function gives the name where nothing was passed. */
function usualValue(binding: Binding, use: number, from: Cst | undefined): Value | undefined {
  const site = siteFor(binding, use);
  if (typeof site === 'string' || site.source.kind !== 'value' || site.source.steps.length > 0)
    return undefined;
  return binding.file.project.evaluate(binding.file, asSeenFrom(from, site.source.value));
}
