// Builds the package from its sources, unless it is built: after `npm ci`, where npm installs it from git, and where the
// first `npx` in a clone links it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './stamp.mjs';

const root = join(import.meta.dirname, '../..');

/** A global installation from git puts the tools that build the package elsewhere: then they are installed here first. */
function run(args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(?:global|location|prefix|local_prefix|omit)$/i.test(name),
    ),
  );
  const { status } = spawnSync('npm', args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!isBuilt()) {
  if (!existsSync(join(root, 'node_modules/rolldown')))
    run(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
  run(['run', 'build']);
}
