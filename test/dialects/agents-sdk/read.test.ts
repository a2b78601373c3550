import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SystemJson } from '../../../src/compare/system-json.js';
import { inspect, lintProject } from '../../../src/index.js';
import { withTree } from './tree.js';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** A tool as one line: its name, kind, effect and gate. */
const lines = (agent: SystemJson['agents'][number] | undefined) =>
  (agent?.tools ?? []).map(({ name, kind, effect, approval }) => {
    const value = approval.value === undefined ? '' : ` ${approval.value}`;
    return `${name} ${kind} ${effect} ${approval.state}${value}`;
  });

async function systemOf(files: Record<string, string>): Promise<SystemJson> {
  const { systems } = await withTree(files, (cwd) => inspect({ cwd, asOf: '2026-11-20' }));
  expect(systems).toHaveLength(1);
  return systems[0] as SystemJson;
}

describe('a program in TypeScript', () => {
  let system: SystemJson;
  beforeAll(async () => {
    system = await systemOf({
      'support.ts': fixture('support.ts'),
      'support-tools.ts': fixture('support-tools.ts'),
    });
  });
  const agent = (name: string) => system.agents.find((one) => one.name === name);

  it('is one system whose entry is the agent that is run', () => {
    expect(system).toMatchObject({
      file: 'support.ts',
      dialect: 'agents-sdk',
      surface: 'product',
      runtime: 'framework',
    });
    expect(system.agents.map(({ name }) => name)).toEqual(['Triage', 'Research', 'Billing']);
  });

  it('has tools with their effects and gates, also from another file', () => {
    expect(lines(agent('Billing'))).toEqual([
      'issue_refund function outward absent',
      'send_receipt function outward shown needsApproval: a function decides',
      'delete_account function destructive absent',
    ]);
    expect(agent('Billing')?.tools[2]).toMatchObject({
      file: 'support-tools.ts',
      range: { start: { line: 5 } },
    });
    expect(lines(agent('Triage'))).toEqual([
      'ask_research agent read absent',
      'shell shell destructive inexpressible',
      'computer computer_use destructive shown needsApproval: true',
    ]);
  });

  it('has hosted servers with the default of its own language', () => {
    const [mail, crm] = agent('Triage')?.mcpServers ?? [];
    expect(mail?.allowedTools).toMatchObject({ state: 'shown', value: ['send_mail'] });
    expect(mail?.tools[0]?.approval).toMatchObject({ state: 'shown', value: 'never' });
    expect(crm?.tools[0]).toMatchObject({
      name: 'delete_contact',
      approval: { state: 'shown', value: 'onApproval' },
    });
  });

  it('has local servers, whose tools no gate of this language can hold', () => {
    const [files, notes] = agent('Billing')?.mcpServers ?? [];
    expect(files).toMatchObject({
      name: 'files',
      address: 'npx -y @modelcontextprotocol/server-filesystem /data',
      transport: 'stdio',
      allowedTools: { state: 'absent' },
    });
    expect(notes?.tools.map(({ name, approval }) => `${name} ${approval.state}`)).toEqual([
      'read_note inexpressible',
      'delete_note inexpressible',
    ]);
  });

  it('has handoffs, agents as tools and guardrails', () => {
    expect(agent('Triage')).toMatchObject({ handoffs: ['Billing'], delegatesTo: ['Research'] });
    expect(agent('Billing')).toMatchObject({
      handoffs: ['Triage'],
      guardrails: { input: { state: 'shown', value: ['screen'] }, output: { state: 'absent' } },
    });
    expect(system.tracing).toMatchObject({
      state: 'shown',
      value: 'off',
      range: { start: { line: 89, column: 1 } },
    });
    expect(system.unresolved).toEqual([]);
  });
});

describe('a program in Python', () => {
  let system: SystemJson;
  beforeAll(async () => {
    system = await systemOf({
      'support.py': fixture('support.py'),
      'support_tools.py': fixture('support_tools.py'),
    });
  });
  const agent = (name: string) => system.agents.find((one) => one.name === name);

  it('has decorated functions as tools, at the name after def', () => {
    expect(lines(agent('Billing'))).toEqual([
      'issue_refund function outward absent',
      'send_receipt function outward shown needs_approval: true',
      'delete_account function destructive absent',
      'apply_patch apply_patch destructive shown needs_approval: true',
    ]);
    expect(agent('Billing')?.tools[1]?.range.start).toEqual({ line: 28, column: 5 });
    expect(agent('Billing')?.tools[2]).toMatchObject({
      file: 'support_tools.py',
      range: { start: { line: 5 } },
    });
  });

  it('copies what a clone is not given', () => {
    expect(agent('Research')?.guardrails.input).toMatchObject({ state: 'shown', value: ['screen'] });
    expect(lines(agent('Research'))).toEqual(['computer computer_use destructive inexpressible']);
  });

  it('has hosted servers that ask by default, and local ones that do not', () => {
    const [mail, crm, files] = agent('Triage')?.mcpServers ?? [];
    expect(mail?.tools[0]?.approval).toMatchObject({ state: 'shown', value: 'always (the default)' });
    expect(crm?.tools[0]?.approval).toMatchObject({ value: 'on_approval_request' });
    expect(files?.tools.map(({ name, approval }) => `${name} ${approval.state}`)).toEqual([
      'read_file absent',
      'write_file shown',
    ]);
  });

  it('judges an agent as a tool by the tools of that agent', () => {
    expect(lines(agent('Triage'))).toEqual([
      'ask_research agent destructive absent',
      'shell shell destructive absent',
    ]);
  });
});

