import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD_TS = `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [t] });
let r = await run(a, 'x');
`;
const HEAD_PY = `import os
from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
a = Agent(name="A", tools=[delete_user])
result = Runner.run_sync(a, "x")
state = result.to_state()
`;

/** What is said of the gate: the error, what is not assessed, or that a person is asked. */
async function gateOf(files: Record<string, string>): Promise<string> {
  const { findings, notAssessed } = await lintFiles(files);
  const isGate = ({ rule }: { rule: string }) =>
    rule.startsWith('approval/') && rule !== 'approval/unanswered';
  const finding = findings.find(isGate);
  if (finding) return `${finding.rule} ${finding.severity}`;
  const open = notAssessed.find(isGate);
  return open ? `open: ${JSON.stringify(open)}` : 'asked';
}

const typescript = (text: string, more: Record<string, string> = {}) =>
  gateOf({ 'a.ts': `${HEAD_TS}${text}\n`, ...more });
const python = (text: string, more: Record<string, string> = {}) =>
  gateOf({ 'a.py': `${HEAD_PY}${text}\n`, ...more });

const BLIND = 'approval/auto-approved error';

describe('an approval under a setting in TypeScript', () => {
  it.each([
    [
      'AUTO_APPROVE',
      "for (const i of r.interruptions) {\n  if (process.env.AUTO_APPROVE === '1' || (await confirm(i.name))) {\n    r.state.approve(i);\n  } else {\n    r.state.reject(i);\n  }\n}",
    ],
    [
      'AUTO',
      "const auto = process.env['AUTO'] === 'yes';\nfor (const i of r.interruptions) {\n  const ok = auto || (await confirm(i.name));\n  if (ok) r.state.approve(i);\n  else r.state.reject(i);\n}",
    ],
    [
      'AUTO',
      'for (const i of r.interruptions) {\n  const ok = process.env.AUTO ? true : await confirm(i.name);\n  if (ok) {\n    r.state.approve(i);\n  }\n}',
    ],
    [
      'options.autoApprove',
      'for (const i of r.interruptions) {\n  if (!options.autoApprove && !(await confirm(i.name))) continue;\n  r.state.approve(i);\n}',
    ],
    [
      'options.autoApprove',
      'for (const i of r.interruptions) {\n  if (!options.autoApprove) {\n    const ok = await confirm(i.name);\n    if (!ok) {\n      r.state.reject(i);\n      continue;\n    }\n  }\n  r.state.approve(i);\n}',
    ],
    [
      'CI',
      "async function confirm(q) {\n  if (process.env.CI) return true;\n  return (await ask(q)) === 'y';\n}\nfor (const i of r.interruptions) {\n  if (await confirm(i.name)) r.state.approve(i);\n}",
    ],
  ])('is not assessed, and %s is named', async (name, text) => {
    expect(await typescript(text)).toContain(`\`${name}\` may answer in place of a person`);
  });

  it.each([
    [
      'a setting',
      "for (const i of r.interruptions) {\n  if (process.env.AUTO_APPROVE === '1') r.state.approve(i);\n  else r.state.reject(i);\n}",
    ],
    [
      'a setting, in one expression,',
      'for (const i of r.interruptions) {\n  process.env.CI ? r.state.approve(i) : r.state.reject(i);\n}',
    ],
    [
      'a constant',
      'const AUTO_APPROVE = true;\nfor (const i of r.interruptions) {\n  if (AUTO_APPROVE || (await confirm(i.name))) r.state.approve(i);\n}',
    ],
    [
      'a function',
      'const confirm = async () => true;\nfor (const i of r.interruptions) {\n  if (await confirm(i.name)) r.state.approve(i);\n}',
    ],
  ])('is blind where %s decides', async (_, text) => {
    expect(await typescript(text)).toBe(BLIND);
  });

  it.each([
    [
      'a constant is off',
      'const AUTO_APPROVE = false;\nfor (const i of r.interruptions) {\n  if (AUTO_APPROVE || (await confirm(i.name))) r.state.approve(i);\n}',
    ],
    [
      'both are needed',
      'for (const i of r.interruptions) {\n  if (process.env.MAY_APPROVE && (await confirm(i.name))) r.state.approve(i);\n}',
    ],
    [
      'the name is of an answer',
      "for (const i of r.interruptions) {\n  const all = await prompt('all?');\n  const approveAll = all === 'a';\n  if (approveAll) r.state.approve(i);\n}",
    ],
    [
      'the setting only rejects',
      'for (const i of r.interruptions) {\n  if (process.env.DENY) {\n    r.state.reject(i);\n    continue;\n  }\n  if (await confirm(i.name)) r.state.approve(i);\n}',
    ],
    [
      'a question is answered by somebody',
      "async function confirm(q) {\n  return (await prompt(q)) === 'y';\n}\nfor (const i of r.interruptions) {\n  if (await confirm(i.name)) r.state.approve(i);\n}",
    ],
  ])('has a person asked where %s', async (_, text) => {
    expect(await typescript(text)).toBe('asked');
  });
});

