import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LintRequest, lintProject } from '../../src/index.js';
import { editedText } from '../../src/syntax/edit/apply.js';

const CONFIG = 'agent-lint.config.yaml';
const AGENT = 'agent: { model: m, tools: [{ type: function, name: send_to_index }] }\n';
const REASON = 'stored by the audit service';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'agent-lint-unused-'));
  mkdirSync(join(cwd, '.git'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

async function findingsOf(options: LintRequest = {}) {
  const { findings } = await lintProject({ cwd, asOf: '2026-11-20', ...options });
  return findings.filter(({ rule }) => rule === 'config/unused-setting');
}

async function said(options: LintRequest = {}): Promise<string[]> {
  return (await findingsOf(options)).map(
    ({ severity, file, range: { start } }) => `${severity} ${file}:${start.line}:${start.column}`,
  );
}

const DEAD = `exclude: ["gone/**"]\ntools: { fetch_page: { effect: read, because: it reads } }\n`;

describe('an unused setting', () => {
  it.each<[string, LintRequest]>([
    ['a file', { paths: ['a.agent.yaml'] }],
    ['a folder', { paths: ['services'] }],
    ['the folder above and a file', { paths: ['.', 'a.agent.yaml'] }],
    ['what an option leaves', { exclude: ['services'] }],
    ['one text', { stdin: { filename: 'a.agent.yaml', text: AGENT } }],
    ['no configuration', { config: false }],
  ])('is not reported in a run over %s', async (_, options) => {
    write({ 'a.agent.yaml': AGENT, 'services/b.agent.yaml': AGENT, [CONFIG]: DEAD });
    expect(await said()).toEqual([`warning ${CONFIG}:1:11`, `warning ${CONFIG}:2:10`]);
    expect(await said(options)).toEqual([]);
  });

  it('is not reported in a run from a folder below the root', async () => {
    write({ 'services/b.agent.yaml': AGENT, [CONFIG]: DEAD });
    expect(await said({ cwd: join(cwd, 'services') })).toEqual([]);
  });

  it('is not reported of the index, of what differs from a commit, or of settings of another commit', async () => {
    write({ 'a.agent.yaml': AGENT, [CONFIG]: DEAD });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd });
    rmSync(join(cwd, '.git'), { recursive: true });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'Add');
    write({ 'a.agent.yaml': `${AGENT}# more\n` });
    git('add', '.');
    expect(await said()).toHaveLength(2);
    for (const options of [{ staged: true }, { since: 'HEAD' }, { configFrom: 'HEAD' }])
      expect(await said(options)).toEqual([]);
  });

  it('is not reported of a policy, nor of the file of an installed package', async () => {
    const policy = mkdtempSync(join(tmpdir(), 'agent-lint-policy-'));
    writeFileSync(join(policy, 'p.yaml'), DEAD);
    write({
      'a.agent.yaml': AGENT,
      'node_modules/@acme/rules/agent-lint.config.yaml': DEAD,
      [CONFIG]: 'extends: "@acme/rules"\n',
    });
    expect(await said({ policy: join(policy, 'p.yaml') })).toEqual([]);
    expect(await said({ config: join(policy, 'p.yaml') })).toEqual([]);
    rmSync(policy, { recursive: true });
  });

  it('is reported once of a file that several configurations extend, and not where one of them uses it', async () => {
    write({
      'shared.yaml':
        'overrides:\n  - { files: "./in/**", rules: { tracing/missing: off } }\n  - files: ["./no/**"]\n',
      'a/in/a.agent.yaml': AGENT,
      'b/b.agent.yaml': AGENT,
      [`a/${CONFIG}`]: 'extends: ../shared.yaml\n',
      [`b/${CONFIG}`]: 'extends: ../shared.yaml\n',
    });
    expect(await said()).toEqual(['warning shared.yaml:3:5']);
  });

  it('may be a glob that files match which are excluded, and the exclude is none then', async () => {
    write({
      'old/a.agent.yaml': AGENT,
      'b.agent.yaml': AGENT,
      [CONFIG]: 'exclude: ["old", "!old/keep/**", "b.*"]\noverrides: [{ files: "old/**", rules: {} }]\n',
    });
    expect(await said()).toEqual([`warning ${CONFIG}:1:18`]);
  });

  it('may exclude what a search leaves out anyway', async () => {
    write({
      'a.agent.yaml': AGENT,
      'node_modules/x/b.agent.yaml': AGENT,
      [CONFIG]: 'exclude: ["node_modules/**"]\n',
    });
    expect(await said()).toEqual([`warning ${CONFIG}:1:11`]);
  });

  it.each([
    ['is about a tool that exists', 'tools: { send_to_index: { approval: { by: human } } }', []],
    [
      'is about a tool that does not',
      'tools: { send_mail: { approval: { by: human } } }',
      [`warning ${CONFIG}:1:17`],
    ],
    ['is about tracing', 'tracing: { sink: webhooks }', []],
  ])('may be an attestation that matches: one that %s', async (_, controls, expected) => {
    write({
      'a.agent.yaml': AGENT,
      [CONFIG]: `attestations: [ { files: "*.yaml", controls: { ${controls} }, reason: ${REASON} }]\n`,
    });
    expect(await said()).toEqual(expected);
  });

  it('is no expired attestation, and no declared effect that an open server may offer', async () => {
    write({
      'a.agent.yaml': 'agent: { model: m, mcp_servers: [{ url: "https://mail.example.com/mcp" }] }\n',
      [CONFIG]: `attestations:\n  - { files: "*.yaml", until: 2026-01-01, controls: { tracing: { sink: webhooks } }, reason: ${REASON} }\ntools: { fetch_page: { effect: read, because: it reads } }\n`,
    });
    expect(await said()).toEqual([]);
  });
});

