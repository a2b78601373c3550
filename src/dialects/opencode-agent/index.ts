import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { OPENCODE_AGENT } from './profile.js';

const PLACE = /(?:^|\/|__)\.?opencode(?:\/|__)agents?(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const KEYS = ['description', 'mode', 'permission', 'tools', 'model', 'prompt'];
/** No other client writes these: Claude Code has `permissionMode`, prompts of Copilot have `mode: agent`. */
const MODES = new Set(['primary', 'subagent', 'all']);

/** An agent of opencode in a Markdown file. */
const opencodeAgent: Dialect = {
  name: 'opencode-agent',
  order: 11.5,
  surface: 'developer',
  formats: ['markdown'],

  proposes: (path) => PLACE.test(path),

  mayHold: (text) => text.includes('\nmode:'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its front matter is not a map' };
    const isInFolder =
      proposal.dialect === 'opencode-agent' && KEYS.some((key) => root.get(key) !== undefined);
    const isFree = proposal.dialect === undefined;
    const hasOwnMode =
      stringOf(root.get('description')) !== undefined && MODES.has(stringOf(root.get('mode')) ?? '');
    return isInFolder || (isFree && hasOwnMode)
      ? { claimed: true, reason: 'front matter of an agent of opencode' }
      : { claimed: false, reason: 'its front matter describes no agent of opencode' };
  },

  read: (root, context) => [readClient(root, OPENCODE_AGENT, context)],
};

export default opencodeAgent;
