import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings on approval and bounds as `line severity rule`, and what is not resolved. */
async function read(text: string, file = 'agent.ts'): Promise<string[]> {
  const { findings, systems } = await lintFiles({ [file]: text });
  return [
    ...findings
      .filter(({ rule }) => /^(?:approval|scope|delegation)\//.test(rule))
      .map(({ range: { start }, severity, rule }) => `${start.line} ${severity} ${rule}`),
    ...systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
  ];
}

const script = (change: string, mode = 'default') => `import { query } from '@anthropic-ai/claude-agent-sdk';
export async function answer(prompt: AsyncIterable<never>, mode: 'default' | 'plan') {
  const run = query({ prompt, options: { permissionMode: '${mode}', settingSources: [], maxTurns: 3 } });
  ${change}
  for await (const message of run) console.log(message);
}
`;

const python = (change: string) => `from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient


async def main(mode: str):
    options = ClaudeAgentOptions(permission_mode="default", setting_sources=[], max_turns=3)
    async with ClaudeSDKClient(options=options) as client:
        ${change}
        await client.query("sort the mail")
`;

describe('a mode that is set while a run goes on', () => {
  it.each<[string, string[]]>([
    ["await run.setPermissionMode('bypassPermissions');", ['4 error approval/auto-approved']],
    ["await run.setPermissionMode('acceptEdits');", ['4 warning approval/auto-approved']],
    ["await run.setPermissionMode('default');", []],
    ["await run.setPermissionMode('plan');", []],
    ["await run.setModel('opus');", []],
    ["if (prompt) await run.setPermissionMode('bypassPermissions');", ['the mode of `run`']],
    ["if (prompt) await run.setPermissionMode('plan');", []],
    ['await run.setPermissionMode(mode);', ['the mode of `run`']],
    ["await other.setPermissionMode('bypassPermissions');", []],
  ])('counts in TypeScript where it requires less: %s', async (change, expected) => {
    expect((await read(script(change))).map((one) => one.replace('`query`', '`run`'))).toEqual(expected);
  });

  it('does not bring back what the options let run', async () => {
    expect(await read(script("await run.setPermissionMode('default');", 'bypassPermissions'))).toEqual([
      '3 error approval/auto-approved',
    ]);
  });

  it.each<[string, string[]]>([
    ['await client.set_permission_mode("bypassPermissions")', ['7 error approval/auto-approved']],
    ['await client.set_permission_mode(mode="bypassPermissions")', ['7 error approval/auto-approved']],
    ['await client.set_permission_mode("default")', []],
    ['await client.set_permission_mode(mode)', ['the mode of `options`']],
  ])('counts in Python where it requires less: %s', async (change, expected) => {
    expect(await read(python(change), 'agent.py')).toEqual(expected);
  });
});

describe('a subagent', () => {
  const agents = (
    more: string,
    ofRun = 'maxTurns: 3',
  ) => `import { query } from '@anthropic-ai/claude-agent-sdk';
export const run = (prompt: string) => query({ prompt, options: { permissionMode: 'default', settingSources: [], ${ofRun}, agents: {
  reader: { description: 'reads', prompt: 'read', tools: ['Read']${more} },
} } });
`;

  it.each<[string, string, string[]]>([
    ['no limit of its own', agents(''), ['3 warning delegation/unbounded-turns']],
    ['no limit, as null', agents(', maxTurns: undefined'), ['3 warning delegation/unbounded-turns']],
    ['a limit', agents(', maxTurns: 5'), []],
    ['a limit of cost of its run', agents('', 'maxBudgetUsd: 2'), []],
  ])('has %s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['', ['6 warning delegation/unbounded-turns']],
    [', maxTurns=5', []],
  ])('in Python is bounded by its definition: %s', async (more, expected) => {
    const text = `from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient

options = ClaudeAgentOptions(
    permission_mode="default", setting_sources=[], max_turns=3,
    agents={
        "reader": AgentDefinition(description="reads", prompt="read", tools=["Read"]${more}),
    },
)
client = ClaudeSDKClient(options=options)
`;
    expect(await read(text, 'agent.py')).toEqual(expected);
  });
});

describe('a mode that a setting chooses', () => {
  const chosen = (mode: string) => `import { query } from '@anthropic-ai/claude-agent-sdk';
export const run = (prompt: AsyncIterable<never>) => query({ prompt, options: { maxTurns: 3, settingSources: [], tools: ['Bash'],
  permissionMode: ${mode},
  agents: { cleaner: { description: 'Cleans', prompt: 'Clean', tools: ['Bash'], maxTurns: 2 } },
} });
`;
  const inPython = (mode: string) => `import os
from claude_agent_sdk import ClaudeAgentOptions, query
options = ClaudeAgentOptions(max_turns=3, setting_sources=[], tools=["Bash"],
    permission_mode=${mode})
run = query(prompt="x", options=options)
`;
  /** What is reported of approval, once for the run and its subagents, and what is not assessed. */
  async function approvals(text: string, file: string, env = ''): Promise<string[]> {
    const { findings, notAssessed } = await lintFiles({ [file]: text, '.env': env });
    const isOfGates = ({ rule }: { rule: string }) => rule.startsWith('approval/');
    return [
      ...findings
        .filter(isOfGates)
        .map(({ range: { start }, severity, message }) => `${start.line} ${severity} ${message}`),
      ...notAssessed.filter(isOfGates).map(({ rule }) => `${rule} ?`),
    ];
  }
  const ifSet = (line: number, run: string, key: string) => [
    `${line} warning If \`CI\` is set, \`${run}\` runs everything without human approval, also deletes and pushes (\`${key}: bypassPermissions\`).`,
  ];
  const UNSET = [
    '3 error `query` runs everything without human approval, also deletes and pushes (`permissionMode: bypassPermissions, by default`).',
  ];
  const BY_CHECK = ['approval/open-ended-tool ?', 'approval/open-ended-tool ?'];

  it.each([
    ["process.env.CI ? 'bypassPermissions' : 'default'", ifSet(3, 'query', 'permissionMode')],
    ["process.env.CI ? 'plan' : 'default'", BY_CHECK],
    ["process.env.CI ? 'default' : 'bypassPermissions'", UNSET],
    ["allowed() ? 'bypassPermissions' : 'default'", BY_CHECK],
  ])('may ask nobody where it is set: %s', async (mode, expected) => {
    expect(await approvals(chosen(mode), 'agent.ts')).toEqual(expected);
  });

  it('asks nobody where a file of the project sets it', async () => {
    const text = chosen("process.env.CI ? 'bypassPermissions' : 'default'");
    expect(await approvals(text, 'agent.ts', 'CI=1\n')).toEqual(UNSET);
  });

  it.each([
    ['"bypassPermissions" if os.getenv("CI") else "default"', ifSet(4, 'options', 'permission_mode')],
    ['"default" if os.getenv("CI") else "default"', []],
    [
      '"default" if os.getenv("CI") else "bypassPermissions"',
      [
        '4 error `options` runs everything without human approval, also deletes and pushes (`permission_mode: bypassPermissions, by default`).',
      ],
    ],
  ])('may ask nobody where it is set, in Python: %s', async (mode, expected) => {
    expect(await approvals(inPython(mode), 'agent.py')).toEqual(expected);
  });
});
