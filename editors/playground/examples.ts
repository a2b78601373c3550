/** A text to begin with. */
export interface Example {
  title: string;
  /** The name of its file. */
  name: string;
  text: string;
}

/** The first one is shown where nothing else is asked for. */
export const EXAMPLES: readonly Example[] = [
  {
    title: 'Python: a refund without approval',
    name: 'agent.py',
    text: `from agents import Agent, function_tool

from shop import payments


@function_tool
def issue_refund(order_id: str, amount: float) -> str:
    """Refund an order."""
    return payments.refund(order_id, amount)


agent = Agent(name="Refund desk", instructions="Settle refund requests.", tools=[issue_refund])
`,
  },
  {
    title: 'TypeScript: a refund that a person approves',
    name: 'agent.ts',
    text: `import { Agent, tool } from '@openai/agents';
import { z } from 'zod';
import { payments } from './payments.js';

const issueRefund = tool({
  name: 'issue_refund',
  description: 'Refund an order',
  parameters: z.object({ orderId: z.string(), amount: z.number() }),
  needsApproval: true,
  execute: async ({ orderId, amount }) => payments.refund(orderId, amount),
});

export const agent = new Agent({
  name: 'Refund desk',
  instructions: 'Settle refund requests.',
  tools: [issueRefund],
});
`,
  },
  {
    title: 'MCP servers of a coding agent',
    name: '.mcp.json',
    text: `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/"]
    },
    "billing": {
      "url": "http://billing.example.com/mcp",
      "headers": { "Authorization": "Bearer \${BILLING_TOKEN}" }
    }
  }
}
`,
  },
  {
    title: 'A workflow that starts a coding agent',
    name: '.github/workflows/agent.yml',
    text: `name: Triage
on:
  issues:
    types: [opened]
permissions:
  contents: write
  issues: write
jobs:
  triage:
    runs-on: ubuntu-latest
    steps:
      - uses: anthropics/claude-code-action@v1
        with:
          anthropic_api_key: \${{ secrets.ANTHROPIC_API_KEY }}
          prompt: "Answer this issue: \${{ github.event.issue.body }}"
          claude_args: --dangerously-skip-permissions
`,
  },
  {
    title: 'A session payload of the managed service',
    name: 'session.json',
    text: `{
  "agent": {
    "model": "refunds-large",
    "instructions": "Settle refund requests.",
    "tools": [
      { "type": "function", "name": "issue_refund", "description": "Refund a charge" }
    ],
    "mcp_servers": [{ "url": "https://billing.example.com/mcp" }]
  },
  "environment": { "type": "hosted" },
  "multi_agent": { "enabled": true }
}
`,
  },
  {
    title: 'An agent config: a handoff to a gated payment',
    name: 'agent.agent.yaml',
    text: `runtime: framework
requirements:
  residency: [eu]
  needs: [custom-orchestration]
agent:
  model: claims-large
  instructions: Answer questions about claims.
  tools:
    - type: function
      name: get_claim
      description: Read a claim
  handoffs: [adjuster]
agents:
  adjuster:
    model: claims-large
    tools:
      - type: function
        name: pay_claim
        description: Pay a claim
controls:
  tools:
    pay_claim:
      approval: { by: human }
  tracing: { sink: otel }
  guardrails: { input: [prompt-injection], output: [personal-data] }
  residency: { region: eu, how: models and databases in Frankfurt }
`,
  },
];
