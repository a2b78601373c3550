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

/** What the review's schema takes from other schemas, as types that exist already. */
const SHARED = {
  'report.schema.json#/properties/summary': "Report['summary']",
  'report.schema.json#/properties/notAssessed/items': "Report['notAssessed'][number]",
  'report.schema.json#/definitions/finding': 'Finding',
  'inventory.schema.json#/definitions/system': 'SystemJson',
  'inventory.schema.json#/definitions/unread': "Report['unread']",
  'inventory.schema.json#/definitions/state': 'EvidenceState',
  'waivers.schema.json#/definitions/waiver': 'Waiver',
  'requirements.schema.json': 'Requirements',
  'decision.schema.json#/definitions/whatIf': 'WhatIf',
  '#/definitions/dataPlace': 'DataPlace',
};
const MEMBER_OF_DECISION = /^decision\.schema\.json#\/definitions\/decision\/properties\/(\w+)$/;

/** The types of a review, as the text of one module. */
export async function reviewTypes() {
  const schema = JSON.parse(JSON.stringify(readJson('schemas/review.schema.json')), (_, value) => {
    const ref = value?.$ref;
    // Later versions may add fields: the schema allows them, the type does not name them.
    if (value?.type === 'object') return { additionalProperties: false, ...value };
    if (typeof ref !== 'string' || (ref.startsWith('#') && !Object.hasOwn(SHARED, ref))) return value;
    const member = MEMBER_OF_DECISION.exec(ref)?.[1];
    const tsType = member === undefined ? SHARED[ref] : `Decision['${member}']`;
    if (tsType === undefined) throw new Error(`no type for ${ref}`);
    return { tsType };
  });
  delete schema.$id;
  delete schema.$schema;
  const imports = `import type { Waiver } from '../lint/waivers.js';
import type { Decision, EvidenceState, Finding, Requirements, WhatIf } from '../model/index.js';
import type { Report } from '../report/formats/json.js';
import type { DataPlace } from '../report/shared/data-map.js';
import type { SystemJson } from '../compare/system-json.js';`;
  return compile(schema, 'Review', {
    bannerComment: `// ${generatedNote}\n${imports}`,
    unknownAny: true,
    declareExternallyReferenced: true,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
}
