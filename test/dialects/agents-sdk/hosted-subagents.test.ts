import { describe, expect, it } from 'vitest';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { lintFiles } from '../../rules/lint-files.js';

const script = (options: string) =>
  `import { Agent, OpenAIHostedMultiAgentModel } from '@openai/agents';
const a = new Agent({ name: 'A', model: new OpenAIHostedMultiAgentModel(client, 'm'${options}) });
`;
const python = (options: string) =>
  `from agents import Agent
from agents.extensions.experimental.hosted_multi_agent import OpenAIHostedMultiAgentModel
a = Agent(name="A", model=OpenAIHostedMultiAgentModel(model="m"${options}))
`;

describe('subagents that a model starts with the operator', () => {
  it.each([
    ['a.ts', script(''), ['2:41 delegation/unbounded']],
    ['a.ts', script(', {}'), ['2:41 delegation/unbounded']],
    ['a.ts', script(', { maxConcurrentSubagents: 3 }'), []],
    ['a.ts', script(', { maxConcurrentSubagents: 30 }'), ['2:112 delegation/bound-too-high']],
    ['a.ts', script(', { maxConcurrentSubagents: limit() }'), []],
    ['a.py', python(''), ['3:27 delegation/unbounded']],
    ['a.py', python(', config={"max_concurrent_subagents": 3}'), []],
  ])('need a bound of their own: %s', async (file, text, expected) => {
    const { findings } = await lintFiles({ [file]: text });
    const places = findings.flatMap(({ rule, range: { start } }) =>
      rule.startsWith('delegation/') ? [`${start.line}:${start.column} ${rule}`] : [],
    );
    expect(places).toEqual(expected);
  });

  it.each([
    ['a.ts', script(''), script(', { maxConcurrentSubagents: 3 }')],
    ['a.ts', script(', {}'), script(', { maxConcurrentSubagents: 3 }')],
    ['a.ts', script(', { maxConcurrentSubagents: 0 }'), script(', { maxConcurrentSubagents: 3 }')],
    ['a.py', python(''), python(', config={"max_concurrent_subagents": 3}')],
    ['a.py', python(', config={}'), python(', config={"max_concurrent_subagents": 3}')],
  ])('get it by an edit of the program: %s', async (file, text, expected) => {
    const { findings } = await lintFiles({ [file]: text });
    const [fix] = findings.find(({ rule }) => rule === 'delegation/unbounded')?.fixes ?? [];
    expect(editedText(text, fix?.edits ?? [])).toBe(expected);
  });
});
