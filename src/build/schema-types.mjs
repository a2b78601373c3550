import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { generatedNote, readJson, root } from './project.mjs';

/** Schemas that become types, in the order of the file. */
const SOURCES = ['requirements', 'controls', 'decision', 'payload', 'rates', 'usage'];

/** TypeScript types of the schemas, as the text of one module. */
export async function schemaTypes() {
  const wrapper = {
    title: 'Schemas',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(SOURCES.map((name) => [name, readJson(`schemas/${name}.schema.json`)])),
  };
  for (const name of SOURCES) {
    delete wrapper.properties[name].$id;
    delete wrapper.properties[name].$schema;
    liftDefinitions(wrapper, name);
  }
  const text = await compile(wrapper, 'Schemas', {
    cwd: join(root, 'schemas'),
    bannerComment: `// ${generatedNote}`,
    additionalProperties: false,
    unknownAny: true,
    declareExternallyReferenced: true,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  return text;
}

/** Moves a schema's definitions to the root, so that `#/definitions/x` still resolves. */
function liftDefinitions(wrapper, name) {
  const { definitions = {} } = wrapper.properties[name];
  delete wrapper.properties[name].definitions;
  wrapper.definitions = { ...wrapper.definitions, ...definitions };
}
