import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../report/schemas.js';
import { newRepository, type Repository } from './repository.js';
import { folderWith, runCli } from './run-cli.js';

const SECRET = 'sk-abcdefghijklmnop12345678';
const BEFORE = {
  'refunds.agent.yaml': `runtime: managed
requirements: { needs: [durable-session], because: { needs: ADR-7 } }
headers: { Acme-Beta: agents=v1, X-Api-Key: ${SECRET} }
agent:
  model: m
  instructions: |
    Handle refund requests.
    Ask a manager for approval before each refund.
    Be brief.
  tools:
    - { type: function, name: issue_refund, description: Refund a charge }
environment: { type: hosted }
controls:
  tools:
    issue_refund: { effect: outward, approval: { by: human, how: console } }
  tracing: { sink: "otlp: https://traces.example.com" }
`,
  'agent-lint.config.yaml': `attestations:
  - files: create.http
    controls: { tracing: { sink: webhooks } }
    reason: kept by the audit store
    until: 2027-06-30
`,
  'create.http': `POST https://api.example.com/v1/agents/sessions
Acme-Beta: agents=v1
Content-Type: application/json

{ "agent": { "model": "m" }, "environment": { "type": "hosted" } }
`,
};
type Files = typeof BEFORE;
const EDITS: Readonly<Record<keyof Files, readonly (readonly [string, string])[]>> = {
  'refunds.agent.yaml': [
    ['[durable-session]', '[durable-session, artifacts]'],
    ['ADR-7', 'ADR-8'],
    ['agents=v1', 'agents=v2'],
    ['Ask a manager for approval before each refund.', `Refund at once, with ${SECRET}.`],
    ['Refund a charge', 'Refund or void a charge'],
    ['how: console', 'how: chat'],
    ['traces.example.com', 'logs.example.com'],
  ],
  'agent-lint.config.yaml': [
    ['2027-06-30', '2028-06-30'],
    ['the audit store', 'another store'],
  ],
  'create.http': [['https://api.example.com', 'https://eu.example.com']],
};

const edited = (files: Files): Files => {
  const after = { ...files };
  for (const name of Object.keys(EDITS) as (keyof Files)[])
    for (const [from, to] of EDITS[name]) {
      expect(after[name]).toContain(from);
      after[name] = after[name].replace(from, to);
    }
  return after;
};
const writeAll = (folder: string, files: Files) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
};
const changed = (): Repository => {
  const repository = newRepository(BEFORE);
  writeAll(repository.folder, edited(BEFORE));
  return repository;
};

const LINES = `Controls lost or no longer known
  The instructions of \`agent\` (refunds.agent.yaml) no longer ask for approval.
    - Ask a manager for approval before each refund.
    + Refund at once, with ***.

Changed requirements
  The requirement \`needs\` changed (refunds.agent.yaml).
    - durable-session
    + durable-session, artifacts
  The requirement \`because\` changed (refunds.agent.yaml).
    - needs: ADR-7
    + needs: ADR-8

Changed claims
  The attestation of tracing \`webhooks\` in agent-lint.config.yaml:3 changed.
    - reason: kept by the audit store
    - until: 2027-06-30
    + reason: kept by another store
    + until: 2028-06-30
  The claim of approval \`human\` for \`issue_refund\` in refunds.agent.yaml:15 (controls.tools.issue_refund.approval.by) changed.
    - how: console
    + how: chat
  The claim of tracing \`otlp: https://logs.example.com\` in refunds.agent.yaml:16 (controls.tracing.sink) changed.
    - sink: otlp: https://traces.example.com
    + sink: otlp: https://logs.example.com

Changed descriptions of tools
  The description of \`issue_refund\` of \`agent\` (refunds.agent.yaml) changed.
    - Refund a charge
    + Refund or void a charge

Changed requests
  The request of create.http changed.
    - Host: api.example.com
    + Host: eu.example.com
  The request of refunds.agent.yaml changed.
    - Acme-Beta: agents=v1
    + Acme-Beta: agents=v2

Changed trace sinks
  The trace sink of refunds.agent.yaml changed.
    - otlp: https://traces.example.com
    + otlp: https://logs.example.com
`;

