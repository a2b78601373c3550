import type { SyntaxNode } from '../../syntax/node.js';
import { AMP } from '../clients/amp.js';
import type { ClientProfile } from '../clients/profile.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Recognition } from '../dialect.js';
import { isServerMap } from '../servers/server-entries.js';
import { OWN_KEYS, VS_CODE } from './profile.js';

/** Settings of VS Code, as far as they speak of its agents. Most hold nothing of the kind: only content tells. */
const vscodeSettings: Dialect = {
  name: 'vscode-settings',
  order: 24,
  surface: 'developer',
  lenient: true,

  mayHold: (text) =>
    text.includes('"chat.tools.') ||
    text.includes('"chat.agent.maxRequests"') ||
    text.includes('"debug.overrideProxyUrl"') ||
    text.includes('"amp.') ||
    (text.includes('"mcp"') && text.includes('"servers"')),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its root is not an object' };
    // Other programs have servers below `mcp` too, and write YAML or TOML.
    if (root.document.format !== 'json' && root.document.format !== 'jsonc')
      return { claimed: false, reason: 'settings of VS Code are JSON' };
    return settingsIn(root).length > 0
      ? { claimed: true, reason: 'settings of agents in VS Code' }
      : { claimed: false, reason: 'no settings of agents in VS Code' };
  },

  read: (root, context) => settingsIn(root).map(({ node, profile }) => readClient(node, profile, context)),
};

export default vscodeSettings;

/** Settings about agents, each with its client: at the root, in a workspace, or in a container for development. */
function settingsIn(root: SyntaxNode): { node: SyntaxNode; profile: ClientProfile }[] {
  const { file } = root.document;
  const custom = CONTAINER.test(file) ? root.get('customizations')?.get('vscode') : undefined;
  const settings = custom ? custom.get('settings') : WORKSPACE.test(file) ? root.get('settings') : root;
  const nodes = [settings, custom].filter((node) => node !== undefined);
  return nodes.flatMap((node) => [
    ...(statesAgents(node) ? [{ node, profile: VS_CODE }] : []),
    ...(node.keys().some((key) => key.startsWith('amp.')) ? [{ node, profile: AMP }] : []),
  ]);
}

const CONTAINER = /(?:^|[/_.])devcontainer\.json$/;
const WORKSPACE = /\.code-workspace$/;

const statesAgents = (node: SyntaxNode): boolean =>
  OWN_KEYS.some((key) => node.get(key) !== undefined) ||
  node.get('github.copilot.advanced')?.get('debug.overrideProxyUrl') !== undefined ||
  isServerMap(node.get('mcp')?.get('servers'));
