import { editRemedy, isMet, type Place, type Remedy, type Tool } from '../../../model/index.js';
import { bodyOf } from '../../agents/body.js';
import { computed } from '../../agents/tool.js';
import { readCommand } from '../../commands/commands.js';
import {
  type CodeSyntaxNode,
  type Condition,
  conditionsOfResult,
  constantIn,
  LOST,
  otherwise,
  parameterIn,
  shapeOf,
  type Reach,
  type Value,
  type ValuePattern,
  writtenOption,
} from '../../../program/index.js';
import { byCalls, gateOfFunctions, mayAsk } from '../asking-functions.js';
import { PEOPLE } from '../bodies.js';
import { asksSomebody, mayDecide } from '../deciders/deciders.js';
import { withKeptNames } from '../deciders/kept-names.js';
import {
  type AgentGraph,
  type AskingFunction,
  type DecidingFunctions,
  type Framework,
  type GatesOf,
  type GateOfAll,
  textOf,
} from '../framework.js';
import {
  answeredBy,
  asking,
  atLevel,
  concluded,
  type Gate,
  type GateStatement,
  notKnown,
  strongest,
  weakest,
} from '../gate-levels.js';
import { ANSWERED, answeredBeside, gateAnsweredBy, needing, readGate } from '../gates.js';
import { methodOf, type StatedArg } from './catalogue.js';
import { type Fact, factsIn, gives, rowsAt, type Thing, thingAt, worded } from './things.js';
import { isAsyncForm, languageOf } from '../language-rules.js';
import { exportOf } from '../origins.js';

/** A tool with the gate that it states for itself, and what gates it. */
export function gatedByOption(tool: Tool, thing: Thing, node: CodeSyntaxNode, framework: Framework): Tool {
  const [fact] = factsIn(thing, 'gate').filter(({ arg: { mode = 'own' } }) => mode === 'own');
  const stated = concluded(tool, [{ level: 'own', ...statedOption(tool, thing, node, framework) }]);
  const own = withKeptNames(stated, fact?.value, [false], rowsAt(node, framework));
  const gates = own.approval.state === 'absent' && gatesOfHooks(hooksOf([thing]), [own], framework);
  return gates ? concluded(own, atLevel('own', gates(own))) : own;
}

function statedOption(
  { name, symbol = name }: Tool,
  thing: Thing,
  node: CodeSyntaxNode,
  framework: Framework,
): Pick<GateStatement, 'gate' | 'remedy'> {
  const { row, args } = thing.stated;
  const arg = args.find(({ role, mode = 'own' }) => role === 'gate' && mode === 'own');
  const gates = factsIn(thing, 'gate');
  const stated = (of: string) => gates.find(({ arg: { mode = 'own' } }) => mode === of);
  const other = gates.find(({ arg: { mode }, value }) => mode === 'perhaps' && value.scalar !== false);
  const itself = stated('prompts');
  if (row.gate) {
    const gate = gateOfItself(thing, node, row.gate, framework);
    const setting = isMet(gate) ? gate.value.setting : undefined;
    const text = `Take out \`${setting}\`: \`${name}\` then asks.`;
    return { gate, remedy: setting === undefined ? undefined : { text } };
  }
  if (arg) {
    const [answer] = factsIn(thing, 'answers-by');
    const approval = gateStated(stated('own')?.value, arg, framework);
    const gate = { approval, gateRemedy: gateRemedy(thing, arg) };
    const own = gateAnsweredBy(gate, answer?.value, answer?.arg.key ?? '');
    return { gate: own.approval, remedy: own.gateRemedy };
  }
  if (itself) {
    const gate = answeredBeside(gateStated(itself.value, itself.arg, framework));
    return gate.state === 'absent' ? {} : { gate };
  }
  if (other) {
    const why = `\`${other.arg.key}\` of \`${row.from}\` may ask a person`;
    return { gate: notKnown(other.value.written(), why) };
  }
  const sentence = row.remedy?.gate ?? rowsAt(node, framework)?.stated.remedies?.gate;
  return sentence === undefined ? {} : { remedy: { text: worded(sentence, symbol) } };
}

