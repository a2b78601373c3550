// Installs the published types of SDKs that `sdk-versions.test.ts` and `fix-types.test.ts` read: each version before and
// of a parameter, the first one of each package, and those that pages name. Only type files and manifests are kept.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, publishedVersions, TYPES } from './published-types.mjs';

mkdirSync(TYPES, { recursive: true });
for (const { name, version, isNamedByPage = false, more = [] } of publishedVersions()) {
  const target = folderOf(name, version);
  if (existsSync(target)) continue;
  const folder = mkdtempSync(join(TYPES, 'installing-'));
  try {
    const options = ['--loglevel=error', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    execFileSync('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`, ...more], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    keepTypes(folder);
    renameSync(folder, target);
    console.log(`${name}@${version}`);
  } catch (error) {
    // A registry need not have every version; those that pages name have to be there.
    if (isNamedByPage || !/\b(?:ETARGET|E404)\b/.test(error.stderr)) throw error;
    console.log(`skipped: ${name}@${version} cannot be had here`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function keepTypes(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(file));
    if (/(?:\.d\.[cm]?ts|package\.json)$/.test(path) || !existsSync(path)) continue;
    if (statSync(path).isFile()) rmSync(path);
  }
}
