import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { discover, findRoot } from '../../src/files/index.js';
import { makeTree } from '../files/tree.js';

const NAMES = [
  'agent-lint.config',
  '.agent-lintrc',
  '.config/config',
  '.config/agent-lintrc',
  '.config/agent-lint.config',
];
const ENDS = ['.js', '.cjs', '.mjs', '.ts', ''];

const packageJson = (mark: string) =>
  JSON.stringify({
    name: 'hostile',
    $import: './.config/config.js',
    scripts: { prepare: `touch ${mark}`, postinstall: `touch ${mark}` },
    cosmiconfig: {
      searchPlaces: ['.config/config.js', 'agent-lint.config.js'],
      $import: './.config/config.js',
    },
    'agent-lint': { $import: './.config/config.js' },
  });

/** A tree in which every file that some tool would run leaves a mark, beside an innocent configuration. */
function hostileTree(withPackage = true): { root: string; mark: string } {
  const mark = join(makeTree({}), 'mark');
  const leave = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'ran')`;
  const leaveEsm = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, 'ran'); export default {};`;
  const files = NAMES.flatMap((name) =>
    ENDS.map((end): [string, string] => [name + end, end === '.mjs' || end === '.ts' ? leaveEsm : leave]),
  );
  const root = makeTree({
    ...Object.fromEntries(files),
    '.agent-lintrc.yaml': 'preset: strict\n',
    ...(withPackage ? { 'package.json': packageJson(mark) } : {}),
    'sub/agent-lint.config.json': '{ "$import": "../.config/config.js" }',
    'other/.agent-lintrc.yaml': 'extends: ../agent-lint.config.js\n',
    'agent.json': '{}',
    'sub/agent.json': '{}',
    'other/agent.json': '{}',
  });
  return { root, mark };
}

it.each([true, false])(
  'a hostile tree runs nothing while its configuration is looked for (package.json: %s)',
  async (withPackage) => {
    const { root, mark } = hostileTree(withPackage);
    const before = process.cwd();
    process.chdir(root);
    onTestFinished(() => process.chdir(before));
    const found = discover({
      cwd: root,
      paths: [],
      exclude: () => false,
      wanted: (path) => path.endsWith('agent.json'),
    });
    const all = await loadConfig({ root: findRoot(root).root, cwd: root, files: found.files });
    expect(process.cwd()).toBe(root);
    expect(
      all.ok === false &&
        all.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`),
    ).toEqual([
      'other/.agent-lintrc.yaml:1:10 `extends` names `../agent-lint.config.js`: a configuration is data, so only YAML and JSON files can be extended.',
      'sub/agent-lint.config.json:1:3 Unknown key `$import`.',
    ]);
    const innocent = await loadConfig({ root, cwd: root, files: ['agent.json'] });
    expect(
      innocent.ok && innocent.config.layersFor('agent.json').map((layer) => [layer.file, layer.preset]),
    ).toEqual([['.agent-lintrc.yaml', 'strict']]);
    expect(existsSync(mark)).toBe(false);
  },
);

it('cosmiconfig itself would run the tree’s code: the trap is real', () => {
  const { root, mark } = hostileTree(false);
  const cosmiconfig = resolve(import.meta.dirname, '../../node_modules/cosmiconfig/dist/index.js');
  const script = `require(${JSON.stringify(cosmiconfig)}).cosmiconfigSync('agent-lint', { searchPlaces: ['agent-lint.config.yaml'] })`;
  spawnSync(process.execPath, ['-e', script], { cwd: root });
  expect(existsSync(mark)).toBe(true);
});

it('a hostile tree runs nothing while the command runs in it', (ctx) => {
  const command = resolve(import.meta.dirname, '../../dist/agent-lint.cjs');
  if (!existsSync(command)) ctx.skip('skipped: not built');
  const { root, mark } = hostileTree();
  for (const args of [['check'], ['decide'], ['inspect'], ['--version'], ['check', 'agent.json']]) {
    const run = spawnSync(process.execPath, [command, ...args], { cwd: root, encoding: 'utf8' });
    expect(run.stdout + run.stderr).not.toBe('');
  }
  expect(existsSync(mark)).toBe(false);
});

it('the library runs nothing of a hostile tree in a process that starts there', (ctx) => {
  const library = resolve(import.meta.dirname, '../../dist/index.js');
  if (!existsSync(library)) ctx.skip('skipped: not built');
  const { root, mark } = hostileTree();
  const script = `const library = await import(${JSON.stringify(pathToFileURL(library).href)});
    try { await library.lint({ paths: ['agent.json'] }); } catch (error) { console.error(error.message); }`;
  spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  expect(existsSync(mark)).toBe(false);
});
