import type { Tool } from '../../model/index.js';
import type { FoundAgent } from './agents.js';
import type { OwnAnswer } from './interruptions.js';

type Gated = Pick<Tool, 'approval' | 'gateEdit'>;

/**
 * A program that approves whatever it is asked answers every gate itself, that of a whole server too. Where a setting has
 * it do so, whether a person is asked is settled when it runs.
 */
export function answerItself(group: readonly FoundAgent[], answer: OwnAnswer): void {
  for (const { agent } of group) {
    for (const tool of [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)]) {
      if (tool.kind !== 'agent') Object.assign(tool, answered(tool, answer));
    }
    for (const server of agent.mcpServers) {
      if (server.toolGate) server.toolGate = { ...server.toolGate, ...answered(server.toolGate, answer) };
    }
  }
}

const EDIT =
  'Ask a person between the interruption and `approve()`, and call `reject()` where the answer is no.';

function answered({ approval }: Gated, { at, by }: OwnAnswer): Partial<Gated> {
  if (approval.state !== 'shown') return {};
  if (by === undefined) {
    const value = { by: 'machine', stated: 'approve() without a choice' } as const;
    return { approval: { state: 'shown', value, at }, gateEdit: EDIT };
  }
  return approval.value.by === 'machine'
    ? {}
    : { approval: { state: 'undecidable', why: `\`${by}\` may answer in place of a person`, at } };
}
