import type { LintResult } from '../../src/lint/result.js';
import {
  type AgentSystem,
  type Decision,
  defineRule,
  type Finding,
  fixedPlace,
  type NotAssessed,
  type Place,
  type Range,
  type Requirements,
  type Rule,
  type Tool,
} from '../../src/model/index.js';

/** A range on one line, or over several. */
export function range(line: number, column: number, endColumn: number, endLine = line): Range {
  return { start: { line, column }, end: { line: endLine, column: endColumn } };
}

export function place(
  line: number,
  column: number,
  endColumn: number,
  file = 'refunds.agent.yaml',
  path = '',
): Place {
  return fixedPlace(file, path, range(line, column, endColumn));
}

/** A file with one flaw at 6:31, and the finding for it. */
export const REFUNDS = `runtime: managed
agent:
  model: some-model
  tools:
    - type: shell
    - { type: function, name: issue_refund, description: Refund a charge }
  mcp_servers:
    - url: https://billing.example.com/mcp
`;

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: 'approval/missing',
    severity: 'error',
    confidence: 'medium',
    message: '`issue_refund` pays money back and nobody is asked first.',
    file: 'refunds.agent.yaml',
    range: range(6, 31, 43),
    path: 'agent.tools[issue_refund]',
    agent: 'agent',
    evidence: 'inexpressible',
    remediation: 'State who approves it under controls.tools.issue_refund.approval.',
    related: [],
    spec: '1',
    references: ['LLM03:2026', 'CWE-862'],
    fingerprint: 'f00d',
    fixes: [],
    ...changes,
  };
}

export function notAssessed(changes: Partial<NotAssessed> = {}): NotAssessed {
  return {
    rule: 'scope/unrestricted-server',
    at: fixedPlace('refunds.agent.yaml', 'agent.mcp_servers[billing.example.com]', range(8, 12, 43)),
    evidence: 'undecidable',
    message: 'the tools of `billing.example.com`',
    ...changes,
  };
}

const RULES: readonly Rule[] = [
  defineRule({
    id: 'mcp/plain-http',
    summary: 'An MCP server is reached without encryption',
    severity: 'error',
    remediation: 'Use https.',
    references: ['CWE-319', 'MCP07:2025', 'AISVS-10.3.1', 'LLM04:2025'],
    since: '0.1.0',
  }),
  defineRule({
    id: 'approval/missing',
    summary: 'An irreversible tool has no human gate',
    severity: 'error',
    spec: '1',
    remediation: 'Put a person in front of it.',
    references: ['LLM03:2026', 'CWE-862', 'AML.M0029', 'UNKNOWN-1'],
    since: '0.1.0',
  }),
  defineRule({
    id: 'file/syntax',
    summary: 'A file cannot be read as its format',
    severity: 'error',
    remediation: 'Correct the first faulty place.',
    references: [],
    since: '0.1.0',
  }),
  defineRule({
    id: 'session/undocumented-kind',
    summary: 'A tool kind whose payload the spec does not show',
    severity: 'off',
    remediation: 'Check it against what the operator documents.',
    references: [],
    since: '0.1.0',
  }),
];

export function result(changes: Partial<LintResult> = {}): LintResult {
  return {
    version: '0.1.0',
    decisions: [],
    files: [{ path: 'refunds.agent.yaml', dialect: 'agent-config' }],
    partly: [],
    systems: [],
    systemCount: changes.systems?.length ?? 0,
    unresolved: [],
    findings: [],
    notAssessed: [],
    unread: [],
    skipped: [],
    met: [],
    notes: [],
    rules: RULES.map((rule) => ({ rule, level: rule.severity })),
    asOf: '2026-11-20',
    ...changes,
  };
}

/** EU residency, a durable session needed: a choice. Built by hand, so that its words are those of this file. */
export const EU: Requirements = {
  residency: ['eu'],
  needs: ['durable-session'],
  because: { residency: 'DPIA-2026-14' },
};

