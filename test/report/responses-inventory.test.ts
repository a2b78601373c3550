import { expect, it } from 'vitest';
import { systemJson } from '../../src/compare/system-json.js';
import { systemLines } from '../../src/report/shared/system-lines.js';
import { lintFiles } from '../rules/lint-files.js';
import { validatorOf } from './schemas.js';

const REQUEST = `POST https://eu.api.openai.com/v1/responses
Content-Type: application/json

{ "model": "m", "input": "hi", "store": false, "background": true, "tools": [{ "type": "web_search" }] }
`;

it('the inventory of a Responses request shows its endpoint and what it keeps', async () => {
  const { systems } = await lintFiles({ 'a.http': REQUEST });
  const [system] = systems;
  if (!system) throw new Error('nothing was read');
  const json = systemJson(system);
  expect(json.endpoint).toMatchObject({ host: 'eu.api.openai.com', region: 'eu', processes: true });
  expect(
    json.storedState?.map(({ kind, name, kept }) => `${kind} ${name} ${kept.state} ${kept.value}`),
  ).toEqual(['response store shown false', 'background background shown true']);
  const validate = validatorOf('inventory');
  validate({ schema: 'agent-lint/inventory@1', files: [], unread: [], systems: [json] });
  expect(validate.errors).toBeNull();
  expect(systemLines(system).filter((line) => /endpoint|stores state/.test(line))).toEqual([
    '  endpoint: eu.api.openai.com, processes data in the EU (1:6)',
    '  stores state, store (4:41): no (seen in the file, 4:41)',
    '  stores state, background (4:62): yes (seen in the file, 4:62)',
  ]);
});

it.each([
  [
    'agent.ts',
    "import { query } from '@anthropic-ai/claude-agent-sdk';\nfor await (const one of query({ prompt: 'hi', options: { permissionMode: 'default', maxTurns: 4 } })) console.log(one);\n",
    'transcript',
  ],
  [
    'agent.py',
    'from openai import OpenAI\n\nclient = OpenAI()\nthread = client.beta.threads.create()\nrun = client.beta.threads.runs.create(thread_id=thread.id, assistant_id="a", tools=[{"type": "code_interpreter"}])\n',
    'thread',
  ],
])('the inventory names the kind of what a program keeps: %s', async (file, text, kind) => {
  const { systems } = await lintFiles({ [file]: text });
  const json = systems.map(systemJson);
  expect(json.flatMap(({ storedState = [] }) => storedState.map((one) => one.kind))).toContain(kind);
  const validate = validatorOf('inventory');
  validate({ schema: 'agent-lint/inventory@1', files: [], unread: [], systems: json });
  expect(validate.errors).toBeNull();
});
