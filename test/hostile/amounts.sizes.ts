import { beforeAll, describe, expect, it } from 'vitest';
import { readGrammar } from '../../src/files/grammar-files.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import type { LintResult } from '../../src/lint/result.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { renderJson } from '../../src/report/formats/json.js';
import { renderInventoryText } from '../../src/report/inventory.js';
import { loadParsers } from '../../src/syntax/index.js';
import { openPrograms } from '../../src/systems/program-sources.js';

/*
 * Each input is of a size at which work that grows with its square takes minutes, or a call gets more arguments than it
 * takes. The time limit is that of the runner: a slow machine is no fault.
 */
beforeAll(() => loadParsers(['json', 'yaml', 'http']));

async function lint(files: Record<string, string>): Promise<LintResult> {
  const workspace = workspaceOf(files, true);
  const code = await openPrograms(workspace, readGrammar);
  return lintWorkspace(workspace, noConfig(), { asOf: '2026-11-20', ...(code ? { code } : {}) });
}

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

const of = (result: LintResult, rule: string) => result.findings.filter((finding) => finding.rule === rule);

const starts = (findings: LintResult['findings']) =>
  findings.map(({ range }) => `${range.start.line}:${range.start.column}`);

/** The columns, in a text of one line, at which each of these stands. */
const columnsOf = (text: string, parts: readonly string[]) =>
  parts.map((part) => `1:${text.indexOf(part) + 1}`);

