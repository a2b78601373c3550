import { describe, expect, it } from 'vitest';
import { UNREAD_FRAMEWORKS, UNREAD_MODULES } from '../../src/dialects/frameworks/recognised.js';
import { lintFiles } from '../rules/lint-files.js';

/** Frameworks by file, as a run lists them. */
async function unreadOf(files: Record<string, string>): Promise<Record<string, string[]>> {
  const { unread } = await lintFiles(files);
  return Object.fromEntries(unread.map(({ framework, files }) => [framework, files]));
}

describe('the list of frameworks', () => {
  it('names those that the design asks for, each with a module', () => {
    expect(UNREAD_FRAMEWORKS).toEqual(['Semantic Kernel', 'Haystack', 'BeeAI', 'AG2']);
    const all = [...UNREAD_MODULES.typescript, ...UNREAD_MODULES.python];
    expect(UNREAD_FRAMEWORKS.filter((name) => !all.some(({ framework }) => framework === name))).toEqual([]);
  });

  it('is recognised module by module, and below each module', async () => {
    const files: Record<string, string> = {};
    const expected: Record<string, string[]> = {};
    const add = (framework: string, path: string, text: string) => {
      files[path] = text;
      expected[framework] = [...(expected[framework] ?? []), path].sort();
    };
    for (const [at, { framework, module, names }] of UNREAD_MODULES.typescript.entries()) {
      const name = names?.[0] ?? 'anything';
      add(framework, `ts/m${at}.ts`, `import { ${name} } from '${module}';\n`);
      if (!names) add(framework, `ts/s${at}.mjs`, `import one, { two } from "${module}/inner/part";\n`);
    }
    for (const [at, { framework, module, names }] of UNREAD_MODULES.python.entries()) {
      const name = names?.[0] ?? 'anything';
      add(framework, `py/m${at}.py`, `from ${module} import (\n    ${name} as one,\n)\n`);
      if (names) continue;
      add(framework, `py/s${at}.py`, `import ${module}.inner.part as part\n`);
      const [parent, own] = [module.replace(/\.?\w+$/, ''), module.replace(/^.*\./, '')];
      if (parent !== '')
        add(framework, `py/p${at}.py`, `def f():\n    from ${parent} import other, ${own}\n`);
    }
    const found = await unreadOf(files);
    expect(found).toEqual(Object.fromEntries(UNREAD_FRAMEWORKS.map((name) => [name, expected[name]])));
  });
});

describe('an import that shows no agent', () => {
  it.each([
    ['of a comment', 'a.ts', "// import { LlmAgent } from '@google/adk';\nexport const a = 1;\n"],
    ['of a string', 'a.py', 'TEXT = """\nfrom beeai_framework import Agent\nimport langgraph\n"""\n'],
    [
      'of a template',
      'a.ts',
      "export const code = `import { query } from '@anthropic-ai/claude-agent-sdk';`;\n",
    ],
    ['for types only', 'a.ts', "import type { StateGraph } from '@langchain/langgraph';\n"],
    [
      'of another name of a broad module',
      'a.py',
      'from semantic_kernel.functions import KernelArguments\nKernelArguments(text=text)\n',
    ],
    [
      'for type checkers',
      'a.py',
      'import typing\nif typing.TYPE_CHECKING:\n    from beeai_framework import Agent\n',
    ],
    [
      'of documents',
      'a.py',
      'from langchain_core.documents import Document\nfrom langchain.text_splitter import X\n',
    ],
    ['of a store', 'a.ts', "import { MemoryVectorStore } from 'langchain/vectorstores/memory';\n"],
    ['of an index', 'a.py', 'from llama_index.core import VectorStoreIndex\nimport haystack\n'],
    [
      'of a module that nobody knows',
      'a.py',
      'import beeai_framework_like\nfrom strandsx import Agent\nimport superagents\n',
    ],
    [
      'of a package with a longer name',
      'a.ts',
      "import x from 'ai-something';\nimport y from '@google/adkx';\n",
    ],
    ['of a neighbour', 'a.py', 'from .beeai_framework import Agent\nfrom ..langgraph import graph\n'],
  ])('%s is none', async (_, path, text) => {
    expect(await unreadOf({ [path]: text })).toEqual({});
  });

  it('of a module of the project with that name is none; one inside a package does not stand for it', async () => {
    expect(
      await unreadOf({ 'strands.py': 'class Agent: ...\n', 'a.py': 'from strands import Agent\n' }),
    ).toEqual({});
    expect(
      await unreadOf({
        'app/__init__.py': '',
        'app/beeai_framework.py': 'from beeai_framework import Agent\n',
        'app/run.py': 'import app\nfrom beeai_framework import Crew\n',
      }),
    ).toEqual({ BeeAI: ['app/beeai_framework.py', 'app/run.py'] });
    const alias = '{ "compilerOptions": { "baseUrl": ".", "paths": { "beeai-framework": ["src/own.ts"] } } }';
    expect(
      await unreadOf({
        'tsconfig.json': alias,
        'src/own.ts': 'export const tool = 1;\n',
        'src/a.ts': "import { tool } from 'beeai-framework';\n",
      }),
    ).toEqual({});
  });
});

