import { dirname, join, resolve } from 'node:path';
import { type FileStore, isBelow, lookIn, realPathIn } from '../files/index.js';
import { formatOf, loadParsers, type SyntaxNode } from '../syntax/index.js';
import { openConfig } from './open.js';
import { type ConfigProblem, problemAt } from './problem.js';

/** A configuration file with its place in the tree. */
export interface ConfigSource {
  absolute: string;
  node: SyntaxNode;
}

/** What a chain of `extends` gives: the outermost first, the extending file last. */
export interface Chain {
  sources: ConfigSource[];
  problems: ConfigProblem[];
}

export interface ExtendContext {
  /** The root without links: relative files may not leave it. */
  boundary: string;
  show(absolute: string): string;
  store: FileStore;
}

/** Deepest chain of configurations that extend one another. */
const MOST_LEVELS = 20;

/**
 * The configurations that a file extends, and the file itself at the end. Files are read as text and never executed;
 * a package is looked up in `node_modules` from the extending file upward.
 */
export async function extendChain(
  source: ConfigSource,
  context: ExtendContext,
  above: readonly string[] = [],
): Promise<Chain> {
  const trail = [...above, realPathIn(context.store, source.absolute) ?? source.absolute];
  const chain: Chain = { sources: [], problems: [] };
  const stated = source.node.get('extends');
  const names = stated === undefined ? [] : stated.kind === 'array' ? stated.items() : [stated];
  for (const name of names) {
    if (typeof name.scalar !== 'string') continue;
    const next = await openExtended(name, name.scalar, source, context, trail);
    if (next === undefined) continue;
    if ('problems' in next) {
      chain.problems.push(...next.problems);
      continue;
    }
    const further = await extendChain(next, context, trail);
    chain.sources.push(...further.sources);
    chain.problems.push(...further.problems);
  }
  chain.sources.push(source);
  return chain;
}

type Extended = ConfigSource | { problems: ConfigProblem[] } | undefined;

async function openExtended(
  at: SyntaxNode,
  name: string,
  source: ConfigSource,
  context: ExtendContext,
  trail: readonly string[],
): Promise<Extended> {
  const wrong = (message: string, meant?: string) => ({ problems: [problemAt(at.at(), message, meant)] });
  const folder = dirname(source.absolute);
  const target = /^\.\.?\//.test(name)
    ? relativeTarget(name, folder, context)
    : packageTarget(name, folder, context);
  if ('reason' in target)
    return wrong(`\`extends\` names \`${name}\`, which ${target.reason}.`, target.meant);
  const real = realPathIn(context.store, target.absolute) ?? target.absolute;
  if (trail.includes(real)) {
    const circle = [...trail.slice(trail.indexOf(real)), real].map((file) => context.show(file)).join(' -> ');
    return wrong(`\`extends\` goes in a circle: ${circle}.`);
  }
  if (trail.length > MOST_LEVELS) return wrong(`\`extends\` is more than ${MOST_LEVELS} files deep.`);
  const format = formatOf(target.absolute);
  if (format !== 'json' && format !== 'yaml' && format !== 'jsonc') {
    return wrong(
      `\`extends\` names \`${name}\`: a configuration is data, so only YAML and JSON files can be extended.`,
    );
  }
  await loadParsers([format]);
  const opened = openConfig(real, context.show(target.absolute), dirname(real), context.store);
  if (!opened) return undefined;
  if (!opened.ok) return { problems: opened.problems };
  return opened.node ? { absolute: target.absolute, node: opened.node } : undefined;
}

type Target = { absolute: string } | { reason: string; meant?: string };

function relativeTarget(name: string, folder: string, { boundary, store }: ExtendContext): Target {
  const absolute = resolve(folder, name);
  const real = realPathIn(store, absolute);
  if (!isBelow(realPathIn(store, dirname(absolute)) ?? absolute, boundary))
    return { reason: 'lies outside the repository' };
  if (real === undefined) return { reason: 'does not exist' };
  return isBelow(real, boundary) ? { absolute } : { reason: 'lies outside the repository' };
}

const FILE_NAMES = ['agent-lint.config.yaml', 'agent-lint.config.yml', 'agent-lint.config.json'];

/** A data file of an installed package: `name`, `name/file.yaml`, `@scope/name/file.yaml`. */
function packageTarget(name: string, folder: string, { boundary, store }: ExtendContext): Target {
  const parts = name.split('/');
  if (
    parts.some((part) => part === '' || part === '.' || part === '..') ||
    name.includes('\\') ||
    name.includes(':')
  ) {
    return { reason: 'is neither a relative file (./policy.yaml) nor a file of an installed package' };
  }
  const depth = name.startsWith('@') ? 2 : 1;
  const inPackage = parts.slice(depth).join('/');
  const candidates =
    inPackage === '' ? FILE_NAMES : [inPackage, ...['.yaml', '.yml', '.json'].map((end) => inPackage + end)];
  let isInstalled = false;
  for (let from = folder; ; from = dirname(from)) {
    const installed = join(from, 'node_modules', ...parts.slice(0, depth));
    for (const candidate of candidates) {
      const absolute = join(installed, candidate);
      const real = realPathIn(store, absolute);
      if (real === undefined || !lookIn(store, real)?.isFile()) continue;
      // A package may be a link into a store of packages, or into this repository; nowhere else.
      const belongs = isBelow(real, boundary) || real.split(/[\\/]/).includes('node_modules');
      return belongs ? { absolute } : { reason: 'lies outside the repository' };
    }
    isInstalled ||= lookIn(store, join(installed, 'package.json')) !== undefined;
    if (from === dirname(from)) break;
  }
  if (isInstalled) {
    return {
      reason:
        inPackage === ''
          ? `is installed but contains no ${FILE_NAMES[0]}: name the file, as \`${name}/policy.yaml\``
          : 'its package does not contain',
    };
  }
  const beside = lookIn(store, join(folder, name))?.isFile();
  return { reason: 'is not installed', ...(beside ? { meant: `./${name}` } : {}) };
}
