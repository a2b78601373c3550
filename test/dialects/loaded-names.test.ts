import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const ALLOW = '{ "permissions": { "allow": ["Bash(*)"] } }';
const SERVERS = '{ "mcpServers": { "a": { "command": "npx", "args": ["a@1.0.0"], "autoApprove": ["*"] } } }';
const SECRET =
  '{ "mcpServers": { "a": { "command": "npx", "args": ["a@1.0.0"], "env": { "K": "sk-proj-abcdefghijklmnopqrstuvwx1234567890ABCDEFGH" } } } }';
const OPENCODE = '{ "$schema": "https://opencode.ai/config.json", "permission": { "bash": "allow" } }';
const CODEX = 'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n';
const CODE = '{ "chat.tools.global.autoApprove": true }';
const TWICE = '{ "permissions": { "deny": ["Read(.env)"] }, "permissions": { "deny": ["Read(.env)"] } }';

const PAGE = '---\ndescription: x\nallowed-tools: Bash, WebFetch\n---\nDo x.\n';

const NOTE = ' No known client loads this file by itself.';

describe('a file of settings', () => {
  it.each([
    // Under a name that its client loads, wherever links and managers of dotfiles put it.
    ['.claude/settings.json', ALLOW, true],
    ['flat__.claude__settings.json', ALLOW, true],
    ['claude/settings.json', ALLOW, true],
    ['home/dot_claude/private_settings.json', ALLOW, true],
    ['settings.json', ALLOW, true],
    ['hooks/all.json', ALLOW, true],
    ['.mcp.json', SERVERS, true],
    ['private_dot_mcp.json', SERVERS, true],
    ['servers.json', SERVERS, true],
    ['cursor-mcp.json', SERVERS, true],
    ['opencode/opencode.jsonc', OPENCODE, true],
    ['codex/config.toml', CODEX, true],
    ['codex/work.config.toml', CODEX, true],
    ['app.code-workspace', `{ "settings": ${CODE} }`, true],
    // Under another one somebody has to name it to the client.
    ['D2-home-settings.json', ALLOW, false],
    ['profiles/web/settings.json', ALLOW, false],
    ['.claude/settings.backup.json', ALLOW, false],
    ['.claude/settings.backup.json', TWICE, false],
    ['mcp-config-old.json', SERVERS, false],
    ['opencode.example.json', OPENCODE, false],
    ['codex/old.toml', CODEX, false],
    ['code.json', CODE, false],
    ['mcp-config-old.json', SECRET, false],
    // Claude Code looks for pages in certain folders.
    ['.claude/commands/old/commands/x.md', PAGE, true],
    ['.claude/_old/commands/x.md', PAGE, false],
    ['home/dot_claude/_old/commands/kiro/x.md', PAGE, false],
  ])('says whether a client loads it by itself: %s', async (file, text, isLoaded) => {
    const { findings } = await lintFiles({ [file]: text });
    expect(findings.filter(({ severity }) => severity === 'error')).not.toEqual([]);
    const said = findings.map(({ message }) => message.endsWith(NOTE));
    expect(new Set(said)).toEqual(new Set([!isLoaded]));
  });

  it('may be of a plugin wherever it is', async () => {
    const plugin = { '.claude/mine/.claude-plugin/plugin.json': '{ "name": "mine" }' };
    const { findings } = await lintFiles({ ...plugin, '.claude/mine/commands/x.md': PAGE });
    expect(findings.filter(({ message }) => message.endsWith(NOTE))).toEqual([]);
    const settings = await lintFiles({ ...plugin, 'mine/settings.json': ALLOW });
    expect(settings.findings.filter(({ message }) => !message.endsWith(NOTE))).toEqual([]);
  });
});
