import fc from 'fast-check';
import { stringify } from 'yaml';
import { formatOf } from '../../src/syntax/index.js';
import type { Corpus, Files } from './corpus.js';
import { written } from './mutations.js';
import type { Control, Made } from './programs.js';

/** Names of files of each dialect that is known by its name; names of other documents are those of the corpus. */
const NAMES = [
  'a.agent.yaml',
  'a.agent.json',
  'a.session.json',
  '.mcp.json',
  '.vscode/mcp.json',
  '.claude/settings.json',
  '.claude/agents/a.md',
  '.claude/skills/a/SKILL.md',
  '.codex/config.toml',
  '.cursor/hooks.json',
  '.cursor/cli.json',
  '.gemini/settings.json',
  'opencode.json',
  '.opencode/agent/a.md',
  '.github/agents/a.agent.md',
  '.vscode/settings.json',
  '.vscode/tasks.json',
  '.devcontainer/devcontainer.json',
  'package.json',
  'compose.yaml',
  '.github/workflows/a.yml',
  '.github/workflows/a.md',
  '.gitlab-ci.yml',
  '.kiro/agents/a.json',
  'openclaw.json',
  'crush.json',
  '.zed/settings.json',
  'server.json',
  '.claude-plugin/plugin.json',
  'AGENTS.md',
  '.env',
  'Dockerfile',
  'a.http',
  'run.sh',
  'a.json',
  'a.yaml',
  'agent-lint.config.yaml',
] as const;

/** Trees of the words that the documents of the corpus have, in each syntax and under each name. */
export function documents(corpus: Corpus): fc.Arbitrary<Made> {
  const keys = fc.constantFrom(...corpus.keys);
  const scalars = fc.oneof(
    fc.constantFrom(...corpus.values),
    fc.constantFrom(null, true, false, 0, -1, '', '*'),
  );
  const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
    tree: fc.dictionary(keys, tie('node'), { maxKeys: 5, noNullPrototype: true }),
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalars,
      fc.constantFrom(...corpus.trees),
      fc.array(tie('node'), { maxLength: 3 }),
      tie('tree'),
    ),
  }));
  return fc
    .record({
      name: fc.constantFrom(...NAMES),
      tree,
      of: fc.constantFrom(...corpus.trees),
      isOf: fc.boolean(),
    })
    .map(({ name, tree, of, isOf }) => {
      const value =
        isOf && typeof of === 'object' && !Array.isArray(of) ? { ...of, ...(tree as object) } : tree;
      return { name: 'tree', files: { [name]: textOf(name, value) } };
    })
    .filter(({ files }) => Object.values(files).every((text) => text.length < 3_000));
}

function textOf(name: string, tree: unknown): string {
  const format = formatOf(name);
  if (format === 'toml') return tomlOf(tree as Record<string, unknown>, []);
  if (format === 'environment') {
    const lines = Object.entries(tree as object).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
    return name === 'Dockerfile'
      ? `FROM a\n${lines.map((line) => `ENV ${line}\n`).join('')}`
      : `${lines.join('\n')}\n`;
  }
  if (format === 'http')
    return `POST https://api.example.com/v1/agents/sessions\nContent-Type: application/json\n\n${JSON.stringify(tree)}\n`;
  if (format === 'shell')
    return `curl https://api.example.com/v1/responses -d '${JSON.stringify(tree)}'\n${stringify(tree)}`;
  return written(tree, name);
}

function tomlOf(table: Record<string, unknown>, path: readonly string[]): string {
  const isTable = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const own = Object.entries(table).filter(([, value]) => !isTable(value) && value !== null);
  const inner = Object.entries(table).filter(([, value]) => isTable(value));
  const header = path.length > 0 ? `[${path.map((key) => JSON.stringify(key)).join('.')}]\n` : '';
  return [
    header,
    ...own.map(([key, value]) => `${JSON.stringify(key)} = ${JSON.stringify(value)}\n`),
    ...inner.map(([key, value]) => tomlOf(value as Record<string, unknown>, [...path, key])),
  ].join('');
}

/** A document with a control, and without it. */
interface Pair {
  readonly control: Control | 'tracing';
  readonly file: string;
  readonly tree: (tool: string, has: boolean) => unknown;
}

const when = (has: boolean, members: object): object => (has ? members : {});
const agentConfig = (tool: string, controls: object, more: object = {}) => ({
  runtime: 'framework',
  agent: {
    model: 'm',
    tools: [{ type: 'function', name: tool }],
    mcp_servers: [{ url: 'https://desk.example.com/mcp' }],
  },
  ...more,
  controls,
});

