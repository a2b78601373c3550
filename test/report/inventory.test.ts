import { describe, expect, it } from 'vitest';
import { systemJson } from '../../src/compare/system-json.js';
import { inventorySystemText, renderInventoryText, streamInventoryJson } from '../../src/report/inventory.js';
import { renderInventoryMermaid } from '../../src/review/inventory-chart.js';
import { place, range, system, tool } from './results.js';
import { validatorOf } from './schemas.js';

const FILES = [
  { path: 'refunds.agent.yaml', dialect: 'agent-config', reason: 'has keys of ours' },
  { path: 'x.json', reason: 'no dialect recognises it' },
];

const [AGENT] = system().agents;
if (!AGENT) throw new Error('the sample has an agent');

describe('the JSON of a system', () => {
  it('has the shape that the design shows', () => {
    expect(systemJson(system())).toEqual({
      file: 'refunds.agent.yaml',
      dialect: 'agent-config',
      surface: 'product',
      runtime: 'managed',
      range: range(1, 1, 1),
      agents: [
        {
          name: 'agent',
          range: range(2, 1, 6),
          model: 'some-model',
          tools: [
            {
              name: 'issue_refund',
              kind: 'function',
              type: 'function',
              effect: 'outward',
              confidence: 'high',
              because: 'declared',
              openEnded: false,
              approval: {
                state: 'attested',
                value: 'human',
                why: 'refund console queue',
                range: range(12, 9, 15),
              },
              path: 'agent.tools[issue_refund]',
              range: range(6, 31, 43),
            },
          ],
          mcpServers: [
            {
              name: 'billing.example.com',
              address: 'https://billing.example.com/mcp',
              transport: 'http',
              allowedTools: { state: 'attested', value: ['get_invoice'] },
              scopes: ['invoices:read'],
              tools: [
                {
                  name: 'get_invoice',
                  kind: 'mcp',
                  type: 'function',
                  effect: 'read',
                  confidence: 'medium',
                  because: 'its name: "get"',
                  openEnded: false,
                  approval: { state: 'inexpressible' },
                  path: 'agent.mcp_servers[billing.example.com].tools[get_invoice]',
                  range: range(14, 5, 16),
                  file: 'policy.yaml',
                },
              ],
              path: 'agent.mcp_servers[billing.example.com]',
              range: range(8, 12, 43),
            },
          ],
          handoffs: ['billing'],
          delegatesTo: [],
          guardrails: {
            input: { state: 'attested', value: ['prompt-injection'] },
            output: { state: 'inexpressible' },
          },
          path: 'agent',
        },
      ],
      delegation: { enabled: { state: 'shown', value: true }, maxConcurrent: { state: 'shown', value: 4 } },
      environment: { type: 'hosted', kind: 'hosted', range: range(9, 22, 28) },
      tracing: { state: 'attested', value: 'otlp: https://traces.example.com' },
      residency: { state: 'inexpressible' },
      retention: { state: 'inexpressible' },
      unresolved: [{ what: 'tools of triage', why: 'computed by buildTools()', range: range(30, 1, 9) }],
    });
  });

  it('cuts secrets out of what a file may have put them in', () => {
    const url = 'https://user:hunter22secret@traces.example.com';
    const json = systemJson(system({ tracing: { state: 'shown', value: url, at: place(1, 1, 2) } }));
    expect(JSON.stringify(json)).not.toContain('hunter22secret');
  });
});

