import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commitOf, GitError } from '../../files/git-objects.js';
import { askGit } from '../../files/run-git.js';
import { UsageError } from '../../project/usage-error.js';

/** How a project gets agent-lint. */
export type Installation =
  | {
      kind: 'dependency';
      /** The commands that install the project's dependencies, one a step of CI. */
      commands: readonly string[];
    }
  /** From the registry, by the version that runs now: that of a release. */
  | { kind: 'version' }
  | Sources;

/** A repository of agent-lint and a commit or tag of it: agent-lint is built from there. */
export interface Sources {
  kind: 'sources';
  /** As git takes it: a URL, `user@host:path` or a folder. */
  address: string;
  revision: string;
}

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

/**
 * How hook and workflow of a project get agent-lint: from where the user says, else the project's own dependency, else as
 * what runs now was got: a release from the registry, a clone by its commit. Nobody may hold the package's name, so that
 * nothing else is ever installed by it: then there is no installation.
 */
export function installationFor(
  folder: string,
  { from, own }: { from: string | undefined; own: string },
): Installation | undefined {
  if (from !== undefined) return sourcesOf(from);
  return dependencyOf(folder) ?? (isRelease(own) ? { kind: 'version' } : cloneAt(own));
}

/** Reads `package.json` and the lock file of a project. A `package.json` that does not parse states no dependency. */
function dependencyOf(folder: string): Installation | undefined {
  const address = dependencyIn(join(folder, 'package.json'));
  if (address === undefined) return undefined;
  const [, commands] = LOCKED.find(([lock]) => existsSync(join(folder, lock))) ?? ['', ['npm install']];
  const needsScripts = FROM_SOURCES.test(address) || FOLDER.test(address);
  return {
    kind: 'dependency',
    commands: commands.map((command) =>
      needsScripts || !command.startsWith('npm ') ? command : `${command} --ignore-scripts`,
    ),
  };
}

/** A release states the commit that it was built from; a build from sources does not. */
function isRelease(own: string): boolean {
  return JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).gitHead !== undefined;
}

/**
 * The clone that runs now, by the address that it was cloned from and its commit. Undefined where that is a folder of this
 * machine: what is written is committed, and other machines have no such folder.
 */
function cloneAt(own: string): Sources | undefined {
  const revision = commitOfClone(own);
  const address = revision === undefined ? undefined : addressOfClone(own);
  return revision === undefined || address === undefined ? undefined : { kind: 'sources', address, revision };
}

/** The address that a clone was made from, without a password; undefined where it has none that others can read. */
function addressOfClone(own: string): string | undefined {
  const answer = askGit(own, ['config', '--get', 'remote.origin.url']);
  const stated = answer.ok ? answer.output.toString('utf8').trim() : '';
  const address = stated.replace(/^(https?:\/\/)[^/@]*@/, '$1').replace(/^(\w+:\/\/[^/:@]*):[^/@]*@/, '$1@');
  const isPlain = PLAIN.test(address) && !address.startsWith('file:');
  return isPlain && (URL_OF_GIT.test(address) || SCP_LIKE.test(address)) ? address : undefined;
}

/** The commit of the clone that runs now; undefined where it is no clone. */
export function commitOfClone(own: string): string | undefined {
  if (!existsSync(join(own, '.git'))) return undefined;
  try {
    return commitOf(own, 'HEAD');
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

const URL_OF_GIT = /^(?:https?|ssh|git|file):\/\/[^/]*\/./;
const SCP_LIKE = /^[\w.-]+@[\w.-]+:[^/\\]/;
/** Letters that neither a shell nor YAML takes for something else. */
const PLAIN = /^[\w./:@+~%-]+$/;

/** `ADDRESS@REVISION`. @throws {UsageError} for anything else, and for an address with a password. */
function sourcesOf(from: string): Sources {
  const cut = from.lastIndexOf('@');
  const address = from.slice(0, Math.max(0, cut)).replace(/^git\+/, '');
  const revision = from.slice(cut + 1);
  const refuse = (reason: string): never => {
    throw new UsageError(
      `--from ${reason}`,
      'Give the repository and a commit or tag of it, as in --from https://git.example.com/acme/agent-lint@v1.0.0',
    );
  };
  // With a name of a user, `git@host:path` alone has a sign of its own.
  if (address === '' || !/^\w[\w.+-]*$/.test(revision))
    return refuse('takes ADDRESS@REVISION: the revision is missing.');
  if (/^\w+:\/\/[^/:]*:[^/]*@/.test(address)) return refuse('takes no address with a password.');
  const isRemote = URL_OF_GIT.test(address) || SCP_LIKE.test(address);
  if (isRemote && !PLAIN.test(address)) return refuse(`takes an address of git, not \`${address}\`.`);
  if (!isRemote && !existsSync(join(address, '.git')) && !existsSync(join(address, 'HEAD')))
    return refuse(`names \`${address}\`, which is no address of git and no clone.`);
  // What is written is committed: a folder is named from here, not from the root of this machine.
  const folder = address.startsWith('file://') ? fileURLToPath(address) : address;
  const isFolder = !isRemote || address.startsWith('file://');
  return { kind: 'sources', address: isFolder ? relativeTo(folder) : address, revision };
}

const relativeTo = (folder: string): string =>
  isAbsolute(folder) ? relative(process.cwd(), folder).split(sep).join('/') : folder;

/** Whether only this machine can read an address. */
export const isLocal = ({ address }: Sources): boolean =>
  address.startsWith('file:') || !(URL_OF_GIT.test(address) || SCP_LIKE.test(address));

/** The sources as npm takes them, in one word. */
export function npmSpec({ address, revision }: Sources): string {
  return `${npmAddress(address)}#${revision}`;
}

function npmAddress(address: string): string {
  if (URL_OF_GIT.test(address)) return address.startsWith('git:') ? address : `git+${address}`;
  if (SCP_LIKE.test(address)) return `git+ssh://${address.replace(':', '/')}`;
  const { href } = pathToFileURL(resolve(address));
  return `git+${href.replace(/[^\w./:%~+-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;
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