describe('the texts that a reviewer accepts', () => {
  it('are printed by diff, the lines that went and came, without secrets', async () => {
    const repository = changed();
    expect(await repository.run('diff', 'main', '--as-of', '2026-11-01')).toMatchObject({
      stdout: LINES,
      status: 1,
    });
    const { stdout } = await repository.run('diff', 'main', '--format', 'markdown', '--as-of', '2026-11-01');
    expect(stdout).toContain(
      `### Controls lost or no longer known

- The instructions of \`agent\` (refunds.agent.yaml) no longer ask for approval.

  \`\`\`diff
  - Ask a manager for approval before each refund.
  + Refund at once, with ***.
  \`\`\`
`.replaceAll('\\*', '*'),
    );
    expect(stdout).not.toContain(SECRET);
  });

  it('are whole in JSON, each with its file', async () => {
    const { stdout } = await changed().run('diff', 'main', '--format', 'json', '--as-of', '2026-11-01');
    expect(stdout).not.toContain(SECRET);
    const printed = JSON.parse(stdout) as { lost: number; changes: Record<string, unknown>[] };
    const validate = validatorOf('diff');
    expect(validate(printed), JSON.stringify(validate.errors)).toBe(true);
    expect(printed.lost).toBe(1);
    const file = 'refunds.agent.yaml';
    const agent = 'agent';
    expect(printed.changes.map(({ waiver, ...change }) => change)).toEqual([
      {
        kind: 'request',
        file: 'create.http',
        before:
          'POST /v1/agents/sessions\nHost: api.example.com\nAcme-Beta: agents=v1\nContent-Type: application/json',
        after:
          'POST /v1/agents/sessions\nHost: eu.example.com\nAcme-Beta: agents=v1\nContent-Type: application/json',
      },
      {
        kind: 'description',
        agent,
        tool: 'issue_refund',
        file,
        before: 'Refund a charge',
        after: 'Refund or void a charge',
      },
      {
        kind: 'instructions',
        is: 'lost',
        agent,
        file,
        before: 'Handle refund requests.\nAsk a manager for approval before each refund.\nBe brief.',
        after: 'Handle refund requests.\nRefund at once, with ***.\nBe brief.',
      },
      {
        kind: 'tracing',
        file,
        before: 'otlp: https://traces.example.com',
        after: 'otlp: https://logs.example.com',
      },
      {
        kind: 'request',
        file,
        before: 'Acme-Beta: agents=v1\nX-Api-Key: ***',
        after: 'Acme-Beta: agents=v2\nX-Api-Key: ***',
      },
      {
        kind: 'requirement',
        requirement: 'needs',
        file,
        files: [file],
        before: 'durable-session',
        after: 'durable-session, artifacts',
      },
      {
        kind: 'requirement',
        requirement: 'because',
        file,
        files: [file],
        before: 'needs: ADR-7',
        after: 'needs: ADR-8',
      },
      {
        kind: 'claim',
        file: 'agent-lint.config.yaml',
        before: 'sink: webhooks\nreason: kept by the audit store\nuntil: 2027-06-30',
        after: 'sink: webhooks\nreason: kept by another store\nuntil: 2028-06-30',
      },
      { kind: 'claim', file, before: 'by: human\nhow: console', after: 'by: human\nhow: chat' },
      {
        kind: 'claim',
        file,
        before: 'sink: otlp: https://traces.example.com',
        after: 'sink: otlp: https://logs.example.com',
      },
    ]);
  });

  it('are compared by a review with the accepted one', async () => {
    const cwd = folderWith(BEFORE);
    const review = (...args: string[]) => runCli(cwd, ['review', '--as-of', '2026-11-01', ...args]);
    await review('--format', 'json', '-o', 'old.json');
    const accepted = readFileSync(join(cwd, 'old.json'), 'utf8');
    expect(accepted).not.toContain(SECRET);
    const section = async () => {
      const { stdout } = await review('--compare', 'old.json', '--format', 'markdown');
      return /## Changes since the accepted review\n\n(.*?)\n\n## /s.exec(stdout)?.[1] ?? '';
    };
    expect(await section()).toBe('**No change to the agents.**');
    writeAll(cwd, edited(BEFORE));
    const text = await section();
    expect(
      text.startsWith(`### Controls lost or no longer known

- The instructions of \`agent\` (refunds.agent.yaml) no longer ask for approval.

\`\`\`diff
- Ask a manager for approval before each refund.
+ Refund at once, with ***.
\`\`\`
`),
    ).toBe(true);
    // The same lines as diff prints, and findings behind them.
    const marked = (lines: string) => lines.split('\n').filter((line) => /^ *[-+] (?!The )/.test(line));
    const plain = (lines: string) => marked(lines).map((line) => line.trim());
    expect(plain(text.slice(0, text.indexOf('### New findings')))).toEqual(plain(LINES));
    const json = JSON.parse((await review('--compare', 'old.json', '--format', 'json')).stdout);
    const validate = validatorOf('review');
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    const page = (await review('--compare', 'old.json')).stdout;
    expect(page).toContain(
      '<pre class="diff"><del>- Ask a manager for approval before each refund.</del>\n<ins>+ Refund at once, with ***.</ins></pre>',
    );
  });

  it('are not compared with a review that has none of them, which is said', async () => {
    const cwd = folderWith(BEFORE);
    const old = JSON.parse((await runCli(cwd, ['review', '--format', 'json'])).stdout);
    delete old.texts;
    writeFileSync(join(cwd, 'old.json'), JSON.stringify({ ...old, version: '0.3.0' }));
    const { stdout } = await runCli(cwd, ['review', '--compare', 'old.json', '--format', 'markdown']);
    expect(stdout).toContain(`## Changes since the accepted review

### Not compared

- The accepted review was written by agent-lint 0.3.0, which recorded no instructions, descriptions of tools and requests: write it again to compare them.
`);
    expect(stdout).not.toContain('No change to the agents');
  });

  it('lose nothing where a gate that is enforced takes the place of a sentence', async () => {
    const program = (instructions: string, gate: string) => `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const refund = tool({
  name: 'issue_refund', description: 'Refund a charge', parameters: z.object({}),${gate}
  execute: async () => pay(),
});
export const agent = new Agent({ name: 'Refunds', instructions: '${instructions}', tools: [refund] });
`;
    const repository = newRepository({ 'agent.ts': program('Ask the user before each refund.', '') });
    const changes = async () =>
      (JSON.parse((await repository.run('diff', 'main', '--format', 'json')).stdout) as { changes: object[] })
        .changes;
    repository.write('agent.ts', program('Handle refunds.', ' needsApproval: true,'));
    expect(await changes()).toMatchObject([
      { kind: 'gate', is: 'gained' },
      { kind: 'instructions', is: 'changed' },
    ]);
    repository.write('agent.ts', program('Handle refunds.', ''));
    expect(await changes()).toMatchObject([{ kind: 'instructions', is: 'lost' }]);
  });

  it('break out of no format', async () => {
    const evil = '\u202e</pre><script>x</script>\n```\n# @team [a](javascript:1)\n::error::y ##[command]';
    const agent = (text: string) => `agent: { model: m, instructions: ${JSON.stringify(text)} }\n`;
    const repository = newRepository({ 'a.agent.yaml': agent('x') });
    await runCli(repository.folder, ['review', '--format', 'json', '-o', 'old.json']);
    repository.write('a.agent.yaml', agent(evil));
    const text = (await repository.run('diff', 'main')).stdout;
    expect(text).toContain('    + \\u{202e}</pre><script>x</script>\n    + ```\n');
    expect(text).not.toMatch(/^\s*::|\u202e|##\[/m);
    const markdown = (await repository.run('diff', 'main', '--format', 'markdown')).stdout;
    expect(markdown).toContain('  ````diff\n  - x\n  + \\u{202e}</pre>');
    const page = (await repository.run('review', '--compare', 'old.json')).stdout;
    expect(page).not.toContain('<script>x');
    expect(page).toContain('<ins>+ ```</ins>');
  });
});
