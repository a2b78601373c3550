import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const HEAD_TS = `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const l = tool({ name: 'get_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [t, l] });
const SAFE = ['get_user'];
const OK = new Set<string>(['get_user', 'delete_user']);
let r = await run(a, 'x');
`;
const HEAD_PY = `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def delete_user(i): ...
@function_tool(needs_approval=True)
def get_user(i): ...
SAFE = {"get_user"}
OK = {"get_user", "delete_user"}
a = Agent(name="A", tools=[delete_user, get_user])
r = Runner.run_sync(a, "x")
state = r.to_state()
`;

/** The tools whose gates the program answers itself. */
async function answered(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => rule === 'approval/auto-approved')
    .map(({ severity, message }) => `${severity} ${message.split(' ', 1)[0]}`);
}

const TYPESCRIPT = {
  file: 'a.ts',
  head: HEAD_TS,
  flawed: [
    "for (const i of r.interruptions) {\n  if (i.name === 'delete_user') r.state.approve(i); else r.state.reject(i);\n}",
    'for (const i of r.interruptions) {\n  if (OK.has(i.name)) {\n    r.state.approve(i);\n  } else {\n    r.state.reject(i);\n  }\n}',
    'for (const i of r.interruptions) {\n  if (!OK.has(i.rawItem.name)) {\n    r.state.reject(i);\n    continue;\n  }\n  r.state.approve(i);\n}',
    "for (const i of r.interruptions) {\n  if (i.name !== 'delete_user') continue;\n  r.state.approve(i);\n}",
    "for (const i of r.interruptions) {\n  if (i.name === 'get_user' || i.name === 'delete_user') {\n    r.state.approve(i);\n  }\n}",
    "for (const i of r.interruptions) {\n  ['get_user', 'delete_user'].includes(i.name) ? r.state.approve(i) : r.state.reject(i);\n}",
    'for (const i of r.interruptions) {\n  const ok = OK.has(i.name);\n  if (ok) r.state.approve(i);\n}',
    "for (const i of r.interruptions) {\n  const isSafe = ['delete_user'].includes(i.name);\n  if (!isSafe) {\n    r.state.reject(i);\n    continue;\n  }\n  r.state.approve(i);\n}",
  ],
  careful: [
    "for (const i of r.interruptions) {\n  if (i.name === 'get_user') r.state.approve(i); else if (await confirm(i)) r.state.approve(i); else r.state.reject(i);\n}",
    'for (const i of r.interruptions) {\n  if (SAFE.includes(i.name)) {\n    r.state.approve(i);\n    continue;\n  }\n  if (await ask(i)) r.state.approve(i);\n  else r.state.reject(i);\n}',
    "for (const i of r.interruptions) {\n  if (i.name === 'delete_user') {\n    if (!(await ask(i))) { r.state.reject(i); continue; }\n  }\n  r.state.approve(i);\n}",
    "for (const i of r.interruptions) {\n  if (i.name === 'delete_user' && (await ask(i))) r.state.approve(i);\n}",
    'for (const i of r.interruptions) {\n  if (!SAFE.includes(i.name) && !(await ask(i))) { r.state.reject(i); continue; }\n  r.state.approve(i);\n}',
    "for (const i of r.interruptions) {\n  const user = await who();\n  if (user.name === 'admin') r.state.approve(i);\n}",
    'for (const i of r.interruptions) {\n  if (SAFE.includes(i.name) || (await ask(i))) r.state.approve(i);\n}',
    'for (const i of r.interruptions) {\n  if (allowed.has(i.name)) r.state.approve(i);\n}',
    "if (!(await confirm(r.interruptions))) process.exit(1);\nfor (const i of r.interruptions) {\n  if (i.name === 'delete_user') r.state.approve(i);\n}",
    "for (const i of r.interruptions) {\n  let ok = true;\n  if (i.name === 'delete_user') ok = await ask(i);\n  if (ok) r.state.approve(i);\n}",
    "for (const i of r.interruptions) {\n  if (i.name === 'delete_user' && i.arguments.dryRun) r.state.approve(i);\n}",
    "app.post('/approve', async (req) => {\n  for (const i of r.interruptions) {\n    if (i.name === 'delete_user') r.state.approve(i);\n  }\n});",
    "async function onUserConfirm(r) {\n  for (const i of r.interruptions) {\n    if (i.name === 'delete_user') r.state.approve(i);\n  }\n}",
    "for (const i of r.interruptions) {\n  const answer = await rl.question(`Run ${i.name}?`);\n  if (answer === 'y' && OK.has(i.name)) r.state.approve(i);\n}",
    "for (const i of r.interruptions) {\n  switch (i.name) {\n    case 'get_user': r.state.approve(i); break;\n    default: if (await ask(i)) r.state.approve(i);\n  }\n}",
    "const tool = { name: 'x' };\nfor (const i of r.interruptions) {\n  if (i.name !== 'delete_user') {\n    r.state.approve(i);\n    continue;\n  }\n  if (await ask(i)) r.state.approve(i);\n}",
    'for (const i of r.interruptions) {\n  if (!OK.has(i.name) || !(await ask(i))) {\n    r.state.reject(i);\n    continue;\n  }\n  r.state.approve(i);\n}',
    'for (const i of r.interruptions) {\n  if (SAFE.includes(i.name)) {\n    if (OK.has(i.name)) r.state.approve(i);\n  }\n}',
    "for (const i of r.interruptions) {\n  if (i.name !== 'delete_user' || !(await ask(i))) continue;\n  r.state.approve(i);\n}",
    'for (const i of r.interruptions) {\n  if (OK.has(i.name) && SAFE.includes(i.name)) r.state.approve(i);\n}',
    'for (const i of r.interruptions) {\n  if ((!OK.has(i.name) || !(await ask(i))) && i) {\n    r.state.reject(i);\n    continue;\n  }\n  r.state.approve(i);\n}',
  ],
};
const PYTHON = {
  file: 'a.py',
  head: HEAD_PY,
  flawed: [
    "for i in r.interruptions:\n    if i.name == 'delete_user':\n        state.approve(i)\n    else:\n        state.reject(i)\n",
    'for i in r.interruptions:\n    if i.raw_item.name in OK:\n        state.approve(i)\n',
    'for i in r.interruptions:\n    if i.tool_name not in OK:\n        state.reject(i)\n        continue\n    state.approve(i)\n',
    "for i in r.interruptions:\n    state.approve(i) if i.name == 'delete_user' else state.reject(i)\n",
    "for i in r.interruptions:\n    if i.name in ('get_user', 'delete_user'):\n        state.approve(i)\n",
  ],
  careful: [
    "for i in r.interruptions:\n    if i.name in SAFE:\n        state.approve(i)\n    elif input('ok?') == 'y':\n        state.approve(i)\n    else:\n        state.reject(i)\n",
    "for i in r.interruptions:\n    if i.name == 'delete_user':\n        if input('ok?') != 'y':\n            state.reject(i)\n            continue\n    state.approve(i)\n",
    'for i in r.interruptions:\n    if i.name in SAFE or ask(i):\n        state.approve(i)\n',
    'for i in r.interruptions:\n    if i.name not in SAFE and not ask(i):\n        state.reject(i)\n        continue\n    state.approve(i)\n',
    "for i in r.interruptions:\n    if i.name == 'delete_user':\n        answer = input('delete?')\n        if answer == 'y':\n            state.approve(i)\n",
    "def decide(i):\n    if i.name == 'delete_user':\n        return input('ok?') == 'y'\n    return True\nfor i in r.interruptions:\n    if decide(i):\n        state.approve(i)\n",
    "for i in r.interruptions:\n    if i.name == 'delete_user' and not ask(i):\n        state.reject(i)\n    else:\n        state.approve(i)\n",
    "NEEDS_PERSON = {'delete_user'}\nfor i in r.interruptions:\n    if i.name in NEEDS_PERSON:\n        state.reject(i)\n        continue\n    state.approve(i)\n",
    "OK = load()\nOK = OK | {'delete_user'}\nfor i in r.interruptions:\n    if i.name in OK:\n        state.approve(i)\n",
    "confirmed = input('all?') == 'y'\nfor i in r.interruptions:\n    if i.name == 'delete_user' and confirmed:\n        state.approve(i)\n",
    'for i in r.interruptions:\n    if i.name not in OK or not ask(i):\n        state.reject(i)\n        continue\n    state.approve(i)\n',
  ],
};

