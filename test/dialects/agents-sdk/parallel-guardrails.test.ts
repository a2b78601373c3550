import { describe, expect, it } from 'vitest';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { lintFiles } from '../../rules/lint-files.js';

const RULE = 'guardrail/beside-tools';

const PYTHON = `from agents import Agent, InputGuardrail, RunConfig, Runner, function_tool, input_guardrail
from checks import elsewhere
import os

@function_tool
def update_address(order: str) -> str:
    """Change the address of an order."""
    return shop.update_address(order)

@function_tool
def get_order(order: str) -> str:
    """Look up an order."""
    return orders.get(order)

async def check(context, agent, text): ...
`;
const python = (decorator: string, agent: string) =>
  `${PYTHON}\n${decorator}\nasync def screen(context, agent, text): ...\n\n${agent}\n`;
const DESK = 'desk = Agent(name="Desk", tools=[update_address], input_guardrails=[screen])';

const TYPESCRIPT = `import { Agent, run, Runner, tool, defineInputGuardrail } from '@openai/agents';
const change = tool({ name: 'update_address', description: 'Change an address.', execute: async (to) => shop.updateAddress(to) });
const check = async () => ({ tripwireTriggered: false, outputInfo: {} });
`;

async function besideTools(files: Record<string, string>) {
  const { findings, notAssessed } = await lintFiles(files, { only: [RULE] });
  return {
    found: findings.map(({ range: { start }, message }) => `${start.line}:${start.column} ${message}`),
    open: notAssessed.filter(({ rule }) => rule === RULE).map(({ at }) => at.range().start.line),
  };
}

const says = (place: string, name = 'screen', tool = 'update_address') =>
  `${place} \`${name}\` runs in parallel with \`Desk\`: \`${tool}\` can be called before it stops an input.`;

describe('an input guardrail in Python', () => {
  it.each([
    ['@input_guardrail', DESK, says('17:2')],
    ['@input_guardrail(name="x")', DESK, says('17:2')],
    ['@input_guardrail(run_in_parallel=True)', DESK, says('17:2')],
    [
      '@input_guardrail(run_in_parallel=False)',
      'desk = Agent(name="Desk", tools=[update_address], input_guardrails=[screen, InputGuardrail(guardrail_function=check)])',
      says('20:68', 'guardrail'),
    ],
    [
      '@input_guardrail',
      'desk = Agent(name="Desk", tools=[update_address])\nRunner.run_sync(desk, text(), run_config=RunConfig(input_guardrails=[screen]))',
      says('17:2'),
    ],
  ])('is reported with %s, %s', async (decorator, agent, finding) => {
    expect(await besideTools({ 'a.py': python(decorator, agent) })).toEqual({ found: [finding], open: [] });
  });

  it.each([
    ['it runs before', '@input_guardrail(run_in_parallel=False)', DESK],
    ['the agent only reads', '@input_guardrail', DESK.replace('update_address', 'get_order')],
    [
      'only handoffs reach its agent, so that it never runs',
      '@input_guardrail',
      `${DESK}\ntriage = Agent(name="Triage", handoffs=[desk])\nRunner.run_sync(triage, "x")`,
    ],
    ['it checks another agent', '@input_guardrail', 'desk = Agent(name="Desk", tools=[update_address])'],
  ])('is not reported where %s', async (_, decorator, agent) => {
    expect(await besideTools({ 'a.py': python(decorator, agent) })).toEqual({ found: [], open: [] });
  });

  it.each([
    ['its option is computed', '@input_guardrail(run_in_parallel=os.environ["WAIT"] == "0")', DESK, 17],
    ['it is imported', '@input_guardrail', DESK.replace('[screen]', '[elsewhere]'), 20],
  ])('is not assessed where %s', async (_, decorator, agent, line) => {
    expect(await besideTools({ 'a.py': python(decorator, agent) })).toEqual({ found: [], open: [line] });
  });

  it('is reported once where several agents have it', async () => {
    const second =
      'other = Agent(name="Other", tools=[update_address], input_guardrails=[screen], handoffs=[desk])';
    const { found } = await besideTools({ 'a.py': python('@input_guardrail', `${DESK}\n${second}`) });
    expect(found).toHaveLength(1);
  });

  it.each([
    ['0.5.1', []],
    ['0.6.0', [says('17:2')]],
  ])('is judged by the option that version %s has', async (version, found) => {
    const lock = `version = 1\n\n[[package]]\nname = "openai-agents"\nversion = "${version}"\n`;
    const result = await besideTools({ 'a.py': python('@input_guardrail', DESK), 'uv.lock': lock });
    expect(result).toEqual({ found, open: [] });
  });
});

describe('an input guardrail in TypeScript', () => {
  const agent = (guardrail: string) =>
    `${TYPESCRIPT}export const desk = new Agent({ name: 'Desk', tools: [change], inputGuardrails: [${guardrail}] });\n`;

  it.each([
    ["{ name: 'screen', execute: check }", [says('4:81')]],
    ["{ name: 'screen', execute: check, runInParallel: true }", [says('4:81')]],
    ["{ name: 'screen', execute: check, runInParallel: false }", []],
    ["defineInputGuardrail({ name: 'screen', execute: check })", [says('4:81')]],
    ["defineInputGuardrail({ name: 'screen', execute: check, runInParallel: false })", []],
  ])('is judged by its option: %s', async (guardrail, found) => {
    expect(await besideTools({ 'a.ts': agent(guardrail) })).toEqual({ found, open: [] });
  });

  it('of a runner checks the agent that the run begins with', async () => {
    const text = `${TYPESCRIPT}const desk = new Agent({ name: 'Desk', tools: [change] });
const runner = new Runner({ inputGuardrails: [{ name: 'screen', execute: check }] });
await runner.run(desk, input());
`;
    expect(await besideTools({ 'a.ts': text })).toEqual({ found: [says('5:46')], open: [] });
  });
});

describe('the remedy', () => {
  it.each([
    ['a.py', python('@input_guardrail', DESK), '@input_guardrail(run_in_parallel=False)'],
    ['a.py', python('@input_guardrail(name="x")', DESK), '@input_guardrail(name="x", run_in_parallel=False)'],
    [
      'a.py',
      python('@input_guardrail(run_in_parallel=True)', DESK),
      '@input_guardrail(run_in_parallel=False)',
    ],
    [
      'a.ts',
      `${TYPESCRIPT}export const desk = new Agent({ name: 'Desk', tools: [change], inputGuardrails: [{ name: 'screen', execute: check }] });\n`,
      "{ name: 'screen', execute: check, runInParallel: false }",
    ],
  ])('runs the guardrail first: %s', async (file, text, written) => {
    const { findings } = await lintFiles({ [file]: text }, { only: [RULE] });
    const edits = findings[0]?.fixes[0]?.edits ?? [];
    const changed = editedText(text, edits);
    expect(changed).toContain(written);
    expect(await besideTools({ [file]: changed })).toEqual({ found: [], open: [] });
  });
});
