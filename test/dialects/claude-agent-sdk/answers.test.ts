import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, read, script } from './programs.js';

const ASK = `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
`;

/** A callback in TypeScript, by the statements of its body. */
const callback = (...body: readonly string[]): string =>
  `${ASK}${script(DEFAULT.ts, `canUseTool: async (name, input) => { ${body.join(' ')} }`)}`;

/** The same as a hook that is called before each tool. */
const hook = (...body: readonly string[]): string =>
  `${ASK}${script(DEFAULT.ts, `hooks: { PreToolUse: [{ hooks: [async (input) => { ${body.join(' ')} }] }] }`)}`;

const ALLOW = "return { behavior: 'allow', updatedInput: input };";
const DENY = "return { behavior: 'deny', message: 'no' };";
const DECIDE = (what: string): string =>
  `return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: '${what}' } };`;

/** What approves the tools of a program, and what is not assessed. */
async function approvedBy(text: string, file = 'agent.ts'): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  return [
    ...findings.flatMap(({ rule, message }) =>
      rule === 'approval/auto-approved' ? [message.replace(/^.*(?:: approved by|\):|undone:) /, '')] : [],
    ),
    ...notAssessed.map(({ message }) => `not assessed: ${message.replace(/^.*?: /, '')}`),
  ];
}

describe('a permission callback', () => {
  it.each([
    [
      'a threshold on its input',
      `if (input.amount < 50) ${ALLOW} ${DENY}`,
      ['`canUseTool` decides by `input.amount < 50`.'],
    ],
    [
      'the other side of a threshold',
      `if (input.amount > 50) ${DENY} ${ALLOW}`,
      ['`canUseTool` decides by `input.amount > 50`.'],
    ],
    [
      'exceptions in its input',
      `if (String(input.note).includes('fraud')) ${DENY} ${ALLOW}`,
      ["`canUseTool` decides by `String(input.note).includes('fraud')`."],
    ],
    [
      'a threshold for one tool',
      `if (name === 'mcp__billing__refund' && input.amount < 50) ${ALLOW} ${DENY}`,
      ['`canUseTool` decides by `input.amount < 50`.'],
    ],
    ['a threshold for another tool', `if (name === 'Read' && input.amount < 50) ${ALLOW} ${DENY}`, []],
    [
      'a person above a threshold',
      `if (input.amount < 50) ${ALLOW} if ((await terminal.question(name)) === 'y') ${ALLOW} ${DENY}`,
      ['not assessed: `input.amount < 50` lets some calls run without a person.'],
    ],
    ['a person', `if ((await terminal.question(name)) === 'y') ${ALLOW} ${DENY}`, []],
    [
      'what a call has to look like',
      `if (/^ch_test_/.test(String(input.charge))) ${ALLOW} ${DENY}`,
      ['not assessed: `/^ch_test_/.test(String(input.charge))` lets some calls run without a person.'],
    ],
    [
      'a variable of the environment',
      `if (process.env.AUTO_APPROVE === '1') ${ALLOW} ${DENY}`,
      ['`canUseTool` decides by `AUTO_APPROVE`, which is a setting.'],
    ],
    [
      'a call that is not read',
      `if (await policy.allows(name, input)) ${ALLOW} ${DENY}`,
      ['not assessed: `policy.allows` may ask a person, or not.'],
    ],
  ])('that decides by %s', async (_, body, expected) => {
    const text = `import { policy } from '@acme/policy';\n${callback(body)}`;
    expect(await approvedBy(text)).toEqual(expected);
  });

  it.each([
    [
      'a threshold',
      'if given.get("amount", 0) > 50:\n        return PermissionResultDeny(message="no")\n    return PermissionResultAllow()',
      ['`can_use_tool` decides by `given.get("amount", 0) > 50`.'],
    ],
    [
      'a threshold on a key',
      'if given["amount"] < 50:\n        return PermissionResultAllow()\n    return PermissionResultDeny(message="no")',
      ['`can_use_tool` decides by `given["amount"] < 50`.'],
    ],
    [
      'a person',
      'if input(name) == "y":\n        return PermissionResultAllow()\n    return PermissionResultDeny(message="no")',
      [],
    ],
  ])('in Python that decides by %s', async (_, body, expected) => {
    const text = python(DEFAULT.py, 'can_use_tool=may_use').replace('return PermissionResultAllow()', body);
    expect(await approvedBy(text, 'agent.py')).toEqual(expected);
  });
});

