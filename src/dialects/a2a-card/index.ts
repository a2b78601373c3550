import type { AgentSystem } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';

const NAME = /(?:^|[/_])(?:agent-card|agent_card)\.json$/;
const WHY =
  'an agent card describes what the agent offers; tools and controls are stated where the agent is built';

/** A card of the Agent2Agent protocol. Its skills are what it offers, not the tools that it uses. */
const a2aCard: Dialect = {
  name: 'a2a-card',
  order: 8,
  surface: 'product',

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('"skills"') && text.includes('"capabilities"'),

  recognise(root: SyntaxNode, _proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    const hasAddress = [
      'url',
      'supportedInterfaces',
      'additionalInterfaces',
      'protocolVersion',
      'defaultInputModes',
    ].some((key) => root.get(key) !== undefined);
    const looksSo =
      stringOf(root.get('name')) !== undefined &&
      root.get('skills')?.kind === 'array' &&
      root.get('capabilities')?.kind === 'object' &&
      hasAddress;
    return looksSo
      ? { claimed: true, reason: 'an agent card with skills and capabilities' }
      : { claimed: false, reason: 'no agent card' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const agent = formatAgent(stringOf(root.get('name')) ?? 'agent', root, {}, WHY);
    const system = settingsSystem(root, { dialect: 'a2a-card', surface: 'product', agents: [agent] }, WHY);
    system.unresolved.push({
      what: `the tools of ${agent.name}`,
      why: 'a card names skills, not tools',
      at: agent.nameAt,
    });
    return [system];
  },
};

export default a2aCard;
