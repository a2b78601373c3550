// Downloads the type files that `sdk-versions.test.ts` reads: those of each version before and of a parameter.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const { parameters } = JSON.parse(readFileSync(join(root, 'src/facts/sdk-versions.json'), 'utf8'));

/** `@openai/agents` only passes on what these export. */
const PARTS = ['@openai/agents-core', '@openai/agents-openai'];

for (const { package: name, since, before } of parameters) {
  if (before === undefined || !name.startsWith('@')) continue;
  for (const version of [before, since]) fetchTypes(name, version);
}

function fetchTypes(name, version) {
  const target = join(root, 'node_modules/.cache/published-types', `${name.replace('/', '+')}@${version}`);
  if (existsSync(target)) return;
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-types-'));
  try {
    for (const part of PARTS) unpack(part, version, folder);
    mkdirSync(target, { recursive: true });
    for (const file of readdirSync(folder, { recursive: true }))
      if (String(file).endsWith('.d.ts')) copy(folder, String(file), target);
    console.log(`${name}@${version}: ${readdirSync(target).length} type files`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unpack(part, version, folder) {
  const into = join(folder, basename(part));
  mkdirSync(into);
  const [packed] = execFileSync('npm', ['pack', '--silent', `${part}@${version}`], {
    cwd: into,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .slice(-1);
  execFileSync('tar', ['-xzf', packed], { cwd: into });
}

function copy(folder, file, target) {
  cpSync(join(folder, file), join(target, file.replaceAll(/[\\/]/g, '-')));
}
