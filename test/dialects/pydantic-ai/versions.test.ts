import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (decorator: string, options = ''): string => `import os
from pydantic_ai import Agent

agent = Agent("openai:gpt-5"${options})


@agent.${decorator}
def remove_file(path: str) -> str:
    os.remove(path)
    return path


agent.run_sync(input())
`;

async function read(text: string, locked: Record<string, string>) {
  const { findings, systems } = await lintFiles({ 'agent.py': text, ...locked });
  const of = (rule: string) => findings.filter((one) => one.rule === rule);
  return { of, guardrails: systems[0]?.agents[0]?.guardrails };
}

const locks = (version: string) => ({ 'requirements.txt': `pydantic-ai==${version}\n` });

describe('a version of Pydantic AI', () => {
  it.each([
    ['2.33.0', 'Replace `@agent.tool_plain` with `@agent.tool_plain(requires_approval=True)`'],
    ['1.0.0', 'Replace `@agent.tool_plain` with `@agent.tool_plain(requires_approval=True)`'],
    ['0.8.1', 'update `pydantic-ai` to 1.0 or newer'],
  ])('decides whether a tool can require approval: %s', async (version, expected) => {
    const [missing] = (await read(program('tool_plain'), locks(version))).of('approval/missing');
    expect(missing?.remediation).toContain(expected);
  });

  it.each([
    [locks('0.8.1'), 1],
    [locks('1.0.0'), 0],
    [{}, 0],
    [{ 'requirements.txt': 'pydantic-ai-slim==0.8.1\n' }, 1],
  ])('decides whether an option of a tool is a gate: %o', async (locked, expected) => {
    const { of } = await read(program('tool_plain(requires_approval=True)'), locked);
    expect(of('approval/missing')).toHaveLength(expected);
  });

  it.each([
    ['2.33.0', true],
    ['1.87.0', true],
    ['1.80.0', false],
  ])('decides whether a handler is named as an answer: %s', async (version, expected) => {
    const [found] = (await read(program('tool_plain(requires_approval=True)'), locks(version))).of(
      'approval/unanswered',
    );
    expect(found?.remediation).toContain('Add `DeferredToolRequests` to `output_type`');
    expect(found?.remediation?.includes('HandleDeferredToolCalls')).toBe(expected);
  });

  it.each([
    ['2.33.0', 'absent'],
    ['1.71.0', 'absent'],
    ['1.70.0', 'inexpressible'],
  ])('decides whether guardrails can be stated: %s', async (version, expected) => {
    expect((await read(program('tool_plain'), locks(version))).guardrails?.input.state).toBe(expected);
  });
});
