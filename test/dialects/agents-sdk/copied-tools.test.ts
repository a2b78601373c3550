import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const TS = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'refund_payment', description: 'x', parameters: {}, execute: async () => 'x' });
const mail = tool({ name: 'send_mail', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
`;
const PY = `import dataclasses
from agents import Agent, function_tool
@function_tool
def refund_payment(i): ...
@function_tool(needs_approval=True)
def send_mail(i): ...
`;

async function lint(file: string, text: string) {
  const { systems, ...result } = await lintFiles({ [file]: text });
  return {
    ungated: statedFindings({ systems, ...result }, 'approval/missing').map((one) => one.split(' ')[0]),
    tools: systems.flatMap(({ agents }) =>
      agents.flatMap(({ tools }) => tools.map(({ name, approval }) => `${name} ${approval.state}`)),
    ),
    open: systems.flatMap(({ unresolved }) => unresolved.map(({ why }) => why)),
  };
}

describe('a copy of a tool', () => {
  it.each([
    [
      'is gated by a member of its own',
      '{ ...refund, needsApproval: async () => true }',
      'refund_payment shown',
    ],
    ['keeps the gate of what it copies', "{ ...mail, description: 'y' }", 'send_mail shown'],
    ['is not there where it is switched off', '{ ...refund, isEnabled: false }', undefined],
    [
      'of a copy is one too',
      '{ ...{ ...refund, needsApproval: true }, timeoutMs: 5 }',
      'refund_payment shown',
    ],
  ])('%s (TypeScript)', async (_, copy, tool) => {
    const text = `${TS}export const a = new Agent({ name: 'A', tools: [${copy}] });\n`;
    expect(await lint('a.ts', text)).toEqual({ ungated: [], tools: tool ? [tool] : [], open: [] });
  });

  it('loses the gate that it takes away, and stands where the tool is named (TypeScript)', async () => {
    const text = `${TS}const open = { ...mail, needsApproval: async () => false };\nexport const a = new Agent({ name: 'A', tools: [open] });\n`;
    expect(await lint('a.ts', text)).toEqual({ ungated: ['3:27'], tools: ['send_mail absent'], open: [] });
  });

  it('is judged by the name that it is given (TypeScript)', async () => {
    const text = `${TS}const own = { ...refund, name: 'delete_user' };\nexport const a = new Agent({ name: 'A', tools: [own] });\n`;
    expect(await lint('a.ts', text)).toEqual({ ungated: ['4:32'], tools: ['delete_user absent'], open: [] });
  });

  it.each([
    ['something else is spread into it', '{ ...refund, ...rest }'],
    ['it is one of nothing that is known', '{ ...rest, needsApproval: true }'],
  ])('is not known where %s', async (_, copy) => {
    const text = `${TS}import { rest } from 'elsewhere';\nexport const a = new Agent({ name: 'A', tools: [${copy}] });\n`;
    const { tools, open } = await lint('a.ts', text);
    expect({ tools, open: open.length }).toEqual({ tools: [], open: 1 });
  });

  it.each([
    ['is gated by an option', 'replace(refund_payment, needs_approval=True)', [], 'refund_payment shown'],
    ['loses the gate', 'replace(send_mail, needs_approval=False)', ['6:5'], 'send_mail absent'],
    ['is judged by its name', 'replace(refund_payment, name="delete_user")', ['7:69'], 'delete_user absent'],
  ])('%s (Python)', async (_, copy, ungated, tool) => {
    const text = `${PY}a = Agent(name="A", tools=[dataclasses.${copy}])\n`;
    expect(await lint('a.py', text)).toEqual({ ungated, tools: [tool], open: [] });
  });
});
