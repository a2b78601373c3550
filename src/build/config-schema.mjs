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

const level = { $ref: '#/definitions/level' };

/** What may stand for a rule: a severity, a pair with options, or an object. */
function settingSchema(options) {
  return {
    anyOf: [
      level,
      { type: 'array', minItems: 1, maxItems: 2, items: [level, options], additionalItems: false },
      {
        type: 'object',
        additionalProperties: false,
        properties: { severity: level, locked: { enum: [true, false, 'new'] }, options },
      },
    ],
  };
}

const noOptions = { type: 'object', additionalProperties: false, properties: {} };

function ruleSchema(rule) {
  const described = { title: rule.id, description: `${rule.summary}. Default: ${rule.severity}.` };
  if (!rule.options) return { ...described, allOf: [{ $ref: '#/definitions/setting' }] };
  const properties = Object.fromEntries(
    Object.entries(rule.options).map(([key, option]) => [key, optionSchema(option)]),
  );
  return { ...described, ...settingSchema({ type: 'object', additionalProperties: false, properties }) };
}

/** The configuration's schema: the base by hand, rules and options from rule metadata. */
export function configSchema(rules) {
  const schema = readJson('schemas/config.base.schema.json');
  schema.$id = 'config.schema.json';
  schema.definitions = {
    ...schema.definitions,
    level: {
      title: 'Severity',
      anyOf: [{ type: 'string', enum: ['error', 'warning', 'info', 'off'] }, { const: false }],
    },
    setting: settingSchema(noOptions),
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
