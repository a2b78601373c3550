import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryAt, temporaryFolder } from '../cli/repository.js';
import { tryIn } from '../install/run.js';
import { expanded } from './run-action.js';

const ROOT = resolve(import.meta.dirname, '../..');
const { on, jobs } = parse(readFileSync(join(ROOT, '.github/workflows/check.yml'), 'utf8'));
const { run, env } = jobs.check.steps.find(({ name }: { name?: string }) => name === 'Check');

const agent = (...tools: string[]) =>
  JSON.stringify({
    runtime: 'framework',
    agent: { model: 'm', tools: tools.map((name) => ({ name, type: 'function' })) },
  });
const OFF = 'rules: { approval/missing: off }\n';
const LOCKS =
  'owner: { name: Security, contact: security@example.com }\nrules: { approval/missing: { locked: true } }\n';
/** An act of which it is not known whether people approve it. */
const COMPUTED = `from langchain.agents import create_agent
from langchain_core.tools import tool
from middleware import asking


@tool
def delete_order(order: str) -> str:
    """Delete an order."""
    return orders.delete(order)


agent = create_agent("m", tools=[delete_order], middleware=asking())
`;

type Files = Record<string, string>;
const A = { 'a.agent.json': agent('look_up') };
const ACTS = { 'a.agent.json': agent('look_up', 'send_mail') };
const CONFIG = 'agent-lint.config.yaml';

/** The event, what the base has, what the change writes, the inputs, the status, and a part of the log. */
const CASES: [string, string, Files, Files, Record<string, string>, number, string?][] = [
  ['a pull request that adds an act', 'pull_request', A, ACTS, {}, 1, '::error file=a.agent.json'],
  ['a group of a merge queue that adds an act', 'merge_group', A, ACTS, {}, 1],
  ['a pull request that leaves an old act', 'pull_request', ACTS, { 'b.txt': '' }, {}, 0],
  ['a push that leaves an old act', 'push', ACTS, { 'b.txt': '' }, {}, 1],
  ['a pull request that switches the rule off', 'pull_request', A, { ...ACTS, [CONFIG]: OFF }, {}, 1],
  ['a rule that the base has off', 'pull_request', { ...A, [CONFIG]: OFF }, ACTS, {}, 0],
  [
    'a rule that the base has off and the policy locks',
    'pull_request',
    { ...A, [CONFIG]: OFF },
    ACTS,
    { policy: LOCKS },
    1,
    'Policy: locked by the policy of Security (security@example.com)',
  ],
  ['an act that is not assessed', 'pull_request', A, { 'a.py': COMPUTED }, {}, 0],
  [
    'an act that is not assessed, where those fail',
    'pull_request',
    A,
    { 'a.py': COMPUTED },
    { 'fail-on-unassessed': 'true' },
    1,
    '1 act not assessed',
  ],
  ['a lower threshold', 'pull_request', A, ACTS, { 'fail-on': 'never' }, 0],
  ['no agents', 'push', { 'a.txt': '' }, { 'b.txt': '' }, {}, 0],
  ['no agents, where there must be some', 'push', { 'a.txt': '' }, {}, { 'allow-none': 'false' }, 4],
];

it.each(CASES)('the called workflow judges %s', async (_, event, base, change, inputs, status, log = '') => {
  const folder = temporaryFolder();
  symlinkSync(ROOT, join(folder, 'agent-lint'));
  const { git, write, commit } = repositoryAt(join(folder, 'repository'));
  write('CODEOWNERS', '* @acme/shop\n');
  git('init', '-q');
  for (const [name, text] of Object.entries(base)) write(name, text);
  const sha = commit();
  for (const [name, text] of Object.entries(change)) write(name, text);
  git('add', '.');
  git('commit', '-q', '--allow-empty', '-m', 'Change');
  const known: Record<string, string> = {
    'github.repository': 'acme/shop',
    'github.event_name': event,
    ...(event === 'merge_group' && { 'github.event.merge_group.base_sha': sha }),
  };
  for (const [name, input] of Object.entries<{ default?: unknown }>(on.workflow_call.inputs))
    known[`inputs.${name}`] = inputs[name] ?? String(input.default ?? '');
  const stated = Object.entries<string>(env).map(([name, value]) => [name, expanded(value, known)]);
  const done = await tryIn(join(folder, 'repository'), run, {
    RUNNER_TEMP: folder,
    ...Object.fromEntries(stated),
  });
  expect([done.status, done.log]).toEqual([status, expect.stringContaining(log)]);
  const { labels } = JSON.parse(readFileSync(join(folder, 'agent-lint.json'), 'utf8'));
  expect(labels).toEqual({ repository: 'acme/shop', owner: '@acme/shop' });
});
