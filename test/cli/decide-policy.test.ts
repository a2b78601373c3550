import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

const POLICY = `requirements:
  residency: [eu]
  zero_data_retention: true
  beta: forbidden
  needs: [durable-session]
  because: { residency: DPIA-7 }
`;
const AGENT = 'agent:\n  model: m\n  instructions: x\n';

interface Decided {
  requirements: Record<string, unknown>;
  runtimes: { runtime: string; verdict: string; reasons: { rule: string; because?: string }[] }[];
}

async function decide(files: Record<string, string>, ...args: string[]) {
  const folder = folderWith({ 'policy.yaml': POLICY, ...files });
  const run = await runCli(folder, ['decide', '--format', 'json', '--policy', 'policy.yaml', ...args]);
  expect(run.status).toBe(0);
  const root = JSON.parse(run.stdout) as Decided & { decisions?: Decided[] };
  return { decision: root.decisions?.[0] ?? root, said: run.stderr };
}

const LOOSE = ['--residency', 'us', '--no-zdr', '--beta', 'allowed', '--need', 'simple-assistant'];

describe('a flag of decide beside a policy', () => {
  it.each([
    ['the working directory', {}, []],
    ['an agent', { 'a.agent.yaml': AGENT }, []],
    ['a path', { 'a.agent.yaml': AGENT }, ['a.agent.yaml']],
    ['a folder without agents', { 'docs/x.txt': 'x' }, ['docs']],
  ])('loosens nothing that the policy states, for %s', async (_, files, paths) => {
    const { decision, said } = await decide(files, ...LOOSE, ...paths);
    const [managed] = decision.runtimes;
    expect(managed?.verdict).toBe('excluded');
    expect(managed?.reasons.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['rule-2', 'constraint-1', 'constraint-2', 'constraint-4']),
    );
    expect(said).toBe(
      'agent-lint: A flag may tighten what a policy states, never loosen it: ' +
        '`residency` stays eu (policy.yaml); `zero_data_retention` stays true (policy.yaml); ' +
        '`beta` stays forbidden (policy.yaml); `needs` stays durable-session, simple-assistant (policy.yaml).\n',
    );
  });

  it('tightens what the policy states, and says nothing of it', async () => {
    const folder = folderWith({ 'policy.yaml': 'requirements: { residency: [eu, us] }\n' });
    const run = await runCli(folder, ['decide', '--policy', 'policy.yaml', '--residency', 'de']);
    expect(run.stdout).toContain('Stated: data is processed in DE only.');
    expect(run.stderr).toBe('');
  });

  it('replaces what the configuration states', async () => {
    const folder = folderWith({ 'agent-lint.config.yaml': 'requirements: { residency: [eu] }\n' });
    const run = await runCli(folder, ['decide', '--residency', 'us', '--format', 'json']);
    expect((JSON.parse(run.stdout) as Decided).runtimes[0]?.verdict).toBe('possible');
    expect(run.stderr).toBe('');
  });
});
