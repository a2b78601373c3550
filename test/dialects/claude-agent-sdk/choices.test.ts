import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (
  lines: readonly string[],
  options: string,
) => `from claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, ClaudeSDKClient


async def main(text: str, advised: bool, external: dict) -> None:
${lines.map((line) => `    ${line}\n`).join('')}    options = ClaudeAgentOptions(permission_mode="default", max_turns=5, ${options})
    async with ClaudeSDKClient(options=options) as client:
        await client.query(text)
`;

describe('options that a program chooses', () => {
  it('have the subagents of each map that they may be', async () => {
    const lines = [
      'agents = None',
      'if advised:',
      '    agents = {"advisor": AgentDefinition(description="Advises", prompt="Advise.")}',
    ];
    const { systems } = await lintFiles({ 'agent.py': program(lines, 'agents=agents') });
    expect(systems.flatMap((one) => one.agents.map(({ name }) => name))).toEqual(['options', 'advisor']);
  });

  it.each([
    ['name not in ["board", "notes"]', []],
    ['name in ["board"]', ['`mcp__board__*` allows every tool of `board` without approval.']],
    ['name not in ["board"]', ['`mcp__notes__*` allows every tool of `notes` without approval.']],
  ])('leave out entries that a test of constants excludes: %s', async (test, expected) => {
    const lines = [
      'servers = {"board": {"command": "board", "args": []}, "notes": {"command": "notes", "args": []}}',
      'servers.update(external)',
      'allowed = []',
      'for name, config in servers.items():',
      `    if ${test}:`,
      '        allowed.append(f"mcp__{name}__*")',
    ];
    const { findings } = await lintFiles({
      'agent.py': program(lines, 'mcp_servers=servers, allowed_tools=allowed'),
    });
    expect(findings.filter(({ rule }) => rule === 'scope/wildcard').map(({ message }) => message)).toEqual(
      expected,
    );
  });
});

describe('whole options that a program chooses', () => {
  const OPEN =
    "{ settingSources: [], strictMcpConfig: true, maxTurns: 5, permissionMode: 'bypassPermissions' }";
  const ASKING = "{ settingSources: [], strictMcpConfig: true, maxTurns: 5, permissionMode: 'default' }";
  const CHOSEN = ['warning approval/auto-approved'];

  it.each<[string, string, string[]]>([
    [`if (process.env.CI) return ${OPEN}; return ${ASKING};`, 'made()', CHOSEN],
    [`if (process.env.CI) return ${ASKING}; return ${ASKING};`, 'made()', []],
    ['', `process.env.CI ? ${OPEN} : ${ASKING}`, CHOSEN],
    ['', `process.env.CI ? ${ASKING} : ${ASKING}`, []],
    [`if (process.env.CI) return ${OPEN}; return ${OPEN};`, 'made()', ['error approval/auto-approved']],
    [`return ci ? ${OPEN} : ${ASKING};`, 'made(true)', ['error approval/auto-approved']],
    [`return ci ? ${OPEN} : ${ASKING};`, 'made(false)', []],
  ])('are read as one, member by member: %s %s', async (body, options, expected) => {
    const { findings, notAssessed, systems } = await lintFiles({
      'package.json': '{"dependencies":{"@anthropic-ai/claude-agent-sdk":"0.3.330"}}',
      'run.ts': `import { query } from '@anthropic-ai/claude-agent-sdk';
function made(ci?: boolean) { ${body} }
for await (const one of query({ prompt: 'x', options: ${options} })) console.log(one);
`,
    });
    const isOfGates = ({ rule }: { rule: string }) => rule.startsWith('approval/');
    expect([
      ...findings.filter(isOfGates).map(({ severity, rule }) => `${severity} ${rule}`),
      ...notAssessed.filter(isOfGates).map(({ rule }) => `${rule} ?`),
    ]).toEqual(expected);
    expect(systems.flatMap(({ unresolved }) => unresolved)).toEqual([]);
  });
});
