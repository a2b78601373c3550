import type { SyntaxNode } from '../../syntax/node.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { KIRO } from './profile.js';

const NAME = /(?:^|[/_])\.(?:amazonq(?:\/|__)(?:cli-)?agents|kiro(?:\/|__)agents)(?:\/|__)[^/]+\.json$/;

/** An agent of Kiro or of the Amazon Q command line. */
const kiroAgent: Dialect = {
  name: 'kiro-agent',
  order: 21,
  surface: 'developer',

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('"allowedTools"') || text.includes('"toolsSettings"'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const hasTools = root.get('tools')?.kind === 'array' || root.get('allowedTools')?.kind === 'array';
    const isNamed = root.get('name') !== undefined || root.get('prompt') !== undefined;
    const isOurs = proposal.dialect === 'kiro-agent' || root.get('toolsSettings') !== undefined;
    if (isOurs && (hasTools || isNamed)) return { claimed: true, reason: 'an agent of Kiro or Amazon Q' };
    return { claimed: false, reason: 'no agent of Kiro or Amazon Q' };
  },

  read: (root, context) => [readClient(root, KIRO, context)],
};

export default kiroAgent;
