import { describe, expect, it } from 'vitest';
import { systemJson } from '../../src/compare/system-json.js';
import type { LintResult } from '../../src/lint/result.js';
import type { AgentSystem, Finding } from '../../src/model/index.js';
import { joined } from '../../src/report/shared/chunks.js';
import { changesSince, isReview } from '../../src/review/compare.js';
import { type Review, reviewOf, streamReview } from '../../src/review/index.js';
import { drawSystem } from '../../src/review/topology/draw.js';
import { graphOf } from '../../src/review/topology/graph.js';
import { layered } from '../../src/review/topology/layout.js';
import { mermaidLines } from '../../src/review/topology/mermaid.js';
import { coursesOf } from '../../src/review/topology/order.js';
import { escaped, fitted, shortened, textWidth } from '../../src/review/topology/svg.js';
import {
  CHOICE,
  decided,
  EU,
  finding,
  notAssessed,
  place,
  REFUNDS,
  result,
  system,
  tool,
} from './results.js';

const OPTIONS = { source: () => REFUNDS };
const FLAWED = finding();
const WITH_ALL = result({
  systems: [system()],
  decisions: [decided(CHOICE, EU, ['refunds.agent.yaml'])],
  findings: [
    finding({ rule: 'mcp/plain-http', severity: 'warning', fingerprint: 'b' }),
    FLAWED,
    finding({
      fingerprint: 'c',
      ignored: { kind: 'config', reason: 'sandbox mailbox', until: '2027-01-31' },
    }),
  ],
  notAssessed: [notAssessed()],
  unread: [{ framework: 'LangChain', files: ['desk.py'] }],
});

