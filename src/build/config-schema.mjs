import { readJson, toJson } from './project.mjs';

const TYPES = { integer: 'integer', number: 'number', string: 'string', boolean: 'boolean' };

function optionSchema(option) {
  const common = { description: option.description, default: option.default };
  if (option.type === 'strings') return { ...common, type: 'array', items: { type: 'string' } };
  return {
    ...common,
    type: TYPES[option.type],
    ...(option.minimum === undefined ? {} : { minimum: option.minimum }),
  };
}

function ruleSchema(rule) {
  const level = { $ref: '#/definitions/level' };
  const options = {
    title: `Options of ${rule.id}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(rule.options ?? {}).map(([key, option]) => [key, optionSchema(option)]),
    ),
  };
  return {
    title: rule.id,
    description: `${rule.summary}. Default: ${rule.severity}.`,
    anyOf: [
      level,
      { type: 'array', minItems: 1, maxItems: 2, items: [level, options], additionalItems: false },
      {
        type: 'object',
        additionalProperties: false,
        properties: { severity: level, locked: { type: 'boolean' }, options },
      },
    ],
  };
}

/** The configuration's schema: the base by hand, rules and options from rule metadata. */
export function configSchema(rules) {
  const schema = readJson('schemas/config.base.schema.json');
  schema.definitions = {
    ...schema.definitions,
    level: {
      title: 'Severity',
      anyOf: [{ type: 'string', enum: ['error', 'warning', 'info', 'off'] }, { const: false }],
    },
    rules: {
      title: 'Rules',
      description: 'Severity and options, by rule.',
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(rules.map((rule) => [rule.id, ruleSchema(rule)])),
    },
  };
  return toJson(schema);
}
