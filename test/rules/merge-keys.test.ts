import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files.js';

async function judged(file: string, text: string, rules: readonly string[]): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => rules.includes(rule))
    .map(({ rule, path, range: { start } }) => `${rule} ${path} ${start.line}:${start.column}`);
}

describe('what a YAML map takes over from another', () => {
  it('is judged as if it stood there, at the place where it is written', async () => {
    const text = `base: &base
  tools:
    - { type: function, name: issue_refund }
agent:
  <<: *base
  model: some-model
`;
    expect(await judged('a.agent.yaml', text, ['approval/missing', 'session/undocumented'])).toEqual([
      'session/undocumented base 1:1',
      'approval/missing agent.tools[issue_refund] 3:31',
    ]);
  });

  it('bounds subagents', async () => {
    const text = (key: string) => `agent: { model: some-model }
limits: &limits { ${key}: 4 }
multi_agent:
  <<: *limits
  enabled: true
`;
    const rules = ['delegation/unbounded'];
    expect(await judged('a.agent.yaml', text('max_concurrent_subagents'), rules)).toEqual([]);
    expect(await judged('a.agent.yaml', text('other'), rules)).toEqual([
      'delegation/unbounded multi_agent.enabled 5:12',
    ]);
  });
});
