import { MULTI_AGENT_BETA } from '../../facts/multi-agent-beta.js';
import { regionOfHost } from '../../facts/regions-hosts.js';
import { parameterVersion } from '../../facts/sdk-versions.js';
import {
  type Agent,
  type AgentSystem,
  COMPUTED,
  codeSpan,
  type Delegation,
  type Endpoint,
  type Evidence,
  type GuardrailSide,
  type NamedValue,
  type OwnGuardrail,
  type Place,
  type Unmet,
  type Unresolved,
} from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { readInstructions } from '../agents/agent.js';
import { computed, stringOf } from '../agents/tool.js';
import { readDelegation } from '../payload/payload.js';
import { retentionOf } from '../payload/stored-state.js';
import { readResponsesTools } from '../payload/tool-shapes.js';
import { storedStateOf } from './state.js';

/** The address that a request goes to: the base URL, or the whole target of the request. */
export interface BaseUrl {
  /** Left out where it is computed. */
  url?: string;
  at: Place;
  /** Why it is not known. */
  why?: string;
}

/** What stands around a body. Everything but the file may be left out. */
export interface ResponsesContext {
  /** The file that the call is in. */
  file: string;
  /** Where a lack of the whole request is reported: the request line, the call; left out: the first character. */
  at?: Place;
  /** What people call the agent; left out: `agent`. */
  name?: string;
  baseUrl?: BaseUrl;
  /** The language of the code around it. */
  language?: 'typescript' | 'python';
  /** The vendor's public client sends it, and the code shows how that client is made. */
  isVendors?: boolean;
  /** The call is made through the beta surface with `multi_agent`. Left out: what the body states is read. */
  multiAgentBeta?: boolean;
  /** Headers and other named values around the body that may hold a credential. */
  values?: readonly NamedValue[];
}

const NOT_IN_A_BODY: Unmet = {
  state: 'inexpressible',
  why: 'a Responses request has no field for it; state it in `attestations`',
};

/** Reads the body of one Responses request, wherever it is written: JSON, YAML, a `.http` file, a call in code. */
export function readResponsesBody(node: SyntaxNode, context: ResponsesContext): AgentSystem {
  const at = context.at ?? headOf(node);
  const { tools, servers, stored, values, unresolved } = readResponsesTools(node.get('tools'));
  const state = [...storedStateOf(node, at), ...stored];
  const endpoint = endpointOf(context.baseUrl);
  const delegation = context.multiAgentBeta === false ? undefined : readDelegation(node);
  const model = stringOf(node.get('model'));
  const instructions = readInstructions(node.get('instructions'));
  const agent: Agent = {
    name: context.name ?? 'agent',
    at,
    nameAt: at,
    ...(model === undefined ? {} : { model }),
    ...(instructions ? { instructions } : {}),
    tools,
    mcpServers: servers,
    handoffs: [],
    delegatesTo: [],
    guardrails: {
      input: moderated(node, 'input', at, endpoint),
      output: moderated(node, 'output', at, endpoint),
    },
  };
  return {
    file: context.file,
    dialect: 'responses',
    surface: 'product',
    runtime: 'responses',
    targetedBy: 'A Responses request',
    runtimeAt: at,
    ...(context.language === undefined ? {} : { language: context.language }),
    at: context.at ?? node.at(),
    agents: [agent],
    ...(delegation ? { delegation: bounded(delegation) } : {}),
    tracing: NOT_IN_A_BODY,
    isSingleCall: true,
    ...(context.language === undefined ? {} : { ownGuardrails: guardrailsOf(node, context, endpoint) }),
    residency: residencyOf(context.baseUrl, endpoint),
    retention: retentionOf(state),
    claims: [],
    configIssues: [],
    unresolved: [...unresolved.map((one) => ({ ...one, toolsOf: agent.name })), ...storedPrompt(node)],
    ...(endpoint ? { endpoint } : {}),
    storedState: state,
    values: [...(context.values ?? []), ...values],
  };
}

const bounded = (delegation: Delegation): Delegation => ({ ...delegation, defaultBound: MULTI_AGENT_BETA });

/** The first character of a body: it has no key of its own. */
function headOf(node: SyntaxNode): Place {
  const { file } = node.document;
  return {
    file,
    path: node.path(),
    range() {
      const { start } = node.at().range();
      return { start, end: { line: start.line, column: start.column + 1 } };
    },
    element: () => node.at().range(),
  };
}

