import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/model/index.js';
import { lintFiles } from '../../rules/lint-files.js';
import { expectCleared } from '../frameworks/fixes.js';
import { DEFAULT, python, script } from './programs.js';

const CONFIG = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';

/** Findings that a remedy can clear in the program itself: guardrails and the endpoint are of other pages. */
async function read(file: string, text: string): Promise<Finding[]> {
  const { findings } = await lintFiles({ [file]: text, 'agent-lint.config.yaml': CONFIG });
  return findings.filter(({ rule }) =>
    /^(?:approval|scope|delegation|runtime\/(?:may-store|stores))/.test(rule),
  );
}

const BASE = {
  ts: [DEFAULT.ts, 'persistSession: false'],
  py: [DEFAULT.py, 'extra_args={"no-session-persistence": None}'],
};
const FILE = { ts: 'agent.ts', py: 'agent.py' };

/** A program with further options. */
const ts = (...options: readonly string[]): string => script(...BASE.ts, ...options);
const py = (...options: readonly string[]): string => python(...BASE.py, ...options);

const ALLOW = "({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } })";
const TERMINAL = `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
`;

describe('the program that remedies begin with', () => {
  it.each([
    ['agent.ts', ts()],
    ['agent.py', py()],
  ])('has no finding: %s', async (file, text) => {
    expect(await read(file, text)).toEqual([]);
  });
});

describe('the fix of a finding', () => {
  it.each<[string, 'ts' | 'py', string, string, string]>([
    [
      'an entry that lets a tool run',
      'ts',
      ts("allowedTools: ['mcp__billing__refund']"),
      'approval/auto-approved',
      'Remove `mcp__billing__refund` from `allowedTools`: the mode or the permission callback then decides.',
    ],
    [
      'an entry that lets a tool run',
      'py',
      py('allowed_tools=["mcp__billing__refund"]'),
      'approval/auto-approved',
      'Remove `mcp__billing__refund` from `allowed_tools`: the mode or the permission callback then decides.',
    ],
    [
      'a mode that lets edits run',
      'ts',
      ts().replace("'default'", "'acceptEdits'"),
      'approval/auto-approved',
      'Decide what may run without approval, and set `permissionMode` to `default`: ',
    ],
    [
      'a mode that lets edits run',
      'py',
      py().replace('"default"', '"acceptEdits"'),
      'approval/auto-approved',
      'Decide what may run without approval, and set `permission_mode` to `default`: ',
    ],
    [
      'no limit of turns',
      'ts',
      ts().replace('    maxTurns: 8,\n', ''),
      'delegation/unbounded-turns',
      'Set `maxTurns` to 20, ',
    ],
    [
      'no limit of turns',
      'py',
      py().replace('        max_turns=8,\n', ''),
      'delegation/unbounded-turns',
      'Set `max_turns` to 20, ',
    ],
    [
      'a limit of turns that bounds nothing',
      'py',
      py().replace('max_turns=8', 'max_turns=100_000'),
      'delegation/unbounded-turns',
      'Set `max_turns=20`, ',
    ],
    [
      'a policy that lets a tool run',
      'ts',
      ts("disallowedTools: ['mcp__pay__wipe']").replace(
        '{ billing }',
        "{ billing, pay: { type: 'http', url: 'https://pay.example.com/mcp', tools: [{ name: 'send_refund', permission_policy: 'always_allow' }] } }",
      ),
      'approval/auto-approved',
      'Set its `permission_policy` to `always_ask`: ',
    ],
    [
      'a sandbox that lets commands run',
      'ts',
      ts('sandbox: { enabled: true, autoAllowBashIfSandboxed: true }').replace(
        'tools: []',
        "tools: ['Bash']",
      ),
      'approval/auto-approved',
      'Set `autoAllowBashIfSandboxed` of `sandbox` to false: ',
    ],
    [
      'a sandbox that lets commands run',
      'py',
      py('sandbox={"enabled": True, "autoAllowBashIfSandboxed": True}').replace(
        'tools=[],',
        'tools=["Bash"],',
      ),
      'approval/auto-approved',
      'Set `autoAllowBashIfSandboxed` of `sandbox` to False: ',
    ],
    [
      'kept transcripts',
      'ts',
      script(DEFAULT.ts),
      'runtime/may-store-state',
      'Set `persistSession: false`: ',
    ],
    [
      'kept transcripts',
      'ts',
      script(DEFAULT.ts, 'persistSession: true'),
      'runtime/stores-state',
      'Set `persistSession: false`: ',
    ],
    [
      'copied transcripts',
      'ts',
      script(DEFAULT.ts, 'sessionStore: store').replace(
        'const billing',
        'declare const store: never;\nconst billing',
      ),
      'runtime/stores-state',
      'Remove `sessionStore`: the local transcript stays beside it. Set `persistSession: false`: ',
    ],
    [
      'kept transcripts',
      'py',
      python(DEFAULT.py),
      'runtime/may-store-state',
      'Set `extra_args={"no-session-persistence": None}`: ',
    ],
    [
      'copied transcripts',
      'py',
      python(DEFAULT.py, 'session_store=store').replace('import sys', 'import sys\nfrom stores import store'),
      'runtime/stores-state',
      'Remove `session_store`: the local transcript stays beside it. Set `extra_args={"no-session-persistence": None}`: ',
    ],
  ])('clears it, and causes no other: %s (%s)', async (_, language, text, rule, remedy) => {
    const file = FILE[language];
    await expectCleared((one) => read(file, one), text, { rule, remedy });
  });
});

