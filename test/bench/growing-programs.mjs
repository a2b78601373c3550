// Programs that can be made of any size, for `growth.mjs`: title, files for a size, and the size.

const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const lines = (count, lineOf) => numbers(count).map(lineOf).join('\n');

const PYTHON = 'from agents import Agent, Runner, function_tool, set_tracing_disabled\n';
const SCRIPT = "import { Agent, run, tool } from '@openai/agents';\n";

const pythonTool = (name, more = '') =>
  `@function_tool${more}\ndef ${name}(id: str) -> str:\n    """Deletes it."""\n    return remove(id)\n`;
const scriptTool = (name) =>
  `const ${name} = tool({ name: '${name}', description: 'Deletes it.', parameters: {}, execute: async ({ id }) => remove(id) });`;

/** Files with an agent each, each of which imports the one before. */
const files = (count) =>
  Object.fromEntries(
    numbers(count).map((at) => [
      `app/f${at}.py`,
      `${PYTHON}${at > 0 ? `from app.f${at - 1} import agent${at - 1}\n` : ''}${pythonTool(`delete_${at}`)}
agent${at} = Agent(name="A${at}", tools=[delete_${at}]${at > 0 ? `, handoffs=[agent${at - 1}]` : ''})
`,
    ]),
  );

const apart = (count) =>
  Object.fromEntries(
    numbers(count).map((at) => [
      `app/f${at}.ts`,
      `${SCRIPT}${scriptTool(`delete${at}`)}\nconst agent = new Agent({ name: 'A${at}', tools: [delete${at}] });\nawait run(agent, 'x');\n`,
    ]),
  );

/** One file of Python with what `bodyOf` gives. */
const python = (bodyOf) => (count) => ({ 'a.py': PYTHON + bodyOf(count) });
const script = (bodyOf) => (count) => ({ 'a.ts': SCRIPT + bodyOf(count) });

const tools = (count) =>
  `${lines(count, (at) => pythonTool(`delete_${at}`))}\na = Agent(name="A", tools=[${lines(count, (at) => `delete_${at},`)}])\n`;

const assignments = (count) =>
  `${pythonTool('delete_it')}x = []\n${lines(count, (at) => `y${at} = [*x, ${at}]`)}\na = Agent(name="A", tools=[delete_it])\n`;

const appends = (count) =>
  `${pythonTool('delete_it')}tools = []\n${lines(count, () => 'tools.append(delete_it)')}\na = Agent(name="A", tools=tools)\n`;

const branches = (count) =>
  `import os\n${pythonTool('delete_it')}tools = [delete_it]\ngate = True\n${lines(
    count,
    (at) =>
      `if os.environ.get("M${at}"):\n    gate = ${at % 2 === 0 ? 'False' : 'True'}\nelse:\n    x${at} = gate`,
  )}\na = Agent(name="A", tools=tools)\n`;

const agentsOfOneFile = (count) =>
  `${scriptTool('deleteIt')}\n${lines(count, (at) => `const a${at} = new Agent({ name: 'A${at}', tools: [deleteIt]${at > 0 ? `, handoffs: [a${at - 1}]` : ''} });`)}\n`;

const runs = (count) =>
  `${pythonTool('delete_it')}a = Agent(name="A", tools=[delete_it])\n${lines(count, (at) => `async def run_${at}():\n    await Runner.run(a, "x", max_turns=${at + 1})`)}\n`;

const approvals = (count) =>
  `${pythonTool('delete_it', '(needs_approval=True)')}a = Agent(name="A", tools=[delete_it])\n${lines(
    count,
    (at) =>
      `async def run_${at}(ask):\n    r = await Runner.run(a, "x")\n    state = r.to_state()\n    for item in r.interruptions:\n        if ask(item):\n            state.approve(item)\n        else:\n            state.reject(item)`,
  )}\n`;

/** Modules that each define one tool, and one that imports all of them with `*` and uses each. */
const stars = (count) => ({
  ...Object.fromEntries(
    numbers(count).map((at) => [
      `app/t${at}.py`,
      `from agents import function_tool\n${pythonTool(`delete_${at}`)}`,
    ]),
  ),
  'app/main.py': `${PYTHON}${lines(count, (at) => `from app.t${at} import *`)}
a = Agent(name="A", tools=[${lines(count, (at) => `delete_${at},`)}])\n`,
});