describe('an import that shows one', () => {
  it.each([
    ['through its module', "import * as bee from 'beeai-framework';\nbee.ReActAgent({ agents });\n"],
    [
      'loaded late',
      "const f = async () => {\n  const { tool } = await import('beeai-framework');\n  return tool({});\n};\n",
    ],
    ['required', "const { ReActAgent } = require('beeai-framework');\nnew ReActAgent({ tools });\n"],
    ['under another name', "import { agent as make } from 'beeai-framework';\nmake({ tools });\n"],
  ])('%s', async (_, text) => {
    expect(await unreadOf({ 'src/a.ts': text })).toEqual({ BeeAI: ['src/a.ts'] });
  });
});

const DESK =
  'import os\nfrom haystack.components.agents import Agent as Desk\nfrom beeai_framework.agents import ReActAgent\n';

describe('a program that is not read yet', () => {
  it('counts as not assessed once, and is no finding unless the rule is on', async () => {
    const result = await lintFiles({ 'src/desk.py': DESK });
    expect(result.findings).toEqual([]);
    expect(result.files).toEqual([]);
    expect(
      result.notAssessed.map(({ rule, at, message }) => [rule, at.file, at.range().start.line, message]),
    ).toEqual([
      ['framework/unread', 'src/desk.py', 2, '`desk.py` uses Haystack and BeeAI, which are not read yet'],
    ]);
    expect(result.unread).toEqual([
      { framework: 'Haystack', files: ['src/desk.py'] },
      { framework: 'BeeAI', files: ['src/desk.py'] },
    ]);
  });

  it('is reported once at its first import under strict, and ignored there by a comment or the configuration', async () => {
    const reported = async (files: Record<string, string>) =>
      (await lintFiles(files, { preset: 'strict' })).findings.map(
        ({ rule, range, ignored }) =>
          `${rule} ${range.start.line}${ignored ? ` ignored by ${ignored.kind}` : ''}`,
      );
    expect(await reported({ 'desk.py': DESK })).toEqual(['framework/unread 2']);
    const comment = '# agent-lint-ignore framework/unread -- reviewed by hand\n';
    expect(await reported({ 'desk.py': comment + DESK.replace('import os\n', '') })).toEqual([
      'framework/unread 2 ignored by comment',
    ]);
    const ignore = 'ignore: [{ rule: framework/unread, files: "*.py", reason: reviewed by hand }]\n';
    expect(await reported({ 'desk.py': DESK, 'agent-lint.config.yaml': ignore })).toEqual([
      'framework/unread 2 ignored by config',
    ]);
  });

  it('is left alone where the configuration excludes it', async () => {
    expect(await unreadOf({ 'desk.py': DESK, 'agent-lint.config.yaml': 'exclude: ["*.py"]\n' })).toEqual({});
  });

  it('is listed too where it also uses an SDK that is read', async () => {
    const text =
      "import { Agent } from '@openai/agents';\nimport { tool } from 'beeai-framework';\nexport const a = new Agent({ name: 'a' });\n";
    const result = await lintFiles({ 'src/a.ts': text }, { rules: { 'framework/unread': 'warning' } });
    expect(result.files).toEqual([{ path: 'src/a.ts', dialect: 'agents-sdk' }]);
    expect(result.unread).toEqual([{ framework: 'BeeAI', files: ['src/a.ts'] }]);
    expect(
      result.findings.filter(({ rule }) => rule === 'framework/unread').map(({ message }) => message),
    ).toEqual([
      'Some agents in `a.ts` are not checked: it imports BeeAI, which agent-lint does not read yet.',
    ]);
  });
});

const MODEL = 'from langchain_openai import ChatOpenAI\nfrom langchain_core.tools import tool\n';
const REFUND = '@tool\ndef issue_refund(charge: str) -> str:\n    """Refund."""\n    return pay(charge)\n';
const BOUND = 'model = ChatOpenAI(model="gpt-5").bind_tools([issue_refund])\nprint(model.invoke("x"))\n';
const GRAPH = `from langgraph.graph import StateGraph
from langgraph.prebuilt import ToolNode
from desk_tools import issue_refund
from desk_model import answer
desk = StateGraph(dict).add_node("model", answer).add_node("tools", ToolNode([issue_refund])).compile()
print(desk.invoke({}))
`;
const ANSWER =
  'def answer(state):\n    return ChatOpenAI(model="gpt-5").bind_tools([issue_refund]).invoke(state["messages"])\n';
