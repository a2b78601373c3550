import { stateOf } from '../../compare/change.js';
import {
  type AgentJson,
  type ServerJson,
  type SystemJson,
  systemJson,
  type ToolJson,
} from '../../compare/system-json.js';
import type { LintResult } from '../../lint/result.js';
import type { Waiver } from '../../lint/waivers.js';
import { hostOf } from '../../model/addresses.js';
import type { AgentSystem, Finding } from '../../model/index.js';
import type { Labels, RenderOptions } from '../format.js';
import { joined } from '../shared/chunks.js';
import { compareText, inOrder, listed, summarize } from '../shared/order.js';
import { safeJson } from '../shared/text.js';
import { findingJson } from './json.js';

/**
 * Facts for queries: a line of JSON per run, file, system, agent, tool, server, finding and waiver. `kind` says which, and
 * each line is complete: it names the file, the agent and the labels that it belongs to.
 */
export function* streamJsonl(result: LintResult, options?: Partial<RenderOptions>): Generator<string> {
  const labels = options?.labels ?? {};
  const labelsFor = options?.labelsFor ?? (() => labels);
  yield lineOf('run', labels, {
    version: result.version,
    asOf: result.asOf,
    ...summarize(result),
    decisions: result.decisions.map(({ decision, files }) => ({
      outcome: decision.outcome,
      recommended: decision.recommended,
      files: files.length,
    })),
    unread: result.unread,
  });
  for (const file of [...result.files].sort((a, b) => compareText(a.path, b.path)))
    yield lineOf('file', labelsFor(file.path), { file: file.path, dialect: file.dialect });
  yield* result.systemTexts?.of('jsonl') ?? result.systems.map((system) => jsonlSystemText(system, labels));
  for (const finding of inOrder(listed(result.findings, options)))
    yield lineOf('finding', labelsFor(finding.file), findingLine(finding));
  for (const text of result.systemTexts?.waivers() ?? []) {
    const waiver = JSON.parse(text) as Waiver;
    yield waiverLine(waiver, labelsFor(waiver.file));
  }
}

/** The report as one text. */
export const renderJsonl = (result: LintResult, options?: Partial<RenderOptions>): string =>
  joined(streamJsonl(result, options));

/** The lines of a system: itself, its agents, their tools and servers. */
export const jsonlSystemText = (system: AgentSystem, labels: Labels): string =>
  systemLines(systemJson(system), labels).join('');

/** As `jsonlSystemText`, of a system as plain data. */
export function systemLines(system: SystemJson, labels: Labels): string[] {
  const { agents, unresolved, ...stated } = system;
  const about: About = {
    system: system.file,
    dialect: system.dialect,
    surface: system.surface,
    runtime: system.runtime ?? null,
  };
  return [
    lineOf('system', labels, {
      ...stated,
      runtime: system.runtime ?? null,
      agents: agents.map(({ name }) => name),
      unresolved: unresolved.length,
    }),
    ...agents.flatMap((agent) => [
      agentLine(agent, about, labels),
      ...agent.tools.map((tool) => toolLine(tool, agent, undefined, about, labels)),
      ...agent.mcpServers.flatMap((server) => [
        serverLine(server, agent, about, labels),
        ...server.tools.map((tool) => toolLine(tool, agent, server, about, labels)),
      ]),
    ]),
  ];
}

/** What the lines of one system share. */
interface About {
  /** The file of the system. */
  system: string;
  dialect: string;
  surface: string;
  runtime: string | null;
}

function agentLine(agent: AgentJson, about: About, labels: Labels): string {
  const { tools, mcpServers, name, file = about.system, ...stated } = agent;
  return lineOf('agent', labels, {
    file,
    ...about,
    agent: name,
    tools: tools.length,
    servers: mcpServers.map((server) => server.name),
    ...stated,
  });
}

function toolLine(
  tool: ToolJson,
  agent: AgentJson,
  server: ServerJson | undefined,
  about: About,
  labels: Labels,
): string {
  const { name, kind, file = about.system, ...stated } = tool;
  return lineOf('tool', labels, {
    file,
    ...about,
    agent: agent.name,
    server: server?.name ?? null,
    tool: name,
    toolKind: kind,
    gate: stateOf(tool).gate,
    ...stated,
  });
}

function serverLine(server: ServerJson, agent: AgentJson, about: About, labels: Labels): string {
  const { tools, name, file = about.system, ...stated } = server;
  return lineOf('server', labels, {
    file,
    ...about,
    agent: agent.name,
    server: name,
    host: server.transport === 'stdio' ? null : (hostOf(server.address) ?? null),
    tools: tools.map((tool) => tool.name),
    ...stated,
  });
}

/** The line of a waiver. Its own kind is under `waiver`. */
const waiverLine = ({ kind, ...stated }: Waiver, labels: Labels): string =>
  lineOf('waiver', labels, { waiver: kind, ...stated, until: stated.until ?? null });

/** Who set it aside has a key of its own: `ignored` is null for a finding that stands. */
function findingLine(finding: Finding) {
  const members = findingJson(finding);
  return { ...members, ignored: members.ignored ?? null };
}

type Kind = 'run' | 'file' | 'system' | 'agent' | 'tool' | 'server' | 'finding' | 'waiver';

/** Members are written as they are: a copy of each, to put two keys before them, is a good part of the format's time. */
function lineOf(kind: Kind, labels: Labels, members: object): string {
  const text = JSON.stringify(members);
  const head = `{"kind":"${kind}","labels":${JSON.stringify(labels)}`;
  return `${safeJson(text === '{}' ? `${head}}` : `${head},${text.slice(1)}`)}\n`;
}