describe('what a person decides, pasted in', () => {
  it.each<[string, 'ts' | 'py', string, [string, string][], string, string]>([
    [
      'a mode that asks nobody',
      'ts',
      ts().replace("'default'", "'bypassPermissions'"),
      [["'bypassPermissions'", "'default'"]],
      'approval/auto-approved',
      'Decide what may run without approval, and set `permissionMode` to `default`: the SDK then refuses the rest, or asks the permission callback.',
    ],
    [
      'a mode that asks nobody',
      'py',
      py().replace('"default"', '"bypassPermissions"'),
      [['"bypassPermissions"', '"default"']],
      'approval/auto-approved',
      'Decide what may run without approval, and set `permission_mode` to `default`: the SDK then refuses the rest, or asks the permission callback.',
    ],
    [
      'a bare shell',
      'ts',
      ts("allowedTools: ['Bash']"),
      [["['Bash']", "['Bash(git status:*)']"]],
      'scope/wildcard',
      'Decide what the task needs, and replace `Bash` with those entries, for example `Bash(npm test:*)` and `Bash(git diff:*)`. Or remove `Bash` from `allowedTools`.',
    ],
    [
      'a bare shell',
      'py',
      py('allowed_tools=["Bash"]'),
      [['["Bash"]', '["Bash(git status:*)"]']],
      'scope/wildcard',
      'Decide what the task needs, and replace `Bash` with those entries, for example `Bash(npm test:*)` and `Bash(git diff:*)`. Or remove `Bash` from `allowed_tools`.',
    ],
    [
      'a callback that always approves',
      'ts',
      `${TERMINAL}${ts("canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input })")}`,
      [
        [
          "({ behavior: 'allow', updatedInput: input })",
          "(await terminal.question(`Run ${name}? `)) === 'y' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'Refused.' }",
        ],
      ],
      'approval/auto-approved',
      'Decide how a person is asked: ask in the function of `canUseTool`, and return the answer. Example of how a person answers: `agent-lint explain approval/missing`.',
    ],
    [
      'a callback that approves by a threshold',
      'ts',
      `${TERMINAL}${ts("canUseTool: async (name, input) => (input.amount < 50 ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: 'no' })")}`,
      [['input.amount < 50', "(await terminal.question(`Run ${name}? `)) === 'y'"]],
      'approval/auto-approved',
      'Decide how a person is asked: ask in the function of `canUseTool`, and return the answer. Example of how a person answers: `agent-lint explain approval/missing`.',
    ],
    [
      'a callback that always approves',
      'py',
      py('can_use_tool=may_use'),
      [
        [
          '    return PermissionResultAllow()',
          '    if input(f"Run {name}? ") == "y":\n        return PermissionResultAllow()\n    return PermissionResultDeny(message="Refused.")',
        ],
      ],
      'approval/auto-approved',
      'Decide how a person is asked: ask in the function of `can_use_tool`, and return the answer. Example of how a person answers: `agent-lint explain approval/missing`.',
    ],
    [
      'a hook that always allows',
      'ts',
      ts(`hooks: { PreToolUse: [{ matcher: 'mcp__billing__refund', hooks: [async () => ${ALLOW}] }] }`),
      [[ALLOW, '({})']],
      'approval/auto-approved',
      'Decide which calls are harmless, and let this hook allow only those. Or leave out its decision: the mode or the permission callback then decides.',
    ],
    [
      'a hook that always allows',
      'py',
      py('hooks={"PreToolUse": [HookMatcher(matcher="mcp__billing__refund", hooks=[allow_all])]}'),
      [['{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}', '{}']],
      'approval/auto-approved',
      'Decide which calls are harmless, and let this hook allow only those. Or leave out its decision: the mode or the permission callback then decides.',
    ],
    [
      'a subagent that inherits all tools',
      'ts',
      ts("agents: { helper: { description: 'helps', maxTurns: 4, prompt: 'help' } }"),
      [["prompt: 'help'", "prompt: 'help', tools: ['Read', 'Grep']"]],
      'scope/all-tools-inherited',
      "Decide which tools the agent needs, and list them in `tools`, for example `tools: ['Read', 'Grep']`.",
    ],
    [
      'a subagent that inherits all tools',
      'py',
      py('agents={"helper": AgentDefinition(description="helps", maxTurns=4, prompt="help")}').replace(
        'import ClaudeAgentOptions',
        'import AgentDefinition, ClaudeAgentOptions',
      ),
      [['prompt="help"', 'prompt="help", tools=["Read", "Grep"]']],
      'scope/all-tools-inherited',
      'Decide which tools the agent needs, and list them in `tools`, for example `tools=["Read", "Grep"]`.',
    ],
    [
      'a server with all its tools',
      'py',
      py().replace(
        '{"billing": billing}',
        '{"billing": billing, "pay": {"type": "http", "url": "https://pay.example.com/mcp"}}',
      ),
      [
        [
          '        setting_sources=[],',
          '        setting_sources=[],\n        disallowed_tools=["mcp__pay__delete_account"],',
        ],
      ],
      'scope/unrestricted-server',
      'Decide which tools the task needs. Take away what the agent does not need: list it in `disallowed_tools` as `mcp__pay__<tool>`.',
    ],
  ])('clears the finding, and causes no other: %s (%s)', async (_, language, text, changes, rule, remedy) => {
    const file = FILE[language];
    expect((await read(file, text)).map((one) => [one.rule, one.remediation])).toEqual([[rule, remedy]]);
    const changed = changes.reduce((at, [from, to]) => {
      expect(at).toContain(from);
      return at.replace(from, to);
    }, text);
    expect(await read(file, changed)).toEqual([]);
  });
});