describe('the model of a review', () => {
  const review = reviewOf(WITH_ALL, OPTIONS);

  it('puts the gravest finding first, and ignored ones apart', () => {
    expect(review.answers.worst?.rule).toBe('approval/missing');
    expect(review.findings.map(({ rule }) => rule)).toEqual(['approval/missing', 'mcp/plain-http']);
    expect(review.ignored.map(({ ignored }) => ignored?.until)).toEqual(['2027-01-31']);
  });

  it('sets each stated requirement against each runtime', () => {
    const [residency, need] = review.decisions[0]?.words.matrix ?? [];
    expect(residency?.requirement).toBe('Data is processed in the EU only (DPIA-2026-14)');
    expect(residency?.cells.map(({ says }) => says)).toEqual(['excludes', 'condition', 'condition']);
    expect(residency?.cells[0]?.text).toEqual(['Rule 2: Data has to stay in the EU. (DPIA-2026-14)']);
    expect(need?.requirement).toBe('The project needs a durable session');
    expect(need?.cells.map(({ says }) => says)).toEqual(['nothing', 'not-shown', 'not-shown']);
  });

  it('states for each tool who answers, and how that is known', () => {
    expect(review.tools.map(({ tool: name, act, gate, gateWords }) => [name, act, gate, gateWords])).toEqual([
      ['issue_refund', true, 'human', 'human approval (only claimed: refund console queue)'],
      ['get_invoice', false, 'no gate', 'not required'],
    ]);
  });

  it('marks places of data that no file shows as unverified, and those that break a requirement', () => {
    const states = review.dataMap.map(({ component, where, state }) => [component, where, state]);
    expect(states).toEqual([
      ['processing', 'US, by the managed agent service', 'outside'],
      ['storage', 'kept by the managed agent service', 'seen'],
      ['traces', 'otlp: https://traces.example.com', 'claimed'],
      ['MCP host', 'billing.example.com', 'unverified'],
    ]);
  });

  it('never says that something is compliant', () => {
    for (const format of ['html', 'markdown', 'json'] as const)
      expect(joined(streamReview(review, format))).not.toMatch(/complian/i);
    const entry = review.frameworks.flatMap(({ entries }) => entries).find(({ id }) => id === 'LLM03:2026');
    expect(entry).toMatchObject({ state: 'partly', rules: ['approval/missing'] });
  });

  it('states the condition and the assumption of the decision on the first screen, in full', () => {
    const assuming = decided({ ...CHOICE, assumed: ['residency', 'zero_data_retention'] }, EU, ['b.yaml']);
    const condition = "Condition: with the caller's own controls.";
    const assumption =
      'Assumes that data may be processed in the US and kept: state both to confirm (residency, zero_data_retention).';
    const first = (decisions: LintResult['decisions'], format: 'html' | 'markdown') => {
      const text = joined(streamReview(reviewOf(result({ decisions }), OPTIONS), format));
      return text.slice(0, text.indexOf(format === 'html' ? '<section id="decision">' : '## Decision'));
    };
    for (const words of [condition, assumption]) {
      expect(first([assuming], 'html')).toContain(`<p class="note">${escaped(words)}</p>`);
      expect(first([assuming], 'markdown').replaceAll('\\', '')).toContain(`\n${words}\n`);
    }
    const two = first([assuming, decided(CHOICE, EU, ['c.yaml'])], 'html');
    expect(two).toContain(
      '<p>2 decisions: No single runtime is recommended: the choice is between the open-source agent framework and a Responses-style API plus tools.</p>',
    );
    expect(two).toContain(`<p class="note">For all of the 2 decisions: ${escaped(condition)}</p>`);
    expect(two).toContain(`<p class="note">For 1 of the 2 decisions: ${escaped(assumption)}</p>`);
  });

  it('asks what no file answers', () => {
    expect(review.questions).toContain('To settle the runtime, state prefer: which runtime is preferred.');
    expect(review.questions).toContain('Who has seen the approval of issue_refund work? It is only claimed.');
    expect(review.questions.some((one) => one.includes('LangChain: desk.py'))).toBe(true);
  });

  it('lists an act once, with every agent that may do it', () => {
    const [base] = system().agents;
    const act = (line: number) => tool({ approval: { state: 'absent' }, at: place(line, 1, 5) });
    const agents = [
      ['Front', 4],
      ['Helper', 4],
      ['Other', 5],
    ].flatMap(([name, line]) =>
      base ? [{ ...base, name: String(name), tools: [act(Number(line))], mcpServers: [] }] : [],
    );
    const shared = reviewOf(result({ systems: [system({ agents })] }), OPTIONS);
    expect(shared.answers.ungated).toEqual([
      'issue_refund of Front, Helper: outward, no gate (refunds.agent.yaml:4:1)',
      'issue_refund of Other: outward, no gate (refunds.agent.yaml:5:1)',
    ]);
    const markdown = joined(streamReview(shared, 'markdown'));
    expect(markdown).toContain('2 acts that cannot be undone, and nobody approves:');
    expect(markdown).toContain('- `issue_refund` of `Front`, `Helper`: ');
  });

  it('says the same in every format', () => {
    const page = joined(streamReview(review, 'html')).replace(/<[^>]*>/g, '');
    const markdown = joined(streamReview(review, 'markdown')).replaceAll('\\', '');
    for (const words of [
      'sandbox mailbox',
      '2027-01-31',
      'LangChain',
      'desk.py',
      'DPIA-2026-14',
      'billing.example.com',
    ])
      for (const text of [page, markdown]) expect(text).toContain(words);
  });

  it('counts the days of a waiver only where a day is given', () => {
    const waivers = [
      {
        kind: 'ignore',
        source: 'comment',
        rule: 'approval/missing',
        reason: 'r',
        until: '2027-01-31',
        file: 'a',
        path: '',
      },
    ] as const;
    expect(reviewOf(WITH_ALL, { ...OPTIONS, waivers }).waivers[0]).not.toHaveProperty('daysLeft');
    const dated = reviewOf(WITH_ALL, { ...OPTIONS, waivers, asOf: '2027-01-01' });
    expect(dated.waivers[0]?.daysLeft).toBe(30);
  });

  it('tells findings that changed their severity or are ignored from those that are new or gone', () => {
    const ignored = { kind: 'config', reason: 'sandbox', until: '2027-01-31' } as const;
    const [before, after] = [
      [
        finding({ fingerprint: 'same' }),
        finding({ fingerprint: 'lowered' }),
        finding({ fingerprint: 'hidden' }),
        finding({ fingerprint: 'shown', ignored }),
        finding({ fingerprint: 'gone' }),
      ],
      [
        finding({ fingerprint: 'same' }),
        finding({ fingerprint: 'lowered', severity: 'info' }),
        finding({ fingerprint: 'hidden', ignored }),
        finding({ fingerprint: 'shown' }),
        finding({ fingerprint: 'new', rule: 'tracing/missing' }),
      ],
    ].map((findings) => reviewOf(result({ findings }), OPTIONS)) as [Review, Review];
    const words = ({ rule, message, file }: Finding, severity: string) =>
      `${severity} ${rule} at ${file}:${FLAWED.range.start.line}:${FLAWED.range.start.column}: ${message}`;
    expect(changesSince(before, after).groups).toEqual([
      { title: 'New findings', lines: [words(finding({ rule: 'tracing/missing' }), 'error')] },
      { title: 'Findings that are no longer ignored', lines: [words(FLAWED, 'error')] },
      { title: 'Findings of another severity', lines: [`${words(FLAWED, 'info')} (error before)`] },
      {
        title: 'Findings that are ignored now',
        lines: [`${words(FLAWED, 'error')} Reason: sandbox (until 2027-01-31).`],
      },
      { title: 'Findings that are gone', lines: [words(FLAWED, 'error')] },
    ]);
  });

  it('is a review to --compare, and less is none', () => {
    const plain = JSON.parse(joined(streamReview(review, 'json'))) as Record<string, unknown>;
    expect(isReview(plain)).toBe(true);
    for (const key of ['schema', 'systems', 'decisions', 'waivers', 'findings'])
      expect(isReview({ ...plain, [key]: undefined })).toBe(false);
    expect(isReview({ ...plain, systems: [{ ...review.systems[0], agents: [{}] }] })).toBe(false);
  });

  it('says so where there is no agent', () => {
    const page = joined(streamReview(reviewOf(result({ files: [] }), OPTIONS), 'html'));
    expect(page).toContain('No agent configuration found: there is nothing to review.');
  });
});

