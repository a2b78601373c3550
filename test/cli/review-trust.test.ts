import { describe, expect, it } from 'vitest';
import type { Review } from '../../src/review/index.js';
import { validatorOf } from '../report/schemas.js';
import { repositoryAt, temporaryFolder } from './repository.js';
import { folderWith, runCli } from './run-cli.js';

const reviewIn = async (cwd: string, ...args: string[]): Promise<Review> =>
  JSON.parse((await runCli(cwd, ['review', '--format', 'json', ...args])).stdout) as Review;

const markdownIn = async (cwd: string, ...args: string[]): Promise<string> =>
  (await runCli(cwd, ['review', '--format', 'markdown', ...args])).stdout.replaceAll('\\', '');

const sectionOf = (markdown: string, title: string): string =>
  markdown.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? '';

/** Every control is claimed beside the payload; where data is, no file says. */
const CLAIMED = `runtime: framework
agent:
  model: m
  tools: [{ type: function, name: delete_user }]
controls:
  tools:
    delete_user: { approval: { by: human, how: the console } }
  tracing: { sink: "otlp: https://traces.example.com" }
  guardrails: { input: [prompt-injection], output: [personal-data] }
`;

describe('what a review takes on trust', () => {
  it('is counted on the first screen and in JSON, and no claim makes it green', async () => {
    const cwd = folderWith({ '.git/HEAD': '', 'a.agent.yaml': CLAIMED });
    const review = await reviewIn(cwd);
    expect(validatorOf('review')(review)).toBe(true);
    expect(review.trust).toEqual({ met: 3, claimed: 3, unverified: 2 });
    expect(review.notAssessed).toEqual([]);
    expect(review.law.articles.map(({ evidence }) => evidence)).toEqual([
      ['a.agent.yaml: tracing otlp: https://traces.example.com (only claimed).'],
      ['1 act of 1 that cannot be undone: a person approves (1 only claimed).'],
    ]);
    const glance = sectionOf(await markdownIn(cwd), 'At a glance');
    expect(glance).toContain(
      '### Taken on trust\n\n3 of 3 controls are only claimed. 2 places of data are unverified.\n',
    );
    const { stdout: page } = await runCli(cwd, ['review']);
    expect(page).toMatch(/<article class="card open">\n<h3>Taken on trust<\/h3>/);
    for (const text of [page, await markdownIn(cwd)]) {
      expect(text).not.toMatch(/every control was judged/i);
      expect(text).toContain('Nothing beside what is taken on trust.');
    }
  });

  it('lists the checks that passed with what they rest on', async () => {
    const cwd = folderWith({ '.git/HEAD': '', 'a.agent.yaml': CLAIMED });
    expect((await reviewIn(cwd)).passed.find(({ rule }) => rule === 'approval/missing')).toEqual({
      rule: 'approval/missing',
      what: 'An irreversible tool runs without human approval',
      shown: 0,
      attested: 1,
      notAssessed: 0,
    });
    expect(sectionOf(await markdownIn(cwd), 'Findings')).toContain(
      '| `approval/missing` | An irreversible tool runs without human approval | 0 | 1 control | 0 |',
    );
    const ungated = CLAIMED.replace('approval: { by: human, how: the console }', 'effect: destructive');
    const { passed } = await reviewIn(folderWith({ '.git/HEAD': '', 'a.agent.yaml': ungated }));
    expect(passed.map(({ rule }) => rule)).not.toContain('approval/missing');
  });
});

describe('what a review does not read', () => {
  const AGENT = 'from beeai_framework.agents import ReActAgent\n\nagent = ReActAgent(llm=None, tools=[])\n';

  it('comes first, and is never called nothing to review', async () => {
    const cwd = folderWith({ '.git/HEAD': '', 'src/a.py': AGENT, 'src/b.py': AGENT });
    const words =
      '2 files build agents with BeeAI, which agent-lint does not read: nothing of them was checked.';
    const run = await runCli(cwd, ['review', '--format', 'markdown']);
    expect(run.status).toBe(4);
    expect(run.stderr).toContain(`agent-lint: ${words}\n`);
    expect(sectionOf(run.stdout.replaceAll('\\', ''), 'At a glance')).toMatch(
      new RegExp(`^At a glance\n\n\\*\\*${words}\\*\\*\n`),
    );
    const { stdout: page } = await runCli(cwd, ['review']);
    expect(page).toContain(`<h2>At a glance</h2>\n<p class="strong">${words}</p>`);
    for (const text of [run.stdout, page]) {
      expect(text).not.toContain('nothing to review');
      expect(text).not.toMatch(/every control was judged/i);
    }
  });
});

