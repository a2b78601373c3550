import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const TS = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'refund_payment', description: 'x', parameters: {}, execute: async () => 'x' });
const mail = tool({ name: 'send_mail', description: 'x', parameters: {}, execute: async () => 'x' });
`;
const MCP = `{ type: 'mcp', server_label: 'pay', server_url: 'https://pay.example.com/mcp', require_approval: 'never', allowed_tools: ['refund_payment'] }`;
const OPENAI = "import OpenAI from 'openai';\nconst client = new OpenAI();\n";

async function lint(file: string, text: string) {
  const result = await lintFiles({ [file]: text });
  return {
    ungated: statedFindings(result, 'approval/missing').map((one) => one.split(' ')[0]),
    answered: statedFindings(result, 'approval/auto-approved').map((one) => one.split(' ')[0]),
    open: result.systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`)),
  };
}

describe('members that a condition brings', () => {
  it.each([
    ['a guard', `export const make = (on) => new Agent({ name: 'A', ...(on && { tools: [refund] }) });`],
    ['a choice', `export const make = (on) => new Agent({ name: 'A', ...(on ? { tools: [refund] } : {}) });`],
    [
      'a name',
      `export function make(on) { const more = on ? { tools: [refund] } : {}; return new Agent({ name: 'A', ...more }); }`,
    ],
  ])('are judged, and leave nothing open: %s', async (_, text) => {
    expect(await lint('a.ts', `${TS}${text}\n`)).toEqual({
      ungated: ['2:29'],
      answered: [],
      open: [],
    });
  });

  it('stand beside those that they may replace', async () => {
    const text = `${TS}export const make = (on) => new Agent({ name: 'A', tools: [mail], ...(on && { tools: [refund] }) });\n`;
    expect((await lint('a.ts', text)).ungated).toEqual(['2:29', '3:27']);
  });

  it('leave the others as they are', async () => {
    const text = `${TS}export const make = (on) => new Agent({ name: 'A', tools: [mail], ...(on && { model: 'm' }) });\n`;
    expect(await lint('a.ts', text)).toEqual({ ungated: ['3:27'], answered: [], open: [] });
  });

  it('settle no gate, which stays computed at run time', async () => {
    const text = `import { Agent, tool } from '@openai/agents';
export const make = (on) => new Agent({ name: 'A', tools: [
  tool({ name: 'refund_payment', description: 'x', parameters: {}, ...(on && { needsApproval: true }), execute: async () => 'x' }),
] });
`;
    const result = await lintFiles({ 'a.ts': text });
    expect(result.systems[0]?.agents[0]?.tools.map(({ approval }) => approval.state)).toEqual([
      'undecidable',
    ]);
    expect(statedFindings(result, 'approval/missing')).toEqual([]);
  });

  it('may be unknown on one side, and what is known is judged', async () => {
    const text = `${TS}export const make = (on, rest) => new Agent({ name: 'A', tools: [mail], ...(on ? { tools: [refund] } : rest) });\n`;
    const { ungated, open } = await lint('a.ts', text);
    expect(ungated).toEqual(['3:27']);
    expect(open[0]).toContain('spread of `(on ? { tools: [refund] } : rest)`');
  });

  it('make an agent of a request that has no other tools', async () => {
    const text = `${OPENAI}export const ask = (on) => client.responses.create({ model: 'm', input: 'x', ...(on && { tools: [${MCP}] }) });\n`;
    expect(await lint('a.ts', text)).toEqual({
      ungated: [],
      answered: ['3:220'],
      open: ['a tool of the list: chosen by a condition'],
    });
  });

  it('are read in a call of Python too', async () => {
    const text = `from openai import OpenAI
client = OpenAI()
PAY = {"type": "mcp", "server_label": "pay", "server_url": "https://pay.example.com/mcp", "require_approval": "never", "allowed_tools": ["refund_payment"]}
def ask(on):
    return client.responses.create(model="m", input="x", **({"tools": [PAY]} if on else {}))
`;
    expect((await lint('a.py', text)).answered).toEqual(['3:138']);
  });
});
