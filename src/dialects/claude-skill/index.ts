import type { AgentSystem, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Recognition } from '../dialect.js';
import { ANSWERING_EVENTS, allowedByHooks, letRunByHooks } from '../shared/claude-hooks.js';
import { markdownAgent, markdownSystem } from '../shared/markdown-agent.js';

const PLACE = /(?:^|\/|__)(?:commands|skills)(?:\/|__)(?:[^/]+\/)*[^/]+\.md$|(?:^|\/|__)SKILL\.md$/;
const WHY = 'the front matter of a skill has no place for it';

/** A skill or command of Claude Code whose hooks may answer for a person as long as it is in use. Others say nothing of gates. */
const claudeSkill: Dialect = {
  name: 'claude-skill',
  order: 12.5,
  surface: 'developer',
  formats: ['markdown'],

  mayHold: (text) => /^\ufeff?---/.test(text) && ANSWERING_EVENTS.some((event) => text.includes(`${event}:`)),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its front matter is no map' };
    const hooks = root.get('hooks');
    const answers = ANSWERING_EVENTS.some((event) => hooks?.get(event)?.kind === 'array');
    return answers && PLACE.test(root.document.file)
      ? {
          claimed: true,
          reason: 'front matter of a skill or command with hooks that may answer for a person',
        }
      : { claimed: false, reason: 'its front matter has no hooks that answer for a person' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const agent = markdownAgent(root, WHY);
    // A skill is used by an agent that has every tool of the client.
    const why = 'a skill is used with the tools of the session';
    agent.allTools = { at: agent.nameAt, why, edit: 'List in `tools` of the agent what it needs.' };
    const unresolved: Unresolved[] = [];
    letRunByHooks(agent, allowedByHooks(agent, root, unresolved, readBeside));
    delete agent.allTools;
    const system = markdownSystem(root, 'claude-skill', agent, WHY);
    system.unresolved.push(...unresolved);
    return [system];
  },
};

export default claudeSkill;
