import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

/** The guardrail findings of one program. */
async function guardrailsAsked(file: string, text: string): Promise<string[]> {
  const run = await runCli(folderWith({ [file]: text }), ['check', '--format', 'json']);
  const { findings } = JSON.parse(run.stdout) as { findings: { rule: string }[] };
  return findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('guardrail/'));
}

const python = (run: string, tool = 'def refund(order: str) -> str:\n    pay(order)'): string =>
  `from agents import Agent, Runner, WebSearchTool, function_tool
from bank import pay

@function_tool(needs_approval=True)
${tool}

agent = Agent(name="Desk", tools=[${/def (\w+)/.exec(tool)?.[1]}])
${run}
`;

const script = (run: string): string =>
  `import { Agent, run, tool } from '@openai/agents';
import { pay } from './bank.js';
const refund = tool({ name: 'refund', description: '', parameters: {}, needsApproval: true, execute: ({ order }) => pay(order) });
const agent = new Agent({ name: 'Desk', tools: [refund] });
${run}
`;

const MISSING = ['guardrail/missing-input'];

describe('guardrails of a program', () => {
  it.each([
    ['a constant', 'Runner.run_sync(agent, "Refund order 7")'],
    ['a constant by name', 'Runner.run_sync(agent, input="Refund order 7")'],
    ['a constant of the module', 'TEXT = "Refund order 7"\nRunner.run_sync(agent, TEXT)'],
  ])('are not asked for where the only input is %s', async (_, run) => {
    expect(await guardrailsAsked('main.py', python(run))).toEqual([]);
  });

  it('are not asked for where the only input is a constant, in TypeScript', async () => {
    expect(await guardrailsAsked('main.ts', script("await run(agent, 'Refund order 7');"))).toEqual([]);
  });

  it.each([
    ['a person writes it', 'Runner.run_sync(agent, input("? "))'],
    [
      'one of two runs is given what a person writes',
      'Runner.run_sync(agent, "x")\nRunner.run_sync(agent, input("? "))',
    ],
    ['no run is seen', ''],
    ['it is put together from what a person writes', 'Runner.run_sync(agent, f"Refund {input()}")'],
  ])('are asked for where %s', async (_, run) => {
    expect(await guardrailsAsked('main.py', python(run))).toEqual(MISSING);
  });

  it.each([
    ['computes', 'def add(first: int, second: int) -> int:\n    return first + second', []],
    ['formats', 'def update_title(text: str) -> str:\n    return text.strip().title()', []],
    ['changes what the program keeps', 'def add(text: str) -> None:\n    NOTES.append(text)', MISSING],
    ['calls what nobody sees', 'def add(text: str) -> str:\n    return pay(text)', MISSING],
  ])('are asked for only where the body of a tool acts: one that %s', async (_, tool, expected) => {
    const text = python('Runner.run_sync(agent, input("? "))', tool);
    expect(await guardrailsAsked('main.py', `NOTES = []\n${text}`)).toEqual(expected);
  });

  it('are asked for where a tool reads what strangers write', async () => {
    const tool = 'def read_emails(box: str) -> str:\n    return pay(box)';
    const text = python('Runner.run_sync(agent, "Read my mail and answer")', tool).replace(
      'tools=[',
      'tools=[refund, ',
    );
    const acting = `@function_tool(needs_approval=True)\ndef refund(order: str) -> str:\n    pay(order)\n\nagent =`;
    expect(await guardrailsAsked('main.py', text.replace('agent =', acting))).toEqual(MISSING);
  });

  it('are asked for where a run is given what a person writes, in TypeScript', async () => {
    expect(await guardrailsAsked('main.ts', script('await run(agent, process.argv[2]);'))).toEqual(MISSING);
  });
});
