import type { CodeDialect } from '../code-dialect.js';

const agentsSdk: CodeDialect = {
  name: 'agents-sdk',
  surface: 'product',
  read: () => ({ systems: [], claimed: new Map() }),
};

export default agentsSdk;