describe('thousands of one thing in one file', () => {
  it('beside a name of half a mebibyte are reported without it', async () => {
    const names = many(3_000, (index) => `send_${index}`);
    const tools = names.map((name) => ({ type: 'function', name }));
    const text = JSON.stringify({
      runtime: 'managed',
      agents: { ['n'.repeat(500_000)]: { model: 'm', tools } },
    });
    const result = await lint({ 'a.agent.json': text });
    const found = of(result, 'approval/missing');
    expect(starts(found)).toEqual(
      columnsOf(
        text,
        names.map((name) => `"${name}"`),
      ),
    );
    expect(Math.max(...found.map(({ agent = '' }) => agent.length))).toBe(2_003);
    expect(found[7]?.path).toBe(`agents.${'n'.repeat(200)}.tools[send_7]`);
    expect(renderJson(result).length).toBeLessThan(100_000_000);
  });

  it('of the allow-list of Claude Code are held against as many that are denied', async () => {
    const allow = many(12_000, (index) => `Bash(rm ${index}:*)`);
    const deny = [...many(12_000, (index) => `Bash(mv ${index}:*)`), 'Bash(rm 7:*)', 'Bash(rm 11999:*)'];
    const text = JSON.stringify({ permissions: { allow, deny } });
    const found = of(await lint({ '.claude/settings.json': text }), 'approval/auto-approved');
    const left = allow.filter((one) => !deny.includes(one)).map((one) => `"${one}"`);
    expect(starts(found)).toEqual(columnsOf(text, left).slice(0, 1));
  });

  it('of the lines for curl that send one file, or are given one list, are read', async () => {
    const send = 'curl https://api.example.com/v1/agents/sessions -H "Acme-Beta: agents=v1"';
    const agent = { model: 'm', tools: [{ type: 'function', name: 'issue_refund' }] };
    const body = JSON.stringify({ agent, about: 'x'.repeat(400_000) });
    const files = { 'a.sh': `${send} --json @p.json\n`.repeat(3_000), 'p.json': body };
    expect(starts(of(await lint(files), 'approval/missing'))).toEqual(columnsOf(body, ['"issue_refund"']));
    const list = `ALL=(${'-H "a: b" '.repeat(1_000)})\n`;
    const call = `curl ${'"${ALL[@]}" '.repeat(400)}https://api.example.com/v1/agents/sessions --json '${JSON.stringify({ agent })}'\n`;
    const { notAssessed } = await lint({ 'a.sh': `${list}${call.repeat(100)}` });
    expect(notAssessed.filter(({ rule }) => rule === 'session/beta-header').length).toBeGreaterThan(0);
  });

  it('of the patterns of opencode are held against each other', async () => {
    const patterns = many(16_000, (index) => `rm ${index} *`);
    const bash = Object.fromEntries(patterns.map((pattern) => [pattern, 'allow']));
    const text = JSON.stringify({ $schema: 'https://opencode.ai/config.json', permission: { bash } });
    const found = of(await lint({ 'opencode.json': text }), 'approval/auto-approved');
    expect(starts(found)).toEqual(columnsOf(text, [`"${patterns[0]}"`]));
  });

  it('of the claims that name no tool find the few words that are near', async () => {
    const text = JSON.stringify({
      agent: { model: 'm', tools: many(9_000, (index) => ({ type: 'function', name: `send_${index}` })) },
      controls: { tools: Object.fromEntries(many(9_000, (index) => [`sendd_${index}`, { effect: 'read' }])) },
    });
    const found = of(await lint({ 'a.agent.json': text }), 'config/schema');
    expect(found[0]?.message).toBe('Unknown tool `sendd_0`: the claim has no effect. Did you mean `send_0`?');
    expect(starts(found.slice(0, 2))).toEqual(columnsOf(text, ['"sendd_0"', '"sendd_1"']));
  });

  it('of the words that a schema does not know are reported each at its place', async () => {
    const needs = many(16_000, (index) => `durable-${index}-`);
    const text = JSON.stringify({ agent: { model: 'm' }, requirements: { needs } });
    const found = of(await lint({ 'a.agent.json': text }), 'config/schema');
    expect(starts(found)).toEqual(
      columnsOf(
        text,
        needs.map((need) => `"${need}"`),
      ),
    );
  });

  it('of the tools that a request exempts from approval are looked up', async () => {
    const names = many(14_000, (index) => `read_${index}`);
    const server = {
      type: 'mcp',
      server_label: 'l',
      server_url: 'https://a.example',
      require_approval: { never: { tool_names: [...names].reverse() } },
      allowed_tools: [...names, 'delete_all'],
    };
    const { systems } = await lint({ 'r.json': JSON.stringify({ model: 'm', input: 'x', tools: [server] }) });
    const gates = systems[0]?.agents[0]?.mcpServers[0]?.tools.map(({ approval }) =>
      'value' in approval ? approval.value.stated : approval.state,
    );
    expect(gates?.filter((gate) => gate === 'never').length).toBe(14_000);
    expect(gates?.at(-1)).toBe('always (the default)');
  });

  it('of comments that set findings aside, or declare effects, each hold', async () => {
    const lines = many(
      8_000,
      (index) =>
        `    # agent-lint-ignore approval/missing -- r${index}\n    - { type: function, name: send_${index} }\n` +
        `    # agent-lint-effect read -- r\n    - { type: function, name: mail_${index} }\n`,
    );
    const result = await lint({ 'a.agent.yaml': `agent:\n  model: m\n  tools:\n${lines.join('')}` });
    const reasons = of(result, 'approval/missing').map(
      ({ ignored, range }) => `${range.start.line} ${ignored?.reason}`,
    );
    expect(reasons).toEqual(many(8_000, (index) => `${5 + 4 * index} r${index}`));
    expect(of(result, 'approval/effect-lowered')).toHaveLength(8_000);
    expect(of(result, 'config/unused-ignore')).toEqual([]);
  });

  it('of comments in one block speak of the line below it', async () => {
    const text = `${'// agent-lint-ignore approval/missing -- r\n'.repeat(90_000)}f()\n`;
    const program = `import { Agent, tool } from '@openai/agents';\nnew Agent({ name: 'x', tools: [] });\n${text}`;
    const found = of(await lint({ 'a.ts': program }), 'config/unused-ignore');
    expect(found).toHaveLength(90_000);
    expect(starts(found.slice(-1))).toEqual(['90002:1']);
  });

  it('are more than a call takes as its arguments, and are all there', async () => {
    const text = '// agent-lint-effect read -- r\n'.repeat(130_000);
    const program = `import { Agent, tool } from '@openai/agents';\nnew Agent({ name: 'x', tools: [] });\n${text}`;
    const found = of(await lint({ 'a.ts': program }), 'config/unused-ignore');
    expect(found).toHaveLength(130_000);
  });

  it('are all in the inventory for people', async () => {
    const bash = Object.fromEntries(many(95_000, (index) => [`x${index}`, 'ask']));
    const text = JSON.stringify({ $schema: 'https://opencode.ai/config.json', permission: { bash } });
    const { systems } = await lint({ 'opencode.json': text });
    const lines = renderInventoryText({ files: [], systems }).split('\n');
    expect(lines.filter((line) => / bash x\d+ /.test(line)).length).toBe(95_000);
  });
});

