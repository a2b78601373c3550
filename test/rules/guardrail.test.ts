import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrameworkRows } from '../../src/dialects/frameworks/rows/row.js';
import { fixesWith } from '../../src/report/page.js';
import { lintFiles, statedFindings } from './lint-files.js';

const lintAgents = (agents: string, more = '') =>
  lintFiles({ 'a.agent.yaml': `runtime: framework\nagents:\n${agents}${more}` });

const guardrailRules = async (text: string) =>
  (await lintFiles({ 'a.agent.yaml': text })).findings
    .map(({ rule }) => rule)
    .filter((rule) => rule.startsWith('guardrail/'));

describe('guardrails', () => {
  it('are asked of a system with any MCP server, and of one with a tool of unknown effect', async () => {
    const one = ['guardrail/missing-input'];
    const server =
      'agent:\n  mcp_servers: [{ url: "https://a.example.com/mcp" }]\ncontrols: { mcp_servers: { "https://a.example.com/mcp": { allowed_tools: [list_issues] } } }\n';
    expect(await guardrailRules(server)).toEqual(one);
    expect(await guardrailRules('agent:\n  tools: [{ name: frobnicate }]\ncontrols: {}\n')).toEqual(one);
  });

  it('are not asked of a system that only reads, nor of one without tools', async () => {
    expect(await guardrailRules('agent:\n  tools: [{ name: get_order }]\ncontrols: {}\n')).toEqual([]);
    expect(await guardrailRules('agent:\n  instructions: Be kind.\ncontrols: {}\n')).toEqual([]);
  });

  it('on output are asked of every agent that gives a final answer', async () => {
    const result =
      await lintAgents(`  front: { instructions: Sort., handoffs: [left, right], controls: { guardrails: { input: [abuse] } } }
  left: { tools: [{ name: create_ticket }], controls: { guardrails: { output: [personal-data] } } }
  right: { instructions: Explain. }
`);
    const found = result.findings.filter(({ rule }) => rule === 'guardrail/missing-output');
    expect(
      found.map(({ agent, message, related }) => [agent, message.split(' ')[0], related.length]),
    ).toEqual([['front', '`right`', 1]]);
  });

  it('on output are required of each agent of a cycle, as each may answer', async () => {
    const result =
      await lintAgents(`  front: { tools: [{ name: create_ticket }], handoffs: [back], controls: { guardrails: { input: [abuse] } } }
  back: { instructions: Work., handoffs: [front], controls: { guardrails: { output: [personal-data] } } }
`);
    expect(statedFindings(result, 'guardrail/missing-output').map((one) => one.split(' ')[2])).toEqual([
      '`front`',
    ]);
  });

  it.each([
    ['as severe', '', ['missing-input']],
    ['off', 'guardrail/missing-input: off', ['missing-output']],
    ['milder', 'guardrail/missing-output: error', ['missing-input', 'missing-output']],
    [
      'not locked where the other one is',
      'guardrail/missing-output: { severity: warning, locked: true }',
      ['missing-input', 'missing-output'],
    ],
  ])('for both sides are one finding or two: the rule for input is %s', async (_, rules, expected) => {
    const { findings } = await lintFiles({
      'a.agent.yaml': 'runtime: framework\nagent: { tools: [{ name: create_ticket }] }\n',
      'agent-lint.config.yaml': `rules: { ${rules} }\n`,
    });
    const found = findings.filter(({ rule }) => rule.startsWith('guardrail/'));
    expect(found.map(({ rule }) => rule.replace('guardrail/', ''))).toEqual(expected);
    expect(found[0]?.message.includes('It has no output guardrail either')).toBe(
      expected.length === 1 && rules === '',
    );
  });

  it('on output are not asked of a subagent: its lead answers', async () => {
    const result =
      await lintAgents(`  lead: { instructions: Lead., delegates_to: [worker], controls: { guardrails: { output: [personal-data] } } }
  worker: { tools: [{ name: create_ticket }] }
`);
    expect(statedFindings(result, 'guardrail/missing-output')).toEqual([]);
    expect(result.met).toContainEqual({ rule: 'guardrail/missing-output', shown: 0, attested: 1 });
  });

  it('on input are well placed on a specialist that is delegated to as well', async () => {
    const result = await lintAgents(`  front: { instructions: Sort., handoffs: [back], delegates_to: [back] }
  back: { instructions: Work., controls: { guardrails: { input: [prompt-injection] } } }
`);
    expect(statedFindings(result, 'guardrail/misplaced')).toEqual([]);
  });

  it.each([
    [
      'another one',
      ', controls: { guardrails: { input: [abuse] } }',
      ['prompt-injection'],
      'Move it to `front`, or to',
    ],
    ['none', '', ['prompt-injection'], 'Move it to `front`, or to'],
    [
      'it too',
      ', controls: { guardrails: { input: [prompt-injection, abuse] } }',
      ['prompt-injection'],
      '`front` has this guardrail already: remove it',
    ],
    [
      'one of two',
      ', controls: { guardrails: { input: [abuse] } }',
      ['prompt-injection', 'abuse'],
      'Move it to `front`, or to',
    ],
  ])('behind an agent that has %s name what helps', async (_, own, behind, remedy) => {
    const result = await lintAgents(`  front: { instructions: Sort., handoffs: [back]${own} }
  back: { instructions: Work., controls: { guardrails: { input: [${behind.join(', ')}] } } }
`);
    const [found, ...more] = result.findings.filter(({ rule }) => rule === 'guardrail/misplaced');
    expect(more).toEqual([]);
    expect(found?.remediation.startsWith(remedy)).toBe(true);
  });

  it.each([
    [
      'no list of tools',
      '',
      ['`screen` runs in parallel with `Desk`: `crm.example.com` can be called before it stops an input.'],
    ],
    ['a list of tools', ', tool_filter=create_static_tool_filter(allowed_tool_names=["get_order"])', []],
  ])('beside a server with %s are reported as stated', async (_, filter, messages) => {
    const program = `from agents import Agent, input_guardrail
from agents.mcp import MCPServerStreamableHttp, create_static_tool_filter

@input_guardrail
async def screen(context, agent, text):
    ...

crm = MCPServerStreamableHttp(name="crm", params={"url": "https://crm.example.com/mcp"}${filter})
desk = Agent(name="Desk", mcp_servers=[crm], input_guardrails=[screen])
`;
    const { findings } = await lintFiles({ 'a.py': program }, { only: ['guardrail/beside-tools'] });
    expect(findings.map(({ message }) => message)).toEqual(messages);
  });

  it('that the project attests for all agents are misplaced on none', async () => {
    const result = await lintFiles({
      'a.agent.yaml':
        'runtime: framework\nagents:\n  front: { instructions: Sort., handoffs: [back] }\n  back: { tools: [{ name: create_ticket }] }\n',
      'agent-lint.config.yaml':
        'attestations:\n  - files: "*.agent.yaml"\n    controls: { guardrails: { input: [gateway], output: [gateway] } }\n    reason: all traffic passes the gateway\n',
    });
    expect(result.findings.filter(({ rule }) => rule.startsWith('guardrail/'))).toEqual([]);
  });
});

