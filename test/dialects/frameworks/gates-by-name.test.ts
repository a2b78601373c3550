import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

type Files = Readonly<Record<string, string>>;

/** The tools without a gate, each with the file and line of the finding; `?` for those that are not assessed. */
async function ungatedIn(files: Files): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles(files);
  const missing = findings.filter(({ rule }) => rule === 'approval/missing');
  const open = notAssessed.filter(({ rule }) => rule === 'approval/missing');
  return [
    ...missing.map(
      ({ message, file, range }) => `${/`(\w+)`/.exec(message)?.[1]} ${file}:${range.start.line}`,
    ),
    ...open.map(({ message }) => `${/`(\w+)`/.exec(message)?.[1]}?`),
  ];
}

const AI = { 'package.json': '{"dependencies":{"ai":"6.0.326"}}' };
const remove = (name: string, path: string): string =>
  `export const ${name} = tool({ inputSchema: z.object({ id: z.string() }), execute: ({ id }) => fetch(\`https://api.example.com/${path}/\${id}\`, { method: 'DELETE' }) });`;
const TOOLS = `import { tool } from 'ai';
import { z } from 'zod';
${remove('deleteUser', 'users')}
${remove('deleteRepo', 'repos')}
`;

describe('a gate that a wrapper gives to tools by their names', () => {
  const program = (before: string, test: string): Files => ({
    ...AI,
    'tools.ts': TOOLS,
    'agent.ts': `import { generateText, type ToolSet } from 'ai';
import * as tools from './tools';
${before}
const withGate = (all: ToolSet) => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, ${test} ? { ...one, needsApproval: true } : one]));
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools: withGate({ ...tools }) });
`,
  });

  it.each([
    ["const RISKY = ['deleteUser'];", 'RISKY.includes(name)', ['deleteRepo tools.ts:4']],
    ["const RISKY = ['deleteUser', 'deleteRepo'];", 'RISKY.includes(name)', []],
    ["const RISKY = new Set(['deleteRepo']);", 'RISKY.has(name)', ['deleteUser tools.ts:3']],
    ["const SAFE = new Set(['deleteRepo']);", '!SAFE.has(name)', ['deleteRepo tools.ts:4']],
    ['const isRisky = (name: string) => /^delete/.test(name);', 'isRisky(name)', []],
    [
      'const isRisky = (name: string) => /^remove/.test(name);',
      'isRisky(name)',
      ['deleteUser tools.ts:3', 'deleteRepo tools.ts:4'],
    ],
    ["import { isRisky } from 'risks';", 'isRisky(name)', ['deleteUser?', 'deleteRepo?']],
  ])('is of exactly those that its test picks: %s %s', async (before, test, expected) => {
    expect(await ungatedIn(program(before, test))).toEqual(expected);
  });

  it.each([
    ["['deleteUser']", ['deleteRepo tools.ts:4']],
    ["['deleteUser', 'deleteRepo']", []],
  ])('is of exactly those that a loop picks: %s', async (risky, expected) => {
    const files = {
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
    };
    expect(await ungatedIn(files)).toEqual(expected);
  });

  it.each([
    ['("delete_repo",)', []],
    ['("delete_user",)', ['delete_repo main.py:7']],
  ])('is of exactly those whose names the framework knows: %s', async (risky, expected) => {
    const files = {
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
    };
    expect(await ungatedIn(files)).toEqual(expected);
  });
});

describe('an option that is computed from the name of its tool', () => {
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
  const vercel = (risky: string): Files => ({
    ...AI,
    'a.ts': `import { generateText, tool } from 'ai';
const RISKY = ${risky};
const defs = { delete_repo: { execute: ({ n }: { n: string }) => fetch(\`https://git.example.com/repos/\${n}\`, { method: 'DELETE' }) } };
const tools = Object.fromEntries(Object.entries(defs).map(([name, d]) => [name, tool({ ...d, needsApproval: RISKY.includes(name) })]));
export const run = (prompt: string) => generateText({ model: 'm', prompt, tools });
`,
  });

  it.each([
    [mastra("['delete_repo']"), []],
    [mastra("['delete_user']"), ['deleteRepo a.ts:6']],
    [mastra('await load()'), ['deleteRepo?']],
    [pydantic('{"delete_repo"}'), []],
    [pydantic('{"delete_user"}'), ['delete_repo main.py:4']],
    [pydantic('load()'), ['delete_repo?']],
    [vercel("['delete_repo']"), []],
    [vercel("['delete_user']"), ['delete_repo a.ts:4']],
    [vercel('await load()'), ['delete_repo?']],
  ])('is what it is for that name: %#', async (files, expected) => {
    expect(await ungatedIn(files)).toEqual(expected);
  });
});
