import { expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/command-names.js';
import { folderWith, runBinary, runCli } from './run-cli.js';

const AGENT = `runtime: managed
agent:
  model: m
  tools: [{ type: function, name: delete_user }]
`;
const REPORT = '{ "schema": "agent-lint/report@1" }';

/** One run of each command, and of what ends outside of any; `standard`: what it reads from standard input. */
const RUNS: readonly (readonly [words: readonly string[], status: number, standard?: string])[] = [
  [['check', '--format', 'json'], 1],
  [['desk.agent.yaml'], 1],
  [['check', '--stdin', '--stdin-filename', 'other.agent.yaml'], 1, AGENT],
  [['decide', '--residency', 'eu', '--need', 'durable-session'], 0],
  [['inspect'], 0],
  [['diff', '--help'], 0],
  [['waivers'], 0],
  [['review', '--format', 'markdown'], 0],
  [['merge', 'report.json'], 2],
  [['payload', 'desk.agent.yaml'], 0],
  [['explain', 'approval/missing'], 0],
  [['rules'], 0],
  [['init', '--help'], 0],
  [['snapshot', 'no-such-server'], 2],
  [['lsp', '--help'], 0],
  [['mcp', '--help'], 0],
  [['completion', 'bash'], 0],
  [['help', 'check'], 0],
  [['--version'], 0],
  [['chekc'], 2],
  [['check', '--config', 'broken.yaml'], 3],
  [['check', 'empty'], 4],
];

it.each(RUNS.map(([words, status, standard]) => ({ words, status, standard })))(
  'the build does in a process of its own what its sources do: $words',
  async ({ words, status, standard }) => {
    const folder = folderWith({
      'desk.agent.yaml': AGENT,
      'report.json': REPORT,
      'broken.yaml': 'rules: { no/such-rule: error }\n',
      'empty/notes.txt': '',
    });
    const run = runBinary(folder, words, standard);
    expect(run).toEqual(await runCli(folder, words, standard));
    expect(run.status, run.stderr).toBe(status);
  },
);

it('each command is among these runs', () => {
  const named = new Set(RUNS.map(([[word]]) => word));
  expect(COMMAND_NAMES.filter((name) => !named.has(name))).toEqual([]);
});
