import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type CostShape, costShapes } from '../../src/assess/cost/shape.js';
import { costInputsOf } from '../../src/cli/cost.js';
import { readRates, readUsage } from '../../src/config/cost-files.js';
import { decide } from '../../src/decide/index.js';
import type { Rates, Usage } from '../../src/model/cost.js';
import type { Requirements } from '../../src/model/index.js';
import { costJson, costOverview } from '../../src/report/shared/cost-rows.js';
import { readText } from '../dialects/read-text.js';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/cost.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```yaml\n# (rates|usage)\.yaml\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', text = '']) => ({ kind, text }),
);
const firstOf = (kind: string) => parse(BLOCKS.find((block) => block.kind === kind)?.text ?? '');
const RATES = firstOf('rates') as Rates;
const USAGE = firstOf('usage') as Usage;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-lint-cost-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return name;
};

const session = (multiAgent: object | undefined, environment: object | undefined = { type: 'hosted' }) =>
  JSON.stringify({
    agent: { model: 'some-model', tools: [{ type: 'web_search' }] },
    ...(environment && { environment }),
    ...(multiAgent && { multi_agent: multiAgent }),
  });

async function shapesOf(
  text: string,
  inputs: { rates?: Rates; usage?: Usage },
  requirements: Requirements = {},
  file = 'a.session.json',
): Promise<CostShape[]> {
  const { systems } = await readText(file, text);
  return costShapes([{ decision: decide(requirements), files: [file] }], systems, inputs);
}

const BOUNDED = session({ enabled: true, max_concurrent_subagents: 2 });

describe('the cost of a session', () => {
  it('is what the page computes by hand: 5 × 1 × 1,000 tokens at $2 a million, and so on', async () => {
    const [managed] = await shapesOf(BOUNDED, { rates: RATES, usage: USAGE });
    const [json] = costJson(managed ? [managed] : []);
    expect(json).toMatchObject({
      runtime: 'managed',
      planned: false,
      terms: [
        // turns × agents at once × tokens: 5 × 1 × 1000, 10 × 2 × 2000, 20 × 3 × 4000 (bound 2, not 3).
        {
          kind: 'model-input',
          quantity: { low: 5_000, typical: 40_000, high: 240_000 },
          usd: { low: 0.01, typical: 0.08, high: 0.48 },
        },
        {
          kind: 'model-output',
          quantity: { low: 1_000, typical: 10_000, high: 60_000 },
          usd: { low: 0.008, typical: 0.08, high: 0.48 },
        },
        { kind: 'tool-calls', of: 'web_search', usd: { low: 0, typical: 0.04, high: 0.1 } },
        { kind: 'container', usd: { low: 0.012, typical: 0.03, high: 0.06 } },
      ],
      perSession: { low: 0.03, typical: 0.23, high: 1.12 },
      perMonth: { low: 15, typical: 230, high: 2_240 },
      unbounded: [],
      missing: [],
    });
    expect(PAGE.replace(/\s+/g, ' ')).toContain(
      'costs $0.03, $0.23 and $1.12 per session, and $15, $230 and $2,240 per month.',
    );
  });

  it('is shown with every term, its rate and its quantity', async () => {
    const [managed] = await shapesOf(BOUNDED, { rates: RATES, usage: USAGE });
    expect(costOverview(managed ? [managed] : [])).toEqual({
      headings: ['Runtime', 'System', 'Low', 'Typical', 'High'],
      rows: [
        [
          ['The managed agent service'],
          ['a.session.json'],
          ['USD 0.0300 a session', 'USD 15.00 a month'],
          ['USD 0.2300 a session', 'USD 230.00 a month'],
          ['USD 1.1200 a session', 'USD 2,240.00 a month'],
        ],
      ],
      terms: {
        headings: ['Runtime', 'System', 'Term', 'Rate', 'Low', 'Typical', 'High'],
        rows: [
          [
            'The managed agent service',
            'a.session.json',
            'Model input (some-model): turns_per_session × agents at once × input_tokens_per_turn × usd_per_million_input_tokens',
            'USD 2 per 1,000,000 tokens',
            '5,000 tokens = USD 0.0100',
            '40,000 tokens = USD 0.0800',
            '240,000 tokens = USD 0.4800',
          ],
          [
            'The managed agent service',
            'a.session.json',
            'Model output (some-model): turns_per_session × agents at once × output_tokens_per_turn × usd_per_million_output_tokens',
            'USD 8 per 1,000,000 tokens',
            '1,000 tokens = USD 0.0080',
            '10,000 tokens = USD 0.0800',
            '60,000 tokens = USD 0.4800',
          ],
          [
            'The managed agent service',
            'a.session.json',
            'Tool calls (web_search): tool_calls_per_session.web_search × usd_per_thousand_calls',
            'USD 10 per 1,000 calls',
            '0 calls = USD 0.0000',
            '4 calls = USD 0.0400',
            '10 calls = USD 0.1000',
          ],
          [
            'The managed agent service',
            'a.session.json',
            'Hosted sandbox: container_hours_per_session × usd_per_container_hour',
            'USD 0.12 per hour',
            '0.1 hours = USD 0.0120',
            '0.25 hours = USD 0.0300',
            '0.5 hours = USD 0.0600',
          ],
        ],
      },
      sentences: [
        'No file limits the turns of a session: the usage file does. The session payload shows no field that limits turns: state `turns_per_session.high` in the usage file, and end the session there yourself.',
      ],
    });
  });

  it('moves execution to the caller with a self-hosted sandbox, and on the other runtimes', async () => {
    const own = session({ enabled: true, max_concurrent_subagents: 2 }, { type: 'self_hosted' });
    const shapes = await shapesOf(own, { rates: RATES, usage: USAGE });
    expect(shapes.map(({ runtime, terms }) => [runtime, terms.at(-1)?.kind])).toEqual([
      ['managed', 'own-infrastructure'],
      ['framework', 'own-infrastructure'],
      ['responses', 'own-infrastructure'],
    ]);
    // 0.25 hours at $0.20 instead of $0.12.
    expect(costJson(shapes)[0]?.perSession.typical).toBe(0.25);
  });

  it('says that agents which are called as tools take turns of their own', async () => {
    const lead = `runtime: managed
