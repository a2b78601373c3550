import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files.js';

const SETTINGS = '.claude/settings.json';

const allowing = (...allow: string[]) => ({
  [SETTINGS]: JSON.stringify({ permissions: { allow } }, null, 1),
});

/** Place and rule of each finding, with the lines of its related places. */
async function found(files: Record<string, string>) {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'scope/wildcard' || rule === 'approval/auto-approved')
    .map(({ rule, severity, range, related }) => {
      const lines = related.map((one) => one.range.start.line).join(',');
      return `${range.start.line} ${severity} ${rule}${lines === '' ? '' : ` (${lines})`}`;
    });
}

describe('one list of grants', () => {
  it.each([
    [['Bash', 'Bash(npm:*)', 'Edit', 'Write', 'WebFetch'], ['4 error scope/wildcard (5,6,7,8)']],
    [['Edit', 'Bash(npm:*)', 'Bash', 'Bash(*)'], ['6 error scope/wildcard (4,5,7)']],
    [['mcp__x__*', 'mcp__x', 'mcp__x__delete_y'], ['4 error scope/wildcard (5,6)']],
    [
      ['mcp__*', 'mcp__x', 'mcp__y__*'],
      ['5 error scope/wildcard', '6 error scope/wildcard'],
    ],
    [
      ['Bash', 'mcp__x'],
      ['4 error scope/wildcard', '5 error scope/wildcard'],
    ],
    // The client ignores a star alone.
    [
      ['*', 'Bash', 'mcp__x', 'Edit(src/**)'],
      ['5 error scope/wildcard', '6 error scope/wildcard'],
    ],
    [['Edit', 'Write', 'MultiEdit(**)'], ['4 warning scope/wildcard (5)']],
    [['Edit(~/**)', 'Edit'], ['5 warning scope/wildcard (4)']],
    [['Bash(git:*)', 'Bash(git push:*)'], ['4 error approval/auto-approved (5)']],
    [['Bash(git push:*)', 'Bash(git push:*)'], ['4 error approval/auto-approved']],
    [['Bash(git status:*)', 'Bash(git push:*)'], ['5 error approval/auto-approved']],
  ])('gives one finding at its widest entry: %j', async (allow, expected) =>
    expect(await found(allowing(...allow))).toEqual(expected),
  );

  it('names the deletes of one server in one finding', async () => {
    const what = ['repo', 'branch', 'file', 'issue', 'tag'];
    const files = allowing(...what.map((one) => `mcp__github__delete_${one}`), 'mcp__jira__delete_issue');
    expect(await found(files)).toEqual([
      '4 error approval/auto-approved (5,6,7,8)',
      '9 error approval/auto-approved',
    ]);
    const { findings } = await lintFiles(files);
    expect(findings[0]?.message).toContain(
      '`delete_repo`, `delete_branch`, `delete_file`, `delete_issue` and `delete_tag` run without human approval',
    );
    const title =
      'Move `mcp__github__delete_repo`, `mcp__github__delete_branch`, `mcp__github__delete_file`, `mcp__github__delete_issue` and `mcp__github__delete_tag` from `permissions.allow` to `permissions.ask`';
    expect(findings[0]?.remediation).toBe(`${title}.`);
    expect(findings[0]?.fixes.map((fix) => fix.title)).toEqual([title]);
  });

  it('puts a tool that can do anything before the deletes of its server', async () => {
    const server = { command: 'node', args: ['s.js'], autoApprove: ['delete_a', 'run_command', 'delete_b'] };
    const text = JSON.stringify({ mcpServers: { s: server } }, null, 1);
    expect(await found({ '.mcp.json': text })).toEqual(['10 error approval/auto-approved (9,11)']);
  });

  it('names programs that can run any command in one finding', async () => {
    const files = allowing('Bash(npm:*)', 'Bash(git commit:*)', 'Bash(node:*)', 'Bash(python:*)');
    expect(await found(files)).toEqual([
      '4 error approval/auto-approved (6,7)',
      '5 warning approval/auto-approved',
    ]);
  });

  it('covers what a server as a whole allows', async () => {
    const server = { command: 'node', args: ['s.js'], autoApprove: ['delete_a', '*'] };
    const text = JSON.stringify({ mcpServers: { s: server } }, null, 1);
    expect(await found({ '.mcp.json': text })).toEqual(['10 error scope/wildcard (9)']);
  });

  it('is read in the lists of other clients, too', async () => {
    const gemini = JSON.stringify(
      { tools: { allowed: ['write_file', 'run_shell_command(git)', 'run_shell_command'] } },
      null,
      1,
    );
    expect(await found({ '.gemini/settings.json': gemini })).toEqual(['6 error scope/wildcard (4,5)']);
    const kiro = JSON.stringify(
      { name: 'a', tools: ['*'], allowedTools: ['@s/delete_x', '@s', '@s/*', 'fs_write', 'execute_bash'] },
      null,
      1,
    );
    expect(await found({ '.kiro/agents/a.json': kiro })).toEqual([
      '8 error scope/wildcard (7,9)',
      '11 error scope/wildcard (10)',
    ]);
    const opencode = JSON.stringify(
      { permission: { bash: 'allow', 'pay_*': 'allow', pay_refund: 'allow' } },
      null,
      1,
    );
    expect(await found({ 'opencode.json': opencode })).toEqual([
      '3 error scope/wildcard',
      '4 error scope/wildcard (5)',
    ]);
  });

  it('of ten thousand entries is read', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => `Bash(git push origin b${index}:*)`);
    const files = allowing('Bash(git push origin:*)', ...many);
    expect(await found(files)).toHaveLength(1);
  });

  it('of a product is one finding for the setting that approves its tools', async () => {
    const result = await lintFiles({
      'a.json': JSON.stringify({
        model: 'm',
        input: 'x',
        tools: [
          {
            type: 'mcp',
            server_label: 's',
            server_url: 'https://s.example.com/mcp',
            allowed_tools: ['delete_a', 'delete_b'],
            require_approval: 'never',
          },
        ],
      }),
    });
    const [found, ...others] = result.findings.filter(({ rule }) => rule === 'approval/auto-approved');
    expect(others).toEqual([]);
    expect(found?.tools?.map(({ name }) => name)).toEqual(['delete_a', 'delete_b']);
    expect(found?.message).toBe(
      'Each of `delete_a` and `delete_b` deletes permanently without human approval (inferred from its name: "delete"): approved by `require_approval: never`.',
    );
  });
});

