import { LOOP_CLIENTS } from '../../facts/model-clients.js';
import type { AgentSystem, StoredState, Tool, TurnLimit } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, usesAny, writtenOption } from '../../program/index.js';
import { bareAgent, readInstructions, settingsSystem } from '../agents/agent.js';
import { computed, stringOf } from '../agents/tool.js';
import type { CodeContext, CodeDialect, CodeReading, UnreadCall } from '../code-dialect.js';
import { TOOL_CALLS } from '../frameworks/deciders/deciders.js';
import { judgeByLoop } from '../loops/dispatch.js';
import { loopLimits } from '../loops/limits.js';
import { filesOfLoop } from '../loops/files.js';
import type { NamedRequest } from '../loops/other-requests.js';
import { retentionOf } from '../payload/stored-state.js';
import { languageOf, mergedBody } from '../requests/client-calls.js';
import { keptBeside, keptByFields, keptByTools } from '../requests/kept-requests.js';
import {
  type ClientUse,
  clientsUsed,
  memberOf,
  modelsCalled,
  toolsPosted,
} from '../requests/model-clients.js';
import { regionOfCall } from '../requests/model-region.js';
import { type KeptThreads, threadsKept } from '../requests/server-threads.js';
import { runsAnswer } from './answers.js';
import shapes from './tool-shapes.json' with { type: 'json' };
import { type ListReading, placesOf, readList } from './tools.js';

/** Loops that programs write by hand around a client of models: a list of tools goes in, and the program runs what is called. */
const clientLoop: CodeDialect = {
  name: 'client-loop',
  surface: 'product',
  read(documents, context): CodeReading {
    const loops = documents.map(loopsIn);
    const requests = loops.flat().map((loop) => ({ loop, named: namedRequests(loop) }));
    const systems = documents.flatMap((document, index) => {
      const own = (loops[index] ?? []).map((loop) => {
        const others = requests.flatMap((one) => (one.loop === loop ? [] : one.named));
        return { ...loop, others };
      });
      return systemsOf(document, own, context);
    });
    const reason = 'a call of a client of models with tools, or of a server that keeps threads';
    const claimed = new Map(systems.map(({ file }) => [file, reason]));
    const others = documents.filter(({ file }) => !claimed.has(file));
    const uses = loops
      .flat()
      .flatMap((one) => (claimed.has(one.uses[0]?.node.document.file ?? '') ? one.uses : []));
    return {
      systems,
      claimed,
      unread: others.flatMap((one) => unreadLoop(one, context)),
      called: new Set(uses.flatMap(boundBy)),
    };
  },
};

export default clientLoop;

/** An agent: what it is given, and the calls that give it. */
interface Loop {
  readonly uses: ClientUse[];
  readonly list: ListReading;
}

/** The call that gives a model its tools in place of the one that asks it, as `file name`. */
const boundBy = ({ client: { binds }, node: { call } }: ClientUse): string[] =>
  (call?.receivers ?? []).flatMap((one) =>
    one.call && one.call.name === binds ? [`${one.call.at.file} ${binds}`] : [],
  );

/** The calls of a model in a loop, with the names of the tools that it is given. */
function namedRequests({ uses, list: { tools, unresolved } }: Loop): readonly NamedRequest[] {
  const names = unresolved.length > 0 ? undefined : new Set(tools.map(({ tool }) => tool.name));
  return uses.map(({ node }) => ({ node, names }));
}

/** Calls that are given the same tools are turns of one agent; one that is given what is not known may be each of them. */
function loopsIn(document: CodeDocument): readonly Loop[] {
  const loops = new Map<string, Loop>();
  const uses = [...clientsUsed(document, LOOP_CLIENTS[languageOf(document)]), ...toolsPosted(document)];
  for (const use of uses) {
    const list = readList(memberOf(use.tools, 'tools') ?? use.tools);
    const { start } = use.node.offsets;
    const sign = list.tools.length > 0 ? placesOf(list.tools) : `unknown ${start}`;
    const before = loops.get(sign);
    if (before) before.uses.push(use);
    else loops.set(sign, { uses: [use], list });
  }
  return [...loops.values()];
}

type LoopAmongOthers = Loop & { readonly others: readonly NamedRequest[] };

function systemsOf(
  document: CodeDocument,
  loops: readonly LoopAmongOthers[],
  context: CodeContext,
): AgentSystem[] {
  const systems = loops.flatMap((loop) => systemOf(document, loop, context));
  const [loop] = systems;
  const beside = loop ? keptBeside(document) : [];
  if (loop && beside.length > 0) keepIn(loop, beside);
  for (const { states, ...threads } of threadsKept(document)) {
    const [first] = systems;
    if (first) keepIn(first, states);
    else systems.push(keepIn(serverSystem(document, threads), [...states, ...keptBeside(document)]));
  }
  return systems;
}

/** The first call of a model that may be given tools which are not seen, or of which the program runs the answer. */
function unreadLoop(document: CodeDocument, context: CodeContext): UnreadCall[] {
  const clients = LOOP_CLIENTS[languageOf(document)].filter(({ binds }) => binds === undefined);
  const called = modelsCalled(document, clients);
  const mayGiveTools = called.some(({ isOpen }) => isOpen) && usesAny(document, TOOL_WORDS, TOOL_WORDS);
  const requests = called.map(({ node }) => node);
  const found = mayGiveTools
    ? called.find(({ isOpen }) => isOpen)
    : called.length > 0 && runsAnswer(filesOfLoop(document, context), requests)
      ? called[0]
      : undefined;
  return found ? [{ framework: found.name, at: found.node.call?.at ?? found.node.at() }] : [];
}