describe('a program that serves requests', () => {
  const ASKING = `async (name, input) => { if ((await terminal.question(name)) === 'y') ${ALLOW} ${DENY} }`;
  const ALLOWING = `async (name, input) => { ${ALLOW} }`;
  const WITH = (test: string): string =>
    `async (name, input) => { if (${test}) ${ALLOW} if ((await terminal.question(name)) === 'y') ${ALLOW} ${DENY} }`;
  const HOOK = (test: string): string =>
    `hooks: { PreToolUse: [{ hooks: [async () => { if (${test}) ${DECIDE('allow')} return {}; }] }] }`;
  const served = (option: string): string => `${ASK}import express from 'express';
import { query } from '@anthropic-ai/claude-agent-sdk';
const ask = ${ASKING};
const allow = ${ALLOWING};
const deny = async (name, input) => { ${DENY} };
const unless = (isAllowed) => ${WITH('isAllowed')};
const app = express();
app.post('/run', async (req, res) => {
  const { auto } = req.body;
  for await (const one of query({ prompt: req.body.text, options: { ${DEFAULT.ts}, tools: ['Bash'], settingSources: [], maxTurns: 4, ${option} } })) res.write(one.type);
});
`;
  const sent = (by: string, at = 'canUseTool') => [`\`${at}\` decides by \`${by}\`, which the client sends.`];
  const open = (by: string) => [`not assessed: \`${by}\` may answer in place of a person.`];

  it.each([
    [`canUseTool: ${WITH('req.body.auto')}`, sent('req.body.auto')],
    [`canUseTool: ${WITH('auto')}`, sent('auto')],
    [`canUseTool: ${WITH("name === 'Bash' && auto")}`, sent('auto')],
    [`canUseTool: ${WITH("name === 'Read' && auto")}`, []],
    [`canUseTool: ${WITH('req.session.auto')}`, open('req.session.auto')],
    [`canUseTool: ${WITH("process.env.AUTO === '1'")}`, open('AUTO')],
    [`canUseTool: ${ASKING}`, []],
    ['canUseTool: unless(req.body.auto)', sent('req.body.auto')],
    ['canUseTool: unless(false)', []],
    ['canUseTool: req.body.auto ? allow : ask', sent('req.body.auto')],
    ['canUseTool: req.body.auto ? deny : ask', []],
    ["canUseTool: process.env.AUTO === '1' ? allow : ask", open('AUTO')],
    ['...(req.body.auto ? { canUseTool: allow } : {})', sent('req.body.auto')],
    ['...(req.body.auto ? { canUseTool: ask } : {})', []],
    [HOOK('req.body.auto'), sent('req.body.auto', 'hooks.PreToolUse')],
    [HOOK('req.session.auto'), ['not assessed: `hooks.PreToolUse` may let it run without approval.']],
  ])('is approved by whoever sends a request where that decides: %s', async (option, expected) => {
    expect(await approvedBy(served(option))).toEqual(expected);
  });

  const REMOVE =
    "Let the person's answer alone decide: remove `req.body.auto` from the conditions of `canUseTool`.";
  const FIRST = 'Decide how a person is asked: ask in the function of `canUseTool`, and return the answer.';
  const DENYING = `async () => { if (req.body.auto) ${ALLOW} ${DENY} }`;

  it.each([
    ['to remove the test where it asks otherwise', WITH('req.body.auto'), REMOVE, ASKING],
    ['to remove the test that a caller passes', 'unless(req.body.auto)', REMOVE, 'unless(false)'],
    ['to remove the test that chooses the function', 'req.body.auto ? allow : ask', REMOVE, 'ask'],
    ['to ask where it denies otherwise', DENYING, FIRST, ASKING],
  ])('has a remedy: %s', async (_, made, expected, mended) => {
    const { findings } = await lintFiles({ 'agent.ts': served(`canUseTool: ${made}`) });
    const found = findings.filter(({ rule }) => rule === 'approval/auto-approved');
    const page = ' Example of how a person answers: `agent-lint explain approval/missing`.';
    expect(found.map(({ severity, remediation }) => `${severity}: ${remediation}`)).toEqual([
      `error: ${expected}${page}`,
    ]);
    expect(await approvedBy(served(`canUseTool: ${mended}`))).toEqual([]);
  });

  it('is not assessed where a parameter decides, and no call is seen', async () => {
    const helper = served('canUseTool: ask')
      .replace("app.post('/run', async (req, res) => {", 'export async function run(req, res, auto) {')
      .replace('  const { auto } = req.body;\n', '')
      .replace('\n});', '\n}')
      .replace('canUseTool: ask', `canUseTool: ${WITH('auto')}`);
    expect(await approvedBy(helper)).toEqual(open('auto'));
    const called = `${helper}app.post('/run', (req, res) => run(req, res, req.body.auto));\n`;
    expect(await approvedBy(called)).toEqual(sent('req.body.auto'));
  });

  const PYTHON = (
    option: string,
  ): string => `from claude_agent_sdk import ClaudeAgentOptions, PermissionResultAllow, PermissionResultDeny, query
from fastapi import FastAPI, Request

app = FastAPI()


async def allow(name, given, context):
    return PermissionResultAllow()


def unless(allowed):
    async def may_use(name, given, context):
        if allowed or input(name) == "y":
            return PermissionResultAllow()
        return PermissionResultDeny(message="no")

    return may_use


@app.post("/run")
async def run(request: Request):
    body = await request.json()
    options = ClaudeAgentOptions(max_turns=4, tools=["Bash"], setting_sources=[], permission_mode="default", ${option})
    return [str(one) async for one in query(prompt=body["text"], options=options)]
`;
  const sentInPython = (by: string) => [`\`can_use_tool\` decides by \`${by}\`, which the client sends.`];

  it.each([
    ['can_use_tool=unless(body["auto"])', sentInPython('body["auto"]')],
    ['can_use_tool=unless(body.get("auto", False))', sentInPython('body.get("auto", False)')],
    ['can_use_tool=unless(request.session["auto"])', open('request.session.auto')],
    ['can_use_tool=unless(False)', []],
    ['can_use_tool=allow if body["auto"] else unless(False)', sentInPython('body["auto"]')],
    ['can_use_tool=unless(False) if body["careful"] else None', []],
  ])('is approved by whoever sends a request in Python where that decides: %s', async (option, expected) => {
    expect(await approvedBy(PYTHON(option), 'app.py')).toEqual(expected);
  });
});

