import type { McpServer, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { toolOf } from '../agents/tool.js';
import { UNSTATED } from '../permissions/grants.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { withModes } from './servers.js';

const SWITCHES = ['destructive_enabled', 'open_world_enabled'];
const KEYS = [...SWITCHES, 'default_tools_approval_mode', 'default_tools_enabled', 'tools'];
/** The table that speaks for every app. */
const DEFAULT = '_default';

/** Reads `[apps.x]`: servers of the account that Codex signs in with. One without a setting on its tools is left out. */
export function readApps(node: SyntaxNode | undefined, gate: ToolGate): McpServer[] {
  return (node?.keys() ?? []).flatMap((id) => {
    const app = node?.get(id);
    if (app?.kind !== 'object' || !KEYS.some((key) => app.get(key) !== undefined)) return [];
    return [readApp(id, app, node?.get(DEFAULT), gate)];
  });
}

function readApp(id: string, app: SyntaxNode, fallback: SyntaxNode | undefined, gate: ToolGate): McpServer {
  const name = id === DEFAULT ? `apps.${DEFAULT}` : id;
  const switches = SWITCHES.map((key) => app.get(key) ?? fallback?.get(key));
  const isHarmless = switches.every((one) => one?.scalar === false);
  const listing = app.get('default_tools_enabled');
  const isListed = listing?.scalar === false;
  const tools = isListed ? enabledTools(app, name, gate) : [];
  const server: McpServer = {
    name,
    address: `apps.${id}`,
    transport: 'http',
    at: app.at('key', app),
    allowedTools: isListed
      ? { state: 'shown', value: tools.map((tool) => tool.name), at: listing.at() }
      : isHarmless
        ? { state: 'shown', value: SWITCHES.map((key) => `${key} = false`), at: (switches[0] ?? app).at() }
        : { state: 'inexpressible', why: 'the account says which tools its apps have' },
    tools,
    scopes: [],
    values: [],
    toolGate: gate,
    allowListEdit: `Set \`default_tools_enabled\` of \`[apps.${id}]\` to \`false\`, and \`enabled\` of the tools that the task needs to \`true\`.`,
    ...(app.get('enabled')?.scalar === false && { disabled: true }),
  };
  return withModes(server, app, isListed, !isHarmless);
}

function enabledTools(app: SyntaxNode, name: string, gate: ToolGate): Tool[] {
  const tools = app.get('tools');
  return (tools?.keys() ?? []).flatMap((tool) => {
    const table = tools?.get(tool);
    if (table?.get('enabled')?.scalar !== true) return [];
    return [{ ...toolOf({ name: tool, kind: 'mcp' }, table.at('key'), UNSTATED, name), ...gate }];
  });
}
