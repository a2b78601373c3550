import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { compile } from 'json-schema-to-typescript';
import { generatedNote, readJson, root } from './project.mjs';

const SCHEMA = 'src/dialects/frameworks/rows/row.schema.json';
const LANGUAGES = ['python', 'typescript'];

/** The types of the rows of a framework, as the text of one module. */
export function rowTypes() {
  const { $schema: _, ...schema } = readJson(SCHEMA);
  return compile(schema, 'FrameworkRows', {
    bannerComment: `// ${generatedNote}
import type { Effect, ToolKind } from '../../../model/index.js';
import type { ValuePattern } from '../../../program/index.js';`,
    unknownAny: true,
    format: true,
    style: { singleQuote: true, printWidth: 110 },
  });
}

/** The files of rows of each framework, by its folder. Throws where one breaks the schema. */
function frameworks() {
  const validate = new Ajv.default({ allErrors: true, strict: false }).compile(readJson(SCHEMA));
  const folder = 'src/dialects';
  return readdirSync(join(root, folder))
    .sort()
    .flatMap((name) => {
      const all = LANGUAGES.map((language) => ({
        language,
        file: `${folder}/${name}/rows.${language}.json`,
      })).flatMap(({ file, language }) => {
        if (!existsSync(join(root, file))) return [];
        const stated = readJson(file);
        const problems = validate(stated)
          ? []
          : validate.errors.map((one) => `${one.instancePath || '/'} ${one.message}`);
        if (stated.language !== language) problems.push(`/language must be ${language}`);
        if (problems.length > 0) throw new Error(`${file}:\n${problems.join('\n')}`);
        return [stated];
      });
      return all.length > 0 ? [{ name, all }] : [];
    });
}

/** What the framework passes to functions, and its members with the settings of a run. */
function contextsOf({ rows }) {
  const stated = rows.filter(({ gives }) => gives === 'context');
  const named = stated.flatMap(({ api, member }) => [api].flat().map((name) => [name, member]));
  const all = Object.fromEntries(named);
  return Object.keys(all).length > 0 ? { contexts: all } : {};
}

/**
 * The text of `src/dialects/framework-modules.ts`: what programs of each framework import. Looked for before rows load. A
 * framework without rows is only recognised by that. Throws where the files of one framework differ in its name or its order,
 * or one is read and another only recognised.
 */
export function frameworkModules() {
  const all = frameworks().map(({ name: folder, all: files }) => {
    const [first, ...others] = files.map(({ name, order, rows }) =>
      JSON.stringify({ name, order, isRead: rows.length > 0 }),
    );
    if (others.some((one) => one !== first))
      throw new Error(`src/dialects/${folder}: rows differ in name, order or what they state`);
    const { order, ...stated } = JSON.parse(first);
    const languages = files.map(({ language, modules, confirmedBy, pages, broad, ...more }) => [
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

/** What programs of each framework import, from its rows, in the order in which reports list the frameworks. */
export const FRAMEWORK_MODULES = ${JSON.stringify(modules, null, 2)} as const satisfies Record<string, FrameworkModules>;
`;
}

/** The text of `src/dialects/framework-deciders.ts`: the names by which programs ask somebody, of all frameworks together. */
export function frameworkDeciders() {
  const { properties } = readJson(SCHEMA).properties.deciders;
  const stated = frameworks().flatMap(({ all }) => all.map(({ deciders = {} }) => deciders));
  const joined = (texts) => [...new Set(texts.flatMap((text) => text?.split(' ') ?? []))].join(' ');
  const together = ([key, { type }]) => {
    const values = stated.flatMap(({ [key]: value }) => value ?? []);
    if (type === 'string') return [key, joined(values)];
    const modules = [...new Set(values.flatMap(Object.keys))];
    return [key, Object.fromEntries(modules.map((one) => [one, joined(values.map((names) => names[one]))]))];
  };
  const all = Object.fromEntries(Object.entries(properties).map(together));
  return `// ${generatedNote}

/** Names by which programs ask a person, a model or an agent, from the rows of all frameworks. */
export const FRAMEWORK_DECIDERS = ${JSON.stringify(all, null, 2)} as const;
`;
}
