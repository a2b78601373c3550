import type { AgentSystem } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { headerValues, stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';

const NAME = /(?:^|[/_])langgraph\.json$/;
const WHY =
  'langgraph.json names graphs; tools, approvals (`interrupt`) and tracing are stated in their code';

/** The deployment of graphs of LangGraph: it names programs, and says nothing of what they do. */
const langgraph: Dialect = {
  name: 'langgraph',
  order: 9,
  surface: 'product',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('"graphs"') && text.includes('"dependencies"'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    const graphs = root.document.format === 'http' ? undefined : root.get('graphs');
    const isKnown = proposal.dialect === 'langgraph' || root.get('dependencies')?.kind === 'array';
    return graphs?.kind === 'object' && isKnown
      ? { claimed: true, reason: 'a map of graphs' }
      : { claimed: false, reason: 'no map of graphs' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const graphs = root.get('graphs');
    const names = graphs?.keys() ?? [];
    const agents = names.map((name) => formatAgent(name, graphs?.get(name) ?? root, {}, WHY));
    const system = settingsSystem(root, { dialect: 'langgraph', surface: 'product', agents }, WHY);
    for (const name of names) {
      const node = graphs?.get(name);
      const target = stringOf(node) ?? stringOf(node?.get('path'));
      if (node)
        system.unresolved.push({
          what: `the tools of ${name}`,
          why: `they are in ${target ?? 'the code of the graph'}`,
          at: node.at(),
        });
    }
    system.values = headerValues(root.get('env'));
    return [system];
  },
};

export default langgraph;
