import { describe, expect, it } from 'vitest';
import { notebook } from './notebook.js';
import { folderWith, inTurn, runCli } from './run-cli.js';

const GRAPH = "import { Crew } from 'beeai-framework/agents';\nexport const graph = new Crew({});\n";
const DESK = 'from beeai_framework.agents.react import ReActAgent\n\ndesk = ReActAgent(llm=llm)\n';
const AGENT = JSON.stringify({ agent: { model: 'm', instructions: 'Answer.' } });

describe('programs of frameworks that are not read yet', () => {
  it('are named by a search that finds nothing else, which ends with 4', async () => {
    const run = await runCli(folderWith({ 'src/graph.ts': GRAPH, 'desk.py': DESK }), ['check']);
    expect(run.status).toBe(4);
    expect(run.stdout).toBe(`0 errors, 0 warnings, 0 infos in 0 files, 0 agent systems
Not checked: 2 files use a framework that is not read yet
  - BeeAI: desk.py, src/graph.ts
Next: review them by hand, and leave out what was reviewed with \`exclude\`. --fail-on-unread ends
with status 1 while any is left.
`);
    expect(run.stderr).toBe(
      'agent-lint: No agent configuration found among 2 files. agent-lint inspect --files gives the reason for each.\n',
    );
  });

  it('are named on standard error where the report is written to a file', async () => {
    const run = await runCli(folderWith({ 'desk.py': DESK }), [
      'check',
      '--format',
      'json',
      '-o',
      'report.json',
    ]);
    expect(run.status).toBe(4);
    expect(run.stderr.split('\n')[1]).toBe(
      'agent-lint: Not checked: 1 file uses a framework that is not read yet (BeeAI: desk.py). Next: review them by hand, and leave out what was reviewed with `exclude`. --fail-on-unread ends with status 1 while any is left.',
    );
  });

  it('are named once where they are the named file', async () => {
    const run = await runCli(folderWith({ 'desk.py': DESK }), ['desk.py']);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('  - BeeAI: desk.py\n');
    expect(run.stderr).toBe('agent-lint: No agent configuration found in the named files.\n');
  });

  it('are listed beside what is read, in the report and in the inventory', async () => {
    const folder = folderWith({ 'desk.py': DESK, 'front.agent.json': AGENT });
    const report = JSON.parse((await runCli(folder, ['check', '--format', 'json'])).stdout);
    expect(report.unread).toEqual([{ framework: 'BeeAI', files: ['desk.py'] }]);
    expect(report.summary.notAssessed).toBe(report.notAssessed.length);
    expect(report.notAssessed.filter((one: { file: string }) => one.file === 'desk.py')).toHaveLength(1);
    const inventory = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
    expect(inventory.unread).toEqual([{ framework: 'BeeAI', files: ['desk.py'] }]);
    expect(inventory.files[0]).toEqual({
      path: 'desk.py',
      dialect: null,
      reason: 'uses BeeAI, which is not read yet',
    });
    expect((await runCli(folder, ['inspect'])).stdout).toContain('\n\nNot read yet\n  BeeAI: desk.py\n\n');
  });
});

/** What a folder leaves unread, by the name of the framework or client. */
async function unreadOf(files: Record<string, string>): Promise<Record<string, string[]>> {
  const { unread } = JSON.parse((await runCli(folderWith(files), ['inspect', '--format', 'json'])).stdout);
  return Object.fromEntries(
    unread.map((one: { framework: string; files: string[] }) => [one.framework, one.files]),
  );
}

