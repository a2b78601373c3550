import type { Agent, Tool } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { commandTool } from '../shared/commands.js';
import { stringOf, toolOf } from '../shared/tool.js';

/**
 * Reads `permissions`, which hold for the whole team: what `allow` names runs unasked. The entries are tools of the agents
 * that hold the toolset, told once, at the first of them.
 */
export function readPermissions(agents: readonly Agent[], permissions: SyntaxNode | undefined): void {
  const [first] = agents;
  if (!first) return;
  const denied = new Set((permissions?.get('deny')?.items() ?? []).map(stringOf));
  for (const item of permissions?.get('allow')?.items() ?? []) {
    const text = stringOf(item);
    if (text === undefined || denied.has(text)) continue;
    holderOf(agents, text, first).tools.push(unasked(text, item));
  }
}

const toolName = (text: string) => text.split(':')[0] ?? text;

function holderOf(agents: readonly Agent[], text: string, first: Agent): Agent {
  const name = toolName(text);
  return agents.find(({ tools }) => tools.some((tool) => tool.name === name)) ?? first;
}

function unasked(text: string, item: SyntaxNode): Tool {
  const at = item.at();
  const approval: Tool['approval'] = {
    state: 'shown',
    value: { by: 'machine', stated: 'permissions.allow' },
    at,
  };
  const name = toolName(text);
  const isShell = name === 'shell' || name === 'run_background_job';
  const command = /(?:^|:)cmd=(.*)$/.exec(text)?.[1];
  const edit = `Move \`${text}\` from \`permissions.allow\` to \`permissions.ask\`.`;
  if (isShell && command !== undefined && command.trim() !== '*') {
    const tool = commandTool(text, command, at, approval);
    if (!command.trim().endsWith('*') && tool.contained === undefined)
      tool.contained = 'as the one command that stands there';
    return Object.assign(tool, { gateEdit: edit });
  }
  const tool = toolOf({ name: text, kind: isShell ? 'shell' : 'function' }, at, approval);
  tool.gateEdit = edit;
  if (isShell) tool.wholesale = 'any command';
  else if (name === '*') {
    tool.wholesale = 'every tool';
    tool.openEnded = true;
  }
  return tool;
}