describe('a hook before tools', () => {
  it.each([
    [
      'allows by a threshold on its input',
      `if (input.tool_input.amount < 50) ${DECIDE('allow')} return {};`,
      ['`hooks.PreToolUse` decides by `input.tool_input.amount < 50`.'],
    ],
    [
      'allows by a threshold, and denies the others',
      `if (input.tool_input.amount >= 50) ${DECIDE('deny')} ${DECIDE('allow')}`,
      ['`hooks.PreToolUse` decides by `input.tool_input.amount >= 50`.'],
    ],
    [
      'asks above a threshold, and allows nothing',
      `if (input.tool_input.amount >= 50) ${DECIDE('ask')} return {};`,
      [],
    ],
    [
      'allows a tool by its name',
      `if (input.tool_name === 'mcp__billing__refund') ${DECIDE('allow')} return {};`,
      ['`hooks.PreToolUse`.'],
    ],
    ['allows another tool by its name', `if (input.tool_name === 'Read') ${DECIDE('allow')} return {};`, []],
    [
      'asks a person',
      `if ((await terminal.question(input.tool_name)) === 'y') ${DECIDE('allow')} ${DECIDE('deny')}`,
      [],
    ],
    [
      'allows by a variable of the environment',
      `if (process.env.AUTO_APPROVE === '1') ${DECIDE('allow')} return {};`,
      ['`hooks.PreToolUse` decides by `AUTO_APPROVE`, which is a setting.'],
    ],
    ['denies', `if (input.tool_input.amount >= 50) ${DECIDE('deny')} return {};`, []],
  ])('that %s', async (_, body, expected) => {
    expect(await approvedBy(hook(body))).toEqual(expected);
  });

  it('in Python allows by a threshold that is read from a file', async () => {
    const text = python(DEFAULT.py, 'hooks={"PreToolUse": [HookMatcher(hooks=[allow_all])]}')
      .replace('import sys', 'import json\nimport sys')
      .replace(
        /async def allow_all[\s\S]*?\n\n\n/,
        `async def allow_all(given, id, context):
    limit = json.loads(open("limits.json").read())["refund"]
    if given["tool_input"]["amount"] < limit:
        return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}
    return {}


`,
      );
    expect(await approvedBy(text, 'agent.py')).toEqual([
      '`hooks.PreToolUse` decides by `given["tool_input"]["amount"] < limit`.',
    ]);
  });

  it('that allows tools which a matcher names decides on those alone', async () => {
    const matched = (matcher: string): string =>
      script(
        DEFAULT.ts,
        `hooks: { PreToolUse: [{ matcher: '${matcher}', hooks: [async (input) => { if (input.tool_input.amount < 50) ${DECIDE('allow')} return {}; }] }] }`,
      );
    expect(await read(matched('mcp__billing__lookup'))).toEqual([]);
    expect(await read(matched('mcp__billing__.*'))).toEqual([
      expect.stringMatching(/^error approval\/auto-approved at hooks: /),
    ]);
  });
});

