import type { AgentJson, EvidenceJson, ServerJson, SystemJson, ToolJson } from '../compare/system-json.js';
import { EVIDENCE_WORDS, type Range } from '../model/index.js';
import { codeSpan } from '../model/index.js';
import { markdownText } from '../report/shared/markdown.js';
import { count, visible } from '../report/shared/text.js';

/** An agent, a tool or a server in a file, with what is known of it. */
export interface Thing {
  readonly range: Range;
  /** In Markdown: what it is, then a line for each thing that is known. */
  readonly lines: readonly string[];
  /** Of an agent: its tools and how many of them act without approval. */
  readonly summary?: string;
}

/** The agents, tools and servers of systems that stand in a file. */
export function thingsIn(systems: readonly SystemJson[], file: string): Thing[] {
  return systems.flatMap((system) => {
    const isHere = (where: { file?: string }): boolean => (where.file ?? system.file) === file;
    const served = system.serves ? system.serves.tools : [];
    const tools = [...system.agents.flatMap(toolsOf), ...served].filter(isHere).map(toolThing);
    const servers = system.agents.flatMap((agent) => agent.mcpServers.filter(isHere).map(serverThing));
    const agents = system.agents.filter(isHere).map((agent) => agentThing(agent, system));
    return [...tools, ...servers, ...agents];
  });
}

/** Whether a gate is met: a file states it, or the project claims it. */
const isMet = ({ state }: EvidenceJson): boolean => state === 'shown' || state === 'attested';

const toolsOf = (agent: AgentJson): ToolJson[] => [
  ...agent.tools,
  ...agent.mcpServers.flatMap((server) => server.tools),
];

/** Whether a person has to approve what a tool does. */
const acts = ({ effect, openEnded }: ToolJson): boolean =>
  openEnded || effect === 'destructive' || effect === 'outward';

function agentThing(agent: AgentJson, system: SystemJson): Thing {
  const tools = toolsOf(agent);
  const open = tools.filter((tool) => acts(tool) && !isMet(tool.approval)).length;
  const gate = agent.mode ? [`approval: ${shown(agent.mode.stated)}`] : [];
  const servers =
    agent.mcpServers.length > 0 ? [`MCP servers: ${list(agent.mcpServers.map(({ name }) => name))}`] : [];
  const next = [...agent.handoffs, ...agent.delegatesTo];
  const summary = [
    count(tools.length, 'tool'),
    ...(tools.length > 0 ? [`${open} without approval`] : []),
  ].join(', ');
  return {
    range: agent.range,
    summary,
    lines: [
      `**agent** ${codeSpan(visible(agent.name))}`,
      summary,
      ...gate,
      ...servers,
      ...(next.length > 0 ? [`hands off or delegates to: ${list(next)}`] : []),
      `tracing: ${known(system.tracing)}`,
      `input guardrails: ${known(agent.guardrails.input)}`,
      `output guardrails: ${known(agent.guardrails.output)}`,
    ],
  };
}

const toolThing = (tool: ToolJson): Thing => ({
  range: tool.range,
  lines: [
    `**tool** ${codeSpan(visible(tool.name))}`,
    `effect: ${tool.effect}${tool.openEnded ? ', may do anything' : ''} (${markdownText(tool.because)}; ${tool.confidence} confidence)`,
    ...(tool.also ?? []).map(({ act, because }) => `also: ${shown(act)} (${markdownText(because)})`),
    `approval: ${known(tool.approval)}${tool.approval.by === undefined ? '' : ` (${tool.approval.by})`}`,
  ],
});

const serverThing = (server: ServerJson): Thing => ({
  range: server.range,
  lines: [
    `**MCP server** ${codeSpan(visible(server.name))}`,
    `address: ${shown(server.address)}`,
    `allowed tools: ${known(server.allowedTools)}`,
    `scopes: ${server.scopes.length > 0 ? list(server.scopes) : 'not stated'}`,
    ...(server.runsUnasked ? [`runs without approval: ${shown(server.runsUnasked.stated)}`] : []),
  ],
});

/** The value of a control and how it is known. */
function known({ state, value, why }: EvidenceJson): string {
  const reason = why === undefined ? '' : `: ${markdownText(why)}`;
  if (state !== 'shown' && state !== 'attested') return `${EVIDENCE_WORDS[state]}${reason}`;
  const words = Array.isArray(value) ? list(value.map(String)) : shown(String(value));
  return `${words} (${EVIDENCE_WORDS[state]}${reason})`;
}

const list = (items: readonly string[]): string =>
  items.length === 0 ? 'none' : items.map(shown).join(', ');

/** A value of a file inside Markdown: on one line, as code, so that nothing in it is markup. */
const shown = (text: string): string => (/^[\w ,.;:()/-]*$/.test(text) ? text : codeSpan(visible(text)));
