import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, script } from '../claude-agent-sdk/programs.js';
import { HEAD } from '../vercel-ai/programs.js';

type Files = Readonly<Record<string, string>>;

const agents = (approval: string, start = '', tool = 'issue_refund'): Files => ({
  'a.py': `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def ${tool}(charge: str) -> str:
    return charge
refunds = Agent(name="Refunds", tools=[${tool}])
${start}
def main(text: str) -> None:
    result = Runner.run_sync(refunds, text)
    while result.interruptions:
        state = result.to_state()
        for request in result.interruptions:
            answer = ""
${approval}
        result = Runner.run_sync(refunds, state)
`,
});
const option = (given: string) => `            if input("Run it?") == "yes":
                state.approve(request${given})
            else:
                state.reject(request)`;
const ASKS = `            answer = input("Run it?")
            if answer != "yes":
                state.reject(request)
            else:
                state.approve(request)`;
const asked = (always: string) => `            answer = input("Run it?")
            always = ${always}
            if answer in ("yes", "always"):
                state.approve(request, always_approve=always)
            else:
                state.reject(request)`;
const CONFIRM = 'def confirm():\n    a = input("Run it?")\n    return a == "yes", a == "always"\n';
const confirmed = (always: string) => `            ok, always = confirm()
            if ok:
                state.approve(request, always_approve=${always})`;
const OTHER = `def other(policy, request):
    policy.approve(request, always_approve=True)`;
const ALWAYS = ', always_approve=True';
const LIST = 'approved = []';
const APPEND = '\n                approved.append(request.name)';
const named = (test: string, add = APPEND) => `            if ${test}:
                state.approve(request)
                continue
${ASKS}${add}`;
const IN = 'request.name in approved';

const agentsTs = (approval: string, start = ''): Files => ({
  'a.ts': `import { Agent, run, tool } from '@openai/agents';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: {}, needsApproval: true, execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
${start}
let result = await run(refunds, 'x');
while (result.interruptions.length > 0) {
  for (const request of result.interruptions) {
${approval}
  }
  result = await run(refunds, result.state);
}
`,
});
const askedTs = (always: string) => `    const answer = prompt('Run it?');
    const alwaysApprove = ${always};
    if (answer === 'yes' || answer === 'always') result.state.approve(request, { alwaysApprove });
    else result.state.reject(request);`;
const namedTs = (test: string, add: string) => `    if (${test}) { result.state.approve(request); continue; }
    if (prompt('Run it?') === 'yes') { result.state.approve(request); approved.${add}(request.name); }
    else result.state.reject(request);`;

const ARRAY = 'const approved: string[] = [];';
const HAS_REQUEST = 'approved.has(request.name)';
const INCLUDES = 'approved.includes(request.name)';

const claude = (more: string): Files => ({
  'a.py': python(DEFAULT.py, 'can_use_tool=may_use')
    .replace(
      'return PermissionResultAllow()',
      `if input(name) != "yes":
        return PermissionResultDeny(message="no")
    return PermissionResultAllow(${more})`,
    )
    .replace('PermissionResultDeny,', 'PermissionResultDeny, PermissionUpdate,'),
});
const updated = (behavior: string) =>
  `updated_permissions=[PermissionUpdate(type="addRules", behavior="${behavior}", destination="session")]`;
const claudeTs = (allowed: string, before = ''): Files => ({
  'a.ts': `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const approved = new Set<string>();
${script(
  DEFAULT.ts,
  `canUseTool: async (name, input, { suggestions }) => {
      ${before}
      if ((await terminal.question(name)) !== 'yes') return { behavior: 'deny', message: 'no' };
      ${allowed}
    }`,
)}`,
});
const allow = (more = '') => `return { behavior: 'allow', updatedInput: input${more} };`;
const permissions = (update: string) =>
  claudeTs(allow(`, updatedPermissions: [{ ${update}, destination: 'session' }]`));
const rule = (behavior: string) => `type: 'addRules', rules: [{ toolName: name }], behavior: '${behavior}'`;
const SUGGESTED = ', updatedPermissions: suggestions';
const only = (tool: string) =>
  claudeTs(`if (name === 'mcp__billing__${tool}') ${allow(SUGGESTED)} ${allow()}`);
