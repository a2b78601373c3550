import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Severity and the last words of what is said of tracing that is switched off. */
async function switchedOff(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'tracing/disabled')
    .map(({ severity, message, related }) => {
      const why = /because (.*)\.$/.exec(message)?.[1] ?? / is recorded\. (.*)\.$/.exec(message)?.[1];
      const at = related.map(({ file, range }) => `${file}:${range.start.line}`);
      return [severity, ...(why === undefined ? [] : [why]), ...at].join(' | ');
    });
}

const python = (head: string, agent: string): Record<string, string> => ({
  'main.py': `from agents import Agent, AsyncOpenAI, OpenAIChatCompletionsModel, RunConfig, Runner, set_tracing_disabled
${head}
set_tracing_disabled(True)
desk = Agent(name="Desk"${agent})
Runner.run_sync(desk, "Hello")
`,
});

const typescript = (head: string, agent: string): Record<string, string> => ({
  'main.ts': `import { Agent, run, setDefaultOpenAIClient, setTracingDisabled } from '@openai/agents';
${head}
setTracingDisabled(true);
const desk = new Agent({ name: 'Desk'${agent} });
await run(desk, 'Hello');
`,
});

const OWN = 'The model is a class (`FakeModel`) of this project, so the default exporter may have no key';
const OWN_MODEL = `from agents import Model
class FakeModel(Model):
    def __init__(self, answers):
        self.answers = answers
    async def get_response(self, *args, **kwargs):
        return self.answers.pop(0)
`;

describe('tracing that is switched off beside the models of another vendor is a warning', () => {
  it.each([
    [
      'a client with an address',
      python(
        'client = AsyncOpenAI(api_key="x", base_url="https://generativelanguage.googleapis.com/v1beta/openai/")',
        ', model=OpenAIChatCompletionsModel(model="gemini-2.5-flash", openai_client=client)',
      ),
      'the models come from `generativelanguage.googleapis.com` | main.py:2',
    ],
    [
      'an address that is computed',
      python('import os\nclient = AsyncOpenAI(base_url=os.environ["BASE_URL"])', ', model="some-model"'),
      'the model client has an address of its own | main.py:3',
    ],
    [
      'a model of LiteLLM',
      python(
        'from agents.extensions.models.litellm_model import LitellmModel',
        ', model=LitellmModel(model="anthropic/claude-sonnet-4")',
      ),
      'the models come from another vendor (`LitellmModel`) | main.py:4',
    ],
    [
      'a name that LiteLLM resolves',
      python('', ', model="litellm/gemini/gemini-2.5-flash"'),
      "the model is another vendor's (`litellm/gemini/gemini-2.5-flash`) | main.py:4",
    ],
    [
      'a client of Azure',
      python(
        'from agents import set_default_openai_client\nfrom openai import AsyncAzureOpenAI\nset_default_openai_client(AsyncAzureOpenAI())',
        ', model="gpt-5"',
      ),
      'the models come from another vendor (`AsyncAzureOpenAI`) | main.py:4',
    ],
    [
      'a default client in TypeScript, whatever its models are called',
      typescript(
        "import OpenAI from 'openai';\nsetDefaultOpenAIClient(new OpenAI({ baseURL: 'https://openrouter.ai/api/v1' }));",
        ", model: 'openai/gpt-5'",
      ),
      'the models come from `openrouter.ai` | main.ts:3',
    ],
    [
      'a model of the AI SDK',
      typescript(
        "import { aisdk } from '@openai/agents-extensions';\nimport { anthropic } from '@ai-sdk/anthropic';",
        ", model: aisdk(anthropic('claude-sonnet-4'))",
      ),
      'the models come from another vendor (`aisdk`) | main.ts:5',
    ],
    [
      'settings of the run',
      python('config = RunConfig(model="litellm/deepseek/deepseek-chat")', ''),
      "the model is another vendor's (`litellm/deepseek/deepseek-chat`) | main.py:2",
    ],
    [
      'a client that another module makes',
      {
        ...python(
          'from llm import client',
          ', model=OpenAIChatCompletionsModel(model="m", openai_client=client)',
        ),
        'llm.py':
          'from openai import AsyncOpenAI\nclient = AsyncOpenAI(base_url="http://localhost:11434/v1")\n',
      },
      'the models come from `localhost` | llm.py:2',
    ],
    [
      'a class of the project that extends the model of the SDK',
      {
        ...python('from fakes import FakeModel', ', model=FakeModel(["Hello"])'),
        'fakes.py': OWN_MODEL,
      },
      `${OWN} | main.py:4`,
    ],
    [
      'a class of the project that a function is given',
      {
        'main.py': `${OWN_MODEL}
from agents import Agent, Runner, set_tracing_disabled
def build(model):
    return Agent(name="Built", model=model)
set_tracing_disabled(True)
Runner.run_sync(build(FakeModel([])), "Hello")
`,
      },
      `${OWN} | main.py:12`,
    ],
    [
      'a provider of the project, for a run',
      python(
        'from agents import ModelProvider\nclass Local(ModelProvider):\n    def get_model(self, name):\n        return load(name)\nconfig = RunConfig(model_provider=Local())',
        '',
      ),
      'The model is a class (`Local`) of this project, so the default exporter may have no key | main.py:6',
    ],
    [
      'a scripted model of the SDK',
      python('from agents.testing import ScriptedModel', ', model=ScriptedModel(["Hello"])'),
      'No vendor answers here (`ScriptedModel`), so the default exporter may have no key | main.py:4',
    ],
    [
      'a class of the project in TypeScript',
      typescript(
        "import type { Model } from '@openai/agents';\nclass FakeModel implements Model {\n  async getResponse() { return answer; }\n  async *getStreamedResponse() { yield answer; }\n}",
        ', model: new FakeModel()',
      ),
      `${OWN} | main.ts:8`,
    ],
    [
      'an object of the project',
      typescript(
        'const fake = { async getResponse() { return answer; }, async *getStreamedResponse() { yield answer; } };',
        ', model: fake',
      ),
      'The model is an object of this project, so the default exporter may have no key | main.ts:2',
    ],
    [
      'the environment of the client',
      { ...python('', ''), '.env': 'OPENAI_BASE_URL=https://api.groq.com/openai/v1\n' },
      'the models come from `api.groq.com` | .env:1',
    ],
  ])('%s', async (_, files, why) => {
    expect(await switchedOff(files)).toEqual([`warning | ${why}`]);
  });
});

