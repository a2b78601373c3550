import { describe, expect, it } from 'vitest';
import { editedText } from '../../src/syntax/edit/apply.js';
import { lintFiles, statedFindings } from './lint-files.js';

const INPUT = 'guardrail/missing-input';

const typescript = (client: string, body = '') => `import OpenAI, { AzureOpenAI } from 'openai';
export const answer = (input: string, given: OpenAI, options: object) =>
  ${client}.responses.create({
    model: 'some-model',
    input,
    ${body}tools: [{ type: 'function', name: 'create_ticket', parameters: {}, strict: true }],
  });
`;

const python = (client: string) => `from openai import OpenAI

def answer(text):
    return ${client}.responses.create(
        model="some-model",
        input=text,
        tools=[{"type": "function", "name": "create_ticket"}],
    )
`;

const locks = (version: string) => ({
  'package.json': JSON.stringify({ dependencies: { openai: version } }),
});

/** What the remedy of the missing input guardrail says, its edits, and the program after the first of them. */
async function remedyOf(files: Record<string, string>) {
  const { findings } = await lintFiles(files);
  const finding = findings.find(({ rule, ignored }) => rule === INPUT && !ignored);
  const [fix] = finding?.fixes ?? [];
  const text = fix && editedText(files[finding?.file ?? ''] ?? '', fix.edits);
  return { text: finding?.remediation, titles: finding?.fixes.map(({ title }) => title), fixed: text };
}

const CLAIM = 'Claim: the input and the output are checked elsewhere';

describe('the built-in guardrail of a Responses request', () => {
  it('is offered with its model where the locked client has it', async () => {
    const { text, titles, fixed } = await remedyOf({
      ...locks('6.46.0'),
      'a.ts': typescript('new OpenAI()'),
    });
    expect(text).toContain(
      "Set `moderation: { model: 'omni-moderation-latest', policy: { input: { mode: 'block' }, output: { mode: 'block' } } }` in the request. If your own code checks the input and the output, claim it in",
    );
    expect(titles).toEqual([
      'Set `moderation.policy.input.mode` and `moderation.policy.output.mode` to `block`',
      CLAIM,
    ]);
    expect(fixed).toContain(
      "moderation: { model: 'omni-moderation-latest', policy: { input: { mode: 'block' }, output: { mode: 'block' } } }",
    );
    expect(statedFindings(await lintFiles({ 'a.ts': fixed ?? '' }), INPUT)).toEqual([]);
  });

  it('is written as keyword arguments in Python, and keeps the model that is stated', async () => {
    const program = python('OpenAI()').replace(
      'tools=',
      'moderation={"model": "own-moderation", "policy": {"input": {"mode": "score"}}},\n        tools=',
    );
    const { text, fixed } = await remedyOf({ 'requirements.txt': 'openai==2.45.0\n', 'a.py': program });
    expect(text).toContain(
      'Set `moderation={"model": "own-moderation", "policy": {"input": {"mode": "block"}, "output": {"mode": "block"}}}` in the request.',
    );
    expect(fixed).toBe(
      program.replace('{"mode": "score"}', '{"mode": "block"}, "output": {"mode": "block"}'),
    );
  });

  it.each([
    ['where the locked client is older', { ...locks('6.45.0'), 'a.ts': typescript('new OpenAI()') }],
    ['where no version is locked', { 'a.ts': typescript('new OpenAI()') }],
    [
      'where a Python client is older',
      { 'requirements.txt': 'openai==2.44.0\n', 'a.py': python('OpenAI()') },
    ],
    [
      'for another host',
      {
        ...locks('6.46.0'),
        'a.ts': typescript("new OpenAI({ baseURL: 'https://models.example.com/v1' })"),
      },
    ],
    [
      'for a host that is computed',
      { ...locks('6.46.0'), 'a.ts': typescript('new OpenAI({ baseURL: process.env.MODELS })') },
    ],
    [
      'for a host that the environment sets',
      {
        ...locks('6.46.0'),
        '.env': 'OPENAI_BASE_URL=https://models.example.com/v1\n',
        'a.ts': typescript('new OpenAI()'),
      },
    ],
    ['for another operator', { ...locks('6.46.0'), 'a.ts': typescript('new AzureOpenAI()') }],
    ['for a client that comes from elsewhere', { ...locks('6.46.0'), 'a.ts': typescript('given') }],
    [
      'for a client whose options are spread in',
      { ...locks('6.46.0'), 'a.ts': typescript('new OpenAI({ ...options })') },
    ],
  ])('is not offered %s: a function to start from, and a claim', async (_where, files) => {
    const { text, titles } = await remedyOf(files);
    expect(text).toContain(
      'Check both in your own code, before the request and before anybody gets the answer. `agent-lint explain guardrail/missing-input` and `agent-lint explain guardrail/missing-output` have functions to start from. Once it does that, claim it in',
    );
    expect(text).not.toContain('moderation');
    expect(titles).toEqual([CLAIM]);
  });

  it('is not offered for a body whose client is not known', async () => {
    const body = { model: 'm', input: 'Hi', tools: [{ type: 'function', name: 'create_ticket' }] };
    const { text, titles } = await remedyOf({ 'a.json': JSON.stringify(body) });
    expect(text).not.toContain('moderation');
    expect(titles).toEqual([CLAIM]);
  });

  it.each([
    ['without its model', '{ policy: { input: { mode: "block" } } }', 'new OpenAI()'],
    [
      'at another host',
      '{ model: "omni-moderation-latest", policy: { input: { mode: "block" } } }',
      'new OpenAI({ baseURL: "https://models.example.com/v1" })',
    ],
  ])('blocks nothing %s', async (_where, moderation, client) => {
    const result = await lintFiles({ 'a.ts': typescript(client, `moderation: ${moderation},\n    `) });
    expect(statedFindings(result, INPUT)).toEqual([
      '3:3 warning `agent` has no input guardrail: a prompt injection can reach its tools. It has no output guardrail either: its answer can disclose personal data or secrets.',
    ]);
  });
});
