import { type Agent, type AgentSystem, editRemedy, type NamedValue } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { formatAgent, settingsSystem } from '../agents/agent.js';
import { stringOf } from '../agents/tool.js';
import { redirectsAt } from '../clients/endpoints.js';
import { openingsIn } from '../clients/openings.js';
import type { EndpointProfile, OpeningProfile } from '../clients/profile.js';
import type { Dialect, Recognition } from '../dialect.js';
import { serverOf, type ToolGate } from '../servers/mcp-shapes.js';

const API = /^kagent\.dev\//;
const WHY = 'a resource of kagent has no place for it';

/** Source as below: `skills` of an agent. */
const CHECKS: readonly EndpointProfile[] = [
  { at: ['spec', 'skills', 'insecureSkipVerify'], kind: 'certificates', only: true },
];

const TOOLS = [
  ['spec', 'declarative', 'tools'],
  ['spec', 'tools'],
];

const OPENINGS: readonly OpeningProfile[] = [
  {
    kind: 'fallback',
    at: ['spec', 'declarative', 'executeCodeBlocks'],
    values: [true, false],
    level: 'info',
    says: 'kagent accepts the setting and does not apply it for now',
    edit: 'Remove `executeCodeBlocks`.',
  },
  {
    kind: 'source',
    at: ['spec', 'skills', 'gitRefs', '*'],
    lacks: [{ at: ['ref'], pattern: /^(?:[\da-f]{40}|v?\d+\.\d.*)$/i }],
    named: ['url'],
    says: 'The agent loads skills of the newest commit of a repository: a later commit runs unreviewed',
    edit: 'Decide which commit to use, and write it as `ref` of this entry.',
  },
  ...TOOLS.map(
    (at): OpeningProfile => ({
      kind: 'check',
      at: [...at, '*', 'mcpServer', 'allowedHeaders'],
      pattern: /^(?:authorization|cookie|x-api-key)$/i,
      level: 'warning',
      says: 'The server gets the credentials of whoever calls the agent, in the header `{value}`',
      edit: 'Decide whether the server acts for that person. If it does not, remove the header from `allowedHeaders`.',
    }),
  ),
];

/** An agent of kagent (kagent-dev/kagent, go/api/v1alpha2/agent_types.go; `requireApproval` of newer versions; 2026-11-27). */
const kagent: Dialect = {
  name: 'kagent',
  order: 4.7,
  surface: 'product',

  mayHold: (text) => text.includes('kagent.dev/'),

  recognise(root: SyntaxNode): Recognition {
    const isOurs =
      root.kind === 'object' &&
      root.document.format !== 'http' &&
      API.test(stringOf(root.get('apiVersion')) ?? '') &&
      stringOf(root.get('kind')) === 'Agent';
    return isOurs
      ? { claimed: true, reason: 'an agent of kagent' }
      : { claimed: false, reason: 'no agent of kagent' };
  },

  read(root: SyntaxNode): AgentSystem[] {
    const spec = root.get('spec') ?? root;
    // In v1alpha1 all of it is in `spec` itself.
    const node = spec.get('declarative') ?? spec;
    const agent = formatAgent(
      stringOf(root.get('metadata')?.get('name')) ?? 'agent',
      root,
      { model: node.get('modelConfig'), instructions: node.get('systemMessage') },
      WHY,
    );
    const system = settingsSystem(root, { dialect: 'kagent', surface: 'product', agents: [agent] }, WHY);
    for (const tool of node.get('tools')?.items() ?? []) readTool(tool, agent);
    if (spec.get('byo'))
      system.unresolved.push({ what: 'the agent', why: 'it is a program in an image', at: spec.at() });
    system.redirects = redirectsAt(root, CHECKS);
    const variables = [spec, node, spec.get('byo')].flatMap((one) =>
      (one?.get('deployment')?.get('env')?.items() ?? []).flatMap(variableOf),
    );
    if (variables.length > 0) system.values = variables;
    system.openings = openingsIn(root, OPENINGS);
    return [system];
  },
};

export default kagent;

/** A variable of the environment of an agent: its name, and a value in the resource itself. */
function variableOf(entry: SyntaxNode): NamedValue[] {
  const name = stringOf(entry.get('name'));
  const node = entry.get('value');
  const value = stringOf(node);
  return node && name !== undefined && value !== undefined ? [{ name, value, at: node.at() }] : [];
}

function readTool(tool: SyntaxNode, agent: Agent): void {
  const reference = tool.get('agent')?.get('name');
  const called = stringOf(reference) ?? stringOf(tool.get('agent')?.get('ref'));
  if (called !== undefined) agent.delegatesTo.push({ name: called, at: (reference ?? tool).at() });
  const server = tool.get('mcpServer');
  const nameNode = server?.get('name') ?? server?.get('toolServer');
  const name = stringOf(nameNode);
  if (!server || !nameNode || name === undefined) return;
  agent.mcpServers.push(
    serverOf({
      address: { text: name, at: nameNode.at(), isUrl: false },
      label: name,
      at: nameNode.at(),
      transport: 'unknown',
      values: [],
      allowed: server.get('toolNames'),
      allowListEdit: 'List them in `mcpServer.toolNames`.',
      gateOf: (one) => gateOf(server, one),
    }),
  );
}

/** `requireApproval` lists the tools for which a person is asked. */
function gateOf(server: SyntaxNode, name: string | undefined): ToolGate {
  const list = server.get('requireApproval');
  const gateRemedy = editRemedy(
    name === undefined
      ? 'List the tools in `requireApproval` of the server'
      : `List \`${name}\` in \`requireApproval\` of the server`,
    () => (list ? list.edit()?.append(name ?? '') : server.edit()?.set('requireApproval', [name ?? ''])),
    'kagent then asks for approval, in versions that have this key',
  );
  const entry = (list?.items() ?? []).find((item) => name !== undefined && stringOf(item) === name);
  return entry
    ? {
        approval: { state: 'shown', value: { by: 'human', stated: 'requireApproval' }, at: entry.at() },
        gateRemedy,
      }
    : { approval: { state: 'absent' }, gateRemedy };
}
