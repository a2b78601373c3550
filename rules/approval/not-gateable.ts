import { effectPhrase, evidenceOfEffect } from '../../src/assess/approval/effect-phrases.js';
import {
  actOf,
  type CallingTool,
  callingTools,
  cannotBeGated,
  claimedApproval,
  relatedTo,
} from '../../src/assess/approval/gates.js';
import { asClause, type ClaimContext } from '../../src/assess/claims.js';
import { containedWhere } from '../../src/assess/grant-words.js';
import { groupedBy } from '../../src/model/grouped.js';
import {
  ACTS,
  type AgentSystem,
  containmentOf,
  defineRule,
  type McpServer,
  type Repair,
  type Report,
  type Tool,
} from '../../src/model/index.js';

/** Tools that one finding names. */
const MOST = 5;

export default defineRule({
  id: 'approval/not-gateable',
  summary: 'An irreversible tool is of a kind for which this runtime has no approval',
  severity: 'error',
  spec: '1',
  remediation: 'Remove the tool, or offer its action as a function of your own that can wait for approval.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-862',
    'AML.T0053',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['ungateable'],
  check(system, report, context) {
    const calling = callingTools(system).filter(cannotBeGated);
    if (calling.length === 0) return;
    const servers = serversOf(system);
    for (const group of groupsIn(calling, servers)) {
      const [first] = group;
      if (first) report(withoutGate(first, group, servers.get(first.tool), system, context));
    }
  },
});

/** Tools of one server form one group, each other tool its own. */
function groupsIn(calling: readonly CallingTool[], servers: ReadonlyMap<Tool, McpServer>): CallingTool[][] {
  return [...groupedBy(calling, ({ tool }) => servers.get(tool) ?? tool).values()];
}

function withoutGate(
  first: CallingTool,
  group: readonly CallingTool[],
  server: McpServer | undefined,
  system: AgentSystem,
  context: ClaimContext,
): Report {
  const { agent, tool } = first;
  const { why = '', instead = '' } = tool.ungateable ?? {};
  const tools = group.map((one) => one.tool);
  const claim = claimedApproval(system, tools, context, 'Or require');
  const removed = server && removal(server, tools);
  const common = {
    agent: agent.name,
    act: ACTS.find((act) => tools.some((one) => actOf(one) === act)),
    confidence: surest(group),
    remediation: [removed && `${removed.title}.`, removed ? `Or ${asClause(instead)}` : instead, claim.text]
      .filter((part) => part !== undefined)
      .join(' '),
    fixes: [removed, claim.repair],
    ...(group.length > 1 && { tools: group }),
  };
  const noApproval = `Approval cannot be required here: ${why}.`;
  const known = evidenceOfEffect(tool.effect);
  if (server === undefined) {
    const where = containedWhere(containmentOf(tool));
    const message = `\`${tool.name}\` ${effectPhrase(tool)}${where} without human approval ${known}. ${noApproval}`;
    return {
      ...common,
      ...(where === '' ? {} : { severity: 'warning' as const }),
      at: tool.at,
      message,
      ...relatedTo(tool),
    };
  }
  const named = group.slice(0, MOST);
  const names = named.map((one) => `\`${one.tool.name}\``).join(', ');
  const rest = group.length > MOST ? ` and ${group.length - MOST} more` : '';
  const what =
    group.length === 1
      ? `an irreversible tool without human approval: ${names} ${known}`
      : `irreversible tools without human approval: ${names}${rest}`;
  return {
    ...common,
    at: server.at,
    message: `\`${server.name}\` has ${what}. ${noApproval}`,
    related: named.map((one) => ({
      at: one.tool.at,
      message: `\`${one.tool.name}\` ${effectPhrase(one.tool)} ${evidenceOfEffect(one.tool.effect)}.`,
    })),
  };
}

/** Takes tools out of the allow-list that the file itself states. */
function removal({ name, allowedTools }: McpServer, tools: readonly Tool[]): Repair | undefined {
  const [first] = tools;
  if (!first || allowedTools.state !== 'shown') return undefined;
  const names = tools.map((tool) => tool.name);
  const rest = allowedTools.value.filter((one) => !names.includes(one));
  return {
    title: `Remove ${names.map((one) => `\`${one}\``).join(', ')} from the allow-list of \`${name}\``,
    edits: () => {
      const entry = first.at.edit?.();
      return tools.length === 1 ? entry?.remove() : entry?.around?.replace(rest);
    },
  };
}

/** The servers whose allow-lists name tools. */
function serversOf({ agents }: AgentSystem): ReadonlyMap<Tool, McpServer> {
  return new Map(
    agents.flatMap(({ mcpServers }) =>
      mcpServers.flatMap((server) =>
        server.tools.flatMap((tool): [Tool, McpServer][] =>
          tool.server === undefined ? [] : [[tool, server]],
        ),
      ),
    ),
  );
}

const SURENESS = ['low', 'medium', 'high'] as const;

/** A finding on several tools is as sure as the surest of them. */
function surest(group: readonly CallingTool[]): (typeof SURENESS)[number] {
  const ranks = new Set(group.map(({ tool }) => SURENESS.indexOf(tool.effect.confidence)));
  return SURENESS[Math.max(...ranks)] ?? 'low';
}
