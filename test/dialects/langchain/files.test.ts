import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { findingsOf, rulesOf } from './findings.js';

const RULE = (mode: string, paths = '"/**"', operations = '"write"'): string =>
  `FilesystemPermission(operations=[${operations}], paths=[${paths}]${mode === '' ? '' : `, mode="${mode}"`})`;

const deep = (
  options: string,
): string => `from deepagents import AsyncSubAgent, FilesystemPermission, create_deep_agent
from deepagents.backends import CompositeBackend, FilesystemBackend, LocalShellBackend, StateBackend, StoreBackend
from langgraph.types import Command


def delete(name: str) -> str:
    """Deletes a customer."""
    return requests.delete(f"https://api.example.com/customers/{name}").text


agent = create_deep_agent(model="m", checkpointer=saver, ${options})
config = {"configurable": {"thread_id": "1"}}
result = agent.invoke({"messages": [("user", input())]}, config)
while "__interrupt__" in result:
    kind = "approve" if input("Run it? ") == "y" else "reject"
    result = agent.invoke(Command(resume={"decisions": [{"type": kind}]}), config)
`;
const host = (rules: string): string =>
  deep(`tools=[],\n    backend=FilesystemBackend(root_dir="/srv"),\n    permissions=${rules}`);
const DELETES = 'approval/missing at backend=FilesystemBackend(root_dir="/srv"),';
const UNKNOWN = 'approval/missing ?';

describe('the file tools of a backend on the host', () => {
  it.each<[string, string, string[]]>([
    ['delete without a rule', '[]', [DELETES]],
    ['delete without rules', 'None', [DELETES]],
    ['delete by a rule that allows it', `[${RULE('allow')}]`, [DELETES]],
    ['delete by a rule without a mode', `[${RULE('')}]`, [DELETES]],
    ['ask by a rule', `[${RULE('interrupt')}]`, []],
    ['are taken away by a rule', `[${RULE('deny')}]`, []],
    ['delete under a rule for reading', `[${RULE('deny', '"/**"', '"read"')}]`, [DELETES]],
    ['ask by a rule for both', `[${RULE('interrupt', '"/**"', '"read", "write"')}]`, []],
    ['delete where the first rule allows it', `[${RULE('allow')}, ${RULE('interrupt')}]`, [DELETES]],
    ['ask where the first rule does', `[${RULE('interrupt')}, ${RULE('allow')}]`, []],
    ['are taken away where the first rule does it', `[${RULE('deny')}, ${RULE('allow')}]`, []],
    ['delete outside of a path that is refused', `[${RULE('deny', '"/srv/keys/**"')}]`, [DELETES]],
    ['ask for some paths', `[${RULE('interrupt', '"/srv/keys/**"')}]`, []],
    ['delete in the one path that is allowed', `[${RULE('allow', '"/srv/**"')}, ${RULE('deny')}]`, [DELETES]],
    ['ask in the one path that is not refused', `[${RULE('interrupt', '"/srv/**"')}, ${RULE('deny')}]`, []],
    ['are not known by rules that are computed', 'load()', [UNKNOWN]],
    ['are not known by a mode that is computed', `[${RULE('deny').replace('"deny"', 'mode()')}]`, [UNKNOWN]],
  ])('%s', async (_, rules, expected) => {
    expect(await findingsOf('desk.py', host(rules))).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    [
      'ask by an entry',
      'tools=[], backend=FilesystemBackend(root_dir="/srv"), interrupt_on={"delete": True}',
      [],
    ],
    [
      'delete with an entry of another tool',
      'tools=[],\n    backend=FilesystemBackend(root_dir="/srv"),\n    interrupt_on={"write_file": True}',
      [DELETES],
    ],
    ['are none of the host without one', 'tools=[], backend=StateBackend()', []],
    [
      'are once those of joined backends',
      'tools=[],\n    backend=CompositeBackend(default=FilesystemBackend(), routes={"/a/": FilesystemBackend()}),\n',
      [
        'approval/missing at backend=CompositeBackend(default=FilesystemBackend(), routes={"/a/": FilesystemBackend()}),',
      ],
    ],
    [
      'obey rules that no tool of the program does',
      `tools=[delete], backend=StateBackend(), permissions=[${RULE('deny')}]`,
      ['approval/missing at def delete(name: str) -> str:'],
    ],
  ])('%s', async (_, options, expected) => {
    expect(await findingsOf('desk.py', deep(options))).toEqual(expected);
  });

  it('say what they do', async () => {
    const { findings } = await lintFiles({ 'desk.py': host('None') });
    expect(findings.flatMap(({ rule, message }) => (rule === 'approval/missing' ? [message] : []))).toEqual([
      '`delete` deletes permanently without human approval (known from its kind).',
    ]);
  });

  it.each([
    ['deepagents==0.6.12\n', []],
    ['deepagents==0.7.0\n', ['approval/missing']],
    ['langgraph==1.0.0\ndeepagents==0.6.12\n', []],
    ['langgraph==1.0.0\n', ['approval/missing']],
  ])('delete since 0.7.0: %j', async (locked, expected) => {
    expect(await rulesOf({ 'requirements.txt': locked, 'desk.py': host('None') })).toEqual(
      locked.includes('langgraph') ? expect.arrayContaining(expected) : expected,
    );
  });
});

