import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD =
  "import { query, unstable_v2_createSession, unstable_v2_prompt, unstable_v2_resumeSession } from '@anthropic-ai/claude-agent-sdk';\n";

/** The three ways to begin a session, by the lines of its options. */
const BEGINNINGS: readonly [string, (options: string) => string][] = [
  [
    'a session',
    (options) => `${HEAD}await using session = unstable_v2_createSession({
${options}
});
await session.send(process.argv[2] ?? '');
for await (const message of session.stream()) console.log(message);
`,
  ],
  [
    'a session that is resumed',
    (options) => `${HEAD}const session = unstable_v2_resumeSession(process.argv[3] ?? '', {
${options}
});
await session.send(process.argv[2] ?? '');
`,
  ],
  [
    'one prompt',
    (options) => `${HEAD}const answer = await unstable_v2_prompt(process.argv[2] ?? '', {
${options}
});
console.log(answer);
`,
  ],
];

async function read(text: string, files: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'agent.ts': text, ...files });
  return [
    ...findings
      .filter(({ rule }) => /^(?:approval|scope|delegation)\//.test(rule))
      .map(({ range: { start }, severity, rule }) => `${start.line} ${severity} ${rule}`),
    ...notAssessed.map(({ rule, message }) => `${rule}? ${message}`),
    ...systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
  ];
}

describe.each(BEGINNINGS)('%s', (_, program) => {
  const NO_LIMIT = expect.stringMatching(/^delegation\/unbounded-turns\? The turn limit of /);

  it.each<[string, string, string[]]>([
    ['requires approval by default, and loads no settings', "  model: 'sonnet'", []],
    ['lets a list run', "  allowedTools: ['Bash'],", ['3 error scope/wildcard']],
    ['lets a narrow entry run', "  allowedTools: ['Bash(git status:*)'],", []],
    ['asks nobody', "  permissionMode: 'bypassPermissions',", ['3 error approval/auto-approved']],
    ['refuses', "  permissionMode: 'dontAsk',", []],
    [
      'has a callback that always allows',
      "  canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input }),",
      ['3 error approval/auto-approved'],
    ],
    [
      'has a callback that decides by what the call is given',
      "  canUseTool: async (name, input) => input.command.length < 50 ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' },",
      ['3 error approval/auto-approved'],
    ],
    [
      'has a callback that always denies',
      "  canUseTool: async () => ({ behavior: 'deny', message: 'no' }),",
      [],
    ],
  ])('%s', async (__, options, expected) => {
    expect(await read(program(options))).toEqual([...expected, NO_LIMIT]);
  });

  it('has no option for tools, servers, subagents or a limit', async () => {
    const options =
      "  maxTurns: 5, tools: ['Read'], mcpServers: { a: { command: 'x' } }, agents: { b: { description: 'b', prompt: 'b' } },";
    const { systems } = await lintFiles({ 'agent.ts': program(options) });
    expect(
      systems
        .flatMap(({ agents }) => agents)
        .map(({ mcpServers, tools }) => [mcpServers.length, tools.map(({ name }) => name)]),
    ).toEqual([[0, ['Bash', 'Write', 'Edit', 'NotebookEdit', 'WebFetch']]]);
    expect(await read(program(options))).toEqual([NO_LIMIT]);
  });

  it('loads the settings that it names', async () => {
    expect(await read(program("  settingSources: ['project'],"))).toEqual([
      NO_LIMIT,
      expect.stringMatching(/^settings that /),
      expect.stringMatching(/^MCP servers that /),
    ]);
  });
});

it('names a session after its variable', async () => {
  const [, program] = BEGINNINGS[0] ?? [];
  const { systems } = await lintFiles({ 'agent.ts': program?.("  model: 'sonnet'") ?? '' });
  expect(systems.flatMap(({ agents }) => agents.map(({ name }) => name))).toEqual(['session']);
});

describe('what a version of the SDK does where an option is not set', () => {
  const run = (options: string) =>
    `${HEAD}for await (const one of query({ prompt: process.argv[2] ?? '', options: { maxTurns: 3, ${options} } })) console.log(one);\n`;
  const locked = (version: string) => ({
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      packages: { 'node_modules/@anthropic-ai/claude-agent-sdk': { version } },
    }),
  });
  const LOADED = ['settings that `query` loads', 'MCP servers that `query` loads'];
  const OPEN = expect.stringMatching(/^approval\/open-ended-tool\? .*no `permissionMode` is stated/);

  it.each([
    ['0.3.224', []],
    ['0.3.225', [OPEN]],
  ])('is the mode default before 0.3.225, and not known since: %s', async (version, expected) => {
    expect(await read(run('settingSources: []'), locked(version))).toEqual(expected);
  });

  it.each([
    ['options=ClaudeAgentOptions(permission_mode="default", max_turns=3)', '0.1.52', []],
    ['options=ClaudeAgentOptions(permission_mode="default", max_turns=3)', '0.1.53', ['settings', 'MCP']],
    ['options=ClaudeAgentOptions(permission_mode="default", max_turns=3)', undefined, ['settings', 'MCP']],
    ['model=None', '0.1.52', []],
    ['model=None', '0.1.53', ['settings', 'MCP']],
  ])(
    'in Python is no file with settings before 0.1.53, and all since: %s, %s',
    async (options, version, expected) => {
      const { systems } = await lintFiles({
        'agent.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions, query\n\nrun = query(prompt=sys.argv[1], ${options})\n`,
        ...(version && { 'uv.lock': `[[package]]\nname = "claude-agent-sdk"\nversion = "${version}"\n` }),
      });
      expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what.split(' ')[0]))).toEqual(
        expected,
      );
    },
  );

  it.each([
    ['0.2.88', []],
    ['0.2.89', LOADED],
  ])('is no file with settings before 0.2.89, and all since: %s', async (version, expected) => {
    expect(await read(run("permissionMode: 'default'"), locked(version))).toEqual(expected);
  });
});
