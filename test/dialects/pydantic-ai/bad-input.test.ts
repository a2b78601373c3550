import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOL = `def remove_file(path: str) -> str:
    """Removes a file."""
    os.remove(path)
    return path


`;
const PLAIN = `import os
from pydantic_ai import Agent


${TOOL}agent = Agent("openai:gpt-5", tools=[remove_file])
agent.run_sync(input())
`;

async function read(files: Record<string, string>) {
  const { findings, systems, notAssessed, problems } = await lintFiles(files).then((result) => ({
    ...result,
    problems: result.notAssessed.filter(({ rule }) => rule === 'framework/unread'),
  }));
  return {
    missing: findings
      .filter(({ rule }) => rule === 'approval/missing')
      .map(({ file, range: { start } }) => `${file}:${start.line}`),
    unread: systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
    agents: systems.flatMap(({ agents }) => agents.map(({ name }) => name)),
    notAssessed,
    problems,
  };
}

describe('a program of Pydantic AI', () => {
  const IMPORT = 'from pydantic_ai import Agent\n';
  it.each([
    [
      'an alias',
      PLAIN.replace(IMPORT, 'from pydantic_ai import Agent as Desk\n').replace('= Agent(', '= Desk('),
      5,
    ],
    [
      'a module',
      PLAIN.replace(IMPORT, 'import pydantic_ai\n').replace('= Agent(', '= pydantic_ai.Agent('),
      5,
    ],
    [
      'a module by another name',
      PLAIN.replace(IMPORT, 'import pydantic_ai as pa\n').replace('= Agent(', '= pa.Agent('),
      5,
    ],
    ['a submodule', PLAIN.replace(IMPORT, 'from pydantic_ai.agent import Agent\n'), 5],
    ['a star import', PLAIN.replace(IMPORT, 'from pydantic_ai import *\n'), 5],
    [
      'an import that may fail',
      PLAIN.replace(
        IMPORT,
        `try:\n    from pydantic_ai import Agent\nexcept ImportError:\n    Agent = None\n`,
      ),
      8,
    ],
    [
      'an import in a function',
      PLAIN.replace(IMPORT, '')
        .replace('agent = Agent(', 'def build():\n    from pydantic_ai import Agent\n    return Agent(')
        .replace('agent.run', 'build().run'),
      4,
    ],
    [
      'types that are imported for checks only',
      PLAIN.replace(
        IMPORT,
        `from typing import TYPE_CHECKING\nfrom pydantic_ai import Agent\nif TYPE_CHECKING:\n    from pydantic_ai import RunContext\n`,
      ),
      8,
    ],
  ])('is read with %s', async (_, text, line) => {
    expect((await read({ 'agent.py': text })).missing).toEqual([`agent.py:${line}`]);
  });

  it('is none where the package is imported for types only', async () => {
    const text = PLAIN.replace(
      IMPORT,
      'from typing import TYPE_CHECKING\nfrom house import Agent\nif TYPE_CHECKING:\n    from pydantic_ai import RunContext\n',
    );
    expect(await read({ 'agent.py': text })).toMatchObject({ missing: [], agents: [] });
  });

  it.each([
    ['names', 'from pydantic_ai import Agent, Tool\n'],
    ['another name', 'from pydantic_ai import Agent as Base\nAgent = Base\n'],
    ['everything', 'from pydantic_ai import *\n'],
  ])('is read through a module that exports %s again', async (_, again) => {
    const files = { 'house/__init__.py': '', 'house/ai.py': again };
    const text = PLAIN.replace(IMPORT, 'from house.ai import Agent\n');
    expect((await read({ ...files, 'agent.py': text })).missing).toEqual(['agent.py:5']);
  });

  it.each([
    ['behind the agent', `${PLAIN}\ndef broken(:\n    pass\n`],
    ['in another function', PLAIN.replace(TOOL, `${TOOL}def broken():\n    return (1,,2)\n\n\n`)],
  ])('is read beside a syntax error %s', async (_, text) => {
    expect((await read({ 'agent.py': text })).missing).toEqual(['agent.py:5']);
  });

  it('is read, or listed, with a syntax error in its own call', async () => {
    const text = PLAIN.replace('tools=[remove_file]', 'tools=[remove_file');
    const { missing, notAssessed, unread } = await read({ 'agent.py': text });
    expect(missing.length + notAssessed.length + unread.length).toBeGreaterThan(0);
  });

  it('is read beside an agent of another framework, which calls it', async () => {
    const text = `import os
from agents import Agent as Desk, Runner, function_tool
from pydantic_ai import Agent

${TOOL}inner = Agent("openai:gpt-5", name="Inner", tools=[remove_file])


@function_tool
def ask(question: str) -> str:
    """Asks."""
    return inner.run_sync(question).output


desk = Desk(name="Desk", tools=[ask])
Runner.run_sync(desk, input())
`;
    const { missing, agents } = await read({ 'agent.py': text });
    expect(agents).toEqual(['Desk', 'Inner']);
    expect(missing).toEqual(['agent.py:5']);
  });

  it('is read where it calls an agent of another framework', async () => {
    const text = `import os
from agents import Agent as Desk, Runner, function_tool
from pydantic_ai import Agent


@function_tool
${TOOL}desk = Desk(name="Desk", tools=[remove_file])
outer = Agent("openai:gpt-5", name="Outer")


@outer.tool_plain
async def ask(question: str) -> str:
    """Asks."""
    return (await Runner.run(desk, question)).final_output


outer.run_sync(input())
`;
    const { missing, agents } = await read({ 'agent.py': text });
    expect(agents.toSorted()).toEqual(['Desk', 'Outer']);
    expect(missing).toEqual(['agent.py:7']);
  });
});
