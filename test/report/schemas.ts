import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const FOLDER = new URL('../../schemas/', import.meta.url);
const NAMES = ['requirements', 'controls', 'decision', 'inventory', 'report', 'waivers', 'diff', 'review'];

/** The validator of one of the project's schemas; references go by file name. */
export function validatorOf(name: string): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  for (const one of NAMES) {
    const schema = JSON.parse(readFileSync(new URL(`${one}.schema.json`, FOLDER), 'utf8')) as {
      $id?: string;
    };
    delete schema.$id;
    ajv.addSchema(schema, `${one}.schema.json`);
  }
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (!validate) throw new Error(`no schema ${name}`);
  return validate;
}
