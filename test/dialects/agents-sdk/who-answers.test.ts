import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD = `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
agent = Agent(name="A", tools=[delete_user])
`;
const RUN = `result = Runner.run_sync(agent, "x")
state = result.to_state()
`;

/** Programs, and who answers: a person (`asked`), the program (`always`), or why that is not known. */
const PROGRAMS: Readonly<Record<string, readonly [answer: string, text: string]>> = {
  'a function answers': [
    'asked',
    `def ask(i):\n    return input() == "y"\n${RUN}for i in result.interruptions:\n    if not ask(i):\n        continue\n    state.approve(i)`,
  ],
  'a function raises where the answer is no': [
    'asked',
    `def need(i):\n    if input() != "y":\n        raise ValueError()\n${RUN}for i in result.interruptions:\n    need(i)\n    state.approve(i)`,
  ],
  'a function that always raises follows a no': [
    'asked',
    `def fail():\n    raise ValueError()\n${RUN}for i in result.interruptions:\n    if input() != "y":\n        fail()\n    state.approve(i)`,
  ],
  'an answer chooses the method': [
    'asked',
    `${RUN}D = {"y": state.approve, "n": state.reject}\nfor i in result.interruptions:\n    D[input()](i)`,
  ],
  'an answer chooses the function': [
    'asked',
    `def yes(s, i): s.approve(i)\ndef no(s, i): s.reject(i)\nD = {"y": yes, "n": no}\n${RUN}for i in result.interruptions:\n    D[input()](state, i)`,
  ],
  'a constant chooses the function': [
    'always',
    `def yes(s, i): s.approve(i)\ndef no(s, i): s.reject(i)\nD = {"y": yes, "n": no}\n${RUN}for i in result.interruptions:\n    D["y"](state, i)`,
  ],
  'partial() binds a constant': [
    'always',
    `from functools import partial\ndef answer(auto, s, i):\n    if auto: s.approve(i)\ngo = partial(answer, True)\n${RUN}for i in result.interruptions:\n    go(state, i)`,
  ],
  'a thread runs it': [
    'always',
    `import threading\ndef go(s, items):\n    for i in items:\n        s.approve(i)\n${RUN}threading.Thread(target=go, args=(state, result.interruptions)).start()`,
  ],
  'another thread asks': [
    'asked',
    `import asyncio\nasync def main():\n    result = await Runner.run(agent, "x")\n    state = result.to_state()\n    for i in result.interruptions:\n        ok = await asyncio.to_thread(input, "sure?")\n        if ok == "y":\n            state.approve(i)\nasyncio.run(main())`,
  ],
  'a function that asks runs in another thread': [
    'asked',
    `import asyncio\ndef ask(i):\n    return input() == "y"\nasync def main():\n    result = await Runner.run(agent, "x")\n    state = result.to_state()\n    for i in result.interruptions:\n        ok = await asyncio.to_thread(ask, i)\n        if ok:\n            state.approve(i)\nasyncio.run(main())`,
  ],
  'a constant is set on one of two objects': [
    '`True` may ask a person, or not',
    `a = {"auto": False}\nb = {"auto": False}\nc = a if print(1) else b\nc["auto"] = True\n${RUN}for i in result.interruptions:\n    if a["auto"]:\n        state.approve(i)`,
  ],
  'a constant is set under a key that is not known': [
    '`d["auto"]` may ask a person, or not',
    `import random\nd = {"auto": False}\nd[random.random()] = True\n${RUN}for i in result.interruptions:\n    if d["auto"]:\n        state.approve(i)`,
  ],
  'a quiet function of a module gives what is tested': [
    'always',
    `import os\n${RUN}for i in result.interruptions:\n    if os.getcwd() == "/":\n        state.approve(i)`,
  ],
  'an answer is not used': [
    'always',
    `${RUN}for i in result.interruptions:\n    input("press enter")\n    state.approve(i)`,
  ],
  'a generator yields what is agreed to': [
    'asked',
    `def ok(items):\n    for i in items:\n        if input() == "y":\n            yield i\n${RUN}for i in ok(result.interruptions):\n    state.approve(i)`,
  ],
  'a generator yields all': [
    'always',
    `def ok(items):\n    for i in items:\n        yield i\n${RUN}for i in ok(result.interruptions):\n    state.approve(i)`,
  ],
  'a comprehension keeps what is agreed to': [
    'asked',
    `${RUN}for i in [i for i in result.interruptions if input() == "y"]:\n    state.approve(i)`,
  ],
  'a list collects what is agreed to': [
    'asked',
    `${RUN}out = []\nfor i in result.interruptions:\n    if input() == "y":\n        out.append(i)\nfor i in out:\n    state.approve(i)`,
  ],
  'a loop asks until there is an answer': [
    'asked',
    `${RUN}for i in result.interruptions:\n    while True:\n        a = input()\n        if a == "y":\n            state.approve(i)\n            break\n        if a == "n":\n            break`,
  ],
  'each of several runs is asked about': [
    'asked',
    `${RUN}while result.interruptions:\n    for i in result.interruptions:\n        if input() == "y":\n            state.approve(i)\n    result = Runner.run_sync(agent, state)\n    state = result.to_state()`,
  ],
  'none of several runs is asked about': [
    'always',
    `${RUN}while result.interruptions:\n    for i in result.interruptions:\n        state.approve(i)\n    result = Runner.run_sync(agent, state)\n    state = result.to_state()`,
  ],
  'somebody is asked before the run': [
    'always',
    `while True:\n    if input("go on?") != "y":\n        break\n    result = Runner.run_sync(agent, "x")\n    state = result.to_state()\n    for i in result.interruptions:\n        state.approve(i)`,
  ],
  'a setting answers, or a person': [
    '`AUTO` may answer in place of a person',
    `import os\nAUTO = os.getenv("AUTO") == "1"\n${RUN}for i in result.interruptions:\n    if AUTO or input() == "y":\n        state.approve(i)`,
  ],
  'one answer counts for all': [
    'asked',
    `${RUN}answered = None\nfor i in result.interruptions:\n    if answered is None:\n        answered = input() == "y"\n    if answered:\n        state.approve(i)`,
  ],
  'an object decides by a default': [
    'always',
    `class Approver:\n    def __init__(self, auto=True):\n        self.auto = auto\n    def decide(self, i):\n        if self.auto:\n            return True\n        return input() == "y"\nap = Approver()\n${RUN}for i in result.interruptions:\n    if ap.decide(i):\n        state.approve(i)`,
  ],
  'eight functions pass the answer on': [
    'asked',
    `def a(i): return b(i)\ndef b(i): return c(i)\ndef c(i): return d(i)\ndef d(i): return e(i)\ndef e(i): return f(i)\ndef f(i): return g(i)\ndef g(i): return h(i)\ndef h(i): return input() == "y"\n${RUN}for i in result.interruptions:\n    if a(i):\n        state.approve(i)`,
  ],
  'a match tests the answer': [
    'asked',
    `${RUN}for i in result.interruptions:\n    match input():\n        case "y":\n            state.approve(i)\n        case _:\n            state.reject(i)`,
  ],
  'a match tests the name': [
    'always',
    `${RUN}for i in result.interruptions:\n    match i.name:\n        case "delete_user":\n            state.approve(i)\n        case _:\n            state.reject(i)`,
  ],
  'no answer counts as a yes': [
    'after an error it runs without an answer of a person',
    `${RUN}for i in result.interruptions:\n    try:\n        ok = input() == "y"\n    except EOFError:\n        ok = True\n    if ok:\n        state.approve(i)`,
  ],
  'a function that is not read stands before': [
    '`ask` may ask a person, or not',
    `${RUN}for i in result.interruptions:\n    ask(i)\n    state.approve(i)`,
  ],
  'a function is passed to one for each': [
    'always',
    `def each(items, f):\n    for i in items:\n        f(i)\n${RUN}each(result.interruptions, lambda i: state.approve(i))`,
  ],
  'a loop ends without a yes': [
    'asked',
    `${RUN}for i in result.interruptions:\n    for n in range(3):\n        if input() == "y":\n            break\n    else:\n        continue\n    state.approve(i)`,
  ],
  'sixty other tools are left out': [
    'always',
    `${RUN}for i in result.interruptions:\n    if i.name == "a":\n        continue\n${Array.from({ length: 60 }, (_, n) => `    elif i.name == "t${n}":\n        continue`).join('\n')}\n    state.approve(i)`,
  ],
  'a test compares the joined texts of what is requested': [
    'always',
    `def text(i):\n    return "".join(str(p) for p in i.parts)\n${RUN}for i in result.interruptions:\n    assert text(state.pending) == "Late"\n    state.approve(i)`,
  ],
  'a test compares joined texts that a person enters': [
    'asked',
    `${RUN}for i in result.interruptions:\n    if "".join(input() for p in state.pending) == "yes":\n        state.approve(i)`,
  ],
  'a person chooses what is joined': [
    'asked',
    `${RUN}for i in result.interruptions:\n    if "".join(str(p) for p in state.pending if input()) == "yes":\n        state.approve(i)`,
  ],
  'a person decides whether a text is added': [
    'asked',
    `${RUN}for i in result.interruptions:\n    said = []\n    if input() == "y":\n        said.append("yes")\n    if "".join(said) == "yes":\n        state.approve(i)`,
  ],
  'what is joined comes from elsewhere': [
    '`ask` may ask a person, or not',
    `from elsewhere import ask\n${RUN}for i in result.interruptions:\n    if "".join(ask(p) for p in state.pending) == "yes":\n        state.approve(i)`,
  ],
  'one of forty names of elsewhere is true': [
    `\`${Array.from({ length: 40 }, (_, n) => `f${n}`)
      .join(' or ')
      .slice(0, 80)}\` may ask a person, or not`,
    `from flags import ${Array.from({ length: 40 }, (_, n) => `f${n}`).join(', ')}\n${RUN}for i in result.interruptions:\n    if ${Array.from({ length: 40 }, (_, n) => `f${n}`).join(' or ')}:\n        state.approve(i)`,
  ],
};
const SCRIPT_HEAD = `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const agent = new Agent({ name: 'A', tools: [t] });
`;
const READLINE = `import readline from 'node:readline';
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
`;
/** Statements before the run, and what is tested for each request. */
const script = (before: string, test: string): string =>
  `${before}
const result = await run(agent, 'x');
for (const i of result.interruptions) { if (${test}) result.state.approve(i); else result.state.reject(i); }`;

