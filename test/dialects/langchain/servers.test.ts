import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** What the rules of scope and approval report, as `line rule`, and what is not assessed with a question mark. */
async function scopesOf(file: string, text: string): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const kept = /^(?:scope|approval)\//;
  return [
    ...findings
      .filter(({ rule }) => kept.test(rule))
      .map(({ rule, range: { start } }) => `${start.line} ${rule}`),
    ...notAssessed.filter(({ rule }) => kept.test(rule)).map(({ rule }) => `${rule} ?`),
  ].sort();
}

const python = (tools: string): string => `import asyncio
from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient


def look(user: str) -> str:
    """Looks a user up."""
    return user.upper()


async def main():
    client = MultiServerMCPClient({
        "github": {"transport": "http", "url": "https://api.githubcopilot.com/mcp/"},
        "files": {"transport": "stdio", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@1.0.0", "/"]},
    })
    ${tools}
    agent = create_agent("openai:gpt-5", tools=tools)
    await agent.ainvoke({"messages": [("user", input())]}, {"recursion_limit": 20})


asyncio.run(main())
`;
const GITHUB = '13 scope/unrestricted-server';
const FILES = ['14 scope/filesystem-root', '14 scope/unrestricted-server'];

describe('the servers of a client in Python', () => {
  it.each<[string, string, string[]]>([
    ['give the agent all their tools', python('tools = await client.get_tools()'), [GITHUB, ...FILES]],
    [
      'give it the tools of the one that is named',
      python('tools = await client.get_tools(server_name="github")'),
      [GITHUB],
    ],
    [
      'give it their tools beside its own',
      python('tools = [*await client.get_tools(), look]'),
      [GITHUB, ...FILES],
    ],
    ['give it none where it gets only its own', python('tools = [look]'), []],
  ])('%s', async (_, text, expected) => {
    expect(await scopesOf('desk.py', text)).toEqual(expected);
  });
});

const picked = (tools: string, names = '{"list_issues"}'): string =>
  python(`found = await client.get_tools(server_name="github")\n    tools = ${tools}`).replace(
    'def look',
    `SAFE = ${names}\n\n\ndef is_safe(one):\n    return one.name in SAFE\n\n\ndef look`,
  );
const PICKED = '20 scope/unrestricted-server';
const MERGED = '25 approval/missing';
const OPEN = 'scope/unrestricted-server ?';

describe('a comprehension over the tools of a client in Python', () => {
  const SAFE = '[one for one in found if one.name in SAFE]';
  const MERGE = '{"merge_pull_request"}';
  it.each<[string, string, string[]]>([
    ['gives those that it names', picked(SAFE), []],
    ['gives an act that it names', picked(SAFE, MERGE), [MERGED]],
    ['gives one that it names', picked('[one for one in found if one.name == "list_issues"]'), []],
    ['gives one act that it names', picked('[one for one in found if one.name == "delete_file"]'), [MERGED]],
    [
      'gives those that a function of the project names',
      picked('[one for one in found if is_safe(one)]'),
      [],
    ],
    [
      'gives an act that a function of the project names',
      picked('[one for one in found if is_safe(one)]', MERGE),
      [MERGED],
    ],
    ['gives those that it names beside own tools', picked(`[*${SAFE}, look]`), []],
    ['gives all without a filter', picked('[one for one in found]'), [PICKED]],
    ['gives those that it does not name', picked('[one for one in found if one.name not in SAFE]'), [OPEN]],
    ['gives what another test picks', picked('[one for one in found if one.name.startswith("l")]'), [OPEN]],
    ['gives those that `filter` keeps', picked('list(filter(is_safe, found))'), []],
    ['gives an act that `filter` keeps', picked('list(filter(is_safe, found))', MERGE), [MERGED]],
    [
      'gives those that a lambda keeps',
      picked('tuple(filter(lambda one: one.name in SAFE, found))', MERGE),
      [MERGED],
    ],
    ['gives what another lambda keeps', picked('list(filter(lambda one: one.tags, found))'), [OPEN]],
  ])('%s', async (_, text, expected) => {
    expect(await scopesOf('desk.py', text)).toEqual(expected);
  });
});

const added = (test: string, names?: string): string =>
  picked(`[]\n    for one in found:\n        ${test}tools.append(one)`, names);

describe('a loop over the tools of a client in Python', () => {
  const IF_SAFE = 'if one.name in SAFE:\n            ';
  it.each<[string, string, string[]]>([
    ['adds those that it names', added(IF_SAFE), []],
    ['adds an act that it names', added(IF_SAFE, '{"merge_pull_request"}'), ['27 approval/missing']],
    ['adds all without a test', added(''), [PICKED]],
    ['adds what another test picks', added('if one.tags:\n            '), [OPEN]],
  ])('%s', async (_, text, expected) => {
    expect(await scopesOf('desk.py', text)).toEqual(expected);
  });
});

const script = (
  tools: string,
  agent = '',
  more = '',
): string => `import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
const client = new MultiServerMCPClient({
  mcpServers: {
    github: { transport: 'http', url: 'https://api.githubcopilot.com/mcp/' },
  },${more}
});
const all = await client.getTools();
const agent = createAgent({ model: 'openai:gpt-5', checkpointer, tools: ${tools}${agent} });
const result = await agent.invoke({ messages: [] });
if (result.__interrupt__) await ask(result.__interrupt__);
`;
const GATE = ', middleware: [humanInTheLoopMiddleware({ interruptOn: { merge_pull_request: true } })]';

describe('the servers of a client in TypeScript', () => {
  it.each<[string, string, string[]]>([
    ['give the agent all their tools', script('all'), ['5 scope/unrestricted-server']],
    ['give it all in a new list', script('[...all]'), ['5 scope/unrestricted-server']],
    [
      'give it those that a filter names',
      script("all.filter((one) => ['list_issues'].includes(one.name))"),
      [],
    ],
    [
      'give it an act that a filter names',
      script("all.filter((one) => ['merge_pull_request'].includes(one.name))"),
      ['9 approval/missing'],
    ],
    [
      'give it an act that a filter names and an entry gates',
      script("all.filter((one) => ['merge_pull_request'].includes(one.name))", GATE),
      [],
    ],
    [
      'give it an act that a function of the project may ask about',
      script(
        "all.filter((one) => ['merge_pull_request'].includes(one.name))",
        '',
        " beforeToolCall: async () => { if (prompt('Run it?') !== 'y') throw new Error('No.'); },",
      ),
      ['approval/missing ?'],
    ],
    [
      'give it an act that a function of the project only logs',
      script(
        "all.filter((one) => ['merge_pull_request'].includes(one.name))",
        '',
        " beforeToolCall: async () => { console.log('called'); },",
      ),
      ['9 approval/missing'],
    ],
    [
      'give it what a function picks',
      script('all.filter((one) => isSafe(one))'),
      ['scope/unrestricted-server ?'],
    ],
  ])('%s', async (_, text, expected) => {
    expect(await scopesOf('desk.ts', text)).toEqual(expected);
  });
});
