import type { SyntaxNode } from '../../syntax/node.js';
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

  mayHold: (text) => text.includes('"chat.tools.') || (text.includes('"mcp"') && text.includes('"servers"')),

  recognise(root: SyntaxNode): Recognition {
    if (root.kind !== 'object') return { claimed: false, reason: 'its root is not an object' };
    // Other programs have servers below `mcp` too, and write YAML or TOML.
    if (root.document.format !== 'json' && root.document.format !== 'jsonc')
      return { claimed: false, reason: 'settings of VS Code are JSON' };
    const isStated = OWN_KEYS.some((key) => root.get(key) !== undefined);
    return isStated || isServerMap(root.get('mcp')?.get('servers'))
      ? { claimed: true, reason: 'settings of agents in VS Code' }
      : { claimed: false, reason: 'no settings of agents in VS Code' };
  },

  read: (root, context) => [readClient(root, VS_CODE, context)],
};

export default vscodeSettings;
