import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { generatedNote, readJson } from './project.mjs';

/** Modules of precompiled validators: exported name by schema file. The configuration's is large and loaded late. */
const MODULES = {
  validators: {
    validatePayload: 'payload',
    validateRequirements: 'requirements',
    validateControls: 'controls',
  },
  'config-validator': { validateConfig: 'config' },
  'cost-validators': { validateRates: 'rates', validateUsage: 'usage' },
  'report-validator': { validateReport: 'report' },
};
const SCHEMAS = [
  ...['requirements', 'controls', 'payload', 'config', 'rates', 'usage'],
  ...['decision', 'inventory', 'report'],
];

/** Precompiled validators as files with their text: no schema is compiled at run time. */
export function validatorModules() {
  return Object.entries(MODULES).flatMap(([file, validators]) => [
    [`src/generated/${file}.js`, validatorCode(validators)],
    [`src/generated/${file}.d.ts`, validatorTypes(Object.keys(validators), file === 'validators')],
  ]);
}

function validatorCode(validators) {
  const ajv = new Ajv.default({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    inlineRefs: false,
  });
  for (const name of SCHEMAS)
    ajv.addSchema({ ...withoutProse(readJson(`schemas/${name}.schema.json`)), $id: `${name}.schema.json` });
  const refs = Object.fromEntries(
    Object.entries(validators).map(([key, name]) => [key, `${name}.schema.json`]),
  );
  return `// ${generatedNote}\n${importsInsteadOfRequires(standalone.default(ajv, refs))}\n`;
}

/** Titles, descriptions and the like are for editors: they would only make the code larger. */
function withoutProse(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const isMap = ['properties', 'definitions', 'additionalProperties'].includes(key);
    if (isMap || Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    const { title, description, examples, default: _, ...rest } = value;
    const prose = [title, description].every((one) => one === undefined || typeof one === 'string');
    return prose ? rest : value;
  });
}

/** The standalone code requires ajv's own small functions even as an ES module. */
function importsInsteadOfRequires(code) {
  const imports = [];
  const body = code.replace(/const (\w+) = require\("([^"]+)"\)\.default;/g, (_, name, path) => {
    imports.push(`import ${name}Module from '${path}.js';`);
    return `const ${name} = ${name}Module.default ?? ${name}Module;`;
  });
  return `${imports.join('\n')}\n${body}`;
}

function validatorTypes(names, withTypes) {
  const lines = names.map((name) => `export const ${name}: Validator;`).join('\n');
  if (!withTypes)
    return `// ${generatedNote}\nimport type { Validator } from './validators.js';\n\n${lines}\n`;
  return `// ${generatedNote}
/** One violation, as ajv gives it. */
export interface SchemaError {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
  propertyName?: string;
}
/** Checks a plain value; its errors stand in \`errors\` until the next call. */
export interface Validator {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}
${lines}
`;
}
