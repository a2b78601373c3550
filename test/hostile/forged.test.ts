import { describe, expect, it } from 'vitest';
import { folderWith, type Run, runCli } from '../cli/run-cli.js';
import { HEALTHY } from './hostile-run.js';

const ESC = '\u001b[2J\u001b]0;owned\u0007';
const CSI = '\u009b31m';
const BIDI = '\u202e\u2066';
const COMMAND = '::error file=x::forged';
const OLD_COMMAND = '##[error]forged ##vso[task.setvariable variable=A]1 ###teamcity[x]';
const EVIL = `${ESC}${CSI}${BIDI}\n${COMMAND}\n${OLD_COMMAND}\r${COMMAND}`;
const evil = JSON.stringify(EVIL);

/** Every place from which a file's own words can come to a report. */
const FILES = {
  'evil.agent.json': `{
    "runtime": "managed", "headers": { ${evil}: ${evil}, "Acme-Beta": ${evil} },
    "requirements": { "needs": ["durable-session"], "because": { "needs": ${evil} } },
    "agent": {
      "model": ${evil}, "instructions": ${JSON.stringify(`Ask before you send. ${EVIL}`)}, ${evil}: 1,
      "tools": [{ "type": ${evil} }, { "type": "shell" }, { "type": "function", "name": ${JSON.stringify(`send_mail ${EVIL}`)}, "description": ${evil} }],
      "mcp_servers": [{ "url": ${JSON.stringify(`http://example.com/${EVIL}`)} }] },
    "agents": { ${evil}: { "model": "m", "handoffs": [${evil}], "delegates_to": [${evil}] } },
    "environment": { "type": ${evil} },
    "controls": { "tools": { ${evil}: { "effect": "read" }, "shell": { "approval": { "by": ${evil}, "how": ${evil} } } },
      "tracing": { "sink": ${evil} }, "guardrails": { "input": [${evil}], "output": [${evil}] }, ${evil}: 1 }
  }`,
  'agent-lint.config.json': `{
    "requirements": { "needs": ["artifacts"], "because": { "needs": ${evil} } },
    "tools": { ${evil}: { "effect": "read", "because": ${evil} } },
    "ignore": [{ "rule": "tracing/missing", "files": ${evil}, "reason": ${evil} }]
  }`,
  [`a${ESC}${CSI}${BIDI}\n${COMMAND}.agent.yaml`]: `agent: { model: m, tools: [{ type: shell }], "${'x'.repeat(10)}": 1 }\n`,
  [`b\n${OLD_COMMAND}.agent.json`]: '{"agent": ',
  [`${COMMAND.replaceAll('/', '')}/agent.yaml`]: HEALTHY,
  'broken.agent.yaml': `agent: *${ESC}\n`,
  'loud.agent.yaml': `agent: { model: m, "\u202e": 1 } # ${COMMAND}\n${COMMAND}\n##[error]forged\n`,
};

