import type {
  AgentReference,
  AutomaticCommand,
  Delegation,
  NamedValue,
  Unresolved,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { bareAgent } from '../agents/agent.js';
import { headerValues, stringOf } from '../agents/tool.js';
import { readClient } from '../clients/read.js';
import { isOfPerson, mapsAt } from '../clients/settings.js';
import { quotedLine } from '../../syntax/shell/command-line.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { isServerMap } from '../servers/server-entries.js';
import { readApps } from './apps.js';
import { gateOf, type Policy, readPolicy, setMode } from './policy.js';
import { AGENT_FILE, CODEX, CODEX_PROJECT } from './profile.js';
import { RULES_FILE, readRules } from './rules.js';
import { readNetwork, rootsOf, unstatedSandbox } from './sandbox.js';
import { tokensOf, withEntry } from './servers.js';

const CONFIG = /(?:^|\/|__)\.codex(?:\/|__)(?:[^/]*\/)*[^/]*config[^/]*\.toml$/;

/** Generators write it; no client is known to load it. */
const NO_FILE = /(?:^|\/)\.mcp\.toml$/;

/** Keys that no other TOML is likely to have at its root. */
const OWN_KEYS = [
  'approval_policy',
  'approvals_reviewer',
  'sandbox_mode',
  'sandbox_workspace_write',
  'default_permissions',
  'developer_instructions',
];
const POLICY_KEYS = ['approval_policy', 'sandbox_mode'];
const BOUNDS = ['max_concurrent_threads_per_session', 'max_threads'];
const WORDS = [...OWN_KEYS, ...BOUNDS, 'mcp_servers', 'default_tools_approval_mode'];

/** Settings of Codex, and agents of it in files of their own. */
const codex: Dialect = {
  name: 'codex',
  order: 23,
  surface: 'developer',
  formats: ['toml', 'yaml'],

  proposes: (path) => CONFIG.test(path) || AGENT_FILE.test(path) || RULES_FILE.test(path),

  mayHold: (text, path) => /\.toml$/i.test(path) && WORDS.some((word) => text.includes(word)),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    const { file } = root.document;
    if (RULES_FILE.test(file)) return { claimed: true, reason: 'rules of Codex on commands' };
    if (NO_FILE.test(file))
      return { claimed: false, reason: '`.mcp.toml` is not read: it is no file of Codex', near: true };
    if (AGENT_FILE.test(file) || (root.get('developer_instructions') && root.get('name')))
      return { claimed: true, reason: 'an agent of Codex' };
    if (
      isServerMap(root.get('mcp_servers')) ||
      OWN_KEYS.some((key) => root.get(key) !== undefined) ||
      BOUNDS.some((key) => root.get('agents')?.get(key) !== undefined) ||
      tables(root.get('profiles')).some(({ node }) => POLICY_KEYS.some((key) => node.get(key))) ||
      tables(root.get('apps')).some(({ node }) => node.get('default_tools_approval_mode'))
    )
      return { claimed: true, reason: 'settings of Codex' };
    return proposal.dialect === 'codex' && root.keys().length > 0
      ? { claimed: true, reason: 'settings of Codex, by its name' }
      : { claimed: false, reason: 'no settings of Codex' };
  },

  read(root, context) {
    if (RULES_FILE.test(root.document.file)) return [readRules(root)];
    const unresolved: Unresolved[] = [];
    const isAgent = AGENT_FILE.test(root.document.file) || root.get('name') !== undefined;
    const policy = readPolicy(root, root, { sandbox: unstatedSandbox(isAgent) }, unresolved);
    const gate = gateOf(policy);
    const isProject = isAgent ? false : isProjectFile(root);
    const system = readClient(root, isProject ? CODEX_PROJECT : CODEX, context, gate);
    const [main] = system.agents;
    if (!main) return [];
    setMode(main, root, policy);
    const servers = main.mcpServers.map((server) => {
      const entry = root.get('mcp_servers')?.get(server.name);
      return entry ? withEntry(server, entry) : server;
    });
    main.mcpServers = [...servers, ...readApps(root.get('apps'), gate)];
    main.delegatesTo = readRoles(root.get('agents'));

    const policies: Policy[] = [policy];
    for (const { name, node } of isProject ? [] : tables(root.get('profiles'))) {
      const agent = bareAgent(`profile ${name}`, node, CODEX.noPlace);
      const own = readPolicy(node, root, policy, unresolved);
      policies.push(own);
      setMode(agent, node, own);
      system.agents.push(agent);
    }
    system.unresolved = unresolved;
    system.values = secretsIn(root);
    system.commands = [...(system.commands ?? []), ...(isProject ? [] : readNotify(root.get('notify')))];
    const folders = policies.some(({ sandbox }) => sandbox.isWorkspace) ? rootsOf(root) : [];
    if (folders.length > 0) main.folders = folders;
    const network = readNetwork(
      root,
      policies.map(({ sandbox }) => sandbox),
    );
    if (network) system.environment = network;
    const delegation = readDelegation(root);
    if (delegation) system.delegation = delegation;
    return [system];
  },
};

