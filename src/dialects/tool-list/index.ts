import { orderIn } from '../../effects/orders.js';
import { hiddenIn } from '../../model/hidden-text.js';
import type { AgentSystem, StatedText, ToolChange } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { differenceOf, isToolList, readToolList, type SavedToolList } from '../servers/tool-list.js';

const NAME = /(?:^|\/)\.agent-lint\/tools\/[^/]+\.json$/;
const WHY = 'a tool list is not an agent';

/** A saved answer to `tools/list` of an MCP server: tools that agents can use, not an agent. */
const toolList: Dialect = {
  name: 'tool-list',
  order: 40,
  surface: 'developer',

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('inputSchema') || text.includes('agent-lint/tool-list'),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    return root.kind === 'object' && isToolList(root)
      ? { claimed: true, reason: 'a saved tool list of an MCP server' }
      : { claimed: false, reason: 'no list of tools with input schemas' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const list = readToolList(root);
    const toolChanges = changesIn(list, root);
    const texts = textsIn(list, root);
    if (toolChanges.length + texts.length === 0) return [];
    const system = settingsSystem(root, { dialect: 'tool-list', surface: 'developer', agents: [] }, WHY);
    return [{ ...system, toolChanges, ...(texts.length > 0 && { texts }) }];
  },
};

export default toolList;

/** Descriptions that hide something, or that order the model to do something beside the tool. */
function textsIn({ server }: SavedToolList, root: SyntaxNode): StatedText[] {
  const tools = (root.get('tools') ?? root.get('result')?.get('tools'))?.items() ?? [];
  return tools.flatMap((tool): StatedText[] => {
    const node = tool.get('description');
    const text = stringOf(node);
    if (!node || text === undefined || !(hiddenIn(text) || orderIn(text, server?.name))) return [];
    return [
      {
        of: stringOf(tool.get('name')) ?? 'a tool',
        text,
        describes: server ? { server: server.name } : {},
        within: (start, end) => node.within(start, end),
      },
    ];
  });
}

function changesIn({ tools, accepted, server }: SavedToolList, root: SyntaxNode): ToolChange[] {
  const saved = root.get('unreviewed');
  const accept = (name: string) => () =>
    (saved?.keys().length === 1 ? saved : saved?.get(name))?.edit()?.remove();
  const changes: ToolChange[] = [];
  for (const [name, before] of accepted ?? []) {
    const now = tools.find((tool) => tool.name === name);
    if (!now) changes.push({ name, at: server?.at ?? root.at(), what: 'was removed', accept: accept(name) });
    else if (before === null) changes.push({ name, at: now.at, what: 'was added', accept: accept(name) });
    else {
      const what = differenceOf(before, now.definition);
      if (what !== undefined) changes.push({ name, at: now.at, what, accept: accept(name) });
    }
  }
  return changes;
}
