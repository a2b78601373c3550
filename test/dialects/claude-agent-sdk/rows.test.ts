import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, read, script } from './programs.js';

/** Findings whose rule has a beginning, as `severity rule message`. */
async function found(text: string, rules: RegExp, config?: string): Promise<string[]> {
  const file = text.startsWith('import sys') ? 'agent.py' : 'agent.ts';
  const { findings } = await lintFiles({
    [file]: text,
    ...(config === undefined ? {} : { 'agent-lint.config.yaml': config }),
  });
  return findings.flatMap(({ rule, severity, message }) =>
    rules.test(rule) ? [`${severity} ${rule} ${message}`] : [],
  );
}

describe('the telemetry that the environment of a run switches on', () => {
  const tracing = async (text: string): Promise<string[]> => {
    const file = text.startsWith('import sys') ? 'agent.py' : 'agent.ts';
    const { systems } = await lintFiles({ [file]: text });
    return systems.map((one) => one.tracing.state);
  };
  const ON = "CLAUDE_CODE_ENABLE_TELEMETRY: '1'";
  const SENT = "OTEL_LOGS_EXPORTER: 'otlp'";

  it.each([
    [`env: { ${ON}, ${SENT} }`, 'shown'],
    [`env: { ...process.env, ${ON}, ${SENT} }`, 'shown'],
    [`env: { ${ON} }`, 'absent'],
    ['env: { ...process.env }', 'absent'],
    [`env: { ${ON}, OTEL_LOGS_EXPORTER: 'none' }`, 'absent'],
    [`env: { ${ON.replace('1', '0')}, ${SENT} }`, 'absent'],
    [`env: { ${SENT} }`, 'absent'],
    ['includeHookEvents: true', 'absent'],
  ])('is its tracing: %s', async (option, state) => {
    expect(await tracing(script(DEFAULT.ts, option))).toEqual([state]);
  });

  it.each([
    ['1', 'shown'],
    ['0', 'absent'],
  ])('is its tracing in Python: %s', async (value, state) => {
    const env = `env={"CLAUDE_CODE_ENABLE_TELEMETRY": "${value}", "OTEL_TRACES_EXPORTER": "otlp"}`;
    expect(await tracing(python(DEFAULT.py, env))).toEqual([state]);
  });

  it.each([
    ['OTEL_LOG_USER_PROMPTS', '1'],
    ['OTEL_LOG_TOOL_CONTENT', '1'],
    ['OTEL_LOG_TOOL_DETAILS', '1'],
    ['OTEL_LOG_RAW_API_BODIES', '1'],
    ['OTEL_LOG_USER_PROMPTS', '0'],
    ['OTEL_LOG_LEVEL', '1'],
  ])('records contents with %s: %s', async (name, value) => {
    const text = script(DEFAULT.ts, `env: { ${ON}, ${SENT}, ${name}: '${value}' }`);
    const config = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';
    expect(await found(text, /^tracing\//, config)).toEqual(
      value === '1' && name !== 'OTEL_LOG_LEVEL'
        ? [
            `error tracing/retention-conflict \`${name}\` sends the traces of \`query\`, with inputs and outputs, to the store of its OpenTelemetry exporter, but zero data retention is required.`,
          ]
        : [],
    );
  });
});

describe('the telemetry that a file beside a program switches on', () => {
  const CONFIG = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';
  /** The state of tracing and what is reported of it, with a file of variables beside the program. */
  const beside = async (text: string, variables: string, file = '.env'): Promise<string[]> => {
    const program = text.startsWith('import sys') ? 'app/agent.py' : 'app/agent.ts';
    const files = { [program]: text, [file]: variables, 'agent-lint.config.yaml': CONFIG };
    const { findings, systems } = await lintFiles(files);
    return [
      ...systems.filter(({ surface }) => surface === 'product').map(({ tracing }) => tracing.state),
      ...findings.flatMap(({ rule, file: at, range, message }) =>
        rule.startsWith('tracing/')
          ? [`${at}:${range.start.line} ${rule} ${message.split(' sends ')[0]}`]
          : [],
      ),
    ];
  };
  const ON = 'CLAUDE_CODE_ENABLE_TELEMETRY=1\nOTEL_LOGS_EXPORTER=otlp\n';
  const PLAIN = script(DEFAULT.ts);
  const conflict = (name: string, file = '.env') => [
    'shown',
    `${file}:3 tracing/retention-conflict \`${name}\``,
  ];

  it.each([
    [ON, 'shown'],
    [ON.replace('TELEMETRY=1', 'TELEMETRY=0'), 'absent'],
    [ON.replace('otlp', 'none'), 'absent'],
    ['OTEL_LOGS_EXPORTER=otlp\n', 'absent'],
    [ON.replaceAll(/^/gm, '# '), 'absent'],
  ])('is its tracing: %j', async (variables, state) => {
    expect(await beside(PLAIN, variables)).toEqual([state]);
    expect(await beside(python(DEFAULT.py), variables)).toEqual([state]);
  });

  it.each([
    ['OTEL_LOG_USER_PROMPTS', '1'],
    ['OTEL_LOG_TOOL_DETAILS', '1'],
    ['OTEL_LOG_TOOL_CONTENT', '1'],
    ['OTEL_LOG_RAW_API_BODIES', '1'],
    ['OTEL_LOG_USER_PROMPTS', '0'],
    ['OTEL_LOG_TOOL_DETAILS', '0'],
    ['OTEL_LOG_RAW_API_BODIES', '0'],
    ['OTEL_LOG_LEVEL', '1'],
  ])('records contents with %s=%s', async (name, value) => {
    const variables = `${ON}${name}=${value}\n`;
    const expected = value === '1' && name !== 'OTEL_LOG_LEVEL' ? conflict(name) : ['shown'];
    expect(await beside(PLAIN, variables)).toEqual(expected);
    expect(await beside(python(DEFAULT.py), variables)).toEqual(expected);
  });

  const PROMPTS = `${ON}OTEL_LOG_USER_PROMPTS=1\n`;
  it.each([
    ['above the program', PLAIN, '.env', conflict('OTEL_LOG_USER_PROMPTS')],
    ['beside the program', PLAIN, 'app/.env', conflict('OTEL_LOG_USER_PROMPTS', 'app/.env')],
    ['in another folder', PLAIN, 'other/.env', ['absent']],
    ['a template', PLAIN, '.env.example', ['absent']],
    ['the run has an environment of its own', script(DEFAULT.ts, 'env: {}'), '.env', ['absent']],
    [
      'the run spreads the environment',
      script(DEFAULT.ts, 'env: { ...process.env }'),
      '.env',
      conflict('OTEL_LOG_USER_PROMPTS'),
    ],
    [
      'the run spreads it, and records no prompts',
      script(DEFAULT.ts, "env: { ...process.env, OTEL_LOG_USER_PROMPTS: '0' }"),
      '.env',
      ['shown'],
    ],
    [
      'Python adds to the environment',
      python(DEFAULT.py, 'env={}'),
      '.env',
      conflict('OTEL_LOG_USER_PROMPTS'),
    ],
  ])('is that of the programs which it applies to: %s', async (_, text, file, expected) => {
    expect(await beside(text, PROMPTS, file)).toEqual(expected);
  });

  const TOOLS = 'OTEL_LOG_TOOL_DETAILS=1\n';
  it.each([
    ['one variable', PROMPTS, PLAIN, ['error 3 tracing/retention-conflict']],
    ['two variables', `${PROMPTS}${TOOLS}`, PLAIN, ['error 3 tracing/retention-conflict +4']],
    ['no telemetry is on', TOOLS, PLAIN, ['warning 1 scope/redirected-endpoint']],
    [
      'no program',
      `${PROMPTS}${TOOLS}`,
      '',
      ['warning 3 scope/redirected-endpoint', 'warning 4 scope/redirected-endpoint'],
    ],
  ])('records contents as one flaw: %s', async (_, variables, text, expected) => {
    const files = { '.env': variables, 'agent.ts': text, 'agent-lint.config.yaml': CONFIG };
    const { findings } = await lintFiles(files);
    const found = findings.filter(({ file }) => file === '.env');
    expect(
      found.map(({ rule, severity, range, related }) =>
        [severity, range.start.line, rule, ...related.map((one) => `+${one.range.start.line}`)].join(' '),
      ),
    ).toEqual(expected);
  });

  it('is that of the lines before the run, where the program sets it', async () => {
    const set = `process.env.CLAUDE_CODE_ENABLE_TELEMETRY = '1';\nprocess.env.OTEL_LOGS_EXPORTER = 'otlp';\n`;
    expect(await beside(`${PLAIN}${set}`, '')).toEqual(['shown']);
    expect(await beside(`${PLAIN}${set.replace("'1'", "'0'")}`, '')).toEqual(['absent']);
  });

  it('is reported once for several runs, with an edit in that file', async () => {
    const { findings } = await lintFiles({
      'one.ts': PLAIN,
      'two.ts': PLAIN,
      '.env': PROMPTS,
      'agent-lint.config.yaml': CONFIG,
    });
    const found = findings.filter(({ rule }) => rule === 'tracing/retention-conflict');
    expect(found.map(({ file, remediation }) => [file, remediation])).toEqual([
      [
        '.env',
        'Decide where the traces go: to a store of your own, or without their contents. Remove `OTEL_LOG_USER_PROMPTS`, `OTEL_LOG_TOOL_DETAILS`, `OTEL_LOG_TOOL_CONTENT` and `OTEL_LOG_RAW_API_BODIES` from `.env`.',
      ],
    ]);
  });
});

describe('a mode', () => {
  const AUTO = (key: string) => [
    expect.stringMatching(`^warning approval/auto-approved at ${key}`),
    expect.stringMatching(/^not assessed approval\/missing `permission_?[mM]ode: auto`: a model decides\.$/),
  ];

  it.each([
    [script("permissionMode: 'auto'"), AUTO('permissionMode')],
    [script("permissionMode: 'plan'"), []],
    [script("permissionMode: 'dontAsk'"), []],
    [python('permission_mode="auto"'), AUTO('permission_mode')],
    [python('permission_mode="plan"'), []],
    [python('permission_mode="dontAsk"'), []],
  ])('in which a model decides is no gate', async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  const UNKNOWN = [
    expect.stringMatching(/^not assessed approval\/missing no `permission_?[mM]ode` is stated/),
  ];

  it.each([
    ['undefined', script('permissionMode: undefined'), UNKNOWN],
    ["'default'", script("permissionMode: 'default'"), []],
    ['None', python('permission_mode=None'), UNKNOWN],
    ['"default"', python('permission_mode="default"'), []],
    [
      '"acceptEdits"',
      python('permission_mode="acceptEdits"'),
      ['warning approval/auto-approved at permission_mode="acceptEdits",'],
    ],
  ])('counts as it is stated: %s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  const LISTED = "allowedTools: ['mcp__billing__refund']";

  it.each([
    ['dontAsk', LISTED, [`error approval/auto-approved at ${LISTED},`]],
    ['dontAsk', 'allowedTools: []', []],
    ['plan', LISTED, [`error approval/auto-approved at ${LISTED},`]],
    ['plan', 'allowedTools: []', []],
  ])('refuses only what no list lets run: %s with %s', async (mode, list, expected) => {
    expect(await read(script(`permissionMode: '${mode}'`, list))).toEqual(expected);
  });

  // Versions before the option have the mode without it.
  it.each([[[]], [['allowDangerouslySkipPermissions: true']], [['allowDangerouslySkipPermissions: false']]])(
    'that asks nobody is reported whatever `allowDangerouslySkipPermissions` says: %s',
    async (more) => {
      expect(await read(script("permissionMode: 'bypassPermissions'", ...more))).toEqual([
        "error approval/auto-approved at permissionMode: 'bypassPermissions',",
      ]);
    },
  );

  it('is not changed by `allowDangerouslySkipPermissions` alone', async () => {
    expect(await read(script(DEFAULT.ts, 'allowDangerouslySkipPermissions: true'))).toEqual([]);
  });
});

describe('flags that a run passes on to the command line', () => {
  const TS = (flags: string, ...more: readonly string[]) =>
    script(DEFAULT.ts, ...more, `extraArgs: ${flags}`);
  const PY = (flags: string) => python(DEFAULT.py, `extra_args=${flags}`);
  const READ: readonly [string, string, readonly string[]][] = [
    ['no question', TS("{ 'dangerously-skip-permissions': null }"), ['error approval/auto-approved']],
    [
      'a mode that asks nobody',
      TS("{ 'permission-mode': 'bypassPermissions' }"),
      ['error approval/auto-approved'],
    ],
    ['a mode that asks', TS("{ 'permission-mode': 'plan' }"), []],
    ['no transcript', TS("{ 'no-session-persistence': null }"), []],
    [
      'no question, in Python',
      PY('{"dangerously-skip-permissions": None}'),
      ['error approval/auto-approved'],
    ],
    ['edits, in Python', PY('{"permission-mode": "acceptEdits"}'), ['warning approval/auto-approved']],
    ['a mode that asks, in Python', PY('{"permission-mode": "plan"}'), []],
    ['no transcript, in Python', PY('{"no-session-persistence": None}'), []],
  ];

  it.each(READ)('set the mode where they ask less: %s', async (_, text, expected) => {
    const found = await read(text);
    expect(found.map((one) => one.replace(/ at .*/, ''))).toEqual(expected);
  });

  it('do not lift what the options let run', async () => {
    const text = script("permissionMode: 'bypassPermissions'", "extraArgs: { 'permission-mode': 'plan' }");
    expect(await read(text)).toEqual([
      "error approval/auto-approved at permissionMode: 'bypassPermissions',",
    ]);
  });

  it.each([
    [TS("{ 'add-dir': '/' }"), ['`extraArgs` of `query`']],
    [TS('flagsOf()'), ['`extraArgs` of `query`']],
    [PY('{"add-dir": "/"}'), ['`extra_args` of `options`']],
    [PY('{}'), []],
  ])('are listed where they are others', async (text, expected) => {
    const { systems } = await lintFiles({ [text.startsWith('import sys') ? 'agent.py' : 'agent.ts']: text });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what))).toEqual(expected);
  });
});