describe('the output guardrail of a spoken agent', () => {
  it.each([
    [
      'of its session, in TypeScript',
      'a.ts',
      `import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents/realtime';
const send = tool({ name: 'send_sms', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
export const session = new RealtimeSession(new RealtimeAgent({ name: 'A', tools: [send] }), {});
`,
      'Set `outputGuardrails` of its `RealtimeSession`. `agent-lint explain guardrail/missing-output` has a function to start from. If the output is checked elsewhere, claim it in agent-lint.config.yaml under `attestations`, with your own `reason`: ',
    ],
    [
      'of the agent too, in Python',
      'a.py',
      `from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeRunner
@function_tool(needs_approval=True)
def send_sms(to: str) -> str: ...
runner = RealtimeRunner(RealtimeAgent(name="A", tools=[send_sms]))
`,
      'Set `output_guardrails` of the agent or its run. `agent-lint explain guardrail/missing-output` has a function to start from. If the output is checked elsewhere, claim it in agent-lint.config.yaml under `attestations`, with your own `reason`: ',
    ],
  ])('is an option %s', async (_, file, text, edit) => {
    const { findings } = await lintFiles({ [file]: text }, { only: ['guardrail/missing-output'] });
    expect(findings.map(({ remediation }) => remediation)).toEqual([expect.stringContaining(edit)]);
  });
});

describe('guardrails that a wrapper gives to a realtime session', () => {
  const script = (
    options: string,
  ) => `import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents/realtime';
import { send, guardrails } from './own';
const mail = tool({ name: 'send_email', description: '', parameters: {}, needsApproval: true, execute: ({ to }) => send(to) });
const agent = new RealtimeAgent({ name: 'Voice', tools: [mail] });
const open = (one, options) => new RealtimeSession(one, { model: 'gpt-realtime', ...options });
open(agent, ${options});
`;
  const python = (config: string) => `from agents import function_tool
from agents.realtime import RealtimeAgent, RealtimeRunner
from own import send, guardrail

@function_tool(needs_approval=True)
def send_email(to: str) -> str:
    return send(to)

def start(agent, config):
    return RealtimeRunner(agent, config=config)

start(RealtimeAgent(name="Voice", tools=[send_email]), ${config})
`;

  it.each([
    ['TypeScript', 'a.ts', script('{ outputGuardrails: guardrails }'), script('{}')],
    ['Python', 'a.py', python('{"output_guardrails": [guardrail]}'), python('{}')],
  ])('count in %s', async (_, file, withOne, without) => {
    const found = async (text: string) => {
      const { findings } = await lintFiles({ [file]: text }, { only: ['guardrail/missing-output'] });
      return findings.map(({ rule }) => rule);
    };
    expect([await found(withOne), await found(without)]).toEqual([[], ['guardrail/missing-output']]);
  });
});

