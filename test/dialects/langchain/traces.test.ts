import { describe, expect, it } from 'vitest';
import type { Requirements } from '../../../src/model/index.js';
import { lintFiles } from '../../rules/lint-files.js';

const DESK = `import os
import requests
from langchain.agents import create_agent

os.environ["APP"] = "desk"


def look(user: str) -> str:
    """Looks a user up."""
    return requests.get(f"https://api.example.com/users/{user}").text


agent = create_agent("openai:gpt-5", tools=[look])
agent.invoke({"messages": [("user", input())]}, {"recursion_limit": 20})
`;

const configured = (requirements: Requirements): string => JSON.stringify({ requirements });

/** What `tracing/retention-conflict` reports, as \`file:line message\`. */
async function conflicts(files: Record<string, string>, requirements: Requirements): Promise<string[]> {
  const config = { 'agent-lint.config.json': configured(requirements) };
  const { findings } = await lintFiles({ 'desk.py': DESK, ...files, ...config });
  return findings
    .filter(({ rule }) => rule === 'tracing/retention-conflict')
    .map(({ file, range, message }) => `${file}:${range.start.line} ${message}`);
}

const KEPT = { zero_data_retention: true } as const;
const EU: Requirements = { residency: ['eu'] };

const sends = (by: string, rest: string): string => `\`${by}\` sends the traces of \`agent\`${rest}`;
const CONTENTS = ', with inputs and outputs, to LangSmith';

describe('traces that the environment sends to LangSmith', () => {
  it.each<[string, string, Requirements, string[]]>([
    ['are off by default', 'OTHER=1\n', KEPT, []],
    [
      'are kept by the vendor',
      'LANGSMITH_TRACING=true\n',
      KEPT,
      [`.env:1 ${sends('LANGSMITH_TRACING', `${CONTENTS} (us), but zero data retention is required.`)}`],
    ],
    [
      'are on by the older variable',
      'OTHER=1\nLANGCHAIN_TRACING_V2=true\n',
      KEPT,
      [`.env:2 ${sends('LANGCHAIN_TRACING_V2', `${CONTENTS} (us), but zero data retention is required.`)}`],
    ],
    ['are off by the variable', 'LANGSMITH_TRACING=false\n', KEPT, []],
    [
      'leave the region',
      'LANGSMITH_TRACING=true\n',
      EU,
      [`.env:1 ${sends('LANGSMITH_TRACING', `${CONTENTS} (us), but data must stay in the EU.`)}`],
    ],
    [
      'stay in the region of their address',
      'LANGSMITH_TRACING=true\nLANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com\n',
      EU,
      [],
    ],
    [
      'are kept in that region, too',
      'LANGSMITH_TRACING=true\nLANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com\n',
      KEPT,
      [`.env:1 ${sends('LANGSMITH_TRACING', `${CONTENTS} (eu), but zero data retention is required.`)}`],
    ],
    [
      'go to a server of the project',
      'LANGSMITH_TRACING=true\nLANGSMITH_ENDPOINT=https://traces.example.com\n',
      KEPT,
      [],
    ],
    [
      'have no contents where both are hidden',
      'LANGSMITH_TRACING=true\nLANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=true\n',
      KEPT,
      [],
    ],
    [
      'have contents where only inputs are hidden',
      'LANGSMITH_TRACING=true\nLANGSMITH_HIDE_INPUTS=true\n',
      KEPT,
      [`.env:1 ${sends('LANGSMITH_TRACING', `${CONTENTS} (us), but zero data retention is required.`)}`],
    ],
    [
      'leave the region without contents, too',
      'LANGSMITH_TRACING=true\nLANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=true\n',
      EU,
      [`.env:1 ${sends('LANGSMITH_TRACING', ' to LangSmith (us), but data must stay in the EU.')}`],
    ],
  ])('%s', async (_, env, requirements, expected) => {
    expect(await conflicts({ '.env': env }, requirements)).toEqual(expected);
  });

  it('are switched on by the program, too', async () => {
    const text = DESK.replace('os.environ["APP"] = "desk"', 'os.environ["LANGSMITH_TRACING"] = "true"');
    expect(await conflicts({ 'desk.py': text }, KEPT)).toEqual([
      `desk.py:5 ${sends('LANGSMITH_TRACING', `${CONTENTS} (us), but zero data retention is required.`)}`,
    ]);
  });

  it.each<[string, Requirements, boolean]>([
    ['stay in a region', EU, true],
    ['are not kept', KEPT, false],
    ['are not kept, and stay in a region', { ...EU, ...KEPT }, false],
  ])(
    'are sent to another region only where that is a remedy: they %s',
    async (_, requirements, isOffered) => {
      const { findings } = await lintFiles({
        'desk.py': DESK,
        '.env': 'LANGSMITH_TRACING=true\n',
        'agent-lint.config.json': configured(requirements),
      });
      const [found] = findings.filter(({ rule }) => rule === 'tracing/retention-conflict');
      expect(found?.remediation?.includes('Set `LANGSMITH_ENDPOINT` to a server of your own')).toBe(true);
      expect(found?.remediation?.includes('https://eu.api.smith.langchain.com')).toBe(isOffered);
    },
  );
});