describe('what is not known', () => {
  it('is unresolved with its reason, never absent', async () => {
    const system = await systemOf({
      'a.ts': `import { Agent } from '@openai/agents';
import { loadTools } from 'elsewhere';
export const a = new Agent({ name: 'A', tools: loadTools(), handoffs: [loadTools()] });
`,
    });
    expect(system.unresolved.map(({ what, why }) => `${what}: ${why}`)).toEqual([
      'the tools of `A`: computed by loadTools()',
      'a handoff of `A`: computed by loadTools()',
    ]);
  });

  it('makes a gate undecidable', async () => {
    const system = await systemOf({
      'a.py': `from agents import Agent, FunctionTool
from settings import ASK

a = Agent(name="A", tools=[FunctionTool(name="send_mail", needs_approval=ASK)])
`,
    });
    expect(lines(system.agents[0])).toEqual(['send_mail function outward undecidable']);
  });
});

describe('files that use no SDK', () => {
  it('are no agents, whatever they are called', async () => {
    const { systems, files } = await withTree(
      {
        'a.py': 'from agents.models import Thing\n\nThing(name="A", tools=[])\n',
        'agents/models.py': 'class Thing:\n    pass\n',
        'b.ts': "import { Agent } from 'node:http';\nnew Agent({ name: 'x' });\n",
      },
      (cwd) => inspect({ cwd, asOf: '2026-11-20' }),
    );
    expect(systems).toEqual([]);
    expect(files.map(({ path, dialect }) => [path, dialect])).toEqual([
      ['a.py', null],
      ['agents/models.py', null],
      ['b.ts', null],
    ]);
  });
});

describe('guardrails of tools', () => {
  const TYPESCRIPT = `import { Agent, MCPServerStdio, shellTool, tool } from '@openai/agents';
import { noSecrets, masked } from './checks';
const note = tool({ name: 'update_note', description: '', parameters: {}, execute: save, inputGuardrails: [noSecrets] });
const files = new MCPServerStdio({ command: 'files', toolInputGuardrails: [noSecrets], toolOutputGuardrails: [masked] });
const shell = shellTool({ shell, needsApproval: true, inputGuardrails: [noSecrets] });
export const desk = new Agent({ name: 'Desk', tools: [note, shell], mcpServers: [files] });
`;
  const PYTHON = `from agents import Agent, FunctionTool, function_tool
from checks import masked, no_secrets

@function_tool(tool_input_guardrails=[no_secrets], tool_output_guardrails=[])
def update_note(text: str) -> str:
    return text

page = FunctionTool(name="update_page", tool_output_guardrails=[masked])
desk = Agent(name="Desk", tools=[update_note, page])
`;

  it('stand at the tools of a program in TypeScript, where the SDK reads them', async () => {
    const { agents } = await systemOf({ 'a.ts': TYPESCRIPT });
    const [desk] = agents;
    expect(
      desk?.tools.map(({ name, guardrails }) => [name, guardrails?.input.value, guardrails?.output.state]),
    ).toEqual([
      ['update_note', ['noSecrets'], 'absent'],
      ['shell', undefined, undefined],
    ]);
    expect(desk?.tools[0]?.guardrails?.input.range?.start).toEqual({ line: 3, column: 107 });
    const [server] = desk?.mcpServers ?? [];
    expect([server?.guardrails?.input.value, server?.guardrails?.output.value]).toEqual([
      ['noSecrets'],
      ['masked'],
    ]);
  });

  it('stand at the tools of a program in Python', async () => {
    const { agents } = await systemOf({ 'a.py': PYTHON });
    expect(
      agents[0]?.tools.map(({ name, guardrails }) => [
        name,
        guardrails?.input.value,
        guardrails?.output.value,
      ]),
    ).toEqual([
      ['update_note', ['no_secrets'], undefined],
      ['update_page', undefined, ['masked']],
    ]);
  });

  it.each([
    ['a.ts', TYPESCRIPT, ['3:27', '4:15'], ['4:15']],
    ['a.py', PYTHON, ['5:5'], ['8:26']],
  ])('guard no agent in %s, and are named beside what is missing', async (file, text, input, output) => {
    const { findings } = await withTree({ [file]: text }, (cwd) => lintProject({ cwd, asOf: '2026-11-20' }));
    const related = (rule: string) =>
      findings
        .filter((one) => one.rule === rule)
        .map((one) => one.related.map(({ range }) => `${range.start.line}:${range.start.column}`));
    expect(related('guardrail/missing-input')).toEqual([[...input, ...output]]);
  });
});

