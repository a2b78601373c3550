import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

const TOOL = `import { tool } from '@openai/agents';
import { z } from 'zod';
export const refund = tool({
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: z.object({}),
  needsApproval: true,
  execute: async () => 'done',
});
`;
const AGENT = `import { Agent } from '@openai/agents';
import { refund } from './tools.js';
export const agent = new Agent({ name: 'Refunds', tools: [refund] });
`;
const old = (name = 'delete_user') =>
  `runtime: framework\nagent:\n  tools:\n    - { type: function, name: ${name} }\n`;

let cwd = '';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  });
function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}
function commit(message: string): void {
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'agent-lint-changes-'));
  git('init', '-q', '-b', 'main');
  write('tools.ts', TOOL);
  write('agent.ts', AGENT);
  write('old.agent.yaml', old());
  commit('Start');
  git('checkout', '-q', '-b', 'change');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** The errors of a run, and its status. */
async function check(
  ...args: string[]
): Promise<{ errors: string[]; status: number | null; stderr: string }> {
  const { stdout, status, stderr } = await runCli(cwd, ['check', '--format', 'compact', ...args]);
  const errors = stdout
    .split('\n')
    .flatMap((line) => /^(\S+?):.* error (\S+)/.exec(line)?.slice(1, 3).join(' ') ?? []);
  return { errors, status, stderr };
}
const UNGATED = 'tools.ts approval/missing';
const withoutGate = TOOL.replace('  needsApproval: true,\n', '');

