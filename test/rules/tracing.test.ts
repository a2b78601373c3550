import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const SESSION = '{ "agent": { "model": "m" }, "environment": { "type": "hosted" } }';

describe('tracing', () => {
  it('is not judged where no managed runtime is targeted', async () => {
    for (const runtime of ['runtime: framework\n', 'runtime: responses\n', 'controls: {}\n']) {
      const result = await lintFiles({ 'a.agent.yaml': `${runtime}agent: { model: m }\n` });
      expect(result.files).toHaveLength(1);
      expect(statedFindings(result, 'tracing/missing')).toEqual([]);
    }
  });

  it('is missed at the entry agent, once for a system of several agents', async () => {
    const text =
      'runtime: managed\nagents:\n  back: { instructions: Work. }\n  front: { instructions: Sort., handoffs: [back] }\n';
    const found = statedFindings(await lintFiles({ 'a.agent.yaml': text }), 'tracing/missing');
    expect(found.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual(['4:3 error `front`']);
  });

  it('is missed for each session of a file of requests', async () => {
    const request = `POST {{base_url}}/v1/agents/sessions\nAcme-Beta: agents=v1\n\n${SESSION}\n`;
    const result = await lintFiles({ 'a.http': `${request}\n###\n${request}` });
    const found = result.findings.filter(({ rule }) => rule === 'tracing/missing');
    expect(found.map(({ range, severity, evidence }) => [range.start.line, severity, evidence])).toEqual([
      [4, 'warning', 'inexpressible'],
      [10, 'warning', 'inexpressible'],
    ]);
  });

  it('no longer counts as attested after the last day of the claim', async () => {
    const files = {
      'a.session.json': SESSION,
      'agent-lint.config.yaml':
        'attestations:\n  - files: "*.session.json"\n    controls: { tracing: { sink: webhooks } }\n    reason: stored\n    until: 2026-11-20\n',
    };
    expect(statedFindings(await lintFiles(files, { asOf: '2026-11-20' }), 'tracing/missing')).toEqual([]);
    expect(statedFindings(await lintFiles(files, { asOf: '2026-11-21' }), 'tracing/missing')).toHaveLength(1);
  });
});
