import type { McpServer, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { asksByDefault, readServers, type ServerFormat } from '../shared/server-entries.js';
import { stringOf, toolOf } from '../shared/tool.js';

const SERVERS: ServerFormat = {
  allowKeys: ['enabled_tools'],
  unstated: { state: 'absent' },
  gate: asksByDefault('Codex'),
  allowListEdit: (name) => `List them in \`enabled_tools\` of \`[mcp_servers.${name}]\`.`,
};

/** A mode of approval that runs a tool with nobody asked. */
const UNASKED = 'approve';

/** Reads `[mcp_servers.x]` with the modes of approval of its tools. */
export function readCodexServers(node: SyntaxNode | undefined): McpServer[] {
  const servers = readServers(node, SERVERS);
  for (const server of servers) readModes(server, node?.get(server.name));
  return servers;
}

function readModes(server: McpServer, entry: SyntaxNode | undefined): void {
  const all = entry?.get('default_tools_approval_mode');
  const tools = entry?.get('tools');
  if (all && stringOf(all) === UNASKED) {
    const at = all.at();
    const unasked = { state: 'shown', value: { by: 'machine', stated: UNASKED }, at } as const;
    const edit = 'Set `default_tools_approval_mode` to `prompt`.';
    if (server.allowedTools.state === 'shown') {
      for (const tool of server.tools) Object.assign(tool, { approval: unasked, gateEdit: edit });
    } else server.wholesale = { stated: `default_tools_approval_mode = "${UNASKED}"`, at, edit };
  }
  for (const name of tools?.keys() ?? []) {
    const mode = tools?.get(name)?.get('approval_mode');
    const stated = stringOf(mode);
    if (!mode || stated === undefined) continue;
    const at = mode.at();
    const approval: Tool['approval'] = {
      state: 'shown',
      value: { by: stated === UNASKED ? 'machine' : 'human', stated },
      at,
    };
    const gateEdit = `Set \`approval_mode\` of \`${name}\` to \`prompt\`.`;
    const known = server.tools.find((tool) => tool.name === name);
    if (known) Object.assign(known, { approval, gateEdit });
    else {
      const place = tools?.get(name)?.at('key') ?? at;
      const tool = toolOf({ name, kind: 'mcp' }, place, approval, server.url ?? server.name);
      server.tools.push(Object.assign(tool, { gateEdit }));
    }
  }
}
