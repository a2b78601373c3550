import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** What `delegation/unbounded-turns` reports, as \`severity: message\`. */
async function limitsOf(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'delegation/unbounded-turns')
    .map(({ severity, message }) => `${severity}: ${message}`);
}

const byVariable = (turns: number): string =>
  `warning: \`agent\` may run ${turns} turns (\`LANGGRAPH_DEFAULT_RECURSION_LIMIT\`): a limit of 1,000 or more does not bound the cost of a loop.`;

const byDefault = (turns: string): string =>
  `info: This run states no turn limit, and the default of ${turns} turns does not bound the cost of a loop.`;

const LOOK = `def look(user: str) -> str:
    """Looks a user up."""
    return requests.get(f"https://api.example.com/users/{user}").text

`;

const python = (made: string, run = ''): string => `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import ModelCallLimitMiddleware, ToolCallLimitMiddleware
from deepagents import create_deep_agent
from langgraph.prebuilt import create_react_agent
${LOOK}agent = ${made}
agent.invoke({"messages": [("user", input())]}${run})
`;

describe('the default limit', () => {
  it.each([
    ['of create_agent', python('create_agent("m", tools=[look])'), '', [byDefault('9,999')]],
    ['of create_deep_agent', python('create_deep_agent("m", tools=[look])'), '', [byDefault('9,999')]],
    ['of a graph', python('create_react_agent("m", tools=[look])'), '', [byDefault('10,007')]],
    [
      'of a graph before 1.1.4',
      python('create_react_agent("m", tools=[look])'),
      'langgraph==1.1.3',
      [byDefault('10,000')],
    ],
    ['of a graph before 2026', python('create_react_agent("m", tools=[look])'), 'langgraph==1.0.5', []],
    ['of create_agent before 2026', python('create_agent("m", tools=[look])'), 'langgraph==1.0.5', []],
    [
      'of create_agent since 2026',
      python('create_agent("m", tools=[look])'),
      'langgraph==1.0.6',
      [byDefault('9,999')],
    ],
  ])('is reported as what bounds nothing, or bounds: %s', async (_, text, requirements, expected) => {
    const files = { 'desk.py': text, ...(requirements ? { 'requirements.txt': `${requirements}\n` } : {}) };
    expect(await limitsOf(files)).toEqual(expected);
  });
});

describe('the variable of the environment that sets the default', () => {
  const GRAPH = python('create_react_agent("m", tools=[look])');
  const written = (write: string): string =>
    GRAPH.replace('import requests', `import os\n${write}\nimport requests`);
  it.each([
    [GRAPH, { '.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=30\n' }, []],
    [GRAPH, { '.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=50000\n' }, [byVariable(50000)]],
    [GRAPH, { '.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=1000\n' }, [byVariable(1000)]],
    [GRAPH, { '.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=999\n' }, []],
    [GRAPH, { '.env': 'LANGGRAPH_RECURSION_LIMIT=30\n' }, [byDefault('10,007')]],
    [GRAPH, { 'other/.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=30\n' }, [byDefault('10,007')]],
    [GRAPH, { Dockerfile: 'FROM python:3.13\nENV LANGGRAPH_DEFAULT_RECURSION_LIMIT=30\n' }, []],
    [written('os.environ["LANGGRAPH_DEFAULT_RECURSION_LIMIT"] = "30"'), {}, []],
    [written('os.environ.setdefault("LANGGRAPH_DEFAULT_RECURSION_LIMIT", "5000")'), {}, [byVariable(5000)]],
    [written('os.environ["LANGGRAPH_DEFAULT_RECURSION_LIMIT"] = os.environ["STEPS"]'), {}, []],
    [
      python('create_agent("m", tools=[look])'),
      { '.env': 'LANGGRAPH_DEFAULT_RECURSION_LIMIT=30\n' },
      [byDefault('9,999')],
    ],
  ])(
    'counts for graphs, and not for agents with a default of their own: %#',
    async (text, files, expected) => {
      expect(await limitsOf({ 'desk.py': text, ...files })).toEqual(expected);
    },
  );
});