describe('a callback beside a tool that answers', () => {
  const PROMPT = 'permission_prompt_tool_name="mcp__desk__ask"';

  it('is judged first in Python, where the SDK refuses both', async () => {
    expect(await read(python(DEFAULT.py, 'can_use_tool=may_use', PROMPT))).toEqual([
      'error approval/auto-approved at return PermissionResultAllow()',
    ]);
    const asks = python(DEFAULT.py, 'can_use_tool=may_use', PROMPT).replace(
      'return PermissionResultAllow()',
      'return PermissionResultAllow() if input(name) == "y" else PermissionResultDeny(message="no")',
    );
    expect(await read(asks)).toEqual([
      'not assessed approval/missing whether the tool of `permission_prompt_tool_name` asks a person is not known.',
    ]);
  });
});

describe('a tool of a server of the program whose function runs an agent', () => {
  const inScript = (body: string) =>
    `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
const ask = tool('ask', 'Asks a helper', { text: z.string() }, async ({ text }) => {
  ${body}
  return { content: [{ type: 'text', text: 'done' }] };
});
const desk = createSdkMcpServer({ name: 'desk', version: '1.0.0', tools: [ask] });
async function run(text: string): Promise<void> {
  for await (const one of query({ prompt: text, options: { ${DEFAULT.ts}, maxTurns: 4, tools: [], mcpServers: { desk }, settingSources: [] } })) console.log(one.type);
}
async function read(text: string): Promise<void> {
  for await (const one of query({ prompt: text, options: { ${DEFAULT.ts}, maxTurns: 4, tools: ['Read'], settingSources: [] } })) console.log(one.type);
}
await run(process.argv[2] ?? '');
`;
  const inPython = (body: string) => `import sys
from claude_agent_sdk import ClaudeAgentOptions, create_sdk_mcp_server, query, tool


@tool("ask", "Asks a helper", {"text": str})
async def ask(args):
    ${body}
    return {"content": [{"type": "text", "text": "done"}]}


desk = create_sdk_mcp_server(name="desk", version="1.0.0", tools=[ask])


async def read(text):
    options = ClaudeAgentOptions(max_turns=4, tools=["Read"], setting_sources=[], ${DEFAULT.py})
    return [one async for one in query(prompt=text, options=options)]


async def answer(text):
    options = ClaudeAgentOptions(max_turns=4, tools=[], mcp_servers={"desk": desk}, setting_sources=[], ${DEFAULT.py})
    return [one async for one in query(prompt=text, options=options)]
`;

  it.each([
    [inScript('await run(text);'), 'closes a cycle: mcp__desk__ask -> mcp__desk__ask'],
    [inScript('await read(text);'), undefined],
    [inScript("await fetch('https://api.example.com/charges');"), undefined],
    [inPython('await answer(args["text"])'), 'closes a cycle: options -> options'],
    [inPython('await read(args["text"])'), undefined],
    [inPython('print(args["text"])'), undefined],
  ])('has no total limit of turns where that run leads back to it', async (text, cycle) => {
    const all = await found(text, /^delegation\//);
    expect(all.map((one) => one.replace(/^(\w+ [\w/-]+) .*(closes a cycle: [^.]*)\..*$/, '$1 $2'))).toEqual(
      cycle === undefined ? [] : [`warning delegation/unbounded-turns ${cycle}`],
    );
  });

  it.each([
    ['"default"', 0],
    ['"bypassPermissions"', 1],
  ])('belongs to the system of the agent that it runs, whose tools are judged: %s', async (mode, count) => {
    const acting = inPython('await read(args["text"])').replace(
      `tools=["Read"], setting_sources=[], ${DEFAULT.py}`,
      `tools=["Bash"], setting_sources=[], permission_mode=${mode}`,
    );
    const { findings, systems } = await lintFiles({ 'agent.py': acting });
    expect(findings.filter(({ rule }) => rule === 'approval/auto-approved')).toHaveLength(count);
    expect(systems.map(({ agents }) => agents.map(({ tools }) => tools.map(({ name }) => name)))).toEqual([
      [['mcp__desk__ask'], ['Bash']],
    ]);
  });
});

describe('a limit in place of one of turns', () => {
  const without = (text: string) => text.replace(/ +(?:maxTurns: 8|max_turns=8),\n/, '');

  it.each([
    ['taskBudget: { total: 50_000 }', 0],
    ['taskBudget: undefined', 1],
    ['maxBudgetUsd: 2', 0],
    ['maxBudgetUsd: undefined', 1],
    ['maxThinkingTokens: 2', 1],
    ['task_budget={"total": 50_000}', 0],
    ['task_budget=None', 1],
    ['max_budget_usd=2', 0],
    ['max_budget_usd=None', 1],
    ['max_thinking_tokens=2', 1],
  ])('ends a run: %s', async (option, count) => {
    const text =
      option.includes(':') && !option.includes('=') ? script(DEFAULT.ts, option) : python(DEFAULT.py, option);
    const all = await found(without(text), /^delegation\//);
    expect(all.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(
      Array.from({ length: count }, () => 'warning delegation/unbounded-turns'),
    );
  });
});

describe('a limit of turns', () => {
  it.each([
    ['Infinity', 'None', 1],
    ['1_000', '1_000', 1],
    ['undefined', 'None', 1],
    ['999', '999', 0],
  ])('bounds a run unless it is none, or 1,000 or more: %s, %s', async (ts, py, count) => {
    for (const text of [
      script(DEFAULT.ts).replace('maxTurns: 8', `maxTurns: ${ts}`),
      python(DEFAULT.py).replace('max_turns=8', `max_turns=${py}`),
    ])
      expect((await found(text, /^delegation\//)).map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(
        Array.from({ length: count }, () => 'warning delegation/unbounded-turns'),
      );
  });
});

describe('headers of a server', () => {
  const server = (value: string, ...options: readonly string[]) =>
    script(DEFAULT.ts, ...options).replace(
      '{ billing }',
      `{ billing, pay: { type: 'http', url: 'https://pay.example.com/mcp', headers: { Authorization: ${value} } } }`,
    );
  const LITERAL = "'Bearer sk_live_51Hqq2eZvKYlo2C0aBcDeFgHiJkLmNoP'";

  it.each([
    [server(LITERAL), 1],
    [server(LITERAL, "mcpServersDelivery: 'argv'"), 1],
    [server('`Bearer ${process.env.PAY_TOKEN}`'), 0],
    [server('`Bearer ${process.env.PAY_TOKEN}`', "mcpServersDelivery: 'argv'"), 0],
  ])('that are written out are a secret, however they are delivered', async (text, count) => {
    const all = await found(text, /^mcp\/literal-secret$/);
    expect(all).toEqual(
      Array.from(
        { length: count },
        () =>
          'error mcp/literal-secret `pay` has a credential in plain text in `Authorization`: anyone who can read this file can use it.',
      ),
    );
  });
});

describe('hooks that are guardrails', () => {
  const hook = (event: string) => `hooks: { ${event}: [{ hooks: [async () => ({})] }] }`;
  const INPUT = 'guardrail/missing-input';
  const OUTPUT = 'guardrail/missing-output';

  it.each([
    ['UserPromptSubmit', [OUTPUT]],
    ['Stop', [INPUT]],
    ['PostToolUse', [INPUT]],
    ['PreToolUse', [INPUT]],
  ])('before the model, or behind it: %s', async (event, expected) => {
    const all = await found(script(DEFAULT.ts, hook(event)), /^guardrail\//);
    expect(all.map((one) => one.split(' ')[1])).toEqual(expected);
  });

  it('in Python', async () => {
    const text = (event: string) =>
      python(DEFAULT.py, `hooks={"${event}": [HookMatcher(hooks=[allow_all])]}`);
    const rules = async (event: string) =>
      (await found(text(event), /^guardrail\//)).map((one) => one.split(' ')[1]);
    expect(await rules('UserPromptSubmit')).toEqual([OUTPUT]);
    expect(await rules('PostToolUse')).toEqual([INPUT]);
  });
});

describe('the built-in tools of a run', () => {
  const tools = async (text: string) => {
    const { systems } = await lintFiles({ [text.startsWith('import sys') ? 'agent.py' : 'agent.ts']: text });
    return systems[0]?.agents[0]?.tools.flatMap(({ name }) => (name.startsWith('mcp__') ? [] : [name]));
  };
  const ALL = ['Bash', 'Write', 'Edit', 'NotebookEdit', 'WebFetch'];
  const preset = "tools: { type: 'preset', preset: 'claude_code' }";

  it.each([
    [script(DEFAULT.ts), []],
    [script(DEFAULT.ts).replace('tools: []', preset), ALL],
    [script(DEFAULT.ts).replace('    tools: [],\n', ''), ALL],
    [script(DEFAULT.ts).replace('tools: []', "tools: ['Bash']"), ['Bash']],
    [
      script(DEFAULT.ts, "disallowedTools: ['Bash', 'WebFetch']").replace('    tools: [],\n', ''),
      ['Write', 'Edit', 'NotebookEdit'],
    ],
    // A list of what runs without approval takes nothing away.
    [script(DEFAULT.ts, "allowedTools: ['Read']").replace('    tools: [],\n', ''), ['Read', ...ALL]],
    [python(DEFAULT.py), []],
    [python(DEFAULT.py).replace('tools=[]', 'tools={"type": "preset", "preset": "claude_code"}'), ALL],
    [python(DEFAULT.py).replace('        tools=[],\n', ''), ALL],
  ])('are those of `tools`, else all', async (text, expected) => {
    expect(await tools(text)).toEqual(expected);
  });
});

describe('tools that are denied', () => {
  const LISTED = 'allowed_tools=["mcp__billing__*"]';
  const pay = (...options: readonly string[]) =>
    script(DEFAULT.ts, ...options).replace(
      '{ billing }',
      "{ billing, pay: { type: 'http', url: 'https://pay.example.com/mcp' } }",
    );
  const servers = async (text: string) => {
    const { systems, findings } = await lintFiles({ 'agent.ts': text });
    const [agent] = systems[0]?.agents ?? [];
    return [
      ...(agent?.mcpServers ?? []).map(({ name, allowedTools }) => `${name} ${allowedTools.state}`),
      ...findings.flatMap(({ rule }) => (rule === 'scope/unrestricted-server' ? [rule] : [])),
    ];
  };

  it.each([
    ['refund', []],
    ['lookup', [`error approval/auto-approved at ${LISTED},`]],
  ])('do not run in Python, whatever else a list lets run: %s', async (denied, expected) => {
    expect(await read(python(DEFAULT.py, LISTED, `disallowed_tools=["mcp__billing__${denied}"]`))).toEqual(
      expected,
    );
  });

  it.each([
    [[], ['pay absent', 'scope/unrestricted-server']],
    [["disallowedTools: ['mcp__pay__send_refund']"], ['pay undecidable']],
    [["disallowedTools: ['mcp__pay']"], []],
    [["disallowedTools: ['mcp__pay__*']"], []],
    [["disallowedTools: ['mcp__billing']"], ['pay absent', 'scope/unrestricted-server']],
  ])('narrow a server: %s', async (options, expected) => {
    expect(await servers(pay(...options))).toEqual(expected);
  });
});

describe('options that add what is not read, or narrow it', () => {
  const unresolved = async (text: string) => {
    const { systems } = await lintFiles({ [text.startsWith('import sys') ? 'agent.py' : 'agent.ts']: text });
    return systems.flatMap((one) => one.unresolved.map(({ what, why }) => `${what}: ${why}`));
  };

  it.each([
    [script(DEFAULT.ts, "skills: ['pdf']"), 'skills` of `query'],
    [script(DEFAULT.ts, 'skills: []'), undefined],
    [python(DEFAULT.py, 'skills="all"'), 'skills` of `options'],
    [python(DEFAULT.py, 'skills=["pdf"]'), 'skills` of `options'],
    [python(DEFAULT.py, 'skills=None'), undefined],
    [python(DEFAULT.py, 'plugins=[{"type": "local", "path": "./plugin"}]'), 'plugins` of `options'],
    [python(DEFAULT.py, 'plugins=[]'), undefined],
    [python(DEFAULT.py, 'settings="./settings.json"'), 'settings` of `options'],
    [python(DEFAULT.py, 'strict_mcp_config=True'), undefined],
    [python(DEFAULT.py, 'include_hook_events=True'), undefined],
    [script(DEFAULT.ts, 'managedSettings: {}'), undefined],
    [script(DEFAULT.ts, 'managedSettings: { permissions: {} }'), 'managedSettings` of `query'],
    [script(DEFAULT.ts, 'plugins: []'), undefined],
  ])('are listed where they state something', async (text, what) => {
    expect(await unresolved(text)).toEqual(
      what === undefined ? [] : [`\`${what}\`: agent-lint does not read it yet`],
    );
  });

  it.each([
    [["tools: ['Skill']", "skills: 'all'"], 'Skill skills: all'],
    [["tools: ['Skill']", "skills: ['pdf']"], 'Skill default'],
    [["tools: ['Skill']", 'skills: []'], 'Skill default'],
    [["tools: ['Read']", "skills: 'all'"], undefined],
    [["tools: { type: 'preset', preset: 'claude_code' }", "skills: 'all'"], 'Skill skills: all'],
    [["tools: ['Skill']", "skills: 'all'", "disallowedTools: ['Skill']"], undefined],
  ])('let the tool of all skills run: %s', async (options, expected) => {
    const text = script(DEFAULT.ts, ...options).replace('    tools: [],\n', '');
    const { systems } = await lintFiles({ 'agent.ts': text });
    const tools = systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools));
    expect(
      tools.flatMap(({ name, approval }) =>
        name === 'Skill'
          ? [`${name} ${approval.state === 'shown' ? approval.value.stated : approval.state}`]
          : [],
      ),
    ).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ['skills="all"', 'skills: all'],
    ['skills=["pdf"]', 'default'],
    ['skills=None', 'default'],
  ])('let the tool of all skills run in Python: %s', async (option, expected) => {
    const text = python(DEFAULT.py, option).replace('tools=[]', 'tools=["Skill"]');
    const { systems } = await lintFiles({ 'agent.py': text });
    const tools = systems.flatMap(({ agents }) => agents.flatMap((one) => one.tools));
    expect(
      tools.flatMap(({ name, approval }) =>
        name === 'Skill' && approval.state === 'shown' ? [approval.value.stated] : [],
      ),
    ).toEqual([expected]);
  });

  it.each([
    ["memory: 'project'", ['`memory` of `helper`: agent-lint does not read it yet']],
    ["observer: 'watcher'", ['`observer` of `helper`: agent-lint does not read it yet']],
    ['background: true', []],
    ["initialPrompt: '/start'", []],
  ])('are listed of a subagent: %s', async (stated, expected) => {
    const helper = `agents: { helper: { description: 'helps', prompt: 'help', tools: ['Read'], maxTurns: 4, ${stated} } }`;
    expect(await unresolved(script(DEFAULT.ts, helper))).toEqual(expected);
  });
});

describe('the definition of a subagent in Python', () => {
  const helper = (stated: string) =>
    python(
      DEFAULT.py,
      `agents={"helper": AgentDefinition(description="helps", prompt="help", ${stated})}`,
    ).replace('import ClaudeAgentOptions', 'import AgentDefinition, ClaudeAgentOptions');
  const found = async (stated: string) => {
    const { findings, systems } = await lintFiles({ 'agent.py': helper(stated) });
    return [
      ...findings
        .filter(({ rule }) => /^(?:approval|scope|delegation)\//.test(rule))
        .map(({ severity, rule }) => `${severity} ${rule}`),
      ...systems.flatMap(({ unresolved }) => unresolved.map(({ what }) => what)),
    ];
  };

  it.each([
    ['tools=["Read"], maxTurns=4', []],
    ['maxTurns=4', ['info scope/all-tools-inherited']],
    ['tools=["Read"]', ['warning delegation/unbounded-turns']],
    ['tools=["Edit"], maxTurns=4, permissionMode="acceptEdits"', ['warning approval/auto-approved']],
    ['tools=["Edit"], maxTurns=4, permissionMode="default"', []],
    ['tools=["Read"], maxTurns=4, memory="project"', ['`memory` of `helper`']],
    ['tools=["Read"], maxTurns=4, memory=None', []],
    ['tools=["Read"], maxTurns=4, background=True', []],
    ['tools=["Read"], maxTurns=4, initialPrompt="/start"', []],
    ['tools=["Read"], maxTurns=4, mcpServers=["billing"]', []],
    ['tools=["Read"], maxTurns=4, mcpServers=["github"]', ['the MCP server `github` of `helper`']],
  ])('states its own: %s', async (stated, expected) => {
    expect(await found(stated)).toEqual(expected);
  });
});

describe('the sandbox of a run in Python', () => {
  const shell = (sandbox: string, mode: string = DEFAULT.py) =>
    python(mode, `sandbox=${sandbox}`).replace('tools=[]', 'tools=["Bash"]');

  it.each([
    ['{"enabled": False}', DEFAULT.py, []],
    ['{"enabled": True}', DEFAULT.py, []],
    ['{"enabled": True, "autoAllowBashIfSandboxed": True}', DEFAULT.py, ['warning']],
    ['{"enabled": True, "autoAllowBashIfSandboxed": False}', DEFAULT.py, []],
    ['{"autoAllowBashIfSandboxed": True}', DEFAULT.py, []],
    ['{"enabled": True}', 'permission_mode="bypassPermissions"', ['error']],
    ['{"enabled": True, "allowUnsandboxedCommands": True}', 'permission_mode="bypassPermissions"', ['error']],
    [
      '{"enabled": True, "allowUnsandboxedCommands": False}',
      'permission_mode="bypassPermissions"',
      ['warning'],
    ],
    [
      '{"enabled": True, "allowUnsandboxedCommands": False, "excludedCommands": ["git push *"]}',
      'permission_mode="bypassPermissions"',
      ['error'],
    ],
  ])('lets commands run: %s with %s', async (sandbox, mode, expected) => {
    const found = await read(shell(sandbox, mode));
    expect(found.map((one) => one.replace(/ at .*/, ''))).toEqual(
      expected.map((severity) => `${severity} approval/auto-approved`),
    );
  });
});

describe('a session that another run began', () => {
  const config = 'requirements: { zero_data_retention: true, needs: [code-first-control] }\n';
  const KEPT = ['warning runtime/may-store-state'];
  const rules = async (...options: readonly string[]) => {
    const all = await found(script(DEFAULT.ts, ...options), /^runtime\/(?:may-store|stores)/, config);
    return all.map((one) => one.split(' ').slice(0, 2).join(' '));
  };

  it.each([
    ["resume: 'a1'", KEPT],
    ['continue: true', KEPT],
    ["resume: 'a1', forkSession: true", KEPT],
    ["resume: 'a1', forkSession: true, persistSession: false", []],
    ["extraArgs: { 'no-session-persistence': null }", []],
  ])('is kept by the option for transcripts alone: %s', async (option, expected) => {
    expect(await rules(option)).toEqual(expected);
  });
});

describe('commands that leave the sandbox', () => {
  const run = (sandbox: string) =>
    script("permissionMode: 'bypassPermissions'", `sandbox: ${sandbox}`).replace(
      'tools: []',
      "tools: ['Bash']",
    );

  it.each([
    ['{ enabled: true, allowUnsandboxedCommands: false }', 'warning'],
    ["{ enabled: true, allowUnsandboxedCommands: false, excludedCommands: ['git push *'] }", 'error'],
    ["{ enabled: true, allowUnsandboxedCommands: false, excludedCommands: ['git status *'] }", 'warning'],
  ])('are not contained by it: %s', async (sandbox, severity) => {
    expect(await read(run(sandbox))).toEqual([
      `${severity} approval/auto-approved at permissionMode: 'bypassPermissions',`,
    ]);
  });
});

describe('subagents without a limit of turns', () => {
  const agents =
    "agents: { reader: { description: 'd', prompt: 'p', tools: ['Read'] }, other: { description: 'd', prompt: 'p', tools: ['Grep'] } }";
  const limits = async (text: string) => {
    const { findings } = await lintFiles({ 'agent.ts': text });
    return findings.flatMap(({ rule, message, fixes = [] }) =>
      rule === 'delegation/unbounded-turns' ? [`${message.split(' ')[0]} ${fixes[0]?.edits.length}`] : [],
    );
  };

  it('are one flaw with a run that has none either, and one fix bounds all', async () => {
    const text = script(DEFAULT.ts, agents);
    expect(await limits(text.replace('    maxTurns: 8,\n', ''))).toEqual(['`query` 3']);
    expect(await limits(text)).toEqual(['`reader` 1', '`other` 1']);
  });
});

describe('a hook in front of every command', () => {
  const DENIES =
    "return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };";
  const ts = (body: string) => `import { query } from '@anthropic-ai/claude-agent-sdk';
const LIST = ['ls', 'git status'];
export const go = (prompt: string) => query({ prompt, options: { allowedTools: ['Bash'], hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [async (input) => {
  ${body}
}] }] } } });
`;
  const py = (test: string) => `from claude_agent_sdk import ClaudeAgentOptions, HookMatcher, query

LIST = ["ls", "git status"]


async def look(input_data, tool_use_id, context):
    command = input_data["tool_input"].get("command", "")
    if ${test}:
        return {}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}


async def go(prompt):
    options = ClaudeAgentOptions(allowed_tools=["Bash"], hooks={"PreToolUse": [HookMatcher(matcher="Bash", hooks=[look])]})
    async for message in query(prompt=prompt, options=options):
        print(message)
`;
  const command = 'input.tool_input.command';
  it.each([
    [
      'refuses what is not on its list',
      ts(`if (LIST.includes(${command})) return {};\n  ${DENIES}`),
      'warning',
    ],
    ['refuses it first', ts(`if (!LIST.includes(${command})) ${DENIES}\n  return {};`), 'warning'],
    [
      'refuses what begins like nothing on it',
      ts(`if (LIST.some((one) => ${command}.startsWith(one))) return {};\n  ${DENIES}`),
      'warning',
    ],
    ['refuses what is on its list', ts(`if (LIST.includes(${command})) ${DENIES}\n  return {};`), 'error'],
    ['refuses what has a word', ts(`if (${command}.includes('rm -rf')) ${DENIES}\n  return {};`), 'error'],
    ['refuses what lacks a word', ts(`if (!${command}.includes('safe')) ${DENIES}\n  return {};`), 'error'],
    ['refuses nothing', ts('console.log(input);\n  return {};'), 'error'],
    ['refuses other tools', ts(`if (input.tool_name !== 'Bash') ${DENIES}\n  return {};`), 'error'],
    ['in Python: has a list', py('command in LIST'), 'warning'],
    ['in Python: has a list of beginnings', py('any(command.startswith(one) for one in LIST)'), 'warning'],
    ['in Python: has a list of words', py('not any(one in command for one in LIST)'), 'error'],
  ])('%s', async (_, text, expected) => {
    const { findings } = await lintFiles({ [text.startsWith('from') ? 'desk.py' : 'desk.ts']: text });
    const found = findings.filter(({ rule }) => rule === 'scope/wildcard');
    expect(found.map(({ severity }) => severity)).toEqual([expected]);
  });
});
