import { expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const FILES: Record<string, string> = {
  'ts/desk.ts':
    "import { Agent, tool, run, hostedMcpTool, setTracingDisabled } from '@openai/agents';\nimport { z } from 'zod';\n\nsetTracingDisabled(true);\n\nconst issueRefund = tool({\n  name: 'issue_refund',\n  description: 'Refund a charge',\n  parameters: z.object({ charge: z.string() }),\n  execute: async ({ charge }) => charge,\n});\n\nexport const billing = new Agent({ name: 'Billing', instructions: 'Handle billing.', tools: [issueRefund] });\nexport const triage = new Agent({\n  name: 'Triage',\n  instructions: 'Route the customer.',\n  handoffs: [billing],\n  tools: [hostedMcpTool({ serverLabel: 'crm', serverUrl: 'https://crm.example.com/mcp' })],\n});\n\nawait run(triage, 'hello', { maxTurns: null });\n",
  'py/agent.py':
    'from agents import Agent, Runner, function_tool\n\n@function_tool\ndef delete_account(account_id: str) -> str:\n    """Delete a customer account."""\n    return account_id\n\nagent = Agent(name="Accounts", instructions="Manage accounts.", tools=[delete_account])\n\nRunner.run_sync(agent, input())\n',
  'api/body.json':
    '{\n  "model": "some-model",\n  "input": "hello",\n  "store": true,\n  "tools": [{ "type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp", "require_approval": "never" }]\n}\n',
  'api/session.ts':
    "import OpenAI from 'openai';\n\nconst client = new OpenAI();\n\nawait client.beta.agents.sessions.create({\n  agent: { model: 'm', instructions: 'x', multi_agent: { enabled: true } },\n  environment: { type: 'openai_hosted' },\n});\n",
  'agent-lint.config.yaml': 'requirements: { zero_data_retention: true, needs: [custom-orchestration] }\n',
};

/** One project, three runtimes: programs in two languages, a request body and a session that a client creates. */
it('reads programs and requests of every runtime in one project, each at its place', async () => {
  const run = await runCli(folderWith(FILES), ['check', '--format', 'json']);
  expect(findingsOf(run)).toEqual([
    'api/body.json:1:1 warning guardrail/missing-input',
    'api/body.json:1:1 warning runtime/better-fit',
    'api/body.json:4:12 error runtime/stores-state',
    'api/body.json:5:68 error approval/auto-approved',
    'api/body.json:5:68 warning scope/unrestricted-server',
    'api/session.ts:6:3 error runtime/ineligible',
    'api/session.ts:6:3 warning tracing/missing',
    'api/session.ts:6:67 error delegation/unbounded',
    'py/agent.py:4:5 error approval/missing',
    'py/agent.py:8:9 warning guardrail/missing-input',
    'py/agent.py:8:9 warning runtime/may-store-state',
    'py/agent.py:8:9 error tracing/retention-conflict',
    'ts/desk.ts:4:1 error tracing/disabled',
    'ts/desk.ts:7:9 error approval/missing',
    'ts/desk.ts:13:24 warning runtime/may-store-state',
    'ts/desk.ts:14:23 warning guardrail/missing-input',
    'ts/desk.ts:14:23 warning runtime/may-store-state',
    'ts/desk.ts:18:11 warning scope/unrestricted-server',
    'ts/desk.ts:21:40 warning delegation/unbounded-turns',
  ]);
  expect(run.status).toBe(1);
  expect(
    JSON.parse(run.stdout)
      .files.map((file: { dialect: string }) => file.dialect)
      .sort(),
  ).toEqual(['agents-sdk', 'agents-sdk', 'responses', 'session']);
});

/** What lies beside a named program is read with parsers that none of the named files needs. */
it('reads Compose files and path aliases with comments beside programs that are named alone', async () => {
  const folder = folderWith({
    'app/main.py':
      'from agents import Agent, Runner\n\nagent = Agent(name="Desk", instructions="Help.")\nRunner.run_sync(agent, "hi")\n',
    'docker-compose.yml':
      'services:\n  app:\n    build: ./app\n    environment: &all\n      OPENAI_AGENTS_DISABLE_TRACING: "1"\n',
    'web/agent.ts':
      "import { Agent, run, tool } from '@openai/agents';\nimport { refund } from '@/tools';\n\nawait run(new Agent({ name: 'Desk', tools: [refund] }), process.argv[2] ?? '');\n",
    'web/src/tools.ts':
      "import { tool } from '@openai/agents';\n\nexport const refund = tool({\n  name: 'issue_refund',\n  description: 'Refund a charge',\n  execute: async () => 'done',\n});\n",
    'web/tsconfig.json':
      '{\n  // one alias\n  "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } },\n}\n',
  });
  for (const named of ['app', 'app/main.py'])
    expect(findingsOf(await runCli(folder, ['check', named, '--format', 'json'])), named).toEqual([
      // A question about the whole project: files that are named do not raise it.
      ...(named === 'app' ? ['app/main.py:3:9 info runtime/undecided'] : []),
      'docker-compose.yml:5:7 error tracing/disabled',
    ]);
  expect(findingsOf(await runCli(folder, ['check', 'web/agent.ts', '--format', 'json']))).toEqual([
    'web/agent.ts:4:11 warning guardrail/missing-input',
    'web/src/tools.ts:4:9 error approval/missing',
  ]);
});

it('says which programs with an SDK could not be read, in whole or in part', async () => {
  const sdk = "import { Agent } from '@openai/agents';\n";
  const folder = folderWith({
    'bundle.ts': `${sdk}const all = [${"'one of very many',".repeat(5_000)}];\n`,
    'faulty.ts': `${sdk}const a = 1;\nconst b = ;\nnew Agent({ name: 'Desk' });\n`,
    'other.ts': `const all = [${"'one of very many',".repeat(5_000)}];\n`,
    'whole.ts': `${sdk}new Agent({ name: 'Desk' });\n`,
  });
  const reason = 'minified or generated: one line has 95015 characters';
  const only = folderWith({
    'broken.ts': `${sdk}const send = tool({ execute: async () => { );\n`,
    'own.ts': 'const b = {{;\n',
    'long.ts': `${sdk}const all = [${'1, '.repeat(100)}];\nfor (const a of all) for (const b of all) [${'b, '.repeat(150)}];\nnew Agent({ name: 'Desk' });\n`,
  });
  const missed = (await runCli(only, ['check', '.'])).stderr;
  expect(missed).toContain('agent-lint: broken.ts was not checked: line 2 does not parse.\n');
  expect(missed).toContain(
    'agent-lint: long.ts was not checked: stopped after too many steps, so the file is only partly read.\n',
  );
  expect(missed).not.toContain('own.ts was');
  const inspected = JSON.parse((await runCli(folder, ['inspect', '--format', 'json'])).stdout);
  expect(
    inspected.files.map(({ path, reason }: { path: string; reason: string }) => `${path}: ${reason}`),
  ).toEqual([
    `bundle.ts: ${reason}`,
    'faulty.ts: an agent of the Agents SDK; line 3 does not parse',
    'other.ts: it uses no known agent SDK',
    'whole.ts: an agent of the Agents SDK',
  ]);
  expect((await runCli(folder, ['check', '.'])).stderr).toBe(
    `agent-lint: bundle.ts was not checked: ${reason}.\n`,
  );
  const { notAssessed } = JSON.parse((await runCli(folder, ['check', '--format', 'json'])).stdout);
  expect(notAssessed).toContainEqual(
    expect.objectContaining({
      rule: 'approval/missing',
      file: 'faulty.ts',
      message: '`faulty.ts`: line 3 does not parse',
    }),
  );
});