/** The gate of a tool that asks by itself, unless a variable of the environment says that it asks nobody. */
function gateOfItself(
  { stated: { api, row } }: Thing,
  node: CodeSyntaxNode,
  gate: 'asks' | 'prompts',
  framework: Framework,
): Gate {
  const set = framework.environmentOf(node.document).find(({ name }) => row.variables?.[name] !== undefined);
  const open = set && row.variables?.[set.name];
  if (set && set.value === undefined)
    return notKnown(set.at, `\`${set.name}\`: ${set.why ?? 'computed at run time'}`);
  if (set && set.value?.toLowerCase() === open)
    return answeredBy('machine', set.name, set.at, { setting: `${set.name}=${set.value}` });
  return answeredBy('human', `\`${api}\``, node.at(), gate === 'asks' ? { interrupts: true } : {});
}

/** What an agent or a run states for the calls of all tools. */
export function gateOfAll(thing: Thing): GateOfAll | undefined {
  const [fact] = factsIn(thing, 'gate').filter(({ arg }) => arg.mode === 'all');
  return fact && { value: fact.value, option: fact.arg.key };
}

/** What a statement of a gate says: a truth value or a function, or the words of its row. */
export function gateStated(
  value: CodeSyntaxNode | undefined,
  { key, asks, open }: StatedArg,
  framework: Framework,
): Gate {
  if (asks === undefined || !value || value.kind === 'null') return readGate(value, key, framework);
  const at = value.written();
  const text = textOf(value);
  if (text === asks) return asking(`${key}: ${asks}`, at);
  if (text !== undefined && (open === undefined || text === open)) return { state: 'absent', at };
  return value.kind === 'dynamic' ? computed(value) : notKnown(at, `\`${key}\` states more than one gate`);
}

/** The edit that makes a tool ask, where its maker states the gate. */
export function gateRemedy(
  { maker, node, facts, stated: { api } }: Thing,
  { key, path, asks, mode }: StatedArg,
): Remedy {
  const value = asks ?? true;
  const language = languageOf(maker);
  const written = writtenOption(language, key, value);
  const { call } = maker;
  const edit = (title: string, then?: string, edits = () => maker.edit()?.set(key, value)) =>
    needing(editRemedy(title, edits, then), language, api, key);
  const isDecorator = maker !== node && asks === undefined;
  const name = isDecorator ? spelled(maker, api) : maker !== node ? api : call?.name;
  if (isDecorator) {
    const given = facts.find(({ isSetLater }) => isSetLater)?.value;
    if (given) return edit(`Set \`${key}\` to \`True\` here`, ANSWERED, () => given.edit()?.replace(true));
    if (!call || call.options.keys().length + call.positional.length === 0)
      return edit(`Replace \`@${name}${call ? '()' : ''}\` with \`@${name}(${written})\``, ANSWERED);
  } else if (path.length > 1) {
    const [first = ''] = path;
    const holder = call?.options.get(first) ?? call?.positional[0];
    const title = `Set \`${JSON.stringify(key)}: ${JSON.stringify(value)}\` in \`${first}\``;
    return edit(title, undefined, () => holder?.edit()?.set(key, value));
  } else if (maker.kind === 'object')
    return editRemedy(`Set \`${written}\` in the entry of this server`, () => maker.edit()?.set(key, value));
  else if (mode === 'by-name' && call) return edit(`Set \`${written}\` in this \`${call.callee}()\``);
  const isStated = (call?.options ?? maker).keys().includes(key);
  const place = call ? `this \`${name}()\`` : `\`@${api}\``;
  const then = mode === 'prompts' ? PROMPTED : ANSWERED;
  return edit(`${isStated ? 'Set' : 'Add'} \`${written}\` ${isStated ? 'in' : 'to'} ${place}`, then);
}

/** What an agent does that asks on the terminal before it runs anything. */
const PROMPTED = 'a person then lets each call run on the terminal, or types something else';

/** A decorator as the program writes it: `desk.tool` for `Agent().tool`. */
function spelled({ call, takenFrom }: CodeSyntaxNode, api: string): string {
  const owner = call?.receiver ?? takenFrom?.object;
  const method = methodOf(api);
  return method === '' ? api : `${owner?.call?.boundTo ?? 'agent'}.${method}`;
}

/** The names of the tools that a function is about; undefined: all. */
interface OfTools {
  readonly ofTools: readonly string[] | undefined;
}