describe('an approval under a setting in Python', () => {
  it.each([
    [
      'AUTO_APPROVE',
      'AUTO_APPROVE = os.getenv("AUTO_APPROVE") == "1"\nfor i in result.interruptions:\n    if AUTO_APPROVE or input("ok? ") == "y":\n        state.approve(i)\n    else:\n        state.reject(i)',
    ],
    [
      'AUTO_APPROVE',
      'for i in result.interruptions:\n    if os.environ.get("AUTO_APPROVE", "").lower() in ("1", "true"):\n        state.approve(i)\n    elif input("ok? ") == "y":\n        state.approve(i)',
    ],
    [
      'args.auto_approve',
      'for i in result.interruptions:\n    approved = args.auto_approve or input("ok? ") == "y"\n    if approved:\n        state.approve(i)\n    else:\n        state.reject(i)',
    ],
    [
      'CI',
      'for i in result.interruptions:\n    if not os.getenv("CI"):\n        if input("ok? ") != "y":\n            state.reject(i)\n            continue\n    state.approve(i)',
    ],
    [
      'CI',
      'def confirm(q):\n    """Whether somebody agrees."""\n    if os.getenv("CI"):\n        return True\n    return input(q) == "y"\nfor i in result.interruptions:\n    if confirm(i.name):\n        state.approve(i)',
    ],
    [
      'auto_approve',
      'def serve(auto_approve: bool = False):\n    for i in result.interruptions:\n        if auto_approve or input("ok? ") == "y":\n            state.approve(i)',
    ],
  ])('is not assessed, and %s is named', async (name, text) => {
    expect(await python(text)).toContain(`\`${name}\` may answer in place of a person`);
  });

  it.each([
    [
      'a setting',
      'for i in result.interruptions:\n    state.approve(i) if os.getenv("CI") else state.reject(i)',
    ],
    [
      'a setting that lets a function be asked',
      'for i in result.interruptions:\n    if os.getenv("INTERACTIVE"):\n        ask(i)\n    else:\n        state.approve(i)',
    ],
    [
      'a service',
      'import requests\nfor i in result.interruptions:\n    if requests.get("https://desk.example/answers").json()["ok"]:\n        state.approve(i)',
    ],
    [
      'a constant',
      'AUTO_APPROVE = True\nfor i in result.interruptions:\n    if AUTO_APPROVE or input("ok? ") == "y":\n        state.approve(i)',
    ],
    [
      'a function',
      'def confirm(q):\n    return True\nfor i in result.interruptions:\n    if confirm(i.name):\n        state.approve(i)',
    ],
    [
      'a condition beside a setting that it does not ask for',
      'AUTO_APPROVE = os.environ.get("AUTO_APPROVE") == "1"\nfor i in result.interruptions:\n    if True:\n        state.approve(i)\n    else:\n        state.reject(i)',
    ],
  ])('is blind where %s decides', async (_, text) => {
    expect(await python(text)).toBe(BLIND);
  });

  it.each([
    [
      'a constant is off',
      'AUTO_APPROVE = False\nfor i in result.interruptions:\n    if AUTO_APPROVE or input("ok? ") == "y":\n        state.approve(i)',
    ],
    [
      'the name is of an answer',
      'approve_all = input("all? ") == "y"\nfor i in result.interruptions:\n    if approve_all:\n        state.approve(i)',
    ],
  ])('has a person asked where %s', async (_, text) => {
    expect(await python(text)).toBe('asked');
  });
});

