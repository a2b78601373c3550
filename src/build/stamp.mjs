// Whether dist/ is what the sources make: npm prepares a package more often than its sources change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './project.mjs';

const STAMP = join(root, 'node_modules/.cache/agent-lint/built.txt');
const SOURCES = [
  'src',
  'rules',
  'schemas',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

function filesUnder(name) {
  const path = join(root, name);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** A hash of the sources: it names a build. */
export const sourcesHash = () => hashOf(SOURCES);

/** A hash of the sources and of what was built from them. */
const currentState = () => hashOf([...SOURCES, 'dist']);

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names.flatMap(filesUnder)) {
    const text = readFileSync(join(root, name));
    hash.update(`${name} ${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}

export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === currentState();

export function noteBuild() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, currentState());
}