/** The name of a tool, and the one that a framework makes of it for the model. */
const namesOf = ({ name }: Tool): string[] => [...new Set([name, identifier(name)])];

/** A name as models take it: `Send an e-mail` is `send_an_e_mail`. */
const identifier = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** The functions before each call that parts have, with the tools that they are about. */
export const hooksOf = (parts: readonly Thing[]): Hook[] =>
  parts.flatMap((part) => {
    const [of] = factsIn(part, 'of-tool');
    const names =
      of?.value.kind === 'array' ? of.value.items().flatMap((one) => textOf(one) ?? []) : undefined;
    const ofTools = names?.flatMap((name) => [name, identifier(name)]);
    return factsIn(part, 'gate')
      .filter(({ arg: { mode = '' } }) => HOOKS.has(mode))
      .map((fact) => ({ ...fact, part: part.node, ...(ofTools && { ofTools }) }));
  });

/** A function that may ask before calls, and the part that has it. */
interface Hook extends Fact {
  readonly part: CodeSyntaxNode;
}

/** In which runs a function is asked, where a part has one for runs that wait and one for others; left out: in all. */
type InRuns = { readonly form?: (typeof FORMS)[number] | undefined };

const FORMS = ['waits', 'async'] as const;

function formOf({ part, arg: { key }, value }: Hook, hooks: readonly Hook[]): InRuns['form'] {
  const others = hooks.filter((one) => one.part === part).map(({ arg }) => arg.key);
  if (others.some((other) => isAsyncForm(value, key, other))) return 'async';
  return others.some((other) => isAsyncForm(value, other, key)) ? 'waits' : undefined;
}

/** Modes of gates that are functions: before each call, around it, or beside it. */
const HOOKS: ReadonlySet<string> = new Set(['hook', 'around', 'beside']);

/** What functions before each call say of the tools of an agent; undefined where there is none. */
export function gatesOfHooks(
  hooks: readonly Hook[],
  tools: readonly Tool[],
  framework: Framework,
  graph?: AgentGraph,
): GatesOf | undefined {
  const functions = hooks.flatMap((hook) =>
    functionsIn(hook.by ?? hook.value)
      .filter((runs) => !gives(thingAt(runs, framework), 'plain'))
      .map((runs) => ({ ...hook, runs, form: formOf(hook, hooks) })),
  );
  if (functions.length === 0 && !graph) return undefined;
  const names = graph?.names ?? new Set(tools.flatMap(namesOf));
  const asking: (AskingFunction & OfTools & InRuns)[] = [];
  const deciding: (DecidingFunctions & OfTools & InRuns)[] = [];
  const open: (Gate & OfTools)[] = [];
  const mayBe = (at: Place, why: string, ofTools: OfTools['ofTools']) =>
    open.push({ ...notKnown(at, why), ofTools });
  for (const { runs, ofTools, part, form, arg } of functions) {
    const { key, sets, lets, stops, mode = '' } = arg;
    const isRead = lets || stops || (sets && sets.length > 0);
    const { reference } = runs;
    const own = mode === 'hook' ? undefined : part.call?.callee;
    const what = `\`${own ?? (reference?.name || part.call?.callee || key)}\``;
    const asks = reference?.kind === 'function' ? asksSomebody(reference) : undefined;
    if (asks && !isRead)
      asking.push({ what, runs, ofTools, form, ...(mode === 'around' && { isAround: true }) });
    else if (asks === false && mode !== 'hook') {
      // One that takes all that it is passed as a list may run any of it.
      if (mode === 'around' && (reference?.parameters.length ?? 0) > 1)
        deciding.push({ what, functions: [runs], lets: runsOfParameter, isOnly: true, ofTools, form });
    } else if (mode !== 'hook') mayBe(part.written(), `${what} may ask a person`, ofTools);
    else if (asks === false && sets && mayStop(runs, sets))
      mayBe(runs.written(), `${what} may stop the call`, ofTools);
    else if (asks !== undefined && sets?.length !== 0)
      deciding.push({
        what,
        functions: [runs],
        lets: (one, reach) => letsRun(one, arg, reach, framework),
        isOnly: true,
        ofTools,
        ...(asks && { isOfCall: true }),
        form,
      });
    else if (asks !== false) mayBe(runs.written(), `\`${key}\` may ask a person`, ofTools);
  }
  const [ofAll] = open.filter(({ ofTools }) => ofTools === undefined);
  const asks = asking.find(({ ofTools }) => ofTools === undefined);
  const hasForms = functions.some(({ form }) => form);
  return (tool) => {
    if (!tool) return ofAll ? [ofAll] : asks ? [mayAsk(asks)] : [];
    const isOf = ({ ofTools }: OfTools) => ofTools?.some((one) => namesOf(tool).includes(one)) !== false;
    const [named] = open.filter((one) => one.ofTools && isOf(one));
    const gatesIn = (runs: InRuns['form']): Gate[] => {
      const isIn = (one: OfTools & InRuns) => isOf(one) && (!one.form || one.form === runs);
      return (graph ? [tool.name] : namesOf(tool)).flatMap(
        (name) =>
          gateOfFunctions(
            { ...tool, name },
            [...asking.filter(isIn), ...(graph?.asking(tool) ?? [])],
            [...deciding.filter(isIn), ...(graph?.deciding(tool) ?? [])],
            names,
          ) ?? [],
      );
    };
    const gates = hasForms ? gateOfForms(FORMS.map(gatesIn)) : gatesIn(undefined);
    // A function that lets each call run says nothing of a gate.
    const stated = gates.filter(({ state, at }) => graph || state !== 'absent' || at);
    return [...(named ? [named] : []), ...stated, ...(ofAll ? [ofAll] : [])];
  };
}

