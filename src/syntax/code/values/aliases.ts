import { read } from '../language.js';
import { MAX_ITEMS, MAX_WRAPS } from '../limits.js';
import { type Binding, bindingOf, isSelf } from '../names/names.js';
import type { Site } from '../names/outline.js';
import type { Part } from '../names/part.js';
import type { Scope } from '../names/scopes.js';
import type { Cst } from '../tree/cst.js';
import { passedFor } from './passed.js';
import type { Value } from './value.js';

/** A further name for values that are made elsewhere in its file: a second name, a parameter, the variable of a loop. */
export interface Alias {
  binding: Binding;
  /** The loop over the values: what stands in it runs for each. */
  loop?: Scope;
  /** What is changed may be another value: a call passes it, or something leaves the loop. */
  adds?: true;
}

/** Further names by what makes their values, see `placeOf`. */
export type Aliases = ReadonlyMap<string, readonly Alias[]>;

/** What makes a value, by both its ends: a call begins where the call does that its callee is a member of. */
export const placeOf = ({ start, end }: Cst): string => `${start}-${end}`;

/** Names of a part that are looked at. */
const MOST_NAMES = 200;

/** The further names through which a part of a file changes values, by where these are made: `for agent in (first, second): agent.tools.append(x)`. */
export function aliasesIn(part: Part): Aliases {
  const { file } = part;
  const aliases = new Map<string, Alias[]>();
  let names = 0;
  for (const name of part.changedNames()) {
    if (isSelf(file, name)) continue;
    if (names > MOST_NAMES) break;
    const seen = new Set<object>();
    for (const { start } of part.writesFrom(name)) {
      const binding = file.step() ? bindingOf(file, name, start) : undefined;
      if (!binding || seen.has(binding.scope)) continue;
      seen.add(binding.scope);
      if (!mayBeAlias(binding)) continue;
      names++;
      const alias = aliasOf(binding);
      const add = (node: Cst, one: Alias): void => {
        const there = aliases.get(placeOf(node));
        if (there) there.push(one);
        else aliases.set(placeOf(node), [one]);
      };
      for (const { at } of valuesOf(binding, start).slice(0, MAX_ITEMS))
        if (at.file === file) add(at.node, alias);
      for (const node of castFor(binding)) add(node, alias);
    }
  }
  return aliases;
}

function valuesOf(binding: Binding, use: number): Value[] {
  const { file, name, scope, sites } = binding;
  if (binding.isParameter) {
    const node = file.functionOf(scope);
    return node ? passedFor({ file, node, name }).map((slot) => slot.value()) : [];
  }
  return sites.flatMap(({ source }) => {
    if (source.kind === 'unknown' && source.each) return itemsOf(file.project.evaluate(file, source.each));
    if (source.kind === 'value' && isTaken(source)) return [file.project.valueOfBinding(binding, use)];
    return [];
  });
}

const mayBeAlias = ({ isParameter, sites }: Binding): boolean =>
  isParameter ||
  sites.some(
    ({ source }) =>
      (source.kind === 'unknown' && source.each) ||
      (source.kind === 'value' && (isTaken(source) || calledFor(source.value) !== undefined)),
  );

/** What calls give that they were passed: `agent = cast(Agent, other)`. */
function castFor({ file, sites }: Binding): Cst[] {
  return sites.flatMap(({ source }): Cst[] => {
    const value = source.kind === 'value' && source.steps.length === 0 ? calledFor(source.value) : undefined;
    const made = value && file.project.evaluate(file, value).at;
    const isPassed =
      value && made?.file === file && value.start < made.node.start && made.node.end <= value.end;
    return isPassed ? [made.node] : [];
  });
}

/** The call that a name is given; undefined where it is given something else. */
function calledFor(value: Cst): Cst | undefined {
  let node = value;
  let expression = read(node);
  for (let wraps = 0; expression.kind === 'same' && wraps < MAX_WRAPS; wraps++) {
    node = expression.node;
    expression = read(node);
  }
  return expression.kind === 'call' && !expression.isNew ? node : undefined;
}

const LEAVES = /\b(?:break|continue|return)\b/;

function aliasOf(binding: Binding): Alias {
  const loop = loopOf(binding);
  const leaves = loop && LEAVES.test(binding.file.text.slice(loop.start, loop.end));
  return { binding, ...(loop && { loop }), ...((binding.isParameter || leaves) && { adds: true }) };
}

function loopOf({ file, scope, sites }: Binding): Scope | undefined {
  const site = sites.find(({ source }) => source.kind === 'unknown' && source.each);
  // The variable of a loop in Python belongs to what stands around it.
  return (
    site &&
    (scope.kind === 'branch' ? scope : file.partAt(site.start).scopes().startingAt(site.start, 'branch'))
  );
}

/** A name that is given what another name or its member stands for. What makes a value has its name already. */
function isTaken({ value, steps }: Site['source'] & { kind: 'value' }): boolean {
  return steps.length > 0 || ['name', 'member', 'element'].includes(read(value).kind);
}

function itemsOf(list: Value): Value[] {
  return list.kind === 'array' ? list.slots().map((slot) => slot.value()) : [];
}
