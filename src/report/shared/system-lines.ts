import { tracingShown } from '../../compare/system-json.js';
import { HOUSEKEEPING, howKnown } from '../../effects/index.js';
import { regionTitle } from '../../facts/regions.js';
import {
  type Agent,
  type AgentSystem,
  type Endpoint,
  EVIDENCE_WORDS,
  type Evidence,
  type Guardrails,
  isMet,
  type McpServer,
  type Place,
  type ServedTools,
  type Tool,
  type ToolHints,
} from '../../model/index.js';
import { displayText } from '../../model/secrets.js';
import { count, visible } from './text.js';

/** One system of the inventory in people's words, as lines. */
export function systemLines(system: AgentSystem): string[] {
  const { delegation, environment } = system;
  const facts = [
    system.dialect,
    ...(system.serves
      ? ['MCP server']
      : [system.surface === 'product' ? 'deployed agent' : "coding agent's settings"]),
    system.runtime === undefined ? 'no runtime targeted' : `runtime ${system.runtime}`,
  ];
  const place = placeWordsIn(system.file);
  const lines = [`${visible(system.file)}:${place(system.at)}  ${facts.join(', ')}`];
  if (system.assumes !== undefined)
    lines.push(`  assumes ${shown(system.assumes)}: no version is locked for this file`);
  for (const agent of system.agents) for (const line of agentLines(agent, place)) lines.push(line);
  if (system.serves) for (const line of servedLines(system.serves, place)) lines.push(line);
  if (delegation) {
    lines.push(
      `  delegation to subagents: ${known(delegation.enabled, (on) => (on ? 'enabled' : 'disabled'), place)}`,
    );
    const { maxConcurrent } = delegation;
    if (maxConcurrent)
      lines.push(`    running at once: ${known(maxConcurrent, (bound) => `at most ${bound}`, place)}`);
  }
  if (environment) lines.push(`  environment: ${shown(environment.type)} (${place(environment.at)})`);
  lines.push(`  tracing: ${known(tracingShown(system), shown, place)}`);
  if (system.runtime !== 'managed') {
    if (isMet(system.residency)) lines.push(`  residency: ${known(system.residency, shown, place)}`);
    if (isMet(system.retention)) lines.push(`  retention: ${known(system.retention, shown, place)}`);
  }
  if (system.endpoint) lines.push(`  endpoint: ${endpointWords(system.endpoint, place)}`);
  for (const { name, kept, at } of system.storedState ?? []) {
    lines.push(
      `  stores state, ${shown(name)} (${place(at)}): ${known(kept, (on) => (on ? 'yes' : 'no'), place)}`,
    );
  }
  if (system.unresolved.length > 0) lines.push('  not resolved');
  for (const { what, why, at } of system.unresolved)
    lines.push(`    ${shown(what)}: ${shown(why)} (${place(at)})`);
  return lines;
}

/** The tools of a server of the repository; who starts it decides about their approval. */
function servedLines({ name, tools, at }: ServedTools, place: PlaceWords): string[] {
  return [
    `  MCP server ${shown(name)} (${place(at)})`,
    ...tools.flatMap((tool) => [
      ...toolLines(tool, '    ', place),
      `      annotations: ${hintWords(tool.hints)}`,
    ]),
  ];
}

function hintWords({ readOnly, destructive, at, why }: ToolHints): string {
  if (why !== undefined) return EVIDENCE_WORDS.undecidable;
  const stated = [
    ...(readOnly === undefined ? [] : [`readOnlyHint ${readOnly}`]),
    ...(destructive === undefined ? [] : [`destructiveHint ${destructive}`]),
  ];
  return at === undefined || stated.length === 0 ? 'none that say what it does' : stated.join(', ');
}

function endpointWords({ host, region, processes, at }: Endpoint, place: PlaceWords): string {
  if (host === undefined) return `${EVIDENCE_WORDS.undecidable} (${place(at)})`;
  const where =
    region === undefined
      ? 'unknown region'
      : region === 'none'
        ? 'in no region'
        : `${processes ? 'processes' : 'stores'} data in ${regionTitle(region)}`;
  return `${shown(host)}, ${where} (${place(at)})`;
}

function agentLines(agent: Agent, place: PlaceWords): string[] {
  const model = agent.model === undefined ? '' : `, model ${shown(agent.model)}`;
  return [
    `  agent ${shown(agent.name)} (${place(agent.nameAt)})${model}`,
    ...(agent.mode
      ? [`    approval: ${ASKS[agent.mode.asks]} (${shown(agent.mode.stated)}, ${place(agent.mode.at)})`]
      : []),
    ...(agent.allTools ? [`    all tools of its client: ${shown(agent.allTools.why)}`] : []),
    ...agent.tools.flatMap((tool) => toolLines(tool, '    ', place)),
    ...agent.mcpServers.flatMap((server) => serverLines(server, place)),
    ...names('hands off to', agent.handoffs),
    ...names('delegates to', agent.delegatesTo),
    `    input guardrails: ${known(agent.guardrails.input, list, place)}`,
    `    output guardrails: ${known(agent.guardrails.output, list, place)}`,
  ];
}

