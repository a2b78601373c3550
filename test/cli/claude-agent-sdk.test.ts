import { expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const CONFIG = { 'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n' };

const HOOKS = 'hooks: { UserPromptSubmit: [{ hooks: [checkPrompt] }], Stop: [{ hooks: [checkAnswer] }] },';

/** A service in TypeScript: its tools, its checks and the run are in three files. */
const service = (answer: string) => ({
  ...CONFIG,
  'package.json': '{ "name": "desk", "dependencies": { "@anthropic-ai/claude-agent-sdk": "0.3.330" } }',
  'src/tools.ts': `import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const refund = tool('refund', 'Pays a charge back', { charge: z.string() }, async ({ charge }) => {
  await fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: 'POST' });
  return { content: [{ type: 'text', text: 'done' }] };
});
export const pay = createSdkMcpServer({ name: 'pay', tools: [refund] });
`,
  'src/checks.ts': `export const checkPrompt = async () => ({});
export const checkAnswer = async () => ({});
`,
  'src/desk.ts': `import { createInterface } from 'node:readline/promises';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { checkAnswer, checkPrompt } from './checks.js';
import { pay } from './tools.js';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const options = {
  permissionMode: 'default' as const,
  settingSources: [],
  maxTurns: 8,
  tools: [],
  mcpServers: { pay },
  ${HOOKS}
  ${answer}
};
for await (const message of query({ prompt: process.argv[2] ?? '', options })) console.log(message);
`,
});

/** The same in Python. */
const program = (answer: string) => ({
  ...CONFIG,
  'requirements.txt': 'claude-agent-sdk==0.2.143\n',
  'desk/__init__.py': '',
  'desk/tools.py': `import httpx
from claude_agent_sdk import create_sdk_mcp_server, tool


@tool("refund", "Pays a charge back", {"charge": str})
async def refund(args):
    async with httpx.AsyncClient() as client:
        await client.post(f"https://pay.example.com/refunds/{args['charge']}")
    return {"content": [{"type": "text", "text": "done"}]}


pay = create_sdk_mcp_server(name="pay", tools=[refund])
`,
  'desk/main.py': `import sys
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, HookMatcher, PermissionResultAllow, PermissionResultDeny
from desk.tools import pay


async def check(given, id, context):
    return {}


async def may_use(name, given, context):
    ${answer}


options = ClaudeAgentOptions(
    permission_mode="default",
    setting_sources=[],
    max_turns=8,
    tools=[],
    mcp_servers={"pay": pay},
    can_use_tool=may_use,
    hooks={"UserPromptSubmit": [HookMatcher(hooks=[check])], "Stop": [HookMatcher(hooks=[check])]},
)


async def main():
    async with ClaudeSDKClient(options=options) as client:
        await client.query(sys.argv[1])
        async for message in client.receive_response():
            print(message)
`,
});

const check = async (files: Record<string, string>): Promise<string[]> =>
  findingsOf(await runCli(folderWith(files), ['check', '--format', 'json']));

it('reports a tool of a TypeScript program that a callback approves by itself, until a person answers', async () => {
  const decides = (test: string): string =>
    `canUseTool: async (name: string, input: Record<string, unknown>) => (${test} ? { behavior: 'allow' as const, updatedInput: input } : { behavior: 'deny' as const, message: 'no' }),`;
  expect(await check(service(decides('Number(input.amount) < 50')))).toEqual([
    'src/desk.ts:13:71 error approval/auto-approved',
  ]);
  expect(await check(service(decides("(await terminal.question(name)) === 'y'")))).toEqual([]);
  expect(await check(service("allowedTools: ['mcp__pay__refund'],"))).toEqual([
    'src/desk.ts:13:18 error approval/auto-approved',
  ]);
});

it('reports the same of a Python program', async () => {
  expect(await check(program('return PermissionResultAllow()'))).toEqual([
    'desk/main.py:11:5 error approval/auto-approved',
  ]);
  const asks = 'return PermissionResultAllow() if input(name) == "y" else PermissionResultDeny(message="no")';
  expect(await check(program(asks))).toEqual([]);
});