describe('a comment in a word that is no directive', () => {
  const WORD = 'agent-lint-ignroe approval/missing -- sandbox';
  const program = (comment: string, of: string) => `${of}\n${comment}\n`;
  it.each([
    ['a.agent.yaml', `agent: { model: m }\n# ${WORD}\n`, '2:1'],
    [
      '.vscode/mcp.json',
      `{ "servers": { "a": { "command": "node", "args": ["a.js"] } } } // ${WORD}\n`,
      '1:65',
    ],
    ['desk.py', program(`# ${WORD}`, 'from agents import Agent\na = Agent(name="A")'), '3:1'],
    [
      'desk.ts',
      program(
        `/* ${WORD} */`,
        "import { Agent } from '@openai/agents';\nexport const a = new Agent({ name: 'A' });",
      ),
      '3:1',
    ],
    ['.codex/config.toml', `approval_policy = "on-request" # ${WORD}\n`, '1:32'],
  ])('is reported in %s, and its fix is a claim', async (file, text, place) => {
    write({ [file]: text });
    const [finding, ...more] = await findingsOf();
    expect(more).toEqual([]);
    expect(finding && `${finding.file}:${finding.range.start.line}:${finding.range.start.column}`).toBe(
      `${file}:${place}`,
    );
    expect(finding?.fixes.map(({ title, safe }) => [title, safe])).toEqual([
      ['Claim: write `agent-lint-ignore`', false],
    ]);
    expect(editedText(text, finding?.fixes[0]?.edits ?? [])).toBe(text.replace('ignroe', 'ignore'));
  });

  it.each([
    ['agent-lint-ignore: approval/missing -- r', 'agent-lint-ignore approval/missing -- r'],
    ['agent-lint-ignore-next-line approval/missing -- r', 'agent-lint-ignore approval/missing -- r'],
    ['agent-lint-efect read -- r', 'agent-lint-effect read -- r'],
  ])('%j becomes %j', async (written, meant) => {
    const text = `agent: { model: m } # ${written}\n`;
    write({ 'a.agent.yaml': text });
    const [finding] = await findingsOf();
    expect(editedText(text, finding?.fixes[0]?.edits ?? [])).toBe(`agent: { model: m } # ${meant}\n`);
  });

  it.each(['see agent-lint-ignroe', 'agent-lint-baseline.json is generated', 'agent-lint is run here'])(
    'is not meant by %j',
    async (comment) => {
      write({ 'a.agent.yaml': `agent: { model: m } # ${comment}\n` });
      expect(await said()).toEqual([]);
    },
  );
});
