import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const CONFIG = 'requirements: { zero_data_retention: true, residency: [eu] }\n';

/** What is reported of a program by some rules, as `line:column severity`. */
async function found(file: string, text: string, rule: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text, 'agent-lint.config.yaml': CONFIG });
  return findings
    .filter((one) => one.rule === rule)
    .map(({ range: { start }, severity }) => `${String(start.line)}:${String(start.column)} ${severity}`);
}

describe('a cache of prompts that the operator keeps', () => {
  // Each row: how a framework asks for it, and the value that keeps it in memory.
  it.each<[framework: string, file: string, text: string, at: string]>([
    [
      'OpenAI Agents SDK',
      'a.py',
      'from agents import Agent, ModelSettings, Runner\n\na = Agent(name="a", model_settings=ModelSettings(store=False, prompt_cache_retention="24h"))\nRunner.run_sync(a, "x")\n',
      '3:86 warning',
    ],
    [
      'OpenAI Agents SDK',
      'a.ts',
      'import { Agent, run } from "@openai/agents";\n\nconst a = new Agent({ name: "a", modelSettings: { store: false, promptCacheRetention: "24h" } });\nawait run(a, "x");\n',
      '3:87 warning',
    ],
    [
      'Pydantic AI',
      'a.py',
      'from pydantic_ai import Agent\n\na = Agent("openai-responses:gpt-5", model_settings={"openai_prompt_cache_retention": "24h"})\na.run_sync("x")\n',
      '3:86 warning',
    ],
    [
      'AI SDK',
      'a.ts',
      'import { generateText, tool } from "ai";\nimport { z } from "zod";\n\nconst look = tool({ inputSchema: z.object({}), execute: async () => 1 });\nexport const a = await generateText({ model: "openai/gpt-5", prompt: "x", tools: { look }, providerOptions: { openai: { promptCacheRetention: "24h" } } });\n',
      '5:143 warning',
    ],
    [
      'LangChain',
      'a.py',
      'from langchain.agents import create_agent\nfrom langchain_openai import ChatOpenAI\n\na = create_agent(ChatOpenAI(model="gpt-5", model_kwargs={"prompt_cache_retention": "24h"}), tools=[])\na.invoke({"messages": []})\n',
      '4:84 warning',
    ],
  ])('is reported in %s: %s', async (_, file, text, at) => {
    expect(await found(file, text, 'runtime/may-store-state')).toContain(at);
    const twin = text.replace('"24h"', '"in_memory"');
    expect(await found(file, twin, 'runtime/may-store-state')).not.toContain(at);
  });
});