describe('programs that give a client of models a list of tools', () => {
  it('are read as loops by hand, in both languages', async () => {
    const programs = {
      'chat.py':
        'from openai import OpenAI\n\nclient = OpenAI()\n\n\ndef ask(tools):\n    return client.chat.completions.create(model="m", messages=[], tools=tools)\n',
      'chat.ts':
        "import OpenAI from 'openai';\nconst client = new OpenAI();\nexport const run = client.beta.chat.completions.runTools({ model: 'm', messages: [], tools });\n",
      'groq_chat.py':
        'from groq import Groq\nGroq().chat.completions.create(model="m", messages=[], tools=[{}])\n',
      'claude.py':
        'import anthropic\n\n\nclass Desk:\n    def __init__(self):\n        self.client = anthropic.Anthropic()\n\n    def ask(self):\n        with self.client.messages.stream(model="m", max_tokens=9, messages=[], tools=[{}]) as s:\n            return s\n',
      'claude.ts':
        "import Anthropic from '@anthropic-ai/sdk';\nconst client = new Anthropic();\nexport const run = (tools: Anthropic.Tool[]) => client.messages.create({ model: 'm', max_tokens: 9, messages: [], tools });\n",
      'gemini.py':
        'from google import genai\nfrom google.genai import types\n\ngenai.Client().models.generate_content(\n    model="m", contents="q", config=types.GenerateContentConfig(tools=[refund])\n)\n',
      'gemini.ts':
        "import { GoogleGenAI } from '@google/genai';\nawait new GoogleGenAI({}).models.generateContent({ model: 'm', contents: 'q', config: { tools: [{}] } });\n",
      'converse.py':
        'import boto3\n\nboto3.client("bedrock-runtime").converse(modelId="m", messages=[], toolConfig={"tools": [{}]})\n',
      'converse.ts':
        "import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';\nawait new BedrockRuntimeClient({}).send(new ConverseCommand({ modelId: 'm', toolConfig: { tools } }));\n",
      'mistral.ts':
        "import { Mistral } from '@mistralai/mistralai';\nawait new Mistral({}).chat.complete({ model: 'm', messages: [], tools: [{}] });\n",
      'local.py': 'from ollama import chat\n\nchat(model="m", messages=[], tools=[refund])\n',
      'lite.py': 'import litellm\n\nlitellm.completion(model="m", messages=[], tools=[{}])\n',
    };
    const folder = folderWith(programs);
    const { systems, unread } = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
    expect(systems.map((one: { dialect: string; file: string }) => `${one.dialect} ${one.file}`)).toEqual(
      Object.keys(programs)
        .sort()
        .map((file) => `client-loop ${file}`),
    );
    expect(unread).toEqual([]);
  });

  it('are listed by the client where that is not read yet', async () => {
    expect(
      await unreadOf({
        'chat.py': 'import cohere\n\ncohere.Client().chat(model="m", message="q", tools=[{}])\n',
        'chat.ts':
          "import { CohereClient } from 'cohere-ai';\nawait new CohereClient().chat({ message: 'q', tools: [{}] });\n",
      }),
    ).toEqual({ 'Cohere chat': ['chat.py', 'chat.ts'] });
  });

  it('are read where the client comes from another file', async () => {
    const folder = folderWith({
      'client.ts': "import OpenAI from 'openai';\nexport const client = new OpenAI();\n",
      'ask.ts':
        "import { client } from './client';\nexport const ask = () => client.chat.completions.create({ model: 'm', messages: [], tools: TOOLS });\n",
    });
    const { systems } = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
    expect(systems.map((one: { file: string }) => one.file)).toEqual(['ask.ts']);
  });

  it('are not listed without tools, for a comment or text, or for another method of that name', async () => {
    expect(
      await unreadOf({
        'none.py':
          'from openai import OpenAI\n# client.chat.completions.create(tools=TOOLS)\nclient = OpenAI()\nclient.chat.completions.create(model="m", messages=[])\nclient.chat.completions.create(model="m", messages=[], tools=[])\nclient.chat.completions.create(model="m", messages=[], tools=None)\n',
        'text.ts':
          "import OpenAI from 'openai';\nexport const doc = 'client.chat.completions.create({ tools })';\n",
        'sms.py': 'from twilio.rest import Client\n\nClient().messages.create(to="1", body="buy tools")\n',
        'own.py':
          'def converse(toolConfig):\n    return toolConfig\n\n\nconverse(toolConfig={"tools": [{}]})\n',
        'mine.ts': "import { chat } from './chat-window';\nchat({ tools: [1] });\n",
      }),
    ).toEqual({});
  });

  it('are reported at the import where the rule is on', async () => {
    const folder = folderWith({
      'chat.py': 'import os\nimport cohere\n\ncohere.Client().chat(model="m", message="q", tools=[{}])\n',
    });
    const { findings } = JSON.parse(
      (await runCli(folder, ['check', '--rule', 'framework/unread=warning', '--format', 'json'])).stdout,
    );
    expect(findings).toMatchObject([
      {
        rule: 'framework/unread',
        range: { start: { line: 2, column: 1 } },
        message:
          'Agents in `chat.py` are not checked: it uses Cohere chat, which agent-lint does not read yet.',
      },
    ]);
  });
});

