import { describe, expect, it } from 'vitest';
import type { LintRequest } from '../../src/index.js';
import { lintFiles } from '../rules/lint-files.js';

type Files = Record<string, string>;

const tool = (name: string, more = '') =>
  `import { tool } from '@openai/agents';\nimport { z } from 'zod';\nexport const ${name} = tool({ name: '${name}', description: 'x', parameters: z.object({ id: z.string() }),${more} execute: async ({ id }) => fetch(\`https://a.example/\${id}\`, { method: 'DELETE' }) });\n`;
const agent = (name: string, tools: string, from: string) =>
  `import { Agent } from '@openai/agents';\nimport { ${tools} } from '${from}';\nexport const ${name} = new Agent({ name: '${name}', instructions: 'x', tools: [${tools}] });\n`;

/** `file rule` of what is reported about the files that are named, without infos. */
async function named(files: Files, paths: string[], options: LintRequest = {}): Promise<string[]> {
  const { findings } = await lintFiles(files, { paths, ...options });
  return findings
    .filter(({ severity, ignored }) => severity !== 'info' && !ignored)
    .map(({ file, rule }) => `${file} ${rule}`);
}

const whole = (files: Files, options: LintRequest = {}) => named(files, ['.'], options);

const desk = {
  'src/tools.ts': tool('delete_user'),
  'src/agent.ts': agent('desk', 'delete_user', './tools.js'),
  'src/other.ts':
    "import { Agent, tool } from '@openai/agents';\nconst send_mail = tool({ name: 'send_mail', description: 'x', parameters: {}, execute: async () => fetch('https://m.example', { method: 'POST' }) });\nexport const other = new Agent({ name: 'other', instructions: 'x', tools: [send_mail] });\n",
};
const payload =
  'runtime: managed\nheaders: { Acme-Beta: agents=v1 }\nagent: { model: m }\ncontrols: { tracing: { sink: s } }\n';
const ofDesk = ['src/agent.ts guardrail/missing-input', 'src/tools.ts approval/missing'];

describe('a program that is named', () => {
  it('is checked with the agents that import it, and with no other', async () => {
    expect(await named(desk, ['src/tools.ts'])).toEqual(ofDesk);
    expect(await named(desk, ['src/agent.ts'])).toEqual(ofDesk);
    expect((await whole(desk)).filter((one) => !ofDesk.includes(one))).toEqual([
      'src/other.ts approval/missing',
      'src/other.ts guardrail/missing-input',
    ]);
  });

  it.each<[string, string, Files]>([
    [
      'through other modules',
      'src/gates.ts',
      {
        'src/gates.ts': 'export const asks = false;\n',
        'src/policy.ts': "export * from './gates.js';\n",
        'src/tools.ts': `import { asks } from './policy.js';\n${tool('delete_user', ' needsApproval: asks,')}`,
      },
    ],
    [
      'by a path alias',
      'lib/tools.ts',
      {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
        'lib/tools.ts': tool('delete_user'),
        'src/tools.ts': "export * from '@lib/tools';\n",
      },
    ],
    [
      'as a package of the workspace',
      'packages/tools/src/index.ts',
      {
        'packages/tools/package.json': '{ "name": "@acme/tools", "main": "dist/index.js" }',
        'packages/tools/src/index.ts': tool('delete_user'),
        'src/tools.ts': "export * from '@acme/tools';\n",
      },
    ],
  ])('is checked with what imports it %s', async (_, path, changes) => {
    const files = { ...desk, ...changes };
    const expected = (await whole(files)).filter((one) => !one.startsWith('src/other.ts'));
    expect(expected).toContain('src/agent.ts guardrail/missing-input');
    expect(expected.some((one) => one.endsWith('approval/missing'))).toBe(true);
    expect(await named(files, [path])).toEqual(expected);
  });

  it('is checked with what imports it in Python, from a package and in brackets', async () => {
    const files = {
      'app/__init__.py': '',
      'app/tools/__init__.py': '',
      'app/tools/users.py': 'def delete_user(key: str) -> None:\n    requests.delete(key)\n',
      'app/main.py':
        'from agents import Agent, function_tool\nfrom app.tools import (\n    users,\n)\n\na = Agent(name="a", tools=[function_tool(users.delete_user)])\n',
      'app/alone.py':
        'from agents import Agent, function_tool\n\n@function_tool\ndef send_mail(to: str) -> None: ...\n\nb = Agent(name="b", tools=[send_mail])\n',
    };
    const expected = (await whole(files)).filter((one) => !one.startsWith('app/alone.py'));
    expect(expected.filter((one) => one.includes('approval'))).toHaveLength(1);
    expect(await named(files, ['app/tools/users.py'])).toEqual(expected);
  });

  it('is checked with the agents that it runs or sets up', async () => {
    const files = {
      ...desk,
      'src/tracing.ts': "import { setTracingDisabled } from '@openai/agents';\nsetTracingDisabled(true);\n",
      'src/main.ts':
        "import './tracing.js';\nimport { run } from '@openai/agents';\nimport { desk } from './agent.js';\nawait run(desk, process.argv[2]);\n",
    };
    const expected = [...ofDesk, 'src/tracing.ts tracing/disabled'];
    expect(await named(files, ['src/main.ts'])).toEqual(expected);
    expect(await named(files, ['src/tracing.ts'])).toEqual(expected);
  });

  it('honours the comments of files that are only read with it', async () => {
    const files = {
      ...desk,
      'src/tools.ts': tool('delete_user').replace(
        'export',
        '// agent-lint-ignore approval/missing -- asked in the console\nexport',
      ),
    };
    expect(await named(files, ['src/agent.ts'])).toEqual(ofDesk.slice(0, 1));
    const { findings } = await lintFiles(files, { paths: ['src/other.ts'] });
    expect(findings.filter(({ rule }) => rule.startsWith('config/'))).toEqual([]);
  });

  it('says nothing of ignores that another file may use', async () => {
    const files = {
      ...desk,
      'src/clean.ts':
        "import { Agent } from '@openai/agents';\nexport const a = new Agent({ name: 'a', instructions: 'x' });\n",
      'agent-lint.config.yaml': 'ignore:\n  - { rule: approval/missing, files: "src/**", reason: r }\n',
    };
    expect(await named(files, ['src/clean.ts'])).toEqual([]);
    expect(await whole(files)).toEqual([
      'src/agent.ts guardrail/missing-input',
      'src/other.ts guardrail/missing-input',
    ]);
  });
});

