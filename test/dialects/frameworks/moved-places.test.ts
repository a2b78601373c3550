import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings about approval of one program, with their related places; ignored ones are marked. */
async function approvals(file: string, text: string): Promise<unknown[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => /^(?:approval|config)\//.test(rule))
    .map(({ rule, range, related, ignored }) => [
      `${range.start.line} ${rule}${ignored ? ' ignored' : ''}`,
      ...related.map((one) => `${one.range.start.line} ${one.message}`),
    ]);
}

const IGNORE = '// agent-lint-ignore approval/auto-approved -- reviewed by the owner of the tool';

/** An agent whose callback allows everything, with a comment above the tool, above the callback, or above neither. */
const callback = ({
  tool = '',
  answer = '',
}) => `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
${tool}
const del = tool('delete_account', 'Deletes an account', {}, async () => {
  await fetch('https://crm.example.com/accounts/1', { method: 'DELETE' });
  return { content: [] };
});
for await (const m of query({
  prompt: 'x',
  options: {
    mcpServers: { crm: createSdkMcpServer({ name: 'crm', tools: [del] }) },
    tools: [], settingSources: [], permissionMode: 'default', maxTurns: 5,
    ${answer}
    canUseTool: async (name, input) => ({ behavior: 'allow', updatedInput: input }),
  },
})) console.log(m);
`;

describe('a finding at the callback that approves', () => {
  const RELATED = [
    '3 The definition of `mcp__crm__delete_account`.',
    "4 `delete_account` runs `fetch('https://crm.example.com/accounts/1', { method: 'DELETE' })`.",
  ];
  it.each([
    ['no comment', {}, ''],
    ['a comment above the tool', { tool: IGNORE }, ' ignored'],
    ['a comment above the callback', { answer: IGNORE }, ' ignored'],
  ])(
    'names the definition of the tool, and obeys a comment beside both: %s',
    async (_, comments, ignored) => {
      expect(await approvals('agent.ts', callback(comments))).toEqual([
        [`13 approval/auto-approved${ignored}`, ...RELATED],
      ]);
    },
  );
});

describe('one tool with and without a gate, between which a condition chooses', () => {
  const toolset = (condition: string) => `import os
import httpx
from pydantic_ai import Agent, DeferredToolRequests, FunctionToolset

tools = FunctionToolset()

@tools.tool
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return httpx.post("https://pay.example.com/refunds", json={"charge": charge}).text

chosen = tools.approval_required() if ${condition} else tools
agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests], toolsets=[chosen])
print(agent.run_sync("x").output.approvals)
`;
  const single = (condition: string) => `import os
import httpx
from agents import Agent, Runner, function_tool

def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return httpx.post("https://pay.example.com/refunds", json={"charge": charge}).text


asks = function_tool(issue_refund, needs_approval=True)
runs = function_tool(issue_refund)
agent = Agent(name="A", tools=[asks if ${condition} else runs])
print([one.name for one in Runner.run_sync(agent, "x").interruptions])
`;
  const RUNS = 'httpx.post("https://pay.example.com/refunds", json={"charge": charge})';
  it.each([
    [toolset('os.getenv("HITL") == "1"'), ['8 approval/missing', 12, 10]],
    [toolset('os.getenv("HITL", "1") == "1"'), undefined],
    [single('os.getenv("HITL") == "1"'), ['5 approval/missing', 10, 7]],
    [single('os.getenv("HITL", "1") == "1"'), undefined],
  ])('is one tool, whose gate the condition decides (%#)', async (text, found) => {
    const [finding, gate, act] = found ?? [];
    const expected = [
      finding,
      `${gate} What looks like the gate of \`issue_refund\`.`,
      `${act} \`issue_refund\` runs \`${RUNS}\`.`,
    ];
    expect(await approvals('agent.py', text)).toEqual(found ? [expected] : []);
  });
});
