import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const ACT = 'return httpx.post("https://api.example.com/refunds", json={"charge": charge}).text';
const HEAD = `import httpx
from elsewhere import make
from pydantic_ai import Agent, FunctionToolset
from pydantic_ai.capabilities import Capability, Hooks, Instrumentation, WebFetch
from pydantic_ai.mcp import MCPToolset

pay = FunctionToolset()


@pay.tool_plain
def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    ${ACT}


def ask(ctx, *, call, tool_def, args):
    if input("ok? ") != "y":
        raise ValueError("refused")
    return args


server = MCPToolset("https://mcp.example.com/mcp")
agent = Agent("openai:gpt-5")


`;

async function read(program: string, more: Record<string, string> = {}) {
  const { findings, systems, notAssessed } = await lintFiles({ 'agent.py': HEAD + program, ...more });
  return {
    found: findings
      .filter(({ rule }) => /^(?:approval|scope)\//.test(rule))
      .map(({ file, range: { start }, severity, rule }) => `${file}:${start.line} ${severity} ${rule}`),
    unread: systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
    open: notAssessed.map(({ rule }) => rule).filter((rule) => rule.startsWith('approval/')),
    tools: systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(({ name }) => name))),
  };
}
const run = (options: string): string => `def work(text: str) -> None:\n    agent.run_sync(text${options})\n`;
const MISSING = ['agent.py:11 error approval/missing'];

describe('what a run adds to its Pydantic AI agent', () => {
  it.each([
    ['', []],
    [', toolsets=[]', []],
    [', toolsets=None', []],
    [', toolsets=[pay]', MISSING],
    [', toolsets=[pay.approval_required()]', ['agent.py:27 warning approval/unanswered']],
    [', toolsets=[pay.prefixed("x")]', MISSING],
    [', capabilities=[Capability(tools=[issue_refund])]', MISSING],
    [', toolsets=[server]', ['agent.py:22 warning scope/unrestricted-server']],
    [', toolsets=[server.filtered(lambda ctx, tool: tool.name in {"read_issue"})]', []],
    [', capabilities=[WebFetch()]', ['agent.py:27 warning scope/open-address']],
    [', capabilities=[WebFetch(allowed_domains=["docs.example.com"])]', []],
  ])('is read as tools and servers of the agent: run_sync(text%s)', async (options, expected) => {
    expect((await read(run(options))).found).toEqual(expected);
  });

  it.each([
    [', toolsets=[make()]', ['a tool of `agent`']],
    [', toolsets=make()', ['the tools of `agent`']],
    [', capabilities=[make()]', ['`make` in a run of `agent`']],
    [', capabilities=[Instrumentation()]', []],
    [', spec=make()', ['`spec` of a run of `agent`']],
    [', spec=None', []],
    [', **make()', ['options of a run of `agent`']],
    [', **{"model": "openai:gpt-5"}', []],
  ])('is listed where it is not read: run_sync(text%s)', async (options, expected) => {
    expect((await read(run(options))).unread).toEqual(expected);
  });

  it.each([
    ['tools=[issue_refund]', ['issue_refund'], []],
    ['toolsets=[pay]', ['issue_refund'], []],
    ['model="test"', [], []],
    ['spec=make()', [], ['`spec` of `agent.override`']],
  ])('is read where a part of the program replaces options: override(%s)', async (options, tools, unread) => {
    const text = `with agent.override(${options}):\n    agent.run_sync("x")\n`;
    expect(await read(text)).toMatchObject({ tools, unread });
  });

  it('is one tool, however many runs state it', async () => {
    const { tools, found } = await read(run(', toolsets=[pay]') + run(', toolsets=[pay, server]'));
    expect(tools).toEqual(['issue_refund']);
    expect(found).toEqual([...MISSING, 'agent.py:22 warning scope/unrestricted-server']);
  });

  it('is of the agent that another one wraps', async () => {
    const wrapped = HEAD.replace('FunctionToolset\n', 'FunctionToolset, WrapperAgent\n').replace(
      'agent = Agent("openai:gpt-5")',
      'agent = WrapperAgent(Agent("openai:gpt-5"))',
    );
    const { findings } = await lintFiles({ 'agent.py': wrapped + run(', toolsets=[pay]') });
    expect(findings.filter(({ rule }) => rule === 'approval/missing')).toHaveLength(1);
  });

  it('is none of the program where a test adds it', async () => {
    const test = `from agent import agent, pay\n\n\ndef test_run():\n    agent.run_sync("x", toolsets=[pay])\n`;
    expect((await read(run(''), { 'tests/test_agent.py': test })).found).toEqual([]);
  });

  it.each([
    ['every run', ', capabilities=[Hooks(before_tool_execute=ask)]', [], ['approval/missing']],
    ['one of two runs', '', MISSING, []],
  ])('may ask a person for its tools if %s does', async (_, second, expected, open) => {
    const first = run(', toolsets=[pay], capabilities=[Hooks(before_tool_execute=ask)]');
    const both = await read(first + run(second));
    expect(both.found).toEqual(expected);
    expect(both.open).toEqual(open);
  });
});

