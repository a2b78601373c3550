import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { MAX_ITEMS, MAX_WRAPS } from '../limits.js';
import { type Binding, bindingOf, classAround, isSelf } from '../names/names.js';
import type { Site, Step } from '../names/outline.js';
import type { Part } from '../names/part.js';
import type { Scope } from '../names/scopes.js';
import type { Cst } from '../tree/cst.js';
import { fieldOf } from './members.js';
import { passedFor } from './passed.js';
import type { Value, Written } from './value.js';

/**
 * A further way to values that are made elsewhere in its file: a second name, a parameter, the variable of a loop, or
 * members of what a name stands for (`team.billing`).
 */
export interface Alias extends Pick<Binding, 'name' | 'scope'> {
  /** The part of a file whose changes are meant. */
  part: Part;
  /** The members behind the name. */
  path: readonly Step[];
  /** The loop over the values: what stands in it runs for each. */
  loop?: Scope;
  /** What is changed may be another value: a call passes it, or something leaves the loop. */
  adds?: true;
}

/** Further ways by what makes their values, see `placeOf`. */
export type Aliases = ReadonlyMap<string, readonly Alias[]>;

/**
 * What makes a value, by both its ends: a call begins where the call does that its callee is a member of. What a function
 * makes for one call is another value than what it makes for the next.
 */
export const placeOf = ({ start, end, tree }: Cst, id = tree.instance?.id ?? ''): string =>
  `${id} ${start}-${end}`;

/** The further ways to what an expression makes, in its file and in others. */
export function aliasesOf(file: CodeFile, node: Cst): readonly Alias[] {
  const own = file.project.aliasesIn(file.partAt(node.start));
  const others = file.project.aliasesElsewhere(file);
  const places = node.tree.instance ? [placeOf(node), placeOf(node, '')] : [placeOf(node)];
  return places.flatMap((place) => [...(own.get(place) ?? []), ...(others?.get(place) ?? [])]);
}

/** Names and members of a part that are looked at, and members of members. */
const MOST_NAMES = 200;
const LONGEST_WAY = 4;

/**
 * Gives the further ways by which a part of a file changes values, with what makes these:
 * `for agent in (first, second): agent.tools.append(x)`, `team.billing.tools.push(x)`.
 */
export function addAliases(part: Part, add: (made: Written, one: Alias) => void): void {
  const { file } = part;
  let names = 0;
  for (const name of part.changedNames()) {
    if (names > MOST_NAMES) break;
    const seen = new Map<Scope, Set<string>>();
    const isNew = (scope: Scope, way: string): boolean => {
      const known = seen.get(scope) ?? new Set();
      seen.set(scope, known);
      return known.size < known.add(way).size;
    };
    for (const { node, start, path } of part.writesFrom(name)) {
      if (names > MOST_NAMES || !file.step()) break;
      const holder = holderOf(part, { file, node }, name, start);
      if (!holder) continue;
      const { alias, binding } = holder;
      if (binding && isNew(alias.scope, '') && mayBeAlias(binding)) {
        names++;
        for (const { at } of takenBy(binding, start).slice(0, MAX_ITEMS)) add(at, alias);
        for (const node of castFor(binding)) add({ file, node }, alias);
      }
      for (let length = 1; length < Math.min(path.length, LONGEST_WAY); length++) {
        const way = path.slice(0, length);
        // Looking for them comes before all else that the file is read for.
        if (file.isHalfSpent || !isNew(alias.scope, way.join('\0'))) continue;
        names++;
        const adds = alias.adds || holder.mayBeOthers?.(way);
        for (const value of holder.membersAt(way).slice(0, MAX_ITEMS))
          if (value.kind !== 'dynamic') add(value.at, { ...alias, path: way, ...(adds && { adds }) });
      }
    }
  }
}

/** What a change begins with: a name, or the object of the class around it. */
interface Holder {
  alias: Alias;
  binding?: Binding;
  membersAt(way: readonly Step[]): Value[];
  /** Whether members that a way leads to are other ones in another object of the class. */
  mayBeOthers?(way: readonly Step[]): boolean;
}

function holderOf(part: Part, at: Written, name: string, use: number): Holder | undefined {
  const { file } = at;
  const memberAt = (value: Value, way: readonly Step[]): Value =>
    way.reduce((one, step) => file.project.partOf(one, step, at), value);
  if (isSelf(file, name)) {
    const scope = classAround(file, use);
    const field = (way: readonly Step[]) => fieldOf(file, use, String(way[0]));
    return (
      scope && {
        alias: { part, name, scope, path: [] },
        membersAt: (way) => givenTo(field(way)).map((one) => memberAt(one, way.slice(1))),
        mayBeOthers: (way) => field(way)?.kind === 'dynamic',
      }
    );
  }
  const binding = bindingOf(file, name, use);
  return (
    binding && {
      alias: aliasOf(part, binding),
      binding,
      membersAt: (way) => valuesOf(binding, use).map((value) => memberAt(value, way)),
    }
  );
}

/** What a field is: one that a constructor takes is what calls of its class pass. */
function givenTo(field: Value | undefined): Value[] {
  if (field?.kind !== 'dynamic' || !field.parameter) return field ? [field] : [];
  return passedFor(field.parameter).map((slot) => slot.value());
}

/** What a name stands for; the variable of a loop and a parameter for one value after the other. */
function valuesOf(binding: Binding, use: number): Value[] {
  const { file, name, scope, sites } = binding;
  if (binding.isParameter) {
    const node = file.functionOf(scope);
    return node ? passedFor({ file, node, name }).map((slot) => slot.value()) : [];
  }
  const each = sites.flatMap(({ source }) =>
    source.kind === 'unknown' && source.each ? itemsOf(file.project.evaluate(file, source.each)) : [],
  );
  return each.length > 0 ? each : [file.project.valueOfBinding(binding, use)];
}

/** What a name stands for that is made under another name. */
function takenBy(binding: Binding, use: number): Value[] {
  const isFurther =
    binding.isParameter ||
    binding.sites.some(({ source }) =>
      source.kind === 'value' ? isTaken(source) : source.kind === 'unknown' && source.each,
    );
  return isFurther ? valuesOf(binding, use) : [];
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

function aliasOf(part: Part, binding: Binding): Alias {
  const loop = loopOf(binding);
  const leaves = loop && LEAVES.test(binding.file.text.slice(loop.start, loop.end));
  const { name, scope, isParameter } = binding;
  return {
    part,
    name,
    scope,
    path: [],
    ...(loop && { loop }),
    ...((isParameter || leaves) && { adds: true }),
  };
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
