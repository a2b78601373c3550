import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { folderWith, runCli } from '../cli/run-cli.js';

const page = readFileSync('docs/many-repositories.md', 'utf8');

/** The last day of the quarter that a day is in. */
function quarterEnd(day: Date): string {
  const month = Math.floor(day.getUTCMonth() / 3) * 3 + 3;
  return new Date(Date.UTC(day.getUTCFullYear(), month, 0)).toISOString().slice(0, 10);
}

const agent = (tool: string, host: string, ignored: string) => `runtime: managed
agent:
  model: m
  tools:
    # agent-lint-ignore ${ignored}
    - { type: function, name: ${tool} }
    - { type: function, name: delete_account }
    - { type: function, name: look_up }
  mcp_servers: [{ url: "https://${host}/mcp" }]
controls: { tools: { delete_account: { approval: { by: human } } } }
`;

it('the queries of the page answer over the lines of several repositories', async () => {
  const now = new Date();
  const soon = quarterEnd(now);
  const later = quarterEnd(new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth(), 1)));
  const out = folderWith({});
  const repositories = {
    shop: agent('send_mail', 'mcp.example.com', `approval/missing -- sandbox (until ${soon})`),
    bank: agent('pay_invoice', 'mcp.example.com', `approval/missing -- review (until ${later})`),
    docs: agent('read_page', 'pages.example.org', 'approval/missing -- no end'),
  };
  for (const [name, text] of Object.entries(repositories)) {
    const args = [
      '--label',
      `repository=${name}`,
      '--fail-on',
      'never',
      '-f',
      'jsonl',
      '-o',
      join(out, `${name}.jsonl`),
    ];
    expect((await runCli(folderWith({ 'a.agent.yaml': text }), ['check', ...args])).status).toBe(0);
  }
  const queries = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const answers = [];
  for (const query of queries) {
    const read = await connection.runAndReadAll(query.replaceAll("'*.jsonl'", `'${join(out, '*.jsonl')}'`));
    answers.push(read.getRows().map((row) => row.map(String)));
  }
  expect(answers).toEqual([
    [
      ['bank', '1'],
      ['shop', '1'],
    ],
    [
      ['mcp.example.com', '2', '2'],
      ['pages.example.org', '1', '1'],
    ],
    [['shop', 'ignore', 'approval/missing', 'a.agent.yaml', soon, 'sandbox']],
  ]);
});
