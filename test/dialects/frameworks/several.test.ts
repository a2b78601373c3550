import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PROGRAM = `import os
from agents import Agent as Desk, Runner, function_tool
from pydantic_ai import Agent

inner = Agent("m", name="Inner")

@inner.tool_plain
def remove_file(path: str) -> str:
    os.remove(path)
    return path

@function_tool
def ask_inner(question: str) -> str:
    """Asks the inner agent."""
    return inner.run_sync(question).output

desk = Desk(name="Desk", tools=[ask_inner])
Runner.run_sync(desk, input())
`;

it('reads two frameworks in one file, and an agent of one as a tool of the other', async () => {
  const { systems, findings } = await lintFiles({ 'a.py': PROGRAM });
  expect(
    systems.map(({ dialect, agents }) => [
      dialect,
      agents.map(({ name, tools }) => [name, tools.map((one) => one.name)]),
    ]),
  ).toEqual([
    ['agents-sdk', [['Desk', ['ask_inner']]]],
    ['pydantic-ai', [['Inner', ['remove_file']]]],
  ]);
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ rule, range, agent }) => [rule, range.start.line, agent])).toEqual([
    ['approval/missing', 8, 'Inner'],
  ]);
});

it('reports none of both where the tool of the inner agent has a gate', async () => {
  const { findings } = await lintFiles({
    'a.py': PROGRAM.replace('@inner.tool_plain', '@inner.tool_plain(requires_approval=True)')
      .replace(
        'Agent("m", name="Inner")',
        'Agent("m", name="Inner", output_type=[str, DeferredToolRequests])',
      )
      .replace('import Agent\n\ninner', 'import Agent, DeferredToolRequests\n\ninner'),
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

it('claims no guardrail that a version has no option for, and those that it has', async () => {
  const { findings, systems } = await lintFiles({
    'a.py': PROGRAM,
    'requirements.txt': 'pydantic-ai==1.60.0\n',
  });
  const found = findings.filter(({ rule }) => rule.startsWith('guardrail/'));
  expect(found.map(({ rule }) => rule)).toEqual(['guardrail/missing-output']);
  expect(systems.map(({ agents }) => agents[0]?.guardrails.input.state)).toEqual(['absent', 'inexpressible']);
});
