import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { VERSION } from '../../src/generated/version.js';
import type { LintResult } from '../../src/lint/result.js';
import type { Fix } from '../../src/model/index.js';
import { renderSarif } from '../../src/report/formats/sarif.js';
import { TAXONOMIES, taxonOf } from '../../src/report/shared/taxonomies.js';
import { finding, range, result } from './results.js';

const SCHEMA = new URL('../../../shared/schemas/sarif-2.1.0.json', import.meta.url);

const ODD = 'a b/ü#%/[1]\u202e:\ud800.yaml';

const BOUND: Fix = {
  title: 'Set `max` to 4',
  safe: false,
  edits: [
    { file: 'a.yaml', range: range(2, 3, 3), text: 'max: 4\n' },
    { file: ODD, range: range(1, 1, 9), text: '' },
    { file: 'a.yaml', range: range(5, 1, 1, 6), text: '' },
  ],
};
const CLAIM: Fix = {
  title: 'Claim: [a](b)\n\u202e',
  safe: true,
  edits: [{ file: 'agent-lint.config.yaml', range: range(1, 1, 1), text: 'attestations: []\n' }],
};

const FULL = result({
  findings: [
    finding({ related: [{ message: 'stated here', file: 'other.yaml', range: range(1, 2, 3) }] }),
    finding({
      rule: 'file/syntax',
      file: ODD,
      range: range(1, 1, 1),
      path: '',
      severity: 'warning',
      fingerprint: 'beef',
    }),
    finding({ rule: 'mcp/plain-http', severity: 'info', ignored: { kind: 'comment', reason: 'loopback' } }),
    finding({ rule: 'mcp/plain-http', ignored: { kind: 'baseline', reason: 'before', until: '2027-01-31' } }),
    finding({ rule: 'session/undocumented-kind', fixes: [BOUND, CLAIM] }),
    finding({ rule: 'acme/own', message: 'See [here](http://evil)\n{0}' }),
  ],
  met: [{ rule: 'approval/missing', shown: 1, attested: 2 }],
});

type Json = Record<string, unknown>;

/** What these tests read of a run. */
interface Run {
  tool: { driver: { rules: (Json & { id: string })[]; supportedTaxonomies: Json[] } };
  taxonomies: (Json & { name: string; taxa: (Json & { id: string })[] })[];
  results: (Json & { ruleId: string; message: { text: string } })[];
  artifacts: Json[];
  originalUriBaseIds: Json;
  columnKind: string;
  invocations: (Json & { toolExecutionNotifications: Json[] })[];
}

function run(changes: LintResult = FULL): Run {
  const log = JSON.parse(renderSarif(changes)) as { version: string; runs: [Run] };
  expect([log.version, log.runs.length]).toEqual(['2.1.0', 1]);
  return log.runs[0];
}

function resultOf(rule: string): Run['results'][number] | undefined {
  return run().results.find((one) => one.ruleId === rule);
}

