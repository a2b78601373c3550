import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTurn } from './run-cli.js';
import { newRepository, type Repository, repositoryAt, temporaryFolder } from './repository.js';

const TOOLS = `import { tool } from '@openai/agents';
import { z } from 'zod';
import { needs } from './gate.js';
export const refund = tool({
  name: 'issue_refund',
  description: 'Refund a charge',
  parameters: z.object({}),
  needsApproval: needs,
  execute: async () => 'done',
});
`;
/** A project whose checks pass: a gate in a file of its own, and an error that its baseline accepts. */
const BASE = {
  'src/gate.ts': 'export const needs = true;\n',
  'src/tools.ts': TOOLS,
  'src/agent.ts': `import { Agent } from '@openai/agents';
import { refund } from './tools.js';
export const agent = new Agent({ name: 'Refunds', tools: [refund] });
`,
  'legacy/sweeper.agent.yaml': `runtime: managed
headers: { Acme-Beta: agents=v1 }
agent: { model: m }
environment: { type: hosted }
multi_agent: { enabled: true }
controls: { tracing: { sink: webhooks } }
`,
  'agent-lint.config.yaml': 'rules:\n  approval/ungated-change: error\n',
  '.env': 'LOG_LEVEL=info\n',
};
const POLICY = `owner: { name: Security }
rules:
  approval/missing: { severity: error, locked: true }
  tracing/disabled: { severity: error, locked: true }
`;

/** A tool without a gate, in a file and an agent of its own. */
function addTool({ write }: Repository, name = 'delete_account', above = ''): void {
  write(
    'src/accounts.ts',
    `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
const account = tool({
${above}  name: '${name}',
  description: 'Work on an account',
  parameters: z.object({}),
  execute: async () => 'done',
});
export const accounts = new Agent({ name: 'Accounts', tools: [account] });
`,
  );
}

/** What each pull request of the table does. */
const PULL_REQUESTS: Record<string, (repository: Repository) => void | Promise<void>> = {
  'adds a tool without a gate': (repository) => addTool(repository),
  'adds one, and switches the rule off': (repository) => {
    addTool(repository);
    repository.write('agent-lint.config.yaml', `${BASE['agent-lint.config.yaml']}  approval/missing: off\n`);
  },
  'adds one, with an ignore': (repository) =>
    addTool(repository, 'delete_account', '  // agent-lint-ignore approval/missing -- only test accounts\n'),
  'adds one, and accepts it in the baseline': async (repository) => {
    addTool(repository);
    expect((await repository.run('check', '--update-baseline')).status).toBe(0);
  },
  'renames a file with an accepted finding': ({ git }) => {
    git('mv', 'legacy', 'agents');
  },
  'deletes the configuration, and adds what it forbids': (repository) => {
    repository.remove('agent-lint.config.yaml');
    addTool(repository, 'update_account');
  },
  'switches tracing off in `.env`': ({ write }) =>
    write('.env', `${BASE['.env']}OPENAI_AGENTS_DISABLE_TRACING=1\n`),
  'adds one, and excludes its file': (repository) => {
    addTool(repository);
    repository.write(
      'agent-lint.config.yaml',
      `${BASE['agent-lint.config.yaml']}exclude: [src/accounts.ts]\n`,
    );
  },
  'adds one, and declares a milder effect': (repository) => {
    addTool(repository);
    repository.write(
      'agent-lint.config.yaml',
      `${BASE['agent-lint.config.yaml']}tools:\n  delete_account: { effect: read, because: it deletes nothing }\n`,
    );
  },
  'deletes the file of a gate': ({ git }) => {
    git('rm', '-q', 'src/gate.ts');
  },
};

const page = readFileSync(resolve(import.meta.dirname, '../../docs/gate.md'), 'utf8');

/** The cells of the rows of the table, its head first. */
const lines = page.slice(page.indexOf('\n| pull request |') + 1).split('\n');
const [head = [], , ...rows] = lines
  .slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  )
  .map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const modes = head.slice(1, -1).map((cell) => cell.replaceAll('`', ''));

/** The status of a run, and whether it reports the rule as an error. */
async function outcomeOf(repository: Repository, mode: string, rule: string, policy: string) {
  const args = mode.split(' ').map((one) => (one === 'policy.yaml' ? policy : one));
  const { status, stdout } = await repository.run(...args, '--format', 'compact');
  const errors = [...stdout.matchAll(/: error (\S+)/g)].map(([, name]) => name);
  return { mode, status, isReported: errors.includes(rule), isClean: errors.length === 0 };
}

describe('the table of pull requests in docs/gate.md', () => {
  it('has a row for each pull request', () => {
    expect(rows.map(([title]) => title)).toEqual(Object.keys(PULL_REQUESTS));
    expect(modes).toEqual([
      'check',
      'check --staged',
      'check --since main',
      'check --new-since main',
      'check --config-from main',
      'check --config-from main --new-since main',
      'check --policy policy.yaml',
      'check --policy policy.yaml --new-since main',
    ]);
  });

  it.each(rows.map(([title = '', ...cells]) => ({ title, cells })))(
    'says what happens to one that $title',
    async ({ title, cells }) => {
      const change = PULL_REQUESTS[title];
      if (!change) throw new Error(`no such pull request: ${title}`);
      const outside = repositoryAt(temporaryFolder());
      outside.write('policy.yaml', POLICY);
      const repository = newRepository(BASE);
      expect((await repository.run('check', '--update-baseline')).status).toBe(0);
      repository.commit('Accept what is there');
      repository.git('branch', '-f', 'main');
      await change(repository);
      repository.git('add', '-A');
      const rule = (cells.at(-1) ?? '').replaceAll('`', '');
      const outcome = (mode: string) =>
        outcomeOf(repository, mode, rule, join(outside.folder, 'policy.yaml'));
      const staged = await outcome('check --staged');
      repository.commit('Change');
      const outcomes = await inTurn(modes, async (mode) =>
        mode === 'check --staged' ? staged : await outcome(mode),
      );
      expect(outcomes).toEqual(
        modes.map((mode, at) => {
          const fails = cells[at] === 'fails';
          expect(['fails', 'passes']).toContain(cells[at]);
          return { mode, status: fails ? 1 : 0, isReported: fails, isClean: !fails };
        }),
      );
    },
    120_000,
  );
});