describe('a threshold that is read from a file', () => {
  const READ = "const spent = Number(readFileSync('./budget.json', 'utf8'));";
  const ASKS = `canUseTool: async () => { ${READ} if (spent < 100) ${ALLOW} ${DENY} }`;
  const HOOK = `hooks: { PreToolUse: [{ matcher: 'mcp__billing__.*|Bash', hooks: [async () => { ${READ} if (spent < 100) ${DECIDE('allow')} return {}; }] }] }`;
  const program = (option: string, tools: string, write: string): string =>
    `import { readFileSync, writeFileSync } from 'node:fs';\n${script(DEFAULT.ts, option)}`
      .replace('tools: [],', `tools: [${tools}],`)
      .replace('text: await found.text()', `text: await found.text() + String(${write})`);

  it.each([
    ['a callback allows by it', ASKS, '', '0', 'canUseTool'],
    ['a tool writes that file', ASKS, '', "writeFileSync('budget.json', charge)", 'canUseTool'],
    ['a hook allows by it', HOOK, '', '0', 'hooks.PreToolUse'],
    ['a hook lets commands run', HOOK, "'Bash'", '0', 'hooks.PreToolUse'],
  ])('is no answer of a person where %s', async (_, option, tools, write, by) => {
    expect(await approvedBy(program(option, tools, write))).toEqual([
      `\`${by}\` decides by \`spent < 100\`, which depends on a file.`,
    ]);
  });
});

describe('a threshold that Python reads from a file', () => {
  const program = (read: string, tools: string): string =>
    python(DEFAULT.py, 'can_use_tool=may_use')
      .replace('import sys', 'import json\nimport sys\nfrom pathlib import Path')
      .replace('tools=[]', `tools=[${tools}]`)
      .replace(
        'return PermissionResultAllow()',
        `spent = ${read}\n    if spent < 100:\n        return PermissionResultAllow()\n    return PermissionResultDeny(message="no")`,
      );
  it.each([
    ['float(open("budget.txt").read())'],
    ['json.load(open("budget.json"))["spent"]'],
    ['json.loads(Path("budget.json").read_text())["spent"]'],
  ])('is no answer of a person: %s', async (read) => {
    expect(await approvedBy(program(read, '"Read"'), 'agent.py')).toEqual([
      '`can_use_tool` decides by `spent < 100`, which depends on a file.',
    ]);
  });
});

