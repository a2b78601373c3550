import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const FORMATS = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8');
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json';
const json = (value: object) => JSON.stringify(value);

/** A minimal file of a format, the dialect that reads it, and the word by which the page of formats names it. */
const FILES: readonly (readonly [file: string, text: string, dialect: string, word: string])[] = [
  [
    '.cursor/permissions.json',
    json({ terminalAllowlist: [] }),
    'client-settings',
    '.cursor/{permissions,cli',
  ],
  ['.cursor/cli.json', json({ permissions: {} }), 'client-settings', 'permissions,cli,sandbox'],
  [
    '.cursor/sandbox.json',
    json({ type: 'workspace_readwrite' }),
    'client-settings',
    'cli,sandbox,environment',
  ],
  ['.cursor/environment.json', json({ install: 'npm ci' }), 'client-settings', 'sandbox,environment}.json'],
  ['.cursor/hooks.json', json({ version: 1, hooks: {} }), 'client-hooks', '.cursor/hooks.json'],
  ['.roomodes', 'customModes: []\n', 'client-settings', '.roomodes'],
  ['.zed/settings.json', json({ context_servers: {} }), 'client-settings', '.zed/settings.json'],
  ['dotfiles/zed/settings.json', json({ agent: {} }), 'client-settings', 'zed/settings.json` of a'],
  ['crush.json', json({ permissions: {} }), 'client-settings', 'crush.json'],
  ['.crush.json', json({ lsp: {} }), 'client-settings', 'crush.json'],
  ['.amp/settings.json', json({ 'amp.permissions': [] }), 'client-settings', '.amp/settings.json'],
  ['.config/goose/config.yaml', 'GOOSE_MODE: approve\n', 'client-settings', 'goose/{config,permission}.yaml'],
  ['.config/goose/permission.yaml', 'user: {}\n', 'client-settings', 'goose/{config,permission}.yaml'],
  [
    'recipe.yaml',
    'version: 1.0.0\ntitle: A\ninstructions: B\nextensions:\n  - { type: builtin, name: developer }\n',
    'client-settings',
    'recipes',
  ],
  ['.factory/settings.json', json({ commandAllowlist: [] }), 'client-settings', '.factory/settings.json'],
  ['.factory/droids/a.md', '---\nname: a\n---\nDo.\n', 'client-settings', '.factory/droids/*.md'],
  ['.qwen/settings.json', json({ tools: {} }), 'client-settings', '.qwen/settings.json'],
  ['.aider.conf.yml', 'auto-commits: true\n', 'client-settings', '.aider.conf.yml'],
  ['.kiro/hooks/a.json', json({ version: 'v1', hooks: [] }), 'client-settings', '.kiro/hooks/'],
  ['.kiro/settings/permissions.yaml', 'rules: []\n', 'client-settings', '.kiro/settings/permissions.yaml'],
  [
    'home/.kiro/settings/permissions.yaml',
    'rules: []\n',
    'client-settings',
    '.kiro/settings/permissions.yaml',
  ],
  ['.codex/environments/a.toml', 'name = "a"\n', 'client-settings', '.codex/environments/*.toml'],
  ['.cursor/cli-config.json', json({ permissions: {} }), 'client-settings', '.cursor/cli-config.json'],
  ['openclaw.json', "{ gateway: { mode: 'local' } }\n", 'client-settings', 'openclaw.json'],
  ['.hermes/config.yaml', 'approvals: { mode: manual }\n', 'client-settings', 'Hermes'],
  ['.claude-plugin/plugin.json', json({ name: 'a' }), 'manifest', '.claude-plugin/{plugin,marketplace}.json'],
  [
    '.claude-plugin/marketplace.json',
    json({ name: 'a', owner: { name: 'b' }, plugins: [] }),
    'manifest',
    '.claude-plugin/{plugin,marketplace}.json',
  ],
  ['server.json', json({ $schema: SCHEMA, name: 'io.example/a', packages: [] }), 'manifest', 'server.json'],
  [
    'manifest.json',
    json({ manifest_version: '0.3', name: 'a', server: { mcp_config: { command: 'node' } } }),
    'manifest',
    'MCPB',
  ],
  [
    '.devcontainer/devcontainer.json',
    json({ customizations: { vscode: { settings: { 'chat.tools.autoApprove': false } } } }),
    'vscode-settings',
    'devcontainer.json',
  ],
  [
    'a.code-workspace',
    json({ folders: [], settings: { 'chat.tools.autoApprove': false } }),
    'vscode-settings',
    '*.code-workspace',
  ],
  ['a.yaml', 'kind: prompt\ninstructions: Help.\n', 'agent-framework', 'agent-framework'],
  [
    'template.yaml',
    'Resources:\n  A:\n    Type: AWS::Bedrock::Agent\n    Properties: { AgentName: a, Instruction: Help. }\n',
    'bedrock-agent',
    'AWS::Bedrock::Agent',
  ],
  [
    'agent.yaml',
    'apiVersion: kagent.dev/v1alpha2\nkind: Agent\nmetadata: { name: a }\nspec: { declarative: {} }\n',
    'kagent',
    'kagent.dev',
  ],
  ['.gitlab-ci.yml', 'a:\n  script: [claude -p "x"]\n', 'gitlab-ci', '.gitlab-ci.yml'],
  [
    '.github/workflows/a.yml',
    'on: push\njobs: { a: { runs-on: x, steps: [{ run: claude -p x }] } }\n',
    'github-workflow',
    '.github/workflows/*.{yml,yaml}',
  ],
  ['.github/workflows/a.md', '---\non: push\n---\nDo.\n', 'agentic-workflow', '.github/workflows/*.md'],
  ['AGENTS.md', 'Do \u{e0072}it.\n', 'agent-page', 'AGENTS.md'],
];

describe('a file of a coding agent', () => {
  it.each(FILES)(
    'is read by its dialect, which the page of formats names: %s',
    async (file, text, dialect, word) => {
      const { files } = await lintFiles({ [file]: text });
      expect(files.map((one) => [one.path, one.dialect])).toEqual([[file, dialect]]);
      expect(FORMATS).toContain(word);
      expect(FORMATS).toContain(`\`${dialect}\``);
    },
  );

  it.each([
    ['policy.jsonc', '`policy.jsonc` of OpenClaw'],
    ['.agents/a.md', '`.agents/`'],
    ['.trae/rules/a.md', '`.trae/`'],
    ['.windsurf/rules/a.md', '`.windsurf/`'],
    ['.codeium/a.json', '`.codeium/`'],
    ['.gitlab/duo/flows/a.yaml', '`.gitlab/duo/flows/`'],
    ['.mcp.toml', '`.mcp.toml` is no file of Codex'],
  ])('is named as known and not read: %s', async (file, words) => {
    const { files } = await lintFiles({ [file]: file.endsWith('.md') ? '# Rules\n' : '{}\n' });
    expect(files).toEqual([]);
    expect(FORMATS).toContain(words);
  });
});