describe('a response that the operator keeps by default', () => {
  const AI = (model: string, options = '', before = '') =>
    `import { generateText, tool } from "ai";\nimport { openai, createOpenAI } from "@ai-sdk/openai";\nimport { azure } from "@ai-sdk/azure";\nimport { anthropic } from "@ai-sdk/anthropic";\nimport { z } from "zod";\n${before}\nconst look = tool({ inputSchema: z.object({}), execute: async () => 1 });\nexport const a = await generateText({ model: ${model}, prompt: "x", tools: { look }${options} });\n`;
  const MASTRA = (model: string, options = '') =>
    `import { Agent } from "@mastra/core/agent";\nimport { openai } from "@ai-sdk/openai";\nexport const a = new Agent({ name: "a", instructions: "x", model: ${model}${options} });\n`;
  const AGENTS = (options: string, before = '') =>
    `from agents import Agent, ModelSettings, OpenAIResponsesModel, RunConfig, Runner\nfrom agents.extensions.models.litellm_model import LitellmModel\n${before}\na = Agent(name="a"${options})\nRunner.run_sync(a, "x")\n`;
  const AGENTS_TS = (options: string) =>
    `import { Agent, OpenAIChatCompletionsModel, run } from "@openai/agents";\nconst a = new Agent({ name: "a"${options} });\nawait run(a, "x");\n`;
  const PYDANTIC = (model: string, options = '') =>
    `from pydantic_ai import Agent\nfrom pydantic_ai.models.openai import OpenAIResponsesModel\nfrom pydantic_ai.providers.openai import OpenAIProvider\na = Agent(${model}${options})\na.run_sync("x")\n`;
  const CHAIN = (options: string) =>
    `from langchain.agents import create_agent\nfrom langchain_openai import ChatOpenAI\na = create_agent(ChatOpenAI(model="gpt-5"${options}), tools=[])\na.invoke({"messages": []})\n`;
  const CHAIN_TS = (options: string) =>
    `import { createAgent } from "langchain";\nimport { ChatOpenAI } from "@langchain/openai";\nexport const a = createAgent({ model: new ChatOpenAI({ model: "gpt-5"${options} }), tools: [] });\n`;
  const V4 = '{"packages":{"node_modules/ai":{"version":"4.3.19"}}}';

  // Each row: a program that says nothing of it, and twins of which nothing is kept, or nothing is known.
  it.each<[framework: string, file: string, text: string, at: string, twins: string[]]>([
    [
      'AI SDK',
      'a.ts',
      AI('openai("gpt-5")'),
      '8:24',
      [
        AI('openai("gpt-5")', ', providerOptions: { openai: { store: false } }'),
        AI('openai.chat("gpt-5")'),
        AI('anthropic("claude-sonnet-4-5")'),
        AI('mine("gpt-5")', '', 'const mine = createOpenAI({ baseURL: "https://models.example.com/v1" });'),
        AI('openai("gpt-5")', ', providerOptions: settings'),
      ],
    ],
    [
      'AI SDK',
      'a.ts',
      AI('mine("gpt-5")', '', 'const mine = createOpenAI({ apiKey: process.env.KEY });'),
      '8:24',
      [],
    ],
    [
      'AI SDK',
      'a.ts',
      AI('azure("desk")', ', providerOptions: { azure: { user: "x" } }'),
      '8:24',
      [AI('azure("desk")', ', providerOptions: { azure: { store: false } }'), AI('azure.chat("desk")')],
    ],
    [
      'Mastra',
      'a.ts',
      MASTRA('"openai/gpt-5"'),
      '3:18',
      [
        MASTRA('"anthropic/claude-sonnet-4-5"'),
        MASTRA('"openai/gpt-5"', ', defaultOptions: { providerOptions: { openai: { store: false } } }'),
        `${MASTRA('"openai/gpt-5"')}await a.generate("x", { providerOptions: { openai: { store: false } } });\n`,
      ],
    ],
    ['Mastra', 'a.ts', MASTRA('openai("gpt-5")'), '3:18', [MASTRA('openai.chat("gpt-5")')]],
    [
      'OpenAI Agents SDK',
      'a.py',
      AGENTS(', model="gpt-5"'),
      '4:5',
      [
        AGENTS(', model_settings=ModelSettings(store=False)'),
        AGENTS(', model=LitellmModel(model="anthropic/claude-sonnet-4-5")'),
        AGENTS(', model="litellm/anthropic/claude-sonnet-4-5"'),
        AGENTS(', model_settings=SETTINGS'),
        AGENTS('', 'import os\nos.environ["OPENAI_BASE_URL"] = "https://models.example.com/v1"').replace(
          'import os\n',
          'import os; ',
        ),
      ],
    ],
    [
      'OpenAI Agents SDK',
      'a.ts',
      AGENTS_TS(''),
      '2:11',
      [
        AGENTS_TS(', modelSettings: { store: false }'),
        AGENTS_TS(', model: new OpenAIChatCompletionsModel(client, "gpt-5")'),
      ],
    ],
    [
      'Pydantic AI',
      'a.py',
      PYDANTIC('"openai-responses:gpt-5"'),
      '4:5',
      [
        PYDANTIC('"openai-responses:gpt-5"', ', model_settings={"openai_store": False}'),
        PYDANTIC('"openai:gpt-5"'),
        PYDANTIC('"anthropic:claude-sonnet-4-5"'),
      ],
    ],
    [
      'Pydantic AI',
      'a.py',
      PYDANTIC('OpenAIResponsesModel("gpt-5")'),
      '4:5',
      [
        PYDANTIC('OpenAIResponsesModel("gpt-5", settings={"openai_store": False})'),
        PYDANTIC('OpenAIResponsesModel("m", provider=OpenAIProvider(base_url="http://localhost:8000/v1"))'),
      ],
    ],
    [
      'LangChain',
      'a.py',
      CHAIN(', use_responses_api=True'),
      '3:5',
      [
        CHAIN(''),
        CHAIN(', use_responses_api=True, store=False'),
        CHAIN(', use_responses_api=True, base_url=URL'),
      ],
    ],
    ['LangChain', 'a.py', CHAIN(', output_version="responses/v1"'), '3:5', [CHAIN(', output_version="v1"')]],
    [
      'LangChain',
      'a.ts',
      CHAIN_TS(', useResponsesApi: true'),
      '3:18',
      [
        CHAIN_TS(''),
        CHAIN_TS(', useResponsesApi: true, zdrEnabled: true'),
        CHAIN_TS(', useResponsesApi: true, modelKwargs: { store: false }'),
      ],
    ],
  ])('is reported in %s: %s', async (_, file, text, at, twins) => {
    expect(await found(file, text, 'runtime/may-store-state')).toEqual([`${at} warning`]);
    for (const twin of twins) expect(await found(file, twin, 'runtime/may-store-state')).toEqual([]);
  });

  it('is none before the version that stores', async () => {
    const files = {
      'a.ts': AI('openai("gpt-5")'),
      'package-lock.json': V4,
      'agent-lint.config.yaml': CONFIG,
    };
    const { findings } = await lintFiles(files);
    expect(findings.filter(({ rule }) => rule === 'runtime/may-store-state')).toEqual([]);
  });
});