describe('missing guardrails of a system', () => {
  const severities = async (files: Record<string, string>) => {
    const { findings } = await lintFiles(files);
    return findings
      .filter(({ rule }) => rule.startsWith('guardrail/missing-'))
      .map(({ rule, severity }) => `${rule.slice('guardrail/missing-'.length)} ${severity}`)
      .sort();
  };
  const config = (tools: string, controls = '') => ({
    'a.agent.yaml': `runtime: framework\nagent:\n  model: m\n${tools}${controls}`,
  });
  const program = (name: string, tools = `WebSearchTool(), ${name}`, result = 'a + b') => ({
    'a.py': `from agents import Agent, WebSearchTool, function_tool\nfrom shop import run\n@function_tool\ndef ${name}(a: int, b: int) -> int:\n    """Does it."""\n    return ${result}\ndesk = Agent(name="Desk", tools=[${tools}])\n`,
  });
  const SERVER = '  mcp_servers: [{ url: "https://docs.example.com/mcp" }]\n';

  it.each([
    ['that searches the web', config('  tools: [{ type: web_search }]\n')],
    [
      'with a server of which it may only read',
      config(
        SERVER,
        'controls: { mcp_servers: { "https://docs.example.com/mcp": { allowed_tools: [get_page, search_docs] } } }\n',
      ),
    ],
    ['that adds numbers beside a search', program('add_numbers')],
    ['that formats text beside a search', program('format_text')],
    ['of which no more than a bland word is known', program('process_user', 'process_user', 'run(a)')],
  ])('%s are notes', async (_, files) => {
    expect(await severities(files)).toEqual(['input info']);
  });

  it.each([
    ['that writes', config('  tools: [{ type: web_search }, { type: function, name: update_page }]\n')],
    ['with a server of which it may call anything', config(SERVER)],
    ['that adds products', program('add_product', 'add_product', 'run(a)')],
  ])('%s are warnings', async (_, files) => {
    expect(await severities(files)).toEqual(['input warning']);
  });

  it('of which the whole body only computes, whatever its name, are not reported', async () => {
    expect(await severities(program('add_product', 'add_product'))).toEqual([]);
  });

  it('that only adds numbers are not reported', async () => {
    expect(await severities(program('add_two_numbers', 'add_two_numbers'))).toEqual([]);
  });
});

describe('a function to start from', () => {
  const dialects = join(import.meta.dirname, '../../src/dialects');
  /** Those of which the pages have a program. */
  const frameworks = readdirSync(dialects)
    .filter((name) => existsSync(join(dialects, name, 'framework.ts')))
    .flatMap((name) =>
      (['python', 'typescript'] as const).flatMap((language) => {
        const rows = join(dialects, name, `rows.${language}.json`);
        if (!existsSync(rows)) return [];
        const stated = JSON.parse(readFileSync(rows, 'utf8')) as FrameworkRows;
        const { name: title, modules, remedies } = stated;
        return stated.rows.length === 0 || remedies?.page === false ? [] : [{ title, language, modules }];
      }),
    );
  const fence = { python: '```python ', typescript: '```ts ' };
  const imported = { python: /^(?:from|import) ([\w.]+)/gm, typescript: /from '([^']+)'/g };

  it.each(frameworks.flatMap((one) => ['input', 'output'].map((side) => ({ ...one, side }))))(
    'is on the page for $side with $title in $language, and alone there',
    ({ side, title, ...one }) => {
      const page = readFileSync(
        join(import.meta.dirname, `../../rules/guardrail/missing-${side}.md`),
        'utf8',
      );
      const { found = '' } = fixesWith(page, title);
      const programs = (language: 'python' | 'typescript') =>
        found
          .split(fence[language])
          .slice(1)
          .map((text) => text.split('\n```')[0] ?? '');
      const uses = (text: string, language: 'python' | 'typescript', modules: readonly string[]) =>
        [...text.matchAll(imported[language])].some(([, from = '']) =>
          modules.some(
            (name) => from === name || from.startsWith(`${name}${language === 'python' ? '.' : '/'}`),
          ),
        );
      const here = programs(one.language);
      expect(here.map((text) => uses(text, one.language, one.modules))).toEqual([true]);
      const others = frameworks.filter((other) => other.language === one.language && other.title !== title);
      expect(others.filter(({ modules }) => uses(here[0] ?? '', one.language, modules))).toEqual([]);
    },
  );
});
