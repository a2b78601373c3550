import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { compile } from 'json-schema-to-typescript';
import { generatedNote, readJson, root } from './project.mjs';

const SCHEMA = 'src/dialects/frameworks/profile.schema.json';
const LANGUAGES = ['python', 'typescript'];

/** The type of a framework's profile, as the text of one module. */
export async function profileTypes() {
  const { $schema: _, ...schema } = readJson(SCHEMA);
  return compile(schema, 'FrameworkProfile', {
    bannerComment: `// ${generatedNote}\nimport type { Effect, ToolKind } from '../../model/index.js';`,
    unknownAny: true,
    format: true,
    style: { singleQuote: true, printWidth: 110 },
  });
}

/** The profiles of each framework, by its folder and language. Throws where one breaks the schema. */
function profiles() {
  const ajv = new Ajv.default({ allErrors: true, strict: false });
  const validate = ajv.compile(readJson(SCHEMA));
  const folder = 'src/dialects';
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const files = LANGUAGES.map((language) => ({
        language,
        file: `${folder}/${name}/profile.${language}.json`,
      })).filter(({ file }) => existsSync(join(root, file)));
      for (const { file, language } of files) {
        const profile = readJson(file);
        const problems = validate(profile)
          ? []
          : validate.errors.map((one) => `${one.instancePath || '/'} ${one.message}`);
        if (profile.language !== language) problems.push(`/language must be ${language}`);
        if (problems.length > 0) throw new Error(`${file}:\n${problems.join('\n')}`);
      }
      return files.length > 0 ? [{ name, files }] : [];
    });
}

/** The text of `src/dialects/framework-modules.ts`: what programs of each framework import. Looked for before profiles load. */
export function frameworkModules() {
  const modules = Object.fromEntries(
    profiles().map(({ name, files }) => [
      name,
      Object.fromEntries(
        files.map(({ file, language }) => {
          const { modules: names, confirmedBy } = readJson(file);
          return [language, { modules: names, ...(confirmedBy ? { confirmedBy } : {}) }];
        }),
      ),
    ]),
  );
  return `// ${generatedNote}
import type { FrameworkModules } from './code-dialect.js';

/** What programs of each framework import, from the profiles. */
export const FRAMEWORK_MODULES = ${JSON.stringify(modules, null, 2)} as const satisfies Record<string, FrameworkModules>;
`;
}
