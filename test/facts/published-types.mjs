import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Where `fetch-types.mjs` puts the types of published packages. */
export const TYPES = join(root, 'node_modules/.cache/published-types');

/** The first version of each package that has what agent-lint reads: agents; the Responses API. */
const FIRST = [
  { name: '@openai/agents', version: '0.0.1' },
  { name: 'openai', version: '4.87.0' },
];

/** The versions that pages name above a program of another package, and what else is installed for it: the binaries of an SDK are not. */
const PAGES = [
  { name: '@anthropic-ai/claude-agent-sdk', version: '0.2.0', more: ['zod@4', '--omit=optional'] },
  { name: '@anthropic-ai/claude-agent-sdk', version: '0.2.47', more: ['zod@4', '--omit=optional'] },
  { name: '@mastra/core', version: '1.71.0', more: ['zod@4'] },
  { name: 'ai', version: '6.0.0', more: ['@ai-sdk/openai@3', 'zod@4'] },
  { name: 'langchain', version: '1.0.1', more: ['zod@4'] },
];

/** The folder with the types of a package, its `node_modules` in it. */
export const folderOf = (name, version) => join(TYPES, `${name.replace('/', '+')}@${version}`);

/** Versions of npm packages in which a parameter appears, those before them, and the first ones: oldest first. */
export function publishedVersions() {
  const { parameters } = JSON.parse(readFileSync(join(root, 'src/facts/sdk-versions.json'), 'utf8'));
  const versions = parameters
    .filter(({ language }) => language === 'typescript')
    .flatMap(({ package: name, since, before }) =>
      (before === undefined ? [since] : [before, since]).map((version) => ({ name, version })),
    );
  const pages = PAGES.map((one) => ({ ...one, isNamedByPage: true }));
  const all = new Map([...FIRST, ...versions, ...pages].map((one) => [`${one.name}@${one.version}`, one]));
  return [...all.values()].sort(
    (one, other) =>
      one.name.localeCompare(other.name) || one.version.localeCompare(other.version, 'en', { numeric: true }),
  );
}