const UI = `import os
from fastapi import FastAPI, Request
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ModelMessagesTypeAdapter
from pydantic_ai.ui.ag_ui import AGUIAdapter
from pydantic_ai.ui.vercel_ai import VercelAIAdapter
from store import load, answers

app = FastAPI()
agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool_plain(requires_approval=True)
def remove_file(path: str) -> str:
    """Removes a file."""
    os.remove(path)
    return path


@app.post("/chat")
async def chat(request: Request):
`;

async function forged(
  body: readonly string[],
  lock: Record<string, string> = {},
  flaw = 'approval/forgeable',
): Promise<string[]> {
  const { findings } = await lintFiles({
    'app.py': `${UI}${body.map((line) => `    ${line}\n`).join('')}`,
    ...lock,
  });
  return findings
    .filter(({ rule }) => rule === flaw)
    .map(({ range: { start }, message }) => `${start.line} ${message}`);
}
const says = (line: number, call: string, text: string): string[] => [
  `${line} Whoever sends the request can approve \`remove_file\`: \`${call}\` takes the answers from \`${text}\`, which a client sends.`,
];
const vercel = (options: string) => [
  `return await VercelAIAdapter.dispatch_request(request, agent=agent${options})`,
];
const agUi = (options: string) => [
  `return await AGUIAdapter.dispatch_request(request, agent=agent${options})`,
];

describe('an answer that a client of a Pydantic AI agent sends', () => {
  it.each([
    ['sdk_version=6', vercel(', sdk_version=6'), says(21, 'dispatch_request', 'request')],
    ['sdk_version=7', vercel(', sdk_version=7'), says(21, 'dispatch_request', 'request')],
    ['sdk_version=5', vercel(', sdk_version=5'), []],
    ['no sdk_version', vercel(''), []],
    [
      'answers of the server',
      vercel(', sdk_version=6, deferred_tool_results=await answers(request.path_params["id"])'),
      [],
    ],
    ['AG-UI', agUi(''), says(21, 'dispatch_request', 'request')],
    ['AG-UI and answers of the server', agUi(', deferred_tool_results=await answers("x")'), []],
    [
      'an adapter that is made from the request',
      [
        'adapter = await VercelAIAdapter.from_request(request, agent=agent, sdk_version=6)',
        'return adapter.streaming_response(adapter.run_stream())',
      ],
      says(22, 'run_stream', 'request'),
    ],
    [
      'an adapter that is made from the body',
      [
        'run_input = VercelAIAdapter.build_run_input(await request.body())',
        'adapter = VercelAIAdapter(agent=agent, run_input=run_input, sdk_version=6)',
        'return adapter.streaming_response(adapter.run_stream())',
      ],
      says(23, 'run_stream', 'VercelAIAdapter.build_run_input(await request.body())'),
    ],
    [
      'an adapter with answers of the server',
      [
        'adapter = await VercelAIAdapter.from_request(request, agent=agent, sdk_version=6)',
        'return adapter.streaming_response(adapter.run_stream(deferred_tool_results=await answers("x")))',
      ],
      [],
    ],
  ])('can be forged by whoever calls the server: %s', async (_, body, expected) => {
    expect(await forged(body)).toEqual(expected);
  });

  const resumed = (history: string, options: string) => [
    'body = await request.json()',
    `history = ModelMessagesTypeAdapter.validate_python(${history})`,
    `return (await agent.run(message_history=history${options})).output`,
  ];
  const ANSWERED = ', deferred_tool_results=await answers("x")';
  it.each([
    [
      'of the client',
      resumed('body["history"]', ANSWERED),
      says(23, 'run', 'ModelMessagesTypeAdapter.validate_python(body["history"])'),
    ],
    ['of the client without answers', resumed('body["history"]', ''), []],
    ['of the server', resumed('await load(body["id"])', ANSWERED), []],
  ])('can be forged where a run continues a history %s', async (_, body, expected) => {
    expect(await forged(body)).toEqual(expected);
  });

  it.each([
    ['2.33.0', agUi(''), 1],
    ['1.99.0', agUi(''), 0],
    ['1.62.0', vercel(', sdk_version=6'), 1],
    ['1.61.0', vercel(', sdk_version=6'), 0],
  ])('is taken by versions that read it: %s', async (version, body, expected) => {
    expect(await forged(body, { 'requirements.txt': `pydantic-ai==${version}\n` })).toHaveLength(expected);
  });
});

