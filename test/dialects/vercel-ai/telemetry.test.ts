import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { HEAD } from './programs.js';

const ZERO = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';
const REGISTERED = "import { registerTelemetry } from 'ai';\nregisterTelemetry(otel);\n";
const call = (more: string) =>
  `export const answer = (messages) => generateText({ model: 'm', messages, tools: { look }${more} });\n`;
const desk = (own: string, run = '') =>
  `const desk = new ToolLoopAgent({ id: 'desk', tools: { look }${own} });\nexport const answer = (prompt) => desk.generate({ prompt${run} });\n`;
const HIDDEN = 'recordInputs: false, recordOutputs: false';

/** The findings about traces, and the rules that are not assessed, of a program in a version of the SDK. */
async function traced(text: string, version = '7.0.173', files: Readonly<Record<string, string>> = {}) {
  const { findings, notAssessed } = await lintFiles(
    {
      'program.ts': `${HEAD}import { otel } from './otel.js';\n${text}`,
      'package.json': `{ "name": "desk", "dependencies": { "ai": "${version}" } }`,
      'agent-lint.config.yaml': ZERO,
      ...files,
    },
    { only: ['tracing/retention-conflict', 'tracing/disabled'] },
  );
  return [
    ...findings.map(({ file, range, rule, message }) => `${file}:${range.start.line} ${rule} ${message}`),
    ...notAssessed.map(({ rule }) => `not assessed: ${rule}`),
  ];
}

const conflict = (place: string, by: string, of: string, store = 'integration') => [
  `${place} tracing/retention-conflict \`${by}\` sends the traces of \`${of}\`, with inputs and outputs, to the store of its ${store}, but zero data retention is required.`,
];

describe('traces of AI SDK 7', () => {
  it.each([
    ['', call(''), []],
    [REGISTERED, call(''), conflict('program.ts:6', 'registerTelemetry', 'generateText')],
    [REGISTERED, call(`, telemetry: { ${HIDDEN} }`), []],
    [REGISTERED, call(`, experimental_telemetry: { ${HIDDEN} }`), []],
    [
      REGISTERED,
      call(', telemetry: { recordInputs: false }'),
      conflict('program.ts:6', 'registerTelemetry', 'generateText'),
    ],
    [REGISTERED, desk(`, telemetry: { ${HIDDEN} }`), []],
    [REGISTERED, desk('', `, telemetry: { ${HIDDEN} }`), []],
    [
      REGISTERED,
      desk(`, telemetry: { ${HIDDEN} }`, ', telemetry: {}'),
      conflict('program.ts:6', 'registerTelemetry', 'desk'),
    ],
    [
      REGISTERED,
      call(', telemetry: JSON.parse(process.argv[2])'),
      ['not assessed: tracing/retention-conflict'],
    ],
    ['', call(', telemetry: { isEnabled: true }'), []],
    [
      '',
      call(', telemetry: { integrations: [otel] }'),
      conflict('program.ts:5', 'telemetry', 'generateText'),
    ],
    ['', call(`, telemetry: { integrations: [otel], ${HIDDEN} }`), []],
  ])('contain inputs and outputs once something is registered: %s%s', async (before, text, expected) => {
    expect(await traced(before + text)).toEqual(expected);
  });

  it.each([
    [
      REGISTERED,
      ', telemetry: { isEnabled: false }',
      [
        'program.ts:7 tracing/disabled `telemetry.isEnabled: false` switches tracing off for this run: no step, tool call or result of `generateText` is recorded.',
      ],
    ],
    ['', ', telemetry: { isEnabled: false }', []],
  ])('may be switched off for a run: %s%s', async (before, more, expected) => {
    expect(await traced(before + call(more))).toEqual(expected);
  });

  it('may be registered in a file that only the platform loads', async () => {
    const instrumentation = {
      'src/instrumentation.ts':
        "import { registerTelemetry } from 'ai';\nimport { OpenTelemetry } from '@ai-sdk/otel';\nexport function register() {\n  registerTelemetry(new OpenTelemetry());\n}\n",
    };
    expect(await traced(call(''), '7.0.173', instrumentation)).toEqual([
      'not assessed: tracing/retention-conflict',
    ]);
  });
});

describe('traces of AI SDK 6', () => {
  it.each([
    [call(''), []],
    [call(', experimental_telemetry: { functionId: "desk" }'), []],
    [
      call(', experimental_telemetry: { isEnabled: true }'),
      conflict('program.ts:5', 'experimental_telemetry', 'generateText', 'OpenTelemetry exporter'),
    ],
    [call(`, experimental_telemetry: { isEnabled: true, ${HIDDEN} }`), []],
    [
      call(", experimental_telemetry: { isEnabled: process.env.TRACE === '1' }"),
      ['not assessed: tracing/retention-conflict'],
    ],
    [call(', telemetry: { integrations: [otel] }'), []],
    [
      `import { registerTelemetryIntegration } from 'ai';\nregisterTelemetryIntegration(otel);\n${call('')}`,
      conflict('program.ts:6', 'registerTelemetryIntegration', 'generateText'),
    ],
  ])('contain inputs and outputs where a call is traced: %s', async (text, expected) => {
    expect(await traced(text, '6.0.326')).toEqual(expected);
  });
});

describe('traces of AI SDK 5', () => {
  it.each([
    [call(''), []],
    [
      call(', experimental_telemetry: { isEnabled: true }'),
      conflict('program.ts:5', 'experimental_telemetry', 'generateText', 'OpenTelemetry exporter'),
    ],
    [call(`, experimental_telemetry: { isEnabled: true, ${HIDDEN} }`), []],
    [call(', experimental_telemetry: { isEnabled: false }'), []],
    [call(', telemetry: { isEnabled: true }'), []],
  ])('are off unless a call switches them on: %s', async (text, expected) => {
    expect(await traced(text, '5.0.277')).toEqual(expected);
  });
});

describe('the remedy for traces with contents', () => {
  it.each([
    ['7.0.173', REGISTERED, '', 'telemetry: { recordInputs: false, recordOutputs: false }'],
    [
      '6.0.326',
      '',
      ', experimental_telemetry: { isEnabled: true }',
      'recordInputs: false` and `recordOutputs: false` in `experimental_telemetry`',
    ],
  ])('clears the finding: ai %s', async (version, before, more, remedy) => {
    const files = {
      'program.ts': `${HEAD}import { otel } from './otel.js';\n${before}${call(more)}`,
      'package.json': `{ "name": "desk", "dependencies": { "ai": "${version}" } }`,
      'agent-lint.config.yaml': ZERO,
    };
    const { findings } = await lintFiles(files, { only: ['tracing/retention-conflict'] });
    expect(findings.map(({ remediation }) => remediation.includes(remedy))).toEqual([true]);
    const mended = more === '' ? `, telemetry: { ${HIDDEN} }` : more.replace('true', `true, ${HIDDEN}`);
    expect(await traced(before + call(mended), version)).toEqual([]);
  });
});