describe('more values than are read', () => {
  it.each([
    ['a.agent.json', `{"agent":{"model":"m","tools":[${'1,'.repeat(400_000)}1]}}`],
    ['a.agent.json', `// c\n{"agent":{"model":"m","tools":[${'1,'.repeat(400_000)}1]}}`],
  ])('in JSON are a limit at its place: %s', async (path, text) => {
    const result = await lint({ [path]: text });
    const [found, ...others] = of(result, 'file/limit');
    expect(others).toEqual([]);
    expect(found?.message).toBe(
      '`a.agent.json` exceeds a limit and is not checked: more than 100000 values.',
    );
    const before = text.indexOf('[') - text.lastIndexOf('\n', text.indexOf('['));
    // Three brackets, the members beside the first one and the value that is the text count too.
    expect(starts([found as never])).toEqual([
      `${text.startsWith('//') ? 2 : 1}:${before + 2 * (100_000 - 4)}`,
    ]);
  });

  it('in JSON as many as are allowed are read', async () => {
    const text = `{"agent":{"model":"m","tools":[${many(49_000, () => '{}').join(',')}]}}`;
    expect(of(await lint({ 'a.agent.json': text }), 'file/limit')).toEqual([]);
  });
});

describe('hundreds of tests before an approval', () => {
  it('each of which may change what decides it, are followed once each', async () => {
    const step = (index: number) =>
      `  if (check${index}(mode)) { if (mode.a) mode = mode.left${index}(mode); else mode = mode.mid${index}(); } else if (mode.x) mode = mode.right${index}(mode);\n`;
    const text = `import { Agent, run, tool } from '@openai/agents';
const refund = tool({ name: 'refund', description: 'Pays', parameters: {}, needsApproval: true, execute: pay });
const agent = new Agent({ name: 'A', tools: [refund] });
async function main() {
  let mode = start();
${many(400, step).join('')}  const result = await run(agent, 'x');
  for (const item of result.interruptions) if (mode.ok()) result.state.approve(item);
}
main();
`;
    const { notAssessed, findings } = await lint({ 'a.ts': text });
    expect(findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
    expect(notAssessed.map(({ message }) => message)).toEqual([
      // What the last line knows of `mode` is built from all lines before it.
      '`a.ts`: nested too deeply',
      expect.stringContaining('`mode.ok` may ask a person, or not'),
    ]);
  });
});

describe('very many agents of one team', () => {
  it('that are changed one by one are still read', async () => {
    const lines = many(
      1_500,
      (i) => `s.m${i} = { b: { c: new Agent({ name: 'A${i}' }) } }; s.m${i}.b.c.tools.push(send);`,
    );
    const text = `import { Agent, tool } from '@openai/agents';
const send = tool({ name: 'send_email', execute: async () => 'sent' });
const s: Record<string, Agent> = {};
${lines.join('\n')}
`;
    const { systems } = await lint({ 'a.ts': text });
    expect(systems.flatMap(({ agents }) => agents)).toHaveLength(1_500);
  });
});

describe('thousands of functions in one program', () => {
  it('each find the calls that pass their parameters', async () => {
    const functions = many(
      4_000,
      (index) => `def ask_${index}(tools, store):
    return client.responses.create(model="m", input="x", tools=tools, store=store)
ask_${index}([{"type": "mcp", "server_label": "s${index}", "server_url": "https://s.example.com", "require_approval": "never"}], False)
`,
    );
    const text = `from openai import OpenAI\nclient = OpenAI()\n${functions.join('')}`;
    const found = of(await lint({ 'a.py': text }), 'approval/auto-approved');
    expect(starts(found).slice(-1)).toEqual(['12002:66']);
    expect(found).toHaveLength(4_000);
  });
});

describe('a program of any size', () => {
  const PYTHON = 'import os\nimport shutil\nfrom agents import Agent, function_tool\n';
  const tool = (name: string, body: string): string =>
    `@function_tool\ndef ${name}(id: str) -> str:\n    """Deletes it."""\n    ${body}\n    return "done"\n`;
  const agentOf = (names: readonly string[]): string => `a = Agent(name="A", tools=[${names.join(', ')}])\n`;
  const wipes = (count: number, bodyOf: (index: number) => string): string => {
    const names = many(count, (index) => `wipe_${index}`);
    return names.map((name, index) => tool(name, bodyOf(index))).join('') + agentOf(names);
  };
  const lines = (count: number, one: (index: number) => string): string => many(count, one).join('');

  it.each<[string, number, Record<string, string>]>([
    [
      'a chain of 20,000 values before the act',
      1,
      {
        'a.py': `${PYTHON}x0 = os.environ["X"]\n${lines(20_000, (index) => `x${index + 1} = x${index} + "a"\n`)}${wipes(1, () => 'if x20000 == "y": shutil.rmtree(id)')}`,
      },
    ],
    [
      'a chain of 2,000 calls before the act',
      1,
      {
        'a.py': `${PYTHON}def f0(x): return x\n${lines(2_000, (index) => `def f${index + 1}(x): return f${index}(x + "a")\n`)}${wipes(1, () => 'if f2000(id) == "y": shutil.rmtree(id)')}`,
      },
    ],
    [
      '500 tools behind one helper',
      500,
      {
        'a.py': `${PYTHON}def remove(kind, id):\n${lines(60, (index) => `    if check${index}(kind):\n        kind = kind + "${index}"\n`)}    shutil.rmtree(id)\n${wipes(500, (index) => `remove("k${index}", id)`)}`,
      },
    ],
    [
      '200 tools that call each other',
      200,
      {
        'a.py': `${PYTHON}${lines(200, (index) => `def do_${index}(id):\n    if ask(id): do_${(index * 7 + 1) % 200}(id)\n    do_${(index + 1) % 200}(id)\n    shutil.rmtree(id)\n`)}${wipes(200, (index) => `do_${index}(id)`)}`,
      },
    ],
    [
      'a table of 10,000 rows with handlers',
      1,
      {
        'a.py': `${PYTHON}${lines(10_000, (index) => `def h${index}(id): shutil.rmtree(id + "${index}")\n`)}ROWS = {${lines(10_000, (index) => `"r${index}": h${index}, `)}}\n${wipes(1, () => 'ROWS[id](id)')}`,
      },
    ],
    [
      '200 modules that import each other in a circle',
      200,
      Object.fromEntries(
        many(200, (index) => {
          const next = `remove_${(index + 1) % 200}`;
          const text = `from app.m${(index + 1) % 200} import ${next}\ndef remove_${index}(id):\n    if check(id):\n        ${next}(id)\n    shutil.rmtree(id)\n`;
          const own = `${tool(`wipe_${index}`, `remove_${index}(id)`)}${agentOf([`wipe_${index}`])}`;
          return [`app/m${index}.py`, `${PYTHON}${text}${own}`];
        }),
      ),
    ],
    [
      'a generated client of 50,000 lines',
      50,
      {
        'client.py': `import requests\nclass Client:\n    def __init__(self, url): self.url = url\n${lines(10_000, (index) => `    def delete_${index}(self, id):\n        path = self.url + "/r${index}/" + id\n        if not id:\n            raise ValueError("id")\n        return requests.delete(path)\n`)}`,
        'a.py': `${PYTHON}from client import Client\nclient = Client("https://api.example.com")\n${wipes(50, (index) => `client.delete_${index}(id)`)}`,
      },
    ],
  ])(
    'is read within bounds, and each tool that acts is an error or listed: %s',
    async (_title, count, files) => {
      const { findings, notAssessed } = await lint(files);
      const errors = findings.filter(
        ({ rule, severity }) => rule.startsWith('approval/') && severity === 'error',
      );
      const said = [
        ...errors.flatMap(({ path, message, tools = [] }) => [
          path,
          message,
          ...tools.map(({ name }) => name),
        ]),
        ...notAssessed.map(({ message }) => message),
      ].join('\n');
      const named = new Set([...said.matchAll(/\bwipe_\d+\b/g)].map(([name]) => name));
      expect(named.size).toBe(count);
    },
  );
});
