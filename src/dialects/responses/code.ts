import { MULTI_AGENT_BETA } from '../../facts/multi-agent-beta.js';
import { groupedBy } from '../../model/grouped.js';
import type { AgentSystem, NamedValue, Place, StoredState, Tool } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsAround } from '../../program/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { CodeContext, CodeDialect, CodeReading } from '../code-dialect.js';
import { judgeByLoop, type LoopTool } from '../loops/dispatch.js';
import { gateAnsweredBy } from '../frameworks/gates.js';
import { loopLimits } from '../loops/limits.js';
import { filesOfLoop } from '../loops/files.js';
import { retentionOf } from '../payload/stored-state.js';
import { extraHeaders } from '../requests/call-headers.js';
import {
  addressOf,
  type ClientCall,
  callsVendor,
  clientCalls,
  keysGiven,
  languageOf,
  variablesSet,
} from '../requests/client-calls.js';
import { lastOf } from '../requests/client-search.js';
import { keptBeside } from '../requests/kept-requests.js';
import { type Asked, requestsThroughFunctions } from '../requests/request-functions.js';
import { type SentRequest, sentRequests } from '../requests/sent-requests.js';
import { type BaseUrl, type ResponsesContext, readResponsesBody } from './body.js';
import { givesTools, namesResponses, whyNoBody } from './recognise.js';
import runners from './tool-runner.json' with { type: 'json' };

const METHODS: ReadonlySet<string> = new Set(['create', 'parse', 'stream']);
const PATH = /\.((?:beta\.)?responses\.(?:with_(?:raw|streaming)_response\.)?(?:create|parse|stream))$/;

/** The variable with the address of a client that states none. */
const ADDRESS_VARIABLE = 'OPENAI_BASE_URL';

/** Calls to a Responses-style API that are given tools, through the public client and by hand. */
const responsesCode: CodeDialect = {
  name: 'responses',
  surface: 'product',
  read(documents, context): CodeReading {
    const calls = [...throughClient(documents), ...throughRunner(documents), ...byHand(documents)].filter(
      isAgent,
    );
    const byFile = groupedBy(calls, ({ node }) => node.document.file);
    const systems = documents.flatMap((document) => {
      const found = systemsOf(document, byFile.get(document.file) ?? [], context);
      for (const one of variablesSet(document)) found[0]?.values?.push(one);
      return found;
    });
    const reason = 'a call to a Responses API with tools';
    return { systems, claimed: new Map(systems.map(({ file }) => [file, reason])) };
  },
};

export default responsesCode;

/** A call, and what stands around its body. */
interface ResponsesCall {
  node: CodeSyntaxNode;
  body: SyntaxNode;
  /** The address that it states. */
  address?: CodeSyntaxNode | undefined;
  /** The public client finds an address for what states none. */
  isClient: boolean;
  /** The vendor's own client is made in the program. */
  isVendors?: boolean;
  multiAgentBeta?: boolean;
  values?: readonly NamedValue[];
  runner?: Runner;
}

/** What the client is given to run what the model calls. */
interface Runner {
  functionOf(tool: string): CodeSyntaxNode | undefined;
  /** What answers the approval requests of MCP servers. */
  readonly answer: CodeSyntaxNode | undefined;
}

/** Conversations that the client runs: `new ResponsesToolRunner({ functions }).run(client, body, options)`. */
const throughRunner = (documents: readonly CodeDocument[]): ResponsesCall[] =>
  callsAround(documents, { named: new Set(runners.runs) }).flatMap((node): ResponsesCall[] => {
    const made = node.call?.receivers.find(
      ({ call }) => lastOf(call?.origin?.dotted ?? '') === runners.class,
    );
    const [, body, options] = node.call?.positional ?? [];
    if (!made?.call || !body) return [];
    const functions = made.call.options.get('functions')?.items() ?? [];
    const functionOf = (tool: string): CodeSyntaxNode | undefined =>
      functions.find((one) => one.get('tool')?.get('name')?.scalar === tool)?.get('execute');
    return [{ node, body, isClient: true, runner: { functionOf, answer: options?.get(runners.answer) } }];
  });

function throughClient(documents: readonly CodeDocument[]): ResponsesCall[] {
  return clientCalls(documents, METHODS, PATH).map((call) => ({
    node: call.node,
    body: call.body,
    address: addressOf(call),
    isClient: true,
    isVendors: callsVendor(call),
    ...multiAgentBeta(call),
    values: [call.node, ...call.clients].flatMap(keysGiven),
  }));
}

/** The beta surface is asked for by the path, or by a header; a computed header may ask for it. */
function multiAgentBeta({ node, path }: ClientCall): Pick<ResponsesCall, 'multiAgentBeta'> {
  const headers = path.startsWith('beta.') ? [] : extraHeaders(node);
  if (headers.some(({ dynamic }) => dynamic)) return {};
  const isAsked = headers.some(({ value }) => value.includes(MULTI_AGENT_BETA.optIn));
  return { multiAgentBeta: isAsked || path.startsWith('beta.') };
}

function byHand(documents: readonly CodeDocument[]): ResponsesCall[] {
  return rawCalls(documents).map(({ node, body, target, request }) => ({
    node,
    body,
    address: target,
    isClient: false,
    values: request.headers
      .filter(({ dynamic }) => !dynamic)
      .map(({ name, value, valueAt }) => ({ name, value, at: valueAt })),
  }));
}