describe('the inventory', () => {
  it('keeps its schema', () => {
    const validate = validatorOf('inventory');
    const json = JSON.parse(
      [...streamInventoryJson({ files: FILES }, [inventorySystemText(system())])].join(''),
    );
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    expect(json.files).toEqual([
      { path: 'refunds.agent.yaml', dialect: 'agent-config', reason: 'has keys of ours' },
      { path: 'x.json', dialect: null, reason: 'no dialect recognises it' },
    ]);
    json.systems[0].tracing.state = 'yes';
    expect(validate(json)).toBe(false);
  });

  it('tells people what was found, where, and how each control is known', () => {
    expect(renderInventoryText({ files: FILES, systems: [system()] })).toBe(`Files
  refunds.agent.yaml  agent-config  has keys of ours
  x.json              -             no dialect recognises it

refunds.agent.yaml:1:1  agent-config, deployed agent, runtime managed
  agent agent (2:1), model some-model
    tool issue_refund (6:31), function
      effect: outward (declared; high confidence)
      approval: human (only claimed: refund console queue, 12:9)
    MCP server billing.example.com (8:12), http
      address: https://billing.example.com/mcp
      allowed tools: get_invoice (only claimed)
      scopes: invoices:read
      tool get_invoice (policy.yaml:14:5), mcp
        effect: read (inferred from its name: "get"; medium confidence)
        approval: cannot be stated in this file
    hands off to: billing
    input guardrails: prompt-injection (only claimed)
    output guardrails: cannot be stated in this file
  delegation to subagents: enabled (seen in the file)
    running at once: at most 4 (seen in the file)
  environment: hosted (9:22)
  tracing: otlp: https://traces.example.com (only claimed)
  not resolved
    tools of triage: computed by buildTools() (30:1)
`);
  });

  it('says that it found no file', () => {
    expect(renderInventoryText({ files: [], systems: [] })).toBe('Files: none\n');
  });

  it('makes hostile names visible', () => {
    const evil = system({
      agents: [{ ...AGENT, name: 'a\n::error::x\u202e', tools: [tool({ name: '\x1b[2J' })] }],
    });
    const text = renderInventoryText({ files: [{ path: 'a\nb', reason: '\u202e' }], systems: [evil] });
    expect(text).toContain('  agent a\\u{a}::error::x\\u{202e} (');
    expect(text).toContain('    tool \\u{1b}[2J (');
    expect(text).toContain('  a\\u{a}b  -  \\u{202e}\n');
  });

  it('draws agents, tools, servers, gates and trust boundaries, and agents that are not found', () => {
    const triage = { ...AGENT, name: 'triage', handoffs: [{ name: 'billing', at: place(1, 1, 2) }] };
    const billing = {
      ...AGENT,
      name: 'billing',
      handoffs: [],
      delegatesTo: [{ name: 'ledger', at: place(1, 1, 2) }],
    };
    const { delegation, ...quiet } = system({ agents: [triage, billing] });
    expect(delegation).toBeDefined();
    const chart = renderInventoryMermaid({ files: [], systems: [quiet, system()] });
    const [first = ''] = chart.split('  subgraph s1system');
    expect(first).toBe(`flowchart LR
  subgraph s0system["refunds.agent.yaml"]
    subgraph s0in_operator["The operator's infrastructure"]
      s0a0["triage<br/>some-model<br/>issue_refund: outward, claimed: a person approves"]
      s0a1["billing<br/>some-model<br/>issue_refund: outward, claimed: a person approves"]
    end
    subgraph s0in_third["Third parties"]
      s0s0[("billing.example.com<br/>MCP server, http<br/>get_invoice: read<br/>scope: invoices:read")]
    end
    s0m0(["ledger<br/>not found in the files"])
    subgraph s0in_traces["Trace store"]
      s0traces[/"otlp: https://traces.example.com<br/>traces (claimed)"/]
    end
    s0a0 -->|hands off| s0a1
    s0a0 ---|uses| s0s0
    s0a1 -.->|delegates| s0m0
    s0a1 ---|uses| s0s0
    s0a0 -.-> s0a0claimed{{"claimed: a person approves<br/>1 tool"}}
    s0a1 -.-> s0a1claimed{{"claimed: a person approves<br/>1 tool"}}
  end
`);
    expect(chart).toContain('s1sub[["subagents<br/>at most 4 at once"]]');
    expect(chart).toContain('  classDef claimed stroke:#1a6b3c,stroke-dasharray:5 4\n');
    expect(chart).toContain('  class s0a0claimed,s0a1claimed,s1a0claimed claimed\n');
  });

  it('lets no name leave its label in the drawing', () => {
    const { delegation, ...quiet } = system({
      agents: [{ ...AGENT, name: '"]; click x "https://evil"\n<b>#', handoffs: [] }],
    });
    expect(delegation).toBeDefined();
    expect(renderInventoryMermaid({ files: [], systems: [quiet] }).split('\n')[3]).toMatch(
      /^ {6}a0\["#34;\]#59; click x #34;https:\/\/evil#34;#92;u\{a\}#60;b#62;#35;<br\/>some-model<br\/>/,
    );
  });
});