/** Line breaks of ours are allowed, and nothing else that is not seen. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function expectTame(run: Run, ours: RegExp = /^(?!)/): void {
  for (const text of [run.stdout, run.stderr]) {
    expect(UNSEEN.exec(text)).toBe(null);
    const forged = text
      .split('\n')
      .filter((line) => (/^\s*::/.test(line) && !ours.test(line)) || /##\w*\[/.test(line));
    expect(forged).toEqual([]);
  }
  expect([0, 1, 2, 3]).toContain(run.status);
}

describe('a file’s own words are no command, no control and no disguise', () => {
  it.each([
    ['check', '-f', 'pretty'],
    ['check', '-f', 'pretty', '--preset', 'strict'],
    ['inspect', '--files'],
    ['waivers'],
    ['waivers', '-f', 'markdown'],
    ['inspect', '-f', 'mermaid'],
    ['decide'],
    ['decide', '--format', 'table'],
    ['decide', '--format', 'markdown'],
    ['decide', '--format', 'adr'],
    ['rules'],
    ['explain', 'approval/missing'],
    ['payload', 'evil.agent.json'],
  ])('%s %s %s %s', async (...args) => {
    const run = await runCli(
      folderWith(FILES),
      args.filter((arg) => arg !== undefined),
    );
    expect(run.stdout).not.toBe('');
    expectTame(run);
  });

  it('check -f github: each annotation is ours', async () => {
    const run = await runCli(folderWith(FILES), ['check', '-f', 'github', '--preset', 'strict']);
    expectTame(
      run,
      /^::(?:error|warning|notice) file=[^:,\n]+,line=\d+,(?:col=\d+,)?endLine=\d+,(?:endColumn=\d+,)?title=[a-z%3A/-]+::/,
    );
    expect(run.stdout).not.toContain('::forged\n');
    expect(run.status).toBe(1);
  });

  it.each([
    ['check', '-f', 'json'],
    ['check', '-f', 'sarif'],
    ['inspect', '-f', 'json'],
    ['waivers', '-f', 'json'],
    ['decide', '--format', 'json'],
    ['rules', '--format', 'json'],
    ['payload', 'evil.agent.json', '--format', 'json'],
  ])('%s %s %s: the JSON holds the words, escaped', async (...args) => {
    const run = await runCli(
      folderWith(FILES),
      args.filter((arg) => arg !== undefined),
    );
    expect(typeof JSON.parse(run.stdout)).toBe('object');
    expect(UNSEEN.exec(run.stdout + run.stderr)).toBe(null);
    expect(run.stdout.split('\n').filter((line) => /^\s*::|##\w*\[/.test(line))).toEqual([]);
  });

  it('the report in JSON gives names as they are', async () => {
    const run = await runCli(folderWith(FILES), ['check', '-f', 'json']);
    const report = JSON.parse(run.stdout) as { files: { path: string }[] };
    expect(report.files.map(({ path }) => path)).toContain(`a${ESC}${CSI}${BIDI}\n${COMMAND}.agent.yaml`);
  });
});

describe('words of the command line and of the configuration are tame on standard error', () => {
  const clean = { 'agent.yaml': HEALTHY };

  it.each([
    [['check', EVIL]],
    [['check', '--config', EVIL]],
    [['check', '--format', EVIL]],
    [['check', '--rule', `${EVIL}=error`]],
    [['check', '--only', EVIL]],
    [['check', `--${EVIL}`]],
    [['decide', '--residency', EVIL]],
    [['decide', '--need', EVIL]],
    [['explain', EVIL]],
    [['payload', EVIL]],
    [['check', '--output', `agent.yaml/${EVIL}`]],
  ])('%j', async (args) => {
    const run = await runCli(folderWith(clean), args);
    expectTame(run);
    expect(run.stderr.startsWith('agent-lint: ')).toBe(true);
    expect(run.status).toBe(2);
  });

  it.each([
    ['a key', `{ ${evil}: 1 }`],
    ['a value', `{ "preset": ${evil} }`],
    ['a rule', `{ "rules": { ${evil}: "error" } }`],
    ['a file to extend', `{ "extends": ${JSON.stringify(`./${EVIL}`)} }`],
    ['a text that is no JSON', `{ ${EVIL}`],
  ])('a configuration with %s that is wrong', async (_, text) => {
    const run = await runCli(folderWith({ ...clean, 'agent-lint.config.json': text }), ['check']);
    expectTame(run);
    expect(run.stdout).toBe('');
    expect(run.status).toBe(3);
  });

  it('a configuration in a folder with a name that is a command', async () => {
    const run = await runCli(
      folderWith({ [`${COMMAND}/agent-lint.config.json`]: '{ "x": 1 }', [`${COMMAND}/agent.yaml`]: HEALTHY }),
      ['check'],
    );
    expectTame(run);
    expect(run.stderr).toContain('\\u{3a}:error file=x::forged/agent-lint.config.json:1:3: ');
    expect(run.status).toBe(3);
  });
});
