import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

type Files = Readonly<Record<string, string>>;

const AI = { 'package.json': '{"dependencies":{"ai":"6.0.326"}}' };
const remove = (name: string, path: string): string =>
  `export const ${name} = tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => fetch(\`https://api.example.com/${path}/\${id}\`, { method: 'DELETE' }) });`;
const TOOLS = `import { tool } from 'ai';
import { z } from 'zod';
${remove('deleteUser', 'users')}
${remove('deleteRepo', 'repos')}
`;

const wrapped =
  (before: string) =>
  (test: string): Files => ({
    ...AI,
    'tools.ts': TOOLS,
    'agent.ts': `import { generateText, type ToolSet } from 'ai';
import * as tools from './tools';
${before}
const withGate = (all: ToolSet) => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, ${test} ? { ...one, needsApproval: true } : one]));
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools: withGate({ ...tools }) });
`,
  });
const looped = (risky: string): Files => ({
  ...AI,
  'tools.ts': TOOLS,
  'agent.ts': `import { generateText, type ToolSet } from 'ai';
import * as tools from './tools';
const RISKY = new Set(${risky});
function withGate(all: ToolSet) {
  const out: ToolSet = {};
  for (const [name, one] of Object.entries(all)) out[name] = RISKY.has(name) ? { ...one, needsApproval: true } : one;
  return out;
}
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools: withGate({ ...tools }) });
`,
});
const vercel = (risky: string): Files => ({
  ...AI,
  'a.ts': `import { generateText, tool } from 'ai';
const RISKY = ${risky};
const defs = { delete_repo: { execute: ({ n }: { n: string }) => fetch(\`https://git.example.com/repos/\${n}\`, { method: 'DELETE' }) } };
const tools = Object.fromEntries(Object.entries(defs).map(([name, d]) => [name, tool({ ...d, needsApproval: RISKY.includes(name) })]));
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools });
`,
});

const mastra = (risky: string): Files => ({
  'package.json': '{"dependencies":{"@mastra/core":"1.71.0"}}',
  'a.ts': `import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
const RISKY = new Set(${risky});
const make = (id: string, execute: (x: { n: string }) => Promise<unknown>) => createTool({ id, requireApproval: RISKY.has(id), execute });
const deleteRepo = make('delete_repo', ({ n }) => fetch(\`https://git.example.com/repos/\${n}\`, { method: 'DELETE' }));
export const agent = new Agent({ id: 'a', name: 'a', model: 'm', tools: { deleteRepo } });
`,
});
const pydantic = (risky: string): Files => ({
  'requirements.txt': 'pydantic-ai==2.33.0\n',
  'main.py': `from pydantic_ai import Agent, Tool, DeferredToolRequests
import requests
RISKY = ${risky}
def delete_repo(name: str) -> str:
  """Delete a repository."""
  return str(requests.delete(f"https://git.example.com/repos/{name}").status_code)
agent = Agent("openai:gpt-5", tools=[Tool(f, requires_approval=f.__name__ in RISKY) for f in (delete_repo,)], output_type=[str, DeferredToolRequests])
`,
});

const wrappedPy = (risky: string): Files => ({
  'requirements.txt': 'langchain==1.4.2\nlanggraph==1.2.12\n',
  'gate.py': `from langchain_core.tools import BaseTool, StructuredTool
from langgraph.types import interrupt
RISKY = ${risky}
def gate(t: BaseTool) -> BaseTool:
    def run(**kw):
        if interrupt({"tool": t.name, "args": kw}) != "approve":
            return "declined"
        return t.invoke(kw)
    return StructuredTool.from_function(run, name=t.name, description=t.description, args_schema=t.args_schema)
def gate_all(tools):
    return [gate(t) if t.name in RISKY else t for t in tools]
`,
  'main.py': `from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
import requests
from gate import gate_all
@tool
def delete_repo(name: str) -> str:
    """Delete a repository."""
    return str(requests.delete(f"https://git.example.com/repos/{name}").status_code)
agent = create_agent("openai:gpt-5", tools=gate_all([delete_repo]), checkpointer=InMemorySaver())
`,
});

