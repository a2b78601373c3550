import { codeSpan, type Evidence, type Place, type Tool } from '../../model/index.js';
import { type CodeSyntaxNode, parameterIn, shapeOf, type Value } from '../../program/index.js';
import { type AskingFunction, byCalls, type DecidingFunctions } from './asking-functions.js';
import { asksSomebody } from './deciders/deciders.js';
import type { GateMap, Profile } from './framework.js';
import { exportOf, nameOf } from './origins.js';
import { readyMade } from './tools.js';

/** What the middleware of an agent adds to it. */
export interface ReadMiddleware {
  readonly maps: GateMap[];
  readonly tools: Tool[];
  /** What the profile states no more of than the name. */
  readonly others: CodeSyntaxNode[];
  readonly guardrails: { input: Evidence<string[]>; output: Evidence<string[]> };
  /** What starts subagents of its own. */
  readonly starting: CodeSyntaxNode[];
  /** Functions of the project that ask a person for some calls. */
  readonly asking: AskingFunction[];
  /** Functions of the project around tools that ask nobody: they may run none, or decide by something else. */
  readonly deciding: DecidingFunctions[];
  /** Middleware that may ask a person, where it is not known for which calls. */
  open: { readonly at: Place; readonly why: string } | undefined;
}

/** Reads a list of middleware. What is not known may be a gate, and is no evidence of one. */
export function readMiddleware(list: CodeSyntaxNode | undefined, profile: Profile): ReadMiddleware {
  const found: ReadMiddleware = {
    maps: [],
    tools: [],
    others: [],
    starting: [],
    asking: [],
    deciding: [],
    guardrails: { input: { state: 'absent' }, output: { state: 'absent' } },
    open: undefined,
  };
  if (!list || list.kind === 'null') return found;
  if (list.kind !== 'array') leaveOpen(found, list, WHY_OPEN);
  const items = list.items();
  // A choice of lists alone has no other items.
  const chosen = list.may ?? [];
  const isWhole = chosen.length > 0 && chosen.every(({ kind }) => kind === 'array' || kind === 'null');
  for (const item of isWhole ? items.slice(0, -1) : items) readItem(item, found, profile);
  return found;
}

/** What is not read may ask a person, and check what comes in and goes out. */
function leaveOpen(found: ReadMiddleware, item: CodeSyntaxNode, why: string): void {
  const at = item.written();
  found.open ??= { at, why };
  for (const side of ['input', 'output'] as const)
    if (found.guardrails[side].state === 'absent') found.guardrails[side] = { state: 'undecidable', at, why };
}

/** Whether a function is a parameter, or one of all that is passed: `args[1]`. */
export function isOfParameter(callee: Value): boolean {
  const shape = shapeOf(callee);
  return parameterIn(shape.kind === 'index' ? shape.object : callee) !== undefined;
}

const WHY_OPEN = 'the list of middleware is computed at run time';

function readItem(item: CodeSyntaxNode, found: ReadMiddleware, profile: Profile): void {
  const { middleware } = profile.agents;
  const name = exportOf(item, profile.framework);
  if (!middleware) return;
  const own = item.call?.target.reference?.kind === 'class';
  const option = name === undefined ? undefined : middleware.gates[name];
  if (option !== undefined) {
    const map = item.call?.options.get(option) ?? item.call?.positional[0];
    if (map) found.maps.push({ map, option, item });
    return;
  }
  const maker = name === undefined ? undefined : middleware.tools[name];
  if (maker !== undefined) {
    const tool = readyMade(maker, item, profile);
    if (tool) found.tools.push(tool);
    return;
  }
  if (!own && name !== undefined && middleware.subagents?.[name]) {
    found.starting.push(item);
    return;
  }
  const sides = name === undefined ? undefined : middleware.guardrails[name];
  if (sides) {
    for (const side of sides) guard(found, side, name ?? '', item);
    return;
  }
  if (!own && name !== undefined && middleware.others.includes(name)) {
    found.others.push(item);
    return;
  }
  const hooks = hooksOf(item, profile);
  if (hooks.length === 0) {
    leaveOpen(found, item, `${wordsOf(item)} is not read`);
    return;
  }
  for (const { name: hook, runs } of hooks) {
    const side = middleware.hooks[hook];
    if (side === 'input' || side === 'output') guard(found, side, runs.reference?.name ?? hook, item);
    // What runs before the model has no call of a tool to ask for.
    if (side === 'input') continue;
    const what = wordsOf(item);
    const asks = runs.reference && asksSomebody(runs.reference);
    if (asks) found.asking.push({ what, runs, isAround: side === 'call' });
    // One that takes all that it is passed as a list may run any of it.
    else if (asks === false && side === 'call' && (runs.reference?.parameters.length ?? 0) > 1)
      found.deciding.push({
        what,
        functions: [runs],
        lets: byCalls(({ callee }) => isOfParameter(callee)),
        isOnly: true,
      });
    else if (asks === undefined) found.open ??= { at: item.written(), why: `${what} may ask a person` };
  }
}

function wordsOf(item: CodeSyntaxNode): string {
  const name = item.call?.callee ?? item.reference?.name ?? item.origin?.name;
  return name === undefined ? 'an item of `middleware`' : codeSpan(name);
}

function guard(found: ReadMiddleware, side: 'input' | 'output', name: string, item: CodeSyntaxNode): void {
  const before = found.guardrails[side];
  const names = before.state === 'shown' ? before.value : [];
  found.guardrails[side] = { state: 'shown', value: [...names, name], at: item.written() };
}

/** The functions of the project that a middleware is: with a decorator, as methods of a class, as options. */
function hooksOf(item: CodeSyntaxNode, profile: Profile): { name: string; runs: CodeSyntaxNode }[] {
  const { hooks = {} } = profile.agents.middleware ?? {};
  const { framework } = profile;
  const decorators = item.reference?.decorators ?? [];
  const decorated = decorators
    .map((one) => exportOf(one, framework) ?? nameOf(one.origin, one, framework))
    .find((name) => name !== undefined && Object.hasOwn(hooks, name));
  if (decorated !== undefined) return [{ name: decorated, runs: item }];
  const { call } = item;
  const made = call?.target.reference;
  return Object.keys(hooks).flatMap((name) => {
    const runs = made?.kind === 'class' ? made.member(name) : call?.options.get(name);
    return runs?.reference ? [{ name, runs }] : [];
  });
}