const PAIRS: readonly Pair[] = [
  {
    control: 'gate',
    file: 'a.agent.yaml',
    tree: (tool, has) =>
      agentConfig(tool, { tools: { [tool]: when(has, { approval: { by: 'human', how: 'a' } }) } }),
  },
  {
    control: 'scope',
    file: 'a.agent.json',
    tree: (tool, has) =>
      agentConfig(tool, {
        mcp_servers: { 'https://desk.example.com/mcp': when(has, { allowed_tools: ['get_a'] }) },
      }),
  },
  {
    control: 'guardrail',
    file: 'a.agent.yaml',
    tree: (tool, has) => agentConfig(tool, when(has, { guardrails: { input: ['a'], output: ['b'] } })),
  },
  {
    control: 'tracing',
    file: 'a.agent.yaml',
    tree: (tool, has) => agentConfig(tool, when(has, { tracing: { sink: 'webhooks' } })),
  },
  {
    control: 'bound',
    file: 'a.agent.yaml',
    tree: (tool, has) =>
      agentConfig(
        tool,
        {},
        { multi_agent: { enabled: true, ...when(has, { max_concurrent_subagents: 4 }) } },
      ),
  },
  {
    control: 'gate',
    file: '.claude/settings.json',
    tree: (tool, has) => ({
      permissions: {
        allow: ['Bash', `mcp__desk__${tool}`, 'WebFetch'],
        ...when(has, { ask: ['Bash', `mcp__desk__${tool}`] }),
      },
    }),
  },
  {
    control: 'scope',
    file: '.claude/settings.json',
    tree: (tool, has) => ({
      permissions: {
        allow: ['Bash', `mcp__desk__${tool}`],
        ...when(has, { deny: ['Bash', 'Read(./.env)'] }),
      },
    }),
  },
  {
    control: 'gate',
    file: 'a.json',
    tree: (tool, has) => ({
      model: 'm',
      input: 'x',
      tools: [
        {
          type: 'mcp',
          server_label: 'desk',
          server_url: 'https://desk.example.com/mcp',
          allowed_tools: [tool],
          require_approval: has ? 'always' : 'never',
        },
      ],
    }),
  },
  {
    control: 'gate',
    file: 'kagent.yaml',
    tree: (tool, has) => ({
      apiVersion: 'kagent.dev/v1alpha2',
      kind: 'Agent',
      metadata: { name: 'desk' },
      spec: {
        type: 'Declarative',
        declarative: {
          systemMessage: 'Help',
          tools: [
            {
              type: 'McpServer',
              mcpServer: {
                name: 'desk',
                kind: 'RemoteMCPServer',
                toolNames: [tool],
                ...when(has, { requireApproval: [tool] }),
              },
            },
          ],
        },
      },
    }),
  },
  {
    control: 'gate',
    file: 'template.yaml',
    tree: (tool, has) => ({
      Resources: {
        Desk: {
          Type: 'AWS::Bedrock::Agent',
          Properties: {
            AgentName: 'desk',
            ActionGroups: [
              {
                ActionGroupName: 'a',
                FunctionSchema: {
                  Functions: [{ Name: tool, ...when(has, { RequireConfirmation: 'ENABLED' }) }],
                },
              },
            ],
          },
        },
      },
    }),
  },
  {
    control: 'gate',
    file: 'opencode.json',
    tree: (tool, has) => ({
      permission: { edit: 'allow', bash: has ? 'ask' : 'allow', [tool]: has ? 'ask' : 'allow' },
    }),
  },
  {
    control: 'gate',
    file: '.github/workflows/a.md',
    tree: (_tool, has) => ({
      on: { issues: { types: ['opened'] }, ...when(has, { 'manual-approval': 'production' }) },
      engine: 'claude',
      tools: { bash: [':*'] },
      'safe-outputs': { 'create-pull-request': {} },
    }),
  },
];

/** Documents with a control, each with the same document without it. */
export const pairedDocuments: fc.Arbitrary<Made> = fc
  .record({
    pair: fc.constantFrom(...PAIRS),
    tool: fc.constantFrom(
      'issue_refund',
      'delete_account',
      'send_mail',
      'get_order',
      'run_shell',
      'frobnicate',
    ),
  })
  .map(({ pair: { control, file, tree }, tool }) => ({
    name: 'pair',
    files: { [file]: written(tree(tool, true), file) } satisfies Files,
    paired: { control, without: { [file]: written(tree(tool, false), file) } },
  }));
