import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NEEDS, replaceRequirements } from '../../src/decide/index.js';
import { decideProject } from '../../src/lint/decisions.js';
import { lintWorkspace } from '../../src/lint/lint.js';
import { areAlike } from '../../src/lint/lint-target.js';
import type { Requirements } from '../../src/model/index.js';
import { lintInputs, openProject, programsOf } from '../../src/project/open-project.js';
import { decisionJson } from '../../src/report/shared/decision-json.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'agent-lint-decisions-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Whole numbers below a limit, the same in every run (a linear congruential generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FOLDERS = ['', 'services/', 'services/eu/', 'apps/'];
const GLOBS = ['**', 'services/**', 'services/eu/**', '*.agent.json', 'apps/a0.agent.json'];

function someRequirements(below: (limit: number) => number): Requirements {
  const all: Requirements = {
    residency: [['eu'], ['us'], ['de', 'fr'], ['any']][below(4)] ?? ['eu'],
    zero_data_retention: below(2) === 0,
    beta: below(2) === 0 ? 'allowed' : 'forbidden',
    needs: NEEDS.filter(() => below(4) === 0),
    prefer: [(['managed', 'framework', 'responses'] as const)[below(3)] ?? 'managed'],
  };
  return Object.fromEntries(Object.entries(all).filter(() => below(3) === 0));
}

/** The files of a project: configurations at two levels, overrides, agent configs, programs and settings of a client. */
function someProject(seed: number): Record<string, string> {
  const below = seeded(seed);
  const files: Record<string, object> = {};
  const overrides = GLOBS.filter(() => below(3) === 0).map((glob) => ({
    files: glob,
    requirements: someRequirements(below),
    ...(below(4) === 0 ? { surface: 'product' } : {}),
  }));
  files['agent-lint.config.json'] = { requirements: someRequirements(below), overrides };
  if (below(2) === 0) files['services/agent-lint.config.json'] = { requirements: someRequirements(below) };
  for (let index = 0; index < 2 + below(4); index++) {
    const folder = FOLDERS[below(FOLDERS.length)] ?? '';
    files[`${folder}a${index}.agent.json`] = {
      requirements: someRequirements(below),
      agent: { model: 'm' },
      environment: { type: below(3) === 0 ? 'self_hosted' : 'hosted' },
    };
  }
  if (below(2) === 0) files['.mcp.json'] = { mcpServers: { s: { url: 'https://s.example.com/mcp' } } };
  if (below(2) === 0)
    files['services/chat.json'] = { model: 'm', input: 'x', tools: [{ type: 'web_search' }] };
  return Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]));
}

async function projectOf(seed: number, paths: string[] = []) {
  const root = join(FOLDER, String(seed));
  for (const [name, text] of Object.entries({ ...someProject(seed), '.git/HEAD': '' })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return openProject({ cwd: root, paths });
}

const AS_OF = '2026-11-20';

describe('check and decide', () => {
  it('come to the same decisions for the same files, over generated projects', async () => {
    let several = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const project = await projectOf(seed);
      const options = { ...programsOf(project), asOf: AS_OF };
      const checked = lintWorkspace(project.workspace, project.config, options).decisions;
      const decided = decideProject(project.workspace, project.config, options);
      expect(decided.map(decisionJson), `seed ${seed}`).toEqual(checked.map(decisionJson));
      if (checked.length > 1) several += 1;
    }
    // Projects with one set of requirements alone would show little.
    expect(several).toBeGreaterThan(25);
  });

  it('come to the same decisions where one file is named', async () => {
    for (let seed = 300; seed < 320; seed++) {
      const names = Object.keys(someProject(seed));
      const named = names[seed % names.length] ?? '';
      const project = await projectOf(seed, [named]);
      const options = { ...lintInputs(project), asOf: AS_OF };
      const checked = lintWorkspace(project.workspace, project.config, options).decisions;
      const decided = decideProject(project.workspace, project.config, {
        ...programsOf(project),
        asOf: AS_OF,
      });
      expect(decided.map(decisionJson), `seed ${seed}: ${named}`).toEqual(checked.map(decisionJson));
      if (!named.includes('config')) expect(decided.flatMap(({ files }) => files)).toContain(named);
    }
  });

  it('have each file of an agent in exactly one decision where it states one set of requirements', async () => {
    for (let seed = 100; seed < 110; seed++) {
      const { workspace, config } = await projectOf(seed);
      const files = decideProject(workspace, config, { asOf: AS_OF }).flatMap((one) => one.files);
      const agents = workspace.files.filter((path) => /\.agent\.json$|chat\.json$|\.mcp\.json$/.test(path));
      expect([...files].sort(), `seed ${seed}`).toEqual([...agents].sort());
    }
  });

  it('differ by what flags replace, in every set', async () => {
    for (let seed = 200; seed < 210; seed++) {
      const { workspace, config } = await projectOf(seed);
      const flags: Requirements = { residency: ['us'], needs: ['artifacts'], zero_data_retention: false };
      const decided = decideProject(workspace, config, { asOf: AS_OF }, (stated) =>
        replaceRequirements(stated, flags),
      );
      expect(decided.map(({ requirements }) => requirements)).toEqual(
        decided.map(({ requirements }) => ({ ...requirements, ...flags })),
      );
    }
  });
});

describe('requirements are alike', () => {
  it.each<[Requirements, Requirements, boolean]>([
    [{}, {}, true],
    [{ residency: ['eu', 'us'] }, { residency: ['eu', 'us'] }, true],
    [{ residency: ['eu', 'us'] }, { residency: ['eu', 'jp'] }, false],
    [{ residency: ['eu'] }, { residency: ['eu', 'us'] }, false],
    [{ residency: ['eu'] }, { residency: ['eu'], beta: 'forbidden' }, false],
    [{ residency: ['eu'], beta: 'forbidden' }, { residency: ['eu'] }, false],
    [{ zero_data_retention: true }, { zero_data_retention: false }, false],
  ])('%j and %j: %s', (some, others, alike) => {
    expect(areAlike(some, others)).toBe(alike);
  });
});
