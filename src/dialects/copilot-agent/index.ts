import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { COPILOT } from './profile.js';

const NAME = /\.(?:agent|chatmode)\.md$|(?:^|\/|__)\.github(?:\/|__)agents(?:\/|__)[^/]+\.md$/;
const KEYS = ['description', 'name', 'tools', 'mcp-servers', 'model', 'target', 'handoffs', 'agents'];

/** An agent of GitHub Copilot or VS Code, in a Markdown file. */
const copilotAgent: Dialect = {
  name: 'copilot-agent',
  order: 11,
  surface: 'developer',
  formats: ['markdown'],

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.startsWith('---') || text.startsWith('\ufeff---'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    const isOurs = proposal.dialect === 'copilot-agent' && KEYS.some((key) => root.get(key) !== undefined);
    return isOurs
      ? { claimed: true, reason: 'an agent of Copilot, by its name' }
      : { claimed: false, reason: 'its name is not that of an agent' };
  },

  read(root, context) {
    const system = readClient(root, COPILOT, context);
    const [agent] = system.agents;
    for (const item of root.get('agents')?.items() ?? []) {
      const name = stringOf(item);
      if (name !== undefined && name !== '*') agent?.delegatesTo.push({ name, at: item.at() });
    }
    for (const item of root.get('handoffs')?.items() ?? []) {
      const target = item.get('agent');
      const name = stringOf(target);
      if (target && name !== undefined) agent?.handoffs.push({ name, at: target.at() });
    }
    return [system];
  },
};

export default copilotAgent;