describe('notebooks', () => {
  const DESKS = notebook([
    '%pip install beeai-framework\nimport os\n',
    '# the desk\nfrom beeai_framework.agents import ReActAgent\n!ls',
  ]);

  it('with a framework that is not read are reported at the line of the file, with cell and line', async () => {
    const folder = folderWith({ 'desk.ipynb': DESKS, 'agents.py': 'class Agent: ...\n' });
    const run = await runCli(folder, ['check', '--preset', 'strict', '--format', 'json']);
    const { findings, notAssessed, unread } = JSON.parse(run.stdout);
    expect(unread).toEqual([{ framework: 'BeeAI', files: ['desk.ipynb'] }]);
    const line = DESKS.split('\n').findIndex((one) => one.includes('from beeai_framework')) + 1;
    expect(findings).toMatchObject([
      {
        rule: 'framework/unread',
        range: { start: { line, column: 6 }, cell: { number: 2, line: 2 } },
        message:
          'Cell 2, line 2: Agents in `desk.ipynb` are not checked: it imports BeeAI, which agent-lint does not read yet.',
      },
    ]);
    expect(notAssessed.map((one: { message: string }) => one.message)).toEqual([
      'Cell 2, line 2: `desk.ipynb` uses BeeAI, which is not read yet',
    ]);
  });

  it('are not listed for text, output, shell cells, other languages or a module of the project', async () => {
    expect(
      await unreadOf({
        'text.ipynb': notebook(['from beeai_framework.agents import ReActAgent\n', 'import os'], {
          text: [0],
        }),
        'output.ipynb': notebook(['import os\n'], { printed: 'import beeai_framework\n' }),
        'shell.ipynb': notebook(['import os', '%%bash\nimport beeai_framework\n']),
        'julia.ipynb': notebook(['import beeai_framework'], { language: 'julia' }),
        'beeai_framework.py': 'class Agent: ...\n',
        'local.ipynb': notebook(['from beeai_framework import ReActAgent']),
      }),
    ).toEqual({});
  });
});

describe('--fail-on-unread', () => {
  const FILES = { 'desk.py': DESK, 'front.agent.json': AGENT };

  it('ends with 1, and the summary counts the files', async () => {
    const folder = folderWith(FILES);
    const args = ['check', '--fail-on', 'never', '--format', 'json'];
    expect((await runCli(folder, args)).status).toBe(0);
    const run = await runCli(folder, [...args, '--fail-on-unread']);
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout).summary.unread).toBe(1);
    expect((await runCli(folder, [...args, '--fail-on-unread', '--exit-zero'])).status).toBe(0);
    expect((await runCli(folder, [...args, '--fail-on-unread', '--exclude', 'desk.py'])).status).toBe(0);
  });

  it('ends with 1 where nothing is read', async () => {
    expect((await runCli(folderWith({ 'desk.py': DESK }), ['--fail-on-unread', '--allow-none'])).status).toBe(
      1,
    );
  });

  it('is a setting of the configuration, which a nearer one switches off', async () => {
    const args = ['check', '--fail-on', 'never'];
    const on = { ...FILES, 'agent-lint.config.yaml': 'fail_on_unread: true\n' };
    expect((await runCli(folderWith(on), args)).status).toBe(1);
    const nested = {
      'agent-lint.config.yaml': 'fail_on_unread: true\n',
      'lab/agent-lint.config.yaml': 'fail_on_unread: false\n',
      'lab/desk.py': DESK,
      'front.agent.json': AGENT,
    };
    expect((await runCli(folderWith(nested), args)).status).toBe(0);
  });

  it('is a setting of a policy, which the repository does not switch off', async () => {
    const folder = folderWith({
      'policy.yaml': 'fail_on_unread: true\n',
      'repo/agent-lint.config.yaml': 'fail_on_unread: false\n',
      'repo/desk.py': DESK,
      'repo/front.agent.json': AGENT,
    });
    const args = ['check', '--fail-on', 'never', 'repo', '--policy', 'policy.yaml'];
    expect((await runCli(folder, args)).status).toBe(1);
  });

  it('holds for merged reports', async () => {
    const folder = folderWith({ ...FILES, 'agent-lint.config.yaml': 'fail_on_unread: true\n' });
    const shards = await inTurn([1, 2], async (index) => {
      const file = `shard-${index}.json`;
      await runCli(folder, ['check', '--shard', `${index}/2`, '--format', 'json', '-o', file]);
      return file;
    });
    expect((await runCli(folder, ['merge', ...shards, '--fail-on', 'never'])).status).toBe(1);
  });
});
