import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, runBinary } from '../cli/run-cli.js';
import { checkedFiles, HEALTHY } from './hostile-run.js';

const PROGRAMS = ['git', 'node', 'npm', 'sh', 'env', 'less', 'git-ls-files', 'git.exe', 'git.cmd'];
const COMMANDS = [
  ['check'],
  ['check', 'agent.yaml', 'sub'],
  ['check', '-f', 'json', '-o', 'report.json'],
  ['inspect', '--files'],
  ['decide'],
  ['rules'],
  ['explain', 'approval/missing'],
  ['payload', 'agent.yaml'],
  ['--version'],
  ['--help'],
];

/** What is said of a program that looks like a configuration. */
const IS_UNREAD =
  /^agent-lint: \S+\.[cm]?[jt]s looks like a configuration of agent-lint and is not read: .* Rename it to agent-lint\.config\.yaml \(or \.json\): a configuration is data\.$/;

/** A tree whose every file that some program would run leaves a mark outside it. */
function hostileTree(): { folder: string; mark: string } {
  const mark = join(folderWith({}), 'mark');
  const cjs = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, __filename);`;
  const esm = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, 'ran'); export default {};`;
  const sh = `#!/bin/sh\necho "$0" > '${mark}'\n`;
  const configs = ['agent-lint.config', '.agent-lintrc', '.config/config', '.config/agent-lintrc'];
  const ends: [string, string][] = [
    ['.js', cjs],
    ['.cjs', cjs],
    ['.mjs', esm],
    ['.ts', esm],
  ];
  const folder = folderWith({
    'agent.yaml': HEALTHY,
    'sub/agent.yaml': HEALTHY,
    ...Object.fromEntries(configs.flatMap((name) => ends.map(([end, text]) => [name + end, text]))),
    ...Object.fromEntries(
      PROGRAMS.flatMap((name) => [
        [name, sh],
        [`sub/${name}`, sh],
        [`node_modules/.bin/${name}`, sh],
      ]),
    ),
    'package.json': JSON.stringify({
      type: 'module',
      main: './agent-lint.config.js',
      scripts: Object.fromEntries(
        ['preinstall', 'install', 'prepare', 'test', 'agent-lint'].map((name) => [name, `touch '${mark}'`]),
      ),
      cosmiconfig: {
        searchPlaces: ['.config/config.js', 'agent-lint.config.js'],
        loaders: { '.js': './.config/config.cjs' },
      },
    }),
    '.npmrc': `script-shell=./sh\nnode-options=--require ./.config/config.cjs\n`,
    '.env': `NODE_OPTIONS=--require=${'./.config/config.cjs'}\n`,
    'node_modules/cosmiconfig/package.json': '{"main": "index.js"}',
    'node_modules/cosmiconfig/index.js': cjs,
    'node_modules/yaml/package.json': '{"main": "index.js"}',
    'node_modules/yaml/index.js': cjs,
    'node_modules/yargs/index.js': cjs,
    'tsconfig.json': '{ "extends": "./.config/config.cjs" }',
  });
  for (const name of PROGRAMS)
    for (const place of ['', 'sub', 'node_modules/.bin']) chmodSync(join(folder, place, name), 0o755);
  return { folder, mark };
}

/** Turns a tree into a repository whose own configuration names programs. */
function makeRepository(folder: string, mark: string): void {
  spawnSync('git', ['init', '-q', folder]);
  spawnSync('git', ['-C', folder, 'add', 'agent.yaml']);
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  const run = `echo ran > '${mark}'`;
  for (const hook of ['post-index-change', 'pre-auto-gc', 'fsmonitor-watchman', 'post-checkout']) {
    writeFileSync(join(folder, 'hooks', hook), `#!/bin/sh\n${run}\n`);
    chmodSync(join(folder, 'hooks', hook), 0o755);
  }
  writeFileSync(join(folder, 'included'), `[core]\n\tfsmonitor = ${JSON.stringify(run)}\n`);
  writeFileSync(
    join(folder, '.git/config'),
    `[core]
\trepositoryformatversion = 0
\tfsmonitor = ${JSON.stringify(run)}
\thooksPath = ${join(folder, 'hooks')}
\tpager = ${JSON.stringify(run)}
\tsshCommand = ${JSON.stringify(run)}
\tattributesFile = ${join(folder, 'included')}
\texcludesFile = ${join(folder, 'none')}
[include]
\tpath = ../included
[alias]
\tls-files = ${JSON.stringify(`!${run}`)}
\tcheck-ignore = ${JSON.stringify(`!${run}`)}
[filter "x"]
\tclean = ${JSON.stringify(run)}
\tprocess = ${JSON.stringify(run)}
[diff "x"]
\ttextconv = ${JSON.stringify(run)}
[credential]
\thelper = ${JSON.stringify(`!${run}`)}
`,
  );
  writeFileSync(join(folder, '.gitattributes'), '* filter=x diff=x\n');
}

