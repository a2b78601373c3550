import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, read, script } from './programs.js';

const ALLOW = "({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })";

describe('a tool of a server of the program', () => {
  it.each([
    ['with the mode default', [], []],
    [
      'that a list pre-approves',
      ["allowedTools: ['mcp__billing__refund']"],
      ["error approval/auto-approved at allowedTools: ['mcp__billing__refund'],"],
    ],
    ['beside one that a list pre-approves', ["allowedTools: ['mcp__billing__lookup']"], []],
    [
      'that an entry for its server pre-approves',
      ["allowedTools: ['mcp__billing__*']"],
      ["error approval/auto-approved at allowedTools: ['mcp__billing__*'],"],
    ],
    [
      'that is denied',
      ["allowedTools: ['mcp__billing__*']", "disallowedTools: ['mcp__billing__refund']"],
      [],
    ],
    [
      'that a hook lets run',
      [`hooks: { PreToolUse: [{ matcher: 'mcp__billing__refund', hooks: [async () => ${ALLOW}] }] }`],
      [
        `error approval/auto-approved at hooks: { PreToolUse: [{ matcher: 'mcp__billing__refund', hooks: [async () => ${ALLOW}] }] },`,
      ],
    ],
    [
      'beside a hook for another one',
      [`hooks: { PreToolUse: [{ matcher: 'mcp__billing__lookup', hooks: [async () => ${ALLOW}] }] }`],
      [],
    ],
    [
      'that the permission callback always approves',
      ["canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input })"],
      [
        "error approval/auto-approved at canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input }),",
      ],
    ],
    [
      'that the permission callback refuses',
      [
        "canUseTool: async (name, input) => name === 'Read' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' }",
      ],
      [],
    ],
    [
      'that the permission callback approves by what it is given',
      [
        "canUseTool: async (name, input) => input.amount < 50 ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' }",
      ],
      [
        "error approval/auto-approved at canUseTool: async (name, input) => input.amount < 50 ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' },",
      ],
    ],
  ])('in TypeScript, %s', async (_, options, expected) => {
    expect(await read(script(DEFAULT.ts, ...options))).toEqual(expected);
  });

  it.each([
    ['with the mode default', [], []],
    [
      'that a list pre-approves',
      ['allowed_tools=["mcp__billing__refund"]'],
      ['error approval/auto-approved at allowed_tools=["mcp__billing__refund"],'],
    ],
    [
      'that a hook lets run',
      ['hooks={"PreToolUse": [HookMatcher(matcher="mcp__billing__refund", hooks=[allow_all])]}'],
      [
        'error approval/auto-approved at hooks={"PreToolUse": [HookMatcher(matcher="mcp__billing__refund", hooks=[allow_all])]},',
      ],
    ],
    [
      'that the permission callback always approves',
      ['can_use_tool=may_use'],
      ['error approval/auto-approved at return PermissionResultAllow()'],
    ],
  ])('in Python, %s', async (_, options, expected) => {
    expect(await read(python(DEFAULT.py, ...options))).toEqual(expected);
  });

  it('has no gate that is known where no mode is stated', async () => {
    expect(await read(script())).toEqual([
      'not assessed approval/missing no `permissionMode` is stated: the settings of the machine and the model decide.',
    ]);
    expect(await read(python())).toEqual([
      'not assessed approval/missing no `permission_mode` is stated: the settings of the machine and the model decide.',
    ]);
  });
});