describe('an approval that something settles which is not read', () => {
  it.each([
    [
      '`ask` may ask a person, or not',
      'for i in result.interruptions:\n    if ask(i):\n        state.approve(i)',
    ],
    [
      '`wait_for_click` may ask a person, or not',
      'for i in result.interruptions:\n    wait_for_click()\n    state.approve(i)',
    ],
    [
      '`queue.get` may ask a person, or not',
      'import asyncio\nqueue = asyncio.Queue()\nasync def main():\n    result = await Runner.run(a, "x")\n    state = result.to_state()\n    for i in result.interruptions:\n        if await queue.get() == "yes":\n            state.approve(i)',
    ],
    [
      '`SAFE` may answer in place of a person',
      'for i in result.interruptions:\n    if i.name in SAFE or input("ok? ") == "y":\n        state.approve(i)',
    ],
    [
      '`i.arguments` lets some calls run without a person',
      'for i in result.interruptions:\n    if i.arguments:\n        state.approve(i)\n    else:\n        state.reject(i)',
    ],
    [
      '`self.auto` may answer in place of a person',
      'class Desk:\n    async def serve(self):\n        result = await Runner.run(a, "x")\n        state = result.to_state()\n        for i in result.interruptions:\n            if self.auto:\n                state.approve(i)\n            else:\n                state.reject(i)',
    ],
    [
      'after an error it runs without an answer of a person',
      'for i in result.interruptions:\n    try:\n        answer = input("ok? ")\n    except EOFError:\n        answer = "y"\n    if answer == "y":\n        state.approve(i)',
    ],
  ])('is not assessed: %s', async (why, text) => {
    expect(await python(text)).toContain(why);
  });

  it.each([
    [
      'a file is written',
      'for i in result.interruptions:\n    open("log.txt", "a").write(i.name)\n    state.approve(i)',
    ],
    [
      'both sides of a test approve',
      'for i in result.interruptions:\n    if i.arguments:\n        state.approve(i)\n    else:\n        state.approve(i, always_approve=True)',
    ],
  ])('is blind where %s', async (_, text) => {
    expect(await python(text)).toBe(BLIND);
  });
});

