import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  DEFECTIVE_PACKAGES,
  GATE_DEFECTS,
  type GateDefect,
  hasDefect,
} from '../../src/facts/gate-defects.js';
import { lintProject } from '../../src/index.js';
import { lintFiles } from '../rules/lint-files.js';

const AI = `import { streamText, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
`;
const AI_TOOL = `const refund = tool({ description: 'Refund', inputSchema: z.object({}), needsApproval: true, execute: async () => 'done' });
`;
const AI_GATED = `${AI}${AI_TOOL}export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund } });
`;
const AI_FORGED = `${AI}${AI_TOOL}export async function POST(req: Request) {
  const { messages } = await req.json();
  return streamText({ model: 'openai/gpt-5', messages, tools: { issue_refund: refund } }).toUIMessageStreamResponse();
}
`;
const WORKFLOW = `import { WorkflowAgent } from '@ai-sdk/workflow';
${AI}${AI_TOOL}export const desk = new WorkflowAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund } });
`;
const WORKFLOW_FORGED = `import { WorkflowAgent } from '@ai-sdk/workflow';\n${AI_FORGED.replace('streamText({', 'new WorkflowAgent({').replace(' messages,', '').replace(').toUI', ').stream({ messages }).toUI')}`;
const signed = (call: string) =>
  `${AI}${AI_TOOL}export const desk = ${call}({ model: 'openai/gpt-5', messages: [], tools: { issue_refund: refund }, experimental_toolApprovalSecret: process.env.SECRET });
`;
const PREPARED = signed('new ToolLoopAgent').replace(
  'experimental_toolApprovalSecret: process.env.SECRET',
  'prepareCall: (call) => ({ ...call, experimental_toolApprovalSecret: process.env.SECRET })',
);
const telemetry = (option: string) =>
  `${AI}${AI_TOOL}export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund }, ${option} });
`;

const secret = (made: string) =>
  `import { openai } from '@ai-sdk/openai';\nimport { registerTelemetry } from 'ai';\nregisterTelemetry({});\n${AI}${AI_TOOL}export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund, it: openai.tools.${made} } });
`;

const JS = `import { Agent, hostedMcpTool, run, tool } from '@openai/agents';
import { z } from 'zod';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: z.object({}), needsApproval: true, execute: async () => 'done' });
`;
const JS_RUN = 'export const answer = (text: string) => run(desk, text);\n';
const JS_GATED = `${JS}const desk = new Agent({ name: 'Desk', tools: [issueRefund] });\n${JS_RUN}`;
const JS_NESTED = `${JS}const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
const desk = new Agent({ name: 'Desk', tools: [refunds.asTool({ toolName: 'refunds' })] });\n${JS_RUN}`;
const JS_RESTORED = `${JS_NESTED.replace('run, tool', 'run, RunState, tool')}export async function resume(kept: string) {
  return run(desk, await RunState.fromString(desk, kept));
}
`;
const SPOKEN = `import { RealtimeAgent, RealtimeSession, tool } from '@openai/agents/realtime';
import { z } from 'zod';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: z.object({}), needsApproval: true, execute: async () => 'done' });
const find = tool({ name: 'issue_refund', description: 'Find', parameters: z.object({}), execute: async () => 'found' });
const search = new RealtimeAgent({ name: 'Search', tools: [find] });
const desk = new RealtimeAgent({ name: 'Desk', tools: [issueRefund], handoffs: [search] });
export const session = new RealtimeSession(desk, {});
`;
const hosted = (approval: string) =>
  `${JS}const desk = new Agent({ name: 'Desk', tools: [hostedMcpTool({ serverLabel: 'billing', serverUrl: 'https://billing.example.com/mcp', allowedTools: ['issue_refund'], requireApproval: ${approval} })] });\n${JS_RUN}`;
const JS_KEPT = (tools: string) => `import { createInterface } from 'node:readline/promises';
${JS}const desk = new Agent({ name: 'Desk', tools: [${tools}] });
export async function answer(text: string) {
  const result = await run(desk, text);
  const asked = createInterface({ input: process.stdin });
  for (const one of result.interruptions) {
    if ((await asked.question('Run it?')) === 'yes') result.state.approve(one, { alwaysApprove: true });
    else result.state.reject(one);
  }
  return run(desk, result.state);
}
`;
const guarded = (
  options: string,
) => `${JS}const noCards = { name: 'no-cards', execute: async () => ({ tripwireTriggered: false, outputInfo: {} }) };
const desk = new Agent({ name: 'Desk', tools: [issueRefund], outputGuardrails: [noCards] });
export const answer = (text: string) => run(desk, text${options});
`;

const PY = `from agents import Agent, RunState, Runner, function_tool


@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    return charge


`;
const PY_GATED = `${PY}desk = Agent(name="Desk", tools=[issue_refund])


def answer(text: str):
    return Runner.run_sync(desk, text)
`;
const PY_PREDICATE = PY_GATED.replace('needs_approval=True', 'needs_approval=lambda _, a, i: a["x"] > 5');
const PY_NESTED = `${PY}refunds = Agent(name="Refunds", tools=[issue_refund])
desk = Agent(name="Desk", tools=[refunds.as_tool(tool_name="refunds", tool_description="x")])


async def answer(text: str):
    result = await Runner.run(desk, text)
    stored = result.to_state().to_json()
    state = await RunState.from_json(desk, stored)
    return await Runner.run(desk, state)
`;
const PY_KEPT = (tools: string) => `from agents import HostedMCPTool
${PY}desk = Agent(name="Desk", tools=[${tools}])


async def answer(text: str):
    result = await Runner.run(desk, text)
    state = result.to_state()
    for one in result.interruptions:
        if input("Run it?") == "yes":
            state.approve(one, always_approve=True)
        else:
            state.reject(one)
    return await Runner.run(desk, state)
`;

const PYDANTIC = `from pydantic_ai import Agent, DeferredToolRequests, ToolOutput

desk = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@desk.tool_plain(requires_approval=True)
def issue_refund(charge: str) -> str:
    return charge


def answer(text: str):
    return desk.run_sync(text)
`;