/** The gate that holds in runs of each form. */
function gateOfForms(all: readonly (readonly Gate[])[]): Gate[] {
  const found = all.flatMap((gates) => strongest(gates, (one) => one) ?? []);
  const least = weakest(found, (one) => one);
  const shown = found.find(({ state }) => state === 'shown');
  if (!least || !shown || (least.state === 'shown' && found.length === all.length))
    return least ? [least] : [];
  return [notKnown(shown.at, 'a person is asked only in runs that are async, or only in others')];
}

/** Whether a function is a parameter, or one of all that is passed: `args[1]`. */
function isOfParameter(callee: Value): boolean {
  const shape = shapeOf(callee);
  return parameterIn(shape.kind === 'index' ? shape.object : callee) !== undefined;
}

/** A function around a call runs it by a parameter. */
const runsOfParameter = byCalls(({ callee }) => isOfParameter(callee));

/** Whether a function may set a member that stops the call: each one that is computed may be it. */
function mayStop(runs: CodeSyntaxNode, members: readonly string[]): boolean {
  const reach = bodyOf(runs, readCommand, PEOPLE)?.reach;
  const isOne = (known: ReturnType<typeof constantIn>): boolean =>
    !known || members.includes(String(known.scalar));
  return !reach?.isWhole || reach.sets.some(({ key }) => isOne(constantIn(key)));
}

/** The conditions under which a function before a call lets the tool run. */
function letsRun(
  runs: CodeSyntaxNode,
  { lets = [null], stops, sets }: StatedArg,
  reach: Reach,
  framework: Framework,
): readonly Condition[] {
  const returning = (value: ValuePattern): Condition[] =>
    (conditionsOfResult(runs, value, (call) => mayDecide(call, framework)) ?? []).flatMap(
      ({ conditions }) => conditions,
    );
  if (stops) return otherwise(stops.flatMap((one) => raising(one, reach, framework) ?? returning(one)));
  if (!sets) return lets.flatMap(returning);
  const left = otherwise(
    reach.sets.flatMap(({ key, conditionsOfTrue }) => {
      const member = constantIn(key);
      if (!member) return [[LOST]];
      return sets.includes(String(member.scalar)) ? conditionsOfTrue() : [];
    }),
  );
  // Where it raises an exception, the call does not run either.
  return returning({}).flatMap((one) => left.map((other) => [...one, ...other]));
}

/** The conditions under which a function raises an export of the framework; undefined for a value that it returns. */
function raising(pattern: ValuePattern, reach: Reach, framework: Framework): Condition[] | undefined {
  if (typeof pattern !== 'object' || !pattern || !('()' in pattern)) return undefined;
  const raised = reach.calls.filter(({ node }) => exportOf(node, framework) === pattern['()']);
  return raised.flatMap((call) => reach.conditionsOf(call));
}

const functionsIn = (value: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  value.kind === 'array' ? value.items() : value.kind === 'null' ? [] : [value];
