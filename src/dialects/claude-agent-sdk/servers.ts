import type { McpServer, Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { type FoundAgent, type VendorReading, type ToolEntry, textOf } from '../frameworks/framework.js';
import { exportOf } from '../frameworks/origins.js';
import { lost, pathName, placed } from '../frameworks/places.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { readServer, type ServerFormat } from '../servers/server-entries.js';
import { spelt } from './clients.js';

/** What the configuration of a server says of the calls of one tool. */
type Policy = 'ask' | 'deny' | 'allow' | 'computed' | 'capped';

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

/** The gate of a tool that no policy is about, and that of one with `always_ask`. */
interface ServerGates {
  gate: ToolGate;
  asked: ToolGate;
}

/** A tool of a server of the program, which runs agents. */
type CalledEntry = ToolEntry & { kind: 'agent' };

/** Reads the servers of a run by name: those that the program defines, and those that it starts or calls. */
export function readServerMap(
  map: CodeSyntaxNode | undefined,
  { agent, framework, rows, unresolved }: FoundAgent,
  reading: VendorReading,
  { gate, asked }: ServerGates,
): { servers: McpServer[]; tools: SdkTool[]; called: CalledEntry[] } {
  const servers: McpServer[] = [];
  const tools: SdkTool[] = [];
  const called: CalledEntry[] = [];
  if (map?.kind !== 'object') return { servers, tools, called };
  const format: ServerFormat = {
    allowKeys: [],
    unstated: { state: 'absent' },
    gate,
    allowListEdit: (name) =>
      `Take away what the agent does not need: list it in \`${spelt('disallowedTools', rows.language)}\` as \`mcp__${name}__<tool>\`.`,
  };
  for (const name of map.keys()) {
    const node = map.get(name);
    if (!node) continue;
    const made = [node, node.copied, node.call?.given].find((one) => one && isOwn(one, framework));
    // A server that the program starts takes no policies.
    const policies = policiesIn(
      made === node || node.keys().includes('command') ? undefined : node.get('tools'),
    );
    if (made) {
      for (const entry of reading.toolsIn(made)) {
        if (entry.kind === 'tool')
          tools.push({ tool: entry.tool, server: name, policy: policies.get(entry.tool.name)?.policy });
        else if (entry.kind === 'agent') called.push({ ...entry, name: `mcp__${name}__${entry.name}` });
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
    const own = [...policies].map(([tool, { policy, at }]) => {
      const gate = gateBy(policy, at, asked);
      const place = placed(at, `tools[${pathName(tool)}]`);
      return {
        policy,
        tool: { ...toolOf({ name: tool, kind: 'mcp' }, place, gate.approval, name), ...gate },
      };
    });
    const offered = own.flatMap(({ policy, tool }) => (policy === 'deny' ? [] : [tool]));
    const blockedTools = own.flatMap(({ policy, tool }) => (policy === 'deny' ? [tool.name] : []));
    servers.push({ ...server, tools: offered, blockedTools });
  }
  return { servers, tools, called };
}

const isOwn = (node: CodeSyntaxNode, framework: FoundAgent['framework']): boolean =>
  framework
    .rowsOf(node.document.file)
    .giving('toolset')
    .some(({ api }) => api === exportOf(node, framework));

function gateBy(policy: Policy, at: Tool['at'], asked: ToolGate): ToolGate {
  if (policy === 'ask') return { ...asked, approval: { at, ...asked.approval } };
  const why = OPEN_POLICIES[policy];
  if (why !== undefined) return { approval: { state: 'undecidable', why, at } };
  const stated = 'always_allow';
  const value = { by: 'machine', stated, setting: `permission_policy: ${stated}` } as const;
  const edits = () => at.edit?.()?.replace('always_ask');
  const gateRemedy = {
    text: 'Set its `permission_policy` to `always_ask`: `canUseTool` is then asked before each call.',
    repair: { title: 'Set its `permission_policy` to `always_ask`', edits },
  };
  return { approval: { state: 'shown', value, at }, gateRemedy };
}

/** Why it is not known whether a tool with a policy asks. */
const OPEN_POLICIES: Readonly<Partial<Record<Policy, string>>> = {
  computed: 'its `permission_policy` is computed',
  capped: 'what its `org_max_permission` changes is not documented for every mode',
};

/** The policies of `tools: [{ name, permission_policy }]`, by the names of the tools. */
function policiesIn(list: CodeSyntaxNode | undefined): Map<string, { policy: Policy; at: Tool['at'] }> {
  return new Map(
    (list?.items() ?? []).flatMap((item) => {
      const name = textOf(item.get('name'));
      const stated = item.get('permission_policy');
      const cap = item.get('org_max_permission');
      const at = stated ?? cap;
      if (name === undefined || !at) return [];
      // The SDK asks for a tool with a policy that it does not know.
      const known = stated && (POLICIES[textOf(stated) ?? ''] ?? 'ask');
      const policy = stated?.kind === 'dynamic' ? 'computed' : known;
      const isCapped = cap !== undefined && textOf(cap) !== 'allow' && policy !== 'ask' && policy !== 'deny';
      if (isCapped) return [[name, { policy: 'capped', at: cap.written() }] as const];
      return policy ? [[name, { policy, at: at.written() }] as const] : [];
    }),
  );
}
