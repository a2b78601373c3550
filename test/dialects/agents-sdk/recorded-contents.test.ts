import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const RULE = 'tracing/retention-conflict';
const ZERO = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';
const EU = 'requirements: { residency: [eu], needs: [code-first-control] }\n';

const LANGSMITH = `from agents import Agent, RunConfig, Runner, set_trace_processors
from langsmith.wrappers import OpenAIAgentsTracingProcessor
set_trace_processors([OpenAIAgentsTracingProcessor()])
desk = Agent(name="Desk")
`;
const LOGFIRE = `import logfire
from agents import Agent, Runner, set_trace_processors
from telemetry import own
set_trace_processors([own])
desk = Agent(name="Desk")
`;

async function conflicts(files: Record<string, string>, config = ZERO) {
  const { findings, notAssessed } = await lintFiles(
    { ...files, 'agent-lint.config.yaml': config },
    { only: [RULE] },
  );
  return {
    found: findings.map(
      ({ range: { start }, severity, message }) => `${start.line}:${start.column} ${severity} ${message}`,
    ),
    open: notAssessed.filter(({ rule }) => rule === RULE).map(({ at }) => at.range().start.line),
  };
}

const sent = (place: string, by: string, store: string) =>
  `${place} error \`${by}\` sends the traces of \`Desk\`, with inputs and outputs, to ${store}, but zero data retention is required.`;
const TO_LANGSMITH = sent('3:23', 'OpenAIAgentsTracingProcessor', 'LangSmith');
const TO_LOGFIRE = (line: number) => sent(`${line}:1`, 'logfire.instrument_openai_agents', 'Logfire');
const hides = (value: string) => `, run_config=RunConfig(trace_include_sensitive_data=${value})`;

describe('traces with inputs and outputs in the store of another vendor', () => {
  it.each([
    ['no run says otherwise', `${LANGSMITH}Runner.run_sync(desk, "x")\n`, [TO_LANGSMITH]],
    ['a run says so', `${LANGSMITH}Runner.run_sync(desk, "x"${hides('True')})\n`, [TO_LANGSMITH]],
    ['the only run leaves them out', `${LANGSMITH}Runner.run_sync(desk, "x"${hides('False')})\n`, []],
    [
      'one run of two leaves them out',
      `${LANGSMITH}Runner.run_sync(desk, "x"${hides('False')})\nRunner.run_sync(desk, "y")\n`,
      [TO_LANGSMITH],
    ],
    [
      'a variable leaves them out',
      `import os\nos.environ["OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA"] = "false"\n${LANGSMITH}Runner.run_sync(desk, "x")\n`,
      [],
    ],
    ['the processor is another', LANGSMITH.replace('langsmith.wrappers', 'own.wrappers'), []],
    ['Logfire registers itself', `${LOGFIRE}logfire.instrument_openai_agents()\n`, [TO_LOGFIRE(6)]],
    [
      'Logfire is sent nothing',
      `${LOGFIRE}logfire.configure(send_to_logfire=False)\nlogfire.instrument_openai_agents()\n`,
      [],
    ],
    [
      'Logfire is configured and sent traces',
      `${LOGFIRE}logfire.configure(service_name="desk")\nlogfire.instrument_openai_agents()\n`,
      [TO_LOGFIRE(7)],
    ],
  ])('are judged where %s', async (_, text, found) => {
    expect(await conflicts({ 'a.py': text })).toEqual({ found, open: [] });
    expect(await conflicts({ 'a.py': text }, EU)).toEqual({ found: [], open: [] });
  });

  it('are left out by a variable in a file beside the program', async () => {
    const text = `${LANGSMITH}Runner.run_sync(desk, "x")\n`;
    const variable = (value: string) => `OPENAI_AGENTS_TRACE_INCLUDE_SENSITIVE_DATA=${value}\n`;
    expect(await conflicts({ 'a.py': text, '.env': variable('0') })).toEqual({ found: [], open: [] });
    expect((await conflicts({ 'a.py': text, '.env': variable('1') })).found).toEqual([TO_LANGSMITH]);
  });

  it('are not assessed where the setting of each run is computed', async () => {
    const text = `import config\n${LANGSMITH}Runner.run_sync(desk, "x"${hides('config.TRACE')})\n`;
    expect(await conflicts({ 'a.py': text })).toEqual({ found: [], open: [4] });
  });

  it('are reported once for several agents of one program', async () => {
    const text = `${LANGSMITH}other = Agent(name="Other")\nRunner.run_sync(desk, "x")\nRunner.run_sync(other, "x")\n`;
    expect((await conflicts({ 'a.py': text })).found).toEqual([TO_LANGSMITH]);
  });
});

describe("traces in the vendor's own store", () => {
  it.each([
    [
      'a.py',
      'from agents import Agent, RunConfig, Runner\ndesk = Agent(name="Desk")\n',
      'Runner.run_sync(desk, "x"',
    ],
    [
      'a.ts',
      "import { Agent, Runner } from '@openai/agents';\nconst desk = new Agent({ name: 'Desk' });\n",
      'await new Runner({ traceIncludeSensitiveData: false }).run(desk, "x"',
    ],
  ])('conflict without inputs and outputs as well: %s', async (file, agent, run) => {
    const options = file === 'a.py' ? hides('False') : '';
    const { found } = await conflicts({ [file]: `${agent}${run}${options})\n` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(
      "`Desk` sends its traces to the vendor's trace store (the default of the SDK), but zero data retention is required.",
    );
  });
});