describe('a request that an adapter of Pydantic AI gets', () => {
  const made = (options: string, run: string) => [
    `adapter = await VercelAIAdapter.from_request(request, agent=agent${options})`,
    `return adapter.streaming_response(adapter.run_stream(${run}))`,
  ];
  const unsent = (call: string) => [
    `12 Nobody can approve \`remove_file\`: \`${call}\` sends its request to no client without \`sdk_version=6\`.`,
  ];
  const KEPT = 'deferred_tool_results=await answers("x")';
  it.each([
    [vercel(''), unsent('dispatch_request')],
    [vercel(', sdk_version=5'), unsent('dispatch_request')],
    [vercel(', sdk_version=6'), []],
    [vercel(`, sdk_version=6, ${KEPT}`), []],
    [vercel(', sdk_version=os.environ["SDK"]'), []],
    [made('', ''), unsent('run_stream')],
    [made(', sdk_version=6', ''), []],
    [made(', sdk_version=6', KEPT), []],
    [agUi(''), []],
  ])('reaches a client only in versions of its protocol that have requests: %s', async (body, expected) => {
    expect(await forged(body, {}, 'approval/unanswered')).toEqual(expected);
  });

  it('reaches one where another call of the adapter passes it on', async () => {
    const both = ['if request.url.path == "/new":', `    ${vercel(', sdk_version=6')[0]}`, ...vercel('')];
    expect(await forged(both, {}, 'approval/unanswered')).toEqual([]);
  });
});

describe('a name that reads requests of a Pydantic AI agent', () => {
  const program = (head: string, more: string) => `import os
${head}
from pydantic_ai import Agent, DeferredToolRequests

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool_plain(requires_approval=True)
def remove_file(path: str) -> str:
    """Removes a file."""
    os.remove(path)
    return path

${more}
print(agent.run_sync(input()).output)
`;
  const IMPORT = 'from pydantic_ai import DeferredToolResults';
  it.each([
    ['is only imported', IMPORT, '', 1],
    ['is imported under another name and not used', `${IMPORT} as Answers`, '', 1],
    ['is imported under another name and used', `${IMPORT} as Answers`, '\nresults = Answers()\n', 0],
    ['is used', IMPORT, '\nresults = DeferredToolResults()\n', 0],
    ['is an annotation', IMPORT, '\ndef resume(given: DeferredToolResults) -> None: ...\n', 0],
    ['is the type of a result', IMPORT, '\ndef answers() -> DeferredToolResults: ...\n', 0],
    ['stands in a comment', '', '\n# DeferredToolResults\n', 1],
  ])('counts if it is used: it %s', async (_, head, more, expected) => {
    const { findings } = await lintFiles({ 'agent.py': program(head, more) });
    expect(findings.filter(({ rule }) => rule === 'approval/unanswered')).toHaveLength(expected);
  });
});
