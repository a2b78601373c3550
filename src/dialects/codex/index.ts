import type { Agent, AgentSystem, Delegation } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { readInstructions } from '../shared/payload.js';
import { isServerMap } from '../shared/server-entries.js';
import { bareAgent, settingsSystem } from '../shared/settings-system.js';
import { stringOf } from '../shared/tool.js';
import { readPolicy } from './policy.js';
import { readCodexServers } from './servers.js';

const CONFIG = /(?:^|\/|__)\.codex(?:\/|__)(?:[^/]*\/)*[^/]*config[^/]*\.toml$/;
const AGENT = /(?:^|\/|__)\.codex(?:\/|__)agents(?:\/|__)[^/]+\.toml$/;
const WHY = 'settings of a coding agent have no place for it';

/** Settings of Codex, and agents of it in files of their own. */
const codex: Dialect = {
  name: 'codex',
  order: 23,
  surface: 'developer',
  formats: ['toml'],

  proposes: (path) => CONFIG.test(path) || AGENT.test(path),

  mayHold: (text) => WORDS.some((word) => text.includes(word)),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (isServerMap(root.get('mcp_servers')) || WORDS.some((key) => root.get(key) !== undefined))
      return { claimed: true, reason: 'settings of Codex' };
    return proposal.dialect === 'codex' && root.keys().length > 0
      ? { claimed: true, reason: 'settings of Codex, by its name' }
      : { claimed: false, reason: 'no settings of Codex' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const main = bareAgent(stringOf(root.get('name')) ?? 'Codex', root, WHY);
    const nameNode = root.get('name');
    if (nameNode) main.nameAt = main.at = nameNode.at();
    const model = stringOf(root.get('model'));
    if (model !== undefined) main.model = model;
    const instructions = readInstructions(root.get('developer_instructions'));
    if (instructions) main.instructions = instructions;
    main.mcpServers = readCodexServers(root.get('mcp_servers'));
    const network = readPolicy(main, root);
    const profiles = root.get('profiles');
    const others = (profiles?.keys() ?? []).flatMap((name): Agent[] => {
      const node = profiles?.get(name);
      if (node?.kind !== 'object') return [];
      const agent = bareAgent(`profile ${name}`, node, WHY);
      readPolicy(agent, node, main);
      return [agent];
    });
    const system = settingsSystem(
      root,
      { dialect: 'codex', surface: 'developer', agents: [main, ...others] },
      WHY,
    );
    if (network) system.environment = network;
    const delegation = readDelegation(root.get('agents'));
    if (delegation) system.delegation = delegation;
    return [system];
  },
};

export default codex;

const WORDS = [
  'mcp_servers',
  'approval_policy',
  'sandbox_mode',
  'developer_instructions',
  'sandbox_workspace_write',
];

const BOUNDS = ['max_concurrent_threads_per_session', 'max_threads'];

/** The bound on threads of agents, where the file states one: without it Codex has a bound of its own. */
function readDelegation(node: SyntaxNode | undefined): Delegation | undefined {
  for (const key of BOUNDS) {
    const bound = node?.get(key);
    if (bound === undefined || !Number.isInteger(bound.scalar)) continue;
    const at = bound.at();
    return {
      enabled: { state: 'shown', value: true, at },
      maxConcurrent: { state: 'shown', value: bound.scalar as number, at },
    };
  }
  return undefined;
}
