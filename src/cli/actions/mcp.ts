import { serveMcp } from '../../mcp/server.js';
import { lastOf } from '../../project/arguments.js';

/** `agent-lint mcp`: 0 where its client went away. */
export const runMcp = (args: Record<string, unknown>): Promise<number> =>
  serveMcp(lastOf(args.root, 'root') ?? '.');