/** An agent with two tools that delete. `middleware`: what asks, before it and in its list. */
const langchain = (before: string, middleware: string): Files => ({
  'desk.py': `import os
import requests
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, HumanInTheLoopMiddleware, wrap_tool_call
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool


@tool
def delete_repo(name: str) -> str:
    """Delete a repository."""
    return str(requests.delete(f"https://git.example.com/repos/{name}").status_code)


@tool
def remove_user(name: str) -> str:
    """Remove a user."""
    return str(requests.delete(f"https://git.example.com/users/{name}").status_code)


TOOLS = [delete_repo, remove_user]
RISKY = {"delete_repo"}
${before}
agent = create_agent("openai:gpt-5", tools=TOOLS, checkpointer=saver, middleware=[${middleware}])
result = agent.invoke({"messages": []}, {"configurable": {"thread_id": "1"}, "recursion_limit": 20})
print(result.get("__interrupt__"))
`,
});
const mapped = (map: string, before = '') =>
  langchain(before, `HumanInTheLoopMiddleware(interrupt_on=${map})`);
const filled = (lines: string) => mapped('gates', `gates = {}\n${lines}`);
const asking = (test: string) =>
  langchain(
    `@wrap_tool_call
def confirm(request, handler):
    if ${test}:
        if input(f"Run {request.tool_call}? ") != "y":
            return ToolMessage("declined", tool_call_id=request.tool_call["id"])
    return handler(request)
`,
    'confirm',
  );
const method = (name: string, test: string, answer: string) =>
  langchain(
    `class Confirm(AgentMiddleware):
    def ${name}(self, request, handler):
        if ${test}:
            return ${answer}
        return handler(request)
`,
    'Confirm()',
  );
const asMethod = (test: string) =>
  method(
    'wrap_tool_call',
    `${test} and input("Run? ") != "y"`,
    'ToolMessage("declined", tool_call_id=request.tool_call["id"])',
  );
const beforeModel = (test: string) => method('wrap_model_call', test, 'None');

const langchainTs = (before: string, middleware: string): Files => ({
  'desk.ts': `import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool } from 'langchain';
import { confirm } from '@inquirer/prompts';
import { z } from 'zod';
const schema = z.object({ id: z.string() });
const deleteRepo = tool(async ({ id }) => String((await fetch(\`https://git.example.com/repos/\${id}\`, { method: 'DELETE' })).status), {
  name: 'delete_repo', description: 'Deletes', schema });
const removeUser = tool(async ({ id }) => String((await fetch(\`https://git.example.com/users/\${id}\`, { method: 'DELETE' })).status), {
  name: 'remove_user', description: 'Removes', schema });
const TOOLS = [deleteRepo, removeUser];
const RISKY = new Set(['delete_repo']);
${before}
const agent = createAgent({ model: 'openai:gpt-5', tools: TOOLS, checkpointer, middleware: [${middleware}] });
const result = await agent.invoke({ messages: [] }, { configurable: { thread_id: '1' }, recursionLimit: 20 });
if (result.__interrupt__) await ask(result.__interrupt__);
`,
});
const mappedTs = (map: string, before = '') =>
  langchainTs(before, `humanInTheLoopMiddleware({ interruptOn: ${map} })`);
const filledTs = (lines: string) => mappedTs('gates', `const gates: Record<string, boolean> = {};\n${lines}`);
const askingTs = (test: string) =>
  langchainTs(
    `const confirming = createMiddleware({ name: 'Confirm', wrapToolCall: async (request, handler) => {
  if (${test} && !(await confirm({ message: 'Run?' }))) return refuse(request);
  return handler(request);
} });
`,
    'confirming',
  );

const DELETE = 'delete_repo desk.py:10';
const REMOVE = 'remove_user desk.py:16';
const DELETE_TS = 'delete_repo desk.ts:6';
const REMOVE_TS = 'remove_user desk.ts:8';
const UNKNOWN = ['delete_repo?', 'remove_user?'];

