import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateBaseline } from '../../src/config/baseline-file.js';
import { lintProject } from '../../src/index.js';
import { type BaselineEntry, baselineText, entriesOfBoth } from '../../src/lint/baseline.js';
import { acceptFindings } from '../../src/project/accept-findings.js';
import { openProject } from '../../src/project/open-project.js';

const FILE = 'agent-lint-baseline.json';
const agent = (...tools: string[]) =>
  `runtime: framework\nagent:\n  tools:\n${tools.map((name) => `    - { type: function, name: ${name} }\n`).join('')}`;

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'agent-lint-baseline-'));
  execFileSync('git', ['init', '-q', cwd]);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, text: string) => {
  mkdirSync(join(cwd, name, '..'), { recursive: true });
  writeFileSync(join(cwd, name), text);
};
const read = () =>
  JSON.parse(readFileSync(join(cwd, FILE), 'utf8')) as { schema: string; entries: BaselineEntry[] };

async function accept(asOf = '2026-11-20', paths: string[] = [], more: object = {}) {
  const request = { cwd, paths };
  const project = await openProject({ ...request, baseline: false });
  return acceptFindings(project, request, { asOf, ...more });
}

/** What a later run says: open findings, and those that the baseline sets aside. */
async function check(options: object = {}) {
  const { findings } = await lintProject({ cwd, asOf: '2026-11-21', ...options });
  const line = ({ rule, file, path }: (typeof findings)[number]) => `${rule} ${file} ${path}`;
  return {
    open: findings.filter(({ ignored, severity }) => !ignored && severity !== 'info').map(line),
    accepted: findings.filter(({ ignored }) => ignored?.kind === 'baseline').map(line),
  };
}

const ONLY = { only: ['approval/missing', 'config/stale-baseline', 'config/locked-rule'] };