describe('nothing of a linted tree is executed', () => {
  it('by any command, started inside it', () => {
    const { folder, mark } = hostileTree();
    for (const args of COMMANDS) {
      const run = runBinary(folder, args);
      expect([0, 1]).toContain(run.status);
      expect(run.stderr).not.toMatch(/Error|node:internal/);
      expect(existsSync(mark) ? args : 'no mark').toBe('no mark');
    }
  });

  it('where its folders stand first among those of programs', () => {
    const { folder, mark } = hostileTree();
    makeRepository(folder, mark);
    const PATH = [
      '',
      '.',
      'sub',
      folder,
      join(folder, 'sub'),
      join(folder, 'node_modules/.bin'),
      process.env.PATH ?? '',
    ].join(delimiter);
    for (const cwd of [folder, join(folder, 'sub')]) {
      for (const paths of [[], ['.'], [folder]]) {
        const run = runBinary(cwd, ['check', '-f', 'json', ...paths], '', { PATH });
        const lines = run.stderr.split('\n').filter((line) => line !== '');
        expect(lines.filter((line) => !IS_UNREAD.test(line))).toEqual([]);
        expect(checkedFiles(run).length).toBeGreaterThan(0);
        expect(existsSync(mark)).toBe(false);
      }
    }
  });

  it('where they stand there by a link from outside', () => {
    const { folder, mark } = hostileTree();
    makeRepository(folder, mark);
    const bin = join(folderWith({}), 'bin');
    symlinkSync(join(folder, 'node_modules/.bin'), bin);
    const PATH = `${bin}${delimiter}${process.env.PATH ?? ''}`;
    const run = runBinary(folder, ['check', '-f', 'json'], '', { PATH });
    expect(checkedFiles(run)).toContain('agent.yaml');
    expect(existsSync(mark)).toBe(false);
  });

  it('by git, whatever the repository’s configuration names', () => {
    const { folder, mark } = hostileTree();
    makeRepository(folder, mark);
    writeFileSync(join(folder, '.gitignore'), 'sub\n');
    for (const args of COMMANDS.slice(0, 4)) runBinary(folder, args);
    expect(existsSync(mark)).toBe(false);
    expect(checkedFiles(runBinary(folder, ['check', '-f', 'json']))).toEqual(['agent.yaml']);
    expect(existsSync(mark)).toBe(false);
  });

  it('by git, which would run such a program: the trap is real', () => {
    const { folder, mark } = hostileTree();
    makeRepository(folder, mark);
    spawnSync('git', ['-C', folder, 'ls-files', '-o']);
    spawnSync('git', ['-C', folder, 'status']);
    expect(existsSync(mark)).toBe(true);
  });

  it.each([
    ['./agent-lint.config.js', 'a configuration is data, so only YAML and JSON files can be extended'],
    ['./.config/config.ts', 'a configuration is data, so only YAML and JSON files can be extended'],
    ['cosmiconfig', 'is installed but contains no agent-lint.config.yaml'],
    ['cosmiconfig/index.js', 'a configuration is data, so only YAML and JSON files can be extended'],
    ['../../../../../../../../etc/passwd', 'lies outside the repository'],
    ['/etc/passwd', 'is neither a relative file (./policy.yaml) nor a file of an installed package'],
    ['file:///etc/passwd', 'is neither a relative file (./policy.yaml) nor a file of an installed package'],
    [
      'https://example.com/policy.yaml',
      'is neither a relative file (./policy.yaml) nor a file of an installed package',
    ],
  ])('by `extends: %s`: status 3', (name, why) => {
    const { folder, mark } = hostileTree();
    writeFileSync(join(folder, 'agent-lint.config.json'), JSON.stringify({ extends: name }));
    const run = runBinary(folder, ['check']);
    expect(run.stderr).toContain(`agent-lint.config.json:1:12: \`extends\` names \`${name}\``);
    expect(run.stderr).toContain(why);
    expect([run.status, run.stdout]).toEqual([3, '']);
    expect(existsSync(mark)).toBe(false);
  });

  it.each(['agent-lint.config.js', '.config/config.ts'])('by --config %s: status 3', (name) => {
    const { folder, mark } = hostileTree();
    const run = runBinary(folder, ['check', '--config', name]);
    expect(run.stderr).toContain(`${name}:1:1: A configuration is data: YAML or JSON. Nothing else is read.`);
    expect(run.status).toBe(3);
    expect(existsSync(mark)).toBe(false);
  });
});
