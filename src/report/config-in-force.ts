import type { ConfigInForce, Origin, RuleValue, Valued } from '../lint/config-in-force.js';
import { redact } from '../model/secrets.js';
import { jsonText, visible } from './shared/text.js';

const displayed = (text: string): string => visible(redact(text));

/** A value for programs without the secrets in its texts. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), withoutSecrets(one)]));
}

/** The configuration of a file as text: a line a value, with the layer that sets it. */
export function configText(config: ConfigInForce): string {
  const { file, dialect, layers, single, requirements, loosened, rules, lists } = config;
  const sections = [
    [
      `Configuration of ${displayed(file)}${dialect === undefined ? ', in which no agent is found' : ` (${dialect})`}`,
    ],
    [
      'layers, the outermost first',
      ...(layers.length === 0
        ? ['  none: everything is the default']
        : layers.map((one) => `  ${LAYERS[one.layer]}${displayed(one.name)}`)),
    ],
    valueLines(single, ''),
    [
      'requirements',
      ...valueLines(requirements, '  '),
      ...(Object.keys(requirements).length === 0 ? ['  none is stated'] : []),
      ...loosened.map(({ message }) => `  without effect: ${displayed(message)}`),
    ],
    [
      'rules',
      ...aligned(
        Object.entries(rules).flatMap(([id, one]) => ruleRows(id, one)),
        '  ',
      ),
    ],
    ...Object.entries(lists).map(([key, values]) => [
      key,
      ...aligned(
        values.map(({ value, from }) => [valueText(value), originsText(from)]),
        '  ',
      ),
    ]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const LAYERS: Readonly<Record<Origin['layer'], string>> = {
  policy: '',
  configuration: '',
  override: '',
  file: 'the file itself: ',
  flag: 'the command line: ',
  preset: '',
  default: '',
};

const valueLines = (values: Readonly<Record<string, Valued>>, indent: string): string[] =>
  aligned(
    Object.entries(values).map(([key, { value, from }]) => [
      `${key}: ${valueText(value)}`,
      originsText(from),
    ]),
    indent,
  );

function ruleRows(id: string, { value, from, options, lockedBy }: RuleValue): [string, string][] {
  const lock = lockedBy === undefined ? '' : `, locked by ${lockedBy}`;
  return [
    [`${id}: ${value}`, `${originsText(from)}${displayed(lock)}`],
    ...Object.entries(options).map(([name, option]): [string, string] => [
      `  ${name}: ${valueText(option.value)}`,
      originsText(option.from),
    ]),
  ];
}

/** Longest value that the origins of all lines are put behind in one column. */
const WIDEST = 60;

function aligned(rows: readonly (readonly string[])[], indent: string): string[] {
  const width = Math.min(WIDEST, Math.max(0, ...rows.map(([value = '']) => value.length)));
  return rows.map(([value = '', origin = '']) => `${indent}${value.padEnd(width)}  ${origin}`);
}

const valueText = (value: unknown): string =>
  displayed(
    typeof value === 'string'
      ? value
      : Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? `[${value.join(', ')}]`
        : JSON.stringify(value),
  );

const originsText = (from: readonly Origin[]): string => `(${from.map(originText).join(', ')})`;

function originText({ layer, name, at }: Origin): string {
  const kind = layer === 'override' ? 'override, ' : layer === 'policy' ? `${displayed(name)}, ` : '';
  if (!at) return layer === 'policy' ? displayed(name) : `${kind}${displayed(name)}`;
  const { line, column } = at.range().start;
  return `${kind}${displayed(at.file)}:${line}:${column}`;
}

/** The configuration of a file for programs, by the keys of a configuration. */
export function configJson(config: ConfigInForce): string {
  const { file, dialect, layers, single, requirements, loosened, rules, lists } = config;
  return jsonText({
    schema: 'agent-lint/config@1',
    file,
    dialect: dialect ?? null,
    layers: layers.map(originJson),
    ...valuesJson(single),
    requirements: valuesJson(requirements),
    loosened: loosened.map(({ message }) => redact(message)),
    rules: Object.fromEntries(
      Object.entries(rules).map(([id, { options, lockedBy, ...rule }]) => [
        id,
        {
          ...valuedJson(rule),
          ...(Object.keys(options).length > 0 ? { options: valuesJson(options) } : {}),
          ...(lockedBy === undefined ? {} : { lockedBy }),
        },
      ]),
    ),
    ...Object.fromEntries(Object.entries(lists).map(([key, values]) => [key, values.map(valuedJson)])),
  });
}

const valuesJson = (values: Readonly<Record<string, Valued>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, valuedJson(value)]));

const valuedJson = ({ value, from }: Valued) => ({
  value: withoutSecrets(value),
  from: from.map(originJson),
});

function originJson({ layer, name, at }: Origin) {
  const start = at?.range().start;
  return {
    layer,
    name: redact(name),
    ...(at && start ? { file: at.file, line: start.line, column: start.column } : {}),
  };
}
