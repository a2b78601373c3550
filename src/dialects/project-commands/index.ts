import type { SyntaxNode } from '../../syntax/node.js';
import { settingsSystem } from '../agents/agent.js';
import type { Dialect, ReadContext, Recognition } from '../dialect.js';
import { KINDS, type ProjectFacts } from './kinds.js';

const WHY = 'a file of commands has no place for it';

/**
 * Files that are no settings of a coding agent, and start one, or set its variables: scripts of `package.json`, tasks,
 * Makefiles, shell scripts, containers, `.env`. One without anything to report is no agent configuration.
 */
const projectCommands: Dialect = {
  name: 'project-commands',
  order: 60,
  surface: 'developer',
  isBeside: true,
  formats: ['json', 'jsonc', 'yaml', 'shell', 'environment'],
  lenient: true,

  mayHold: (text, path) => KINDS.some((kind) => kind.name.test(path) && kind.mayHold(text)),

  recognise(root: SyntaxNode, _proposal, context): Recognition {
    return Object.values(factsOf(root, context)).some(({ length }) => length > 0)
      ? { claimed: true, reason: 'commands or variables of a coding agent' }
      : { claimed: false, reason: 'it starts no coding agent, and sets none of its variables' };
  },

  read(root, context) {
    const stated = settingsSystem(
      root,
      { dialect: 'project-commands', surface: 'developer', agents: [] },
      WHY,
    );
    return [{ ...stated, ...factsOf(root, context) }];
  },
};

export default projectCommands;

function factsOf(root: SyntaxNode, context: ReadContext): ProjectFacts {
  const facts: ProjectFacts = {
    redirects: [],
    bypasses: [],
    commands: [],
    openings: [],
    installs: [],
    values: [],
  };
  const { file } = root.document;
  KINDS.find(({ name }) => name.test(file))?.read(root, facts, context);
  return facts;
}
