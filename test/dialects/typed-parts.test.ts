import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../rules/lint-files.js';

const PAY =
  'type="mcp", server_label="pay", server_url="https://pay.example.com/mcp", require_approval="never", allowed_tools=["refund_payment"]';

async function lint(text: string) {
  const result = await lintFiles({ 'a.py': text });
  return {
    answered: statedFindings(result, 'approval/auto-approved').map((one) => one.split(' ')[0]),
    tools: result.systems.flatMap(({ agents }) =>
      agents.flatMap(({ tools }) => tools.map(({ name }) => name)),
    ),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

describe('a part of a request that a class of Python makes', () => {
  it.each([
    ['from openai.types.responses.tool_param import Mcp', 'Mcp'],
    ['from openai.types.responses import tool_param', 'tool_param.Mcp'],
    ['from openai import types', 'types.responses.tool_param.Mcp'],
    ['import openai.types.responses.tool_param', 'openai.types.responses.tool_param.Mcp'],
  ])('is the dict of its keywords: %s', async (line, name) => {
    const text = `${line}
from openai import OpenAI
from openai.types.responses import FunctionToolParam
client = OpenAI()
pay = ${name}(${PAY})
client.responses.create(model="m", input="x", tools=[pay, FunctionToolParam(type="function", name="delete_user")])
`;
    expect(await lint(text)).toEqual({
      answered: [`5:${7 + name.length + PAY.indexOf('["refund') + 2}`],
      tools: ['delete_user'],
      open: [],
    });
  });

  it('is one of a `TypedDict` of the project too', async () => {
    const text = `from typing import TypedDict
from openai import OpenAI
class Base(TypedDict, total=False):
    type: str
class Pay(Base):
    server_url: str
client = OpenAI()
client.responses.create(model="m", input="x", tools=[Pay(${PAY})])
`;
    expect((await lint(text)).answered).toEqual([`8:${57 + PAY.indexOf('["refund') + 2}`]);
  });

  it('is not known of a class that may make anything', async () => {
    const text = `from openai import OpenAI
from pay.parts import Mcp
client = OpenAI()
client.responses.create(model="m", input="x", tools=[Mcp(${PAY})])
`;
    expect(await lint(text)).toEqual({ answered: [], tools: [], open: ['computed by Mcp()'] });
  });
});