describe('a handoff that is constructed', () => {
  it('leads to the agent that its function gives', async () => {
    const text = `from agents import Agent, Handoff

billing = Agent(name="Billing")

async def invoke(context, arguments):
    return billing

to_billing = Handoff(tool_name="to_billing", on_invoke_handoff=invoke, agent_name="Billing")
triage = Agent(name="Triage", handoffs=[to_billing])
`;
    const { agents } = await systemOf({ 'a.py': text });
    expect(agents.map(({ name, handoffs }) => [name, handoffs])).toEqual([
      ['Triage', ['Billing']],
      ['Billing', []],
    ]);
  });
});

describe('a tool whose name is computed', () => {
  it('is not known by the name of the option that runs it', async () => {
    const text = `import { Agent, tool } from '@openai/agents';
function make(name) {
  return tool({ name, parameters: {}, async execute() {} });
}
export const a = new Agent({ name: 'A', tools: [make(process.env.NAME), tool({ name: N, execute: issueRefund, parameters: {} })] });
function issueRefund() {}
`;
    const { agents } = await systemOf({ 'a.ts': text });
    expect(lines(agents[0])).toEqual([
      'tool() function unknown absent',
      'issueRefund function outward absent',
    ]);
  });

  it('has the default of what its maker takes out of its options', async () => {
    const text = `import { Agent, tool } from '@openai/agents';
function make(options) {
  const { name = 'get_order', description = 'x' } = options;
  return tool({ name, description, parameters: {}, async execute() {} });
}
export const a = new Agent({ name: 'A', tools: [make({}), make({ name: 'issue_refund' })] });
`;
    const { agents } = await systemOf({ 'a.ts': text });
    expect(lines(agents[0])).toEqual([
      'get_order function read absent',
      'issue_refund function outward absent',
    ]);
  });
});

describe('agents that a function of the project makes', () => {
  const FACTORY = `import { Agent, tool } from '@openai/agents';
export function makeAgent(name, tools, { model = 'm' } = {}) {
  const agent = new Agent({ name, tools, model, instructions: INSTRUCTIONS[name] });
  return agent;
}
`;
  const TYPESCRIPT = `import { run, tool } from '@openai/agents';
import { makeAgent } from './factory';
const refund = tool({ name: 'issue_refund', description: '', parameters: {}, execute: pay });
const look = tool({ name: 'get_order', description: '', parameters: {}, execute: find });
const billing = makeAgent('billing', [refund]);
export const triage = makeAgent('triage', [look, billing.asTool({ toolName: 'ask_billing' })], { model: 'n' });
export const orders = makeAgent('orders', [...look.others]);
await run(triage, 'hi');
`;
  const PYTHON = `from agents import Agent, function_tool

@function_tool
def issue_refund(charge: str) -> str:
    return charge

def make_agent(name, tools=(), handoffs=None, **extra):
    return Agent(name=name, tools=tools)

def make_plain(name: str, tools=[], *, handoffs=[]):
    return Agent(name=name, tools=tools, handoffs=handoffs)

billing = make_plain("billing", [issue_refund])
triage = make_plain(name="triage", handoffs=[billing])
`;
  const drawn = (systems: readonly SystemJson[]) =>
    systems.map(({ agents }) =>
      agents.map(({ name, model, tools, handoffs, delegatesTo }) => [
        name,
        model,
        tools.map((tool) => tool.name),
        [...handoffs, ...delegatesTo],
      ]),
    );

  it('are one for each call, with what it passes', async () => {
    const { systems } = await withTree({ 'factory.ts': FACTORY, 'main.ts': TYPESCRIPT }, (cwd) =>
      inspect({ cwd }),
    );
    expect(drawn(systems)).toEqual([
      [
        ['triage', 'n', ['get_order', 'ask_billing'], ['billing']],
        ['billing', 'm', ['issue_refund'], []],
      ],
      [['orders', 'm', [], []]],
    ]);
    expect(systems[1]?.unresolved.map(({ what }) => what)).toEqual(['a tool of `orders`']);
  });

  it('are read in Python', async () => {
    const { systems } = await withTree({ 'a.py': PYTHON }, (cwd) => inspect({ cwd }));
    expect(drawn(systems)).toEqual([
      [['agent', undefined, [], []]],
      [
        ['triage', undefined, [], ['billing']],
        ['billing', undefined, ['issue_refund'], []],
      ],
    ]);
  });

  it('have findings once, where they stand', async () => {
    const { findings } = await withTree({ 'factory.ts': FACTORY, 'main.ts': TYPESCRIPT }, (cwd) =>
      lintProject({ cwd, asOf: '2026-11-20' }),
    );
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(
      errors.map(({ rule, file, range }) => `${file}:${range.start.line}:${range.start.column} ${rule}`),
    ).toEqual(['main.ts:3:29 approval/missing']);
  });
});