describe('a variable of the environment that bounds nothing', () => {
  it('is reported where it is set, and mended there or in the run', async () => {
    const linted = async (value: number, run = '') => {
      const text = python('create_react_agent("m", tools=[look])', run);
      const { findings } = await lintFiles({
        'desk.py': text,
        '.env': `A=1\nLANGGRAPH_DEFAULT_RECURSION_LIMIT=${value}\n`,
      });
      return findings.filter(({ rule }) => rule === 'delegation/unbounded-turns');
    };
    const [found, ...others] = await linted(50000);
    expect([found?.file, found?.range?.start.line, found?.remediation, others]).toEqual([
      '.env',
      2,
      'Set `LANGGRAPH_DEFAULT_RECURSION_LIMIT` to 25, or the number of turns that the task needs.',
      [],
    ]);
    expect(found?.related.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(['desk.py:11']);
    expect(await linted(25)).toEqual([]);
    expect(await linted(50000, ', config={"recursion_limit": 25}')).toEqual([]);
  });
});

describe('the remedy of a default that bounds nothing', () => {
  const script = (run: string) => `import { createDeepAgent } from 'deepagents';
const agent = createDeepAgent({ model: 'm' });
await agent.invoke({ messages: [process.argv[2]] }${run});
`;
  it.each([
    [
      'desk.py',
      (run: string) => python('create_agent("m", tools=[look])', run),
      ', config={"recursion_limit": 25}',
      'Set `config={"recursion_limit": 25}` in this run, or the number of steps that the task needs.',
    ],
    [
      'desk.ts',
      script,
      ', { recursionLimit: 25 }',
      'Set `{ recursionLimit: 25 }` as the second argument of this run, or the number of steps that the task needs.',
    ],
  ])('pastes in the words of the framework: %s', async (file, text, limit, remedy) => {
    const remediesOf = async (run: string) =>
      (await lintFiles({ [file]: text(run) })).findings.flatMap(({ rule, remediation }) =>
        rule === 'delegation/unbounded-turns' ? [remediation] : [],
      );
    expect(await remediesOf('')).toEqual([remedy]);
    expect(await remediesOf(limit)).toEqual([]);
  });
});

describe('several runs without a limit', () => {
  it('are one finding for each agent', async () => {
    const text = `${python('create_agent("m", tools=[look])')}agent.invoke({"messages": [("user", input())]})
other = create_deep_agent("m", tools=[look])
other.invoke({"messages": [("user", input())]})
`;
    const { findings } = await lintFiles({ 'desk.py': text });
    const found = findings.filter(({ rule }) => rule === 'delegation/unbounded-turns');
    expect(found.map(({ range, related }) => [range.start.line, related.length])).toEqual([
      [11, 1],
      [14, 0],
    ]);
  });
});

const TOO_HIGH = 'a limit of 1,000 or more does not bound the cost of a loop.';

describe('a limit that a Python program states', () => {
  const agent = (middleware: string, run = ''): string =>
    python(`create_agent("m", tools=[look], middleware=[${middleware}])`, run);
  it.each([
    ['of the calls of the model', agent('ModelCallLimitMiddleware(run_limit=10)'), []],
    ['of the calls of the model in a thread', agent('ModelCallLimitMiddleware(thread_limit=50)'), []],
    [
      'of the calls of the model, too high',
      agent('ModelCallLimitMiddleware(run_limit=5000)'),
      [`warning: \`agent\` may run 5000 turns: ${TOO_HIGH}`],
    ],
    [
      'of the calls of tools, which the model may repeat',
      agent('ToolCallLimitMiddleware(run_limit=10)'),
      [byDefault('9,999')],
    ],
    [
      'of the calls of tools, which ends the run',
      agent('ToolCallLimitMiddleware(run_limit=10, exit_behavior="end")'),
      [],
    ],
    [
      'of the calls of one tool',
      agent('ToolCallLimitMiddleware(tool_name="look", run_limit=10, exit_behavior="end")'),
      [byDefault('9,999')],
    ],
    [
      'of the calls of the model in a thread, beside one too high',
      agent('ModelCallLimitMiddleware(run_limit=5000, thread_limit=50)'),
      [],
    ],
    [
      'of the calls of the model, beside one of tools that is too high',
      agent(
        'ToolCallLimitMiddleware(run_limit=5000, exit_behavior="end"), ModelCallLimitMiddleware(run_limit=10)',
      ),
      [],
    ],
    ...[', config=opts', ', **opts', ', *both'].map((options): [string, string, string[]] => [
      `that a run may state: ${options}`,
      python('create_agent("m", tools=[look])', options),
      [],
    ]),
    ['of the run', python('create_agent("m", tools=[look])', ', {"recursion_limit": 30}'), []],
    [
      'of the run, too high, beside one of the calls of the model',
      agent('ModelCallLimitMiddleware(run_limit=10)', ', {"recursion_limit": 2000}'),
      [],
    ],
    [
      'of the run, too high, beside one of the calls of tools, which the model may repeat',
      agent('ToolCallLimitMiddleware(run_limit=10)', ', {"recursion_limit": 2000}'),
      [`warning: \`agent\` may run 2000 turns: ${TOO_HIGH}`],
    ],
    [
      'of the run, beside one of the calls of the model that is too high',
      agent('ModelCallLimitMiddleware(run_limit=5000)', ', {"recursion_limit": 30}'),
      [],
    ],
    [
      'of the run and of the calls of the model, both too high',
      agent('ModelCallLimitMiddleware(run_limit=5000)', ', {"recursion_limit": 2000}'),
      [
        `warning: \`agent\` may run 5000 turns: ${TOO_HIGH}`,
        `warning: \`agent\` may run 2000 turns: ${TOO_HIGH}`,
      ],
    ],
    [
      'of one run, beside one of the calls of the model that is too high, and none of another run',
      `${agent('ModelCallLimitMiddleware(run_limit=5000)', ', {"recursion_limit": 30}')}agent.invoke({"messages": [("user", input())]})
`,
      [`warning: \`agent\` may run 5000 turns: ${TOO_HIGH}`],
    ],
    [
      'of the agent with other settings',
      python('create_agent("m", tools=[look]).with_config({"recursion_limit": 30})'),
      [],
    ],
    [
      'of the agent with other settings, too high',
      python('create_agent("m", tools=[look]).with_config(recursion_limit=2000)'),
      [`warning: \`agent\` may run 2000 turns: ${TOO_HIGH}`],
    ],
  ])('counts: %s', async (_, text, expected) => {
    expect(await limitsOf({ 'desk.py': text })).toEqual(expected);
  });

  const executor = (options: string): string => `import requests
from langchain_classic.agents import AgentExecutor, create_tool_calling_agent
from langchain_core.tools import tool
@tool
${LOOK}tools = [look]
executor = AgentExecutor(agent=create_tool_calling_agent(llm, tools, prompt), tools=tools${options})
executor.invoke({"input": input()})
`;
  it.each([
    ['', []],
    [', max_iterations=5', []],
    [
      ', max_iterations=None',
      [
        'warning: `executor` can loop without a turn limit: `max_iterations=None` removes the default limit of 15 turns.',
      ],
    ],
    [', max_iterations=None, max_execution_time=30', []],
    [', max_iterations=1000', [`warning: \`executor\` may run 1000 turns: ${TOO_HIGH}`]],
  ])('counts for an executor: %s', async (options, expected) => {
    expect(await limitsOf({ 'desk.py': executor(options) })).toEqual(expected);
  });
});

describe('a limit in TypeScript', () => {
  const script = (
    made: string,
    run = '',
  ): string => `import { createAgent, modelCallLimitMiddleware, tool } from 'langchain';
import { createDeepAgent } from 'deepagents';
import { AgentExecutor, createToolCallingAgent } from '@langchain/classic/agents';
const look = tool(async ({ id }) => (await fetch(\`https://api.example.com/users/\${id}\`)).text(), { name: 'look' });
const agent = ${made};
await agent.invoke({ messages: [process.argv[2]] }${run});
`;
  const counted = (options: string, run = ''): string =>
    script(
      `createAgent({ model: 'm', tools: [look], middleware: [modelCallLimitMiddleware(${options})] })`,
      run,
    );
  const executor = (options: string): string =>
    script(
      `new AgentExecutor({ agent: createToolCallingAgent({ llm, tools: [look], prompt }), tools: [look]${options} })`,
    );
  it.each([
    ['createAgent has 25', script("createAgent({ model: 'm', tools: [look] })"), []],
    [
      'createDeepAgent has too many',
      script("createDeepAgent({ model: 'm', tools: [look] })"),
      [byDefault('10,000')],
    ],
    [
      'createDeepAgent is bounded by its run',
      script("createDeepAgent({ model: 'm', tools: [look] })", ', { recursionLimit: 40 }'),
      [],
    ],
    [
      'createDeepAgent is bounded by middleware',
      script(
        "createDeepAgent({ model: 'm', tools: [look], middleware: [modelCallLimitMiddleware({ runLimit: 10 })] })",
      ),
      [],
    ],
    [
      'a run may state too many',
      script("createAgent({ model: 'm', tools: [look] })", ', { recursionLimit: 1000 }'),
      [`warning: \`agent\` may run 1000 turns: ${TOO_HIGH}`],
    ],
    [
      'a run may state too many beside middleware that counts',
      counted('{ runLimit: 10 }', ', { recursionLimit: 1000 }'),
      [],
    ],
    [
      'a run may state too many beside middleware that counts as many',
      counted('{ runLimit: 1000 }', ', { recursionLimit: 1000 }'),
      [
        `warning: \`agent\` may run 1000 turns: ${TOO_HIGH}`,
        `warning: \`agent\` may run 1000 turns: ${TOO_HIGH}`,
      ],
    ],
    ['middleware may count too many beside the default of 25', counted('{ runLimit: 1000 }'), []],
    ['an executor has 15', executor(''), []],
    [
      'an executor may have none',
      executor(', maxIterations: Infinity'),
      ['warning: `agent` can loop without a turn limit: `maxIterations: Infinity` sets no limit.'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await limitsOf({ 'desk.ts': text })).toEqual(expected);
  });
});

describe('an endless loop around runs', () => {
  const RUN = 'result = agent.invoke({"messages": messages}, {"recursion_limit": 20})';
  const looped = (body: string): string => `import queue
import time
import requests
from langchain.agents import create_agent
${LOOK}agent = create_agent("m", tools=[look])
messages = []
tasks = queue.Queue()
def read():
    return open("/dev/tty").readline()
while True:
    ${body.replaceAll('\n', '\n    ')}
`;
  const ENDLESS = [
    'warning: `agent` can loop without a turn limit: nothing but the model ends `while True`.',
  ];
  it.each([
    [`${RUN}\nmessages = result["messages"]`, ENDLESS],
    [`${RUN}\nmessages = result["messages"]\nif "DONE" in messages[-1].content:\n    break`, ENDLESS],
    [`${RUN}\nprint(result)\nmessages.append(("user", "Go on."))`, ENDLESS],
    [`${RUN}\nif len(result["messages"]) > 10:\n    break`, []],
    [`messages = [("user", input())]\n${RUN}`, []],
    [`messages = [("user", tasks.get())]\n${RUN}`, []],
    [`messages = [("user", read())]\n${RUN}`, []],
    [`${RUN}\ntime.sleep(60)`, []],
  ])('has no limit where nothing else gives it new input: %s', async (body, expected) => {
    expect(await limitsOf({ 'desk.py': looped(body) })).toEqual(expected);
  });

  it.each([
    ['while (true)', '', ['while (true)']],
    ['for (;;)', '', ['for (;;)']],
    ['for (let turn = 0; turn < 5; turn++)', '', []],
    ['while (true)', "messages = [await terminal.question('> ')];", []],
  ])('so in TypeScript: %s { %s }', async (head, asks, expected) => {
    const text = `import { createAgent } from 'langchain';
import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const agent = createAgent({ model: 'm', tools: [] });
let messages = [];
${head} {
  ${asks}
  const result = await agent.invoke({ messages });
  messages = result.messages;
}
`;
    expect((await limitsOf({ 'desk.ts': text })).map((one) => /ends `(.*)`/.exec(one)?.[1])).toEqual(
      expected,
    );
  });
});