it.each<[string, string, (code: string) => Files, string[]]>([
  ['vercel-ai', 'RISKY.includes(name)', wrapped("const RISKY = ['deleteUser'];"), ['deleteRepo tools.ts:4']],
  ['vercel-ai', 'RISKY.includes(name)', wrapped("const RISKY = ['deleteUser', 'deleteRepo'];"), []],
  [
    'vercel-ai',
    'RISKY.has(name)',
    wrapped("const RISKY = new Set(['deleteRepo']);"),
    ['deleteUser tools.ts:3'],
  ],
  [
    'vercel-ai',
    '!SAFE.has(name)',
    wrapped("const SAFE = new Set(['deleteRepo']);"),
    ['deleteRepo tools.ts:4'],
  ],
  ['vercel-ai', 'isRisky(name)', wrapped('const isRisky = (name: string) => /^delete/.test(name);'), []],
  [
    'vercel-ai',
    'isRisky(name)',
    wrapped('const isRisky = (name: string) => /^remove/.test(name);'),
    ['deleteUser tools.ts:3', 'deleteRepo tools.ts:4'],
  ],
  ['vercel-ai', 'isRisky(name)', wrapped("import { isRisky } from 'risks';"), ['deleteUser?', 'deleteRepo?']],
  ['vercel-ai', "['deleteUser']", looped, ['deleteRepo tools.ts:4']],
  ['vercel-ai', "['deleteUser', 'deleteRepo']", looped, []],
  ['vercel-ai', "['delete_repo']", vercel, []],
  ['vercel-ai', "['delete_user']", vercel, ['delete_repo a.ts:4']],
  ['vercel-ai', 'await load()', vercel, ['delete_repo?']],
  ['mastra', "['delete_repo']", mastra, []],
  ['mastra', "['delete_user']", mastra, ['deleteRepo a.ts:6']],
  ['mastra', 'await load()', mastra, ['deleteRepo?']],
  ['pydantic-ai', '{"delete_repo"}', pydantic, []],
  ['pydantic-ai', '{"delete_user"}', pydantic, ['delete_repo main.py:4']],
  ['pydantic-ai', 'load()', pydantic, ['delete_repo?']],
  ['langchain', '("delete_repo",)', wrappedPy, []],
  ['langchain', '("delete_user",)', wrappedPy, ['delete_repo main.py:7']],
  ['langchain', '{t.name: True for t in TOOLS if t.name in RISKY}', mapped, [REMOVE]],
  ['langchain', '{t.name: True for t in TOOLS if t.name not in RISKY}', mapped, [DELETE]],
  ['langchain', '{t.name: t.name in RISKY for t in TOOLS}', mapped, [REMOVE]],
  ['langchain', '{t.name: True for t in TOOLS}', mapped, []],
  ['langchain', '{t.name: False for t in TOOLS}', mapped, [DELETE, REMOVE]],
  ['langchain', '{t.name: True for t in [delete_repo]}', mapped, [REMOVE]],
  ['langchain', 'dict((t.name, True) for t in TOOLS if t.name == "remove_user")', mapped, [DELETE]],
  ['langchain', '{name: True for name in RISKY}', mapped, [REMOVE]],
  ['langchain', '{t.name: True for t in TOOLS if t.name in load()}', mapped, UNKNOWN],
  ['langchain', '{t.name: True for t in load()}', mapped, UNKNOWN],
  [
    'langchain',
    'Object.fromEntries(TOOLS.filter((t) => RISKY.has(t.name)).map((t) => [t.name, true]))',
    mappedTs,
    [REMOVE_TS],
  ],
  [
    'langchain',
    'Object.fromEntries(TOOLS.filter((t) => !RISKY.has(t.name)).map((t) => [t.name, true]))',
    mappedTs,
    [DELETE_TS],
  ],
  ['langchain', 'Object.fromEntries(TOOLS.map((t) => [t.name, true]))', mappedTs, []],
  [
    'langchain',
    'Object.fromEntries(TOOLS.filter((t) => isRisky(t.name)).map((t) => [t.name, true]))',
    mappedTs,
    UNKNOWN,
  ],
  ['langchain', 'Object.fromEntries(TOOLS.map((t) => [t.name, isRisky(t.name)]))', mappedTs, UNKNOWN],
  ['langchain', "{ delete_repo: isRisky('delete_repo'), remove_user: true }", mappedTs, ['delete_repo?']],
  ['langchain', 'for t in TOOLS:\n    gates[t.name] = True', filled, []],
  ['langchain', 'for t in TOOLS:\n    gates[t.name] = False', filled, [DELETE, REMOVE]],
  ['langchain', 'for t in TOOLS:\n    gates[t.name] = t.name in RISKY', filled, [REMOVE]],
  ['langchain', 'for t in TOOLS:\n    if t.name in RISKY:\n        gates[t.name] = True', filled, [REMOVE]],
  [
    'langchain',
    'for t in TOOLS:\n    if t.name in RISKY:\n        continue\n    gates[t.name] = True',
    filled,
    [DELETE],
  ],
  ['langchain', 'for name in RISKY:\n    gates[name] = True', filled, [REMOVE]],
  [
    'langchain',
    'for t in TOOLS:\n    gates[t.name] = True\ngates["remove_user"] = False',
    filled,
    ['remove_user desk.py:26'],
  ],
  ['langchain', 'gates["remove_user"] = False\nfor t in TOOLS:\n    gates[t.name] = True', filled, []],
  ['langchain', 'for t in TOOLS:\n    gates[t.name.upper()] = True', filled, UNKNOWN],
  ['langchain', 'for t in load():\n    gates[t.name] = True', filled, UNKNOWN],
  ['langchain', 'for (const t of TOOLS) gates[t.name] = true;', filledTs, []],
  ['langchain', 'TOOLS.forEach((t) => { gates[t.name] = true; });', filledTs, []],
  ['langchain', "for (const t of TOOLS) gates[t.name] = t.name === 'delete_repo';", filledTs, [REMOVE_TS]],
  ['langchain', 'for (const t of TOOLS) if (RISKY.has(t.name)) gates[t.name] = true;', filledTs, [REMOVE_TS]],
  [
    'langchain',
    'for (const t of TOOLS) { if (RISKY.has(t.name)) continue; gates[t.name] = true; }',
    filledTs,
    [DELETE_TS],
  ],
  ['langchain', 'for (const t of TOOLS) gates[t.name] = isRisky(t.name);', filledTs, UNKNOWN],
  ['langchain', 'request.tool_call["name"] in RISKY', asking, [REMOVE]],
  ['langchain', 'request.tool_call["name"] in ("delete_repo", "remove_user")', asking, []],
  ['langchain', 'request.tool_call["name"] not in RISKY', asking, [DELETE]],
  ['langchain', 'request.tool_call["name"] != "remove_user"', asking, [REMOVE]],
  ['langchain', 'os.getenv("ASK") and request.tool_call["name"] in RISKY', asking, [DELETE, REMOVE]],
  [
    'langchain',
    'not os.getenv("AUTO") and request.tool_call["name"] in RISKY',
    asking,
    [REMOVE, 'delete_repo?'],
  ],
  ['langchain', 'request.tool_call["args"]["name"].startswith("prod")', asking, UNKNOWN],
  ['langchain', 'request.tool_call["name"] in RISKY', asMethod, [REMOVE]],
  ['langchain', 'request.tool_call["name"] in ["delete_repo", "remove_user"]', asMethod, []],
  ['langchain', 'RISKY.has(request.toolCall.name)', askingTs, [REMOVE_TS]],
  ['langchain', '!RISKY.has(request.toolCall.name)', askingTs, [DELETE_TS]],
  ['langchain', 'input("Go on? ") != "y"', beforeModel, UNKNOWN],
])('%s gates exactly the tools that are picked by their names: %s', async (_, code, filesOf, expected) => {
  const { findings, notAssessed } = await lintFiles(filesOf(code));
  // Who answers the request is another question where no run of the agent is seen.
  const open = notAssessed
    .filter(({ message }) => !/^Whether a person can approve .* (?:seen|read)\.$/.test(message))
    .map(({ rule, message }) => ({ rule, message, at: '?' }));
  const found = findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ rule, message, file, range }) => ({ rule, message, at: ` ${file}:${range.start.line}` }));
  const ungated = [...found, ...open].flatMap(({ rule, message, at }) =>
    /^(?:approval|delegation)\//.test(rule) ? [`${rule} ${/`(\w+)`/.exec(message)?.[1]}${at}`] : [],
  );
  expect(ungated).toEqual(expected.map((one) => `approval/missing ${one}`));
});