const MASTRA = `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const refund = createTool({ id: 'issue_refund', description: 'Refund', execute: async () => 'done' });
const desk = new Agent({ name: 'Desk', instructions: 'Help.', model: 'openai/gpt-5', tools: { refund } });
export async function answer(text: string, runId: string, toolCallId: string, isFine: boolean) {
  const stream = await desk.stream(text, { requireToolApproval: true });
  if (isFine) await desk.approveToolCall({ runId, toolCallId });
  else await desk.declineToolCall({ runId });
  return stream;
}
export const resume = (text: string) => desk.generate(text, { autoResumeSuspendedTools: true });
`;

const DEEP = `from deepagents import create_deep_agent
from langgraph.checkpoint.memory import InMemorySaver


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return charge


helper = {"name": "helper", "description": "Helps", "system_prompt": "Help.", "tools": [issue_refund]}
desk = create_deep_agent(
    model="openai:gpt-5",
    tools=[],
    subagents=[helper],
    interrupt_on={"issue_refund": True},
    checkpointer=InMemorySaver(),
)
`;

const TASKS = `from langchain.agents import create_agent
from langgraph.func import entrypoint
from langgraph.types import interrupt


def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return charge


desk = create_agent("openai:gpt-5", tools=[issue_refund])


@entrypoint()
def refunds(charge: str) -> str:
    first = interrupt("Refund?")
    second = interrupt("Are you sure?")
    return f"{first} {second}"
`;

const STREAMED = `from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import interrupt


def refund(state: dict) -> dict:
    return {"answer": interrupt("Refund?")}


graph = StateGraph(dict)
graph.add_node("refund", refund)
graph.add_edge(START, "refund")
app = graph.compile(checkpointer=InMemorySaver())


def answer(text: str) -> None:
    for part in app.stream({"text": text}, {"configurable": {"thread_id": "1"}}):
        print(part)
`;

const WRAPPED = `from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState, START, StateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import interrupt


@tool
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    return "done" if interrupt("Refund?") == "yes" else "no"


async def traced(request, handler):
    return await handler(request)


graph = StateGraph(MessagesState)
graph.add_node("tools", ToolNode([issue_refund], awrap_tool_call=traced))
graph.add_edge(START, "tools")
app = graph.compile(checkpointer=InMemorySaver())
`;

const INTERRUPT = `import { interrupt } from '@langchain/langgraph';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
const refund = tool(
  async () => {
    const answer = interrupt('Refund?');
    return answer === 'yes' ? 'done' : 'no';
  },
  { name: 'issue_refund', description: 'Refund', schema: z.object({}) },
);
export const desk = createAgent({ model: 'openai:gpt-5', tools: [refund] });
`;

const CLAUDE = (options: string) => `from claude_agent_sdk import ClaudeAgentOptions, query


async def ask(name, data, context):
    return await decide(name, data)


async def answer(text: str, names: list[str]):
    options = ClaudeAgentOptions(${options})
    async for message in query(prompt="Refund it", options=options):
        print(message)
`;

const MAF = `from agent_framework import Agent, tool
from agent_framework.ag_ui import add_agent_framework_fastapi_endpoint
from agent_framework.anthropic import ClaudeAgent
from agent_framework.github import GitHubCopilotAgent


@tool(approval_mode="always_require")
def issue_refund(charge: str) -> str:
    return charge


@tool(approval_mode="always_require")
def close_account(name: str) -> str:
    return name


desk = ClaudeAgent(tools=[issue_refund, close_account])
other = GitHubCopilotAgent(tools=[issue_refund])
add_agent_framework_fastapi_endpoint(app, desk)
`;

const CREW = `from crewai import Agent, Crew
from crewai_tools import CodeInterpreterTool, NL2SQLTool
from opentelemetry.sdk.trace import TracerProvider

provider = TracerProvider()
coder = Agent(role="Coder", goal="g", backstory="b", allow_code_execution=True, tools=[CodeInterpreterTool(), NL2SQLTool(db_uri="x")])
crew = Crew(agents=[coder], tasks=[], tracing=True)
`;

const settings = (text: unknown) => ({ '.claude/settings.json': JSON.stringify(text) });
const managed = (text: unknown) => ({ 'managed-settings.json': JSON.stringify(text) });
const page = (stated: string) => ({
  '.claude/agents/desk.md': `---\nname: desk\ndescription: Answers\n${stated}\n---\nAnswer.\n`,
});
const ANSWER = `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`;
const ALLOWING = {
  permissions: { deny: ['Bash(rm:*)'] },
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: ANSWER }] }] },
};
const ts = (text: string) => ({ 'desk.ts': text });
const py = (text: string) => ({ 'desk.py': text });

