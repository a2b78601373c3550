import type { Tool } from '../../model/index.js';
import { isIn } from './deciders/deciders.js';
import type { OwnAnswer } from './deciders/interruptions.js';
import type { FoundAgent } from './framework.js';

type Gated = Pick<Tool, 'approval' | 'stated' | 'gateRemedy'>;

/**
 * A program that approves whatever it is asked answers every gate itself, that of a whole server too. Where a setting has
 * it do so, whether a person is asked is settled when it runs.
 */
export function answerItself(group: readonly FoundAgent[], answer: OwnAnswer): void {
  const { only } = answer;
  for (const { agent } of group) {
    for (const tool of [...agent.tools, ...agent.mcpServers.flatMap(({ tools }) => tools)]) {
      if (tool.kind === 'agent' || (only && !isIn(only, tool.name))) continue;
      Object.assign(tool, answered(tool, answer));
    }
    for (const server of only ? [] : agent.mcpServers) {
      if (server.toolGate) server.toolGate = { ...server.toolGate, ...answered(server.toolGate, answer) };
    }
  }
}

/**
 * The answers of a file that count: one that is given whatever is asked; else those of some tools, and then one that a
 * setting lets it give.
 */
export function answersHeard(answers: readonly OwnAnswer[]): readonly OwnAnswer[] {
  const blind = answers.find(({ unless, only }) => unless === undefined && only === undefined);
  if (blind) return [blind];
  const perhaps = answers.find(({ unless }) => unless !== undefined);
  return [...answers.filter(({ unless }) => unless === undefined), ...(perhaps ? [perhaps] : [])];
}

const EDIT = 'Decide how a person is asked: ask before `approve()`, and call `reject()` if the answer is no.';

function answered({ approval }: Gated, { at, unless, only }: OwnAnswer): Partial<Gated> {
  if (approval.state !== 'shown') return {};
  if (unless === undefined) {
    const stated = only ? 'approve() by its name' : 'approve() without a choice';
    const value = { by: 'machine', stated } as const;
    return { approval: { state: 'shown', value, at }, gateRemedy: { text: EDIT } };
  }
  return approval.value.by === 'machine'
    ? {}
    : { approval: { state: 'undecidable', why: unless, at }, stated: approval };
}