describe('what the operator keeps for an agent', () => {
  const LOOP = (client: string, call: string, before = '') =>
    `${client}\n${before}\nTOOLS = [{"name": "look", "description": "x", "input_schema": {}}]\ndef look():\n    return 1\ndef ask(text, file):\n    answer = ${call}\n    for one in answer.content:\n        if one.type == "tool_use" and one.name == "look":\n            return look()\n`;
  const CLAUDE = (options: string, before = '') =>
    LOOP(
      'from anthropic import Anthropic; client = Anthropic()',
      `client.messages.create(model="m", messages=[text]${options})`,
      before,
    );
  const GEMINI = (config: string, before = '') =>
    LOOP(
      'from google import genai; client = genai.Client()',
      `client.models.generate_content(model="gemini-2.5-pro", contents=text, config={${config}})`,
      before,
    );
  const CHAT = (options: string) =>
    LOOP(
      'from openai import OpenAI; client = OpenAI()',
      `client.chat.completions.create(model="m", messages=[text], tools=TOOLS${options})`,
    );
  const RESPONSE = (before: string) =>
    `from openai import OpenAI; client = OpenAI()\n${before}\nclient.responses.create(model="m", input="x", store=False, tools=[{"type": "web_search"}])\n`;
  const AGENT = (tools: string) =>
    `from agents import Agent, CodeInterpreterTool, FileSearchTool, ModelSettings, Runner, WebSearchTool\na = Agent(name="a", model_settings=ModelSettings(store=False), tools=[${tools}])\nRunner.run_sync(a, "x")\n`;

  it.each<[what: string, text: string, kept: string[], twin: string]>([
    ['a container', CLAUDE(', tools=TOOLS, container="c_1"'), ['7:88 warning'], CLAUDE(', tools=TOOLS')],
    [
      'a container of a tool',
      CLAUDE(', tools=[*TOOLS, {"type": "code_execution_20250825", "name": "code_execution"}]'),
      ['7:89 warning'],
      CLAUDE(', tools=[*TOOLS, {"type": "web_search_20250305", "name": "web_search"}]'),
    ],
    [
      'files',
      CLAUDE(', tools=TOOLS', 'client.beta.files.upload(file=open("a.pdf", "rb"))'),
      ['2:1 warning'],
      CLAUDE(', tools=TOOLS', 'client.beta.files.delete("f_1")'),
    ],
    [
      'a batch',
      CLAUDE(', tools=TOOLS', 'client.messages.batches.create(requests=[])'),
      ['2:1 warning'],
      CLAUDE(', tools=TOOLS', 'client.messages.count_tokens(messages=[])'),
    ],
    ['a cache', GEMINI('"tools": TOOLS, "cached_content": "c"'), ['7:126 warning'], GEMINI('"tools": TOOLS')],
    [
      'grounding',
      GEMINI('"tools": [*TOOLS, {"google_search": {}}]'),
      ['7:128 warning'],
      GEMINI('"tools": [*TOOLS, {"url_context": {}}]'),
    ],
    [
      'an interaction',
      GEMINI('"tools": TOOLS', 'client.interactions.create(model="m", input="x")'),
      ['2:1 warning'],
      GEMINI('"tools": TOOLS', 'client.interactions.create(model="m", input="x", store=False)'),
    ],
    ['a cache of prompts', CHAT(', prompt_cache_retention="24h"'), ['7:109 warning'], CHAT(', store=False')],
    [
      'a vector store',
      RESPONSE('client.vector_stores.create(name="docs")'),
      ['2:1 warning'],
      RESPONSE('client.vector_stores.retrieve("vs_1")'),
    ],
    [
      'files of tools',
      AGENT('FileSearchTool([]), CodeInterpreterTool({})'),
      ['2:71 warning', '2:91 warning'],
      AGENT('WebSearchTool()'),
    ],
  ])('is reported: %s', async (_, text, kept, twin) => {
    expect(await found('a.py', text, 'runtime/may-store-state')).toEqual(kept);
    expect(await found('a.py', twin, 'runtime/may-store-state')).toEqual([]);
  });

  it('is an error where a chat completion is stored on purpose', async () => {
    expect(await found('a.py', CHAT(', store=True'), 'runtime/stores-state')).toEqual(['7:92 error']);
    expect(await found('a.py', CHAT(', store=False'), 'runtime/stores-state')).toEqual([]);
  });
});

