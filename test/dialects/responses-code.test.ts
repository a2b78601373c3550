import { beforeAll, describe, expect, it } from 'vitest';
import { readResponsesBody } from '../../src/dialects/responses/body.js';
import { givesTools } from '../../src/dialects/responses/recognise.js';
import type { AgentSystem } from '../../src/model/index.js';
import { callsOf } from '../../src/syntax/code/index.js';
import { loadAll, open } from '../syntax/code/open.js';

beforeAll(loadAll);

const CREATE = { named: new Set(['create']) };

/** The body of the first `create(...)` in a program, read as a Responses request. */
function readCall(file: string, text: string): AgentSystem {
  const [found] = callsOf(open(file, text), CREATE);
  const call = found?.call;
  if (!call) throw new Error('no call');
  expect(givesTools(call.options)).toBe(true);
  return readResponsesBody(call.options, { file, at: call.at });
}

const TYPESCRIPT = `import OpenAI from 'openai';
const client = new OpenAI();
const mail = { type: 'mcp', server_label: 'mail', server_url: 'https://mail.example.com/mcp',
  require_approval: 'never', allowed_tools: ['send_mail'] };
await client.responses.create({
  model: 'm', input: question(), store: true,
  tools: [mail, { type: 'shell', environment: { type: 'container_auto' } }, ...extra()],
});
`;
const PYTHON = `from openai import OpenAI
client = OpenAI()
mail = {"type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp",
  "require_approval": "never", "allowed_tools": ["send_mail"]}
client.responses.create(
  model="m", input=question(), store=True,
  tools=[mail, {"type": "shell", "environment": {"type": "container_auto"}}, *extra()],
)
`;

describe('a Responses request that a program makes', () => {
  it.each([
    ['a.ts', TYPESCRIPT],
    ['a.py', PYTHON],
  ])('is read from the literal in %s like one in JSON', (file, text) => {
    const { agents, storedState, unresolved, runtimeAt } = readCall(file, text);
    const [agent] = agents;
    expect(agent?.model).toBe('m');
    expect(agent?.tools.map((tool) => `${tool.name} ${tool.ungateable !== undefined}`)).toEqual([
      'shell true',
    ]);
    expect(agent?.mcpServers[0]?.tools[0]).toMatchObject({
      name: 'send_mail',
      approval: { state: 'shown', value: { by: 'machine', stated: 'never' } },
    });
    expect(agent?.mcpServers[0]?.at.range().start.line).toBe(3);
    expect(storedState?.[0]?.kept).toMatchObject({ state: 'shown', value: true });
    expect(unresolved.map((one) => one.what)).toEqual(['a tool of the list']);
    expect(runtimeAt.range().start.line).toBe(5);
  });

  it('has evidence that is computed where the program computes it', () => {
    const text = `client.responses.create({ model, input: 'x', store: keep(), tools: build(),
  moderation: policy() });`;
    const { storedState, unresolved, agents } = readCall('a.ts', text);
    expect(storedState?.[0]?.kept.state).toBe('undecidable');
    expect(unresolved.map((one) => one.what)).toEqual(['the list of tools']);
    expect(agents[0]?.guardrails.input.state).toBe('undecidable');
  });
});