describe('servers that a program loads at run time', () => {
  const program = (...agents: string[]) => `from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from settings import load


async def main():
    named = MultiServerMCPClient({"desk": {"transport": "http", "url": "https://desk.example.com/mcp"}})
    client = MultiServerMCPClient(load())
    tools = await client.get_tools()
${agents.map((given) => `    await create_agent("openai:gpt-5", tools=${given}).ainvoke({"messages": []})`).join('\n')}
`;
  it.each([
    ['are counted beside those that are read', ['tools', 'await named.get_tools()'], [1, 1]],
    ['are counted once for each place', ['tools', '[*await client.get_tools()]', 'tools'], [0, 2]],
    ['are none where a file names all', ['await named.get_tools()'], [1, undefined]],
    ['are none where a tool is not known', ['[load()]'], [0, undefined]],
  ])('%s', async (_, agents, [read, loaded]) => {
    const cwd = folderWith({ 'desk.py': program(...agents) });
    const { counts } = JSON.parse((await runCli(cwd, ['review', '--format', 'json'])).stdout) as Review;
    expect([counts.servers, counts.serversAtRunTime]).toEqual([read, loaded]);
    const shown =
      loaded === undefined
        ? /, \d+ MCP servers?\./
        : `, MCP servers: ${read} read, ${loaded} loaded at run time.`;
    expect((await markdownIn(cwd)).split('\n').find((line) => line.includes(' agent system'))).toMatch(shown);
  });
});