agents:
  lead: { model: some-model, delegates_to: [other] }
  other: { model: big-model }
`;
    const rates = {
      ...RATES,
      models: {
        ...RATES.models,
        'big-model': { usd_per_million_input_tokens: 4, usd_per_million_output_tokens: 16 },
      },
    };
    const [managed] = await shapesOf(lead, { rates, usage: USAGE }, {}, 'lead.agent.yaml');
    expect(managed?.notes).toContain(
      'An agent that another one calls as a tool takes turns of its own: `turns_per_session` has to count them.',
    );
    // Two models: the lowest rate, that of the lead, and the highest.
    expect(managed?.models).toEqual(['some-model', 'big-model']);
    expect(managed?.terms[0]?.rate?.usd).toEqual({ low: 2, typical: 2, high: 4 });
  });

  it('leaves out a runtime that is excluded', async () => {
    const shapes = await shapesOf(BOUNDED, { rates: RATES, usage: USAGE }, { residency: ['eu'] });
    expect(shapes.map(({ runtime }) => runtime)).toEqual(['framework', 'responses']);
  });
});

describe('without rates', () => {
  it('there are the terms, and no number', async () => {
    const shapes = await shapesOf(BOUNDED, { usage: USAGE });
    expect(shapes[0]?.terms.map(({ kind, formula }) => `${kind}: ${formula}`)).toEqual([
      'model-input: turns_per_session × agents at once × input_tokens_per_turn × usd_per_million_input_tokens',
      'model-output: turns_per_session × agents at once × output_tokens_per_turn × usd_per_million_output_tokens',
      'tool-calls: tool_calls_per_session.web_search × usd_per_thousand_calls',
      'container: container_hours_per_session × usd_per_container_hour',
    ]);
    const { rows, terms } = costOverview(shapes);
    const cells = [
      rows.flatMap((row) => row.slice(2).flat()),
      terms.rows.flatMap((row) => row.slice(3)),
    ].flat();
    expect(cells.join(' ')).not.toMatch(/\d/);
    expect(shapes.flatMap(({ missing }) => missing)).toEqual([]);
  });
});

describe('without a bound', () => {
  it.each([
    ['none is stated', session({ enabled: true })],
    ['it is 0', session({ enabled: true, max_concurrent_subagents: 0 })],
  ])('on subagents (%s), high is the word "unbounded", with the setting', async (_, text) => {
    const [managed] = await shapesOf(text, { rates: RATES, usage: USAGE });
    expect(managed?.unbounded).toEqual([
      { what: 'subagents', setting: 'Set `multi_agent.max_concurrent_subagents`.' },
    ]);
    expect([managed?.perSession.high, managed?.perMonth.high]).toEqual(['unbounded', 'unbounded']);
    expect(managed?.perSession.typical).toBeCloseTo(0.23, 9);
    const { terms, sentences } = costOverview(managed ? [managed] : []);
    expect(terms.rows.slice(0, 3).map((row) => row[6])).toEqual(['unbounded', 'unbounded', 'unbounded']);
    expect(sentences[0]).toBe(
      'High is unbounded: nothing limits the subagents. Set `multi_agent.max_concurrent_subagents`.',
    );
  });

  it('says so without rates too', async () => {
    const [managed] = await shapesOf(session({ enabled: true }), {});
    expect(managed?.perSession).toEqual({ low: null, typical: null, high: 'unbounded' });
  });

  it('on turns: a program whose run states no limit, and a usage file without its own for a session', async () => {
    const open = { ...USAGE, turns_per_session: { low: 5, typical: 10 } };
    const [managed, framework, responses] = await shapesOf(BOUNDED, { rates: RATES, usage: open });
    for (const shape of [managed, framework, responses]) {
      expect(shape?.perSession.high).toBe('unbounded');
      expect(shape?.unbounded.map(({ what }) => what)).toEqual(['turns']);
    }
    expect(managed?.unbounded[0]?.setting).toContain('turns_per_session.high');
    expect(framework?.unbounded[0]?.setting).toContain('turn limit that the framework has');
  });

  it('counts no figure of the usage file where the files could state the limit and do not', async () => {
    const { systems } = await readText('a.session.json', BOUNDED);
    const [system] = systems;
    if (!system) throw new Error('no system');
    const limited = (value: number | null) => ({
      ...system,
      runtime: 'framework' as const,
      turnLimits: [
        {
          of: 'a',
          limit: { state: 'shown' as const, value },
          at: system.at,
          words: { off: 'no limit', edit: 'Set a limit.', turns: 10 },
        },
      ],
    });
    const highOf = (one: typeof system) => {
      const subject = { decision: decide({}), files: [one.file] };
      const shapes = costShapes([subject], [one], { rates: RATES, usage: USAGE });
      return shapes.find(({ runtime }) => runtime === 'framework')?.terms[0]?.quantity?.high;
    };
    expect(highOf(limited(null))).toBe('unbounded');
    expect(highOf(limited(1_000))).toBe('unbounded');
    expect(highOf({ ...limited(null), turnLimits: [] })).toBe('unbounded');
    // 8 turns instead of 20, three agents at once, 4,000 tokens.
    expect(highOf({ ...limited(8), delegation: undefined as never })).toBe(8 * 1 * 4_000);
  });
});

describe('what a file does not state', () => {
  it('is not known, and the report says where to add it', async () => {
    const [managed] = await shapesOf(BOUNDED, { rates: { models: {} }, usage: { turns_per_session: 4 } });
    expect(managed?.perSession).toEqual({ low: null, typical: null, high: null });
    expect(managed?.missing).toContain(
      'No rate is stated for the model `some-model`: add `models.some-model.usd_per_million_input_tokens` to the rates.',
    );
    expect(managed?.missing).toContain('`input_tokens_per_turn` is not stated: add it to the usage file.');
    const unknown = ['not known'];
    expect(costOverview(managed ? [managed] : []).rows).toEqual([
      [['The managed agent service'], ['a.session.json'], unknown, unknown, unknown],
    ]);
  });

  it('lets the figures of one system replace the general ones', async () => {
    const usage = { ...USAGE, systems: { 'a.session.json': { sessions_per_month: 10 } } };
    const [managed] = await shapesOf(BOUNDED, { rates: RATES, usage });
    expect(managed?.perMonth.typical).toBeCloseTo(2.3, 9);
  });

  it('never takes a name that every object has for a rate', async () => {
    const text = BOUNDED.replace('some-model', 'constructor');
    const [managed] = await shapesOf(text, { rates: RATES, usage: USAGE });
    expect(managed?.missing[0]).toContain('`constructor`');
  });
});

describe('the files', () => {
  it('of the page are valid', async () => {
    expect(BLOCKS.map(({ kind }) => kind)).toEqual(['rates', 'usage', 'usage']);
    for (const { kind, text } of BLOCKS) {
      const file = fileWith(`${kind}.yaml`, text);
      expect(await (kind === 'rates' ? readRates : readUsage)(file, folder)).toEqual({
        ok: true,
        value: parse(text),
      });
    }
  });

  it.each([
    [
      'models:\n  m: { usd_per_million_input_token: 2 }\n',
      'bad.yaml:2:8: Unknown key `usd_per_million_input_token` in `m`. Did you mean `usd_per_million_input_tokens`?',
    ],
    ['container: { usd_per_container_hour: -1 }\n', 'bad.yaml:1:38: '],
    ['container: { usd_per_container_hour: cheap }\n', 'bad.yaml:1:38: '],
    ['container: [\n', 'bad.yaml:'],
    [
      '# nothing\n',
      'bad.yaml:1:1: The file contains no value. See docs/cost.md for an example of a rates file.',
    ],
    ['a: 1\n---\nb: 2\n', 'bad.yaml:3:1: A rates file is one YAML document; here a second one begins.'],
  ])('of rates are refused with place and way out: %j', async (text, message) => {
    const read = await readRates(fileWith('bad.yaml', text), folder);
    if (read.ok) throw new Error('it was taken');
    const [first] = read.problems;
    expect(
      `${first?.file}:${first?.line}:${first?.column}: ${first?.message} ${first?.suggestion ?? ''}`.trim(),
    ).toContain(message);
  });

  it('of usage state low, typical and high in ascending order', async () => {
    const text = 'sessions_per_month: { low: 5, typical: 4, high: 3 }\n';
    const read = await readUsage(fileWith('order.yaml', text), folder);
    expect(
      read.ok ? [] : read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
    ).toEqual([
      '1:28 `low` is more than `typical`: state them in ascending order.',
      '1:40 `typical` is more than `high`: state them in ascending order.',
    ]);
  });

  it('that do not exist are a usage error with the name', async () => {
    await expect(costInputsOf({ rates: 'nowhere/rates.yaml' })).rejects.toThrow(
      /^nowhere\/rates\.yaml:1:1: The rates file cannot be read: .+ See docs\/cost\.md/,
    );
    await expect(costInputsOf({ usage: 'usage.txt' })).rejects.toThrow('A usage file is YAML or JSON.');
    expect(await costInputsOf({})).toBeUndefined();
  });
});