describe('the id of a model', () => {
  it.each([
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', '3:3 error'],
    ['bedrock/global.anthropic.claude-sonnet-4-20250514-v1:0', '3:3 error'],
    ['apac.amazon.nova-pro-v1:0', '3:3 error'],
    ['eu.anthropic.claude-sonnet-4-20250514-v1:0', '1:10 warning'],
    ['anthropic.claude-sonnet-4-20250514-v1:0', '1:10 warning'],
  ])('says where it runs: %s', async (model, level) => {
    const text = `runtime: framework\nagents:\n  desk: { model: "${model}", tools: [] }\n`;
    expect(await found('a.agent.yaml', text, 'runtime/own-controls')).toEqual([level]);
  });
});

describe('the call that makes a model', () => {
  const CHAIN = (made: string) =>
    `from langchain.agents import create_agent\nfrom langchain_aws import ChatBedrockConverse\nfrom langchain_google_vertexai import ChatVertexAI\na = create_agent(${made}, tools=[])\na.invoke({"messages": []})\n`;
  const AI = (model: string, before = '') =>
    `import { generateText, tool } from "ai"; import { z } from "zod";\nimport { bedrock } from "@ai-sdk/amazon-bedrock"; import { createVertex } from "@ai-sdk/google-vertex";\n${before}\nconst look = tool({ inputSchema: z.object({}), execute: async () => 1 });\nexport const a = await generateText({ model: ${model}, prompt: "x", tools: { look } });\n`;
  const LOOP = (client: string) =>
    `from anthropic import AnthropicVertex\nfrom google import genai\nimport boto3\nclient = ${client}\ndef look():\n    return 1\ndef ask(text):\n    answer = client.messages.create(model="m", messages=[text], tools=[{"name": "look", "input_schema": {}}])\n    for one in answer.content:\n        if one.name == "look":\n            return look()\n`;

  it.each<[file: string, text: string, at: string, twin: string]>([
    [
      'a.py',
      CHAIN('ChatBedrockConverse(model="us.anthropic.claude-sonnet-4-5-v1:0")'),
      '4:44',
      CHAIN('ChatBedrockConverse(model="eu.anthropic.claude-sonnet-4-5-v1:0")'),
    ],
    [
      'a.py',
      CHAIN('ChatBedrockConverse(model="amazon.nova-pro-v1:0", region_name="us-east-1")'),
      '4:80',
      CHAIN('ChatBedrockConverse(model="amazon.nova-pro-v1:0", region_name="eu-central-1")'),
    ],
    [
      'a.py',
      CHAIN('ChatVertexAI(model="gemini-2.5-pro", location="global")'),
      '4:64',
      CHAIN('ChatVertexAI(model="gemini-2.5-pro", location="europe-west4")'),
    ],
    [
      'a.ts',
      AI('bedrock("global.anthropic.claude-sonnet-4-5-v1:0")'),
      '5:54',
      AI('bedrock("eu.anthropic.claude-sonnet-4-5-v1:0")'),
    ],
    [
      'a.ts',
      AI('vertex("gemini-2.5-pro")', 'const vertex = createVertex({ project: "p", location: "global" });'),
      '3:55',
      AI(
        'vertex("gemini-2.5-pro")',
        'const vertex = createVertex({ project: "p", location: "europe-west4" });',
      ),
    ],
    [
      'a.py',
      LOOP('AnthropicVertex(region="global", project_id="p")'),
      '4:33',
      LOOP('AnthropicVertex(region="europe-west1", project_id="p")'),
    ],
  ])('says where it runs: %s', async (file, text, at, twin) => {
    expect(await found(file, text, 'runtime/own-controls')).toEqual([`${at} error`]);
    expect((await found(file, twin, 'runtime/own-controls')).filter((one) => one.endsWith('error'))).toEqual(
      [],
    );
  });
});