describe('tracing that is switched off stays an error', () => {
  it.each([
    ['where nothing names another vendor', python('', ', model="gpt-5"')],
    [
      'beside a client of the SDK’s own vendor',
      python('client = AsyncOpenAI(base_url="https://eu.api.openai.com/v1")', ''),
    ],
    [
      'beside a variable that falls back to it',
      python('import os\nclient = AsyncOpenAI(base_url=os.getenv("BASE", "https://api.openai.com/v1"))', ''),
    ],
    ['beside an address that is left out', python('client = AsyncOpenAI(base_url=None)', '')],
    [
      'beside LiteLLM with a model of the SDK’s own vendor',
      python(
        'from agents.extensions.models.litellm_model import LitellmModel',
        ', model=LitellmModel(model="openai/gpt-5")',
      ),
    ],
    [
      'where another agent of the system has a model of the SDK’s own vendor',
      python(
        'from agents.extensions.models.litellm_model import LitellmModel\nback = Agent(name="Back", model=LitellmModel(model="groq/llama"))',
        ', model="gpt-5", handoffs=[back]',
      ),
    ],
    [
      'where the exporter has a key of its own',
      python(
        'import os\nfrom agents import set_tracing_export_api_key\nclient = AsyncOpenAI(base_url="https://openrouter.ai/api/v1")\nset_tracing_export_api_key(os.environ["TRACES"])',
        '',
      ),
    ],
    [
      'beside a class of the project that passes on to a model of the SDK',
      python(
        'from agents import Model, OpenAIProvider\nclass Recording(Model):\n    def __init__(self, name):\n        self.inner = OpenAIProvider().get_model(name)\n    async def get_response(self, *args):\n        return await self.inner.get_response(*args)',
        ', model=Recording("m")',
      ),
    ],
    [
      'beside a class of the project that is given one',
      python(
        `${OWN_MODEL}`,
        ', model=FakeModel(OpenAIChatCompletionsModel(model="m", openai_client=AsyncOpenAI()))',
      ),
    ],
    ['beside a class of the project that is given its name', python(OWN_MODEL, ', model=FakeModel("gpt-5")')],
    [
      'beside a class that extends a model of the SDK',
      python(
        'class Loud(OpenAIChatCompletionsModel):\n    async def get_response(self, *args):\n        return await super().get_response(*args)\n    def stream_response(self, *args):\n        return super().stream_response(*args)',
        ', model=Loud(model=NAME, openai_client=AsyncOpenAI())',
      ),
    ],
    [
      'beside an agent that takes the default model',
      python(`${OWN_MODEL}back = Agent(name="Back", model=FakeModel([]))`, ', handoffs=[back]'),
    ],
    [
      'beside another class of the project',
      python('class Names:\n    def get_response(self):\n        return 1', ', model=Names()'),
    ],
    [
      'beside a client that only a test makes',
      {
        ...python('', ''),
        'tests/test_main.py':
          'from openai import AsyncOpenAI\nfrom main import desk\nclient = AsyncOpenAI(base_url="http://localhost:1")\n',
      },
    ],
  ])('%s', async (_, files) => {
    expect(await switchedOff(files)).toEqual(['error']);
  });
});

describe('a switch in the environment', () => {
  const program =
    'from agents import Agent, Runner\ndesk = Agent(name="Desk")\nRunner.run_sync(desk, "Hello")\n';

  it.each([
    ['.env', 'OPENAI_AGENTS_DISABLE_TRACING=1\n'],
    ['Dockerfile', 'FROM python:3.13\nENV OPENAI_AGENTS_DISABLE_TRACING=1\n'],
    ['compose.yaml', 'services:\n  desk: { build: ., environment: [OPENAI_AGENTS_DISABLE_TRACING=1] }\n'],
  ])('in %s is removed there, and attested for the program', async (name, text) => {
    const { findings } = await lintFiles({ 'main.py': program, [name]: text });
    const [found] = findings.filter(({ rule }) => rule === 'tracing/disabled');
    expect(found?.file).toBe(name);
    expect(found?.remediation).toBe(
      'Remove this line. If `main.py` is traced by other means, claim it in agent-lint.config.yaml under `attestations`, with your own `reason`: `- { files: ./main.py, controls: { tracing: { sink: webhooks } }, reason: "" }`.',
    );
  });
});