/** What tools are given as, and what states the calls of them. */
const TOOL_WORDS: ReadonlySet<string> = new Set([...TOOL_CALLS, 'tools', 'functions', 'toolConfig']);

function keepIn(system: AgentSystem, states: readonly StoredState[]): AgentSystem {
  system.storedState = [...(system.storedState ?? []), ...states];
  system.retention = retentionOf(system.storedState);
  return system;
}

/** An agent that is set up on a server: the program only runs it. */
function serverSystem(document: CodeDocument, { server, node }: Omit<KeptThreads, 'states'>): AgentSystem {
  const { agent: name, runtime } = server;
  const why = `it is set up on the ${server.name}`;
  const agents = [bareAgent(name, node, why)];
  const system = settingsSystem(node, { dialect: 'client-loop', surface: 'product', agents }, why);
  system.runtime = runtime;
  system.targetedBy = `This program, which keeps threads on the ${server.name},`;
  system.language = languageOf(document);
  system.unresolved.push({
    what: `the tools of the ${name}`,
    why: 'they are set up on the server',
    at: node.at(),
  });
  return system;
}

function systemOf(
  document: CodeDocument,
  { uses, list, others }: LoopAmongOthers,
  context: CodeContext,
): AgentSystem[] {
  const [first] = uses;
  const { call } = first?.node ?? {};
  if (!first || !call) return [];
  const { unresolved } = list;
  const requests = uses.map(({ node }) => node);
  const documents = filesOfLoop(document, context);
  const isRunByCall = uses.every(({ client }) => client.binds !== undefined);
  const loop = { documents, tools: list.tools, requests, others, isRunByCall };
  const { judged, unread: notRead } = judgeByLoop(loop);
  const tools = list.tools.map((one) => judged(one.tool));
  // What a model answers may be read as data: no agent is seen.
  if (isRunByCall && tools.every(({ approval }) => approval.state === 'inexpressible')) return [];
  const { at } = call;
  const stated = mergedBody(call.options);
  const model = firstOf(shapes.models, stated);
  const instructions = readInstructions(
    firstOf(shapes.instructions, stated) ?? firstOf(shapes.instructions, memberOf(stated, 'config')),
  );
  const stored = keptByUses(uses, tools);
  const runsIn = requests.map(regionOfCall).find((one) => one !== undefined);
  const name = 'agent';
  const noField = (what: string) =>
    ({ state: 'inexpressible', why: `a loop by hand has no field for ${what}` }) as const;
  return [
    {
      file: document.file,
      dialect: 'client-loop',
      surface: 'product',
      runtime: 'responses',
      targetedBy: `This program, which calls ${first.client.name} in a loop of its own,`,
      runtimeAt: at,
      language: languageOf(document),
      at,
      agents: [
        {
          name,
          at,
          nameAt: at,
          ...(stringOf(model) === undefined ? {} : { model: stringOf(model) as string }),
          ...(runsIn ? { runsIn } : {}),
          ...(instructions ? { instructions } : {}),
          tools,
          mcpServers: [],
          handoffs: [],
          delegatesTo: [],
          guardrails: { input: noField('guardrails'), output: noField('guardrails') },
        },
      ],
      tracing: noField('tracing'),
      residency: { state: 'inexpressible', why: 'a program states no region' },
      retention:
        stored.length > 0
          ? retentionOf(stored)
          : { state: 'inexpressible', why: 'a program states no retention' },
      ...(stored.length > 0 ? { storedState: stored } : {}),
      claims: [],
      configIssues: [],
      unresolved: [...unresolved.map((one) => ({ ...one, toolsOf: name })), ...notRead],
      turnLimits: [
        ...loopLimits(name, requests),
        ...uses.flatMap((use) => runnerLimit(name, use, languageOf(document)) ?? []),
      ],
    },
  ];
}

/** What the requests of a loop make the operator keep: the same line of a shared request once. */
function keptByUses(uses: readonly ClientUse[], tools: readonly Tool[]): StoredState[] {
  const states = uses.flatMap(({ client: { name }, node }) => [
    ...(node.call ? keptByFields(name, mergedBody(node.call.options)) : []),
    ...keptByTools(name, tools),
  ]);
  const byPlace = new Map(states.map((one) => [JSON.stringify([one.at.file, one.at.range()]), one]));
  return [...byPlace.values()];
}

/** A number of turns to begin with. */
const TURNS = 10;

/** The bound of a call of the SDK that runs the tools by itself. */
function runnerLimit(
  of: string,
  { client: { runners }, node }: ClientUse,
  language: ReturnType<typeof languageOf>,
): TurnLimit | undefined {
  const { call } = node;
  if (!call || !runners?.calls.includes(call.name)) return undefined;
  const { limit: option } = runners;
  const stated = memberOf(mergedBody(call.options), option);
  const isOff = stated === undefined || stated.kind === 'null';
  const at = stated?.written() ?? call.at;
  const written = writtenOption(language, option, TURNS);
  const words = {
    off: `\`${call.name}\` without \`${option}\` runs until the model calls no tool`,
    edit: `Add \`${written}\`, or the number of turns that the task needs.`,
    turns: TURNS,
  };
  const repair = { title: `Set \`${option}\` to ${TURNS}`, edits: () => node.edit()?.set(option, TURNS) };
  if (isOff) return { of, limit: { state: 'shown', value: null, at }, at, words, repair };
  if (typeof stated.scalar !== 'number') return { of, limit: computed(stated), at, words };
  return { of, limit: { state: 'shown', value: stated.scalar, at }, at, words };
}

const firstOf = (names: readonly string[], stated: CodeSyntaxNode | undefined): CodeSyntaxNode | undefined =>
  names.map((name) => memberOf(stated, name)).find((one) => one !== undefined);
