import { editRemedy, type McpServer, type NamedValue, type Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { headerValues, stringOf, toolOf } from '../agents/tool.js';
import { granted, UNSTATED } from '../permissions/grants.js';
import { grantOfAll } from '../servers/server-entries.js';
import { UNASKED } from './profile.js';

/**
 * Tokens under these keys of a table, and the names of variables in `env_http_headers`. Where the name of a variable
 * belongs, only what looks like a token is one.
 */
export function tokensOf(table: SyntaxNode, keys: readonly string[]): NamedValue[] {
  const tokens = keys.flatMap((name): NamedValue[] => {
    const token = table.get(name);
    const value = stringOf(token);
    return token && value !== undefined ? [{ name, value, at: token.at() }] : [];
  });
  const variables = headerValues(table.get('env_http_headers'));
  return [...tokens, ...variables.map((one) => ({ ...one, name: 'env_http_headers' }))];
}

/** Reads the modes of approval of the tools of a server, and its tokens. */
export const withEntry = (server: McpServer, entry: SyntaxNode): McpServer => ({
  ...withModes(server, entry, entry.get('enabled_tools')?.kind === 'array'),
  values: [...server.values, ...tokensOf(entry, ['bearer_token', 'bearer_token_env_var'])],
});

/**
 * Reads `default_tools_approval_mode` and the modes of single tools, of a server or an app. With a list of its tools
 * (`isListed`) each is judged for itself, and a mode of any other tool does nothing.
 */
export function withModes(server: McpServer, entry: SyntaxNode, isListed: boolean, mayAct = true): McpServer {
  const all = entry.get('default_tools_approval_mode');
  let { grant } = server;
  let found = [...server.tools];
  if (all && stringOf(all) === UNASKED) {
    const title = 'Set `default_tools_approval_mode` to `prompt`';
    if (isListed)
      found = found.map((tool) => answered(tool, UNASKED, all, title, 'default_tools_approval_mode'));
    else if (mayAct)
      grant = grantOfAll(server, `default_tools_approval_mode = "${UNASKED}"`, all.at(), {
        text: 'Decide which tools may run without approval, and set `approval_mode` of those to `approve`, and `default_tools_approval_mode` to `prompt`.',
      });
  }
  const tools = entry.get('tools');
  const off = new Set((entry.get('disabled_tools')?.items() ?? []).map((item) => stringOf(item)));
  for (const name of tools?.keys() ?? []) {
    const table = tools?.get(name);
    const mode = table?.get('approval_mode');
    const stated = stringOf(mode);
    if (!table || !mode || stated === undefined || off.has(name) || table.get('enabled')?.scalar === false)
      continue;
    const index = found.findIndex((one) => one.name === name);
    const listed = found[index];
    if (!listed && isListed) continue;
    const made = toolOf({ name, kind: 'mcp' }, table.at('key'), UNSTATED, server.url ?? server.name);
    const tool = answered(listed ?? made, stated, mode, `Set \`approval_mode\` of \`${name}\` to \`prompt\``);
    if (listed) found[index] = tool;
    else found.push(tool);
  }
  return { ...server, tools: found, ...(grant && { grant }) };
}

/** A tool with the mode of approval that a setting states for it. */
function answered(
  { grant: _, ...tool }: Tool,
  stated: string,
  mode: SyntaxNode,
  title: string,
  key = 'approval_mode',
): Tool {
  const at = mode.at();
  const remedy = editRemedy(title, () => mode.edit()?.replace('prompt'));
  return stated === UNASKED
    ? granted(tool, { who: 'agent', what: { of: 'tool' }, setting: `${key} = "${stated}"`, at, remedy })
    : { ...tool, approval: { state: 'shown', value: { by: 'human', stated }, at }, gateRemedy: remedy };
}
