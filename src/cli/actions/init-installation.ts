import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a project gets agent-lint: as its own dependency, or by the version that runs now. */
export type Installation =
  | {
      kind: 'dependency';
      /** The commands that install the project's dependencies, one a step of CI. */
      commands: readonly string[];
    }
  | { kind: 'version' };

/** What the lock file of a package manager says about installing. npm's own come first: they suit `npx` best. */
const LOCKED: readonly (readonly [lock: string, commands: readonly string[]])[] = [
  ['package-lock.json', ['npm ci']],
  ['npm-shrinkwrap.json', ['npm ci']],
  ['pnpm-lock.yaml', ['corepack enable', 'pnpm install --frozen-lockfile']],
  ['yarn.lock', ['corepack enable', 'yarn install --frozen-lockfile']],
];

/** An address of git or of a folder: npm builds the package from its sources, by its scripts. */
const FROM_SOURCES =
  /^(?:git\b|git\+|github:|gitlab:|bitbucket:|gist:|link:|[\w.-]+\/[\w.-]+(?:#|$))|\.git(?:#|$)/;
const FOLDER = /^(?:file:|\.{0,2}\/)(?!.*\.(?:tgz|tar\.gz|tar)$)/;

/** Reads `package.json` and the lock file of a project. Without a `package.json` that parses, there is no dependency. */
export function installationOf(folder: string): Installation {
  const address = dependencyIn(join(folder, 'package.json'));
  if (address === undefined) return { kind: 'version' };
  const [, commands] = LOCKED.find(([lock]) => existsSync(join(folder, lock))) ?? ['', ['npm install']];
  const needsScripts = FROM_SOURCES.test(address) || FOLDER.test(address);
  return {
    kind: 'dependency',
    commands: commands.map((command) =>
      needsScripts || !command.startsWith('npm ') ? command : `${command} --ignore-scripts`,
    ),
  };
}

/** The version or address by which a project depends on agent-lint. */
function dependencyIn(file: string): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    for (const key of ['devDependencies', 'dependencies', 'optionalDependencies']) {
      const address: unknown = manifest?.[key]?.['agent-lint'];
      if (typeof address === 'string') return address;
    }
  } catch {
    // No package.json, or none that npm could read either.
  }
  return undefined;
}
