import type { AgentSystem } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent, settingsSystem } from '../agents/agent.js';
import { readHooks } from '../commands/blocking-hooks.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { allowedByHooks, toolsByHooks } from '../permissions/claude-hooks.js';
import { credentialIn } from '../servers/server-values.js';
import facts from './clients.json' with { type: 'json' };

const WHY = 'a file of hooks has no place for it';

/** Files of hooks alone: those of Cursor and its plugins, Copilot, Codex, Windsurf and Droid. Clients whose settings contain hooks are dialects of their own. */
const clientHooks: Dialect = {
  name: 'client-hooks',
  order: 9.5,
  surface: 'developer',
  formats: ['json', 'jsonc'],
  lenient: true,

  proposes: (path) => hookFile(path) !== undefined,

  mayHold: (text) => /"(?:hooks|PreToolUse)"/.test(text),

  recognise(root: SyntaxNode, _, { readBeside }): Recognition {
    const found = hookFile(root.document.file, readBeside);
    if (!found) return { claimed: false, reason: 'its name is not that of a file of hooks' };
    return hooksIn(root)
      ? { claimed: true, reason: `hooks of ${found.client}` }
      : { claimed: false, reason: 'it has no map of hooks' };
  },

  read(root: SyntaxNode, { readBeside }): AgentSystem[] {
    const { client, project } = hookFile(root.document.file, readBeside) ?? { client: 'hooks', project: '' };
    const agents = [bareAgent(client, root, WHY)];
    const system = settingsSystem(root, { dialect: 'client-hooks', surface: 'developer', agents }, WHY);
    const hooks = hooksIn(root);
    // They answer as those of Claude Code do.
    if (client === 'Droid')
      for (const agent of agents) {
        const allowed = allowedByHooks(agent, root, system.unresolved, readBeside);
        agent.tools.push(...toolsByHooks(agent, allowed, 'hooks hold for the tools of the session'));
      }
    const where = { client, file: root.document.file, readBeside, project };
    const { unresolved, ...ofHooks } = readHooks(hooks, where);
    Object.assign(system, ofHooks);
    system.unresolved.push(...unresolved);
    const credentials = (system.commands ?? []).flatMap(credentialIn);
    if (credentials.length > 0) system.values = credentials;
    return [system];
  },
};

export default clientHooks;

/** The map of hooks by event: below `hooks`, or the whole file. */
function hooksIn(root: SyntaxNode): SyntaxNode | undefined {
  const hooks = root.get('hooks');
  if (hooks) return hooks.kind === 'object' ? hooks : undefined;
  return root.get('PreToolUse')?.kind === 'array' ? root : undefined;
}

/** The client whose hooks a file contains, and the folder of the project that they run in, with a slash at its end. */
function hookFile(path: string, readBeside?: ReadContext['readBeside']) {
  for (const { client, folder, name, beside } of facts.clients) {
    const slash = path.lastIndexOf('/');
    const base = path.slice(slash + 1);
    const isNamed = name.startsWith('*') ? base.endsWith(name.slice(1)) : base === name;
    const around = `/${path.slice(0, Math.max(slash, 0))}`;
    const project = around.slice(1, around.length - folder.length);
    if (!isNamed || !around.endsWith(`/${folder}`)) continue;
    if (beside === undefined || readBeside?.(project + beside) !== undefined) return { client, project };
  }
  return undefined;
}
