import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const TS = "import { Agent, Runner } from '@openai/agents';\nconst a = new Agent({ name: 'A' });\n";
const disabled = async (text: string) =>
  statedFindings(
    await lintFiles({ 'a.ts': `${TS}${text}\nawait runner.run(a, 'x');\n` }),
    'tracing/disabled',
  ).map((one) => one.split(' ')[0]);

describe('tracing that is switched in the configuration of a runner', () => {
  it.each([
    ['off later', 'const runner = new Runner();\nrunner.config.tracingDisabled = true;', ['4:33']],
    [
      'off over what it is given',
      'const runner = new Runner({ tracingDisabled: false });\nrunner.config.tracingDisabled = true;',
      ['4:33'],
    ],
    [
      'on again',
      'const runner = new Runner({ tracingDisabled: true });\nrunner.config.tracingDisabled = false;',
      [],
    ],
    ['in no way', 'const runner = new Runner();\nrunner.config.workflowName = "x";', []],
  ])('is %s', async (_, text, places) => {
    expect(await disabled(text)).toEqual(places);
  });
});