describe('a file that applies to others, named alone', () => {
  it('is checked as what a configuration applies to', async () => {
    const files = {
      'eu/a.agent.yaml': payload,
      'us/b.agent.yaml': payload,
      'eu/agent-lint.config.yaml': 'extends: ../policy.yaml\nrules: { runtime/better-fit: off }\n',
      'policy.yaml': 'requirements: { residency: [eu] }\n',
      'c.agent.yaml': payload,
    };
    const expected = ['eu/a.agent.yaml runtime/ineligible'];
    expect(await named(files, ['eu/agent-lint.config.yaml'])).toEqual(expected);
    expect(await named(files, ['policy.yaml'])).toEqual(expected);
    const root = {
      ...files,
      'package.json': '{ "agent-lint": { "requirements": { "residency": ["eu"] } } }',
    };
    expect(await named(root, ['package.json'])).toEqual([
      'c.agent.yaml runtime/ineligible',
      'eu/a.agent.yaml runtime/ineligible',
      'us/b.agent.yaml runtime/ineligible',
    ]);
    expect(await named(files, ['policy.yaml'], { config: 'policy.yaml' })).toEqual([
      'c.agent.yaml runtime/ineligible',
      'eu/a.agent.yaml runtime/ineligible',
      'us/b.agent.yaml runtime/ineligible',
    ]);
  });

  it('is invalid where it makes a configuration invalid', async () => {
    const files = {
      'a.agent.yaml': payload,
      'agent-lint.config.yaml': 'extends: ./policy.yaml\n',
      'policy.yaml': 'presett: strict\n',
    };
    await expect(named(files, ['policy.yaml'])).rejects.toThrow('policy.yaml:1:1');
  });

  it.each([
    ['.env', 'OPENAI_AGENTS_DISABLE_TRACING=1\n'],
    ['src/Dockerfile', 'FROM node:24\nENV OPENAI_AGENTS_DISABLE_TRACING=1\n'],
    [
      'deploy/compose.yaml',
      'services:\n  desk:\n    build: ../src\n    environment: { OPENAI_AGENTS_DISABLE_TRACING: "1" }\n',
    ],
  ])('is checked as the programs that %s sets the environment of', async (path, text) => {
    const files = { ...desk, [path]: text };
    const all = await whole(files);
    expect(all).toContain(`${path} tracing/disabled`);
    expect(await named(files, [path])).toEqual(all);
  });

  it('is checked as what has the server of a tool list', async () => {
    const servers = JSON.stringify({ mcpServers: { gh: { type: 'http', url: 'https://gh.example/' } } });
    const list = JSON.stringify({
      tools: ['delete_repo', 'list_repos'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    });
    const files = {
      '.mcp.json': servers,
      'sub/.mcp.json': servers.replaceAll('gh', 'db'),
      '.agent-lint/tools/gh.json': list,
      'lists/db.json': list,
      'sub/agent-lint.config.yaml': 'tool_lists: { db: ../lists/db.json }\n',
    };
    expect(await named(files, ['.agent-lint/tools/gh.json'])).toEqual([
      '.mcp.json scope/unrestricted-server',
    ]);
    expect(await named(files, ['lists/db.json'])).toEqual(['sub/.mcp.json scope/unrestricted-server']);
  });

  it('is checked as the servers that settings of a client are about', async () => {
    const args = ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', './notes'];
    const files = {
      '.mcp.json': JSON.stringify({ mcpServers: { notes: { command: 'npx', args } } }),
      '.claude/settings.json': JSON.stringify({ permissions: { ask: ['Bash'] } }),
      'far/.mcp.json': JSON.stringify({ mcpServers: { notes: { command: 'npx', args } } }),
    };
    expect(await named(files, ['.claude/settings.json'])).toEqual(['.mcp.json scope/unrestricted-server']);
  });

  it('is checked as the request whose body it is', async () => {
    const files = {
      'send.sh':
        'curl https://api.example/v1/agents/sessions -H "Acme-Beta: agents=v1" -H "Content-Type: application/json" -d @body/p.json\n',
      'body/p.json': JSON.stringify({
        agent: { model: 'm' },
        multi_agent: { enabled: true },
        environment: { type: 'hosted' },
      }),
      'other.sh': 'curl https://api.example/v1/agents/sessions -d "{}" # p.json is sent by send.sh\n',
    };
    const all = await whole(files);
    expect(all).toContain('body/p.json delegation/unbounded');
    expect((await named(files, ['body/p.json'])).filter((one) => one.startsWith('other.sh'))).toEqual([]);
  });

  it('is checked as the agent that names its file', async () => {
    const member =
      'agent_class: LlmAgent\nname: member\nmodel: gemini-2.5-flash\ntools: [{ name: delete_user }]\n';
    const files = {
      'team/root_agent.yaml':
        'agent_class: LlmAgent\nname: root\nmodel: gemini-2.5-flash\nsub_agents: [{ config_path: middle.yaml }]\n',
      'team/middle.yaml':
        'agent_class: LlmAgent\nname: middle\nmodel: gemini-2.5-flash\nsub_agents: [{ config_path: member.yaml }]\n',
      'team/member.yaml': member,
      'alone/root_agent.yaml': member.replace('member', 'alone'),
    };
    const { systems } = await lintFiles(files, { paths: ['team/member.yaml'] });
    expect(
      systems.map(({ file, agents }) => `${file}: ${agents.map(({ name }) => name).join(', ')}`),
    ).toEqual(['team/root_agent.yaml: root, middle, member']);
  });
});

describe('text on standard input', () => {
  const stdin = (files: Files, filename: string, text: string) =>
    named(files, [], { stdin: { filename, text } });

  it('stands for its file, and all others are read from disk', async () => {
    const gated = { ...desk, 'src/tools.ts': tool('delete_user', ' needsApproval: true,') };
    expect(await named(gated, ['src/tools.ts'])).toEqual(ofDesk.slice(0, 1));
    expect(await stdin(gated, 'src/tools.ts', tool('delete_user'))).toEqual(ofDesk);
  });

  it('may stand for a file that is new', async () => {
    const { 'src/tools.ts': text, ...without } = desk;
    expect(await stdin(without, 'src/tools.ts', text)).toEqual(ofDesk);
    expect(await stdin(desk, '.env', 'OPENAI_AGENTS_DISABLE_TRACING=1\n')).toEqual([
      '.env tracing/disabled',
      ...(await whole(desk)),
    ]);
  });

  it('may stand for the configuration', async () => {
    const files = {
      'a.agent.yaml': payload,
    };
    expect(await stdin(files, 'agent-lint.config.yaml', 'requirements: { residency: [eu] }\n')).toEqual([
      'a.agent.yaml runtime/ineligible',
    ]);
    await expect(stdin(files, 'agent-lint.config.yaml', 'presett: strict\n')).rejects.toThrow(
      'agent-lint.config.yaml:1:1',
    );
  });
});
