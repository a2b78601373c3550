import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../files/tree.js';
import { configOf, filesOf, problemsOf } from './load.js';

describe('a configuration outside the root of the run', () => {
  it('extends files of its own repository, and no others', async () => {
    const above = makeTree({
      'here/.git/HEAD': '',
      'there/.git/HEAD': '',
      'there/agent-lint.config.yaml': 'extends: ./policy.yaml\n',
      'there/policy.yaml': 'preset: strict\n',
      'other/.git/HEAD': '',
      'other/agent-lint.config.yaml': 'extends: ../there/policy.yaml\n',
    });
    const here = join(above, 'here');
    const config = await configOf(here, { files: ['../there/agent.json'] });
    expect(filesOf(config, '../there/agent.json')).toEqual([
      '../there/policy.yaml',
      '../there/agent-lint.config.yaml',
    ]);
    const named = await configOf(here, { file: '../there/agent-lint.config.yaml' });
    expect(filesOf(named, 'agent.json')).toEqual(['../there/policy.yaml', '../there/agent-lint.config.yaml']);
    expect(await problemsOf(here, { files: ['../other/agent.json'] })).toEqual([
      '../other/agent-lint.config.yaml:1:10 `extends` names `../there/policy.yaml`, which lies outside the repository.',
    ]);
  });
});

describe('tool_lists', () => {
  const list = '{ "tools": [{ "name": "delete_repo", "inputSchema": {} }] }';

  it('are files that are there and hold a list', async () => {
    const root = makeTree({
      'tools/github.json': list,
      'tools/none.json': '{ "tools": [] }',
      'agent-lint.config.yaml': 'tool_lists: { github: ./tools/github.json, none: tools/none.json }\n',
      'a/agent-lint.config.yaml': 'tool_lists: { github: ../tools/github.json }\n',
    });
    expect(await problemsOf(root, { files: ['agent.json', 'a/agent.json'] })).toEqual([]);
  });

  it('are wrong at their place where they are not', async () => {
    const root = makeTree({
      'tools/github.json': list,
      'tools/other.json': '{ "a": 1 }',
      'tools/broken.json': '{ "tools": [',
      'agent-lint.config.yaml':
        'tool_lists:\n  github: ./tools/githb.json\n  a: tools/other.json\n  b: tools/broken.json\n  c: tools\n',
    });
    expect(await problemsOf(root)).toEqual([
      'agent-lint.config.yaml:2:11 `tool_lists` names `./tools/githb.json`, which does not exist. Did you mean `tools/github.json`?',
      'agent-lint.config.yaml:3:6 `tool_lists` names `tools/other.json`, which is not an answer to tools/list; agent-lint snapshot saves one.',
      'agent-lint.config.yaml:4:6 `tool_lists` names `tools/broken.json`, which is not JSON.',
      'agent-lint.config.yaml:5:6 `tool_lists` names `tools`, which cannot be read: a folder.',
    ]);
  });
});

describe('an attestation', () => {
  it('needs more than blanks for a reason', async () => {
    const config = 'attestations:\n  - { files: "*", controls: { tracing: { sink: x } }, reason: "  " }\n';
    expect(await problemsOf(makeTree({ 'agent-lint.config.yaml': config }))).toEqual([
      'agent-lint.config.yaml:2:55 This claim has no reason yet: write what makes it true, and how you know.',
    ]);
  });
});
