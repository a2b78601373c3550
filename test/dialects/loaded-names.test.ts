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

const NOTE = ' No known client loads a file of this name by itself.';

describe('a file of settings', () => {
  it.each([
    // Under a name that its client loads, wherever links and managers of dotfiles put it.
    ['.claude/settings.json', ALLOW, 'error'],
    ['flat__.claude__settings.json', ALLOW, 'error'],
    ['claude/settings.json', ALLOW, 'error'],
    ['home/dot_claude/private_settings.json', ALLOW, 'error'],
    ['hooks/all.json', ALLOW, 'error'],
    ['.mcp.json', SERVERS, 'error'],
    ['private_dot_mcp.json', SERVERS, 'error'],
    ['servers.json', SERVERS, 'error'],
    ['cursor-mcp.json', SERVERS, 'error'],
    ['opencode/opencode.jsonc', OPENCODE, 'error'],
    ['codex/config.toml', CODEX, 'error'],
    ['codex/work.config.toml', CODEX, 'error'],
    ['app.code-workspace', `{ "settings": ${CODE} }`, 'error'],
    // Under another one somebody has to name it to the client.
    ['D2-home-settings.json', ALLOW, 'warning'],
    ['.claude/settings.backup.json', ALLOW, 'warning'],
    ['.claude/settings.backup.json', TWICE, 'warning'],
    ['mcp-config-old.json', SERVERS, 'warning'],
    ['opencode.example.json', OPENCODE, 'warning'],
    ['codex/old.toml', CODEX, 'warning'],
    ['code.json', CODE, 'warning'],
    // What is committed is out, whatever loads it.
    ['mcp-config-old.json', SECRET, 'error'],
  ])('has its errors at the level of its name: %s', async (file, text, expected) => {
    const { findings } = await lintFiles({ [file]: text });
    const levels = findings.map(({ severity }) => severity);
    expect(levels).toContain(expected);
    if (expected === 'warning') expect(levels).not.toContain('error');
    const isLoaded = expected === 'error' && text !== SECRET;
    expect(findings.filter(({ message }) => message.endsWith(NOTE)).length > 0).toBe(!isLoaded);
  });
});
