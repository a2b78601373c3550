import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** A program in Python with every control; each twin changes one line of it. */
const MENDED = `from agents import Agent, Runner, RunConfig, ComputerTool, HostedMCPTool, ShellTool, function_tool
from agents import input_guardrail, output_guardrail
from agents.mcp import MCPServerStdio, MCPServerStdioParams, MCPServerStreamableHttp
import os


@input_guardrail(run_in_parallel=False)
async def screen(ctx, agent, text):
    return GuardrailFunctionOutput(output_info={}, tripwire_triggered="ignore" in text)


@output_guardrail
async def redact(ctx, agent, text):
    return GuardrailFunctionOutput(output_info={}, tripwire_triggered="secret" in text)


@function_tool(needs_approval=True)
def wire_funds(amount: int) -> int:
    """Wire money to a supplier."""
    return amount


notes = MCPServerStdio(
    params=MCPServerStdioParams(
        command="npx",
        args=["-y", "@acme/notes-files@1.4.2", "./notes"],
        env={"NOTES_TOKEN": os.environ["NOTES_TOKEN"]},
    ),
    tool_filter={"allowed_tool_names": ["read_note", "delete_note"]},
    require_approval={"delete_note": "always"},
)
crm = MCPServerStreamableHttp(params={"url": "https://crm.example.com/mcp?read_only=true"}, require_approval="always")
mail = HostedMCPTool(
    tool_config={
        "type": "mcp",
        "server_label": "mail",
        "server_url": "https://mail.example.com/mcp",
        "allowed_tools": ["send_mail"],
    }
)

payer = Agent(name="Payer", instructions="Pay.", tools=[wire_funds, mail], mcp_servers=[notes, crm])
boss = Agent(
    name="Boss",
    instructions="Lead.",
    tools=[payer.as_tool("pay", "Pays.", max_turns=4)],
    input_guardrails=[screen],
    output_guardrails=[redact],
)


async def main():
    result = await Runner.run(boss, "hello", max_turns=20)
    while result.interruptions:
        run = result.to_state()
        for item in result.interruptions:
            answer = input(f"Allow {item.name}?")
            if answer == "y": run.approve(item)
            else: run.reject(item)
        result = await Runner.run(boss, run)
`;

async function found(text: string): Promise<string[]> {
  const { findings, systems } = await lintFiles({
    'program.py': text,
    'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n',
  });
  expect(systems).toHaveLength(1);
  return findings.map(
    ({ range: { start }, severity, rule }) => `${start.line}:${start.column} ${severity} ${rule}`,
  );
}

/** Each case: the line that changes, what it becomes, and what is found then. */
const TWINS: [what: string, line: string, flawed: string, findings: string[]][] = [
  ['no gate', '@function_tool(needs_approval=True)', '@function_tool', ['18:5 error approval/missing']],
  [
    'a gate that code answers',
    '            answer = input(f"Allow {item.name}?")\n            if answer == "y": run.approve(item)\n            else: run.reject(item)',
    '            run.approve(item, always_approve=True)',
    ['18:5 error approval/auto-approved'],
  ],
  [
    'the whole machine as a folder',
    '@acme/notes-files@1.4.2", "./notes"',
    '@acme/notes-files@1.4.2", "/"',
    ['26:48 error scope/filesystem-root'],
  ],
  ['no version', '@acme/notes-files@1.4.2"', '@acme/notes-files"', ['26:21 info mcp/unpinned-package']],
  [
    'a credential in the environment',
    'os.environ["NOTES_TOKEN"]',
    '"ghp_abcdefghijklmnopqrstuvwxyz0123456789"',
    ['27:29 error mcp/literal-secret'],
  ],
  ['no switch and no filter', '/mcp?read_only=true', '/mcp', ['32:7 warning scope/unrestricted-server']],
  [
    'no gate on the server',
    '    require_approval={"delete_note": "always"},\n',
    '',
    ['29:54 error approval/missing'],
  ],
  [
    'a gate switched off',
    '        "allowed_tools": ["send_mail"],',
    '        "allowed_tools": ["send_mail"], "require_approval": "never",',
    ['38:27 error approval/auto-approved'],
  ],
  ['no limit of turns', 'max_turns=20', 'max_turns=None', ['53:56 warning delegation/unbounded-turns']],
  [
    'no limit of turns for an agent as a tool',
    'max_turns=4',
    'max_turns=float("inf")',
    ['46:52 warning delegation/unbounded-turns'],
  ],
  [
    'no trace',
    'max_turns=20)',
    'max_turns=20, run_config=RunConfig(tracing_disabled=True))',
    ['53:98 error tracing/disabled'],
  ],
  [
    'nothing that checks the input',
    '    input_guardrails=[screen],\n',
    '',
    ['43:8 warning guardrail/missing-input'],
  ],
];

describe('a program in Python', () => {
  it('with every control has no finding', async () => {
    expect(await found(MENDED)).toEqual([]);
  });

  it.each(TWINS)('with %s has one', async (_, line, flawed, expected) => {
    expect(MENDED).toContain(line);
    expect(await found(MENDED.replace(line, flawed))).toEqual(expected);
  });
});