describe('a callback that nobody calls', () => {
  const PERSON = `canUseTool: async (name, input) => { if ((await terminal.question(name)) === 'y') ${ALLOW} ${DENY} }`;
  const notes = async (text: string): Promise<string[]> => {
    const { findings } = await lintFiles({ 'agent.ts': text });
    return findings.flatMap(({ rule, related }) =>
      /^(?:approval|scope)\//.test(rule)
        ? [`${rule}: ${related.map(({ message }) => message).join(' ')}`]
        : [],
    );
  };

  it.each(['Bash', 'Bash()', 'Bash(*)'])('is named beside an entry for a whole tool: %s', async (entry) => {
    expect(await notes(`${ASK}${script(DEFAULT.ts, PERSON, `allowedTools: ['${entry}']`)}`)).toEqual([
      'scope/wildcard: `canUseTool` is not called for what this lets run.',
    ]);
    expect(await notes(`${ASK}${script(DEFAULT.ts, `allowedTools: ['${entry}']`)}`)).toEqual([
      'scope/wildcard: ',
    ]);
  });

  it('is named beside a mode that asks nobody, as is a list that looks like a restriction', async () => {
    expect(
      await notes(`${ASK}${script("permissionMode: 'bypassPermissions'", PERSON, "allowedTools: ['Read']")}`),
    ).toEqual([
      'approval/auto-approved: `canUseTool` is never called: `bypassPermissions` approves before it. `allowedTools` restricts nothing: it only adds what runs without approval.',
    ]);
    expect(await notes(script("permissionMode: 'bypassPermissions'"))).toEqual(['approval/auto-approved: ']);
  });

  const HOOK = `hooks: { PreToolUse: [{ matcher: 'mcp__billing__refund', hooks: [async () => { ${DECIDE('allow')} }] }] }`;
  const NOT_CALLED =
    'approval/auto-approved: The definition of `mcp__billing__refund`. `canUseTool` is not called';

  it.each([
    ["allowedTools: ['mcp__billing__refund']", true],
    ["allowedTools: ['mcp__billing__lookup']", false],
    [HOOK, true],
    [HOOK.replace('refund', 'lookup'), false],
  ])('is named beside what lets the same tool run: %s', async (option, isShadowed) => {
    const found = await notes(`${ASK}${script(DEFAULT.ts, PERSON, option)}`);
    expect(found.map((one) => one.slice(0, NOT_CALLED.length))).toEqual(isShadowed ? [NOT_CALLED] : []);
  });

  it.each([
    ['allowed_tools=["mcp__billing__refund"]', DEFAULT.py, 'is not called for what this lets run'],
    ['allowed_tools=["mcp__billing__lookup"]', DEFAULT.py, undefined],
    ['allowed_tools=["Bash()"]', DEFAULT.py, 'is not called for what this lets run'],
    ['allowed_tools=["Bash(git status:*)"]', DEFAULT.py, undefined],
    ['allowed_tools=[]', 'permission_mode="bypassPermissions"', 'is never called'],
    ['allowed_tools=[]', 'permission_mode="dontAsk"', undefined],
  ])('is named in Python: %s with %s', async (list, mode, expected) => {
    const asks = python(mode, list, 'can_use_tool=may_use').replace(
      'return PermissionResultAllow()',
      'return PermissionResultAllow() if input(name) == "y" else PermissionResultDeny(message="no")',
    );
    const { findings } = await lintFiles({ 'agent.py': asks });
    const about = findings.filter(({ rule }) => /^(?:approval|scope)\//.test(rule));
    expect(
      about.map(({ related }) =>
        related.some(({ message }) => message.includes(`\`can_use_tool\` ${expected}`)),
      ),
    ).toEqual(expected === undefined ? [] : [true]);
  });

  it.each([
    ['', true],
    [", permissionPrompts: 'host'", true],
    [", permissionPrompts: 'none'", false],
  ])('approves only where the host is asked: %s', async (prompts, isAsked) => {
    const always = `canUseTool: async (name, input) => { ${ALLOW} }`;
    expect(await read(script(`${DEFAULT.ts}${prompts}`, always))).toEqual(
      isAsked ? [expect.stringMatching(/^error approval\/auto-approved at canUseTool: /)] : [],
    );
  });

  it.each([
    ['permissionMode', "permissionMode: 'dontAsk'"],
    ['permissionPrompts', `${DEFAULT.ts}, permissionPrompts: 'none'`],
  ])('approves nothing, whatever it returns: %s', async (_, options) => {
    const always = `canUseTool: async (name, input) => { ${ALLOW} }`;
    expect(await read(script(options, always))).toEqual([]);
    expect(await read(script(DEFAULT.ts, always))).toEqual([
      expect.stringMatching(/^error approval\/auto-approved at canUseTool: /),
    ]);
  });

  it('may ask by a tool of a server, which is not known', async () => {
    const prompt = "permissionPromptToolName: 'mcp__desk__ask'";
    expect(await read(script(DEFAULT.ts, prompt))).toEqual([
      'not assessed approval/missing whether the tool of `permissionPromptToolName` asks a person is not known.',
    ]);
    expect(await read(python(DEFAULT.py, 'permission_prompt_tool_name="mcp__desk__ask"'))).toEqual([
      'not assessed approval/missing whether the tool of `permission_prompt_tool_name` asks a person is not known.',
    ]);
  });
});

describe('a callback beside a tool that answers', () => {
  const beside = (body: string) =>
    `${ASK}${script(DEFAULT.ts, "permissionPromptToolName: 'mcp__desk__ask'", `canUseTool: async (name, input) => { ${body} }`)}`;
  it.each([
    [
      'is what approves, where it allows everything',
      ALLOW,
      ['`canUseTool` which approves without a choice.'],
    ],
    [
      'leaves open who answers, where it refuses',
      DENY,
      ['not assessed: whether the tool of `permissionPromptToolName` asks a person is not known.'],
    ],
  ])('%s', async (_, body, expected) => {
    const found = await approvedBy(beside(body));
    expect(found.filter((one) => !one.includes('guardrail'))).toEqual(expected);
  });
});
