import { expect } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** A program in TypeScript with one server of its own, by the lines of its options. */
export const script = (
  ...options: readonly string[]
) => `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

const refund = tool('refund', 'Refunds a charge', { charge: z.string() }, async ({ charge }) => {
  await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' });
  return { content: [{ type: 'text', text: 'done' }] };
});
const lookup = tool('lookup', 'Finds a charge', { charge: z.string() }, async ({ charge }) => {
  const found = await fetch(\`https://api.example.com/charges/\${charge}\`);
  return { content: [{ type: 'text', text: await found.text() }] };
});
const billing = createSdkMcpServer({ name: 'billing', version: '1.0.0', tools: [refund, lookup] });

for await (const message of query({
  prompt: process.argv[2] ?? '',
  options: {
    maxTurns: 8,
    tools: [],
    mcpServers: { billing },
    settingSources: [],
${options.map((one) => `    ${one},\n`).join('')}  },
})) {
  console.log(message);
}
`;

/** The same program in Python. */
export const python = (...options: readonly string[]) => `import sys
import httpx
from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, PermissionResultAllow, PermissionResultDeny, create_sdk_mcp_server, query, tool


@tool("refund", "Refunds a charge", {"charge": str})
async def refund(args):
    async with httpx.AsyncClient() as client:
        await client.post(f"https://api.example.com/refunds/{args['charge']}")
    return {"content": [{"type": "text", "text": "done"}]}


@tool("lookup", "Finds a charge", {"charge": str})
async def lookup(args):
    async with httpx.AsyncClient() as client:
        found = await client.get(f"https://api.example.com/charges/{args['charge']}")
    return {"content": [{"type": "text", "text": found.text}]}


billing = create_sdk_mcp_server(name="billing", version="1.0.0", tools=[refund, lookup])


async def may_use(name, given, context):
    return PermissionResultAllow()


async def allow_all(given, id, context):
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}


async def main():
    options = ClaudeAgentOptions(
        max_turns=8,
        tools=[],
        mcp_servers={"billing": billing},
        setting_sources=[],
${options.map((one) => `        ${one},\n`).join('')}    )
    async for message in query(prompt=sys.argv[1], options=options):
        print(message)
`;

/** Findings on permissions, as `line severity rule`, and what is listed as not assessed. */
export async function read(text: string): Promise<string[]> {
  const name = text.startsWith('import sys') ? 'agent.py' : 'agent.ts';
  const { findings, notAssessed, systems } = await lintFiles({ [name]: text });
  expect(systems.map(({ dialect, unresolved }) => ({ dialect, unresolved }))).toEqual([
    { dialect: 'claude-agent-sdk', unresolved: [] },
  ]);
  const lines = text.split('\n');
  return [
    ...findings
      .filter((one) => /^(?:approval|scope|delegation)\//.test(one.rule))
      .map(
        ({ range: { start }, severity, rule }) => `${severity} ${rule} at ${lines[start.line - 1]?.trim()}`,
      ),
    ...notAssessed.map(({ rule, message }) => `not assessed ${rule} ${message.replace(/^.*?: /, '')}`),
  ];
}

export const DEFAULT = { ts: "permissionMode: 'default'", py: 'permission_mode="default"' };