/** A program that has the shape, for each defect. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ai-1': { 'app/api/chat/route.ts': AI_FORGED },
  'ai-1-7': { 'app/api/chat/route.ts': AI_FORGED },
  'ai-3-6': ts(signed('new ToolLoopAgent')),
  'ai-3-6-prepared': ts(PREPARED),
  'ai-3-7': ts(signed('new ToolLoopAgent')),
  'ai-3-7-prepared': ts(PREPARED),
  'ai-5': ts(
    AI_GATED.replace(
      'issue_refund: refund }',
      "constructor: refund }, toolApproval: { other: 'user-approval' }",
    ),
  ),
  'ai-6': ts(signed('streamText')),
  'ai-7': ts(AI_GATED),
  'ai-7-7': ts(AI_GATED),
  'ai-8': ts(AI_GATED.replace('z.object({})', 'z.object({}).transform((one) => one)')),
  'ai-9': ts(AI_GATED),
  'ai-11': ts(
    `import { huggingface } from '@ai-sdk/huggingface';\n${AI}${AI_TOOL}export const answer = streamText({ model: huggingface('x'), prompt: 'Hi', toolChoice: 'none', tools: { issue_refund: refund } });\n`,
  ),
  'ai-14-recordInputs-telemetry': ts(telemetry('telemetry: { recordInputs: false }')),
  'ai-14-recordOutputs-telemetry': ts(telemetry('telemetry: { recordOutputs: false }')),
  'ai-14-recordInputs-experimental_telemetry': ts(
    telemetry('experimental_telemetry: { recordInputs: false }'),
  ),
  'ai-14-recordOutputs-experimental_telemetry': ts(
    telemetry('experimental_telemetry: { recordOutputs: false }'),
  ),
  'ai-15-authorization': ts(
    secret("mcp({ serverLabel: 'x', serverUrl: 'https://mcp.example.com', authorization: process.env.KEY })"),
  ),
  'ai-15-headers': ts(
    secret(
      "mcp({ serverLabel: 'x', serverUrl: 'https://mcp.example.com', headers: { key: process.env.KEY } })",
    ),
  ),
  'ai-15-shell': ts(
    secret(
      "shell({ environment: { type: 'containerAuto', networkPolicy: { type: 'allowlist', allowedDomains: [], domainSecrets: [] } } })",
    ),
  ),
  'ai-16-includeRuntimeContext': ts(telemetry('telemetry: { includeRuntimeContext: { user: true } }')),
  'ai-16-includeToolsContext': ts(
    telemetry('telemetry: { includeToolsContext: { refund: { user: true } } }'),
  ),
  'ai-1-workflow': { 'app/api/chat/route.ts': WORKFLOW_FORGED },
  'ai-4': ts(WORKFLOW),
  'oaj-1': ts(hosted("'always'")),
  'oaj-2': ts(JS_NESTED),
  'oaj-3': ts(JS_NESTED),
  'oaj-3-restored': ts(JS_RESTORED),
  'oaj-4': ts(
    JS_GATED.replace(
      'tools: [issueRefund]',
      "tools: [issueRefund], outputType: z.object({}), inputGuardrails: [{ name: 'g', runInParallel: false, execute: check }]",
    ),
  ),
  'oaj-5': ts(guarded(', { stream: true }')),
  'oaj-6': ts(hosted("'sometimes'")),
  'oaj-7': ts(JS_GATED.replace('needsApproval: true', 'needsApproval: async (_, { a }) => a > 5')),
  'oaj-7-realtime': ts(SPOKEN),
  'oaj-8': ts(JS_GATED.replace('needsApproval: true', 'needsApproval: async (_, { a }) => a > 5')),
  'oaj-10': ts(
    JS_GATED.replace(
      '[issueRefund]',
      "[issueRefund, tool({ name: 'issue_refund', description: 'Other', parameters: z.object({}), execute: async () => 'x' })]",
    ),
  ),
  'oaj-11': ts(JS_GATED),
  'oaj-12': ts(
    JS_KEPT(
      "hostedMcpTool({ serverLabel: 'billing', serverUrl: 'https://billing.example.com/mcp', allowedTools: ['issue_refund'], requireApproval: 'always' })",
    ),
  ),
  'oaj-13': ts(JS_KEPT('issueRefund')),
  'oaj-14': ts(guarded('')),
  'oaj-15': ts(
    `${JS_GATED}import { Runner } from '@openai/agents';\nexport const runner = new Runner({ traceIncludeSensitiveData: false });\nexport const other = (text: string) => runner.run(desk, text);\n`,
  ),
  'oap-3': py(PY_NESTED),
  'oap-5': py(
    `from agents import Agent, Runner\nfrom agents.mcp import MCPServerStdio\n\nserver = MCPServerStdio(params={"command": "uvx", "args": ["x==1"]}, require_approval="sometimes")\ndesk = Agent(name="Desk", mcp_servers=[server])\n\n\ndef answer(text: str):\n    return Runner.run_sync(desk, text)\n`,
  ),
  'oap-6': py(
    `from agents import function_tool\nfrom agents.realtime import RealtimeAgent, RealtimeRunner\n\n\n@function_tool(needs_approval=True)\ndef issue_refund(charge: str) -> str:\n    return charge\n\n\n@function_tool(name_override="issue_refund")\ndef other(charge: str) -> str:\n    return charge\n\n\ndesk = RealtimeAgent(name="Desk", tools=[issue_refund, other])\nrunner = RealtimeRunner(desk)\n`,
  ),
  'oap-7': py(PY_PREDICATE),
  'oap-8': py(PY_PREDICATE),
  'oap-9': py(PY_GATED),
  'oap-10': py(
    PY_KEPT(
      'HostedMCPTool(tool_config={"type": "mcp", "server_label": "b", "server_url": "https://b.example.com/mcp", "allowed_tools": ["issue_refund"], "require_approval": "always"})',
    ),
  ),
  'oap-12': py(
    `${PY}desk = Agent(name="Desk", tools=[issue_refund])\ndesk.tools.append(desk.as_tool(tool_name="again", tool_description="x"))\n\n\ndef answer(text: str):\n    return Runner.run_sync(desk, text)\n`,
  ),
  'oap-13': py(PY_KEPT('issue_refund')),
  'oap-15': py(
    `from agents import output_guardrail\n${PY}\n@output_guardrail\nasync def no_cards(context, agent, output):\n    return check(output)\n\n\ndesk = Agent(name="Desk", tools=[issue_refund], output_guardrails=[no_cards], tool_use_behavior="stop_on_first_tool")\n\n\ndef answer(text: str):\n    return Runner.run_sync(desk, text)\n`,
  ),
  'pyd-1': py(PYDANTIC),
  'pyd-2': py(
    `${PYDANTIC}\n\nfrom pydantic_ai.ui.vercel_ai import VercelAIAdapter\n\n\ndef stored(messages):\n    return VercelAIAdapter.dump_messages(messages)\n`,
  ),
  'pyd-3': py(PYDANTIC),
  'pyd-4': py(PYDANTIC.replace('[str, Deferred', '[ToolOutput(str), Deferred')),
  'cas-1': py(CLAUDE('can_use_tool=ask')),
  'cas-3': py(CLAUDE('setting_sources=[]')),
  'cas-4': py(CLAUDE('skills=names')),
  'lc-1': py(DEEP),
  'lc-4': py(
    DEEP.replace(
      '"tools": [issue_refund]',
      '"tools": [issue_refund], "interrupt_on": {"issue_refund": True}',
    ),
  ),
  'lc-7': py(TASKS),
  'lc-8': py(STREAMED),
  'lc-9': py(STREAMED.replace('interrupt("Refund?")', 'interrupt("Refund?") and interrupt("Sure?")')),
  'lc-10': ts(INTERRUPT),
  'lc-11': py(WRAPPED),
  'lc-11-sync': py(WRAPPED.replace('awrap_tool_call', 'wrap_tool_call')),
  'ma-1': ts(MASTRA),
  'ma-2': ts(MASTRA),
  'ma-5': ts(MASTRA),
  'ma-6': ts(
    "import { Agent } from '@mastra/core/agent';\nimport { createTool } from '@mastra/core/tools';\nconst wipe = createTool({ id: 'wipe', description: 'Delete an account', requireApproval: async (input, context) => !context?.requestContext?.trusted, execute: async ({ id }) => fetch('https://crm.example.com/accounts/' + id, { method: 'DELETE' }) });\nconst desk = new Agent({ name: 'desk', model: 'openai/gpt-5', tools: { wipe } });\nexport const handle = (text: string) => desk.network(text);\n",
  ),
  'adk-1': ts(
    `import { FunctionTool, LlmAgent, RemoteA2AAgent } from '@google/adk';\nconst refund = new FunctionTool({ name: 'issue_refund', description: 'Refund', requireConfirmation: true, execute: async () => 'done' });\nconst peer = new RemoteA2AAgent({ name: 'peer', agentCard: 'https://peer.example.com' });\nexport const desk = new LlmAgent({ name: 'desk', model: 'gemini-2.5-pro', tools: [refund], subAgents: [peer] });\n`,
  ),
  'adk-11': ts(
    `import { FunctionTool, InMemoryRunner, LlmAgent } from '@google/adk';\nconst refund = new FunctionTool({ name: 'issue_refund', description: 'Refund', requireConfirmation: true, execute: async () => 'done' });\nconst desk = new LlmAgent({ name: 'desk', model: 'gemini-2.5-pro', tools: [refund] });\nconst runner = new InMemoryRunner({ agent: desk });\nexport const work = (newMessage) => runner.runAsync({ userId: 'u', sessionId: 's', newMessage, runConfig: { allowRemoteToolConfirmation: true } });\n`,
  ),
  'adk-12': py(
    `from google.adk.a2a.utils.agent_to_a2a import to_a2a\nfrom google.adk.agents import Agent\nfrom google.adk.tools import FunctionTool\n\n\ndef issue_refund(charge: str) -> str:\n    return charge\n\n\ndesk = Agent(name="desk", model="gemini-2.5-pro", tools=[FunctionTool(issue_refund, require_confirmation=True)])\napp = to_a2a(desk)\n`,
  ),
  'adk-5': py(
    `from google.adk.agents import Agent\nfrom google.adk.tools import FunctionTool\n\n\ndef issue_refund(charge: str) -> str:\n    return charge\n\n\ndesk = Agent(name="desk", model="gemini-2.5-pro", tools=[FunctionTool(issue_refund, require_confirmation=True)])\n`,
  ),
  'maf-1': py(MAF),
  'maf-2': py(MAF),
  'maf-13': py(MAF),
  'maf-5': py(MAF),
  'maf-8': py(MAF),
  'maf-14': py(MAF),
  'maf-7-claude': py(MAF),
  'maf-7-copilot': py(MAF),
  'maf-6': py(
    'from agent_framework import Agent, HostedMCPTool\n\nbank = HostedMCPTool(name="bank", url="https://bank.example.com/mcp", approval_mode="always_require")\ndesk = Agent(tools=[bank])\n',
  ),
  'maf-10': py(
    'from agent_framework import Agent, FileAccessProvider\n\ndesk = Agent(context_providers=[FileAccessProvider(store)])\n',
  ),
  'maf-11': py(
    'from agent_framework import Agent\nfrom agent_framework.security import SecureAgentConfig\n\ndesk = Agent(context_providers=[SecureAgentConfig(approval_on_violation=True)])\n',
  ),
  'cr-1': py(CREW),
  'cr-4': py(CREW),
  'cr-1-tool': py(CREW),
  'cr-2': py(CREW),
  'au-1': py(
    'from autogen_agentchat.agents import CodeExecutorAgent\nfrom autogen_ext.code_executors.local import LocalCommandLineCodeExecutor\n\ncoder = CodeExecutorAgent("coder", code_executor=LocalCommandLineCodeExecutor())\n',
  ),
  'cc-1': settings({ permissions: { allow: ['Bash(npm run:*)'] } }),
  'cc-2': settings({ permissions: { allow: ['Bash(npm run *)'] } }),
  'cc-2-deny': settings({ permissions: { deny: ['Bash(rm:*)'] } }),
  'cc-3': settings({ permissions: { ask: ['Bash(git push:*)'] }, sandbox: { excludedCommands: ['git'] } }),
  'cc-4': settings({ permissions: {}, statusLine: { type: 'command', command: './line.sh' } }),
  'cc-4-suggestion': settings({
    permissions: {},
    fileSuggestion: { type: 'command', command: './suggest.sh' },
  }),
  'cc-5': settings({ permissions: { defaultMode: 'bypassPermissions' } }),
  'cc-6': { '.mcp.json': '{ "mcpServers": { "pay": { "command": "pay" } } }' },
  'cc-6-links': settings({ permissions: { defaultMode: 'acceptEdits' } }),
  'cc-7': managed({ permissions: { ask: ['Bash(git push:*)'] } }),
  'cc-8': settings(ALLOWING),
  'cc-9': settings({ permissions: {}, sandbox: { enabled: true } }),
  'cc-9-bypass': settings({ permissions: { defaultMode: 'bypassPermissions' } }),
  'cc-10': settings({ permissions: {}, allowedMcpServers: [] }),
  'cc-10-deny': settings({ permissions: {}, deniedMcpServers: [] }),
  'cc-11': settings({ permissions: { ask: ['Bash(git push:*)'] } }),
  'cc-12': settings({
    permissions: { deny: ['Bash(rm:*)'] },
    hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: './ask.sh' }] }] },
  }),
  'cc-13': settings({ permissions: { deny: ['Bash(rm:*)'] } }),
  'cc-13-find': settings({ permissions: { allow: ['Bash(find:*)'] } }),
  'cc-14': settings({ permissions: {}, sandbox: { network: { allowManagedDomainsOnly: true } } }),
  'cc-14-paths': settings({ permissions: {}, sandbox: { filesystem: { allowManagedReadPathsOnly: true } } }),
  'cc-15': settings({ permissions: { allow: ['Bash(npm test)'] } }),
  'cc-16': settings({ permissions: { deny: ['Read(./.env)'] } }),
  'cc-16-windows': settings({ permissions: { deny: ['Read(C:\\keys\\**)'] } }),
  'cc-17': settings({ permissions: {}, allowedMcpServers: [] }),
  'cc-17-deny': settings({ permissions: {}, deniedMcpServers: [] }),
  'cc-17-entry': managed({ allowedMcpServers: ['github'], permissions: { deny: ['Bash(rm:*)'] } }),
  'cc-17-entry-deny': managed({ deniedMcpServers: ['github'], permissions: { deny: ['Bash(rm:*)'] } }),
  'cc-17-value': managed({ permissions: { deny: ['Bash(rm:*)'], disableBypassPermissionsMode: true } }),
  'cc-18': settings({ permissions: {}, env: { OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: 'client.pem' } }),
  'cc-18-key': settings({ permissions: {}, env: { OTEL_EXPORTER_OTLP_CLIENT_KEY: 'client.key' } }),
  'cc-19': settings({ permissions: { deny: ['WebFetch(domain:*.example.com)'] } }),
  'cc-20': page('disallowedTools: Bash, mcp__pay'),
  'cc-20-list': page('tools: [Read, mcp__pay__send]\ndisallowedTools: [mcp__pay__*]'),
  'cc-21': settings({ permissions: { deny: ['Agent(Explore)'] } }),
  'cc-22': settings({
    hooks: {
      PreToolUse: [{ matcher: 'Bash,PowerShell', hooks: [{ type: 'command', command: './ask.sh' }] }],
    },
  }),
  'cc-23': settings({ permissions: {}, enableAllProjectMcpServers: true }),
  'cc-23-named': settings({ permissions: {}, enabledMcpjsonServers: ['pay'] }),
  'cc-24': settings({ permissions: { defaultMode: 'plan' } }),
  'cc-25': settings({ permissions: { allow: ['Edit(src/**)'] } }),
  'cc-27': settings(ALLOWING),
  'cc-28': settings({ permissions: { disableBypassPermissionsMode: 'disable' } }),
  'cc-28-deny': settings({ permissions: { deny: ['Bash(rm:*)'] } }),
  'cc-28-ask': settings({ permissions: { ask: ['Bash(git push:*)'] } }),
  'cc-29': settings({ permissions: {}, sandbox: { filesystem: { denyRead: ['~/.aws/'] } } }),
};

const ASKS_TS = ['needsApproval: async (_, { a }) => a > 5', 'needsApproval: true'] as const;
const ASKS_PY = ['needs_approval=lambda _, a, i: a["x"] > 5', 'needs_approval=True'] as const;
const KEPT_TS = ['alwaysApprove: true', 'alwaysApprove: false'] as const;
const KEPT_PY = ['always_approve=True', 'always_approve=False'] as const;
const MAF_GATE = ['approval_mode="always_require"', 'approval_mode="never_require"'] as const;
const NESTED_TS = ["tools: [refunds.asTool({ toolName: 'refunds' })]", 'handoffs: [refunds]'] as const;

const STORED = ['const { messages } = await req.json();', 'const messages = await load();'] as const;
const UNSIGNED = [', experimental_toolApprovalSecret: process.env.SECRET', ''] as const;
const UNASKED = ['needsApproval: true', 'needsApproval: false'] as const;
const KEPT_OUT = [': false }', ': true }'] as const;
const UNTRACED = ['registerTelemetry({});', ''] as const;

/** What makes of the program of a defect one without it, in the same version. */
const TWINS: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'ai-1': STORED,
  'ai-1-7': STORED,
  'ai-3-6': UNSIGNED,
  'ai-3-6-prepared': UNSIGNED,
  'ai-3-7': UNSIGNED,
  'ai-3-7-prepared': UNSIGNED,
  'ai-5': ['constructor: refund', 'refund'],
  'ai-6': UNSIGNED,
  'ai-7': UNASKED,
  'lc-9': [' and interrupt("Sure?")', ''],
  'lc-11': [', awrap_tool_call=traced', ''],
  'lc-11-sync': [', wrap_tool_call=traced', ''],
  'ai-7-7': UNASKED,
  'ai-8': ['.transform((one) => one)', ''],
  'ai-9': UNASKED,
  'ai-11': ["toolChoice: 'none'", "toolChoice: 'auto'"],
  'ai-14-recordInputs-telemetry': KEPT_OUT,
  'ai-14-recordOutputs-telemetry': KEPT_OUT,
  'ai-14-recordInputs-experimental_telemetry': KEPT_OUT,
  'ai-14-recordOutputs-experimental_telemetry': KEPT_OUT,
  'ai-15-authorization': UNTRACED,
  'ai-15-headers': UNTRACED,
  'ai-15-shell': UNTRACED,
  'ai-16-includeRuntimeContext': ['includeRuntimeContext', 'functionId'],
  'ai-16-includeToolsContext': ['includeToolsContext', 'functionId'],
  'ai-1-workflow': STORED,
  'ai-4': UNASKED,
  'oaj-1': ["requireApproval: 'always'", "requireApproval: 'never'"],
  'oaj-2': NESTED_TS,
  'oaj-3': NESTED_TS,
  'oaj-3-restored': ['RunState.fromString(desk, kept)', 'kept'],
  'oaj-4': ['runInParallel: false', 'runInParallel: true'],
  'oaj-5': ['stream: true', 'stream: false'],
  'oaj-6': ["'sometimes'", "'always'"],
  'oaj-7': ASKS_TS,
  'oaj-7-realtime': ["name: 'issue_refund', description: 'Find'", "name: 'find_charge', description: 'Find'"],
  'oaj-8': ASKS_TS,
  'oaj-10': ["name: 'issue_refund', description: 'Other'", "name: 'other', description: 'Other'"],
  'oaj-11': ['needsApproval: true', 'needsApproval: false'],
  'oaj-12': KEPT_TS,
  'oaj-13': KEPT_TS,
  'oaj-14': ['outputGuardrails', 'inputGuardrails'],
  'oaj-15': ['traceIncludeSensitiveData: false', 'traceIncludeSensitiveData: true'],
  'oap-3': ['tools=[refunds.as_tool(tool_name="refunds", tool_description="x")]', 'handoffs=[refunds]'],
  'oap-5': ['"sometimes"', '"always"'],
  'oap-6': ['name_override="issue_refund"', 'name_override="other"'],
  'oap-7': ASKS_PY,
  'oap-8': ASKS_PY,
  'oap-9': ['needs_approval=True', 'needs_approval=False'],
  'oap-10': KEPT_PY,
  'oap-12': ['desk.tools.append(desk.as_tool(tool_name="again", tool_description="x"))', 'print(desk)'],
  'oap-13': KEPT_PY,
  'oap-15': ['"stop_on_first_tool"', '"run_llm_again"'],
  'pyd-1': ['requires_approval=True', 'requires_approval=False'],
  'pyd-2': ['.dump_messages', '.load_messages'],
  'pyd-3': ['requires_approval=True', 'requires_approval=False'],
  'pyd-4': ['[ToolOutput(str), Deferred', '[str, Deferred'],
  'adk-1': ['requireConfirmation: true', 'requireConfirmation: false'],
  'adk-11': ['allowRemoteToolConfirmation: true', 'allowRemoteToolConfirmation: false'],
  'adk-12': ['to_a2a(desk)', 'print(desk)'],
  'adk-5': ['require_confirmation=True', 'require_confirmation=False'],
  'maf-1': ['from agent_framework.ag_ui import', 'from house.ui import'],
  'maf-2': MAF_GATE,
  'maf-5': ['from agent_framework.ag_ui import', 'from house.ui import'],
  'maf-6': MAF_GATE,
  'maf-7-claude': ['agent_framework.anthropic', 'house.agents'],
  'maf-7-copilot': ['agent_framework.github', 'house.agents'],
  'maf-8': ['from agent_framework.ag_ui import', 'from house.ui import'],
  'maf-14': ['from agent_framework.ag_ui import', 'from house.ui import'],
  'maf-10': ['FileAccessProvider(store)', 'notes(store)'],
  'maf-11': ['approval_on_violation=True', 'approval_on_violation=False'],
  'maf-13': MAF_GATE,
  'cr-1': ['allow_code_execution=True', 'allow_code_execution=False'],
  'cr-1-tool': ['CodeInterpreterTool()', 'print'],
  'cr-2': ['NL2SQLTool(db_uri="x")', 'print'],
  'cr-4': ['tracing=True', 'tracing=False'],
  'au-1': ['coder = CodeExecutorAgent(', 'coder = print('],
  'cas-1': ['prompt="Refund it"', 'prompt=stream(text)'],
  'cas-3': ['setting_sources=[]', 'setting_sources=["project"]'],
  'cas-4': ['skills=names', 'skills=["pdf"]'],
  'ma-1': ['desk.declineToolCall({ runId })', 'Promise.resolve()'],
  'ma-2': ['{ runId, toolCallId }', '{ runId }'],
  'ma-6': ['(input, context) =>', '(input) =>'],
  'ma-5': ['autoResumeSuspendedTools: true', 'autoResumeSuspendedTools: false'],
  'cc-1': ['npm run:*', 'npm run build'],
  'cc-2': ['npm run *', 'npm run build'],
  'cc-2-deny': ['Bash(rm:*)', 'WebFetch'],
  'cc-3': ['"excludedCommands"', '"autoAllowBashIfSandboxed":false,"excludedCommands"'],
  'cc-4': ['statusLine', 'outputStyle'],
  'cc-4-suggestion': ['fileSuggestion', 'outputStyle'],
  'cc-5': ['bypassPermissions', 'acceptEdits'],
  'cc-6': ['"mcpServers"', '"servers"'],
  'cc-6-links': ['acceptEdits', 'plan'],
  'cc-7': ['"ask"', '"deny"'],
  'cc-8': ['\\"allow\\"', '\\"deny\\"'],
  'cc-9': ['"enabled":true', '"enabled":false'],
  'cc-9-bypass': ['"bypassPermissions"', '"acceptEdits"'],
  'cc-10': ['allowedMcpServers', 'disabledMcpjsonServers'],
  'cc-10-deny': ['deniedMcpServers', 'disabledMcpjsonServers'],
  'cc-11': ['Bash(git push:*)', 'WebFetch'],
  'cc-12': ['PermissionRequest', 'PreToolUse'],
  'cc-13': ['Bash(rm:*)', 'WebFetch'],
  'cc-13-find': ['Bash(find:*)', 'Bash(grep:*)'],
  'cc-14': ['"allowManagedDomainsOnly":true', '"allowManagedDomainsOnly":false'],
  'cc-14-paths': ['"allowManagedReadPathsOnly":true', '"allowManagedReadPathsOnly":false'],
  'cc-15': ['Bash(npm test)', 'WebFetch(domain:example.com)'],
  'cc-16': ['Read(./.env)', 'Edit(./.env)'],
  'cc-16-windows': ['C:\\\\keys\\\\**', 'C:/keys/**'],
  'cc-17': ['allowedMcpServers', 'disabledMcpjsonServers'],
  'cc-17-deny': ['deniedMcpServers', 'disabledMcpjsonServers'],
  'cc-17-entry': ['"github"', '{"serverName":"github"}'],
  'cc-17-entry-deny': ['"github"', '{"serverName":"github"}'],
  'cc-17-value': ['"disableBypassPermissionsMode":true', '"disableBypassPermissionsMode":"disable"'],
  'cc-18': ['_CLIENT_CERTIFICATE', '_CERTIFICATE'],
  'cc-18-key': ['_CLIENT_KEY', '_CERTIFICATE'],
  'cc-19': ['domain:*.example.com', 'domain:example.com'],
  'cc-20': ['mcp__pay', 'mcp__pay__send'],
  'cc-20-list': ['mcp__pay__send', 'mcp__mail__send'],
  'cc-21': ['Agent(Explore)', 'Bash(rm:*)'],
  'cc-22': ['Bash,PowerShell', 'Bash|PowerShell'],
  'cc-23': ['"enableAllProjectMcpServers":true', '"enableAllProjectMcpServers":false'],
  'cc-23-named': ['["pay"]', '[]'],
  'cc-24': ['"plan"', '"default"'],
  'cc-25': ['Edit(src/**)', 'Edit(/src/**)'],
  'cc-27': ['\\"allow\\"', '\\"ask\\"'],
  'cc-28': ['"disable"', '"off"'],
  'cc-28-deny': ['Bash(rm:*)', 'WebFetch'],
  'cc-28-ask': ['Bash(git push:*)', 'WebFetch'],
  'cc-29': ['~/.aws/', '~/.aws'],
};