describe('an approval by code', () => {
  it('is of the agent whose run it answers', async () => {
    const two = `import os
from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
@function_tool(needs_approval=True)
def delete_draft(i): ...
support = Agent(name="support", tools=[delete_user])
writer = Agent(name="writer", tools=[delete_draft])
async def support_desk():
    result = await Runner.run(support, "x")
    state = result.to_state()
    for i in result.interruptions:
        if input("ok? ") == "y":
            state.approve(i)
async def drafts():
    result = await Runner.run(AGENT, "x")
    state = result.to_state()
    for i in result.interruptions:
        state.approve(i)
`;
    const toolsOf = async (agent: string) => {
      const { findings } = await lintFiles({ 'a.py': two.replace('AGENT', agent) });
      return findings.filter(({ rule }) => rule === 'approval/auto-approved').map(({ message }) => message);
    };
    const ofWriter = await toolsOf('writer');
    expect(ofWriter).toHaveLength(1);
    expect(ofWriter[0]).toContain('`delete_draft`');
    expect(await toolsOf('pick()')).toEqual([expect.stringMatching(/`delete_user`.*`delete_draft`/s)]);
  });

  it.each([
    ['a name', 'ok = state.approve\nfor i in result.interruptions:\n    ok(i)'],
    ['a call that is not read', 'list(map(state.approve, result.interruptions))'],
    ['its name', 'for i in result.interruptions:\n    getattr(state, "approve")(i)'],
    ['a choice', 'for i in result.interruptions:\n    (state.approve if True else state.reject)(i)'],
    [
      'a thread',
      'from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor()\ndef handle(state, i):\n    state.approve(i)\nfor i in result.interruptions:\n    pool.submit(handle, state, i)',
    ],
  ])('is found where approve() is reached by %s', async (_, text) => {
    expect(await python(text)).toBe(BLIND);
  });

  it.each([
    "for (const i of r.interruptions) r.state['approve'](i);",
    'r.interruptions.forEach(r.state.approve, r.state);',
    'const ok = r.state.approve;\nfor (const i of r.interruptions) ok(i);',
  ])('is found where approve() is reached otherwise in TypeScript: %s', async (text) => {
    expect(await typescript(text)).toBe(BLIND);
  });

  it.each([
    'for i in result.interruptions:\n    if getattr(i, "name", None) == "get_weather" or input("ok? ") == "y":\n        state.approve(i)',
    'CONFIG = {"auto": False}\nfor i in result.interruptions:\n    if CONFIG.get("auto") or input("ok? ") == "y":\n        state.approve(i)',
    'CONFIG = {}\nfor i in result.interruptions:\n    if CONFIG.get("auto", False) or input("ok? ") == "y":\n        state.approve(i)',
  ])('is none where a person is asked: %s', async (text) => {
    expect(await python(text)).toBe('asked');
  });
});