/** Modules that import each other's names with `*`, one after the other. */
const starChain = (count) => ({
  ...Object.fromEntries(
    numbers(count).map((at) => [
      `app/t${at}.py`,
      `from agents import function_tool\n${at > 0 ? `from app.t${at - 1} import *\n` : pythonTool('delete_it')}`,
    ]),
  ),
  'app/main.py': `${PYTHON}from app.t${count - 1} import *\na = Agent(name="A", tools=[delete_it])\n`,
});

const reexports = (count) => ({
  ...Object.fromEntries(
    numbers(count).map((at) => [`t${at}.ts`, `${SCRIPT}export ${scriptTool(`delete${at}`)}\n`]),
  ),
  'index.ts': lines(count, (at) => `export * from './t${at}.js';`),
  'main.ts': `${SCRIPT}import { ${lines(count, (at) => `delete${at},`)} } from './index.js';
const a = new Agent({ name: 'A', tools: [${lines(count, (at) => `delete${at},`)}] });\n`,
});

const SUBCLASS = (name, base) =>
  `class ${name}(${base}):\n    def __init__(self):\n        super().__init__(name="${name}", tools=[delete_it])\n`;

const siblings = (count) =>
  `${pythonTool('delete_it')}class Base(Agent):\n    pass\n${lines(count, (at) => SUBCLASS(`S${at}`, 'Base'))}\n${lines(count, (at) => `a${at} = S${at}()`)}\n`;

/** Classes that extend each other, as deep as is read. */
const generations = (count) =>
  `${pythonTool('delete_it')}${lines(Math.ceil(count / 10), (at) =>
    [
      `class S${at}_0(Agent):\n    pass`,
      ...numbers(9).map(
        (own) => `class S${at}_${own + 1}(S${at}_${own}):\n    def m${own}(self):\n        return ${own}`,
      ),
      `a${at} = S${at}_9(name="A${at}", tools=[delete_it])`,
    ].join('\n'),
  )}\n`;

/** Further than is read. */
const descendants = (count) =>
  `${pythonTool('delete_it')}class S0(Agent):\n    pass\n${lines(count, (at) => `class S${at + 1}(S${at}):\n    def m${at}(self):\n        return ${at}`)}\na = S${count}(name="A", tools=[delete_it])\n`;

const depth = (count) =>
  `${pythonTool('delete_it')}def f0():\n    return [delete_it]\n${lines(count, (at) => `def f${at + 1}():\n    return f${at}()`)}\na = Agent(name="A", tools=f${count}())\n`;

const depthWithArguments = (count) =>
  `${scriptTool('deleteIt')}\nfunction f0(tools) { return new Agent({ name: 'A', tools }); }\n${lines(count, (at) => `function f${at + 1}(tools) { return f${at}(tools); }`)}\nexport const a = f${count}([deleteIt]);\n`;

const callers = (count) =>
  `${pythonTool('delete_it')}def make(name, tools):\n    return Agent(name=name, tools=tools)\n${lines(count, (at) => `a${at} = make("A${at}", [delete_it])`)}\n`;

const unusedFunctions = (count) =>
  `${pythonTool('delete_it')}a = Agent(name="A", tools=[delete_it])\n${lines(count, (at) => `def f${at}(x, y):\n    z = x + y\n    for i in range(z):\n        z = g${at}(i)\n    return z`)}\n`;

const branchesThatAppend = (count) =>
  `import os\n${lines(count, (at) => pythonTool(`delete_${at}`))}\ntools = []\n${lines(
    count,
    (at) => `if os.environ.get("M${at}"):\n    tools.append(delete_${at})`,
  )}\na = Agent(name="A", tools=tools)\n`;

const handlers = (count) =>
  `${pythonTool('delete_it')}gate = True\n${lines(
    count,
    (at) => `try:\n    gate = load(${at})\nexcept ValueError:\n    gate = False\nfinally:\n    close(${at})`,
  )}\na = Agent(name="A", tools=[delete_it])\n`;

const loops = (count) =>
  `${pythonTool('delete_it')}names = ["a", "b", "c"]\nall = {}\n${lines(
    count,
    (at) => `for name in names:\n    all[name + "${at}"] = delete_it\nfor one in unknown():\n    x = one`,
  )}\na = Agent(name="A", tools=list(all.values()))\n`;

