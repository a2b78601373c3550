import type { SyntaxNode } from '../../syntax/node.js';
import { GEMINI } from '../clients/gemini.js';
import type { ClientProfile } from '../clients/profile.js';
import { readClient } from '../clients/read.js';
import type { Dialect, Proposal, Recognition } from '../dialect.js';
import { GEMINI_EXTENSION } from '../servers/server-entries.js';

const NAME = /(?:^|[/_])(?:\.|dot_)gemini(?:\/|__)settings\.json$/;

const OF_EXTENSION: ClientProfile = {
  ...GEMINI,
  ...(GEMINI.servers && { servers: { ...GEMINI.servers, ignoresTrust: true } }),
};

/** Settings of Gemini CLI. */
const geminiSettings: Dialect = {
  name: 'gemini-settings',
  order: 20,
  surface: 'developer',
  lenient: true,

  proposes: (path) => NAME.test(path),

  mayHold: (text) => text.includes('httpUrl') || text.includes('includeTools'),

  recognise(root: SyntaxNode, proposal: Proposal): Recognition {
    if (root.document.format === 'http' || root.kind !== 'object')
      return { claimed: false, reason: 'its root is not an object' };
    if (proposal.dialect === 'gemini-settings') return { claimed: true, reason: 'settings of Gemini CLI' };
    const servers = root.get('mcpServers');
    const hasOwnKeys = (servers?.keys() ?? []).some((name) =>
      ['httpUrl', 'includeTools', 'excludeTools'].some((key) => servers?.get(name)?.get(key) !== undefined),
    );
    return hasOwnKeys
      ? { claimed: true, reason: 'MCP servers as Gemini CLI spells them' }
      : { claimed: false, reason: 'no settings of Gemini CLI' };
  },

  read: (root, context) => [
    readClient(root, GEMINI_EXTENSION.test(root.document.file) ? OF_EXTENSION : GEMINI, context),
  ],
};

export default geminiSettings;