describe('a function that is passed a run', () => {
  const APPROVALS_PY =
    'def approve_all(state):\n    """Approve it, or not."""\n    for item in state.get_interruptions():\n        state.approve(item)\n';
  const APPROVALS_TS =
    'export function approveAll(s: unknown, items: unknown[]) {\n  for (const item of items) s.approve(item);\n}\n';

  it('is blind in another file', async () => {
    const approvals = { 'approvals.py': APPROVALS_PY };
    const use = (line: string) => python(`from approvals import approve_all\n${line}`, approvals);
    expect(await use('approve_all(state)')).toBe(BLIND);
    expect(await use('if result.interruptions:\n    approve_all(state)')).toBe(BLIND);
    expect(await use('approve_all(state=result.to_state())')).toBe(BLIND);
    expect(await use('if input("ok? ") == "y":\n    approve_all(state)')).toBe('asked');
    expect(await use('wait_for_person(result)\napprove_all(state)')).toContain(
      '`wait_for_person` may ask a person, or not',
    );
    expect(await use('if os.getenv("CI"):\n    approve_all(state)')).toBe(BLIND);
    expect(await use('approve_all(other)')).toBe('asked');
    const script = `import { approveAll } from './approvals';\napproveAll(r.state, r.interruptions);`;
    expect(await typescript(script, { 'approvals.ts': APPROVALS_TS })).toBe(BLIND);
  });

  it('is blind through another one, and as a method', async () => {
    const through = `${APPROVALS_PY}def serve(result):\n    state = result.to_state()\n    approve_all(state)\n    return state\n`;
    expect(
      await python('from approvals import serve\nstate = serve(result)', { 'approvals.py': through }),
    ).toBe(BLIND);
    const method =
      'class Desk:\n    def take(self, result):\n        s = result.to_state()\n        for one in result.interruptions:\n            s.approve(one)\n        return s\n';
    expect(await python('from desk import Desk\nstate = Desk().take(result)', { 'desk.py': method })).toBe(
      BLIND,
    );
  });

  it('has a person asked where it asks one', async () => {
    const asks = APPROVALS_PY.replace(
      'state.approve(item)',
      'if input(item.name) == "y":\n            state.approve(item)',
    );
    expect(
      await python('from approvals import approve_all\napprove_all(state)', { 'approvals.py': asks }),
    ).toBe('asked');
  });

  it.each([
    ['input(item.name) == "y"', 'asked'],
    ['os.getenv("CI")', BLIND],
    ['True', BLIND],
  ])('is judged by the last condition of its body too: %s', async (condition, expected) => {
    const settle = `import os
def settle(state, items):
    for item in items:
        if ${condition}:
            state.approve(item)
`;
    const use = 'from settling import settle\nsettle(state, result.interruptions)';
    expect(await python(use, { 'settling.py': settle })).toContain(expected);
  });

  it.each([
    ['await confirm(item.name)', 'asked'],
    ['process.env.CI', BLIND],
  ])('is judged by the last condition of its body in TypeScript: %s', async (condition, expected) => {
    const settle = `export async function settle(state: unknown, items: unknown[]) {
  for (const item of items) {
    if (${condition}) {
      state.approve(item);
    }
  }
}
`;
    const use = "import { settle } from './settling';\nawait settle(r.state, r.interruptions);";
    expect(await typescript(use, { 'settling.ts': settle })).toContain(expected);
  });

  it.each([
    ['state.approve(item)', BLIND],
    ['if input(item.name) == "y":\n            state.approve(item)', 'asked'],
  ])('is blind where it is declared between the request and its call: %s', async (act, expected) => {
    const settle = `def settle(
    state, items
):
    for item in items:
        ${act}

settle(state, result.interruptions)`;
    expect(await python(settle)).toBe(expected);
  });

  it.each([
    ['state.approve(item);', BLIND],
    ['if (await confirm(item.name)) state.approve(item);', 'asked'],
  ])(
    'is blind where it is declared between the request and its call in TypeScript: %s',
    async (act, expected) => {
      const settle = (head: string, end: string) => `${head} {
  for (const item of items) {
    ${act}
  }
}${end}
await settle(r.state, r.interruptions);`;
      expect(await typescript(settle('async function settle(state: unknown, items: unknown[])', ''))).toBe(
        expected,
      );
      expect(
        await typescript(settle('const settle = async (state: unknown, items: unknown[]) =>', ';')),
      ).toBe(expected);
    },
  );

  it('is called by whom nobody sees where it is declared between the request and what it approves', async () => {
    const later = `const pending = r.interruptions;
function list() {
  for (const p of pending) console.log(p.name);
}
const onYes = () => {
  for (const p of pending) r.state.approve(p);
};
list();
window.addEventListener('yes', onYes);`;
    expect(await typescript(later)).toBe('asked');
    expect(await typescript('r.interruptions.forEach((p) => {\n  r.state.approve(p);\n});')).toBe(BLIND);
    const clicked = `items = result.interruptions
def on_yes():
    for item in items:
        state.approve(item)
button.clicked = on_yes`;
    expect(await python(clicked)).toBe('asked');
  });

  it('asks where what it is declared beside is asked', async () => {
    const asked = `def agreed(item):
    return input(item.name) == "y"
for item in result.interruptions:
    if agreed(item):
        state.approve(item)`;
    expect(await python(asked)).toBe('asked');
  });

  it('is reported at the approval, with its exact place', async () => {
    const { systems } = await lintFiles({
      'a.py': `${HEAD_PY}from approvals import approve_all\napprove_all(state)\n`,
      'approvals.py': APPROVALS_PY,
    });
    const approval = systems[0]?.agents[0]?.tools[0]?.approval;
    expect(approval).toMatchObject({ state: 'shown', value: { by: 'machine' } });
    expect(approval?.at?.file).toBe('approvals.py');
    expect(approval?.at?.range().start).toEqual({ line: 4, column: 9 });
  });
});