/** Calls that are given the same list of tools are turns of one agent. */
function systemsOf(
  document: CodeDocument,
  calls: readonly ResponsesCall[],
  context: CodeContext,
): AgentSystem[] {
  const byTools = new Map<string, { system: AgentSystem; requests: CodeSyntaxNode[]; runner?: Runner }>();
  for (const call of calls) {
    const system = readCall(document, call, context);
    const key = `${identityOf(call.body.get('tools'))} ${system.endpoint?.host}`;
    const before = byTools.get(key);
    before?.requests.push(call.node);
    if (before) addTurn(before.system, system);
    else byTools.set(key, { system, requests: [call.node], ...(call.runner && { runner: call.runner }) });
  }
  const [first] = byTools.values();
  if (first) keepFurther(first.system, keptBeside(document));
  return [...byTools.values()].map(({ system, requests, runner }) => {
    readLoop(document, system, { requests, runner }, context);
    return system;
  });
}

/** Judges the function tools of a request by the loop that runs them, where the files around the call show it. */
function readLoop(
  document: CodeDocument,
  system: AgentSystem,
  { requests, runner }: { requests: readonly CodeSyntaxNode[]; runner: Runner | undefined },
  context: CodeContext,
): void {
  const [agent] = system.agents;
  if (!agent) return;
  const answered = <T extends Pick<Tool, 'approval'> & Partial<Pick<Tool, 'gateRemedy'>>>(gate: T): T => {
    const { approval, gateRemedy } = gate;
    if (!gateRemedy) return gate;
    return { ...gate, ...gateAnsweredBy({ approval, gateRemedy }, runner?.answer, runners.answer) };
  };
  if (runner)
    agent.mcpServers = agent.mcpServers.map((server) => ({
      ...server,
      ...(server.toolGate && { toolGate: answered(server.toolGate) }),
      tools: server.tools.map(answered),
    }));
  const tools = agent.tools
    .filter(({ kind }) => kind === 'function')
    .map((tool): LoopTool => {
      const body = runner?.functionOf(tool.name);
      return body ? { tool, body } : { tool };
    });
  if (tools.length === 0) return;
  const { judged, unread } = judgeByLoop({ documents: filesOfLoop(document, context), tools, requests });
  agent.tools = agent.tools.map(judged);
  system.unresolved.push(...unread);
  const turnLimits = loopLimits(agent.name, requests);
  if (turnLimits.length > 0) system.turnLimits = turnLimits;
}

/** Where a list is declared: the same for all who are given it. */
function identityOf(tools: SyntaxNode | CodeSyntaxNode | undefined): string {
  if (tools && 'identity' in tools) return tools.identity;
  return `${tools?.document.file} ${tools?.path()}`;
}

/** What a further call says that the first does not. */
function addTurn(system: AgentSystem, turn: AgentSystem): void {
  keepFurther(
    system,
    (turn.storedState ?? []).filter(({ kind }) => kind !== 'files'),
  );
  if (turn.delegation) system.delegation ??= turn.delegation;
}

function keepFurther(system: AgentSystem, further: readonly StoredState[]): void {
  system.storedState = [...(system.storedState ?? []), ...further];
  system.retention = retentionOf(system.storedState);
}

/** What is spread into a body may bring anything, and is no sign of tools: the file has to name them. */
function isAgent({ body }: ResponsesCall): boolean {
  const keys = body.keys();
  return (keys.includes('tools') || keys.includes('prompt')) && givesTools(body);
}

function readCall(document: CodeDocument, call: ResponsesCall, context: CodeContext): AgentSystem {
  const at = call.node.at();
  const baseUrl = baseUrlOf(document, call, context);
  const around: ResponsesContext = {
    file: document.file,
    at,
    language: languageOf(document),
    ...(call.isVendors === undefined ? {} : { isVendors: call.isVendors }),
    ...(call.multiAgentBeta === undefined ? {} : { multiAgentBeta: call.multiAgentBeta }),
    ...(baseUrl ? { baseUrl } : {}),
    ...(call.values ? { values: call.values } : {}),
  };
  const system = readResponsesBody(call.body, around);
  if (!baseUrl) system.residency = NO_ADDRESS;
  return system;
}

const NO_ADDRESS: AgentSystem['residency'] = {
  state: 'inexpressible',
  why: 'this file names no base URL of the client; state your control in `attestations`',
};

/** The base URL of a client, else that of the environment beside it. */
function baseUrlOf(
  document: CodeDocument,
  { address, isClient }: ResponsesCall,
  context: CodeContext,
): BaseUrl | undefined {
  if (address) return addressAt(stringOf(address), address.at(), address.why);
  if (!isClient) return undefined;
  const { file } = document;
  const setting = context.environment.findLast(
    ({ name, folder }) => name === ADDRESS_VARIABLE && (folder === '' || file.startsWith(`${folder}/`)),
  );
  return setting && addressAt(setting.value, setting.at, undefined);
}

function addressAt(url: string | undefined, at: Place, why: string | undefined): BaseUrl {
  return { at, ...(url === undefined ? {} : { url }), ...(why === undefined ? {} : { why }) };
}

const ASKED: Asked = {
  isPath: namesResponses,
  isBody: (body) => whyNoBody(body) === undefined,
};

/** Requests to a Responses-style API that programs send without the public client. */
function rawCalls(documents: readonly CodeDocument[]): SentRequest[] {
  const sent = sentRequests(documents).filter(isPosted);
  return [...sent, ...requestsThroughFunctions(documents, ASKED, sent)];
}

const isPosted = ({ request: { path, method } }: SentRequest): boolean =>
  namesResponses(path?.value ?? '') && (method === undefined || method.value.toUpperCase() === 'POST');
