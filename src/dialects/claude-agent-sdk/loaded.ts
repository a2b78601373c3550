import { writtenOption } from '../../program/index.js';
import { textsOf } from '../clients/settings.js';
import { isGiven, type Run } from './run.js';

/**
 * Lists settings and servers that a run loads from files beside what its program states: whoever edits those changes what
 * runs without approval. They are not read with the program.
 */
export function listLoaded({ found, get, name, mode, unset }: Run): void {
  const { agent, unresolved, rows } = found;
  // Nothing is left that a setting could let run.
  if (mode?.asks === 'nobody') return;
  const stated = get('settingSources');
  const key = name('settingSources');
  const isStated = isGiven(stated);
  if (!isStated && unset('settingSources')?.length === 0) return;
  const sources = textsOf(stated);
  if (isStated && stated.kind === 'array' && stated.items().length === 0) return;
  const at = isStated ? stated.written() : agent.at;
  const none = writtenOption(rows.language, key, []);
  const loaded = isStated
    ? `\`${key}\` loads ${sources.length > 0 ? `the ${sources.join(' and ')} settings` : 'what is computed at run time'}`
    : `\`${key}\` is not set, so the user, project and local settings are loaded`;
  unresolved.push({
    what: `settings that \`${agent.name}\` loads`,
    why: `${loaded}: whoever edits them changes what runs without approval. \`${none}\` loads none`,
    at,
  });
  const strict = name('strictMcpConfig');
  if (get('strictMcpConfig')?.scalar === true) return;
  unresolved.push({
    what: `MCP servers that \`${agent.name}\` loads`,
    why: `\`${strict}\` is not set, so the servers of \`.mcp.json\` and of settings join those of \`${name('mcpServers')}\``,
    at,
  });
}