describe('--new-since', () => {
  it('passes a change that touches a file with old findings', async () => {
    write('old.agent.yaml', `# a comment\n${old()}`);
    expect(await check('--new-since', 'main')).toMatchObject({ errors: [], status: 0 });
    expect((await check()).status).toBe(1);
  });

  it('fails a change that swaps one finding for another', async () => {
    write('old.agent.yaml', old('delete_order'));
    expect(await check('--new-since', 'main')).toMatchObject({
      errors: ['old.agent.yaml approval/missing'],
      status: 1,
    });
  });

  it('fails a change that swaps the gates of two tools of the same name', async () => {
    const tool = (name: string, gate: string) =>
      `const ${name} = tool({ name: 'send_mail', description: 'd', parameters: z.object({}), ${gate}execute: async () => mail() });\n`;
    const program = (shop: string, office: string) => `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
${tool('mailCustomers', shop)}${tool('mailStaff', office)}export const shop = new Agent({ name: 'Shop', tools: [mailCustomers] });
export const office = new Agent({ name: 'Office', tools: [mailStaff] });
`;
    write('mail.ts', program('needsApproval: true, ', ''));
    commit('Add');
    git('branch', '-f', 'main');
    expect((await check('--new-since', 'main')).status).toBe(0);
    write('mail.ts', program('', 'needsApproval: true, '));
    expect(await check('--new-since', 'main')).toMatchObject({
      errors: ['mail.ts approval/missing'],
      status: 1,
    });
    git('checkout', '-q', '--', 'mail.ts');
    expect((await check('--update-baseline')).status).toBe(0);
    expect((await check()).status).toBe(0);
    write('mail.ts', program('', 'needsApproval: true, '));
    expect(await check()).toMatchObject({ errors: ['mail.ts approval/missing'], status: 1 });
  });

  it('finds a gate that is removed in a file that agents import', async () => {
    write('tools.ts', withoutGate);
    commit('Remove the gate');
    expect(await check('--new-since', 'main')).toMatchObject({ errors: [UNGATED], status: 1 });
  });

  it('fails a change that adds a tool whose cause an old finding has', async () => {
    const tool = (name: string) =>
      `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
import { wipe } from './wipe.js';
const ${name} = tool({ name: '${name}', description: 'd', parameters: z.object({ id: z.string() }), execute: async ({ id }) => wipe(id) });
export const agent = new Agent({ name: '${name} desk', tools: [${name}] });
`;
    write(
      'wipe.ts',
      "export const wipe = (id: string) => fetch(`https://x.example/${id}`, { method: 'DELETE' });\n",
    );
    write('a.ts', tool('drop_a'));
    commit('Add');
    git('branch', '-f', 'main');
    write('a.ts', `// A comment.\n${tool('drop_a')}`);
    expect((await check('--new-since', 'main')).status).toBe(0);
    write('b.ts', tool('drop_b'));
    expect(await check('--new-since', 'main')).toMatchObject({
      errors: ['a.ts approval/missing'],
      status: 1,
    });
  });

  it('follows a renamed file', async () => {
    mkdirSync(join(cwd, 'legacy'));
    renameSync(join(cwd, 'old.agent.yaml'), join(cwd, 'legacy/old.agent.yaml'));
    expect(await check('--new-since', 'main')).toMatchObject({ errors: [], status: 0 });
  });

  it.each([[[]], [['--staged']]])(
    'follows a file that is renamed and changed at once, with %j',
    async (state) => {
      renameSync(join(cwd, 'old.agent.yaml'), join(cwd, 'kept.agent.yaml'));
      write('kept.agent.yaml', `${old()}    - { type: function, name: delete_order }\n`);
      git('add', '-A');
      const { stdout, status } = await runCli(cwd, [
        'check',
        '-f',
        'compact',
        '--new-since',
        'main',
        ...state,
      ]);
      expect(status).toBe(1);
      expect(stdout.match(/approval\/missing/g)).toHaveLength(1);
      expect(stdout).toContain('`delete_order`');
      expect(stdout).not.toContain('guardrail/');
    },
  );

  it('takes a file that shares little with one that is gone for a new one', async () => {
    rmSync(join(cwd, 'old.agent.yaml'));
    write(
      'other.agent.yaml',
      `agent:\n  model: another-model\n  instructions: Close accounts that nobody uses any more.\n${old().slice(old().indexOf('  tools'))}`,
    );
    expect(await check('--new-since', 'main')).toMatchObject({
      errors: ['other.agent.yaml approval/missing'],
      status: 1,
    });
  });

  it('keeps old findings in JSON, with the reason', async () => {
    write('old.agent.yaml', old('delete_order'));
    write('second.agent.yaml', old());
    commit('Add');
    git('branch', '-f', 'main');
    write('third.agent.yaml', old());
    const { stdout } = await runCli(cwd, ['check', '--format', 'json', '--new-since', 'main']);
    const { findings } = JSON.parse(stdout) as {
      findings: { file: string; rule: string; ignored?: { kind: string } }[];
    };
    const state = findings
      .filter(({ rule }) => rule === 'approval/missing')
      .map(({ file, ignored }) => [file, ignored?.kind]);
    expect(state).toEqual([
      ['old.agent.yaml', 'base'],
      ['second.agent.yaml', 'base'],
      ['third.agent.yaml', undefined],
    ]);
  });

  it.each([
    [
      'nope',
      'Unknown commit or branch `nope`. Fetch it first: git fetch origin nope:refs/remotes/origin/nope\n',
    ],
    [
      'mian',
      'Unknown commit or branch `mian`. Did you mean `main`? Otherwise fetch it first: git fetch origin mian:refs/remotes/origin/mian\n',
    ],
    ['-x', '`-x` looks like an option'],
  ])('refuses %s', async (ref, message) => {
    expect(await check(`--new-since=${ref}`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
  });
});

describe('--staged', () => {
  it('checks the staged text, whatever is on disk, with the agents that import it', async () => {
    write('tools.ts', withoutGate);
    git('add', '-A');
    write('tools.ts', TOOL);
    write('untracked.agent.yaml', old());
    expect(await check('--staged')).toMatchObject({ errors: [UNGATED], status: 1 });
  });

  it('ends with 0 where nothing that matters is staged', async () => {
    write('notes.txt', 'x');
    git('add', '-A');
    expect(await check('--staged')).toMatchObject({ errors: [], status: 0 });
  });

  it('checks the agents that a removed file leaves', async () => {
    write('agent-lint.config.yaml', 'tools: { delete_user: { effect: read, because: it only reads } }\n');
    commit('Declare');
    rmSync(join(cwd, 'agent-lint.config.yaml'));
    git('add', '-A');
    expect(await check('--staged')).toMatchObject({ errors: ['old.agent.yaml approval/missing'], status: 1 });
  });
});

describe('--since', () => {
  it('checks what changed and what depends on it, and nothing else', async () => {
    write('tools.ts', withoutGate);
    commit('Remove the gate');
    expect(await check('--since', 'main')).toMatchObject({ errors: [UNGATED], status: 1 });
  });
});

describe('--config-from', () => {
  it('gives a configuration of the change no effect, not even where it is broken', async () => {
    write('agent-lint.config.yaml', 'rules: { approval/missing: off }\n');
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
    write('agent-lint.config.yaml', 'nonsense: [');
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
  });

  it('gives a new ignore and a new baseline no effect, and keeps those of the commit', async () => {
    write(
      'kept.agent.yaml',
      old('send_mail').replace('send_mail }', 'send_mail } # agent-lint-ignore approval/missing -- sandbox'),
    );
    commit('Ignore');
    git('branch', '-f', 'main');
    write(
      'old.agent.yaml',
      old().replace('delete_user }', 'delete_user } # agent-lint-ignore approval/missing -- we say so'),
    );
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
    expect((await check()).errors).toEqual([]);
    write('old.agent.yaml', old());
    expect((await runCli(cwd, ['check', '--update-baseline'])).status).toBe(0);
    expect((await check()).errors).toEqual([]);
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
  });

  it('takes a milder effect in `controls` from the commit, and a graver one from the change', async () => {
    const declared = (name: string, effect: string) =>
      `${old(name)}controls: { tools: { ${name}: { effect: ${effect} } } }\n`;
    write('old.agent.yaml', declared('delete_user', 'change'));
    commit('Declare');
    git('branch', '-f', 'main');
    expect((await check('--config-from', 'main')).errors).toEqual([]);
    git('mv', 'old.agent.yaml', 'moved.agent.yaml');
    expect((await check('--config-from', 'main')).errors).toEqual([]);
    git('mv', 'moved.agent.yaml', 'old.agent.yaml');
    write('old.agent.yaml', declared('delete_user', 'read'));
    expect((await check()).errors).toEqual([]);
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
    write('old.agent.yaml', declared('delete_order', 'change'));
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
    write('old.agent.yaml', declared('find_user', 'outward'));
    expect((await check('--config-from', 'main')).errors).toEqual(['old.agent.yaml approval/missing']);
  });
});

describe('git', () => {
  it('runs no hook, filter, text conversion or monitor of the repository', async () => {
    const marker = join(cwd, 'ran');
    const program = `sh -c 'touch ${marker}; cat'`;
    write('.gitattributes', '* filter=odd diff=odd\n');
    write('tools.ts', withoutGate);
    git('config', 'filter.odd.clean', program);
    git('config', 'filter.odd.smudge', program);
    git('config', 'diff.odd.textconv', program);
    git('config', 'diff.external', program);
    git('config', 'core.fsmonitor', program);
    for (const option of ['--new-since', '--since', '--config-from']) await check(option, 'main');
    await check('--staged');
    expect(() => execFileSync('test', ['-e', marker])).toThrow();
  });
});