describe('a run', () => {
  it.each([
    [
      'with bypassPermissions beside a list',
      script("permissionMode: 'bypassPermissions'", "allowedTools: ['Read']"),
      ["error approval/auto-approved at permissionMode: 'bypassPermissions',"],
    ],
    [
      'with bypassPermissions, in Python',
      python('permission_mode="bypassPermissions"'),
      ['error approval/auto-approved at permission_mode="bypassPermissions",'],
    ],
    [
      'with acceptEdits',
      script("permissionMode: 'acceptEdits'"),
      ["warning approval/auto-approved at permissionMode: 'acceptEdits',"],
    ],
    [
      'with a bare Bash',
      script(DEFAULT.ts, "allowedTools: ['Bash']"),
      ["error scope/wildcard at allowedTools: ['Bash'],"],
    ],
    [
      'with a command',
      script(DEFAULT.ts, "allowedTools: ['Bash(git push:*)']"),
      ["error approval/auto-approved at allowedTools: ['Bash(git push:*)'],"],
    ],
    ['with a command that only reads', script(DEFAULT.ts, "allowedTools: ['Bash(git status:*)']"), []],
    [
      'with a hook that lets every tool run',
      script(DEFAULT.ts, `hooks: { PreToolUse: [{ hooks: [async () => ${ALLOW}] }] }`),
      [`error approval/auto-approved at hooks: { PreToolUse: [{ hooks: [async () => ${ALLOW}] }] },`],
    ],
    [
      'without a limit of turns',
      script(DEFAULT.ts).replace('    maxTurns: 8,\n', ''),
      ['warning delegation/unbounded-turns at for await (const message of query({'],
    ],
    [
      'without a limit of turns, in Python',
      python(DEFAULT.py).replace('        max_turns=8,\n', ''),
      ['warning delegation/unbounded-turns at options = ClaudeAgentOptions('],
    ],
    ['with a limit of cost', script(DEFAULT.ts, 'maxBudgetUsd: 2').replace('    maxTurns: 8,\n', ''), []],
    [
      'with subagents, one without a list of tools',
      script(
        DEFAULT.ts,
        "agents: { reader: { description: 'reads', prompt: 'read', maxTurns: 4, tools: ['Read'] },\n helper: { description: 'helps', prompt: 'help', maxTurns: 4 } }",
      ),
      ["info scope/all-tools-inherited at helper: { description: 'helps', prompt: 'help', maxTurns: 4 } },"],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });
});

describe('a run without options', () => {
  it.each(['query(prompt=sys.argv[1])', 'ClaudeSDKClient()'])(
    'has the defaults of the SDK: %s',
    async (run) => {
      const text = `import sys\nfrom claude_agent_sdk import ClaudeSDKClient, query\n\nstream = ${run}\n`;
      const { findings, systems } = await lintFiles({ 'agent.py': text });
      expect(
        findings.flatMap(({ rule, severity, range: { start } }) =>
          rule.startsWith('delegation/') ? [`${start.line} ${severity} ${rule}`] : [],
        ),
      ).toEqual(['4 warning delegation/unbounded-turns']);
      expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
        'settings that `stream` loads',
        'MCP servers that `stream` loads',
      ]);
    },
  );
});

describe('servers that are not a map', () => {
  it.each([
    [
      '"servers.json"',
      ['`mcp_servers` of `options`: not a map of servers: a configuration that it names is not read at 36'],
    ],
    ['Path("servers.json")', ['`mcp_servers` of `options`: computed by Path() at 36']],
    ['f"{sys.argv[2]}/servers.json"', ['`mcp_servers` of `options`: a text with computed parts at 36']],
    ['None', []],
    ['{}', []],
    ['{"billing": billing}', []],
  ])('are listed as unresolved: %s', async (servers, expected) => {
    const text = python()
      .replace('{"billing": billing}', servers)
      .replace('import sys', 'import sys\nfrom pathlib import Path');
    const { systems } = await lintFiles({ 'agent.py': text });
    expect(
      systems.flatMap(({ unresolved }) =>
        unresolved.map(({ what, why, at }) => `${what}: ${why} at ${at.range().start.line}`),
      ),
    ).toEqual(expected);
  });

  it('are listed in TypeScript, too', async () => {
    const text = script().replace('mcpServers: { billing }', "mcpServers: './servers.json'");
    const { systems } = await lintFiles({ 'agent.ts': text });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual([
      '`mcpServers` of `query`',
    ]);
  });
});

describe('programs of other packages', () => {
  it('are no agents of this SDK', async () => {
    const text = script("permissionMode: 'bypassPermissions'").replace(
      '@anthropic-ai/claude-agent-sdk',
      './own',
    );
    const { systems } = await lintFiles({ 'agent.ts': text });
    expect(systems).toEqual([]);
  });
});
