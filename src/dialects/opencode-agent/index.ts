import type { AgentSystem } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { markdownAgent, markdownSystem } from '../agents/markdown-agent.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { readPermissions } from '../permissions/opencode.js';

const PLACE = /(?:^|\/|__)\.?opencode(?:\/|__)agents?(?:\/|__)(?:[^/]+\/)*[^/]+\.md$/;
const WHY = 'the front matter of an agent has no place for it';
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
    const isPlaced = proposal.dialect === 'opencode-agent' && KEYS.some((key) => root.get(key) !== undefined);
    const isFree = proposal.dialect === undefined;
    const speaksModes =
      stringOf(root.get('description')) !== undefined && MODES.has(stringOf(root.get('mode')) ?? '');
    return isPlaced || (isFree && speaksModes)
      ? { claimed: true, reason: 'front matter of an agent of opencode' }
      : { claimed: false, reason: 'its front matter describes no agent of opencode' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const agent = markdownAgent(root, WHY);
    readPermissions(agent, root);
    return [markdownSystem(root, 'opencode-agent', agent, WHY)];
  },
};

export default opencodeAgent;
