import { describe, expect, it } from 'vitest';
import { lintProject } from '../../../src/index.js';
import { folderWith } from '../../cli/run-cli.js';

/** The models whose loops are not read, with their files; nothing of these programs is an agent. */
async function unreadIn(files: Record<string, string>): Promise<string[]> {
  const { unread, systems } = await lintProject({ cwd: folderWith(files), asOf: '2026-11-20' });
  expect(systems).toEqual([]);
  return unread.map((one) => `${one.framework}: ${one.files.join(', ')}`);
}

const GENERATE = `import json, os, shutil, subprocess
import requests

HOST = os.environ["HOST"]

def ask(prompt):
    reply = requests.post(f"{HOST}/api/generate", json={"model": "m", "prompt": prompt, "stream": False})
    return json.loads(reply.json()["response"])
`;
const CHAT = `import OpenAI from 'openai';
import { execSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const client = new OpenAI();
async function ask(content: string) {
  const reply = await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content }] });
  return reply.choices[0].message.content ?? '';
}
`;

const UNREAD: Record<string, readonly [string, Record<string, string>]> = {
  'runs a command of the answer': [
    'Ollama generate: desk.py',
    { 'desk.py': `${GENERATE}\nsubprocess.run(ask("go")["command"], shell=True)\n` },
  ],
  'deletes what an answer picks, in another file': [
    'Ollama generate: llm.py',
    {
      'llm.py': GENERATE,
      'desk.py':
        'import shutil\nfrom llm import ask\n\ndef main(text):\n    step = ask(text)\n    if step["tool"] == "wipe":\n        shutil.rmtree(step["path"])\n',
    },
  ],
  'calls the function that an answer names': [
    'OpenAI chat completions: desk.py',
    {
      'desk.py':
        'import json, shutil\nfrom openai import OpenAI\n\nclass Model:\n    def __init__(self):\n        self.client = OpenAI()\n\n    def ask(self, text):\n        return self.client.chat.completions.create(model="m", messages=[text]).choices[0].message.content\n\ndef wipe(path):\n    shutil.rmtree(path)\n\ndef look(path):\n    return path\n\nSTEPS = {"wipe": wipe, "look": look}\nplan = json.loads(Model().ask("go"))\nSTEPS[plan["tool"]](**plan["args"])\n',
    },
  ],
  'runs code that a client answers': [
    'OpenAI chat completions: desk.py',
    {
      'desk.py':
        'from openai import OpenAI\n\nreply = OpenAI().chat.completions.create(model="m", messages=[])\nexec(reply.choices[0].message.content)\n',
    },
  ],
  'runs a command of an answer that is parsed': [
    'OpenAI chat completions: desk.ts',
    {
      'desk.ts': `${CHAT}
export async function step(goal: string) {
  const plan = JSON.parse(await ask(goal));
  if (plan.tool === 'shell') return execSync(plan.input).toString();
  return plan.answer;
}
`,
    },
  ],
  'sends a body with tools that nobody is seen to state': [
    'Anthropic messages: llm.py',
    {
      'llm.py': `class Model:
    async def send(self, body):
        if self.tools:
            body["tools"] = self.tools
        return await self.http.send(self.build("https://api.anthropic.com/v1/messages", body))
`,
    },
  ],
  'gives a client options that are not seen': [
    'Anthropic messages: llm.ts',
    {
      'llm.ts': `import Anthropic from '@anthropic-ai/sdk';
import { optionsOf } from 'desk-options';

export const ask = (tools: unknown[]) => new Anthropic().messages.create({ max_tokens: 9, ...optionsOf({ tools }) });
`,
    },
  ],
};

const NOTHING: Record<string, Record<string, string>> = {
  'writes what a model answers': {
    'desk.ts': `${CHAT}\nwriteFileSync('out.txt', await ask('a poem'));\nexecSync('git status');\n`,
  },
  'acts beside the answer': { 'desk.py': `${GENERATE}\nprint(ask("go"))\nshutil.rmtree("/tmp/x")\n` },
  'is asked by others at such an address': {
    'server.py':
      'from fastapi import FastAPI\n\napp = FastAPI()\n\n@app.post("/v1/chat/completions")\ndef complete(body: dict):\n    return {"tools": body.get("tools")}\n',
  },
  'sends no tools': {
    'sum.ts':
      "export const sum = (text: string) => fetch('https://api.openai.com/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model: 'm', messages: [text] }) });\n",
  },
};

describe('a program that asks a model', () => {
  it.each(Object.entries(UNREAD))('is listed by its file where it %s', async (_, [listed, files]) => {
    expect(await unreadIn(files)).toEqual([listed]);
  });

  it.each(Object.entries(NOTHING))('is not listed where it %s', async (_, files) => {
    expect(await unreadIn(files)).toEqual([]);
  });
});
