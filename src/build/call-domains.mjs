import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { generatedNote, readJson, root } from './project.mjs';

const FOLDER = 'src/effects/calls/domains';

/** The first part of a module's name, by which its import is found in a text. */
const importOf = (name, language) => {
  if (name === '*') return '';
  if (language === 'python') return name.split('.', 1)[0];
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
};

/** The tables of calls by domain, in order. Throws where one breaks the schema or calls an object that is not named. */
function callDomains() {
  const ajv = new Ajv.default({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(readJson('src/effects/calls/schema.json'));
  return readdirSync(join(root, FOLDER))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const domain = readJson(`${FOLDER}/${file}`);
      const problems = validate(domain)
        ? unnamedObjects(domain)
        : validate.errors.map((one) => `${one.instancePath || '/'} ${one.message}`);
      if (problems.length > 0) throw new Error(`${FOLDER}/${file}:\n${problems.join('\n')}`);
      return { name: file.slice(0, -'.json'.length), domain };
    });
}

/** Members that begin with an object which the package does not name. */
function unnamedObjects({ packages }) {
  return packages.flatMap(({ names, objects = {}, calls }) =>
    [...calls.map(({ members }) => members), ...Object.values(objects)]
      .flatMap((words) => words.split(' '))
      .filter((path) => path.includes('.'))
      .map((path) => path.split('.', 1)[0])
      .filter((first) => /^\$\w/.test(first) && !Object.hasOwn(objects, first))
      .map((first) => `${names}: ${first} is not among its objects`),
  );
}

/** The text of `src/effects/calls/domains.ts`: what imports need which table, without its rows. */
export function callDomainIndex() {
  const entries = callDomains().map(({ name, domain }) => {
    const imports = domain.packages.flatMap(({ names, language }) =>
      names.split(' ').map((one) => importOf(one, language)),
    );
    return `  {
    name: '${name}',
    imports: ${JSON.stringify([...new Set(imports)].sort())},
    load: () => import('./domains/${name}.json', { with: { type: 'json' } }),
  },`;
  });
  return `// ${generatedNote}
import type { CallDomain } from './domain.js';

/** A table of calls that is loaded when a program imports one of its packages. */
export interface CallTable {
  name: string;
  /** First parts of the names of its modules; empty for the platform's own names. */
  imports: readonly string[];
  load(): Promise<{ default: CallDomain }>;
}

/** The tables of calls. */
export const CALL_DOMAINS: readonly CallTable[] = [
${entries.join('\n')}
];
`;
}
