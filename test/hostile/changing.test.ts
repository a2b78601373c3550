import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lintProject } from '../../src/index.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import { lintInputs, openProject } from '../../src/project/open-project.js';

const AGENT = 'agent: { model: m }\n';

let cwd = '';
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'agent-lint-changing-'));
  mkdirSync(join(cwd, '.git'));
  for (const name of ['a.agent.yaml', 'b.agent.yaml']) writeFileSync(join(cwd, name), AGENT);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** What a run reports of its files when one of them changes between the search and the reading. */
async function runWith(change: () => void): Promise<string[]> {
  const project = await openProject({ cwd });
  change();
  const { findings } = lintWorkspace(project.workspace, project.config, {
    asOf: '2026-11-20',
    ...lintInputs(project),
  });
  return findings
    .filter(({ rule }) => rule.startsWith('file/'))
    .map(({ severity, rule, message }) => `${severity} ${rule} ${message}`);
}

describe('a file that changes during a run', () => {
  it('is reported where it is gone', async () => {
    expect(await runWith(() => rmSync(join(cwd, 'a.agent.yaml')))).toEqual([
      'error file/unreadable `a.agent.yaml` cannot be read and is not checked: it was removed during this run.',
    ]);
  });

  it('is reported where it is a folder now', async () => {
    const turn = () => {
      rmSync(join(cwd, 'a.agent.yaml'));
      mkdirSync(join(cwd, 'a.agent.yaml'));
    };
    expect(await runWith(turn)).toEqual([
      'error file/unreadable `a.agent.yaml` cannot be read and is not checked: it became a folder during this run.',
    ]);
  });
});

it('a folder with the name of an agent config is searched', async () => {
  mkdirSync(join(cwd, 'agent.yaml'));
  writeFileSync(join(cwd, 'agent.yaml', 'c.agent.yaml'), AGENT);
  const { files, findings } = await lintProject({ cwd });
  expect(files.map(({ path }) => path)).toEqual(['a.agent.yaml', 'agent.yaml/c.agent.yaml', 'b.agent.yaml']);
  expect(findings.filter(({ rule }) => rule.startsWith('file/'))).toEqual([]);
});
