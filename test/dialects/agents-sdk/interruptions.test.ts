import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD_TS = `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [t] });
`;
const HEAD_PY = `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
a = Agent(name="A", tools=[delete_user])
`;

async function isBlind(files: Record<string, string>): Promise<boolean> {
  const { findings } = await lintFiles(files);
  return findings.some(({ rule, severity }) => rule === 'approval/auto-approved' && severity === 'error');
}

const LOOP_TS = 'for (const i of r.interruptions) r.state.approve(i);';

describe('an approval in TypeScript', () => {
  it.each([
    ['in a loop', LOOP_TS],
    [
      'in a loop of a condition that there are requests',
      `if (r.interruptions.length > 0) {\n  ${LOOP_TS}\n}`,
    ],
    ['in the same line as the condition', `if (r.interruptions?.length) { ${LOOP_TS} }`],
    [
      'as long as there are requests',
      `while (r.interruptions.length) {\n  ${LOOP_TS}\n  r = await run(a, r.state);\n}`,
    ],
    ['by a name that says so', `const has = r.interruptions.length > 0;\nif (has) {\n  ${LOOP_TS}\n}`],
    [
      'with a log',
      'for (const i of r.interruptions ?? []) {\n  console.log(i.name);\n  r.state.approve(i);\n}',
    ],
    [
      'with a look at the kind of request',
      "for (const i of r.interruptions) {\n  if (i.type !== 'tool_approval_item') {\n    continue;\n  }\n  r.state.approve(i);\n}",
    ],
    ['for each', 'r.interruptions.forEach((i) => r.state.approve(i));'],
    ['of the first', 'r.state.approve(r.interruptions[0]);'],
    ['at once', 'await Promise.all(r.interruptions.map(async (i) => r.state.approve(i)));'],
    [
      'until there are none',
      'while (true) {\n  const pending = r.interruptions ?? [];\n  if (pending.length === 0) break;\n  for (const i of pending) r.state.approve(i);\n  r = await run(a, r.state);\n}',
    ],
    [
      'behind a check of joined texts',
      "const text = (item) => item.parts.map((p) => String(p)).join('');\nif (text(r.state.pending) !== 'Late') throw new Error();\nfor (const i of r.interruptions) r.state.approve(i);",
    ],
    [
      'where there are some',
      'const pending = r.interruptions;\nif (pending.length > 0) {\n  for (const i of pending) r.state.approve(i);\n}',
    ],
  ])('is blind %s', async (_, text) => {
    expect(await isBlind({ 'a.ts': `${HEAD_TS}let r = await run(a, 'x');\n${text}\n` })).toBe(true);
  });

  it.each([
    ['before the loop', `if (r.interruptions.length && (await confirm('all?'))) {\n  ${LOOP_TS}\n}`],
    ['before the loop, in one line', `if (r.interruptions.length && await confirm('all?')) { ${LOOP_TS} }`],
    ['behind a condition', `if (answer === 'yes') {\n  ${LOOP_TS}\n}`],
    ['in a route for it', `app.post('/runs/:id/approve', async (req, res) => {\n  ${LOOP_TS}\n});`],
    [
      'of some alone',
      'const pending = r.interruptions.filter(isSafe);\nif (pending.length > 0) {\n  for (const i of pending) r.state.approve(i);\n}',
    ],
    [
      'where somebody has settled a promise',
      'const pending = r.interruptions;\nif (pending.length > 0) {\n  await agreed;\n  for (const i of pending) r.state.approve(i);\n}',
    ],
    [
      'where there are some and somebody agrees',
      'const pending = r.interruptions;\nif (pending.length > 0 && (await ok())) {\n  for (const i of pending) r.state.approve(i);\n}',
    ],
    [
      'of each at once',
      'await Promise.all(r.interruptions.map(async (i) => {\n  if (await ask(i)) r.state.approve(i);\n  else r.state.reject(i);\n}));',
    ],
    ['by a filter', 'r.interruptions.filter((i) => ok.has(i.id)).forEach((i) => r.state.approve(i));'],
    ['by waiting', 'for (const i of r.interruptions) {\n  await waitForHuman(i);\n  r.state.approve(i);\n}'],
    [
      'by throwing',
      'for (const i of r.interruptions) {\n  try {\n    await requireHuman(i);\n    r.state.approve(i);\n  } catch {\n    r.state.reject(i);\n  }\n}',
    ],
    [
      'by a function for one',
      'async function approveOne(id) {\n  const i = r.interruptions.find((one) => one.id === id);\n  r.state.approve(i);\n}',
    ],
    [
      'by what collects',
      'const yes = await collect(r.interruptions);\nfor (const i of yes) r.state.approve(i);',
    ],
  ])('is a choice %s', async (_, text) => {
    expect(await isBlind({ 'a.ts': `${HEAD_TS}let r = await run(a, 'x');\n${text}\n` })).toBe(false);
  });

  it('is blind below a tool whose decorator says that it is gated', async () => {
    const tool = (decorator: string) => `from agents import Agent, Runner, function_tool
${decorator}
def delete_user(i):
    return i
async def main(a):
    r = await Runner.run(a, "x")
    for i in r.interruptions:
        r.to_state().approve(i)
a = Agent(name="A", tools=[delete_user])
`;
    const places = async (text: string) =>
      (await lintFiles({ 'a.py': text })).findings
        .filter(({ rule }) => rule === 'approval/auto-approved')
        .map(({ range: { start } }) => `${start.line}:${start.column}`);
    expect(await places(tool('@function_tool(needs_approval=True)'))).toEqual(['3:5']);
    expect(await places(tool('@function_tool(\n    needs_approval=True,\n)'))).toEqual(['5:5']);
    // What a route is called says nothing: the run begins in it, and nobody is asked from there on.
    const route = (path: string) =>
      tool('@function_tool(needs_approval=True)').replace('async', `@app.post("${path}")\nasync`);
    expect(await places(route('/approve'))).toEqual(['3:5']);
    expect(await places(route('/chat'))).toEqual(['3:5']);
  });

  it.each(['autoApprove', 'onUserConfirm', 'settle'])(
    'is not assessed in a function that is passed the run, and whose caller is not seen: %s',
    async (name) => {
      const text = `${HEAD_TS}async function ${name}(r) {\n  ${LOOP_TS}\n}\n`;
      const { findings, notAssessed } = await lintFiles({ 'a.ts': text });
      expect(findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
      expect(notAssessed.map(({ message }) => message)).toContainEqual(
        expect.stringContaining(`\`${name}()\` may answer in place of a person`),
      );
    },
  );

  it('says nothing of a program where a test gives it', async () => {
    const test = `import { run } from '@openai/agents';\nimport { a } from './a';\nconst r = await run(a, 'x');\n${LOOP_TS}\n`;
    const program = HEAD_TS.replace('const a', 'export const a');
    expect(await isBlind({ 'a.ts': program, 'a.test.ts': test })).toBe(false);
    expect(await isBlind({ 'a.ts': program, 'main.ts': test })).toBe(true);
  });
});

const LOOP_PY = 'for i in result.interruptions:\n    state.approve(i)';
const indented = (text: string) => text.replaceAll('\n', '\n    ');

describe('an approval in Python', () => {
  it.each([
    ['in a loop', LOOP_PY],
    ['behind a question whose answer is not used', `answer = input("ok?")\n${LOOP_PY}`],
    ['as long as there are requests', `while result.interruptions:\n    ${indented(LOOP_PY)}`],
    ['of a condition that there are requests', `if len(result.interruptions) > 0:\n    ${indented(LOOP_PY)}`],
    [
      'until there are none',
      `while True:\n    pending = result.interruptions\n    if not pending:\n        break\n    for i in pending:\n        state.approve(i)`,
    ],
    ['in the main part', `if __name__ == "__main__":\n    ${indented(LOOP_PY)}`],
  ])('is blind %s', async (_, text) => {
    const start = 'result = Runner.run_sync(a, "x")\nstate = result.to_state()\n';
    expect(await isBlind({ 'a.py': `${HEAD_PY}${start}${text}\n` })).toBe(true);
  });

  it.each([
    ['before the loop', `if click.confirm("Approve all?"):\n    ${indented(LOOP_PY)}`],
    ['in a route for it', `@app.post("/runs/{id}/approve")\nasync def go(id):\n    ${indented(LOOP_PY)}`],
    [
      'where others leave',
      'pending = result.interruptions\nif pending:\n    return await send_to_team(pending)\nfor i in pending:\n    state.approve(i)',
    ],
    [
      'behind an assertion',
      'pending = result.interruptions\nif not pending:\n    return\nassert approved_by_user\nfor i in pending:\n    state.approve(i)',
    ],
    [
      'behind a question',
      'pending = result.interruptions\nif not pending:\n    exit()\nif input("ok?") != "y":\n    exit()\nfor i in pending:\n    state.approve(i)',
    ],
    [
      'behind a question that may end the program',
      `import click\nclick.confirm("ok?", abort=True)\n${LOOP_PY}`,
    ],
    [
      'by what an answer chose',
      'act = {"y": state.approve, "n": state.reject}\nfor i in result.interruptions:\n    act[input()](i)',
    ],
    ['by what collects', 'yes = ui.collect(result.interruptions)\nfor i in yes:\n    state.approve(i)'],
    ['in the other branch', `if auto:\n    pass\nelse:\n    ${indented(LOOP_PY)}`],
  ])('is a choice %s', async (_, text) => {
    const start = 'result = Runner.run_sync(a, "x")\nstate = result.to_state()\n';
    expect(await isBlind({ 'a.py': `${HEAD_PY}${start}${text}\n` })).toBe(false);
  });
});

describe('an approval behind somebody who was asked before', () => {
  const serve = (lines: string) =>
    `async def serve(text):\n    result = await Runner.run(a, text)\n    ${indented(lines)}\n`;
  const FOR_ALL = `state = result.to_state()\n${LOOP_PY}`;

  it.each([
    ['whoever says no ends it', `if not await wait(result.interruptions):\n    return "no"\n${FOR_ALL}`],
    ['an answer was kept', `approved = await queue.get()\nif not approved:\n    return\n${FOR_ALL}`],
    [
      'a loop waits for it',
      `while result.interruptions:\n    await wait_condition(lambda: self.ok)\n    ${indented(FOR_ALL)}`,
    ],
  ])('is a choice where %s', async (_, text) => {
    expect(await isBlind({ 'a.py': `${HEAD_PY}${serve(text)}` })).toBe(false);
  });

  it.each([
    ['without requests', `if not result.interruptions:\n    return result.final_output\n${FOR_ALL}`],
    ['after many steps', `if steps > 5:\n    return\n${FOR_ALL}`],
    [
      'after many steps of a loop',
      `while result.interruptions:\n    if steps > 5:\n        break\n    print("go")\n    ${indented(FOR_ALL)}`,
    ],
    ['for another reason, and goes on', `if approved_before:\n    count = 1\n${FOR_ALL}`],
  ])('is blind where it only ends %s', async (_, text) => {
    expect(await isBlind({ 'a.py': `${HEAD_PY}${serve(text)}` })).toBe(true);
  });
});

describe('a switch of tracing', () => {
  const rules = async (files: Record<string, string>) => {
    const { findings, notAssessed } = await lintFiles(files);
    const of = (list: readonly { rule: string }[]) => list.some(({ rule }) => rule === 'tracing/disabled');
    return [of(findings), of(notAssessed)];
  };
  const script = (line: string) =>
    `import { setTracingDisabled } from '@openai/agents';\n${HEAD_TS}${line}\n`;

  it('is off where it is called', async () => {
    expect(await rules({ 'a.ts': script('setTracingDisabled(true);') })).toEqual([true, false]);
    const main = `from agents import set_tracing_disabled\n${HEAD_PY}if __name__ == "__main__":\n    set_tracing_disabled(True)\n`;
    expect(await rules({ 'a.py': main })).toEqual([true, false]);
  });

  it.each([
    "if (process.env.NODE_ENV === 'test') setTracingDisabled(true);",
    'process.env.CI && setTracingDisabled(true);',
    "setTracingDisabled(process.env.NODE_ENV === 'test');",
  ])('may be off under a condition: %s', async (line) => {
    expect(await rules({ 'a.ts': script(line) })).toEqual([false, true]);
  });

  const program = (lines: string) =>
    `import os\nfrom agents import set_trace_processors, set_tracing_disabled\n${HEAD_PY}${lines}`;
  it.each([
    [
      'a list of processors that stands empty in one branch',
      'if os.environ.get("BT"):\n    set_trace_processors([Own()])\nelse:\n    set_trace_processors([])\n',
      [false, true],
    ],
    [
      'what runs where something fails',
      'try:\n    set_trace_processors([Own()])\nexcept ImportError:\n    set_tracing_disabled(True)\n',
      [false, true],
    ],
    ['an empty list', 'set_trace_processors([])\n', [true, false]],
    ['what is tried', 'try:\n    set_tracing_disabled(True)\nexcept OSError:\n    pass\n', [true, false]],
    [
      'what runs whatever fails',
      'try:\n    start()\nexcept OSError:\n    pass\nfinally:\n    set_tracing_disabled(True)\n',
      [true, false],
    ],
    [
      'what stands behind an attempt',
      'try:\n    start()\nexcept OSError:\n    pass\nset_tracing_disabled(True)\n',
      [true, false],
    ],
  ])('in Python is that of %s', async (_, lines, expected) => {
    expect(await rules({ 'a.py': program(lines) })).toEqual(expected);
  });
});

it('a server whose every tool is approved without a choice has no gate, and the edit is at the approval', async () => {
  const files = {
    'a.py': `from agents import Agent, HostedMCPTool, Runner
crm = HostedMCPTool(tool_config={"type": "mcp", "server_label": "crm", "server_url": "https://crm.example.com/mcp", "require_approval": "always"})
a = Agent(name="A", tools=[crm])
result = Runner.run_sync(a, "x")
state = result.to_state()
for item in result.interruptions:
    state.approve(item)
`,
  };
  const { findings } = await lintFiles(files);
  const said = findings.find(({ rule }) => rule === 'approval/auto-approved');
  expect(said).toMatchObject({
    severity: 'error',
    range: { start: { line: 2, column: 7 } },
    remediation: expect.stringContaining('Decide how a person is asked: ask before `approve()`'),
  });
  const asked = files['a.py'].replace(
    '    state.approve(item)',
    '    if input("ok? ") == "y":\n        state.approve(item)',
  );
  const mended = await lintFiles({ 'a.py': asked });
  expect(mended.findings.map(({ rule }) => rule)).not.toContain('approval/auto-approved');
});
