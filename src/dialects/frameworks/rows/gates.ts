import {
  type Approval,
  editRemedy,
  type Evidence,
  isMet,
  type Remedy,
  type Tool,
} from '../../../model/index.js';
import { bodyOf } from '../../agents/body.js';
import { computed } from '../../agents/tool.js';
import { readCommand } from '../../commands/commands.js';
import {
  type CodeSyntaxNode,
  conditionsOfResult,
  grammarOf,
  shapeOf,
  writtenOption,
} from '../../../program/index.js';
import type { AskingFunction, DecidingFunctions } from '../asking-functions.js';
import { gateOfFunctions, mayAsk } from '../asking-functions.js';
import { PEOPLE } from '../bodies.js';
import { asksSomebody, mayDecide } from '../deciders/deciders.js';
import { type AgentGates, type Framework, type Language, textOf } from '../framework.js';
import { ANSWERED, readGate } from '../gates.js';
import type { StatedArg } from './catalogue.js';
import { type Fact, factsIn, gives, type Thing, thingAt, worded } from './things.js';

/** Applies the gate that a tool states for itself, and says what gates it. */
export function gatedByOption(tool: Tool, thing: Thing, node: CodeSyntaxNode, framework: Framework): void {
  const { row, args } = thing.stated;
  const arg = args.find(({ role, mode = 'own' }) => role === 'gate' && mode === 'own');
  const [fact] = factsIn(thing, 'gate').filter(({ arg: { mode = 'own' } }) => mode === 'own');
  if (row.gate) {
    tool.approval = gateOfItself(thing, node, row.gate, framework);
    if (isMet(tool.approval) && tool.approval.value.setting !== undefined)
      tool.gateRemedy = { text: `Take out \`${tool.approval.value.setting}\`: \`${tool.name}\` then asks.` };
  } else if (arg) {
    tool.approval = gateStated(fact?.value, arg, framework);
    tool.gateRemedy = gateRemedy(thing, arg);
  } else if (row.remedy?.gate !== undefined)
    tool.gateRemedy = { text: worded(row.remedy.gate, tool.symbol ?? tool.name) };
}

/** The gate of a tool that asks by itself, unless a variable of the environment says that it asks nobody. */
function gateOfItself(
  { stated: { api, row } }: Thing,
  node: CodeSyntaxNode,
  gate: 'asks' | 'prompts',
  framework: Framework,
): Evidence<Approval> {
  const set = framework.environmentOf(node.document).find(({ name }) => row.variables?.[name] !== undefined);
  const open = set && row.variables?.[set.name];
  if (set && set.value === undefined)
    return { state: 'undecidable', at: set.at, why: `\`${set.name}\`: ${set.why ?? 'computed at run time'}` };
  if (set && set.value?.toLowerCase() === open)
    return {
      state: 'shown',
      value: { by: 'machine', stated: set.name, setting: `${set.name}=${set.value}` },
      at: set.at,
    };
  return {
    state: 'shown',
    value: { by: 'human', stated: `\`${api}\``, ...(gate === 'asks' ? { interrupts: true } : {}) },
    at: node.at(),
  };
}

/** What a statement of a gate says: a truth value or a function, or the words of its row. */
export function gateStated(
  value: CodeSyntaxNode | undefined,
  { key, asks, open }: StatedArg,
  framework: Framework,
): Evidence<Approval> {
  if (asks === undefined || !value || value.kind === 'null') return readGate(value, key, framework);
  const at = value.written();
  const text = textOf(value);
  if (text === asks)
    return { state: 'shown', value: { by: 'human', stated: `${key}: ${asks}`, interrupts: true }, at };
  if (text === open) return { state: 'absent', at };
  return value.kind === 'dynamic'
    ? computed(value)
    : { state: 'undecidable', at, why: `\`${key}\` states more than one gate` };
}

/** The edit that makes a tool ask, where its maker states the gate. */
export function gateRemedy({ maker, stated }: Thing, { key, asks }: StatedArg): Remedy {
  const value = asks ?? true;
  const language: Language = grammarOf(maker.document.file) === 'python' ? 'python' : 'typescript';
  const written = writtenOption(language, key, value);
  const isStated = maker.call?.options.keys().includes(key) ?? false;
  const place = maker.call ? `this \`${maker.call.name}()\`` : `\`@${stated.api}\``;
  const title = isStated ? `Set \`${written}\` in ${place}` : `Add \`${written}\` to ${place}`;
  return editRemedy(title, () => maker.edit()?.set(key, value), ANSWERED);
}

/** What functions before each call say of the tools of an agent; undefined where there is none. */
export function gatesOfHooks(
  hooks: readonly Fact[],
  tools: readonly Tool[],
  framework: Framework,
): AgentGates | undefined {
  const functions = hooks.flatMap(({ value, by, arg }) =>
    functionsIn(by ?? value)
      .filter((runs) => !gives(thingAt(runs, framework), 'plain'))
      .map((runs) => ({ runs, key: arg.key, sets: arg.sets })),
  );
  if (functions.length === 0) return undefined;
  const names = new Set(tools.map(({ name }) => name));
  const asking: AskingFunction[] = [];
  const deciding: DecidingFunctions[] = [];
  let open: AgentGates['open'];
  for (const { runs, key, sets } of functions) {
    const { reference } = runs;
    const what = `\`${reference?.name ?? key}\``;
    const asks = reference?.kind === 'function' ? asksSomebody(reference) : undefined;
    if (asks) asking.push({ what, runs });
    else if (asks === false && sets) {
      if (mayStop(runs, sets)) open ??= { at: runs.written(), why: `${what} may stop the call` };
    } else if (asks === false)
      deciding.push({ what, functions: [runs], lets: (one) => letsRun(one, framework), isOnly: true });
    else open ??= { at: runs.written(), why: `\`${key}\` may ask a person` };
  }
  return {
    maps: [],
    interrupts: {},
    open,
    byFunctions: (tool) => withoutAsking(gateOfFunctions(tool, asking, deciding, names)),
    asks: asking.map(mayAsk)[0],
    nodeOf: () => undefined,
    before: () => [],
  };
}

/** Whether a function may set a member that stops the call: each one that is computed may be it. */
function mayStop(runs: CodeSyntaxNode, members: readonly string[]): boolean {
  const reach = bodyOf(runs, readCommand, PEOPLE)?.reach;
  return (
    !reach?.isWhole ||
    reach.sets.some(({ key }) => {
      const shape = shapeOf(key);
      return shape.kind !== 'constant' || members.includes(String(shape.scalar));
    })
  );
}

/** The conditions under which a function before a call returns nothing: the tool then runs. */
const letsRun = (runs: CodeSyntaxNode, framework: Framework) =>
  (conditionsOfResult(runs, null, (call) => mayDecide(call, framework)) ?? []).flatMap(
    ({ conditions }) => conditions,
  );

/** A function that lets each call run says nothing of a gate. */
const withoutAsking = (gate: Evidence<Approval> | undefined): Evidence<Approval> | undefined =>
  gate && (isMet(gate) || gate.state === 'undecidable' || gate.at) ? gate : undefined;

const functionsIn = (value: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  value.kind === 'array' ? value.items() : value.kind === 'null' ? [] : [value];