describe('traces in the store of a vendor', () => {
  const CHAIN = (made: string) =>
    `from langchain.agents import create_agent\nfrom langfuse.langchain import CallbackHandler\na = create_agent("m", tools=[])\na.invoke({"messages": []}, {"callbacks": [${made}]})\n`;
  const MASTRA = (made: string) =>
    `import { Agent } from "@mastra/core/agent"; import { Mastra } from "@mastra/core";\nimport { CloudExporter, DefaultExporter, Observability } from "@mastra/observability";\nexport const a = new Agent({ name: "a", instructions: "x", model: "m/x" });\nexport const mastra = new Mastra({ agents: { a }, observability: new Observability({ configs: { own: { serviceName: "a", exporters: [new ${made}()] } } }) });\n`;

  it.each<[what: string, files: Record<string, string>, conflicts: string[]]>([
    [
      'by its address',
      { 'a.py': CHAIN('CallbackHandler(host="https://us.cloud.langfuse.com")') },
      ['4:43 error'],
    ],
    ['of the project', { 'a.py': CHAIN('CallbackHandler(host="https://traces.example.com")') }, []],
    ['of nobody that is known', { 'a.py': CHAIN('CallbackHandler()') }, []],
    [
      'by the environment',
      { 'a.py': CHAIN('CallbackHandler()'), '.env': 'LANGFUSE_BASE_URL=https://cloud.langfuse.com\n' },
      ['4:43 error'],
    ],
    [
      'of the project, by the environment',
      { 'a.py': CHAIN('CallbackHandler()'), '.env': 'LANGFUSE_HOST=http://localhost:3000\n' },
      [],
    ],
    ['of Mastra', { 'a.ts': MASTRA('CloudExporter') }, ['4:134 error']],
    ['of the project, in Mastra', { 'a.ts': MASTRA('DefaultExporter') }, []],
  ])('are reported %s', async (_, files, conflicts) => {
    const { findings } = await lintFiles({ ...files, 'agent-lint.config.yaml': CONFIG });
    const own = findings.filter(({ rule }) => rule === 'tracing/retention-conflict');
    expect(own.map(({ range: { start }, severity }) => `${start.line}:${start.column} ${severity}`)).toEqual(
      conflicts,
    );
  });

  it('are listed where it is not known who runs the store', async () => {
    const { notAssessed } = await lintFiles({
      'a.py': CHAIN('CallbackHandler()'),
      'agent-lint.config.yaml': CONFIG,
    });
    expect(
      notAssessed.filter(({ rule }) => rule === 'tracing/retention-conflict').map(({ message }) => message),
    ).toEqual([
      'Whether `CallbackHandler` records inputs and outputs: who runs Langfuse is not known: `LANGFUSE_BASE_URL` is not stated.',
    ]);
  });
});

describe('a key that a bundler writes into a page', () => {
  const page = (key: string, isOpen: boolean) =>
    `import OpenAI from "openai";\nconst client = new OpenAI({ apiKey: ${key}, dangerouslyAllowBrowser: ${String(isOpen)} });\nexport const ask = (text: string) =>\n  client.responses.create({ model: "gpt-5", input: text, tools: [{ type: "web_search" }] });\n`;

  it.each<[key: string, isOpen: boolean, levels: string[]]>([
    ['process.env.NEXT_PUBLIC_OPENAI_API_KEY', true, ['2:37 error']],
    ['import.meta.env.VITE_OPENAI_API_KEY', true, ['2:37 error']],
    ['process.env.REACT_APP_KEY', true, ['2:37 error']],
    ['process.env.OPENAI_API_KEY', true, []],
    ['process.env.NEXT_PUBLIC_OPENAI_API_KEY', false, []],
  ])('%s, in a browser: %s', async (key, isOpen, levels) => {
    expect(await found('a.ts', page(key, isOpen), 'mcp/literal-secret')).toEqual(levels);
  });
});