const ask = (
  agent: string,
) => `import { createDeepAgent, createFilesystemMiddleware, FilesystemBackend, StateBackend } from 'deepagents';
import { createAgent } from 'langchain';
import { Command } from '@langchain/langgraph';
const agent = ${agent};
const config = { recursionLimit: 20, configurable: { thread_id: '1' } };
let result = await agent.invoke({ messages: [process.argv[2]] }, config);
while (result.__interrupt__) {
  const type = confirm('Run it?') ? 'approve' : 'reject';
  result = await agent.invoke(new Command({ resume: { decisions: [{ type }] } }), config);
}
`;

describe('the file tools of a backend in TypeScript', () => {
  const HOST = "backend: new FilesystemBackend({ rootDir: '/srv' })";
  const own = (options: string) => ask(`createDeepAgent({ model: 'm', checkpointer, ${options} })`);
  const deny = (paths: string, mode = ", mode: 'deny'") =>
    own(`${HOST}, permissions: [{ operations: ['write'], paths: ['${paths}']${mode} }]`);
  const given = (options: string) =>
    ask(
      `createAgent({ model: 'm', checkpointer, middleware: [createFilesystemMiddleware({ ${options} })] })`,
    );
  const DELETES = ['approval/missing'];
  it.each<[string, string, string[]]>([
    ['delete on the host', own(HOST), DELETES],
    ['delete nothing of the host in the state of the graph', own('backend: new StateBackend()'), []],
    ['ask by an entry', own(`${HOST}, interruptOn: { delete: true }`), []],
    ['are taken away by a rule', deny('/**'), []],
    ['delete outside of a path that is refused', deny('/srv/keys/**'), DELETES],
    ['delete by a rule without a mode', deny('/**', ''), DELETES],
    ['delete where middleware adds them', given(HOST), DELETES],
    ['delete nothing where middleware names others', given(`${HOST}, tools: ['read_file', 'ls']`), []],
    ['delete where middleware names them', given(`${HOST}, tools: ['read_file', 'delete']`), DELETES],
    [
      'are taken away by a rule of middleware',
      given(`${HOST}, permissions: [{ operations: ['write'], paths: ['/**'], mode: 'deny' }]`),
      [],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await rulesOf({ 'desk.ts': text })).toEqual(expected);
  });

  it.each([
    ['1.12.2', []],
    ['1.13.1', DELETES],
  ])('delete since a version: deepagents %s', async (version, expected) => {
    const locked = JSON.stringify({ dependencies: { deepagents: version } });
    expect(await rulesOf({ 'package.json': locked, 'desk.ts': own(HOST) })).toEqual(expected);
  });

  it.each([
    ['FilesystemMiddleware(backend=FilesystemBackend(root_dir="/srv"))', DELETES],
    ['FilesystemMiddleware(backend=StateBackend())', []],
    ['FilesystemMiddleware()', []],
  ])('are those of middleware in Python, too: %s', async (middleware, expected) => {
    const text = `from langchain.agents import create_agent
from deepagents.backends import FilesystemBackend, StateBackend
from deepagents.middleware.filesystem import FilesystemMiddleware
agent = create_agent("m", tools=[], middleware=[${middleware}])
agent.invoke({"messages": [("user", input())]}, {"recursion_limit": 20})
`;
    expect(await rulesOf({ 'desk.py': text })).toEqual(expected);
  });
});

describe('a subagent on a server', () => {
  /** What is not read of a program, as `what: why`. */
  const unreadIn = async (entry: string, more = '') =>
    (
      await lintFiles({
        'desk.py': deep(`tools=[delete], interrupt_on={"delete": True}, subagents=[${entry}]${more}`),
      })
    ).systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`));
  const SERVER =
    'the tools of `far`: it runs on a server (`graph_id`), and gates of `agent` do not apply to it';
  it.each([
    ['{"name": "far", "description": "d", "graph_id": "far", "url": "https://a.example.com"}', [SERVER]],
    ['AsyncSubAgent(name="far", description="d", graph_id="far")', [SERVER]],
    ['{"name": "far", "description": "d", "system_prompt": "p"}', []],
  ])('is named as not read: %s', async (entry, expected) => {
    expect(await unreadIn(entry)).toEqual(expected);
  });

  it.each([
    ['{"name": "far", "description": "d", "system_prompt": "p"}', []],
    [
      `{"name": "far", "description": "d", "system_prompt": "p", "permissions": [${RULE('allow')}]}`,
      ['file tools of `far`: its own `permissions` are not read'],
    ],
  ])('and so are rules for files of its own: %s', async (entry, expected) => {
    expect(await unreadIn(entry, ', backend=FilesystemBackend()')).toEqual(expected);
  });
});
