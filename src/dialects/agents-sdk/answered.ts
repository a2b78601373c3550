import type { FoundAgent } from './agents.js';
import type { OwnAnswer } from './interruptions.js';

/**
 * A program that approves whatever it is asked answers every gate itself. Where a setting has it do so, whether a person
 * is asked is settled when it runs.
 */
export function answerItself(group: readonly FoundAgent[], { at, by }: OwnAnswer): void {
  for (const { agent } of group) {
    for (const tool of [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)]) {
      if (tool.approval.state !== 'shown' || tool.kind === 'agent') continue;
      if (by === undefined)
        tool.approval = {
          state: 'shown',
          value: { by: 'machine', stated: 'approve() without a choice' },
          at,
        };
      else if (tool.approval.value.by !== 'machine')
        tool.approval = { state: 'undecidable', why: `\`${by}\` may answer in place of a person`, at };
    }
  }
}
