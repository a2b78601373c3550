// Makes a release of the commit that is checked out: the tarball for the registry, and a tag for those who use the
// hook or the action from git. The tag's commit contains the built package, so that nothing is built there.
// Uploads nothing: .github/workflows/release.yml does.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root, toJson } from './project.mjs';

const out = join(root, 'node_modules/.cache/agent-lint/release');
const stage = join(out, 'tree');
const index = join(out, 'index');

/** Beside the packed files: what git users need. Unchanged workflows may be pushed without a permission of their own. */
const FOR_GIT = ['.github', '.pre-commit-hooks.yaml', 'action.yml', 'src/action', 'docs', 'CHANGELOG.md'];

function run(command, args, options = {}) {
  const printed = execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: command === 'npm' && process.platform === 'win32',
    ...options,
  });
  return printed?.trim();
}

function refuse(reason) {
  console.error(`release: ${reason}`);
  process.exit(1);
}

/** What `npm pack --json` says of one package: a list or a map, by the version of npm. */
const packed = (args, options) =>
  Object.values(JSON.parse(run('npm', ['pack', '--json', ...args], options)))[0];

const manifest = readJson('package.json');
const { version } = manifest;
const tag = `v${version}`;
const head = run('git', ['rev-parse', 'HEAD']);
if (run('git', ['status', '--porcelain']) !== '') refuse('the work tree differs from its commit.');
if (run('git', ['tag', '--list', tag]) !== '')
  refuse(`the tag ${tag} exists. Raise the version in package.json.`);

rmSync(out, { recursive: true, force: true });
mkdirSync(stage, { recursive: true });
run('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });

const { files } = packed(['--dry-run', '--ignore-scripts']);
for (const path of [...files.map(({ path }) => path), ...FOR_GIT])
  cpSync(join(root, path), join(stage, path), { recursive: true });
writeFileSync(join(stage, 'package.json'), toJson(releasedManifest()));
const { filename } = packed(['--pack-destination', out], { cwd: stage });

const inStage = {
  env: {
    ...process.env,
    GIT_DIR: run('git', ['rev-parse', '--absolute-git-dir']),
    GIT_INDEX_FILE: index,
    GIT_WORK_TREE: stage,
  },
  cwd: stage,
};
run('git', ['add', '--all', '--force', '.'], inStage);
const tree = run('git', ['write-tree'], inStage);
const commit = run('git', ['commit-tree', tree, '-p', head, '-m', `Release ${version}: the built package`]);
run('git', ['tag', '--annotate', tag, commit, '-m', `agent-lint ${version}`]);

const notes = join(out, 'notes.md');
writeFileSync(notes, notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
const outputs = `tag=${tag}\ntarball=${join(out, filename)}\nnotes=${notes}\n`;
if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, outputs);
process.stdout.write(outputs);

/** Nothing to build and nothing to install; the commit and, where GitHub runs this, the address that it was built from. */
function releasedManifest() {
  const { scripts: _, devDependencies: __, ...rest } = manifest;
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  const repository = GITHUB_REPOSITORY && {
    repository: { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git` },
  };
  return { ...rest, ...repository, gitHead: head };
}

/** What the changelog says of this version, without its heading. */
function notesOf(changelog) {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(version));
  if (section === undefined) refuse(`CHANGELOG.md has no section for ${version}.`);
  return `${section.slice(section.indexOf('\n') + 1).trim()}\n`;
}