const mesh = (count) =>
  `${pythonTool('delete_it')}${lines(
    count,
    (at) => `def f${at}(x):\n    return [f${at + 1}(x), f${at + 2}(x + 1)]`,
  )}\na = Agent(name="A", tools=[delete_it])\nprint(f0(1))\n`;

const additions = (count) =>
  `${pythonTool('delete_it')}s = "x"\n${lines(count, (at) => `s = s + "words ${at}"`)}\na = Agent(name="A", instructions=s, tools=[delete_it])\n`;

const methods = (count) =>
  `${pythonTool('delete_it')}class Desk:\n    def __init__(self):\n${lines(count, (at) => `        self.x${at} = ${at}`)}\n${lines(
    count,
    (at) =>
      `    def m${at}(self):\n        self.y${at} = self.x${at}\n        return self.m${(at + 1) % count}()`,
  )}\nd = Desk()\na = Agent(name="A", tools=[delete_it])\n`;

const entries = (count) =>
  `${pythonTool('delete_it')}all = {\n${lines(count, (at) => `    "k${at}": delete_it,`)}\n}\n${lines(count, (at) => `all["n${at}"] = delete_it`)}\na = Agent(name="A", tools=[all[name] for name in all])\n`;

const diamonds = (count) => ({
  'app/base.py': `${PYTHON}${pythonTool('delete_it')}`,
  ...Object.fromEntries(
    numbers(count).map((at) => [
      `app/f${at}.py`,
      `${PYTHON}from app.base import *\n${lines(4, (own) => (at * 4 + own + 1 < count ? `from app.f${Math.min(count - 1, at + own + 1)} import agent${Math.min(count - 1, at + own + 1)} as b${own}` : ''))}
agent${at} = Agent(name="A${at}", tools=[delete_it])\n`,
    ]),
  ),
});

const oneLongFunction = (count) =>
  `${pythonTool('delete_it', '(needs_approval=True)')}a = Agent(name="A", tools=[delete_it])\nasync def main():\n    r = await Runner.run(a, "x")\n    state = r.to_state()\n${lines(
    count,
    (at) =>
      `    if ask(${at}):\n        x${at} = check(${at})\n    for item in r.interruptions:\n        note(item)`,
  )}\n    state.approve(r.interruptions[0])\n`;

const chain = (count) =>
  `${scriptTool('deleteIt')}\nconst x = build()${lines(count, (at) => `.with${at}(${at})`)};\nconst a = new Agent({ name: 'A', tools: [deleteIt] });\n`;

const sum = (count) =>
  `${scriptTool('deleteIt')}\nconst x = ${lines(count, (at) => `'w${at}' +`)} 'end';\nconst a = new Agent({ name: 'A', instructions: x, tools: [deleteIt] });\n`;

const closures = (count) =>
  `${scriptTool('deleteIt')}\n${lines(count, (at) => `const f${at} = (x) => () => g${at}(x, () => f${Math.max(0, at - 1)}(x));`)}\nconst a = new Agent({ name: 'A', tools: [deleteIt] });\n${lines(count, (at) => `register(f${at});`)}\n`;

const branchesOfOneDict = (count) =>
  `import os\n${pythonTool('delete_it')}all = {}\n${lines(
    count,
    (at) => `if os.environ.get("M${at}"):\n    all["k${at}"] = delete_it`,
  )}\na = Agent(name="A", tools=list(all.values()))\n`;

const copies = (count) =>
  `${scriptTool('deleteIt')}\nconst x0 = { a: deleteIt };\n${lines(count, (at) => `const x${at + 1} = { ...x${at}, k${at % 20}: deleteIt };`)}\nconst a = new Agent({ name: 'A', tools: Object.values(x${count}) });\n`;

const functionsOfOneScope = (count) =>
  `${scriptTool('deleteIt')}\nexport function build(options) {\n${lines(
    count,
    (at) =>
      `  let v${at} = options.v${at};\n  const f${at} = () => { v${at} = v${Math.max(0, at - 1)}; return v${at}; };\n  options.on('x', f${at});`,
  )}\n  return new Agent({ name: 'A', tools: [deleteIt] });\n}\nexport const a = build({});\n`;