const SCRIPTS: Readonly<Record<string, readonly [answer: string, text: string]>> = {
  'a promise is resolved by the callback of a question': [
    'asked',
    script(
      `${READLINE}const ask = (q: string) => new Promise<string>((res) => rl.question(q, res));`,
      "(await ask('?')) === 'y'",
    ),
  ],
  'a callback of a question resolves a promise': [
    'asked',
    script(
      `${READLINE}function ask(q: string): Promise<boolean> {
  return new Promise((resolve, reject) => { rl.question(q, (a) => { rl.close(); if (!a) reject(new Error('no')); else resolve(a.trim() === 'y'); }); });
}`,
      "await ask('?')",
    ),
  ],
  'another function is passed the callback': [
    'asked',
    script(
      `${READLINE}const put = (q, then) => rl.question(q, then);\nconst ask = (q: string) => new Promise((res) => put(q, (a) => res(a === 'y')));`,
      "await ask('?')",
    ),
  ],
  'the next line resolves a promise': [
    'asked',
    script(
      '',
      "(await new Promise((res) => process.stdin.once('data', (line) => res(String(line))))) === 'y'",
    ),
  ],
  'a promise is resolved only where the answer is yes': [
    'asked',
    script('', "await new Promise((res) => { if (confirm('?')) res(true); })"),
  ],
  'a promise is resolved a second time': [
    'asked',
    script('', "await new Promise((res) => { if (confirm('?')) res(true); res(false); })"),
  ],
  'a promise was resolved by an answer before': [
    'asked',
    script("const ok = await new Promise((res) => res(confirm('?')));", 'ok'),
  ],
  'a promise is resolved by no at last': [
    'asked',
    script(
      `${READLINE}const ask = (q) => new Promise((res) => { setTimeout(() => res(false), 100); rl.question(q, (a) => res(a === 'y')); });`,
      "await ask('?')",
    ),
  ],
  'a promise is resolved by a constant': ['always', script('', 'await new Promise((res) => res(true))')],
  'a timer resolves a promise by a constant': [
    'always',
    script('const wait = () => new Promise((res) => { setTimeout(() => res(true), 100); });', 'await wait()'),
  ],
  'a timer passes a constant on': [
    'always',
    script('', 'await new Promise((res) => setTimeout(res, 100, true))'),
  ],
  'a timer delays the answer': [
    'always',
    script('const sleep = (ms) => new Promise((res) => setTimeout(res, ms));\nawait sleep(10);', 'true'),
  ],
  'who resolves a promise is kept elsewhere': [
    '`Promise` may ask a person, or not',
    script('const waiting = new Map();', 'await new Promise((res) => waiting.set(i.name, res))'),
  ],
  'code of elsewhere resolves a promise': [
    '`bus.once` may ask a person, or not',
    script("import { bus } from 'bus';", "await new Promise((res) => bus.once('answer', res))"),
  ],
};

it.each([
  ...Object.entries(PROGRAMS).map(
    ([name, [answer, text]]) => [name, answer, { 'a.py': HEAD + text }] as const,
  ),
  ...Object.entries(SCRIPTS).map(
    ([name, [answer, text]]) => [name, answer, { 'a.ts': SCRIPT_HEAD + text }] as const,
  ),
])('finds who answers where %s', async (_, answer, files) => {
  const { findings, notAssessed } = await lintFiles(
    Object.fromEntries(Object.entries(files).map(([file, text]) => [file, `${text}\n`])),
  );
  const isBlind = findings.some(
    ({ rule, severity }) => rule === 'approval/auto-approved' && severity === 'error',
  );
  const why = notAssessed
    .filter(({ rule }) => rule.startsWith('approval/'))
    .map(({ message }) => message.slice(message.indexOf(': ') + 2).replace(/\.$/, ''));
  expect([...(isBlind ? ['always'] : []), ...why]).toEqual(answer === 'asked' ? [] : [answer]);
});
