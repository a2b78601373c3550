import type { McpServer, Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { type FoundAgent, type OptionReading, textOf } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { lost, pathName, placed } from '../frameworks/places.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { readServer, type ServerFormat } from '../servers/server-entries.js';

/** What the configuration of a server says of the calls of one tool. */
type Policy = 'ask' | 'deny' | 'allow';

/** A tool of a server that the program defines itself. */
export interface SdkTool {
  tool: Tool;
  server: string;
  policy: Policy | undefined;
}

const POLICIES: Readonly<Record<string, Policy>> = {
  always_ask: 'ask',
  always_deny: 'deny',
  always_allow: 'allow',
};

/** Reads the servers of a run by name: those that the program defines, and those that it starts or calls. */
export function readServerMap(
  map: CodeSyntaxNode | undefined,
  { agent, profile, unresolved }: FoundAgent,
  reading: OptionReading,
  gate: ToolGate,
): { servers: McpServer[]; tools: SdkTool[] } {
  const servers: McpServer[] = [];
  const tools: SdkTool[] = [];
  if (map?.kind !== 'object') return { servers, tools };
  const format: ServerFormat = {
    allowKeys: [],
    unstated: { state: 'absent' },
    gate,
    allowListEdit: (name) =>
      `Take away what the agent does not need: list it in the denied tools as \`mcp__${name}__<tool>\`.`,
  };
  for (const name of map.keys()) {
    const node = map.get(name);
    if (!node) continue;
    const made = [node, node.copied, node.call?.given].find((one) => one && isOwn(one, profile));
    const policies = policiesIn(made === node ? undefined : node.get('tools'));
    if (made) {
      for (const entry of reading.toolsIn(made)) {
        if (entry.kind === 'tool')
          tools.push({ tool: entry.tool, server: name, policy: policies.get(entry.tool.name)?.policy });
        else if (entry.kind === 'unresolved') unresolved.push({ ...entry.unresolved, toolsOf: agent.name });
      }
      continue;
    }
    const server = node.kind === 'object' ? readServer(name, node, format) : undefined;
    if (!server) {
      unresolved.push({
        ...lost(node, `the MCP server \`${name}\` of \`${agent.name}\``),
        toolsOf: agent.name,
      });
      continue;
    }
    for (const [tool, { policy, at }] of policies) {
      if (policy === 'deny') server.blockedTools = [...(server.blockedTools ?? []), tool];
      else server.tools.push(toolWith(tool, policy, placed(at, `tools[${pathName(tool)}]`), name));
    }
    servers.push(server);
  }
  return { servers, tools };
}

const isOwn = (node: CodeSyntaxNode, { framework, tools }: FoundAgent['profile']): boolean =>
  Object.hasOwn(tools.groups, exportOf(node, framework) ?? '');

function toolWith(name: string, policy: Policy, at: Tool['at'], server: string): Tool {
  const stated = `always_${policy}`;
  const by = policy === 'ask' ? 'human' : 'machine';
  const value = { by, stated, setting: `permission_policy: ${stated}` } as const;
  return toolOf({ name, kind: 'mcp' }, at, { state: 'shown', value, at }, server);
}

/** The policies of `tools: [{ name, permission_policy }]`, by the names of the tools. */
function policiesIn(list: CodeSyntaxNode | undefined): Map<string, { policy: Policy; at: Tool['at'] }> {
  return new Map(
    (list?.items() ?? []).flatMap((item) => {
      const name = textOf(item.get('name'));
      const stated = item.get('permission_policy');
      const policy = POLICIES[textOf(stated) ?? ''];
      return name === undefined || !policy || !stated
        ? []
        : [[name, { policy, at: stated.written() }] as const];
    }),
  );
}
