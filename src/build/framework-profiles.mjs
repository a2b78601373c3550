import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { compile } from 'json-schema-to-typescript';
import { generatedNote, readJson, root } from './project.mjs';

const SCHEMA = 'src/dialects/frameworks/profile.schema.json';
const LANGUAGES = ['python', 'typescript'];

/** What the schema of rows calls that of profiles. */
const PROFILE = 'profile';
const ROW_SCHEMA = 'src/dialects/frameworks/rows/row.schema.json';

/** The types of a schema, as the text of one module. `top`: the way to `src/` from there. */
async function typesOf(file, name, top, more = '') {
  const { $schema: _, ...schema } = readJson(file);
  // Tables that rows share with profiles have the types of those.
  for (const one of Object.values(schema.properties))
    if (one.tsType !== undefined) {
      delete one.$ref;
      delete one.anyOf;
    }
  return compile(schema, name, {
    bannerComment: `// ${generatedNote}\n${more}import type { ValuePattern } from '${top}/program/index.js';`,
    unknownAny: true,
    format: true,
    style: { singleQuote: true, printWidth: 110 },
  });
}

/** The type of what the rows of a framework amount to, as the text of one module. */
export const profileTypes = () => typesOf(SCHEMA, 'FrameworkProfile', '../..');

/** The types of the rows of a framework, as the text of one module. */
export const rowTypes = () =>
  typesOf(
    ROW_SCHEMA,
    'FrameworkRows',
    '../../..',
    `import type { Effect, ToolKind } from '../../../model/index.js';\nimport type { FrameworkProfile } from '../profile.js';\n`,
  );

/** What the profile of a framework that is only recognised states. */
const RECOGNISED = ['$schema', 'name', 'order', 'source', 'checkedOn', 'language', 'modules', 'broad'];
const REQUIRED = ['name', 'order', 'source', 'checkedOn', 'language', 'modules'];

/** Whether a framework is read, and not only recognised by what its programs import. */
const isRead = (profile) => 'rows' in profile;

/** The profiles of each framework, by its folder and language. Throws where one breaks the schema. */
function profiles() {
  const ajv = new Ajv.default({ allErrors: true, strict: false });
  const { $id: _, ...schema } = readJson(SCHEMA);
  const own = Object.entries(schema.properties).filter(([name]) => RECOGNISED.includes(name));
  const recognised = ajv.compile({ ...schema, required: REQUIRED, properties: Object.fromEntries(own) });
  const rows = ajv.addSchema({ ...schema, $id: PROFILE }).compile(readJson(ROW_SCHEMA));
  const folder = 'src/dialects';
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const files = ['profile', 'rows'].flatMap((kind) =>
        LANGUAGES.map((language) => ({
          language,
          file: `${folder}/${name}/${kind}.${language}.json`,
        })).filter(({ file }) => existsSync(join(root, file))),
      );
      for (const { file, language } of files) {
        const profile = readJson(file);
        const validate = isRead(profile) ? rows : recognised;
        const problems = validate(profile)
          ? []
          : validate.errors.map((one) => `${one.instancePath || '/'} ${one.message}`);
        if (profile.language !== language) problems.push(`/language must be ${language}`);
        if (problems.length > 0) throw new Error(`${file}:\n${problems.join('\n')}`);
      }
      return files.length > 0 ? [{ name, files }] : [];
    });
}

/** What the framework passes to functions, and its members with the settings of a run. */
function contextsOf({ rows = [] }) {
  const stated = rows.filter(({ gives }) => gives === 'context');
  const named = stated.flatMap(({ api, member }) => [api].flat().map((name) => [name, member]));
  const all = Object.fromEntries(named);
  return Object.keys(all).length > 0 ? { contexts: all } : {};
}

/**
 * The text of `src/dialects/framework-modules.ts`: what programs of each framework import. Looked for before profiles load.
 * Throws where the profiles of one framework differ in its name or its order, or one is read and another only recognised.
 */
export function frameworkModules() {
  const all = profiles().map(({ name: folder, files }) => {
    const read = files.map(({ file, language }) => ({ file, language, profile: readJson(file) }));
    const [first, ...others] = read.map(({ profile: { name, order, ...rest } }) =>
      JSON.stringify({ name, order, isRead: isRead(rest) }),
    );
    if (others.some((one) => one !== first))
      throw new Error(`src/dialects/${folder}: profiles differ in name, order or what they state`);
    const { order, ...stated } = JSON.parse(first);
    const languages = read.map(({ language, profile: { modules, confirmedBy, pages, broad, ...more } }) => [
      language,
      {
        modules,
        ...(confirmedBy ? { confirmedBy } : {}),
        ...contextsOf(more),
        ...(pages ? { pages } : {}),
        ...(broad ? { broad } : {}),
      },
    ]);
    return { folder, order, modules: { ...stated, ...Object.fromEntries(languages) } };
  });
  all.sort((a, b) => a.order - b.order);
  const modules = Object.fromEntries(all.map(({ folder, modules: own }) => [folder, own]));
  return `// ${generatedNote}
import type { FrameworkModules } from './code-dialect.js';

/** What programs of each framework import, from the profiles, in the order in which reports list the frameworks. */
export const FRAMEWORK_MODULES = ${JSON.stringify(modules, null, 2)} as const satisfies Record<string, FrameworkModules>;
`;
}
