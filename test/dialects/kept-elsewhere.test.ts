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
