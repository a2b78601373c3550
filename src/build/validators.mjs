import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { generatedNote, readJson } from './project.mjs';

/** Exported validator by schema file. */
const VALIDATORS = {
  validatePayload: 'payload',
  validateRequirements: 'requirements',
  validateControls: 'controls',
  validateAgentConfig: 'agent-config',
  validateConfig: 'config',
};

/** Precompiled validators, as the text of one module: no schema is compiled at run time. */
export function schemaValidators() {
  const ajv = new Ajv.default({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  const names = [...Object.values(VALIDATORS)];
  for (const name of names) {
    const schema = readJson(`schemas/${name}.schema.json`);
    ajv.addSchema({ ...schema, $id: `${name}.schema.json` });
  }
  const refs = Object.fromEntries(
    Object.entries(VALIDATORS).map(([key, name]) => [key, `${name}.schema.json`]),
  );
  return `// ${generatedNote}\n/* eslint-disable */\n${importsInsteadOfRequires(standalone.default(ajv, refs))}\n`;
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

export function validatorTypes() {
  const lines = Object.keys(VALIDATORS).map((name) => `export const ${name}: Validator;`);
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
${lines.join('\n')}
`;
}
