import type { McpServer, Tool } from '../../model/index.js';

const HOSTED = new WeakSet<McpServer>();

/** Notes that the operator calls a server. */
export function noteHosted(server: McpServer): void {
  HOSTED.add(server);
}

/** Whether the operator asks before the calls of a server: what an agent states beside its tools does not reach them. */
export const hasOwnGate = (server: McpServer): boolean => HOSTED.has(server);

const RUN_BY_OPERATOR: ReadonlySet<Tool['kind']> = new Set([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
]);

/** Whether the operator of the model runs tools of a kind: what an agent states beside its tools does not reach them. */
export const isRunByOperator = (kind: Tool['kind']): boolean => RUN_BY_OPERATOR.has(kind);