const classesOfScript = (count) =>
  `${scriptTool('deleteIt')}\n${lines(
    count,
    (at) =>
      `class Desk${at} {\n  agent = new Agent({ name: 'A${at}', tools: [deleteIt] });\n  async go(x: string) { return run(this.agent, x); }\n}\nawait new Desk${at}().go('x');`,
  )}\n`;

const packageOfTools = (count) => ({
  ...Object.fromEntries(
    numbers(count).map((at) => [
      `app/tools/t${at}.py`,
      `from agents import function_tool\n${pythonTool(`delete_${at}`)}`,
    ]),
  ),
  'app/__init__.py': '',
  'app/tools/__init__.py': `${lines(count, (at) => `from .t${at} import delete_${at}`)}\nALL = [${lines(count, (at) => `delete_${at},`)}]\n`,
  ...Object.fromEntries(
    numbers(Math.ceil(count / 10)).map((at) => [
      `app/m${at}.py`,
      `${PYTHON}from app import tools\na = Agent(name="A${at}", tools=[tools.delete_${at}])\n`,
    ]),
  ),
});

const parts = (count) =>
  `${pythonTool('delete_it')}ALL = [delete_it]\n${lines(count, (at) => `a${at} = Agent(name="A${at}", tools=[t for t in ALL if t], instructions=f"x {len(ALL)} ${at}")`)}\nteam = [${lines(count, (at) => `a${at},`)}]\nb = Agent(name="B", handoffs=[h for h in team])\n`;

const whiles = (count) =>
  `${pythonTool('delete_it')}def go(x):\n${lines(
    count,
    (at) => `    while x:\n        x = step(x, ${at})\n        if x is None:\n            break`,
  )}\n    return x\na = Agent(name="A", tools=[delete_it])\ngo(1)\n`;

const nestedBranches = (count) =>
  `${pythonTool('delete_it')}def go(x):\n${lines(
    count,
    (at) => `    if x == ${at}:\n        return [delete_it]`,
  )}\n    return []\na = Agent(name="A", tools=go(which()))\n`;

const chosen = (count) =>
  `${pythonTool('delete_it')}def go(x):\n${lines(
    count,
    (at) => `    ${at === 0 ? 'if' : 'elif'} x == ${at}:\n        y = ${at}`,
  )}\n    return y\na = Agent(name="A", tools=[delete_it], instructions=go(which()))\n`;

/** Constant cases, each tried in a loop that writes what it gave under keys which are computed. */
const cases = (count) => `import os
a = Agent(name="A", instructions="Answer.")
CASES = [
${lines(count, (at) => `    {"id": "case-${at}", "question": "how many of ${at}?", "tries": ${(at % 4) + 1}},`)}
]
def main():
    given = {}
    for case in CASES:
        left = case["tries"]
        while left > 0:
            try:
                answer = Runner.run_sync(a, case["question"])
                given[answer.final_output] = case["id"]
                given[os.environ[case["id"]]] = answer
                if answer.is_right:
                    given[answer.name] = left
                else:
                    given[answer.reason] = len(given)
            except ValueError as error:
                given[str(error)] = error
            left -= 1
    return given
main()
`;

const toolsThatConditionsChoose = (count) =>
  `${lines(count, (at) => scriptTool(`delete${at}`))}
function offer(options) {
  const tools = [];
${lines(
  count,
  (at) => `  if (options.level${at} > ${at}) {
    if (options.isOpen${at} || options.user?.isKnown${at}) tools.push(delete${at});
  } else if (options.isClosed${at}) return tools;`,
)}
  return tools;
}
const a = new Agent({ name: 'A', tools: offer(JSON.parse(process.argv[2])) });
await run(a, 'x');
`;

const listThatConditionsReplace = (count) =>
  `import os\n${lines(count, (at) => pythonTool(`delete_${at}`))}\ntools = []\n${lines(
    count,
    (at) => `if os.environ.get("M${at}"):\n    tools = [*tools, delete_${at}]`,
  )}\na = Agent(name="A", tools=tools)\n`;

/** Cases without `break`: each runs those behind it. */
const casesThatFallThrough = (count) =>
  `import { first, add, flag } from './builder.js';
${scriptTool('deleteIt')}
let one = first;
switch (flag) {
${lines(count, (at) => `case ${at}: one = add(one);`)}
}
const a = new Agent({ name: 'A', tools: [deleteIt] });
`;