describe('the remedy for every tool of a server', () => {
  const LIST = {
    '.agent-lint/tools/pay.json': JSON.stringify({
      server: { name: 'pay' },
      tools: ['create_refund', 'list_refunds', 'get_refund'].map((name) => ({
        name,
        inputSchema: { type: 'object' },
      })),
    }),
  };
  it.each([
    ['mcp__pay__*', LIST, ', for example `mcp__pay__list_refunds` and `mcp__pay__get_refund`. Or'],
    ['mcp__pay', LIST, ', for example `mcp__pay__list_refunds` and `mcp__pay__get_refund`. Or'],
    ['mcp__pay__*', {}, ' (the names of its tools: `agent-lint snapshot pay` saves them). Or'],
    ['mcp__linear', {}, ', for example `mcp__linear__list_issues`, `mcp__linear__get_issue` and'],
  ])(
    'begins the entries in place of `%s` with tools that read, or says how to learn them',
    async (entry, beside, words) => {
      const { findings } = await lintFiles({ ...allowing(entry), ...beside });
      expect(findings.map(({ rule }) => rule)).toEqual(['scope/wildcard']);
      expect(findings[0]?.remediation).toContain(`replace \`${entry}\` with those entries${words}`);
    },
  );

  it.each([
    ['.cursor/permissions.json', { mcpAllowlist: ['pay:*'] }, '`pay:list_refunds` and `pay:get_refund`'],
    [
      '.kiro/agents/a.json',
      { name: 'a', prompt: 'x', tools: ['read'], allowedTools: ['@pay'] },
      '`@pay/list_refunds` and `@pay/get_refund`',
    ],
  ])('is in the words of the client: %s', async (file, settings, words) => {
    const { findings } = await lintFiles({ [file]: JSON.stringify(settings), ...LIST });
    expect(findings.map(({ remediation }) => remediation)).toEqual([expect.stringContaining(words)]);
  });
});

describe('an entry of many words', () => {
  it('is cut at eighty characters in what to change and in related places', async () => {
    const long = (name: string) => `Bash(git push ${name} ${'x'.repeat(200)}:*)`;
    const { findings } = await lintFiles(allowing(long('a'), 'Bash(git push:*)', long('b')));
    const [found] = findings;
    const shown = [found?.remediation ?? '', ...(found?.related ?? []).map(({ message }) => message)];
    const codes = shown.flatMap((text) => text.split('`').filter((_, index) => index % 2 === 1));
    expect(findings.map(({ range }) => range.start.line)).toEqual([5]);
    const cut = expect.stringMatching(/^Bash\(git push a x{63}…$/);
    expect(codes.filter((code) => code.startsWith('Bash(git push a'))).toEqual([cut, cut]);
  });

  it('keeps in a group how the effect is known', async () => {
    const { findings } = await lintFiles(allowing('mcp__pay__delete_a', 'mcp__pay__delete_b'));
    expect(findings.map(({ message }) => /\(.*?\)/.exec(message)?.[0])).toEqual([
      '(inferred from their names)',
    ]);
  });
});