describe.each([TYPESCRIPT, PYTHON])(
  'an approval by the name of the tool, in $file',
  ({ file, head, flawed, careful }) => {
    it.each(flawed)('answers the gate of that tool: %s', async (loop) => {
      expect(
        await answered(
          file,
          `${head}${loop}
`,
        ),
      ).toEqual(['error `delete_user`']);
    });

    it.each(careful)(
      'answers none where reading tools alone are named, or somebody is asked: %s',
      async (loop) => {
        expect(
          await answered(
            file,
            `${head}${loop}
`,
          ),
        ).toEqual([]);
      },
    );
  },
);

describe('an approval by name', () => {
  it('goes before a setting that answers the rest', async () => {
    const loops = `for (const i of r.interruptions) {
  if (i.name === 'delete_user') r.state.approve(i);
  else if (process.env.AUTO_APPROVE) r.state.approve(i);
}`;
    expect(
      await answered(
        'a.ts',
        `${HEAD_TS}${loops}
`,
      ),
    ).toEqual(['error `delete_user`']);
  });

  it('is read from a list, however long and however written', async () => {
    const others = '"a"        , '.repeat(150);
    const loop = 'for i in r.interruptions:\n    if i.name in NAMED:\n        state.approve(i)\n';
    const named = (list: string) => answered('a.py', `${HEAD_PY}NAMED = [${list}]\n${loop}`);
    expect(await named(`${others}"delete_user",\n  "b",\n`)).toEqual(['error `delete_user`']);
    expect(await named(`${others}"get_user"`)).toEqual([]);
  });
});