const handlersOfOneStore = (count) => `${scriptTool('deleteIt')}
const a = new Agent({ name: 'A', tools: [deleteIt] });
const store = new Map();
${lines(
  count,
  (at) => `app.post('/s${at}', async (request) => {
  if (!request.user) return;
  const held = store.get(request.id) ?? { steps: [] };
  held.steps.push(request.body);
  held.last = await run(a, request.body.text);
  store.set(request.id, held);
});`,
)}
`;

const calls = (count) =>
  `import { base, add } from './builder.js';
let policy = base;
${lines(count, (at) => `policy = add(policy, ${at});`)}
const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, needsApproval: policy, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [refund] });
const result = await run(a, 'x');
for (const item of result.interruptions) if (policy) result.state.approve(item);
`;

const members = (count) =>
  `import { first } from './builder.js';
${scriptTool('deleteIt')}
let one = first;
${lines(count, () => 'one = one.next;')}
const a = new Agent({ name: 'A', tools: [deleteIt, one.tool] });
`;

/** A call that nobody closes. */
const broken = (part) => (count) =>
  `${pythonTool('delete_it')}a = Agent(name="A", tools=[delete_it], instructions=${part.repeat(count)}\n`;

/** Rows of the table: what is doubled. */
export const GROWING_PROGRAMS = [
  ['files, each importing the one before', files, 300],
  ['files apart', apart, 400],
  ['statements: tools', python(tools), 1_000],
  ['statements: assignments', python(assignments), 4_000],
  ['statements: appends to one list', python(appends), 2_000],
  ['statements: branches', python(branches), 1_000],
  ['statements: agents with handoffs', script(agentsOfOneFile), 1_000],
  ['statements: runs', python(runs), 1_000],
  ['statements: loops that approve', python(approvals), 400],
  ['statements: functions that nobody calls', python(unusedFunctions), 2_000],
  ['star imports, all used', stars, 2_000],
  ['star imports of star imports', starChain, 300],
  ['star exports, all used', reexports, 500],
  ['subclasses of one base', python(siblings), 1_000],
  ['subclasses of one another', python(generations), 1_000],
  ['subclasses of one another, deeper than is read', python(descendants), 500],
  ['statements: branches that append', python(branchesThatAppend), 500],
  ['statements: handlers of errors', python(handlers), 1_000],
  ['statements: loops', python(loops), 1_000],
  ['statements: functions that call two others', python(mesh), 1_000],
  ['statements: additions to a text', python(additions), 1_000],
  ['statements: methods of one class', python(methods), 500],
  ['statements: entries of one dict', python(entries), 1_000],
  ['statements: one function before an approval', python(oneLongFunction), 200],
  ['statements: branches that set members', python(branchesOfOneDict), 500],
  ['statements: copies of objects', script(copies), 1_000],
  ['statements: functions of one scope', script(functionsOfOneScope), 500],
  ['statements: classes with an agent', script(classesOfScript), 500],
  ['statements: agents with comprehensions', python(parts), 500],
  ['statements: loops in one function', python(whiles), 500],
  ['statements: returns of one function', python(nestedBranches), 500],
  ['statements: choices of one function', python(chosen), 500],
  ['files of one package', packageOfTools, 500],
  ['expressions: one chain of calls', script(chain), 1_000],
  ['expressions: one sum', script(sum), 2_000],
  ['expressions: functions in functions', script(closures), 1_000],
  ['files that import the same ones', diamonds, 300],
  ['call depth', python(depth), 500],
  ['call depth with arguments', script(depthWithArguments), 500],
  ['calls of one function', python(callers), 1_000],
  ['constant cases that write computed keys', python(cases), 50],
  ['cases that fall through', script(casesThatFallThrough), 400],
  ['tools that conditions choose', script(toolsThatConditionsChoose), 10],
  ['conditions that replace a list', python(listThatConditionsReplace), 60],
  ['handlers that fill one store', script(handlersOfOneStore), 200],
  ['chains: calls with what the last one gave', script(calls), 200],
  ['chains: members of members', script(members), 400],
  ['one broken line: open brackets', python(broken('(a ')), 4_000],
  ['one broken line: open texts', python(broken('f"{x')), 4_000],
  ['one broken line: operators', python(broken('a = ')), 4_000],
];
