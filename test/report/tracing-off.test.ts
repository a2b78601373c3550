import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspect, lintProject } from '../../src/index.js';
import { systemLines } from '../../src/report/shared/system-lines.js';

/** The tracing of each system as `inspect` prints it, in JSON and in text. */
async function tracingOf(files: Record<string, string>): Promise<{ json: unknown[]; text: string[] }> {
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-tracing-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    const { systems } = await inspect({ cwd });
    const model = await lintProject({ cwd });
    const lines = model.systems.flatMap((system) => systemLines(system));
    return {
      json: systems.map(({ tracing }) => tracing),
      text: lines.filter((line) => line.startsWith('  tracing: ')).map((line) => line.trim()),
    };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const AGENTS = "import { Agent } from '@openai/agents';\nexport const desk = new Agent({ name: 'Desk' });\n";
const on = (line: number, start: number, end: number) => ({
  start: { line, column: start },
  end: { line, column: end },
});

describe('tracing that is switched off', () => {
  it('by the program is shown as off, at the switch', async () => {
    const text = `import { Agent, setTracingDisabled } from '@openai/agents';
setTracingDisabled(true);
export const desk = new Agent({ name: 'Desk' });
`;
    expect(await tracingOf({ 'desk.ts': text })).toEqual({
      json: [{ state: 'shown', value: 'off', range: on(2, 1, 19) }],
      text: ['tracing: off (seen in the file, 2:1)'],
    });
  });

  it('by an option of the run, in Python', async () => {
    const text = `from agents import Agent, RunConfig, Runner

desk = Agent(name="Desk")
Runner.run_sync(desk, "hi", run_config=RunConfig(tracing_disabled=True))
`;
    expect((await tracingOf({ 'desk.py': text })).json).toEqual([
      { state: 'shown', value: 'off', range: on(4, 67, 71) },
    ]);
  });

  it('by the environment is shown for every system that it applies to, with its file', async () => {
    const off = { state: 'shown', value: 'off', range: on(2, 1, 32), file: '.env' };
    const files = {
      '.env': '# Local.\nOPENAI_AGENTS_DISABLE_TRACING=1\n',
      'src/a.ts': AGENTS,
      'src/b.ts': AGENTS,
    };
    const { json, text } = await tracingOf(files);
    expect(json).toEqual([off, off]);
    expect(text).toEqual(Array(2).fill('tracing: off (seen in the file, .env:2:1)'));
  });

  it('is not shown where it stays on, is computed, or another tracer is claimed', async () => {
    const traced = "the vendor's trace store, by the SDK's default";
    expect((await tracingOf({ 'a.ts': AGENTS, '.env': 'OPENAI_AGENTS_DISABLE_TRACING=0\n' })).json).toEqual([
      { state: 'shown', value: traced },
    ]);
    const computed = `import { Agent, setTracingDisabled } from '@openai/agents';
setTracingDisabled(isTest());
export const desk = new Agent({ name: 'Desk' });
`;
    expect((await tracingOf({ 'a.ts': computed })).json).toMatchObject([{ state: 'undecidable' }]);
    const claim =
      'attestations: [{ files: a.ts, controls: { tracing: { sink: webhooks } }, reason: our own tracer }]\n';
    expect(
      (await tracingOf({ 'a.ts': computed.replace('isTest()', 'true'), 'agent-lint.config.yaml': claim }))
        .json,
    ).toMatchObject([{ state: 'attested', value: 'webhooks' }]);
  });
});
