import { isMet, type Place } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { type Fields, type FoundAgent, type Framework, textOf } from '../frameworks/framework.js';
import { lost } from '../frameworks/places.js';
import { offering } from '../frameworks/servers.js';
import { countedOf } from '../frameworks/rows/agents.js';
import { boundByConditions } from './conditions.js';
import { gateByName, namedGatesIn, wordsOf } from './gates-by-name.js';
import type { Role } from '../frameworks/rows/row.js';
import {
  type Fact,
  factsIn,
  gives,
  optionsIn,
  statedIn,
  type Thing,
  thingAt,
} from '../frameworks/rows/things.js';

/** What one run of an agent states in place of the agent. */
interface Stated {
  facts(role: Role): readonly Fact[];
  /** An option by its name. */
  readonly get: Fields;
}

/**
 * Reads what a run of an agent may state in place of it: gates beside its tools, the tools that the model sees, what ends
 * the loop. Returns the options of each run.
 */
export function readRestated(found: FoundAgent, runs: readonly CodeSyntaxNode[]): readonly Fields[] {
  const { framework, rows } = found;
  const thing = thingAt(found.node, framework);
  if (!thing) return [];
  const own = countedOf(runs, found).flatMap((node) => thingAt(node, framework) ?? []);
  const all = givenTo(found, thing, own, framework);
  const only = thing.stated.args.find(({ role }) => role === 'only');
  if (only) keepOnly(found, all, only.key);
  if (namedGatesIn(rows).length > 0)
    gateByName(
      found,
      thing,
      all.map(({ facts }) => facts('gate').find(({ arg }) => wordsOf(arg))?.value),
    );
  const ends = thing.stated.args.find(({ role }) => role === 'ends');
  if (ends) {
    found.stopsBy = ends.key;
    const isBounded = own.length > 0 && own.every(({ stated }) => typeof stated.row.bound === 'number');
    const bounds = all.flatMap(
      ({ facts }) => boundByConditions(found, thing, ends, facts('ends')[0]?.value, isBounded) ?? [],
    );
    // Several runs of one agent may share what the agent states.
    const byPlace = new Map(bounds.map((one) => [JSON.stringify(one.at.range()), one]));
    if (byPlace.size > 0) found.bounds = [...byPlace.values()];
  }
  return all.map(({ get }) => get);
}

/** What each run states: its own, else that of the agent; what a function makes of the options comes before both. */
function givenTo(
  found: FoundAgent,
  thing: Thing,
  runs: readonly Thing[],
  framework: Framework,
): readonly Stated[] {
  const changed = changedBy(found, thing);
  const changes = changed ? statedIn(thing, changed, framework) : [];
  const own = optionsIn(found.node, framework);
  const written = (node: CodeSyntaxNode | undefined, key: string) =>
    node?.keys().includes(key) ? node.get(key) : undefined;
  const ofRun = (run: Thing | undefined): Stated => ({
    facts(role) {
      const first = [changes, run?.facts ?? [], thing.facts].map((all) =>
        all.filter((one) => one.role === role),
      );
      return first.find((all) => all.length > 0) ?? [];
    },
    get: (key = '') => written(changed, key) ?? written(run?.node.call?.options, key) ?? own(key),
  });
  const methods = runs.filter((one) => !gives(one, 'agent'));
  return methods.length > 0 ? methods.map(ofRun) : [ofRun(undefined)];
}

/** The object that a function makes of the options of a call; what a function makes that is not read is listed. */
function changedBy(found: FoundAgent, thing: Thing): CodeSyntaxNode | undefined {
  const fact = factsIn(thing, 'changes').find(({ arg }) => arg.each === undefined);
  if (!fact || fact.value.kind === 'null') return undefined;
  const { value, arg } = fact;
  found.prepared = value.reference?.kind === 'function' ? value.reference.returned : [];
  const [made, ...others] = found.prepared;
  if (made?.kind === 'object' && others.length === 0) return made;
  found.unresolved.push(lost(value, `what \`${arg.key}\` of \`${found.agent.name}\` changes`));
  return undefined;
}

/** Leaves out the tools that the model sees in no step of any run: its own ones, and those of servers. */
function keepOnly({ agent }: FoundAgent, all: readonly Stated[], key: string): void {
  const seen = new Map<string, Place>();
  for (const { facts } of all) {
    const names = namesOfSteps(facts('changes'), key, namesIn(facts('only')[0]?.value));
    if (!names) return;
    for (const [name, at] of names) seen.set(name, at);
  }
  const own = agent.tools.filter(({ name }) => seen.has(name));
  agent.tools = own;
  const others = [...seen]
    .map(([name, at]) => ({ name, at }))
    .filter(({ name }) => own.every((one) => one.name !== name));
  const open = agent.mcpServers.filter((one) => !one.hasOwnGate && !isMet(one.allowedTools));
  const [only] = open;
  agent.mcpServers = agent.mcpServers.map((server) => {
    if (server.hasOwnGate) return server;
    if (isMet(server.allowedTools))
      return { ...server, tools: server.tools.filter(({ name }) => seen.has(name)) };
    // Which of several servers offers a tool is not known.
    return server === only && open.length === 1
      ? offering(server, others, others[0]?.at ?? server.at)
      : server;
  });
}

/** The names that a list has; undefined where it is none, or one of them is not known. */
function namesIn(list: CodeSyntaxNode | undefined): readonly [name: string, at: Place][] | undefined {
  const items = list?.kind === 'array' ? list.items() : undefined;
  const names = items?.flatMap((one): [string, Place][] => {
    const name = textOf(one);
    return name === undefined ? [] : [[name, one.written()]];
  });
  return names?.length === items?.length ? names : undefined;
}

/** The names of all steps: a function before each step may return others than those that are `stated` for all. */
function namesOfSteps(
  changes: readonly Fact[],
  key: string,
  stated: ReturnType<typeof namesIn>,
): ReturnType<typeof namesIn> {
  const fact = changes.find(({ arg }) => arg.each === 'step');
  if (!fact || fact.value.kind === 'null') return stated;
  const returned = fact.value.reference?.kind === 'function' ? fact.value.reference.returned : [];
  const lists = returned.map((one) => {
    const list = one.kind === 'dynamic' ? one : one.get(key);
    return list && list.kind !== 'null' ? namesIn(list) : stated;
  });
  return lists.length > 0 && lists.every((one) => one !== undefined) ? lists.flat() : undefined;
}
