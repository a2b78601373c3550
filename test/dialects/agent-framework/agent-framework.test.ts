import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `import requests
from agent_framework import Agent, AgentMiddleware, FunctionMiddleware, FunctionTool, ToolApprovalMiddleware, function_middleware, tool
from agent_framework.foundry import ResponsesHostServer
from agent_framework.openai import OpenAIChatClient

client = OpenAIChatClient()


`;
const pay = (decorator = '') => `${decorator}def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()


`;
const ASKS = '@tool(approval_mode="always_require")\n';

/** What is reported and not assessed of gates, by rule and tool. */
async function gates(text: string): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text });
  expect(systems.map(({ dialect }) => dialect)).toContain('agent-framework');
  const told = (rule: string, message: string) => `${rule} ${(/`([^`]+)`/.exec(message) ?? [])[1]}`;
  return [
    ...findings.map(({ rule, message }) => told(rule, message)),
    ...notAssessed.map(({ rule, message }) => `? ${told(rule, message)}`),
  ]
    .filter((one) => one.includes('approval/'))
    .sort();
}

const MISSING = 'approval/missing refund';

describe('the tools of an agent of Microsoft Agent Framework', () => {
  it.each([
    ['a function', pay(), '[refund]', [MISSING]],
    ['one function alone', pay(), 'refund', [MISSING]],
    ['a decorated function', pay('@tool\n'), '[refund]', [MISSING]],
    ['a decorated function that asks', pay(ASKS), '[refund]', ['? approval/unanswered refund']],
    ['a function that a tool is made of', pay(), '[FunctionTool(name="refund", func=refund)]', [MISSING]],
    [
      'a function with the decorator of another package',
      `from house import tool as tool_of_house\n\n\n${pay('@tool_of_house\n')}`,
      '[refund]',
      ['? approval/missing refund'],
    ],
  ])('are read: %s', async (_, head, tools, expected) => {
    expect(await gates(`${head}desk = client.as_agent(name="desk", tools=${tools})\n`)).toEqual(expected);
  });

  it.each([
    [
      'options of the agent',
      'desk = Agent(client, name="desk", default_options={"tools": [refund]})',
      [MISSING],
    ],
    ['a call of a client', 'print(client.get_response("go", tools=[refund]))', [MISSING]],
    ['options of that call', 'print(client.get_response("go", options={"tools": [refund]}))', [MISSING]],
    [
      'options of that call without tools',
      'desk = Agent(client, name="desk")\nprint(client.get_response("go"))',
      [],
    ],
  ])('are read where they stand: %s', async (_, text, expected) => {
    expect(await gates(`${pay()}${text}\n`)).toEqual(expected);
  });

  it.each([
    ['no middleware', '', [MISSING]],
    ['middleware that only goes on', ', middleware=[Guard()]', [MISSING]],
    ['middleware that asks a person', ', middleware=[Ask()]', []],
    ['a function that only goes on', ', middleware=[note]', [MISSING]],
    ['middleware that is not read', ', middleware=[AnyMiddleware()]', ['? approval/missing refund']],
  ])('may be gated by middleware: %s', async (_, more, expected) => {
    const guard =
      'class Guard(FunctionMiddleware):\n    async def process(self, context, next):\n        await next(context)\n\n\n' +
      'class Ask(FunctionMiddleware):\n    async def process(self, context, next):\n        if input("Go? ") == "yes":\n            await next(context)\n\n\n' +
      '@function_middleware\nasync def note(context, next):\n    print(context)\n    await next(context)\n\n\n' +
      'class AnyMiddleware(AgentMiddleware):\n    async def process(self, context, next):\n        await next(context)\n\n\n';
    expect(await gates(`${guard}${pay()}desk = Agent(client, name="desk", tools=[refund]${more})\n`)).toEqual(
      expected,
    );
  });
});

describe('a request of an agent of Microsoft Agent Framework', () => {
  const run = (
    after: string,
    more = '',
  ) => `${pay(ASKS)}desk = Agent(client, "Refund.", name="desk", tools=[refund]${more})


async def main(text):
    result = await desk.run(text)
${after}`;
  const loop = (answer: string) => `    while result.user_input_requests:
        answers = [one.to_function_approval_response(${answer}) for one in result.user_input_requests]
        result = await desk.run(answers)
`;
  it.each([
    ['nobody reads', run('    print(result.text)\n'), ['approval/unanswered refund']],
    ['a person answers', run(loop('input("Run it? ") == "yes"')), []],
    ['the program answers', run(loop('True')), ['approval/auto-approved refund']],
    [
      'rules answer',
      run(
        loop('input("Run it? ") == "yes"'),
        ', middleware=[ToolApprovalMiddleware(auto_approval_rules=[lambda call: True])]',
      ),
      ['approval/auto-approved refund'],
    ],
    [
      'no rules answer',
      run(loop('input("Run it? ") == "yes"'), ', middleware=[ToolApprovalMiddleware()]'),
      [],
    ],
    ['a person answers by its name', run(loop('approved=input("Run it? ") == "yes"')), []],
    ['the program answers by its name', run(loop('approved=True')), ['approval/auto-approved refund']],
    ['goes to clients', `${run('    print(result.text)\n')}\n\nResponsesHostServer(desk).run()\n`, []],
  ])('%s', async (_, text, expected) => {
    expect(await gates(text)).toEqual(expected);
  });
});

describe('agents of Microsoft Agent Framework', () => {
  it('are tools of others', async () => {
    const text = `${pay()}inner = Agent(client, name="inner", tools=[refund])\nroot = Agent(client, name="root", tools=[inner.as_tool()])\n`;
    const { systems } = await lintFiles({ 'desk.py': HEAD + text });
    expect(systems.map(({ agents }) => agents.map(({ name }) => name))).toEqual([['root', 'inner']]);
  });
});