export default codex;

/**
 * Whether a file is that of a project, and not that of a person, who trusts projects in it, or keeps it among files that
 * are copied home.
 */
function isProjectFile(root: SyntaxNode): boolean {
  const { file } = root.document;
  return PROJECT_FILE.test(file) && !isOfPerson(file) && root.get('projects') === undefined;
}

const PROJECT_FILE = /(?:^|\/)\.codex\/config\.toml$/;

/** The tables below a node, by name. */
const tables = (node: SyntaxNode | undefined) => (node ? mapsAt(node, [[]]) : []);

/** The program that Codex starts at the end of each turn: words that no shell reads. */
function readNotify(node: SyntaxNode | undefined): AutomaticCommand[] {
  const words = (node?.items() ?? []).map((item) => stringOf(item) ?? '');
  return node && words.length > 0
    ? [{ of: 'hook', name: 'notify', text: quotedLine(words), language: 'shell', at: node.at() }]
    : [];
}

/** Agents that the settings name for delegation: `[agents.reviewer]`. */
function readRoles(node: SyntaxNode | undefined): AgentReference[] {
  return tables(node).map(({ name, node: role }) => ({ name, at: role.at('key') }));
}

/** The bound on threads of agents, where the file states one: without it Codex has a bound of its own. */
function readDelegation(root: SyntaxNode): Delegation | undefined {
  const agents = root.get('agents');
  const features = root.get('features');
  if (agents?.get('enabled')?.scalar === false || features?.get('multi_agent')?.scalar === false)
    return undefined;
  for (const around of [agents, features?.get('multi_agent_v2')]) {
    for (const key of BOUNDS) {
      const bound = around?.get(key);
      const value = bound?.scalar;
      if (!bound || typeof value !== 'number' || !Number.isInteger(value) || value < 1) continue;
      const at = bound.at();
      return { enabled: { state: 'shown', value: true, at }, maxConcurrent: { state: 'shown', value, at } };
    }
  }
  return undefined;
}

/** Literals outside servers that may be credentials. */
function secretsIn(root: SyntaxNode): NamedValue[] {
  const providers = tables(root.get('model_providers')).flatMap(({ node }) => [
    ...headerValues(node.get('http_headers')),
    ...headerValues(node.get('query_params')),
    ...tokensOf(node, ['experimental_bearer_token', 'env_key']),
  ]);
  const exporters = tables(root.get('otel')).flatMap(({ node }) =>
    tables(node).flatMap(({ node: exporter }) => headerValues(exporter.get('headers'))),
  );
  return [...headerValues(root.get('shell_environment_policy')?.get('set')), ...providers, ...exporters];
}