describe('a SARIF log', () => {
  it('keeps the official schema', (ctx) => {
    if (!existsSync(SCHEMA)) ctx.skip('skipped: schemas not present');
    const { $id, ...schema } = JSON.parse(readFileSync(SCHEMA, 'utf8'));
    expect($id).toBeDefined();
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    const validate = ajv.compile(schema);
    for (const one of [FULL, result(), result({ rules: [], findings: [finding()] })]) {
      validate(JSON.parse(renderSarif(one)));
      expect(validate.errors ?? []).toEqual([]);
    }
  });

  it('carries fixes with their edits by file', () => {
    const region = (startLine: number, startColumn: number, endLine: number, endColumn: number) => ({
      startLine,
      startColumn,
      endLine,
      endColumn,
    });
    const at = (uri: string) => expect.objectContaining({ uri, uriBaseId: '%SRCROOT%' });
    expect(resultOf('session/undocumented-kind')?.fixes).toEqual([
      {
        description: { text: 'Set `max` to 4' },
        artifactChanges: [
          {
            artifactLocation: at('a.yaml'),
            replacements: [
              { deletedRegion: region(2, 3, 2, 3), insertedContent: { text: 'max: 4\n' } },
              { deletedRegion: region(5, 1, 6, 1), insertedContent: { text: '' } },
            ],
          },
          {
            artifactLocation: at('a%20b/%C3%BC%23%25/%5B1%5D%E2%80%AE%3A%EF%BF%BD.yaml'),
            replacements: [{ deletedRegion: region(1, 1, 1, 9), insertedContent: { text: '' } }],
          },
        ],
        properties: { safe: false },
      },
      {
        description: { text: 'Claim: [a] (b)\\u{a}\\u{202e}' },
        artifactChanges: [
          {
            artifactLocation: at('agent-lint.config.yaml'),
            replacements: [
              { deletedRegion: region(1, 1, 1, 1), insertedContent: { text: 'attestations: []\n' } },
            ],
          },
        ],
        properties: { safe: true },
      },
    ]);
    expect(resultOf('approval/missing')).not.toHaveProperty('fixes');
  });

  it('lists every rule by id, those switched off too, with level, tags and score', () => {
    const { rules } = run().tool.driver;
    expect(rules.map((rule) => [rule.id, rule.defaultConfiguration])).toEqual([
      ['approval/missing', { enabled: true, level: 'error' }],
      ['file/syntax', { enabled: true, level: 'error' }],
      ['mcp/plain-http', { enabled: true, level: 'error' }],
      ['session/undocumented-kind', { enabled: false, level: 'note' }],
    ]);
    expect(rules[0]).toEqual({
      id: 'approval/missing',
      name: 'ApprovalMissing',
      shortDescription: { text: 'An irreversible tool has no human gate.' },
      fullDescription: { text: 'An irreversible tool has no human gate. Put a person in front of it.' },
      help: {
        text: 'An irreversible tool has no human gate. Put a person in front of it.',
        markdown: `An irreversible tool has no human gate.

**Fix:** Put a person in front of it.

**Required by:**

- Guidance on approval: An agent that can take an irreversible action (refund, delete, send, write, commit) needs a human approval gate on that action.

\`agent-lint explain approval/missing\` prints the page of this rule.`,
      },
      helpUri: `pkg:npm/agent-lint@${VERSION}#rules/approval/missing.md`,
      defaultConfiguration: { enabled: true, level: 'error' },
      relationships: [
        {
          target: { id: 'LLM03:2026', toolComponent: { name: 'OWASP LLM Top 10 2026', index: 1 } },
          kinds: ['relevant'],
        },
        { target: { id: 'CWE-862', toolComponent: { name: 'CWE', index: 0 } }, kinds: ['relevant'] },
        {
          target: { id: 'AML.M0029', toolComponent: { name: 'MITRE ATLAS 5.6.0', index: 5 } },
          kinds: ['relevant'],
        },
      ],
      properties: {
        category: 'approval',
        tags: ['security', 'approval', 'external/cwe/cwe-862'],
        'security-severity': '8.0',
        spec: '1',
        references: ['LLM03:2026', 'CWE-862', 'AML.M0029', 'UNKNOWN-1'],
        since: '0.1.0',
      },
    });
    expect(rules[1]?.properties).toEqual({
      category: 'file',
      tags: ['file'],
      references: [],
      since: '0.1.0',
    });
  });

  it('has one taxonomy for each framework and edition that the rules refer to', () => {
    const { taxonomies, tool } = run();
    expect(taxonomies.map((one) => [one.name, one.taxa.map(({ id }) => id)])).toEqual([
      ['CWE', ['CWE-319', 'CWE-862']],
      ['OWASP LLM Top 10 2026', ['LLM03:2026']],
      ['OWASP LLM Top 10 2025', ['LLM04:2025']],
      ['OWASP MCP Top 10 2025, v0.1 beta', ['MCP07:2025']],
      ['OWASP AISVS 1.0', ['AISVS-10.3.1']],
      ['MITRE ATLAS 5.6.0', ['AML.M0029']],
    ]);
    expect(taxonomies[0]?.taxa[1]).toEqual({
      id: 'CWE-862',
      name: 'Missing Authorization',
      shortDescription: { text: 'Missing Authorization.' },
      helpUri: 'https://cwe.mitre.org/data/definitions/862.html',
    });
    expect(tool.driver.supportedTaxonomies[0]).toEqual({ name: 'CWE', index: 0 });
    const plainHttp = tool.driver.rules[2];
    expect(plainHttp?.relationships).toContainEqual({
      target: { id: 'CWE-319', toolComponent: { name: 'CWE', index: 0 } },
      kinds: ['superset'],
    });
  });

  it('gives a finding its place, its structural path, related places and stable fingerprints', () => {
    const found = resultOf('approval/missing');
    expect(found).toEqual({
      ruleId: 'approval/missing',
      ruleIndex: 0,
      level: 'error',
      message: {
        text: '`issue_refund` pays money back and nobody is asked first. State who approves it under controls.tools.issue_refund.approval.',
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'refunds.agent.yaml', uriBaseId: '%SRCROOT%', index: 2 },
            region: { startLine: 6, startColumn: 31, endLine: 6, endColumn: 43 },
          },
          logicalLocations: [{ fullyQualifiedName: 'agent.tools[issue_refund]', kind: 'member' }],
        },
      ],
      relatedLocations: [
        {
          id: 1,
          physicalLocation: {
            artifactLocation: { uri: 'other.yaml', uriBaseId: '%SRCROOT%', index: 1 },
            region: { startLine: 1, startColumn: 2, endLine: 1, endColumn: 3 },
          },
          message: { text: 'stated here' },
        },
      ],
      partialFingerprints: { 'agentLint/v1': 'f00d', primaryLocationLineHash: 'f00d:1' },
      suppressions: [],
      properties: {
        confidence: 'medium',
        evidence: 'inexpressible',
        remediation: 'State who approves it under controls.tools.issue_refund.approval.',
        agent: 'agent',
        spec: '1',
        references: ['LLM03:2026', 'CWE-862'],
      },
    });
  });

  it('percent-encodes each segment of a path', () => {
    const { artifacts, originalUriBaseIds, columnKind } = run();
    expect(artifacts).toEqual([
      {
        location: { uri: 'a%20b/%C3%BC%23%25/%5B1%5D%E2%80%AE%3A%EF%BF%BD.yaml', uriBaseId: '%SRCROOT%' },
        roles: ['analysisTarget'],
      },
      { location: { uri: 'other.yaml', uriBaseId: '%SRCROOT%' }, roles: ['analysisTarget'] },
      {
        location: { uri: 'refunds.agent.yaml', uriBaseId: '%SRCROOT%' },
        roles: ['analysisTarget'],
        properties: { dialect: 'agent-config' },
      },
    ]);
    expect(Object.keys(originalUriBaseIds)).toEqual(['%SRCROOT%']);
    expect(columnKind).toBe('utf16CodeUnits');
  });

  it('suppresses what was set aside, with the reason, and says of the others that they stand', () => {
    const suppressions = run().results.map((one) => one.suppressions);
    expect(suppressions).toEqual([
      [],
      [],
      [],
      [{ kind: 'inSource', status: 'accepted', justification: 'loopback', properties: { by: 'comment' } }],
      [
        {
          kind: 'external',
          status: 'accepted',
          justification: 'before',
          properties: { by: 'baseline', until: '2027-01-31' },
        },
      ],
      [],
    ]);
    expect(run(result({ findings: [finding()] })).results[0]).not.toHaveProperty('suppressions');
  });

  it('tells faulty files and configuration as notifications too', () => {
    const [invocation] = run().invocations;
    expect(invocation?.executionSuccessful).toBe(true);
    expect(invocation?.toolConfigurationNotifications).toEqual([]);
    expect(invocation?.toolExecutionNotifications.map((one) => [one.level, one.associatedRule])).toEqual([
      ['warning', { id: 'file/syntax', index: 1 }],
    ]);
  });

  it('makes no link of what a stranger wrote, and no line break', () => {
    const found = resultOf('acme/own');
    expect(found?.message.text).toBe(
      'See [here] (http://evil)\\u{a}{0} State who approves it under controls.tools.issue_refund.approval.',
    );
    expect(found).not.toHaveProperty('ruleIndex');
  });
});

describe('the taxonomies', () => {
  it('carry where they come from, and ids that they themselves recognise', () => {
    for (const taxonomy of TAXONOMIES) {
      expect(taxonomy).toHaveProperty('source');
      expect(taxonomy).toHaveProperty('checkedOn');
      for (const id of Object.keys(taxonomy.names)) expect(taxonOf(id)?.taxonomy).toBe(taxonomy);
    }
  });

  it('are referred to by every rule, with an edition and a date', () => {
    for (const { id, references } of RULES) {
      expect(references.length, id).toBeGreaterThan(0);
      for (const reference of references) {
        expect(taxonOf(reference)?.taxonomy.edition, `${id}: ${reference}`).toMatch(/\d/);
        expect(taxonOf(reference)?.taxonomy.checkedOn, `${id}: ${reference}`).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
    }
  });

  it('tell editions of one list apart', () => {
    expect([taxonOf('LLM06:2025')?.name, taxonOf('LLM06:2026')?.name]).toEqual([
      'Excessive Agency',
      'Unbounded Consumption',
    ]);
    expect(taxonOf('LLM06')).toBeUndefined();
  });
});