const choice = (tool: string) =>
  claudeTs(
    `return name === 'mcp__billing__${tool}' ? { behavior: 'allow', updatedInput: input${SUGGESTED} } : { behavior: 'allow', updatedInput: input };`,
  );
const keptTs = (key: string) =>
  claudeTs(`approved.add(${key}); ${allow()}`, `if (approved.has(${key})) ${allow()}`);

/** A program that asks a person about each request, and approves by itself what a test of it lets through. */
const langchain = (answers: string): Files => ({
  'a.py': `import requests
from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


gate = HumanInTheLoopMiddleware(interrupt_on={"issue_refund": True})
config = {"configurable": {"thread_id": "1"}, "recursion_limit": 20}
agent = create_agent("m", tools=[issue_refund], checkpointer=InMemorySaver(), middleware=[gate])
result = agent.invoke({"messages": [("user", input())]}, config)
approved = set()
${answers}`,
});
const loop = (test: string, kept: string, before = '') => `${before}while "__interrupt__" in result:
    decisions = []
    for one in result["__interrupt__"][0].value["action_requests"]:
        if ${test}:
            decisions.append({"type": "approve"})
            continue
        answer = input(f"Run {one}? ")
${kept && `        if answer == "always":\n            approved.add(${kept})\n`}        decisions.append({"type": "approve"} if answer != "no" else {"type": "reject"})
    result = agent.invoke(Command(resume={"decisions": decisions}), config)
`;
const mapped = (test: string) => `def decide(one):
    ${test}
    answer = input(f"Run {one}? ")
    if answer == "always":
        approved.add(one["name"])
    return {"type": "approve"} if answer != "no" else {"type": "reject"}
while "__interrupt__" in result:
    asked = result["__interrupt__"][0].value["action_requests"]
    result = agent.invoke(Command(resume={"decisions": [decide(one) for one in asked]}), config)
`;
const ONE = 'one["name"] in approved';
const HAS_ONE = 'approved.has(one.name)';
const UNUSED = 'def remember(name):\n    approved.add(name)\n';
const langchainTs = (decide: string, decisions: string): Files => ({
  'a.ts': `import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createInterface } from 'node:readline/promises';
import { z } from 'zod';

const issueRefund = tool(
  async ({ charge }) => (await fetch(\`https://api.example.com/refunds/\${charge}\`, { method: 'POST' })).text(),
  { name: 'issue_refund', description: 'Refunds a charge', schema: z.object({ charge: z.string() }) },
);
const middleware = [humanInTheLoopMiddleware({ interruptOn: { issue_refund: true } })];
const agent = createAgent({ model: 'm', tools: [issueRefund], middleware, checkpointer: new MemorySaver() });
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const config = { configurable: { thread_id: '1' } };
const approved = new Set<string>();
${decide}let result = await agent.invoke({ messages: [{ role: 'user', content: await terminal.question('> ') }] }, config);
while (result.__interrupt__) {
  ${decisions}
  result = await agent.invoke(new Command({ resume: { decisions } }), config);
}
`,
});
const loopTs = (key: string) =>
  langchainTs(
    '',
    `const decisions = [];
  for (const one of result.__interrupt__[0].value.actionRequests) {
    if (approved.has(${key})) {
      decisions.push({ type: 'approve' });
      continue;
    }
    const answer = await terminal.question('Run it? ');
    if (answer === 'always') approved.add(${key});
    decisions.push(answer === 'no' ? { type: 'reject' } : { type: 'approve' });
  }`,
  );
const mappedTs = (test: string) =>
  langchainTs(
    `async function decide(one: { name: string }) {
  ${test}
  const answer = await terminal.question('Run it? ');
  if (answer === 'always') approved.add(one.name);
  return answer === 'no' ? { type: 'reject' } : { type: 'approve' };
}
`,
    'const decisions = await Promise.all(result.__interrupt__[0].value.actionRequests.map(decide));',
  );

