import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const program = (loop: string) => `from agents import Agent, function_tool


@function_tool
def send_invoice(id: str) -> str:
    """Send an invoice."""
    return id


tools = [send_invoice]
others = []
${loop}
agent = Agent(name="Invoices", tools=tools)
`;

const missing = async (loop: string) =>
  statedFindings(await lintFiles({ 'desk.py': program(loop) }), 'approval/missing');

describe('a gate that a loop gives to the tools of a list', () => {
  it('is seen at each of them', async () => {
    expect(await missing('for tool in tools:\n    tool.needs_approval = True')).toEqual([]);
  });

  it.each([
    ['to other tools', 'for tool in others:\n    tool.needs_approval = True'],
    ['as none', 'for tool in tools:\n    tool.needs_approval = False'],
  ])('is missing where it is given %s', async (_, loop) => {
    expect(await missing(loop)).toEqual([
      '5:5 error `send_invoice` sends something to others without human approval (inferred from its name: "send").',
    ]);
  });

  it('is not known under a condition', async () => {
    const text = program('for tool in tools:\n    if strict():\n        tool.needs_approval = True');
    const result = await lintFiles({ 'desk.py': text });
    expect(result.notAssessed.map(({ rule }) => rule)).toContain('approval/missing');
    expect(statedFindings(result, 'approval/missing')).toEqual([]);
  });
});
