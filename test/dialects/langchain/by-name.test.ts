import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';

const DELETE = 'approval/missing at def delete_repo(name: str) -> str:';
const REMOVE = 'approval/missing at def remove_user(name: str) -> str:';
const UNKNOWN = 'approval/missing ?';

/** An agent with two tools that delete. `middleware`: what asks, before it and in its list. */
const withTools = (before: string, middleware: string): string => `import os
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
`;
const gated = (map: string): string => withTools('', `HumanInTheLoopMiddleware(interrupt_on=${map})`);

/** The same in TypeScript. */
const script = (before: string, middleware: string): string =>
  `import { createAgent, createMiddleware, humanInTheLoopMiddleware, tool } from 'langchain';
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
`;
const gatedScript = (map: string): string => script('', `humanInTheLoopMiddleware({ interruptOn: ${map} })`);
const DELETE_TS = "approval/missing at name: 'delete_repo', description: 'Deletes', schema });";
const REMOVE_TS = "approval/missing at name: 'remove_user', description: 'Removes', schema });";

describe('a map of gates that is computed from the tools', () => {
  it.each<[string, string[]]>([
    ['{t.name: True for t in TOOLS if t.name in RISKY}', [REMOVE]],
    ['{t.name: True for t in TOOLS if t.name not in RISKY}', [DELETE]],
    ['{t.name: t.name in RISKY for t in TOOLS}', [REMOVE]],
    ['{t.name: True for t in TOOLS}', []],
    ['{t.name: False for t in TOOLS}', [DELETE, REMOVE]],
    ['{t.name: True for t in [delete_repo]}', [REMOVE]],
    ['dict((t.name, True) for t in TOOLS if t.name == "remove_user")', [DELETE]],
    ['{name: True for name in RISKY}', [REMOVE]],
    ['{t.name: True for t in TOOLS if t.name in load()}', [UNKNOWN, UNKNOWN]],
    ['{t.name: True for t in load()}', [UNKNOWN, UNKNOWN]],
  ])('gates what it names: %s', async (map, expected) => {
    expect(await findingsOf('desk.py', gated(map))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['Object.fromEntries(TOOLS.filter((t) => RISKY.has(t.name)).map((t) => [t.name, true]))', [REMOVE_TS]],
    ['Object.fromEntries(TOOLS.filter((t) => !RISKY.has(t.name)).map((t) => [t.name, true]))', [DELETE_TS]],
    ['Object.fromEntries(TOOLS.map((t) => [t.name, true]))', []],
    [
      'Object.fromEntries(TOOLS.filter((t) => isRisky(t.name)).map((t) => [t.name, true]))',
      [UNKNOWN, UNKNOWN],
    ],
    ['Object.fromEntries(TOOLS.map((t) => [t.name, isRisky(t.name)]))', [UNKNOWN, UNKNOWN]],
    ["{ delete_repo: isRisky('delete_repo'), remove_user: true }", [UNKNOWN]],
  ])('gates what it names in TypeScript: %s', async (map, expected) => {
    expect(await findingsOf('desk.ts', gatedScript(map))).toEqual(expected);
  });
});

describe('a map of gates that a loop fills', () => {
  it.each<[string, string[]]>([
    ['for t in TOOLS:\n    gates[t.name] = True', []],
    ['for t in TOOLS:\n    gates[t.name] = False', [DELETE, REMOVE]],
    ['for t in TOOLS:\n    gates[t.name] = t.name in RISKY', [REMOVE]],
    ['for t in TOOLS:\n    if t.name in RISKY:\n        gates[t.name] = True', [REMOVE]],
    ['for t in TOOLS:\n    if t.name in RISKY:\n        continue\n    gates[t.name] = True', [DELETE]],
    ['for name in RISKY:\n    gates[name] = True', [REMOVE]],
    [
      'for t in TOOLS:\n    gates[t.name] = True\ngates["remove_user"] = False',
      ['approval/missing at gates["remove_user"] = False'],
    ],
    ['gates["remove_user"] = False\nfor t in TOOLS:\n    gates[t.name] = True', []],
    ['for t in TOOLS:\n    gates[t.name.upper()] = True', [UNKNOWN, UNKNOWN]],
    ['for t in load():\n    gates[t.name] = True', [UNKNOWN, UNKNOWN]],
  ])('gates what it names: %s', async (loop, expected) => {
    const text = withTools(`gates = {}\n${loop}`, 'HumanInTheLoopMiddleware(interrupt_on=gates)');
    expect(await findingsOf('desk.py', text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['for (const t of TOOLS) gates[t.name] = true;', []],
    ['TOOLS.forEach((t) => { gates[t.name] = true; });', []],
    ["for (const t of TOOLS) gates[t.name] = t.name === 'delete_repo';", [REMOVE_TS]],
    ['for (const t of TOOLS) if (RISKY.has(t.name)) gates[t.name] = true;', [REMOVE_TS]],
    ['for (const t of TOOLS) { if (RISKY.has(t.name)) continue; gates[t.name] = true; }', [DELETE_TS]],
    ['for (const t of TOOLS) gates[t.name] = isRisky(t.name);', [UNKNOWN, UNKNOWN]],
  ])('gates what it names in TypeScript: %s', async (loop, expected) => {
    const text = script(
      `const gates: Record<string, boolean> = {};\n${loop}`,
      'humanInTheLoopMiddleware({ interruptOn: gates })',
    );
    expect(await findingsOf('desk.ts', text)).toEqual(expected);
  });
});

describe('middleware that asks a person around the call of a tool', () => {
  const asks = (test: string): string => `@wrap_tool_call
def confirm(request, handler):
    if ${test}:
        if input(f"Run {request.tool_call}? ") != "y":
            return ToolMessage("declined", tool_call_id=request.tool_call["id"])
    return handler(request)
`;
  it.each<[string, string[]]>([
    ['request.tool_call["name"] in RISKY', [REMOVE]],
    ['request.tool_call["name"] in ("delete_repo", "remove_user")', []],
    ['request.tool_call["name"] not in RISKY', [DELETE]],
    ['request.tool_call["name"] != "remove_user"', [REMOVE]],
    ['os.getenv("ASK") and request.tool_call["name"] in RISKY', [DELETE, REMOVE]],
    ['not os.getenv("AUTO") and request.tool_call["name"] in RISKY', [REMOVE, UNKNOWN]],
    ['request.tool_call["args"]["name"].startswith("prod")', [UNKNOWN, UNKNOWN]],
  ])('gates the tools that it asks for: %s', async (test, expected) => {
    expect(await findingsOf('desk.py', withTools(asks(test), 'confirm'))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['request.tool_call["name"] in RISKY', [REMOVE]],
    ['request.tool_call["name"] in ["delete_repo", "remove_user"]', []],
  ])('gates so as the method of a class: %s', async (test, expected) => {
    const own = `class Confirm(AgentMiddleware):
    def wrap_tool_call(self, request, handler):
        if ${test} and input("Run? ") != "y":
            return ToolMessage("declined", tool_call_id=request.tool_call["id"])
        return handler(request)
`;
    expect(await findingsOf('desk.py', withTools(own, 'Confirm()'))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['RISKY.has(request.toolCall.name)', [REMOVE_TS]],
    ['!RISKY.has(request.toolCall.name)', [DELETE_TS]],
  ])('gates so in TypeScript: %s', async (test, expected) => {
    const own = `const confirming = createMiddleware({ name: 'Confirm', wrapToolCall: async (request, handler) => {
  if (${test} && !(await confirm({ message: 'Run?' }))) return refuse(request);
  return handler(request);
} });
`;
    expect(await findingsOf('desk.ts', script(own, 'confirming'))).toEqual(expected);
  });

  it('is not known to gate a tool where it asks before the model', async () => {
    const own = `class Confirm(AgentMiddleware):
    def wrap_model_call(self, request, handler):
        if input("Go on? ") != "y":
            return None
        return handler(request)
`;
    expect(await findingsOf('desk.py', withTools(own, 'Confirm()'))).toEqual([UNKNOWN, UNKNOWN]);
  });
});