const SET = 'const approved = new Set<string>();';
const ADD = 'approved.add(part.toolCall.toolName)';
const vercel = (store: string, options: string, put = ADD): Files => ({
  'a.ts': `${HEAD}${store}
export async function answer(messages) {
  const result = await generateText({ model: 'm', messages, ${options} });
  for (const part of result.content)
    if (part.type === 'tool-approval-request' && prompt('Run it?') === 'yes') ${put};
}
`,
});
const gate = (store: string, decides: string, put?: string) =>
  vercel(store, `tools: { refund, look }, toolApproval: ${decides}`, put);
/** A function that answers by a test of the call. */
const call = (test: string, yes = "'approved'", no = "'user-approval'") =>
  `({ toolCall }) => (${test} ? ${yes} : ${no})`;
const HAS = 'approved.has(toolCall.toolName)';
/** The gate of one tool, by a test. */
const ofOne = (test: string, given = '') =>
  `{ refund: (${given}) => (${test} ? 'approved' : 'user-approval') }`;
const HAS_PART = 'approved.has(part.toolCall.toolName)';
const own = (needsApproval: string) =>
  vercel(
    `${SET}
const pay = tool({ needsApproval: ${needsApproval}, execute: async ({ id }) => fetch('https://pay.example.com/refunds/' + id, { method: 'POST' }) });`,
    'tools: { pay }',
  );
const RUN = "generateText({ model: 'm', messages, tools: { refund, look } })";
const terminal = (add: string, ok: string): Files => ({
  'a.ts': `${HEAD.replace('execute:', 'needsApproval: true, execute:')}${SET}
let messages = [{ role: 'user', content: prompt('>') }];
const result = await ${RUN};
for (const part of result.content)
  if (part.type === 'tool-approval-request') {
    let approve = ${ok};
    if (!approve) {
      const said = prompt('Run it?');
      if (said === 'always') approved.add(part.toolCall.toolName);
      approve = said !== 'no';
    }
    const response = { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: part.approvalId, approved: approve }] };
    ${add}
  }
await ${RUN};
`,
});
const JOIN = 'messages = [...messages, ...result.response.messages, response];';
const PUSH = 'messages.push(...result.response.messages, response);';

const by = (at: string, test: string, tool = 'issue_refund') =>
  `${at} \`${tool}\` \`${test}\` approves it where a person approved another call.`;
const kept = (at: string, given = 'always_approve') =>
  `${at} \`issue_refund\` \`${given}\` keeps it for this tool where it is true, whatever the next call does.`;
const lets = (at: string, given = 'updatedPermissions') =>
  `${at} \`mcp__billing__refund\` \`${given}\` lets it run from then on, whatever the next call does.`;

