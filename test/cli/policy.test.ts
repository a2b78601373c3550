import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

const AGENT = `runtime: framework
agent:
  tools:
    - { type: function, name: delete_user }
    - { type: function, name: delete_order }
  instructions: x
`;
const policy = (owner: string) => `${owner}rules: { approval/missing: { severity: error, locked: true } }\n`;
const OWNER = 'owner: { name: Security, contact: security@example.com }\n';

async function pretty(files: Record<string, string>): Promise<string> {
  return (await runCli(folderWith(files), ['check', '-f', 'pretty', '--policy', 'policy.yaml'])).stdout;
}

describe('a finding of a locked rule', () => {
  it('names owner and contact of the policy in one line, once for similar findings', async () => {
    const line = /^ +Policy +locked by the policy of Security \(security@example\.com\)$/gm;
    const one = await pretty({
      'a.agent.yaml': AGENT.replace(/.*delete_order.*\n/, ''),
      'policy.yaml': policy(OWNER),
    });
    expect(one.match(line)).toHaveLength(1);
    expect((await pretty({ 'a.agent.yaml': AGENT, 'policy.yaml': policy(OWNER) })).match(line)).toHaveLength(
      1,
    );
  });

  it.each(['github', 'gitlab', 'junit', 'markdown', 'sarif'])('names them in %s', async (format) => {
    const folder = folderWith({ 'a.agent.yaml': AGENT, 'policy.yaml': policy(OWNER) });
    const { stdout } = await runCli(folder, ['check', '-f', format, '--policy', 'policy.yaml']);
    const words = /Policy: locked by the policy of Security/g;
    expect(stdout.match(words)).toHaveLength(2);
  });

  it('names nobody where the policy has no owner', async () => {
    expect(await pretty({ 'a.agent.yaml': AGENT, 'policy.yaml': policy('') })).not.toMatch(/^ +Policy /m);
  });

  it('carries owner and contact in JSON', async () => {
    const folder = folderWith({ 'a.agent.yaml': AGENT, 'policy.yaml': policy(OWNER) });
    const { stdout } = await runCli(folder, ['check', '-f', 'json', '--policy', 'policy.yaml']);
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; policy?: object }[] };
    const locked = findings.filter(({ rule }) => rule === 'approval/missing');
    expect(locked.map((finding) => finding.policy)).toEqual([
      { name: 'Security', contact: 'security@example.com' },
      { name: 'Security', contact: 'security@example.com' },
    ]);
  });
});
