import type { Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { listedTools } from '../agents/listed-tools.js';
import { clientOf } from '../clients/client.js';
import { readClient } from '../clients/read.js';
import { hookCommands } from '../commands/automatic-commands.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { ANSWERING_EVENTS, allowedByHooks, toolsByHooks } from '../permissions/claude-hooks.js';
import { idleTools } from '../permissions/ignored-rules.js';
import { loadCommands, mayLoadCommands } from './load-commands.js';
import { CLAUDE_SKILL, skillProfileOf } from './profile.js';
import { mayTellCommands, toldCommands } from './told-commands.js';

const PLACE = /(?:^|\/|__)(?:commands|skills)(?:\/|__)(?:[^/]+\/)*[^/]+\.md$|(?:^|\/|__)SKILL\.md$/;
const WHY = 'a skill is used with the tools of the session';
/** In a folder of skills only `SKILL.md` is one: other pages are what it reads. */
const OWN = /(?:^|\/|__)commands(?:\/|__)(?:[^/]+\/)*[^/]+\.md$|(?:^|\/|__)SKILL\.md$/;
/** Front matter that lets tools run. */
const MATTER = /^\ufeff?---[\r\n]{1,2}(?:[\w-]+:[^\r\n]*[\r\n]{1,2}){0,20}(?:allowed-tools|hooks):/;
/** Folders of clients that have commands and skills too, and leave `allowed-tools` unread. */
const OTHERS = /(?:^|\/|__)\.(?:codex|cursor|gemini|opencode)(?:\/|__)/;

/**
 * A skill or command of Claude Code that lets tools run, or whose hooks do, as long as it is in use, or that runs commands
 * while it loads. Others say nothing of gates.
 */
const claudeSkill: Dialect = {
  name: 'claude-skill',
  order: 12.5,
  surface: 'developer',
  formats: ['markdown'],

  mayHold: (text, path) =>
    mayLoadCommands(text) ||
    (OWN.test(path) && mayTellCommands(text)) ||
    (/^\ufeff?---/.test(text) && ['allowed-tools', 'hooks'].some((key) => text.includes(`${key}:`))),

  ownsBroken: (path, text) => OWN.test(path) && !OTHERS.test(path) && MATTER.test(text),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its front matter is not a map' };
    const { file } = root.document;
    const hooks = root.get('hooks');
    if (PLACE.test(file) && ANSWERING_EVENTS.some((event) => hooks?.get(event)?.kind === 'array'))
      return {
        claimed: true,
        reason: 'front matter of a skill or command with hooks that may approve tools',
      };
    if (OWN.test(file) && toldCommands('', root.document.body).length > 0)
      return { claimed: true, reason: 'a skill or command whose page has commands to run' };
    const isOwn = OWN.test(file) && !OTHERS.test(file);
    if (isOwn && listedTools(root.get('allowed-tools')).length > 0)
      return { claimed: true, reason: 'front matter of a skill or command that pre-approves tools' };
    if (isOwn && loadCommands('', root.document.body).length > 0)
      return { claimed: true, reason: 'a skill or command that runs commands while it loads' };
    if (isOwn && hookCommands(hooks, undefined).length > 0)
      return { claimed: true, reason: 'front matter of a skill or command with hooks' };
    return {
      claimed: false,
      reason:
        'its front matter pre-approves no tools and has no hooks, and it runs no command while it loads',
    };
  },

  read(root, context) {
    const isOther = OTHERS.test(root.document.file);
    const profile = skillProfileOf(root.document.file);
    const system = readClient(root, isOther ? { ...profile, lists: [] } : profile, context);
    const unresolved: Unresolved[] = [];
    for (const agent of system.agents) {
      const byHooks = toolsByHooks(agent, allowedByHooks(agent, root, unresolved, context.readBeside), WHY);
      const known = new Set(byHooks.map(({ name }) => name));
      agent.tools = [...byHooks, ...agent.tools.filter(({ name }) => !known.has(name))];
    }
    system.unresolved = [...unresolved, ...system.unresolved];
    const idle = profile === CLAUDE_SKILL ? idleTools(root.get('allowed-tools')) : [];
    if (idle.length > 0) system.ignored = idle;
    const [agent] = system.agents;
    if (agent)
      system.commands = [
        ...(system.commands ?? []),
        ...(isOther || runsNothing(root, context) ? [] : loadCommands(agent.name, root.document.body)),
        ...(OWN.test(root.document.file) ? toldCommands(agent.name, root.document.body) : []),
      ];
    return [system];
  },
};

export default claudeSkill;

/** Whether the settings of the project switch off what skills and commands run while they load. */
const runsNothing = (root: SyntaxNode, context: ReadContext): boolean =>
  clientOf(root, CLAUDE_SKILL, context).layers.some(
    (layer) => layer.get('disableSkillShellExecution')?.scalar === true,
  );