it.each<[string, string, Files, string?]>([
  [
    'agents-sdk',
    'the option',
    agents(option(ALWAYS)),
    '14:40 `issue_refund` `always_approve` keeps it for this tool, whatever the next call does.',
  ],
  ['agents-sdk', 'the option that is false', agents(option(', always_approve=False'))],
  ['agents-sdk', 'no option', agents(option(''))],
  ['agents-sdk', 'an option of a tool that reads', agents(option(ALWAYS), '', 'get_charge')],
  ['agents-sdk', 'an option of another library', agents(option(''), OTHER)],
  ['agents-sdk', 'an answer', agents(asked('answer == "always"')), kept('16:40')],
  ['agents-sdk', 'a choice of two', agents(asked('True if answer == "always" else False')), kept('16:40')],
  ['agents-sdk', 'false', agents(asked('False'))],
  ['agents-sdk', 'a part of a result', agents(confirmed('always'), CONFIRM), kept('18:40')],
  ['agents-sdk', 'no part of a result', agents(confirmed('False'), CONFIRM)],
  [
    'agents-sdk',
    'an answer, in TypeScript',
    agentsTs(askedTs("answer === 'always'")),
    kept('10:82', 'alwaysApprove'),
  ],
  ['agents-sdk', 'false, in TypeScript', agentsTs(askedTs('false'))],
  [
    'agents-sdk',
    'names in a set',
    agents(named(IN, APPEND.replace('append', 'add')), 'approved = set()'),
    by('13:16', IN),
  ],
  ['agents-sdk', 'names in a list', agents(named(IN), LIST), by('13:16', IN)],
  ['agents-sdk', 'names in a `Set`', agentsTs(namedTs(HAS_REQUEST, 'add'), SET), by('8:9', HAS_REQUEST)],
  ['agents-sdk', 'names in an array', agentsTs(namedTs(INCLUDES, 'push'), ARRAY), by('8:9', INCLUDES)],
  [
    'agents-sdk',
    'constant names that read',
    agents(named('request.name in SAFE', ''), 'SAFE = {"get_charge"}'),
  ],
  ['agents-sdk', 'names that are only counted', agents(`${ASKS}${APPEND}`, LIST)],
  ['agents-sdk', 'names, and asks again', agents(named(`${IN} and input("Again?") == "yes"`), LIST)],
  ['claude-agent-sdk', 'the suggestions', claudeTs(allow(SUGGESTED)), lets('28:56')],
  ['claude-agent-sdk', 'a rule that allows', permissions(rule('allow')), lets('28:56')],
  [
    'claude-agent-sdk',
    'a mode that asks nobody',
    permissions("type: 'setMode', mode: 'bypassPermissions'"),
    lets('28:56'),
  ],
  [
    'claude-agent-sdk',
    'the suggestions, if there are any',
    claudeTs(allow(', ...(suggestions ? { updatedPermissions: suggestions } : {})')),
    lets('28:76'),
  ],
  ['claude-agent-sdk', 'no permissions', claudeTs(allow())],
  ['claude-agent-sdk', 'undefined', claudeTs(allow(', updatedPermissions: undefined'))],
  ['claude-agent-sdk', 'an empty list', claudeTs(allow(', updatedPermissions: []'))],
  ['claude-agent-sdk', 'a rule that denies', permissions(rule('deny'))],
  ['claude-agent-sdk', 'another member', claudeTs(allow(', suggestions'))],
  ['claude-agent-sdk', 'the suggestions for a tool that reads', only('lookup')],
  ['claude-agent-sdk', 'the suggestions, for one tool', only('refund'), lets('28:93')],
  ['claude-agent-sdk', 'the side of a choice that reads', choice('lookup')],
  ['claude-agent-sdk', 'the side of a choice that acts', choice('refund'), lets('28:7')],
  [
    'claude-agent-sdk',
    'the suggestions, in Python',
    claude('updated_permissions=context.suggestions'),
    lets('26:34', 'updated_permissions'),
  ],
  [
    'claude-agent-sdk',
    'a rule that allows, in Python',
    claude(updated('allow')),
    lets('26:34', 'updated_permissions'),
  ],
  ['claude-agent-sdk', 'a rule that denies, in Python', claude(updated('deny'))],
  ['claude-agent-sdk', 'none, in Python', claude('updated_permissions=None')],
  ['claude-agent-sdk', 'the input, in Python', claude('updated_input=given')],
  ['claude-agent-sdk', 'no permissions, in Python', claude('')],
  ['claude-agent-sdk', 'the name', keptTs('name'), by('26:11', 'approved.has(name)', 'mcp__billing__refund')],
  ['claude-agent-sdk', 'the name and the input', keptTs('name + JSON.stringify(input)')],
  ['langchain', 'names', langchain(loop(ONE, 'one["name"]')), by('21:12', ONE)],
  ['langchain', 'whole calls', langchain(loop('str(one) in approved', 'str(one)'))],
  ['langchain', 'names, in TypeScript', loopTs('one.name'), by('19:9', HAS_ONE)],
  ['langchain', 'whole calls, in TypeScript', loopTs('JSON.stringify(one)')],
  [
    'langchain',
    'names in a function',
    langchain(mapped(`if ${ONE}:\n        return {"type": "approve"}`)),
    by('19:8', ONE),
  ],
  ['langchain', 'no names in a function', langchain(mapped('print(one)'))],
  [
    'langchain',
    'names in a function, in TypeScript',
    mappedTs(`if (${HAS_ONE}) return { type: 'approve' };`),
    by('16:7', HAS_ONE),
  ],
  ['langchain', 'no names in a function, in TypeScript', mappedTs('console.log(one.name);')],
  ['langchain', 'names that nothing adds', langchain(loop(ONE, '')), '? approval/missing'],
  ['langchain', 'names that an unused function adds', langchain(loop(ONE, '', UNUSED)), '? approval/missing'],
  ['vercel-ai', 'names', gate(SET, call(HAS)), by('6:119', HAS, 'refund')],
  ['vercel-ai', 'names, with no answer', gate(SET, call(HAS, 'undefined')), by('6:119', HAS, 'refund')],
  [
    'vercel-ai',
    'names, with a reason',
    gate(
      SET,
      "({ toolCall }) => { if (approved.has(toolCall.toolName)) return { type: 'approved', reason: 'known' }; return 'user-approval'; }",
    ),
    by('6:124', HAS, 'refund'),
  ],
  [
    'vercel-ai',
    'names, for one tool',
    gate(SET, ofOne("approved.has('refund')")),
    by('6:117', "approved.has('refund')", 'refund'),
  ],
  [
    'vercel-ai',
    'names in an array',
    gate(ARRAY, ofOne("approved.includes('refund')"), 'approved.push(part.toolCall.toolName)'),
    by('6:117', "approved.includes('refund')", 'refund'),
  ],
  [
    'vercel-ai',
    'names in a `Map`',
    gate(
      'const approved = new Map<string, boolean>();',
      call(HAS),
      'approved.set(part.toolCall.toolName, true)',
    ),
    by('6:119', HAS, 'refund'),
  ],
  [
    'vercel-ai',
    'names in an object',
    gate(
      'const approved: Record<string, boolean> = {};',
      call('approved[toolCall.toolName]'),
      'approved[part.toolCall.toolName] = true',
    ),
    '6:128 `refund` a look-up of `toolCall.toolName` approves it where a person approved another call.',
  ],
  [
    'vercel-ai',
    'the very call',
    gate(
      SET,
      ofOne('approved.has(toolCallId)', 'input, { toolCallId }'),
      'approved.add(part.toolCall.toolCallId)',
    ),
  ],
  [
    'vercel-ai',
    'the name of a tool that reads',
    gate(SET, call("toolCall.toolName === 'look' && approved.has(toolCall.toolName)")),
  ],
  [
    'vercel-ai',
    'a name of the source',
    gate("const approved = new Set(['look']);", call(HAS), 'console.log(part)'),
  ],
  ['vercel-ai', 'names that are only counted', gate(SET, "() => 'user-approval'")],
  [
    'vercel-ai',
    'names that decide that a person is asked',
    gate(SET, call(HAS, "'user-approval'", "'denied'")),
  ],
  [
    'vercel-ai',
    'names, in the gate of a tool',
    own("async () => !approved.has('pay')"),
    by('5:48', "approved.has('pay')", 'pay'),
  ],
  ['vercel-ai', 'no names, in the gate of a tool', own("async () => approved.has('pay')")],
  ['vercel-ai', 'nothing, in the gate of a tool', own('async () => true')],
  ['vercel-ai', 'names in a console', terminal(JOIN, HAS_PART), by('9:19', HAS_PART, 'refund')],
  ['vercel-ai', 'names in a console, pushed', terminal(PUSH, HAS_PART), by('9:19', HAS_PART, 'refund')],
  ['vercel-ai', 'the very call in a console', terminal(JOIN, 'approved.has(part.toolCall.toolCallId)')],
  ['vercel-ai', 'nothing in a console', terminal(JOIN, 'false')],
])(
  '%s: one approval counts for later calls where it keeps %s',
  async (framework, _, files, expected = '') => {
    const { findings, notAssessed, systems } = await lintFiles(files);
    expect(new Set(systems.flatMap(({ dialect, unresolved }) => [dialect, ...unresolved]))).toEqual(
      new Set([framework]),
    );
    const found = findings
      .filter(({ rule }) => /^(?:approval|scope|delegation)\//.test(rule))
      .map(
        ({ range: { start }, severity, rule, message }) =>
          `${severity} ${rule} ${start.line}:${start.column} ${message}`,
      );
    const open = notAssessed
      .filter(({ message }) => !/`generateText`|no agent is seen to take it/.test(message))
      .map(({ rule }) => `? ${rule}`);
    expect(
      [...found, ...open]
        .join('\n')
        .replace(
          /^warning approval\/remembered (\S+) One approval of (`\w+`) counts for later calls, too:/,
          '$1 $2',
        ),
    ).toBe(expected);
  },
);