/** The file that locks a version. */
function lockOf(
  { package: name }: GateDefect,
  version: string | undefined,
): Readonly<Record<string, string>> {
  if (version === undefined) return {};
  const { language } = DEFECTIVE_PACKAGES.find((one) => one.name === name) ?? {};
  return language === 'python'
    ? { 'uv.lock': `[[package]]\nname = "${name}"\nversion = "${version}"\n` }
    : { 'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: { version } } }) };
}

/** The newest version that has a defect. */
function lastWith({ package: name, last, since, fixed }: GateDefect): string | undefined {
  if (last !== undefined || fixed === undefined) return last;
  const { language } = DEFECTIVE_PACKAGES.find((one) => one.name === name) ?? {};
  if (language === 'python') return `${fixed}.dev0`;
  return fixed.includes('-') ? (since ?? fixed) : `${fixed}-0`;
}

/** What is reported of each program, where each locks a version: the clauses by the id of the defect. */
async function broken(
  versionOf: (defect: GateDefect) => string | undefined,
  changed = (_: GateDefect, text: string): string => text,
): Promise<Map<string, readonly string[]>> {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-'));
  try {
    for (const defect of GATE_DEFECTS) {
      const version = versionOf(defect);
      const lock = version === undefined ? {} : lockOf(defect, version);
      for (const [name, text] of Object.entries({ ...PROGRAMS[defect.id], ...lock })) {
        const file = join(cwd, defect.id, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, changed(defect, text));
      }
    }
    const { systems, findings } = await lintProject({ cwd, asOf: '2026-11-20' });
    return new Map(
      GATE_DEFECTS.map(({ id }) => [
        id,
        [
          ...systems
            .filter(({ file }) => file.startsWith(`${id}/`))
            .flatMap(({ brokenVersions = [] }) => brokenVersions)
            .filter(({ isOpen }) => !isOpen)
            .flatMap(({ what }) => what),
          ...findings.flatMap(({ rule, file, message }) =>
            rule === 'approval/broken-version' && file.startsWith(`${id}/`) ? [message] : [],
          ),
        ],
      ]),
    );
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

describe('each version that does not enforce a gate', async () => {
  const before = await broken(lastWith);
  const after = await broken(({ fixed }) => fixed);
  const unlocked = await broken(() => undefined);

  it.each(GATE_DEFECTS.map((one) => [one.id, one] as const))('is reported: %s', (id, { what, fixed }) => {
    const has = (found: ReadonlyMap<string, readonly string[]>) =>
      found.get(id)?.some((text) => text.includes(what));
    // Without a file that states a version, the newest one is assumed.
    expect({ before: has(before), after: has(after), unlocked: has(unlocked) }).toEqual({
      before: true,
      after: fixed === undefined,
      unlocked: fixed === undefined,
    });
  });

  it.each([
    ['cas-3', '0.1.52', 'no'],
    ['cas-3', '0.1.53', 'yes'],
    ['cas-3', '0.1.59', 'yes'],
    ['cas-3', '0.1.60', 'no'],
    ['cas-4', '0.1.61', 'no'],
    ['cas-4', '0.1.62', 'yes'],
  ])('begins where the defect came in: %s in %s', (id, version, expected) => {
    const known = GATE_DEFECTS.filter((one) => one.id === id);
    expect(known.map((one) => hasDefect(one, version))).toEqual([expected]);
  });
});

describe('a program whose project locks no version', async () => {
  const found = await broken(() => undefined);

  it('is assumed to use the newest one, which has no defect that is fixed', () => {
    const mended = GATE_DEFECTS.filter(({ fixed }) => fixed !== undefined);
    expect(mended.flatMap(({ id }) => found.get(id) ?? [])).toEqual([]);
  });
});

describe('a program without what a defect breaks', async () => {
  const found = await broken(lastWith, ({ id }, text) => {
    const [from, to = ''] = TWINS[id] ?? [];
    return from === undefined ? text : text.replaceAll(from, to);
  });

  it.each(Object.entries(TWINS))('is not reported in the same version: %s', (id, [from, to]) => {
    const { what } = GATE_DEFECTS.find((one) => one.id === id) ?? { what: '' };
    const programs = Object.values(PROGRAMS[id] ?? {}).join('');
    expect(programs).toContain(from);
    expect(programs.replaceAll(from, to)).not.toBe(programs);
    expect(found.get(id)?.filter((text) => text.includes(what))).toEqual([]);
  });
});

describe('a defect of a framework that is not read', () => {
  const GATE =
    'from agent_framework import tool\n\n\n@tool(approval_mode="always_require")\ndef pay(charge: str) -> str:\n    return charge\n';
  const uv = (name: string, version: string) => ({
    'uv.lock': `[[package]]\nname = "${name}"\nversion = "${version}"\n`,
  });
  const npm = (name: string, version: string) => ({
    'package-lock.json': JSON.stringify({ packages: { [`node_modules/${name}`]: { version } } }),
  });
  const claude = (imported: string) => ({
    'tools.py': GATE,
    'main.py': `from agent_framework.anthropic import ClaudeAgent\nfrom ${imported}\n\ndesk = ClaudeAgent(tools=[pay])\n`,
    ...uv('agent-framework-claude', '1.2.9'),
  });
  const peer = (imported: string) => ({
    'peer.ts':
      "import { RemoteA2AAgent } from '@google/adk';\nexport const peer = new RemoteA2AAgent({ name: 'peer' });\n",
    'desk.ts': `import { FunctionTool, LlmAgent } from '@google/adk';\nimport { peer } from '${imported}';\nconst refund = new FunctionTool({ name: 'pay', requireConfirmation: true, execute: async () => 'x' });\nexport const desk = new LlmAgent({ name: 'desk', tools: [refund], subAgents: [peer] });\n`,
    ...npm('@google/adk', '1.9.0'),
  });
  const confirming = (head: string, made: string, option = 'require_confirmation=True') => ({
    'desk.py': `from google.adk.agents import Agent\n${head}\n\n\ndef pay(charge: str) -> str:\n    return charge\n\n\ndesk = Agent(name="desk", tools=[${made}(pay, ${option})])\n`,
    ...uv('google-adk', '2.10.0'),
  });
  const server = (mode: string) => ({
    'desk.py': `from agent_framework import Agent, MCPStdioTool\n\nfiles = MCPStdioTool(name="files", command="x", approval_mode=${mode})\ndesk = Agent(tools=[files])\n`,
    ...uv('agent-framework-core', '1.12.0'),
  });

  it.each([
    ['a gate in another file', claude('tools import pay'), 1],
    ['a gate in a file of another program', claude('house import pay'), 0],
    ['a peer in another file', peer('./peer.js'), 1],
    ['a peer in a file of another program', peer('./other.js'), 0],
    ['an alias', confirming('from google.adk.tools import FunctionTool as Tool', 'Tool'), 1],
    ['a module', confirming('import google.adk.tools', 'google.adk.tools.FunctionTool'), 1],
    ['a module by another name', confirming('import google.adk.tools as adk', 'adk.FunctionTool'), 1],
    ['a package of a namespace', confirming('from google import adk', 'adk.tools.FunctionTool'), 1],
    ['all names', confirming('from google.adk.tools import *', 'FunctionTool'), 1],
    ['the same name elsewhere', confirming('from house.tools import FunctionTool', 'FunctionTool'), 0],
    [
      'a function that decides',
      confirming('from google.adk.tools import FunctionTool', 'FunctionTool', 'require_confirmation=asks'),
      1,
    ],
    ['a map of tools that need approval', server('{"always_require_approval": ["delete"]}'), 1],
    ['a map of tools that need none', server('{"never_require_approval": ["read"]}'), 0],
  ])('is found by its imports: %s', async (_, files, expected) => {
    const { findings } = await lintFiles(files);
    expect(
      findings.filter(({ rule }) => rule === 'approval/broken-version').map(({ severity }) => severity),
    ).toEqual(Array.from({ length: expected }, () => 'error'));
  });
});

describe('what a defect of a framework needs beside a gate', () => {
  const stored = (imported: string) => ({
    'desk.py': PY_NESTED.slice(0, PY_NESTED.indexOf('async def')),
    'runs.py': `from agents import RunState, Runner\nfrom ${imported} import desk\n\n\nasync def answer(text: str, kept: dict):\n    state = await RunState.from_json(desk, kept)\n    return await Runner.run(desk, state)\n`,
    'uv.lock': '[[package]]\nname = "openai-agents"\nversion = "0.9.0"\n',
  });

  it.each([
    ['desk', true],
    ['house', false],
  ])('may stand in another file of the program: from %s', async (imported, expected) => {
    const { what = '' } = GATE_DEFECTS.find(({ id }) => id === 'oap-3') ?? {};
    const { findings } = await lintFiles(stored(imported));
    const found = findings.filter(({ rule }) => rule === 'approval/broken-version');
    expect(found.map(({ message }) => message.includes(what))).toEqual([expected]);
  });
});

describe('each file that states a version', () => {
  const TS = (version: string): readonly [string, string][] => [
    ['package-lock.json', JSON.stringify({ packages: { 'node_modules/@openai/agents': { version } } })],
    ['pnpm-lock.yaml', `packages:\n\n  '@openai/agents@${version}':\n    resolution: {}\n`],
    ['yarn.lock', `"@openai/agents@^0.14.0":\n  version "${version}"\n`],
    ['bun.lock', `{ "packages": { "@openai/agents": ["@openai/agents@${version}", "", {}] } }`],
    ['package.json', `{ "dependencies": { "@openai/agents": "${version}" } }`],
  ];
  const PY = (version: string): readonly [string, string][] => [
    ['uv.lock', `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`],
    ['poetry.lock', `[[package]]\nname = "openai-agents"\nversion = "${version}"\n`],
    ['requirements.txt', `openai-agents==${version}\n`],
    ['pyproject.toml', `[project]\ndependencies = ["openai-agents==${version}"]\n`],
  ];
  const ROWS = [
    ...TS('0.14.9').map(
      ([file, text], at) => [file, 'desk.ts', JS_GATED, text, TS('0.15.0')[at]?.[1]] as const,
    ),
    ...PY('0.19.9').map(
      ([file, text], at) => [file, 'desk.py', PY_GATED, text, PY('0.20.0')[at]?.[1]] as const,
    ),
  ];

  it.each(ROWS)('decides what is enforced: %s', async (file, program, source, before, after = '') => {
    const placed = async (text: string) => {
      const { findings } = await lintFiles({ [program]: source, [file]: text });
      return findings.flatMap((one) =>
        one.rule === 'approval/broken-version' ? [`${one.file} ${one.severity}`] : [],
      );
    };
    expect(await placed(before)).toEqual([`${file} error`]);
    expect(await placed(after)).toEqual([]);
  });
});
