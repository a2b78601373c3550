import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const TS = "import { Agent, Runner } from '@openai/agents';\nconst agent = new Agent({ name: 'A' });\n";
const PY = 'from agents import Agent, Runner\nagent = Agent(name="A")\n';

const endless = async (file: string, text: string) =>
  statedFindings(await lintFiles({ [file]: text }), 'delegation/unbounded-turns').map(
    (one) => one.split(' ')[0],
  );

describe('a run through a runner that is passed', () => {
  it.each([
    [
      'a property that the constructor declares',
      'constructor(private readonly runner: Runner) {}',
      'this.runner',
    ],
    ['a field', 'runner; constructor(runner: Runner | undefined) { this.runner = runner; }', 'this.runner'],
    ['a parameter', 'constructor() {}', 'other'],
  ])('has its own limit: %s (TypeScript)', async (_, made, runner) => {
    const text = `${TS}export class Desk {
  ${made}
  go(input: string, other: Runner) {
    return ${runner}.run(agent, input, { maxTurns: null });
  }
}
`;
    const column = 12 + `${runner}.run(agent, input, { maxTurns: `.length;
    expect(await endless('a.ts', text)).toEqual([`6:${column}`]);
  });

  it('is none of the SDK where the type is another', async () => {
    const text = `${TS}import type { Runner as Own } from './own';
import type { Runner as Other } from 'elsewhere';
export class Desk {
  constructor(private readonly one: Own, private readonly two: Other, three: Runner) {}
  go(input: string) {
    return [this.one, this.two, this.three].map(String), this.one.run(agent, input, { maxTurns: null }), this.two.run(agent, input, { maxTurns: null }), this.three.run(agent, input, { maxTurns: null });
  }
}
`;
    expect(await endless('a.ts', text)).toEqual([]);
  });

  it.each(['Runner', 'Optional[Runner]', 'Runner | None', '"Runner"', 'agents.Runner'])(
    'has its own limit: `runner: %s` (Python)',
    async (type) => {
      const text = `import agents
${PY}class Desk:
    def __init__(self, runner: ${type}):
        self.runner = runner
    async def go(self, text):
        return await self.runner.run(agent, text, max_turns=None)
`;
      expect(await endless('a.py', text)).toEqual(['8:61']);
    },
  );
});

const REQUIRED = { 'agent-lint.config.yaml': 'requirements: { residency: [eu] }\n' };

const hosts = async (file: string, text: string) => {
  const { systems } = await lintFiles({ ...REQUIRED, [file]: text });
  return systems.map(({ endpoint, residency }) => {
    const { line, column } = endpoint?.at.range().start ?? {};
    return `${endpoint?.host} ${residency.state} ${line}:${column}`;
  });
};
const TOOLS = "tools: [{ type: 'function', name: 'delete_user', parameters: {} }]";
const PY_TOOLS = '[{"type": "function", "name": "delete_user"}]';

describe('a client that a constructor is passed', () => {
  it('says where it calls (Python)', async () => {
    const text = `from openai import OpenAI
class Desk:
    def __init__(self, name, client):
        self.client = client
    def ask(self, text):
        return self.client.responses.create(model="m", input=text, tools=${PY_TOOLS})
desk = Desk("a", OpenAI(base_url="https://eu.api.openai.com/v1"))
`;
    expect(await hosts('a.py', text)).toEqual(['eu.api.openai.com shown 7:34']);
  });

  it('says where it calls (TypeScript)', async () => {
    const text = `import OpenAI from 'openai';
export class Desk {
  constructor(name: string, private readonly client: OpenAI) {}
  ask(input: string) {
    return this.client.responses.create({ model: 'm', input, ${TOOLS} });
  }
}
export const desk = new Desk('a', new OpenAI({ baseURL: 'https://eu.api.openai.com/v1' }));
`;
    expect(await hosts('a.ts', text)).toEqual(['eu.api.openai.com shown 8:57']);
  });

  it('says of each where it calls, where several are passed', async () => {
    const text = `from openai import OpenAI
class Desk:
    def __init__(self, client):
        self.client = client
    def ask(self, text):
        return self.client.responses.create(model="m", input=text, tools=${PY_TOOLS})
one = Desk(OpenAI(base_url="https://eu.api.openai.com/v1"))
two = Desk(OpenAI(base_url="https://us.api.openai.com/v1"))
`;
    expect(await hosts('a.py', text)).toEqual([
      'eu.api.openai.com shown 7:28',
      'us.api.openai.com shown 8:28',
    ]);
  });
});

describe('a base of addresses that a constructor is passed', () => {
  const python = (callers: string) => `import requests
class Api:
    def __init__(self, base):
        self.base = base
    def ask(self, text):
        return requests.post(self.base + "/v1/responses", json={"model": "m", "input": text, "tools": ${PY_TOOLS}})
${callers}`;

  it('is where it calls, passed once', async () => {
    const text = python('api = Api("https://eu.api.openai.com")\n');
    expect(await hosts('a.py', text)).toEqual(['eu.api.openai.com shown 6:30']);
  });

  it('is each of those that are passed', async () => {
    const text = python('a = Api("https://eu.api.openai.com")\nb = Api("https://us.api.openai.com")\n');
    expect(await hosts('a.py', text)).toEqual([
      'eu.api.openai.com shown 6:30',
      'us.api.openai.com shown 6:30',
    ]);
  });

  it('is where it calls in TypeScript', async () => {
    const text = `export class Api {
  constructor(private base: string) {}
  ask(input: string) {
    return fetch(\`\${this.base}/v1/responses\`, { method: 'POST', body: JSON.stringify({ model: 'm', input, ${TOOLS} }) });
  }
}
export const api = new Api('https://eu.api.openai.com');
`;
    expect(await hosts('a.ts', text)).toEqual(['eu.api.openai.com shown 4:18']);
  });
});
