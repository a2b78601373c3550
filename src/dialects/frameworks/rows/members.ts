import { editRemedy, type Tool } from '../../../model/index.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import { toolOf } from '../../agents/tool.js';
import type { ToolEntry } from '../framework.js';
import { textOf } from '../framework.js';
import { asking, concluded, type Gate, notKnown } from '../gate-levels.js';
import { ANSWERED } from '../gates.js';
import { lost, pathName, placed } from '../places.js';
import { NO_NAME } from '../tool-maps.js';
import type { Added, Role, Values } from './row.js';
import { type Fact, factsIn, type Thing } from './things.js';

/** The tools that a row says come with a thing: each is there by options of its call. `ofRow`: that of an export. */
export function addedBy(
  thing: Thing,
  withStated: (tool: Tool, added: Added) => Tool,
  ofRow: (api: string) => ToolEntry | undefined,
): ToolEntry[] {
  const { node, stated } = thing;
  return Object.entries(stated.row.adds ?? {}).flatMap(([name, added]): ToolEntry[] => {
    const isThere = added.when === undefined || isMet(node, added.when);
    const isOff = added.unless !== undefined && isMet(node, added.unless);
    if (isThere === false || isOff === true) return [];
    const computed = [isThere, isOff].find((one) => typeof one === 'object');
    if (computed)
      return [{ kind: 'unresolved', unresolved: lost(computed, `\`${name}\` of \`${stated.api}\``) }];
    const own = ofRow(name);
    if (own) return [own];
    const called = textOf(added.name === undefined ? undefined : node.call?.options.get(added.name)) ?? name;
    const at = placed(node.at(), `tools[${pathName(called)}]`);
    const tool = {
      ...toolOf({ name: called, kind: added.kind ?? 'function' }, at, { state: 'absent' }),
      ...(added.within &&
        isMet(node, added.within) === true && { containedBy: { by: 'sandbox', of: 'agent' } as const }),
    };
    return [{ kind: 'tool', tool: withStated(tool, added) }];
  });
}

/** Whether one of some options has one of its values, or an item that is one; what is computed of them. */
export function isMet(node: CodeSyntaxNode, values: Values): boolean | CodeSyntaxNode {
  const all = Object.entries(values).map(([key, wanted]) => {
    const value = memberOf(node.call?.options, key.split('.'));
    if (!value || value.kind === 'null') return wanted.includes(null);
    const items = value.kind === 'array' ? value.items() : [value];
    const isOne = items.some(({ scalar, call }) => wanted.includes((scalar ?? call?.name) as string));
    // Another export of the package is none of those.
    const isOther = (one: CodeSyntaxNode): boolean =>
      one.scalar !== undefined ||
      (one.kind === 'object' && !one.call) ||
      (packageOf(one) !== undefined && packageOf(one) === packageOf(node));
    return isOne || (items.find((one) => !isOther(one)) ?? false);
  });
  return all.includes(true) || (all.find((one) => one !== false) ?? false);
}

/** A member of options; what is computed may have any. */
const memberOf = (
  of: CodeSyntaxNode | undefined,
  [key, ...rest]: readonly string[],
): CodeSyntaxNode | undefined =>
  key === undefined || (of?.kind === 'dynamic' && !of.call)
    ? of
    : memberOf((of?.call?.options ?? of)?.get(key) ?? of?.get(NO_NAME), rest);

const packageOf = ({ call }: CodeSyntaxNode): string | undefined => call?.origin?.module.split(/[./]/)[0];

/** The tools of a group after its lists of names: those that are left out go, those of the gate ask. */
export function namedIn(thing: Thing, entries: readonly ToolEntry[]): ToolEntry[] {
  const [allow] = namesIn(thing, 'allow');
  const denied = namesIn(thing, 'deny')[0]?.names ?? [];
  const gate = namesIn(thing, 'gate').find(({ arg }) => arg.mode === 'by-name');
  return entries.flatMap((entry): ToolEntry[] => {
    if (entry.kind !== 'tool') return [entry];
    const { tool } = entry;
    const isLeft = (allow?.names ?? [tool.name]).includes(tool.name) && !denied.includes(tool.name);
    if (!isLeft) return [];
    const statedGate = thing.stated.args.find(({ role, mode }) => role === 'gate' && mode === 'by-name');
    if (!statedGate) return [entry];
    const remedy = editRemedy(
      `Add \`${tool.name}\` to \`${statedGate.key}\` of this \`${thing.stated.api}()\``,
      () => (gate ? undefined : thing.maker.edit()?.set(statedGate.key, [tool.name])),
      ANSWERED,
    );
    const stated = { level: 'named', gate: gate && gateByName(gate, tool), remedy } as const;
    return [{ kind: 'tool', tool: concluded(tool, [stated]) }];
  });
}

interface Names {
  readonly arg: Fact['arg'];
  readonly value: CodeSyntaxNode;
  /** Undefined where one of them is computed. */
  readonly names: readonly string[] | undefined;
}

/** The lists of names of a role; one that is empty says nothing. */
const namesIn = (thing: Thing, role: Role): Names[] =>
  factsIn(thing, role).flatMap(({ value, arg }) => {
    if (value.kind === 'null') return [];
    const items = value.kind === 'array' ? value.items().map(textOf) : [undefined];
    if (items.length === 0) return [];
    return [{ arg, value, names: items.includes(undefined) ? undefined : (items as string[]) }];
  });

function gateByName({ arg, value, names }: Names, tool: Tool): Gate {
  const at = value.written();
  if (!names) return notKnown(at, `\`${arg.key}\` is computed at run time`);
  return names.includes(tool.name) ? asking(arg.key, at) : { state: 'absent', at };
}
