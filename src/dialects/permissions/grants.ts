import {
  type Agent,
  approvalBy,
  type Grant,
  type GrantList,
  joinEdits,
  type Tool,
  type Unmet,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { withoutTexts } from '../agents/listed-tools.js';

/** The approval of a tool before a grant is applied to it. */
export const UNSTATED: Unmet = { state: 'absent' };

/** A tool as a grant lets it run. */
export const granted = (tool: Tool, grant: Grant): Tool => ({ ...tool, approval: approvalBy(grant), grant });

/** Lets every tool of an agent and of its servers run by one grant. */
export function letAllRun(agent: Agent, grant: Grant): void {
  agent.tools = agent.tools.map((tool) => granted(tool, grant));
  const toolGate = { approval: approvalBy(grant), grant };
  agent.mcpServers = agent.mcpServers.map((server) => ({
    ...server,
    toolGate,
    tools: server.tools.map((tool) => granted(tool, grant)),
  }));
}

/** A list of texts that a client runs without approval; `stated`: what the file calls it. */
export function grantListAt(
  list: SyntaxNode | undefined,
  stated: string,
  follows: string,
  separators?: RegExp,
): GrantList {
  return { stated, follows, without: (texts) => withoutTexts(list, texts, separators) };
}

/** `allow` of a map of permissions that has `ask` beside it: what is moved there requires approval. */
export function allowList(permissions: SyntaxNode | undefined): GrantList {
  const without = (texts: readonly string[]) => withoutTexts(permissions?.get('allow'), texts);
  const move = (texts: readonly string[]) => {
    const asked = permissions?.get('ask');
    const added = asked ? asked.edit()?.append(...texts) : permissions?.edit()?.set('ask', [...texts]);
    return joinEdits(without(texts), added);
  };
  return {
    stated: 'permissions.allow',
    follows: 'the client then asks for approval',
    without,
    asked: { stated: 'permissions.ask', move },
  };
}