/** How the code around a request states guardrails: by the built-in one where the vendor gets it, else in its own code. */
function guardrailsOf(
  node: SyntaxNode,
  { language = 'typescript', isVendors }: ResponsesContext,
  endpoint: Endpoint | undefined,
): (sides: readonly GuardrailSide[]) => OwnGuardrail[] {
  const needs = parameterVersion(language, 'responses', 'moderation.policy');
  const isOffered = isVendors && needs && goesToVendor(endpoint);
  return (sides) => [
    ...(isOffered ? [{ ...moderation(node, sides, language), needs }] : []),
    {
      edit: `Check ${sides.length > 1 ? 'both' : 'it'} in your own code, ${sides.map((side) => WHEN[side]).join(' and ')}.`,
      inCode: true,
      unless: 'Once it does that',
    },
  ];
}

const WHEN = { input: 'before the request', output: 'before anybody gets the answer' } as const;

/** Whether requests reach the vendor whose types have `moderation`. A client without an address of its own calls there. */
const goesToVendor = (endpoint: Endpoint | undefined): boolean =>
  endpoint === undefined || (endpoint.host !== undefined && regionOfHost(endpoint.host) !== undefined);

/** The only model of the built-in guardrail that the types of the client name. */
const MODERATION_MODEL = 'omni-moderation-latest';

/** Sets the built-in guardrail. Its model is required (types of npm openai 6.46.0). */
function moderation(
  node: SyntaxNode,
  sides: readonly GuardrailSide[],
  language: 'typescript' | 'python',
): OwnGuardrail {
  const model = stringOf(node.get('moderation')?.get('model')) ?? MODERATION_MODEL;
  const policy = Object.fromEntries(sides.map((side) => [side, { mode: 'block' }]));
  const written =
    language === 'python'
      ? `moderation={"model": "${model}", "policy": {${sides.map((side) => `"${side}": {"mode": "block"}`).join(', ')}}}`
      : `moderation: { model: '${model}', policy: { ${sides.map((side) => `${side}: { mode: 'block' }`).join(', ')} } }`;
  return {
    edit: `Set ${codeSpan(written)} in the request.`,
    unless: `If your own code checks the ${sides.join(' and the ')}`,
    repair: {
      title: `Set ${sides.map((side) => `\`moderation.policy.${side}.mode\``).join(' and ')} to \`block\``,
      edits: () => node.edit()?.merge({ moderation: { model, policy } }),
    },
  };
}

/**
 * The built-in guardrail: `moderation` stops what it flags where its mode is `block`; `score` lets everything pass. A
 * request without its model is rejected, and another host does not know it.
 */
function moderated(
  node: SyntaxNode,
  side: 'input' | 'output',
  at: Place,
  endpoint: Endpoint | undefined,
): Evidence<string[]> {
  const stated = node.get('moderation');
  const mode = stated?.get('policy')?.get(side)?.get('mode');
  for (const one of [stated, stated?.get('policy'), mode]) if (one?.kind === 'dynamic') return computed(one);
  if (!mode) return { state: 'absent', at };
  const not = (why: string): Evidence<string[]> => ({ state: 'absent', at: mode.at(), why });
  if (mode.scalar !== 'block') return not('`moderation` scores it and blocks nothing');
  if (stated?.get('model') === undefined) return not('`moderation` has no `model`, which is required');
  if (endpoint?.host !== undefined && !goesToVendor(endpoint))
    return not(`\`moderation\` is not known to work at ${endpoint.host}`);
  return { state: 'shown', value: ['moderation'], at: mode.at() };
}

function endpointOf(baseUrl: BaseUrl | undefined): Endpoint | undefined {
  if (!baseUrl) return undefined;
  const host = baseUrl.url === undefined ? undefined : hostOf(baseUrl.url);
  if (host === undefined || host.includes('{') || host.includes('$')) return { at: baseUrl.at };
  const { url = '', at } = baseUrl;
  const start = url.toLowerCase().indexOf(host);
  const move = (other: string) =>
    at.edit?.()?.replace(url.slice(0, start) + other + url.slice(start + host.length));
  return { host, ...regionOfHost(host), at, move };
}

function residencyOf(baseUrl: BaseUrl | undefined, endpoint: Endpoint | undefined): Evidence<string> {
  if (!endpoint) return { ...NOT_IN_A_BODY, why: 'a request body does not say which host it is sent to' };
  const { host, region, processes, at } = endpoint;
  if (host === undefined) return { state: 'undecidable', at, why: baseUrl?.why ?? COMPUTED };
  if (region === undefined || !processes) return { state: 'absent', at };
  return { state: 'shown', value: region, at };
}

/** A stored prompt may bring tools of its own: they are with the operator, and no file shows them. */
function storedPrompt(node: SyntaxNode): Unresolved[] {
  const prompt = node.get('prompt');
  const id = prompt?.get('id');
  if (prompt === undefined || id === undefined) return [];
  const why = 'it is stored with the operator and may contain more tools';
  return [{ what: 'the tools of the prompt that `prompt.id` names', why, at: id.at() }];
}