describe('a baseline', () => {
  it('accepts the findings of today and lets a new one through', async () => {
    write('a.agent.yaml', agent('delete_user'));
    await accept();
    write('a.agent.yaml', agent('send_mail', 'delete_user'));
    expect(await check(ONLY)).toEqual({
      open: ['approval/missing a.agent.yaml agent.tools[send_mail]'],
      accepted: ['approval/missing a.agent.yaml agent.tools[delete_user]'],
    });
  });

  it('accepts a finding in a file without agents, and once, and calls it stale when it is mended', async () => {
    const servers = (host: string) =>
      `SERVERS = {"github": {"transport": "http", "url": "https://${host}/mcp/"}}\n`;
    write('settings.py', servers('api.githubcopilot.com'));
    const text = `from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from settings import SERVERS


async def main():
    client = MultiServerMCPClient(SERVERS)
    return create_agent("m", tools=await client.get_tools())
`;
    write('desk.py', text);
    const only = { only: ['scope/unrestricted-server', 'config/stale-baseline'] };
    for (const _ of [1, 2]) {
      await accept();
      const { open, accepted } = await check(only);
      expect(open).toEqual([]);
      expect(accepted).toEqual([expect.stringMatching(/^scope\/unrestricted-server settings\.py /)]);
      expect(read().entries.filter(({ file }) => file === 'settings.py')).toHaveLength(1);
    }
    const at = read().entries.findIndex(({ file }) => file === 'settings.py');
    write('settings.py', 'SERVERS = {}\n');
    expect((await check(only)).open).toContain(`config/stale-baseline ${FILE} entries[${at}]`);
  });

  it('catches a finding that is swapped for another, and calls the old entry stale', async () => {
    write('a.agent.yaml', agent('delete_user'));
    await accept();
    write('a.agent.yaml', agent('delete_order'));
    expect((await check(ONLY)).open).toEqual([
      'approval/missing a.agent.yaml agent.tools[delete_order]',
      `config/stale-baseline ${FILE} entries[0]`,
    ]);
  });

  it('is written from all findings, whatever rules the run selects, but not from ignored ones', async () => {
    write(
      'a.agent.yaml',
      agent('delete_user').replace(
        'name: delete_user }',
        'name: delete_user } # agent-lint-ignore approval/missing -- sandbox',
      ),
    );
    await accept('2026-11-20', [], { only: ['tracing/missing'] });
    expect(read().entries.map(({ rule }) => rule)).toEqual(['guardrail/missing-input', 'runtime/undecided']);
  });

  it('keeps since, reason and until of entries that stay, and removes those that are gone', async () => {
    write('a.agent.yaml', agent('delete_user', 'send_mail'));
    await accept('2026-01-01');
    const { entries } = read();
    const changed = entries.map((entry) =>
      entry.path.includes('send_mail') ? { ...entry, reason: 'ticket 7', until: '2027-01-01' } : entry,
    );
    writeFileSync(join(cwd, FILE), baselineText(changed, '0.2.0'));
    write('a.agent.yaml', agent('send_mail'));
    await accept('2026-11-20');
    expect(read().entries.filter(({ rule }) => rule === 'approval/missing')).toEqual([
      expect.objectContaining({
        path: 'agent.tools[send_mail]',
        since: '2026-01-01',
        reason: 'ticket 7',
        until: '2027-01-01',
      }),
    ]);
  });

  it('counts a finding again whose entry is past its end', async () => {
    write('a.agent.yaml', agent('delete_user'));
    await accept();
    const entries = read().entries.map((entry) => ({ ...entry, until: '2026-11-20' }));
    writeFileSync(join(cwd, FILE), baselineText(entries, '0.2.0'));
    expect((await check({ ...ONLY, asOf: '2026-11-20' })).open).toEqual([]);
    expect((await check(ONLY)).open).toEqual(['approval/missing a.agent.yaml agent.tools[delete_user]']);
  });

  it('changes only entries of the files that a partial run checks', async () => {
    write('a.agent.yaml', agent('delete_user'));
    write('b.agent.yaml', agent('delete_order'));
    await accept();
    write('a.agent.yaml', agent('send_mail'));
    write('b.agent.yaml', agent('send_order'));
    await accept('2026-11-22', ['a.agent.yaml']);
    expect(
      read()
        .entries.filter(({ rule }) => rule === 'approval/missing')
        .map(({ file, path }) => `${file} ${path}`),
    ).toEqual(['a.agent.yaml agent.tools[send_mail]', 'b.agent.yaml agent.tools[delete_order]']);
    expect((await check({ ...ONLY, paths: ['a.agent.yaml'] })).open).toEqual([]);
  });

  it('drops the entries of a removed file in a run over the whole project', async () => {
    write('a.agent.yaml', agent('delete_user'));
    write('b.agent.yaml', agent('delete_order'));
    await accept();
    rmSync(join(cwd, 'b.agent.yaml'));
    expect((await check(ONLY)).open).toEqual([expect.stringContaining('config/stale-baseline')]);
    await accept();
    expect(new Set(read().entries.map(({ file }) => file))).toEqual(new Set(['a.agent.yaml']));
  });

  it('never accepts what a locked rule or the engine reports, and says so for an entry of a locked rule', async () => {
    write('a.agent.yaml', agent('delete_user'));
    await accept();
    write('agent-lint.config.yaml', 'rules:\n  approval/missing: { severity: error, locked: true }\n');
    expect((await check(ONLY)).open).toEqual([
      'approval/missing a.agent.yaml agent.tools[delete_user]',
      `config/locked-rule ${FILE} entries[0]`,
    ]);
    await accept();
    expect(read().entries.map(({ rule }) => rule)).not.toContain('approval/missing');
  });

  it('has an entry a line, sorted by file, rule, path and fingerprint', async () => {
    write('b.agent.yaml', agent('send_mail', 'delete_user'));
    write('a.agent.yaml', agent('delete_user'));
    await accept();
    const lines = readFileSync(join(cwd, FILE), 'utf8').split('\n');
    const entries = lines.filter((line) => line.includes('fingerprint'));
    expect(entries).toHaveLength(read().entries.length);
    const keys = read().entries.map(({ file, rule, path }) => `${file} ${rule} ${path}`);
    expect(keys).toEqual([...keys].sort());
    expect(read().schema).toBe('agent-lint/baseline@1');
  });

  it('of both sides of a merge is sorted by file, rule, path and fingerprint, each before the next', () => {
    const keys = ['a.md b/x p 2', 'a.md b/x q 1', 'a.md c/x p 0', 'b.md a/x p 0', 'b.md a/x p 1'];
    const entries = keys.map((key): BaselineEntry => {
      const [file = '', rule = '', path = '', fingerprint = ''] = key.split(' ');
      return {
        file,
        rule,
        path,
        fingerprint: `${fingerprint} of ${file} ${rule} ${path}`,
        since: '2026-01-01',
      };
    });
    const [, one, , other] = entries;
    const mixed = entriesOfBoth([...entries].reverse(), [one, other] as BaselineEntry[]);
    expect(mixed).toEqual(entries);
  });

  it.each<[Partial<BaselineEntry>, Partial<BaselineEntry>, Partial<BaselineEntry>]>([
    [{ since: '2026-01-02' }, { since: '2026-01-01' }, { since: '2026-01-01' }],
    [{ until: '2027-01-02' }, { until: '2027-01-01' }, { until: '2027-01-01' }],
    [{ until: '2027-01-01' }, {}, { until: '2027-01-01' }],
    [{}, { reason: 'ticket 7' }, { reason: 'ticket 7' }],
    [{ reason: 'ticket 8' }, { reason: 'ticket 7' }, { reason: 'ticket 8' }],
  ])('that has an entry with %j, merged with %j, keeps %j', (ours, theirs, kept) => {
    const entry = { fingerprint: 'f', rule: 'a/x', file: 'a.md', path: 'p', since: '2026-01-01' };
    expect(entriesOfBoth([{ ...entry, ...ours }], [{ ...entry, ...theirs }])).toEqual([
      { ...entry, ...kept },
    ]);
  });

  it.each([
    [
      'is cut off',
      '{ "schema": "agent-lint/baseline@1", "entries": [',
      `${FILE}:1:50: The baseline is not valid JSON`,
    ],
    [
      'has another schema',
      '{\n  "schema": "agent-lint/baseline@9",\n  "entries": [] }',
      `${FILE}:2:13: This baseline has the schema \`agent-lint/baseline@9\``,
    ],
    [
      'has an entry that is none',
      '{ "schema": "agent-lint/baseline@1", "entries": [\n  { "rule": 1 }] }',
      `${FILE}:2:3: A baseline entry needs \`file\` as text.`,
    ],
  ])('that %s ends the run with its place, and is not overwritten', async (_, text, message) => {
    write('a.agent.yaml', agent('delete_user'));
    write(FILE, text);
    await expect(check()).rejects.toThrow(message);
    await expect(accept()).rejects.toThrow(FILE);
    expect(readFileSync(join(cwd, FILE), 'utf8')).toBe(text);
  });

  it('that is a symlink is neither read nor written through', async () => {
    write('a.agent.yaml', agent('delete_user'));
    write('elsewhere.json', 'mine');
    symlinkSync('elsewhere.json', join(cwd, FILE));
    await expect(check()).rejects.toThrow('symbolic link');
    await expect(accept()).rejects.toThrow('symbolic link');
    expect(readFileSync(join(cwd, 'elsewhere.json'), 'utf8')).toBe('mine');
  });

  it('keeps the entries of updates that run at the same time', async () => {
    const entry = (file: string): BaselineEntry => ({
      fingerprint: file.padEnd(64, '0'),
      rule: 'approval/missing',
      file,
      path: '',
      since: '2026-11-20',
    });
    const lock = join(cwd, `${FILE}.lock`);
    writeFileSync(lock, '');
    // Another process holds the lock, writes its entries and lets go.
    const other = spawn(process.execPath, [
      '-e',
      `setTimeout(() => { const fs = require('fs'); fs.writeFileSync(process.argv[1], process.argv[2]); fs.rmSync(process.argv[3]); }, 200)`,
      join(cwd, FILE),
      baselineText([entry('b')], '0.2.0'),
      lock,
    ]);
    updateBaseline(join(cwd, FILE), FILE, (before) => [entry('a'), ...before], '0.2.0');
    expect(read().entries.map(({ file }) => file)).toEqual(['a', 'b']);
    other.kill();
  });
});
