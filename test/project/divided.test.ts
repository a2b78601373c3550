import { expect, it } from 'vitest';
import { readGrammar } from '../../src/files/grammar-files.js';
import { noConfig } from '../../src/model/memory-config.js';
import { workspaceOf } from '../../src/model/memory-workspace.js';
import { groupsOf, sharesOf } from '../../src/project/divided.js';
import type { Project } from '../../src/project/open-project.js';
import { openPrograms } from '../../src/systems/program-sources.js';

it('divides a project into the same groups for any number of threads', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 130 }, (_, index) => [
      `app/f${index}.py`,
      `from agents import Agent\n${index % 3 === 0 ? `from app.f${index + 1} import a${index + 1}\n` : ''}a${index} = Agent(name="A")\n`,
    ]),
  );
  const workspace = workspaceOf(files);
  const code = await openPrograms(workspace, readGrammar);
  const project = { workspace, code, config: noConfig() } as unknown as Project;
  const sharesFor = (most: number) =>
    sharesOf(project, { asOf: '2026-11-20', withoutSystems: true }, { most, areKept: false });
  const [alone, ...others] = await Promise.all([1, 2, 3, 64].map(sharesFor));
  const groupsOf = (shares: typeof alone) =>
    shares
      ?.flat()
      .map((group) => group.join())
      .sort();
  expect([alone, ...others].map((shares) => shares?.length)).toEqual([1, 2, 3, 4]);
  expect(groupsOf(alone)).toHaveLength(4);
  for (const shares of others) expect(groupsOf(shares)).toEqual(groupsOf(alone));
});

it('has a group for each file of an open project that nothing depends on', async () => {
  const workspace = workspaceOf({
    'a.py': 'import b\n',
    'b.py': '',
    'c.py': '',
    'd.agent.yaml': 'runtime: managed\n',
  });
  const groups = await groupsOf({ workspace, config: noConfig() } as unknown as Project);
  expect(groups?.map((group) => group.join()).sort()).toEqual(['a.py,b.py', 'c.py', 'd.agent.yaml']);
});
