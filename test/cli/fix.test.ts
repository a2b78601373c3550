import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFixed } from '../../src/project/fix-files.js';
import { BIN, findingsOf, folderWith, runCli } from './run-cli.js';

/** A bound that is missing, a gate that is missing, and a claim that only a person can make. */
const TEAM = `requirements: { beta: allowed }
agent:
  instructions: Compare the offers. # daily
  tools:
    - { type: function, name: issue_refund, description: Refund a charge }
multi_agent: { enabled: true }`;
const DESK = `from agents import Agent, function_tool


@function_tool
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return stripe.refunds.create(charge=charge)


agent = Agent(name="Desk", tools=[issue_refund])
`;
const BOUND = 'true, max_concurrent_subagents: 4 }';
const GATE = '@function_tool(needs_approval=True)';

describe('check --fix', () => {
  it('leaves what changes the rights of an agent to --fix-unsafe, and claims to people', async () => {
    const files = { 'team.agent.yaml': `\ufeff${TEAM.replaceAll('\n', '\r\n')}`, 'desk.py': DESK };
    const cwd = folderWith(files);
    chmodSync(join(cwd, 'desk.py'), 0o755);
    const text = (file: string) => readFileSync(join(cwd, file), 'utf8');
    const safe = await runCli(cwd, ['--fix', '--format', 'json']);
    expect([text('team.agent.yaml'), text('desk.py')]).toEqual(Object.values(files));
    expect(safe.stderr).toContain(
      'agent-lint: Fixed 0 findings in 0 files. 2 more can be fixed with --fix-unsafe, which changes what agents may do.\n',
    );
    const before = findingsOf(safe);
    const said = (await runCli(cwd, ['--format', 'pretty'])).stdout;
    expect(said).toContain('\n--fix-unsafe repairs 2 findings.\n');
    expect(said.match(/ {2}\[--fix-unsafe\]$/gm)).toHaveLength(2);

    const unsafe = await runCli(cwd, ['--fix-unsafe', '--format', 'json']);
    expect(text('team.agent.yaml')).toBe(files['team.agent.yaml'].replace('true }', BOUND));
    expect(text('desk.py')).toBe(DESK.replace('@function_tool', GATE));
    expect(statSync(join(cwd, 'desk.py')).mode & 0o777).toBe(0o755);
    expect(unsafe.stderr).toContain('agent-lint: Fixed 2 findings in 2 files.\n');
    expect(unsafe.status).toBe(1);
    const gone = ['desk.py:5:5 error approval/missing', 'team.agent.yaml:6:25 error delegation/unbounded'];
    expect(findingsOf(unsafe)).toEqual(before.filter((one) => !gone.includes(one)));
    expect(readdirSync(cwd).sort()).toEqual(['desk.py', 'team.agent.yaml']);

    const again = await runCli(cwd, ['--fix-unsafe', '--quiet']);
    expect(text('team.agent.yaml')).toBe(files['team.agent.yaml'].replace('true }', BOUND));
    expect(text('desk.py')).toBe(DESK.replace('@function_tool', GATE));
    expect(again.stderr).toBe('');
  });

  it('removes an entry of the baseline that is stale, and does not report it any more', async () => {
    const cwd = folderWith({ 'team.agent.yaml': TEAM });
    await runCli(cwd, ['--update-baseline']);
    writeFileSync(join(cwd, 'team.agent.yaml'), TEAM.replace('true }', BOUND));
    const { stdout, stderr } = await runCli(cwd, ['--fix']);
    expect(stderr).toBe('agent-lint: Fixed 1 finding in 1 file.\n');
    expect(stdout).not.toContain('config/stale-baseline');
  });

  it('touches nothing for an info, and in strict never raises a bound above the default', async () => {
    const cycle = `from agents import Agent, Runner

triage = Agent(name="Triage", instructions="Sort requests by topic.")
billing = Agent(name="Billing", handoffs=[triage])
triage.handoffs.append(billing)
Runner.run_sync(triage, "Hello")
`;
    const cwd = folderWith({ 'desk.py': cycle });
    const text = () => readFileSync(join(cwd, 'desk.py'), 'utf8');
    const { status, stderr } = await runCli(cwd, ['--fix-unsafe', '--only', 'delegation/handoff-cycle']);
    expect([status, stderr, text()]).toEqual([0, 'agent-lint: Fixed 0 findings in 0 files.\n', cycle]);
    await runCli(cwd, ['--fix-unsafe', '--preset', 'strict', '--only', 'delegation/handoff-cycle']);
    expect(text()).toBe(cycle.replace('"Hello")', '"Hello", max_turns=10)'));
  });

  it('prints the changes of a dry run as a diff that git applies, and writes nothing', async () => {
    const cwd = folderWith({ 'team.agent.yaml': TEAM, 'a/desk.py': DESK.replaceAll('\n', '\r\n') });
    const run = await runCli(cwd, [
      '--fix-unsafe',
      '--fix-dry-run',
      '--format',
      'json',
      '--output',
      'left.json',
    ]);
    expect(run.stdout).toContain(
      `--- a/team.agent.yaml\n+++ b/team.agent.yaml\n@@ -3,4 +3,4 @@\n   instructions: Compare the offers. # daily\n`,
    );
    expect(run.stdout).toContain(
      `-multi_agent: { enabled: true }\n\\ No newline at end of file\n+multi_agent: { enabled: ${BOUND}\n\\ No newline at end of file\n`,
    );
    expect(run.stderr).toContain('agent-lint: Would fix 2 findings in 2 files.\n');
    expect(readFileSync(join(cwd, 'team.agent.yaml'), 'utf8')).toBe(TEAM);
    const left = JSON.parse(readFileSync(join(cwd, 'left.json'), 'utf8')) as { findings: { rule: string }[] };
    expect(left.findings.map(({ rule }) => rule)).not.toContain('delegation/unbounded');

    spawnSync('git', ['init', '-q', cwd]);
    const apply = spawnSync('git', ['-C', cwd, 'apply', '-'], { input: run.stdout, encoding: 'utf8' });
    expect([apply.status, apply.stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'team.agent.yaml'), 'utf8')).toBe(TEAM.replace('true }', BOUND));
    expect(readFileSync(join(cwd, 'a/desk.py'), 'utf8')).toBe(
      DESK.replace('@function_tool', GATE).replaceAll('\n', '\r\n'),
    );
  });

  it('changes no link, and no file outside the project', async () => {
    const outside = folderWith({ 'team.agent.yaml': TEAM });
    const cwd = folderWith({ 'real/team.yaml': TEAM });
    spawnSync('git', ['init', '-q', cwd]);
    symlinkSync('real/team.yaml', join(cwd, 'linked.agent.yaml'));
    const run = await runCli(cwd, ['--fix-unsafe', 'linked.agent.yaml', join(outside, 'team.agent.yaml')]);
    expect(run.stderr).toContain('linked.agent.yaml was not changed: it is a symbolic link.\n');
    expect(run.stderr).toContain('team.agent.yaml was not changed: it is outside the project.\n');
    expect(lstatSync(join(cwd, 'linked.agent.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(cwd, 'real/team.yaml'), 'utf8')).toBe(TEAM);
    expect(readFileSync(join(outside, 'team.agent.yaml'), 'utf8')).toBe(TEAM);
  });

  it.skipIf(process.platform === 'win32')(
    'leaves the old file on a full disk and names it (skipped on Windows: no ulimit)',
    () => {
      const cwd = folderWith({ 'team.agent.yaml': TEAM });
      const run = spawnSync(
        'bash',
        ['-c', `trap '' XFSZ; ulimit -f 0; exec "${process.execPath}" "${BIN}" --fix-unsafe`],
        { cwd, encoding: 'utf8' },
      );
      expect(run.stderr).toContain(
        'cannot write team.agent.yaml: EFBIG: file too large. It stays as it is.\n',
      );
      expect(run.status).toBe(2);
      expect(run.stdout).toContain('delegation/unbounded');
      expect(readdirSync(cwd)).toEqual(['team.agent.yaml']);
      expect(readFileSync(join(cwd, 'team.agent.yaml'), 'utf8')).toBe(TEAM);
    },
  );

  it('leaves a file alone that changed while it was checked', () => {
    const cwd = folderWith({ 'team.agent.yaml': TEAM });
    const fixed = { file: 'team.agent.yaml', before: TEAM, after: TEAM.replace('true }', BOUND) };
    writeFileSync(join(cwd, 'team.agent.yaml'), `# mine\n${TEAM}`);
    expect([...writeFixed(cwd, [fixed])]).toEqual([['team.agent.yaml', 'it changed while it was checked']]);
    expect(readFileSync(join(cwd, 'team.agent.yaml'), 'utf8')).toBe(`# mine\n${TEAM}`);
  });

  it('asks for a file where it is given a text, and for one thing at a time', async () => {
    const cwd = folderWith({ 'team.agent.yaml': TEAM });
    const stdin = await runCli(cwd, ['--fix', '--stdin', '--stdin-filename', 'team.agent.yaml'], TEAM);
    expect([stdin.status, stdin.stderr.split('\n')[0]]).toEqual([
      2,
      'agent-lint: --fix changes files, and --stdin has none. Name the file instead, or apply `fixes` of --format json.',
    ]);
    const update = await runCli(cwd, ['--fix-unsafe', '--update-baseline']);
    expect([update.status, update.stderr.split('\n')[0]]).toEqual([
      2,
      'agent-lint: --fix-unsafe repairs findings, and --update-baseline accepts them. Run --fix-unsafe first.',
    ]);
  });
});
