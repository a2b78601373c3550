import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf } from '../names/names.js';
import type { Parameter } from '../names/outline.js';
import type { Cst } from '../tree/cst.js';
import { lastNameAt, wordAt } from '../tree/words.js';
import { constructedBy } from './parameters.js';
import { slotOf, slotsOf } from './slots.js';
import type { DynamicValue, Slot } from './value.js';

/** Calls of one function whose arguments are looked at. */
const MOST_CALLS = 32;

/**
 * The arguments that calls in the file of a function pass for one of its parameters, in the order of the text; for a
 * parameter of a constructor those of its class.
 */
export function passedFor({ file, node, name }: NonNullable<DynamicValue['parameter']>): Slot[] {
  const definition = file.language.define(node);
  // A pattern or `*args` takes something out of the argument: it is not the argument.
  const index = definition.parameters.findIndex(isNamed(file, name));
  const made = constructedBy(file, node, definition);
  const named = made?.name ?? definition.name ?? givenName(file, node);
  if (index < 0) return [];
  if (named === undefined) return index === 0 ? iterated(file, node) : [];
  const passed: Slot[] = [];
  for (const call of file.partAt(node.start).captures().callsFrom(named).slice(0, MOST_CALLS)) {
    const expression = read(call);
    if (expression.kind !== 'call' || read(expression.callee).kind !== 'name') continue;
    const called = bindingOf(file, named, call.start)?.sites.some(({ source }) => {
      if (source.kind === 'class') return made !== undefined && source.node === made.node;
      return source.kind === 'value'
        ? source.value === node
        : source.kind === 'function' && source.node === node;
    });
    if (!called) continue;
    const keyword = expression.named.find(({ key }) => key === name);
    const slot = keyword
      ? slotOf(file, keyword.value)
      : slotsOf(file, expression.positional)[index - (made?.before ?? 0)];
    const isSpread = expression.named.some(({ spread }) => spread);
    const given = slot ?? (isSpread ? undefined : defaultFor({ file, node, name }));
    if (given) passed.push(given);
  }
  return passed;
}

/** Whether a parameter is a name alone, whatever a constructor declares with it (`private readonly client`). */
const isNamed =
  ({ text }: CodeFile, name: string) =>
  ({ node }: Parameter): boolean =>
    wordAt(text, (node.field('pattern') ?? node).start) === name;

/** What a parameter stands for where a call leaves it out. */
export function defaultFor({ file, node, name }: NonNullable<DynamicValue['parameter']>): Slot | undefined {
  const { parameters } = file.language.define(node);
  const parameter = parameters.find(isNamed(file, name))?.node;
  const value = parameter?.field(parameter.type === 'assignment_pattern' ? 'right' : 'value');
  return value && slotOf(file, value);
}

/** What `list.forEach(node)` calls a function with. */
function iterated(file: CodeFile, node: Cst): Slot[] {
  const isEach = (start: number): boolean =>
    file.text[start] === '[' || lastNameAt(file.text, start) === 'forEach';
  for (const call of file.partAt(node.start).captures().calls(isEach)) {
    const expression = read(call);
    if (expression.kind !== 'call' || !expression.positional[0]?.node.isSame(node)) continue;
    const callee = read(expression.callee);
    const list =
      callee.kind === 'member' && callee.property === 'forEach'
        ? file.project.evaluate(file, callee.object)
        : undefined;
    return list?.kind === 'array' ? [...list.slots()] : [];
  }
  return [];
}

/** The name that an arrow function or lambda is given. */
export function givenName(file: CodeFile, node: Cst): string | undefined {
  return file
    .partAt(node.start)
    .outline()
    .sites.find((site) => {
      const isNear = site.start < node.start && node.start - site.start < 200;
      return isNear && site.source.kind === 'value' && site.source.value === node;
    })?.name;
}
