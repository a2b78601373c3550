import { describe, expect, it } from 'vitest';
import { HEAD, lintProgram } from './programs.js';

const REFUND = (more = '') =>
  `export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund }${more} });\n`;
const LOOK = (gates: string) =>
  `export const other = (messages) => generateText({ model: 'm', messages, tools: { look }, toolApproval: ${gates} });\n`;

/** Findings about approval, each with the gates that are named beside it. */
async function named(text: string): Promise<[string, string[]][]> {
  const { findings } = await lintProgram(`${HEAD}${text}`);
  return findings
    .filter(({ rule }) => rule.startsWith('approval/'))
    .map(({ rule, related = [] }) => [
      rule,
      related
        .filter(({ message }) => message.includes('no agent receives'))
        .map(({ range, message }) => `${range.start.line} ${message}`),
    ]);
}

const MAP = '4 `toolApproval` is a gate that no agent receives.';
const FUNCTION = '4 `approve` is a gate that no agent receives.';

describe('a gate that no call of the model is given', () => {
  it.each<[string, string, [string, string[]][]]>([
    [
      'a map',
      `const toolApproval = { refund: 'user-approval' };\n${REFUND()}`,
      [['approval/missing', [MAP]]],
    ],
    [
      'a map with reasons',
      `const toolApproval = { refund: { type: 'user-approval', reason: 'money' } };\n${REFUND()}`,
      [['approval/missing', [MAP]]],
    ],
    [
      'a function',
      `function approve({ toolCall }) { return toolCall.toolName === 'refund' ? 'user-approval' : undefined; }\n${REFUND()}`,
      [['approval/missing', [FUNCTION]]],
    ],
    [
      'a map that is given',
      `const toolApproval = { refund: 'user-approval' };\n${REFUND(', toolApproval')}`,
      [],
    ],
    [
      'a function that is given',
      `function approve() { return 'user-approval'; }\n${REFUND(', toolApproval: approve')}`,
      [],
    ],
    [
      'a map for another tool',
      `const gates = { look: 'user-approval' };\n${REFUND()}`,
      [['approval/missing', []]],
    ],
    [
      'a map that asks nobody',
      `const gates = { refund: 'approved' };\n${REFUND()}`,
      [['approval/missing', []]],
    ],
    [
      'a map that another call is given',
      `const gates = { refund: 'user-approval' };\n${REFUND()}${LOOK('gates')}`,
      [['approval/missing', []]],
    ],
    [
      'a function in the map of another call',
      `function approve() { return 'user-approval'; }\n${REFUND()}${LOOK('{ look: approve }')}`,
      [['approval/missing', []]],
    ],
  ])('is named beside the tool that runs without it: %s', async (_, text, expected) => {
    expect(await named(text)).toEqual(expected);
  });
});