describe('traces that a callback of a run sends', () => {
  const TRACER = 'from langchain_core.tracers import LangChainTracer';
  const SENT = [
    `desk.py:15 ${sends('LangChainTracer', `${CONTENTS} (us), but zero data retention is required.`)}`,
  ];
  const traced = (imported: string, callback: string): string =>
    DESK.replace('import requests', `import requests\n${imported}`).replace(
      '{"recursion_limit": 20}',
      `{"recursion_limit": 20, "callbacks": [${callback}]}`,
    );
  it.each([
    ['from langchain_core.tracers import LangChainTracer', 'LangChainTracer()', SENT],
    ['from langchain_core.tracers import ConsoleCallbackHandler', 'ConsoleCallbackHandler()', []],
    ['from house import LangChainTracer', 'LangChainTracer()', []],
    // A client may have the address of a server of the project: not assessed.
    ['from langchain_core.tracers import LangChainTracer', 'LangChainTracer(client=house)', []],
  ])('are kept by the vendor: %s, %s', async (imported, callback, expected) => {
    expect(await conflicts({ 'desk.py': traced(imported, callback) }, KEPT)).toEqual(expected);
  });

  it.each([
    ['OTHER=1', `${CONTENTS} (us)`],
    ['LANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com', undefined],
    ['LANGSMITH_ENDPOINT=https://traces.example.com', undefined],
    ['LANGSMITH_HIDE_INPUTS=true', `${CONTENTS} (us)`],
    ['LANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=true', ' to LangSmith (us)'],
  ])('leave the region unless the environment names an address in it: %j', async (env, sent) => {
    const files = { 'desk.py': traced(TRACER, 'LangChainTracer()'), '.env': `${env}\n` };
    expect(await conflicts(files, EU)).toEqual(
      sent === undefined
        ? []
        : [`desk.py:15 ${sends('LangChainTracer', `${sent}, but data must stay in the EU.`)}`],
    );
  });

  it.each<[string, string, string]>([
    ['true', '.env:1', 'LANGSMITH_TRACING'],
    ['false', 'desk.py:15', 'LangChainTracer'],
  ])('are reported once where LANGSMITH_TRACING=%s', async (value, place, by) => {
    const files = { 'desk.py': traced(TRACER, 'LangChainTracer()'), '.env': `LANGSMITH_TRACING=${value}\n` };
    const rest = `${CONTENTS} (us), but zero data retention is required.`;
    expect(await conflicts(files, KEPT)).toEqual([`${place} ${sends(by, rest)}`]);
  });

  const script = (imported: string, callback: string): string => `import { createAgent } from 'langchain';
${imported}
const agent = createAgent({ model: 'm', tools: [] });
await agent.invoke({ messages: [process.argv[2]] }, { callbacks: [${callback}] });
`;
  it.each([
    [
      "import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain';",
      'new LangChainTracer()',
      1,
    ],
    [
      "import { ConsoleCallbackHandler } from '@langchain/core/tracers/console';",
      'new ConsoleCallbackHandler()',
      0,
    ],
  ])('so in TypeScript: %s', async (imported, callback, expected) => {
    for (const requirements of [KEPT, EU]) {
      const { findings } = await lintFiles({
        'desk.ts': script(imported, callback),
        'agent-lint.config.json': configured(requirements),
      });
      expect(findings.filter(({ rule }) => rule === 'tracing/retention-conflict')).toHaveLength(expected);
    }
  });
});

describe('traces of a TypeScript program', () => {
  const SCRIPT = `import { createAgent } from 'langchain';
const agent = createAgent({ model: 'm', tools: [] });
await agent.invoke({ messages: [process.argv[2]] });
`;
  it.each<[string, Requirements, number]>([
    ['LANGSMITH_TRACING=true', KEPT, 1],
    ['LANGSMITH_TRACING=false', KEPT, 0],
    ['LANGCHAIN_TRACING_V2=true', KEPT, 1],
    ['LANGSMITH_TRACING=true\nLANGSMITH_HIDE_INPUTS=true\nLANGSMITH_HIDE_OUTPUTS=true', KEPT, 0],
    ['LANGSMITH_TRACING=true\nLANGSMITH_HIDE_INPUTS=true', KEPT, 1],
    ['LANGSMITH_TRACING=true', EU, 1],
    ['LANGSMITH_TRACING=true\nLANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com', EU, 0],
    ['LANGSMITH_TRACING=true\nLANGSMITH_ENDPOINT=https://eu.api.smith.langchain.com', KEPT, 1],
  ])('go to LangSmith by the same variables: %j, required %j', async (env, requirements, expected) => {
    const { findings } = await lintFiles({
      'desk.ts': SCRIPT,
      '.env': `${env}\n`,
      'agent-lint.config.json': configured(requirements),
    });
    expect(findings.filter(({ rule }) => rule === 'tracing/retention-conflict')).toHaveLength(expected);
    expect(findings.filter(({ rule }) => rule === 'tracing/disabled')).toEqual([]);
  });
});