describe('the decisions at a glance', () => {
  const FILES = {
    '.git/HEAD': '',
    'agent-lint.config.yaml':
      'overrides:\n  - { files: "eu/**", requirements: { residency: [eu], because: { residency: DPIA-7 } } }\n  - { files: "us/**", requirements: { needs: [durable-session], residency: [us] } }\n',
    'eu/a.session.json': JSON.stringify({
      agent: { model: 'm', tools: [{ type: 'shell' }], mcp_servers: [{ url: 'https://a.example/mcp' }] },
      environment: { type: 'hosted' },
      multi_agent: { enabled: true, max_concurrent_subagents: 2 },
    }),
    'us/b.session.json': JSON.stringify({ agent: { model: 'm' }, environment: { type: 'hosted' } }),
  };

  it('show for each its files, the runtime of today, and why it must move', async () => {
    const cwd = folderWith(FILES);
    const { answers } = await reviewIn(cwd);
    expect(answers.decisions.map(({ files, today, mustMove }) => ({ files, today, mustMove }))).toEqual([
      {
        files: ['eu/a.session.json'],
        today: ['the managed agent service'],
        mustMove: [
          'Rule 2: Data has to stay in the EU, so the managed service is not eligible. (DPIA-7)',
          'Constraint 1: The managed service processes data in the US only; processing in the EU is required. (DPIA-7)',
        ],
      },
      { files: ['us/b.session.json'], today: ['the managed agent service'], mustMove: [] },
    ]);
    const glance = sectionOf(await markdownIn(cwd), 'At a glance');
    expect(glance).toContain("| Files | Today's runtime | Decision | Must move because |");
    expect(glance).toMatch(
      /^\| `eu\/a\.session\.json` \| The managed agent service \| No single runtime is recommended.* \| must move<br>Rule 2: /m,
    );
    expect(glance).toMatch(
      /^\| `us\/b\.session\.json` \| The managed agent service \| Recommended runtime: the managed agent service\. \| It need not\. \|$/m,
    );
    // Conditions are a note, once.
    expect(glance.match(/with the caller's own controls/g)).toHaveLength(1);
    const { stdout: page } = await runCli(cwd, ['review']);
    expect(page).toMatch(/<section id="glance">/);
    expect(page).toMatch(/<article class="card bad">\n<h3>Which runtime\?<\/h3>/);
  });

  it('name the files that must move where others may stay', async () => {
    const program = `import { Agent } from '@openai/agents';\nexport const a = new Agent({ name: 'a' });\n`;
    const files = { '.git/HEAD': '', 'a.session.json': '{ "agent": { "model": "m" } }', 'src/b.ts': program };
    const config = 'requirements: { residency: [eu] }\n';
    const glance = sectionOf(
      await markdownIn(folderWith({ ...files, 'agent-lint.config.yaml': config })),
      'At a glance',
    );
    expect(glance).toContain('\n1 file targets the managed agent service, which is excluded.\n');
    expect(glance).toContain(' | must move<br>a.session.json<br>Rule 2: Data has to stay in the EU');
  });

  it('say what a migration moves, lacks and needs to be built, from the spec', async () => {
    const cwd = folderWith(FILES);
    const { migrations } = await reviewIn(cwd);
    expect(migrations.map(({ from, to, files, isRequired }) => [from, to, files, isRequired])).toEqual([
      ['managed', 'framework', ['eu/a.session.json'], true],
      ['managed', 'responses', ['eu/a.session.json'], true],
    ]);
    const [framework] = migrations;
    expect(framework?.moves).toContain('The MCP servers, by their address. (Section 2.)');
    expect(framework?.noCounterpart).toContain(
      "The operator's hosted sandbox, with its files and artifacts. (Section 2.)",
    );
    expect(framework?.build).toContain('Run the loop in your own infrastructure. (Section 1.)');
    // It has no tool of its own, and none that the operator runs.
    expect(framework?.moves.join()).not.toContain('function calling');
    const section = sectionOf(await markdownIn(cwd), 'Migration');
    expect(section).toContain(
      '### Required: from the managed agent service to the open-source agent framework\n\n#### What moves\n',
    );
    expect(section).toContain('#### What has no counterpart as far as is shown\n');
    expect(section).toContain('#### What you must build\n');
    const settled = folderWith({ ...FILES, 'eu/a.session.json': '{}' });
    expect(await markdownIn(settled)).not.toContain('## Migration');
  });

  it('have a row each to sign, filled in', async () => {
    const config = `${FILES['agent-lint.config.yaml']}ignore:\n  - { rule: approval/open-ended-tool, files: "eu/*", reason: a sandbox, until: 2099-03-31 }\n`;
    const cwd = folderWith({ ...FILES, 'agent-lint.config.yaml': config });
    const { signOff, signOffRows } = await reviewIn(cwd, '--as-of', '2099-01-02');
    expect(signOff).toEqual(['Decision', 'Conditions', 'Decided by', 'Date', 'Next review']);
    expect(signOffRows).toEqual([
      [
        expect.stringMatching(/^eu\/a\.session\.json: No single runtime is recommended/),
        expect.stringContaining("with the caller's own controls"),
        '',
        '2099-01-02',
        '2099-03-31: the first waiver or claim ends',
      ],
      [
        'us/b.session.json: Recommended runtime: the managed agent service.',
        expect.stringContaining('Assumes that'),
        '',
        '2099-01-02',
        '2099-03-31: the first waiver or claim ends',
      ],
    ]);
    expect((await reviewIn(cwd)).signOffRows.map((row) => row[3])).toEqual(['', '']);
  });
});

describe('the header of a review', () => {
  it('names project, commit and, if given, the date', async () => {
    const folder = temporaryFolder();
    const repository = repositoryAt(folder);
    repository.git('init', '-q');
    repository.write('a.agent.yaml', CLAIMED);
    const commit = repository.commit();
    const short = repository.git('rev-parse', '--short', 'HEAD');
    const project = folder.split('/').at(-1) ?? '';
    expect(await reviewIn(folder)).toMatchObject({ project, commit: { short, id: commit, changed: 0 } });
    const { stdout: page } = await runCli(folder, ['review', '--as-of', '2099-01-02']);
    expect(page).toContain(`<p>Project: ${project}. Commit: ${short}. Date: 2099-01-02.</p>`);
    expect((await runCli(folder, ['check', '--format', 'html', '--exit-zero'])).stdout).toContain(
      `<p>Project: ${project}. Commit: ${short}.</p>`,
    );
    repository.write('a.agent.yaml', `${CLAIMED}# another line\n`);
    for (const more of [[], ['--summary']])
      expect((await markdownIn(folder, ...more)).split('\n')[2]).toBe(
        `Project: ${project}. Commit: ${short} (1 reviewed file differs from it).`,
      );
  });
});
