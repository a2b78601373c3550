import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../report/schemas.js';
import { folderWith, inTurn, runCli } from './run-cli.js';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/cost.md'), 'utf8');
const block = (name: string) =>
  new RegExp(`^\`\`\`yaml\\n# ${name}\\.yaml\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(PAGE)?.[1] ?? '';

const session = (multiAgent: object) =>
  JSON.stringify({
    agent: { model: 'some-model', tools: [{ type: 'web_search' }] },
    environment: { type: 'hosted' },
    multi_agent: multiAgent,
  });

const FILES = {
  '.git/HEAD': '',
  'a.session.json': session({ enabled: true, max_concurrent_subagents: 2 }),
  'rates.yaml': block('rates'),
  'usage.yaml': block('usage'),
};
const BOTH = ['--rates', 'rates.yaml', '--usage', 'usage.yaml'];

const review = (files: Record<string, string>, format: string, ...args: string[]) =>
  runCli(folderWith(files), ['review', '--format', format, ...args]);

describe('the cost shape of a review', () => {
  it('is the same in Markdown, page and JSON: the case of the page, computed by hand', async () => {
    const json = await review(FILES, 'json', ...BOTH);
    expect(json.status).toBe(0);
    const printed = JSON.parse(json.stdout);
    expect(validatorOf('review')(printed)).toBe(true);
    expect(printed.cost).toMatchObject({
      priced: true,
      source: 'contract 4711, annex B',
      asOf: '2026-11-01',
    });
    expect(printed.cost.shapes[0]).toMatchObject({
      runtime: 'managed',
      file: 'a.session.json',
      perSession: { low: 0.03, typical: 0.23, high: 1.12 },
      perMonth: { low: 15, typical: 230, high: 2_240 },
    });
    const [markdown, html] = await inTurn(
      ['markdown', 'html'],
      async (format) => (await review(FILES, format, ...BOTH)).stdout,
    );
    for (const text of [markdown, html]) {
      for (const words of [
        'Cost shape',
        'USD 0.0300',
        'USD 0.2300',
        'USD 1.1200',
        'USD 230.00',
        'USD 2,240.00',
        '240,000 tokens = USD 0.4800',
        'Rates: contract 4711, annex B, as of 2026-11-01.',
      ])
        expect(text).toContain(words);
    }
  });

  it('has the terms without numbers where no rates are given', async () => {
    const { status, stdout } = await review(FILES, 'markdown');
    expect(status).toBe(0);
    const section = stdout.slice(stdout.indexOf('## Cost shape'), stdout.indexOf('## Findings'));
    expect(section).toContain(
      'Model input (some-model) + Model output (some-model) + Tool calls (web_search)',
    );
    expect(section).toContain('Hosted sandbox');
    expect(section).toContain('Constraint 5: The managed agent service costs the sum of model rates');
    expect(section).not.toMatch(/USD|\$/);
    const { cost } = JSON.parse((await review(FILES, 'json', '--usage', 'usage.yaml')).stdout);
    expect(cost.priced).toBe(false);
    expect(cost.shapes[0].perSession).toEqual({ low: null, typical: null, high: null });
  });

  it('says "unbounded" and the setting where nothing limits the subagents', async () => {
    const open = { ...FILES, 'a.session.json': session({ enabled: true }) };
    for (const format of ['markdown', 'html', 'json']) {
      const { stdout } = await review(open, format, ...BOTH);
      expect(stdout).toContain('unbounded');
      expect(stdout).toContain('multi_agent.max_concurrent_subagents');
    }
    const { cost } = JSON.parse((await review(open, 'json', ...BOTH)).stdout);
    expect(cost.shapes[0].perSession.high).toBe('unbounded');
    expect(cost.shapes[0].perMonth.high).toBe('unbounded');
  });

  it('takes the turn limit of a program, and says where one is missing', async () => {
    const program = (options: string) => `import { Agent, run, webSearchTool } from '@openai/agents';
const agent = new Agent({ name: 'desk', model: 'some-model', tools: [webSearchTool()] });
await run(agent, 'hello'${options});
`;
    const shapeOf = async (options: string) => {
      const files = { ...FILES, 'a.session.json': '{}', 'src/desk.ts': program(options) };
      const { cost } = JSON.parse((await review(files, 'json', ...BOTH)).stdout);
      return cost.shapes.find(({ runtime }: { runtime: string }) => runtime === 'framework');
    };
    const limited = await shapeOf(', { maxTurns: 8 }');
    // 8 turns instead of 20, one agent, 4,000 and 1,000 tokens, 10 calls, half an hour of one's own.
    expect(limited.terms[0].quantity).toEqual({ low: 5_000, typical: 16_000, high: 32_000 });
    expect(limited.perSession.high).toBe(0.064 + 0.064 + 0.1 + 0.1);
    expect(limited.planned).toBe(false);
    const open = await shapeOf('');
    expect(open.perSession.high).toBe('unbounded');
    expect(open.unbounded).toEqual([
      {
        what: 'turns',
        setting: 'Set `maxTurns` of each run.',
      },
    ]);
    const graph =
      'from langchain.agents import create_agent\n\n\ndef look(name: str) -> str:\n    """Look a name up."""\n    return name\n\n\nagent = create_agent("some-model", tools=[look])\n';
    const args = ['decide', '.', '--need', 'custom-orchestration', '--format', 'adr'];
    const { stdout } = await runCli(folderWith({ 'desk.py': graph }), args);
    expect(stdout).toContain('nothing limits the turns. Set `recursion_limit` of each run.');
    // Such a call ends after one step, without an option, and a `ToolLoopAgent` does not.
    const call = (run: string) =>
      `import { ${run}, tool } from 'ai';\nimport { z } from 'zod';\nconst look = tool({ inputSchema: z.object({}), execute: async () => 'found' });\nexport const answer = (prompt: string) => ${run === 'ToolLoopAgent' ? 'new ToolLoopAgent({ model, tools: { look } }).generate({ prompt })' : `${run}({ model, prompt, tools: { look } })`};\n`;
    const single = (await runCli(folderWith({ 'look.ts': call('generateText') }), args)).stdout;
    expect(single).not.toContain('nothing limits the turns');
    const loop = (await runCli(folderWith({ 'look.ts': call('ToolLoopAgent') }), args)).stdout;
    expect(loop).toContain('nothing limits the turns. Set `stopWhen` of each run.');
  });

  it('says which figures of the usage file count nowhere', async () => {
    const usage = `${block('usage').replace('web_search:', 'web_serch:')}systems: { b.session.json: { turns_per_session: 1 } }\n`;
    const run = await review({ ...FILES, 'usage.yaml': usage }, 'json', ...BOTH);
    expect(run.status).toBe(0);
    expect(run.stderr).toBe(
      'agent-lint: The usage file states `tool_calls_per_session.web_serch`, which no reviewed system has: it does not count.\n' +
        'agent-lint: The usage file states `systems.b.session.json`, which no reviewed system has: it does not count.\n',
    );
    expect((await review(FILES, 'json', ...BOTH)).stderr).toBe('');
  });

  it('leaves out the runtime that the decision excludes', async () => {
    const files = { ...FILES, 'agent-lint.config.yaml': 'requirements: { residency: [eu] }\n' };
    const { cost } = JSON.parse((await review(files, 'json', ...BOTH)).stdout);
    expect(cost.shapes.map(({ runtime }: { runtime: string }) => runtime)).toEqual([
      'framework',
      'responses',
    ]);
  });

  it('is one table of runtimes by low, typical and high, with the terms below it', async () => {
    const { stdout } = await review(FILES, 'markdown', ...BOTH);
    const section = stdout.slice(stdout.indexOf('## Cost shape'), stdout.indexOf('## Findings'));
    expect(section.match(/^\| ---/gm)).toHaveLength(2);
    expect(section).toContain(
      `What a session and a month cost:

| Runtime | System | Low | Typical | High |
| --- | --- | --- | --- | --- |
| The managed agent service | \`a.session.json\` | USD 0.0300 a session<br>USD 15.00 a month | USD 0.2300 a session<br>USD 230.00 a month | USD 1.1200 a session<br>USD 2,240.00 a month |
`,
    );
    expect(section).toContain('240,000 tokens = USD 0.4800');
  });

  it('has the same limits on every runtime: those of the files, which are set there too', async () => {
    const { cost } = JSON.parse((await review(FILES, 'json', ...BOTH)).stdout);
    const [managed, framework, responses] = cost.shapes;
    // The usage file states 3 subagents, the payload 2: 20 turns of 3 agents on all three.
    for (const shape of [managed, framework, responses])
      expect(shape.terms[0].quantity).toEqual({ low: 5_000, typical: 40_000, high: 240_000 });
    const words = 'The limits are those of the files today: set the same ones on this runtime.';
    expect([managed, framework, responses].map(({ notes }) => notes.includes(words))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('says "at least" where a rate is missing', async () => {
    const partly = { ...FILES, 'rates.yaml': FILES['rates.yaml'].replace(/^tools:\n.*\n/m, '') };
    const { cost } = JSON.parse((await review(partly, 'json', ...BOTH)).stdout);
    expect(cost.shapes[0].perSession).toEqual({ low: null, typical: null, high: null });
    expect(cost.shapes[0].atLeast).toEqual({
      perSession: { low: 0.03, typical: 0.19, high: 1.02 },
      perMonth: { low: 15, typical: 190, high: 2_040 },
    });
    for (const format of ['markdown', 'html']) {
      const { stdout } = await review(partly, format, ...BOTH);
      expect(stdout).toContain('at least USD 0.1900 a session');
      expect(stdout).toContain('at least USD 2,040.00 a month');
    }
    const { cost: whole } = JSON.parse((await review(FILES, 'json', ...BOTH)).stdout);
    expect(whole.shapes[0]).not.toHaveProperty('atLeast');
  });

  it('has volumes where only the usage is given', async () => {
    const json = await review(FILES, 'json', '--usage', 'usage.yaml');
    const printed = JSON.parse(json.stdout);
    expect(validatorOf('review')(printed)).toBe(true);
    expect(printed.cost).toMatchObject({ priced: false, measured: true });
    const { stdout } = await review(FILES, 'markdown', '--usage', 'usage.yaml');
    const section = stdout.slice(stdout.indexOf('## Cost shape'), stdout.indexOf('## Findings'));
    expect(section).toContain(
      '| The managed agent service | `a.session.json` | Model input (some-model), tokens a session | 5,000 | 40,000 | 240,000 |\n',
    );
    expect(section).toContain(
      '| The managed agent service | `a.session.json` | Sessions a month | 500 | 1,000 | 2,000 |\n',
    );
    expect(section).not.toContain('USD 0');
  });

  it.each([
    ['rates', 'as_of: yesterday\nmodels: {}\n', ':1:8: `as_of` is no day: write the day'],
    ['rates', 'models: {}\nas_of: 2026-02-30\n', ':2:8: `as_of` is no day: write the day'],
    ['rates', 'models: { m: { usd_per_million_input_token: 1 } }\n', ':1:16: Unknown key'],
    ['usage', 'turns_per_session: many\n', ':1:20: `turns_per_session` is a string'],
    ['usage', 'turns_per_session: [\n', ':1:20: Flow sequence'],
  ])('refuses broken %s with the place, before anything is written: %j', async (option, text, message) => {
    const run = await review(
      { ...FILES, 'bad.yaml': text },
      'json',
      `--${option}`,
      'bad.yaml',
      '-o',
      'out.json',
    );
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain(`agent-lint: bad.yaml${message}`);
    const missing = await review(FILES, 'json', `--${option}`, 'none.yaml');
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(
      /^agent-lint: none\.yaml:1:1: The (?:rates|usage) file cannot be read: .+docs\/cost\.md/,
    );
  });

  it('shows hostile text of a file as it is written', async () => {
    const rates = 'source: "</script><b>\\u202E"\nmodels: {}\n';
    const { stdout } = await review({ ...FILES, 'rates.yaml': rates }, 'html', ...BOTH);
    expect(stdout).not.toContain('</script><b>');
    expect(stdout).not.toContain('\u202e');
  });
});