const CLAUDE = "from '@anthropic-ai/claude-agent-sdk';\n";

describe('a call that is not read of a framework that is', () => {
  it.each<[string, string, string, Record<string, string[]>]>([
    ['tools bound to a model', 'a.py', MODEL + REFUND + BOUND, { LangChain: ['a.py'] }],
    ['a model without tools', 'a.py', MODEL + REFUND + BOUND.replace(/\.bind_tools\(.*\)/, ''), {}],
    [
      'tools bound to a model that is passed',
      'a.ts',
      "import { tool } from '@langchain/core/tools';\nconst pay = tool(async () => 'x', { name: 'pay' });\nexport const f = (model: Model) => model.bindTools([pay]).invoke('x');\n",
      { LangChain: ['a.ts'] },
    ],
    [
      'a method of the project with that name',
      'a.py',
      `${MODEL}${REFUND}class Box:\n    def bind_tools(self, tools):\n        return tools\nBox().bind_tools([issue_refund])\n`,
      {},
    ],
    [
      'the same method without LangChain',
      'a.py',
      'from elsewhere import Model\nModel().bind_tools([pay])\n',
      {},
    ],
    [
      'an entrypoint',
      'a.py',
      'from langgraph.func import entrypoint\n@entrypoint()\ndef desk(text: str) -> str:\n    return pay(text)\n',
      { LangChain: ['a.py'] },
    ],
    [
      'a task',
      'a.py',
      'from langgraph.func import task\n@task\ndef refund(text: str) -> str:\n    return pay(text)\n',
      { LangChain: ['a.py'] },
    ],
    [
      'tasks of another library',
      'a.py',
      'from langgraph.graph import END\nfrom prefect import task\n@task\ndef refund(text: str) -> str:\n    return pay(text)\n',
      {},
    ],
    [
      'a graph that nothing compiles',
      'a.py',
      'from langgraph.graph import StateGraph\nbuilder = StateGraph(dict)\nbuilder.add_node("pay", pay)\n',
      { LangChain: ['a.py'] },
    ],
    [
      'a graph',
      'a.py',
      'from langgraph.graph import StateGraph\nbuilder = StateGraph(dict)\nbuilder.add_node("pay", pay)\ndesk = builder.compile()\n',
      {},
    ],
    ...['startup'].map((name): [string, string, string, Record<string, string[]>] => [
      name,
      'a.ts',
      `import { ${name} } ${CLAUDE}export const run = async () => ${name}({});\n`,
      { 'Claude Agent SDK': ['a.ts'] },
    ]),
    [
      'a listing of sessions',
      'a.ts',
      `import { listSessions } ${CLAUDE}export const all = () => listSessions();\n`,
      {},
    ],
    ['startup of the project', 'a.ts', `import { tool } ${CLAUDE}const startup = () => 1;\nstartup();\n`, {}],
  ])('%s', async (_, path, text, expected) => {
    expect(await unreadOf({ [path]: text })).toEqual(expected);
  });

  it('is none where a graph of another file has it', async () => {
    const files = (graph: string) => ({
      'desk_tools.py': `from langchain_core.tools import tool\n${REFUND}`,
      'desk_model.py': `from desk_tools import issue_refund\nfrom langchain_openai import ChatOpenAI\n${ANSWER}`,
      'desk.py': graph,
    });
    expect(await unreadOf(files(GRAPH))).toEqual({});
    expect(await unreadOf(files(GRAPH.replace('.add_node("model", answer)', '')))).toEqual({
      LangChain: ['desk_model.py'],
    });
  });

  it('is named, at the call', async () => {
    const { findings, notAssessed } = await lintFiles(
      { 'a.py': MODEL + REFUND + BOUND },
      { rules: { 'framework/unread': 'warning' } },
    );
    expect(findings.map(({ message, range }) => [range.start.line, message])).toEqual([
      [
        7,
        'Agents in `a.py` are not checked: it uses `bind_tools` of LangChain, which agent-lint does not read yet.',
      ],
    ]);
    expect(notAssessed.map(({ rule, message }) => [rule, message])).toEqual([
      ['framework/unread', '`a.py` uses `bind_tools` of LangChain, which is not read yet'],
      [
        'approval/missing',
        'Whether `issue_refund` requires approval: no agent is seen to take it, so who runs it is not known.',
      ],
    ]);
  });
});