describe('a topology', () => {
  const link = (text: string) => ({ from: text[0] ?? '', to: text[1] ?? '' });

  it('leads on from the box with most arrows where all reach each other', () => {
    const links = ['ta', 'at', 'tb', 'bt', 'ab'].map(link);
    expect(coursesOf(['a', 'b', 't'], links)).toEqual(['on', 'back', 'on', 'back', 'aside']);
  });

  it('leads on along every arrow where no box reaches itself', () => {
    expect(coursesOf(['a', 'b', 'c'], ['ab', 'ac', 'bc'].map(link))).toEqual(['on', 'on', 'on']);
  });

  it('places no box over another', () => {
    const ids = [...'abcdefgh'];
    const boxes = ids.map((id, at) => ({ id, width: 100, height: 40 + at * 10 }));
    const links = ['ab', 'bc', 'ca', 'ad', 'de', 'ef', 'ag', 'gh', 'hh'].map(link);
    for (const direction of ['LR', 'TB'] as const) {
      const { corners, width, height } = layered(boxes, links, direction);
      for (const [at, a] of boxes.entries()) {
        const one = corners.get(a.id) ?? { x: -1, y: -1 };
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.x + a.width).toBeLessThanOrEqual(width);
        expect(one.y + a.height).toBeLessThanOrEqual(height);
        for (const b of boxes.slice(at + 1)) {
          const other = corners.get(b.id) ?? { x: -1, y: -1 };
          const apart =
            one.x + a.width <= other.x ||
            other.x + b.width <= one.x ||
            one.y + a.height <= other.y ||
            other.y + b.height <= one.y;
          expect(apart, `${a.id} over ${b.id}`).toBe(true);
        }
      }
    }
  });

  const read = tool({ name: 'read_mail', approval: { state: 'absent' }, at: place(3, 1, 5) });
  const send = tool({ name: 'send_mail', approval: { state: 'absent' }, at: place(4, 1, 5) });
  const [base] = system().agents;
  const agents = base
    ? [
        {
          ...base,
          name: 'Front',
          tools: [read],
          mcpServers: [],
          handoffs: [{ name: 'Helper', at: place(5, 1, 2) }],
        },
        { ...base, name: 'Helper', tools: [send], mcpServers: [], handoffs: [] },
        {
          ...base,
          name: 'Other',
          tools: [],
          mcpServers: [],
          handoffs: [{ name: 'Gone', at: place(6, 1, 2) }],
        },
      ]
    : [];
  const flow = finding({
    rule: 'scope/toxic-flow',
    agent: 'Front',
    related: [3, 4].map((line) => ({
      message: 'part',
      file: 'refunds.agent.yaml',
      range: place(line, 1, 5).range(),
    })),
  });
  const json = systemJson(system({ agents }));
  const graph = graphOf({ findings: [{ ...flow, frame: [] }] } satisfies Pick<Review, 'findings'>, json);

  it('marks the boxes, rows and arrows of a toxic flow, and no other', () => {
    expect(graph.boxes.filter((box) => box.toxic).map(({ name }) => name)).toEqual(['Front']);
    expect(
      graph.boxes.flatMap(({ rows }) => rows.filter((row) => row.toxic)).map(({ name }) => name),
    ).toEqual(['read_mail', 'send_mail']);
    expect(graph.arrows.filter((arrow) => arrow.toxic).map(({ text }) => text)).toEqual(['Front -> Helper']);
  });

  it('draws an agent that was not found, subagents with their bound, and each arrow with its direction', () => {
    const svg = drawSystem(graph, 't0').svg.join('\n');
    expect(graph.boxes.map(({ kind, name }) => `${kind} ${name}`)).toContain('missing Gone');
    for (const words of [
      'Front -&gt; Helper',
      'Other -&gt; Gone',
      'Front -&gt; subagents',
      'at most 4 at once',
    ])
      expect(svg).toContain(words);
    expect(svg).toMatch(
      /role="img" aria-labelledby="t0-t t0-d">\n<title id="t0-t">[^<]+<\/title>\n<desc id="t0-d">/,
    );
  });

  it('says in its table which end of an arrow the files do not have', () => {
    const review = reviewOf(result({ systems: [system({ agents })] }), OPTIONS);
    const markdown = joined(streamReview(review, 'markdown')).replaceAll('\\', '');
    expect(markdown).toContain('| `Front` -> `Helper` | hands off |');
    expect(markdown).toContain('| `Other` -> `Gone` (not found in the files) | hands off |');
  });

  it('is the same in Mermaid', () => {
    expect(mermaidLines(graph)).toContain('      a0["Front<br/>some-model<br/>read_mail: outward, no gate"]');
    expect(mermaidLines(graph)).toContain('    a0 -->|hands off| a1');
    expect(mermaidLines(graph)).toContain('    a0 --x a0ungated{{"no gate<br/>1 tool"}}');
  });

  it('draws a gate that is only claimed dashed, and calls it claimed, beside one that a file shows', () => {
    const gated = (name: string, approval: ReturnType<typeof tool>['approval']) => tool({ name, approval });
    const [claimed, shown] = [
      gated('claimed_refund', {
        state: 'attested',
        value: { by: 'human', stated: 'human' },
        at: place(3, 1, 5),
      }),
      gated('shown_refund', { state: 'shown', value: { by: 'human', stated: 'human' }, at: place(4, 1, 5) }),
    ];
    const one = base ? [{ ...base, tools: [claimed, shown], mcpServers: [], handoffs: [] }] : [];
    const drawn = graphOf({ findings: [] }, systemJson(system({ agents: one })));
    expect(drawn.boxes[0]?.rows.map(({ name, gate }) => [name, gate])).toEqual([
      ['claimed_refund', 'claimed'],
      ['shown_refund', 'gated'],
    ]);
    const svg = drawSystem(drawn, 't0').svg.join('\n');
    expect(svg.match(/class="gate \w+"/g)).toEqual(['class="gate claimed"', 'class="gate gated"']);
    expect(svg).toContain('1 gate only claimed.');
    expect(mermaidLines(drawn)).toContain('  classDef claimed stroke:#1a6b3c,stroke-dasharray:5 4');
  });

  it('puts each box into the area of who runs it', () => {
    const boxes = (more: Partial<AgentSystem>) =>
      graphOf({ findings: [] }, systemJson(system(more))).boxes.map(({ name, region }) => [name, region]);
    expect(boxes({})).toEqual([
      ['agent', 'operator'],
      ['billing', undefined],
      ['billing.example.com', 'third'],
      ['subagents', 'operator'],
      ['otlp: https://traces.example.com', 'traces'],
    ]);
    expect(boxes({ runtime: 'framework', tracing: { state: 'absent' } })).toEqual([
      ['agent', 'own'],
      ['billing', undefined],
      ['billing.example.com', 'third'],
      ['subagents', 'own'],
      ['model endpoint', 'operator'],
    ]);
    const page = joined(streamReview(reviewOf(WITH_ALL, OPTIONS), 'html'));
    for (const words of [
      'Your infrastructure',
      'The operator&#39;s infrastructure',
      'Third parties',
      'Trace store',
    ])
      expect(page).toContain(words);
  });

  it('keeps the areas of a layout apart, with each box in its own, below its name', () => {
    const regions: Record<string, string> = { a: 'own', b: 'own', c: 'third', d: 'third', e: 'traces' };
    const boxes = Object.entries(regions).map(([id, region]) => ({ id, region, width: 100, height: 50 }));
    for (const direction of ['LR', 'TB'] as const) {
      const { areas, corners } = layered(boxes, ['ab', 'ac', 'bd', 'ae'].map(link), direction);
      expect(areas.map(({ region }) => region)).toEqual(['own', 'third', 'traces']);
      for (const [id, { x, y }] of corners)
        for (const area of areas) {
          const right = Math.min(x + 100, area.x + area.width) - Math.max(x, area.x);
          const down = Math.min(y + 50, area.y + area.height) - Math.max(y, area.y);
          const isInside = right >= 100 && down >= 50;
          const isApart = right <= 0 || down <= 0;
          expect(regions[id] === area.region ? isInside : isApart, `${id} and ${area.region}`).toBe(true);
          if (isInside) expect(y - area.y, `the name above ${id}`).toBeGreaterThanOrEqual(23);
        }
    }
  });

  it('lets the arrows of a box stand out, and links a box with arrows to its place', () => {
    const svg = drawSystem(graph, 't0', () => true).svg.join('\n');
    expect(svg).toMatch(/class="arrow handoff toxic e0 e1">\n<title>Front -&gt; Helper/);
    expect(svg).toMatch(
      /class="box agent toxic node n0">\n<title>Front<\/title>\n<a href="#a-\w{12}" aria-label="Front">/,
    );
    expect(svg).toContain('role="group"');
    expect(drawSystem(graph, 't0').svg.join('\n')).not.toContain('<a ');
  });

  it('gives a picture that is an overview a file with every row', () => {
    const many = base
      ? Array.from({ length: 20 }, (_, at) => ({
          ...base,
          name: `Agent${at}`,
          tools: [tool({ name: `tool_${at}` })],
          mcpServers: [],
          handoffs: at === 0 ? [{ name: 'Agent1', at: place(5, 1, 2) }] : [],
        }))
      : [];
    const picture = drawSystem(graphOf({ findings: [] }, systemJson(system({ agents: many }))), 't0');
    expect(picture.svg.join('\n')).not.toContain('tool_19');
    for (let at = 0; at < 20; at += 1) expect(picture.whole.join('\n')).toContain(`>tool_${at}<`);
  });
});

describe('text in a page', () => {
  it('forms no tag, and shows what is not seen', () => {
    expect(escaped('<b> & "x" \'y\' \u202e')).toBe('&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39; \\u{202e}');
  });

  it('fits the room that it has, whatever its letters', () => {
    for (const text of ['iiiiiiiiiiiiiiiiiiiiiiii', 'WWWWWWWWWWWWWW', '日本語名前日本語名前'])
      expect(textWidth(fitted(text, 90, 14, 'bold'), 14, 'bold')).toBeLessThanOrEqual(90);
    expect(fitted('short', 90, 14, 'bold')).toBe('short');
    expect(fitted('n'.repeat(10_000), 90, 14, 'bold')).toMatch(/^n{5,9}…$/);
  });

  it('is shortened by the columns that it takes', () => {
    expect(shortened('abcdef', 6)).toBe('abcdef');
    expect(shortened('abcdefg', 6)).toBe('abcde…');
    expect(shortened('日本語名前', 6)).toBe('日本…');
  });
});
