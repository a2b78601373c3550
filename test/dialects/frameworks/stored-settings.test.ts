import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const RULE = 'runtime/stores-state';
const CONFIG = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';

async function stored(file: string, text: string, config = CONFIG): Promise<readonly string[]> {
  const { findings } = await lintFiles({ [file]: text, 'agent-lint.config.yaml': config }, { only: [RULE] });
  return findings.map(({ range: { start }, message }) => `${start.line} ${message.split(', but')[0]}`);
}

const AI = `import { generateText, tool } from 'ai';
import { openai } from '@ai-sdk/openai';
import { z } from 'zod';
const tools = { read: tool({ inputSchema: z.object({}), execute: async () => 'read' }) };
`;
const loop = (options: string) => `${AI.replace('generateText', 'ToolLoopAgent')}
export const a = new ToolLoopAgent({ model: openai('gpt-5'), tools, providerOptions: ${options} });
`;
const text = (options: string) => `${AI}
const r = await generateText({ model: openai('gpt-5'), prompt: 'x', tools, providerOptions: ${options} });
console.log(r.text);
`;
const pydantic = (settings: string, model = '', run = '') => `from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
agent = Agent(OpenAIResponsesModel("gpt-5"${model}), model_settings=OpenAIResponsesModelSettings(${settings}))
agent.run_sync("x"${run})
`;
const langchain = (options: string) => `from langchain.agents import create_agent
from langchain_openai import ChatOpenAI
llm = ChatOpenAI(model="gpt-5", ${options})
agent = create_agent(llm, tools=[])
`;
const langchainJs = (options: string) => `import { createAgent } from 'langchain';
import { ChatOpenAI } from '@langchain/openai';
export const agent = createAgent({ model: new ChatOpenAI({ model: 'gpt-5', ${options} }), tools: [] });
`;

const KEEPS = 'makes the operator keep the response for at least 30 days';
const TURNS = 'makes the operator keep every turn until the conversation is deleted';
const CONTINUES = 'continues a response that the operator has kept';

describe('settings of a model that make the operator keep state', () => {
  it.each([
    [
      'a.ts',
      loop('{ openai: { store: true } }'),
      loop('{ openai: { store: false } }'),
      [`6 \`store\` ${KEEPS}`],
    ],
    [
      'a.ts',
      text("{ openai: { previousResponseId: 'resp_1' } }"),
      text("{ anthropic: { previousResponseId: 'resp_1' } }"),
      [`6 \`previousResponseId\` ${CONTINUES}`],
    ],
    [
      'a.ts',
      text("{ azure: { conversation: 'conv_1' } }"),
      text('{ azure: { conversation: null } }'),
      [`6 \`conversation\` ${TURNS}`],
    ],
    ['a.py', pydantic('openai_store=True'), pydantic('openai_store=False'), [`3 \`openai_store\` ${KEEPS}`]],
    [
      'a.py',
      pydantic('openai_previous_response_id="auto"'),
      pydantic('openai_user="auto"'),
      [`3 \`openai_previous_response_id\` ${CONTINUES}`],
    ],
    [
      'a.py',
      pydantic('', ', settings={"openai_store": True}'),
      pydantic('', ', settings={"openai_store": None}'),
      [`3 \`openai_store\` ${KEEPS}`],
    ],
    [
      'a.py',
      pydantic('', '', ', model_settings={"openai_store": True}'),
      pydantic('', '', ', model_settings={"openai_store": False}'),
      [`4 \`openai_store\` ${KEEPS}`],
    ],
    [
      'a.ts',
      text("{ openai: { conversation: 'conv_1' } }"),
      text('{ openai: { conversation: null } }'),
      [`6 \`conversation\` ${TURNS}`],
    ],
    [
      'a.py',
      pydantic('openai_conversation_id="conv_1"'),
      pydantic('openai_conversation_id=None'),
      [`3 \`openai_conversation_id\` ${TURNS}`],
    ],
    [
      'a.py',
      langchain('model_kwargs={"conversation": "conv_1"}'),
      langchain('model_kwargs={"conversation": None}'),
      [`3 \`conversation\` ${TURNS}`],
    ],
    [
      'a.py',
      langchain('model_kwargs={"previous_response_id": "resp_1"}'),
      langchain('model_kwargs={"previous_response_id": None}'),
      [`3 \`previous_response_id\` ${CONTINUES}`],
    ],
    [
      'a.ts',
      langchainJs("modelKwargs: { conversation: 'conv_1' }"),
      langchainJs('modelKwargs: { conversation: null }'),
      [`3 \`conversation\` ${TURNS}`],
    ],
    [
      'a.ts',
      langchainJs("modelKwargs: { previous_response_id: 'resp_1' }"),
      langchainJs('modelKwargs: { previous_response_id: null }'),
      [`3 \`previous_response_id\` ${CONTINUES}`],
    ],
    ['a.py', langchain('store=True'), langchain('store=False'), [`3 \`store\` ${KEEPS}`]],
    [
      'a.py',
      langchain('use_previous_response_id=True'),
      langchain('use_previous_response_id=False'),
      [`3 \`use_previous_response_id\` ${CONTINUES}`],
    ],
    [
      'a.ts',
      langchainJs('modelKwargs: { store: true }'),
      langchainJs('modelKwargs: { store: false }'),
      [`3 \`store\` ${KEEPS}`],
    ],
  ])('are reported at the option in %s, and not in the twin', async (file, keeping, twin, findings) => {
    expect(await stored(file, keeping)).toEqual(findings);
    expect(await stored(file, twin)).toEqual([]);
    expect(await stored(file, keeping, 'requirements: { needs: [code-first-control] }\n')).toEqual([]);
  });
});