export const CHOICE: Decision = {
  schema: 'agent-lint/decision@1',
  outcome: 'choice',
  recommended: null,
  unmet: ['durable-session'],
  ask: ['prefer', 'languages'],
  assumed: [],
  runtimes: [
    {
      runtime: 'managed',
      verdict: 'excluded',
      unmet: [],
      conditions: [],
      reasons: [
        { rule: 'rule-2', requirement: 'residency', text: 'Data has to stay in the EU. (DPIA-2026-14)' },
      ],
    },
    {
      runtime: 'framework',
      verdict: 'possible',
      unmet: ['durable-session'],
      conditions: ["with the caller's own controls"],
      reasons: [],
    },
    {
      runtime: 'responses',
      verdict: 'possible',
      unmet: ['durable-session'],
      conditions: ["with the caller's own controls"],
      reasons: [],
    },
  ],
};

export const RECOMMENDED: Decision = {
  schema: 'agent-lint/decision@1',
  outcome: 'recommended',
  recommended: 'managed',
  unmet: [],
  ask: [],
  assumed: ['residency', 'zero_data_retention'],
  runtimes: [
    {
      runtime: 'managed',
      verdict: 'recommended',
      unmet: [],
      conditions: [],
      reasons: [
        { rule: 'rule-1', requirement: 'durable-session', text: 'The operator runs a durable session.' },
      ],
    },
    { runtime: 'framework', verdict: 'possible', unmet: ['durable-session'], conditions: [], reasons: [] },
    { runtime: 'responses', verdict: 'possible', unmet: ['durable-session'], conditions: [], reasons: [] },
  ],
};

/** A decision as a run carries it. */
export function decided(
  decision: Decision,
  requirements: Requirements,
  files: string[],
): LintResult['decisions'][number] {
  return { decision, requirements, files };
}

export function tool(changes: Partial<Tool> = {}): Tool {
  return {
    name: 'issue_refund',
    kind: 'function',
    type: 'function',
    at: place(6, 31, 43, undefined, 'agent.tools[issue_refund]'),
    effect: { effect: 'outward', confidence: 'high', because: { from: 'declared' } },
    openEnded: false,
    approval: {
      state: 'attested',
      value: { by: 'human', stated: 'human' },
      at: place(12, 9, 15),
      why: 'refund console queue',
    },
    ...changes,
  };
}

/** A system with one of everything that `inspect` shows. */
export function system(changes: Partial<AgentSystem> = {}): AgentSystem {
  return {
    file: 'refunds.agent.yaml',
    dialect: 'agent-config',
    surface: 'product',
    runtime: 'managed',
    runtimeAt: place(1, 10, 17),
    at: place(1, 1, 1),
    agents: [
      {
        name: 'agent',
        at: place(2, 1, 6, undefined, 'agent'),
        nameAt: place(2, 1, 6),
        model: 'some-model',
        tools: [tool()],
        mcpServers: [
          {
            name: 'billing.example.com',
            address: 'https://billing.example.com/mcp',
            transport: 'http',
            at: place(8, 12, 43, undefined, 'agent.mcp_servers[billing.example.com]'),
            allowedTools: { state: 'attested', value: ['get_invoice'] },
            tools: [
              tool({
                name: 'get_invoice',
                kind: 'mcp',
                at: place(
                  14,
                  5,
                  16,
                  'policy.yaml',
                  'agent.mcp_servers[billing.example.com].tools[get_invoice]',
                ),
                effect: { effect: 'read', confidence: 'medium', because: { from: 'name', words: 'get' } },
                approval: { state: 'inexpressible' },
              }),
            ],
            scopes: [{ value: 'invoices:read', at: place(15, 5, 18) }],
            values: [],
          },
        ],
        handoffs: [{ name: 'billing', at: place(20, 5, 12) }],
        delegatesTo: [],
        guardrails: {
          input: { state: 'attested', value: ['prompt-injection'] },
          output: { state: 'inexpressible' },
        },
      },
    ],
    delegation: { enabled: { state: 'shown', value: true }, maxConcurrent: { state: 'shown', value: 4 } },
    environment: { type: 'hosted', kind: 'hosted', at: place(9, 22, 28) },
    tracing: { state: 'attested', value: 'otlp: https://traces.example.com' },
    residency: { state: 'inexpressible' },
    retention: { state: 'inexpressible' },
    claims: [],
    configIssues: [],
    unresolved: [{ what: 'tools of triage', why: 'computed by buildTools()', at: place(30, 1, 9) }],
    ...changes,
  };
}
