import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const script = (before: string, gate: string) => `import { Agent, tool } from '@openai/agents';
${before}
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: ${gate}, execute: async () => 'x' });
export const a = new Agent({ name: 'A', tools: [t] });
`;
const python = (before: string, gate: string) => `from agents import Agent, function_tool
${before}
@function_tool(needs_approval=${gate})
def delete_user(i): ...
a = Agent(name="A", tools=[delete_user])
`;

describe('a gate that says the same whatever is asked', () => {
  it.each([
    ['a.ts', script('const AUTO = true;', '!AUTO'), ['3:24']],
    ['a.ts', script('const AUTO = false;', '!AUTO'), []],
    ['a.ts', script('let AUTO = true; AUTO = read();', '!AUTO'), []],
    ['a.ts', script('', '() => Promise.resolve(false)'), ['3:24']],
    ['a.ts', script('', '() => Promise.resolve(true)'), []],
    ['a.ts', script('', '() => Promise.resolve(ask())'), []],
    ['a.py', python('AUTO = True', 'not AUTO'), ['4:5']],
    ['a.py', python('AUTO = False', 'not AUTO'), []],
  ])('is that: %s %s', async (file, text, places) => {
    const stated = statedFindings(await lintFiles({ [file]: text }), 'approval/missing');
    expect(stated.map((one) => one.split(' ')[0])).toEqual(places);
  });
});
