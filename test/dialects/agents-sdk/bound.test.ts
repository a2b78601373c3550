import { expect, test } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PYTHON = `from functools import partial
from agents import Agent, function_tool


@function_tool
def issue_refund(x: str) -> str:
    return x


@function_tool
def send_mail(x: str) -> str:
    return x


class Kit:
    def tools(self):
        return [issue_refund]

    @property
    def mail(self):
        return [send_mail]


make = partial(Agent, model="m", tools=[issue_refund])
`;
const TYPESCRIPT = `import { Agent, tool } from '@openai/agents';
const issueRefund = tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async () => 1 });
class Kit {
  get tools() { return [issueRefund]; }
}
`;

test.each([
  ['an agent of a bound constructor', 'a.py', `${PYTHON}one = make(name="One")\n`, ['6:5 One']],
  [
    'a method that lists tools',
    'a.py',
    `${PYTHON}two = Agent(name="Two", tools=Kit().tools())\n`,
    ['6:5 Two'],
  ],
  [
    'a property that lists tools',
    'a.py',
    `${PYTHON}two = Agent(name="Two", tools=Kit().mail)\n`,
    ['11:5 Two'],
  ],
  [
    'a getter that lists tools',
    'a.ts',
    `${TYPESCRIPT}const kit = new Kit();\nexport const a = new Agent({ name: 'A', tools: kit.tools });\n`,
    ['2:34 A'],
  ],
])('%s is judged like any other', async (_, file, text, expected) => {
  const { findings } = await lintFiles({ [file]: text }, { only: ['approval/missing'] });
  expect(findings.map(({ range, agent }) => `${range.start.line}:${range.start.column} ${agent}`)).toEqual(
    expected,
  );
});