const ASKS = {
  human: 'a person approves',
  'except-edits': 'a person approves, except for edits',
  'as-model-decides': 'the model decides whether a person approves',
  'another-model': 'another model approves, not a person',
  nobody: 'nobody approves',
};

function toolLines(tool: Tool, indent: string, place: PlaceWords): string[] {
  const { effect, confidence, because } = tool.effect;
  const reach = tool.openEnded ? ', may do anything' : '';
  const kind = tool.kind === 'other' ? 'unknown kind' : tool.kind.replaceAll('_', ' ');
  return [
    `${indent}tool ${shown(tool.name)} (${place(tool.at)}), ${kind}`,
    `${indent}  effect: ${effect}${reach} (${shown(howKnown(because))}; ${confidence} confidence)`,
    ...(tool.also ?? []).map(
      ({ act, at, because }) => `${indent}  also: ${shown(act)} (${place(at)}): ${HOUSEKEEPING[because]}`,
    ),
    `${indent}  approval: ${known(tool.approval, (approval) => shown(approval.stated), place)}`,
    ...callGuardrails(tool.guardrails, `${indent}  `, place),
  ];
}

function serverLines(server: McpServer, place: PlaceWords): string[] {
  const scopes = server.scopes.map((scope) => shown(scope.value));
  return [
    `    MCP server ${shown(server.name)} (${place(server.at)}), ${server.transport}`,
    `      address: ${shown(server.address)}`,
    `      allowed tools: ${known(server.allowedTools, list, place)}`,
    `      scopes: ${scopes.length > 0 ? scopes.join(', ') : 'not stated'}`,
    ...reachLines(server, place),
    ...callGuardrails(server.guardrails, '      ', place),
    ...server.tools.flatMap((tool) => toolLines(tool, '      ', place)),
  ];
}

/** What starts a server, its folders, its tools, and those that run without approval. */
function reachLines(
  { launch, folders, grant, offered, permissions, disabled }: McpServer,
  place: PlaceWords,
): string[] {
  const lines: string[] = [];
  if (disabled) lines.push('switched off');
  if (launch) {
    const version = launch.version === undefined ? '' : ` ${shown(launch.version)}`;
    lines.push(
      `starts: ${shown(launch.name)}${version} from ${launch.from}, ${launch.pinned ? 'pinned' : 'not pinned'}`,
    );
  }
  if (folders) lines.push(`folders: ${list(folders.map(({ value }) => value))}`);
  if (grant) lines.push(`runs without approval: ${shown(grant.setting)} (${place(grant.at)})`);
  for (const { tool, state, at } of permissions ?? []) lines.push(`${state}: ${shown(tool)} (${place(at)})`);
  if (offered) {
    const byEffect = new Map<string, string[]>();
    for (const { name, effect } of offered.tools)
      byEffect.set(effect.effect, [...(byEffect.get(effect.effect) ?? []), name]);
    lines.push(
      `offers ${count(offered.tools.length, 'tool')} (${offered.isDefined ? 'defined in' : 'saved list'} ${shown(offered.file)})`,
    );
    for (const [effect, found] of byEffect) lines.push(`  ${effect}: ${list(found)}`);
  }
  return lines.map((line) => `      ${line}`);
}

/** Guardrails of a tool or a server: they check its calls, and no more. */
function callGuardrails(guardrails: Guardrails | undefined, indent: string, place: PlaceWords): string[] {
  if (!guardrails) return [];
  return (['input', 'output'] as const)
    .filter((side) => guardrails[side].state !== 'absent')
    .map((side) => `${indent}${side} guardrails of its calls: ${known(guardrails[side], list, place)}`);
}

function names(what: string, agents: readonly { name: string }[]): string[] {
  return agents.length === 0 ? [] : [`    ${what}: ${agents.map(({ name }) => shown(name)).join(', ')}`];
}

/** The value of a control and how it is known, or the words for why it is not. */
function known<T>(evidence: Evidence<T>, words: (value: T) => string, place: PlaceWords): string {
  const reason = evidence.why === undefined ? '' : `: ${shown(evidence.why)}`;
  if (!isMet(evidence)) return `${EVIDENCE_WORDS[evidence.state]}${reason}`;
  const at = evidence.at ? `, ${place(evidence.at)}` : '';
  return `${words(evidence.value)} (${EVIDENCE_WORDS[evidence.state]}${reason}${at})`;
}

function list(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  return items.map((item) => (item === '*' ? 'all tools' : shown(item))).join(', ');
}

function shown(text: string): string {
  return visible(displayText(text));
}

/** Prints a place: within the file of the system as `line:column`, elsewhere with its file. */
type PlaceWords = (at: Place) => string;

const placeWordsIn =
  (file: string): PlaceWords =>
  (at) => {
    const { start } = at.range();
    const position = `${start.line}:${start.column}`;
    return at.file === file ? position : visible(`${at.file}:${position}`);
  };
