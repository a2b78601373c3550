import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

interface Tool {
  name: string;
  effect: string;
  confidence: string;
  approval: { state: string; by?: string; why?: string };
}

interface Inventory {
  systems: {
    dialect: string;
    runtime: string;
    file: string;
    agents: { tools: Tool[] }[];
    unresolved: { what: string; why: string }[];
  }[];
  unread: { framework: string; files: string[] }[];
}

const inventoryOf = async (files: Record<string, string>): Promise<Inventory> =>
  JSON.parse((await runCli(folderWith(files), ['inspect', '--format', 'json'])).stdout);

/** The tools of a project as `name: effect (confidence), gate`. */
async function toolsIn(files: Record<string, string>): Promise<string[]> {
  return (await inventoryOf(files)).systems.flatMap(({ agents }) =>
    agents.flatMap(({ tools }) =>
      tools.map(
        ({ name, effect, confidence, approval }) => `${name}: ${effect} (${confidence}), ${approval.state}`,
      ),
    ),
  );
}

/** Findings of a rule as `file:line: message`. */
async function findingsOf(files: Record<string, string>, rule: string): Promise<string[]> {
  const { stdout } = await runCli(folderWith(files), ['check', '--format', 'compact']);
  return stdout.split('\n').flatMap((line) => {
    const [, place, found, message] = /^(\S+:\d+):\d+: \w+ (\S+) (.*)$/.exec(line) ?? [];
    return found === rule ? [`${place}: ${message}`] : [];
  });
}

const CHAT_PY = `import json
import os
import shutil
import subprocess

from openai import OpenAI

client = OpenAI()
`;

const schema = (name: string): string =>
  `{"type": "function", "function": {"name": "${name}", "description": "A tool.", "parameters": {}}}`;

const CALLS_PY = `    for call in message.tool_calls:
            args = json.loads(call.function.arguments)
`;

/** A loop of chat completions in Python over tools of some names; \`run\` runs one call. */
const chatLoop = (names: readonly string[], before: string, run: string, head = 'while True:'): string =>
  `${CHAT_PY}
TOOLS = [${names.map(schema).join(', ')}]

${before}

def main(messages):
    ${head}
        response = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
        message = response.choices[0].message
        if not message.tool_calls:
            break
    ${CALLS_PY}${run
      .split('\n')
      .map((line) => `            ${line}`)
      .join('\n')}


main([])
`;

const ACTS_PY = `def wipe_all(path):
    shutil.rmtree(path)


def look(path):
    return open(path).read()
`;

const CLAUDE_TS = `import { rmSync, readFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
import * as readline from 'node:readline/promises';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic();
const tools: Anthropic.Tool[] = [
  { name: 'tidy', description: 'A tool.', input_schema: { type: 'object' } },
  { name: 'peek', description: 'A tool.', input_schema: { type: 'object' } },
];
function tidy(input: { path: string }) {
  rmSync(input.path, { recursive: true });
  return 'ok';
}
function peek(input: { path: string }) {
  return readFileSync(input.path, 'utf8');
}
`;

const claudeLoop = (before: string, run: string, head = 'while (true)'): string => `${CLAUDE_TS}
${before}
export async function main(messages: Anthropic.MessageParam[]) {
  ${head} {
    const response = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools });
    if (response.stop_reason !== 'tool_use') break;
    for (const block of response.content) {
      if (block.type !== 'tool_use') continue;
      ${run}
    }
  }
}
await main([]);
`;

describe('a loop by hand', () => {
  it('is a system of its own dialect, with the places of its tools in the list', async () => {
    const { systems, unread } = await inventoryOf({
      'desk.py': chatLoop(['wipe_all'], ACTS_PY, 'wipe_all(**args)'),
      'desk.ts': claudeLoop('', 'tidy(block.input as { path: string });'),
    });
    expect(systems.map(({ dialect, runtime, file }) => [dialect, runtime, file])).toEqual([
      ['client-loop', 'responses', 'desk.py'],
      ['client-loop', 'responses', 'desk.ts'],
    ]);
    expect(unread).toEqual([]);
  });

  it('runs what a dict holds for the name', async () => {
    const run = 'HANDLERS[call.function.name](**args)';
    const handlers = `${ACTS_PY}\nHANDLERS = {"tidy": wipe_all, "peek": look}\n`;
    const expected = ['tidy: destructive (high), absent', 'peek: read (medium), absent'];
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, run) })).toEqual(expected);
    const get = 'run = HANDLERS.get(call.function.name)\nif run:\n    run(**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, get) })).toEqual(expected);
    expect(
      await toolsIn({
        'desk.ts': claudeLoop(
          'const handlers: Record<string, (input: { path: string }) => string> = { tidy, peek };',
          'handlers[block.name](block.input);',
        ),
      }),
    ).toEqual(expected);
  });

  it('runs what a function does for the constants that the branch of the tool passes', async () => {
    const bus = `${ACTS_PY}
def bus(server, text):
    if server == "files":
        return look(text)
    elif server == "code":
        exec(text)
`;
    const run =
      'if call.function.name == "peek":\n    bus("files", args)\nelif call.function.name == "work":\n    bus("code", args)';
    const [peek, work] = await toolsIn({ 'desk.py': chatLoop(['peek', 'work'], bus, run) });
    expect(peek).not.toContain('destructive');
    expect(work).toBe('work: destructive (high), absent');
  });

  it('runs the function of its only tool without a test of the name', async () => {
    const wipes = ['wipe_all: destructive (high), absent'];
    const only = (run: string, name = 'wipe_all'): Promise<string[]> =>
      toolsIn({ 'desk.py': chatLoop([name], `${ACTS_PY}\nRUN = {"${name}": wipe_all}\n`, run) });
    expect(await only('RUN[call.function.name](**args)')).toEqual(wipes);
    expect(await only('wipe_all(**args)')).toEqual(wipes);
    expect(await only('wipe_all(args["path"])', 'tidy')).toEqual(['tidy: destructive (high), absent']);
    const script = async (run: string, before = ''): Promise<string[]> => {
      const loop = claudeLoop(before, run).replace(/^.*name: 'peek'.*\n/m, '');
      return await toolsIn({ 'desk.ts': loop });
    };
    expect(await script('tidy(block.input as { path: string });')).toEqual([
      'tidy: destructive (high), absent',
    ]);
    expect(
      await script(
        'RUN[block.name](block.input);',
        'const RUN: Record<string, (input: { path: string }) => string> = { tidy };',
      ),
    ).toEqual(['tidy: destructive (high), absent']);
  });

  it('takes no function for that of its only tool that logs the call, or runs where no tool is called', async () => {
    const unread = ['wipe_all: destructive (medium), inexpressible'];
    const logs = 'def log(call):\n    print(call.function.name)\n';
    expect(await toolsIn({ 'desk.py': chatLoop(['wipe_all'], logs, 'log(call)') })).toEqual(unread);
    const ends = chatLoop(['wipe_all'], 'def end():\n    shutil.rmtree("/tmp/x")\n', 'print(args)').replace(
      /^( *)break$/m,
      '$1end()\n$1break',
    );
    expect(await toolsIn({ 'desk.py': ends })).toEqual(unread);
    const several = 'wipe_all(**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], ACTS_PY, several) })).toEqual([
      'tidy: unknown (low), inexpressible',
      'peek: read (medium), inexpressible',
    ]);
  });

  it('passes to a branch what the model answers', async () => {
    const run = 'if call.function.name == "peek":\n    subprocess.run(args["command"], shell=True)';
    const open = ['peek: destructive (high), absent'];
    expect(await toolsIn({ 'desk.py': chatLoop(['peek'], '', run) })).toEqual(open);
  });

  it('does not run for all tools what a lookup behind one test of their names may run', async () => {
    const handlers = `${ACTS_PY}
def run_one(name, args):
    handlers = {"tidy": wipe_all, "peek": look}
    if name in handlers:
        return handlers[name](**args)
`;
    expect(
      await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, 'run_one(call.function.name, args)') }),
    ).toEqual(['tidy: destructive (high), absent', 'peek: read (medium), absent']);
  });

  it('runs the branch that tests the name, inline or in a function, in another file too', async () => {
    const chain = `${ACTS_PY}

def execute(name, args):
    if name == "tidy":
        return subprocess.run(args["command"], shell=True)
    elif name == "peek":
        return look(args["path"])
    return "unknown"
`;
    expect(
      await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], chain, 'execute(call.function.name, args)') }),
    ).toEqual(['tidy: destructive (high), absent', 'peek: read (medium), absent']);
    const inline = 'if call.function.name == "tidy":\n    os.remove(args["path"])';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy'], '', inline) })).toEqual([
      'tidy: destructive (high), absent',
    ]);
    expect(
      await toolsIn({
        'desk.ts': claudeLoop(
          '',
          `switch (block.name) {
        case 'tidy': tidy(block.input as { path: string }); break;
        case 'peek': peek(block.input as { path: string }); break;
      }`,
        ),
      }),
    ).toEqual(['tidy: destructive (high), absent', 'peek: read (medium), absent']);
    expect(
      await toolsIn({
        'tools.py': `import shutil\n\n\ndef run_tool(name, args):\n    match name:\n        case "tidy":\n            shutil.rmtree(args["path"])\n        case "peek":\n            return open(args["path"]).read()\n`,
        'desk.py': `from tools import run_tool\n${chatLoop(['tidy', 'peek'], '', 'run_tool(call.function.name, args)')}`,
      }),
    ).toEqual(['tidy: destructive (high), absent', 'peek: read (medium), inexpressible']);
  });

  it('runs what is registered under the name', async () => {
    const registry = `_TOOLS = {}


def register(name):
    def decorator(function):
        _TOOLS[name] = function
        return function
    return decorator


@register("tidy")
def clean(path):
    shutil.rmtree(path)


class Runner:
    def call(self, name, args):
        return _TOOLS[name](**args)


runner = Runner()
`;
    const run = 'runner.call(call.function.name, args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy'], registry, run) })).toEqual([
      'tidy: destructive (high), absent',
    ]);
  });

  it('looks through the same functions, whatever comments and docstrings say', async () => {
    const other = (index: number, inside: string): string => `def other_${index}():
    """Runs what is called."""
    ${inside}
    return ${index}
`;
    const chain = `def execute(name, args):
    if name == "tidy":
        return subprocess.run(args["command"], shell=True)
`;
    const program = (inside: string): Record<string, string> => {
      const others = Array.from({ length: 15 }, (_, index) => other(index, inside)).join('\n');
      return {
        'desk.py': chatLoop(['tidy'], `${others}\n${chain}`, 'execute(call.function.name, args)'),
      };
    };
    const plain = await inventoryOf(program('pass'));
    expect(await toolsIn(program('pass'))).toEqual(['tidy: destructive (high), absent']);
    expect(await inventoryOf(program(`# runs "tidy" and 'tidy', by call.function.name`))).toEqual(plain);
    expect(await inventoryOf(program('"tidy"'))).toEqual(plain);
  });

  it('lists that functions beyond the twelfth are not looked through for the names of tools', async () => {
    const program = (count: number): Record<string, string> => {
      const names = Array.from({ length: count }, (_, index) => `step_${index}`);
      const chains = names.map(
        (name) => `def run_${name}(name, args):
    if name == "${name}":
        return subprocess.run(args["command"], shell=True)
`,
      );
      const run = names.map((name) => `run_${name}(call.function.name, args)`).join('\n');
      return { 'desk.py': chatLoop(names, chains.join('\n'), run, 'for turn in range(9):') };
    };
    const ends = async (count: number): Promise<unknown[]> => {
      const [system] = (await inventoryOf(program(count))).systems;
      return [
        (await toolsIn(program(count))).at(-1),
        system?.unresolved.map(({ what, why }) => `${what}: ${why}`),
      ];
    };
    expect(await ends(12)).toEqual(['step_11: destructive (high), absent', []]);
    expect(await ends(13)).toEqual([
      // What the module's own code runs is seen from there.
      'step_12: destructive (high), absent',
      ['what runs for each tool: only 12 of 13 functions that mention the names of tools are read'],
    ]);
  });

  it('lowers nothing by a branch that only prints', async () => {
    const shown = `def show(name, args):
    if name == "send_mail":
        print("mail to", args["to"])
`;
    expect(
      await toolsIn({ 'desk.py': chatLoop(['send_mail'], shown, 'show(call.function.name, args)') }),
    ).toEqual(['send_mail: outward (medium), inexpressible']);
  });

  it('runs what is looked up by the name', async () => {
    const run = 'globals()[call.function.name](**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['wipe_all', 'look'], ACTS_PY, run) })).toEqual([
      'wipe_all: destructive (high), absent',
      'look: read (medium), absent',
    ]);
    const box = `class Box:
    def tidy(self, path):
        shutil.rmtree(path)


box = Box()
`;
    expect(
      await toolsIn({ 'desk.py': chatLoop(['tidy'], box, 'getattr(box, call.function.name)(**args)') }),
    ).toEqual(['tidy: destructive (high), absent']);
  });

  it('says that a gate cannot be stated where nothing in its files runs a tool', async () => {
    const program = `${CHAT_PY}
TOOLS = [${schema('delete_account')}]


def ask(messages):
    return client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
`;
    expect(await toolsIn({ 'desk.py': program })).toEqual([
      'delete_account: destructive (medium), inexpressible',
    ]);
    expect(await findingsOf({ 'desk.py': program }, 'approval/missing')).toEqual([]);
  });

  it('is found where the module of the client is imported from its package', async () => {
    const program = `from vertexai import generative_models as models

def wipe(path: str) -> str:
    """Deletes a folder."""
    shutil.rmtree(path)
    return "done"

tool = models.Tool(function_declarations=[models.FunctionDeclaration.from_func(wipe)])
chat = models.GenerativeModel("m", tools=[tool]).start_chat()
`;
    expect(await toolsIn({ 'desk.py': `import shutil\n${program}` })).toEqual([
      'wipe: destructive (high), absent',
    ]);
  });

  it('invents nothing for a computed list, nor for a client of another package', async () => {
    const computed = `${CHAT_PY}
def ask(messages, tools):
    return client.chat.completions.create(model="m", messages=messages, tools=tools)
`;
    const { systems } = await inventoryOf({ 'desk.py': computed });
    expect(systems.map(({ agents }) => agents.flatMap(({ tools }) => tools))).toEqual([[]]);
    const own = `from twilio.rest import Client

Client().messages.create(to="1", body="x", tools=[{"name": "delete_all"}])
`;
    expect((await inventoryOf({ 'sms.py': own })).systems).toEqual([]);
    const local = `class Messages:
    def create(self, tools):
        return tools


class Client:
    messages = Messages()


Client().messages.create(tools=[{"name": "delete_all"}])
`;
    expect((await inventoryOf({ 'own.py': local })).systems).toEqual([]);
  });
});

describe('the gate of a loop by hand', () => {
  const handlers = `${ACTS_PY}\nHANDLERS = {"tidy": wipe_all, "peek": look}\n`;

  it("is a person's answer between the call of the model and the dispatch", async () => {
    const asked = 'if input("Run it? ") != "y":\n    continue\nHANDLERS[call.function.name](**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, asked) })).toEqual([
      'tidy: destructive (high), shown',
      'peek: read (medium), shown',
    ]);
    const some =
      'if call.function.name == "tidy" and input("Run it? ") != "y":\n    continue\nHANDLERS[call.function.name](**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, some) })).toEqual([
      'tidy: destructive (high), shown',
      'peek: read (medium), absent',
    ]);
    const rl =
      'const rl = readline.createInterface({ input: process.stdin, output: process.stdout });\nconst handlers: Record<string, (input: { path: string }) => string> = { tidy, peek };';
    expect(
      await toolsIn({
        'desk.ts': claudeLoop(
          rl,
          "if ((await rl.question('Run it? ')) !== 'y') continue;\n      handlers[block.name](block.input);",
        ),
      }),
    ).toEqual(['tidy: destructive (high), shown', 'peek: read (medium), shown']);
  });

  it('is none where another tool is asked for, or the answer is not used', async () => {
    const other =
      'if call.function.name == "peek" and input("Run it? ") != "y":\n    continue\nHANDLERS[call.function.name](**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, other) })).toEqual([
      'tidy: destructive (high), absent',
      'peek: read (medium), shown',
    ]);
    const unused = 'input("Press enter")\nHANDLERS[call.function.name](**args)';
    expect(await toolsIn({ 'desk.py': chatLoop(['tidy'], handlers, unused) })).toEqual([
      'tidy: destructive (high), absent',
    ]);
  });

  it('is none where the function is handed to another call, and not known where what runs it is not found', async () => {
    const tool = async (dispatch: string): Promise<string[]> =>
      await toolsIn({ 'desk.py': chatLoop(['tidy', 'peek'], handlers, dispatch) });
    const threads = 'asyncio.run(asyncio.to_thread(HANDLERS[call.function.name], **args))';
    expect((await tool(`import asyncio\n${threads}`))[0]).toBe('tidy: destructive (high), absent');
    const written = ACTS_PY.replace('wipe_all', 'tidy');
    expect(
      (
        await toolsIn({
          'desk.py': chatLoop(['tidy', 'peek'], written, 'eval(f"{call.function.name}(**args)")'),
        })
      )[0],
    ).toBe('tidy: destructive (high), inexpressible');
  });

  it('is not the question that begins a turn', async () => {
    const program = chatLoop(['tidy'], handlers, 'HANDLERS[call.function.name](**args)').replace(
      'main([])',
      'while True:\n    text = input("> ")\n    if text == "quit":\n        break\n    main([{"role": "user", "content": text}])',
    );
    expect(await toolsIn({ 'desk.py': program })).toEqual(['tidy: destructive (high), absent']);
    expect(await findingsOf({ 'desk.py': program }, 'approval/missing')).toEqual([
      'desk.py:10: `tidy` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:13).',
    ]);
  });
});

describe('the bound of a loop by hand', () => {
  const run = 'wipe_all(**args)';
  const bound = (head: string): Promise<string[]> =>
    findingsOf({ 'desk.py': chatLoop(['wipe_all'], ACTS_PY, run, head) }, 'delegation/unbounded-turns');

  it('is missing where only the model ends it', async () => {
    expect(await bound('while True:')).toEqual([
      'desk.py:21: `agent` can loop without a turn limit: nothing but the model ends `while True`.',
    ]);
    expect(
      await findingsOf(
        { 'desk.ts': claudeLoop('', 'peek(block.input as { path: string });') },
        'delegation/unbounded-turns',
      ),
    ).toEqual([
      'desk.ts:21: `agent` can loop without a turn limit: nothing but the model ends `while (true)`.',
    ]);
  });

  it('is a count of turns', async () => {
    expect(await bound('for _ in range(8):')).toEqual([]);
    expect(await bound('turns = 0\n    while turns < 8:\n        turns += 1')).toEqual([]);
    expect(
      await bound('turns = 0\n    while True:\n        turns += 1\n        if turns > 8:\n            break'),
    ).toEqual([]);
    expect(
      await findingsOf(
        {
          'desk.ts': claudeLoop(
            '',
            'peek(block.input as { path: string });',
            'for (let turn = 0; turn < 8; turn++)',
          ),
        },
        'delegation/unbounded-turns',
      ),
    ).toEqual([]);
  });
});

const FUNCTIONS = ['tidy', 'peek']
  .map((name) => `{"type": "function", "name": "${name}", "description": "A tool.", "parameters": {}}`)
  .join(', ');

const indented = (text: string, depth: number): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(depth) + line)
    .join('\n');

const ASK_PY = 'response = client.responses.create(model="m", input=items, tools=TOOLS)';

/** A loop of Responses requests in Python; \`run\` runs one call. */
const responsesLoop = (
  before: string,
  run: string,
  ask = ASK_PY,
  head = 'while True:',
): string => `import json
import os
import shutil

import requests
from openai import OpenAI

client = OpenAI()
TOOLS = [${FUNCTIONS}]

${before}

def main(items):
    ${head}
${indented(ask, 8)}
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            break
        for call in calls:
            args = json.loads(call.arguments)
${indented(run, 12)}
            items.append({"type": "function_call_output", "call_id": call.call_id, "output": "done"})


main([])
`;

const ASK_TS = `const response = await client.responses.create({ model: 'm', input, tools });`;

const responsesLoopTs = (
  run: string,
  ask = ASK_TS,
): string => `import { rmSync, readFileSync } from 'node:fs';
import * as readline from 'node:readline/promises';
import OpenAI from 'openai';

const client = new OpenAI();
const tools: OpenAI.Responses.Tool[] = [${FUNCTIONS}];
const tidy = ({ path }: { path: string }) => rmSync(path, { recursive: true });
const peek = ({ path }: { path: string }) => readFileSync(path, 'utf8');
const handlers: Record<string, (input: { path: string }) => unknown> = { tidy, peek };

export async function main(input: OpenAI.Responses.ResponseInput) {
  for (let turn = 0; turn < 9; turn++) {
    ${ask}
    for (const call of response.output) {
      if (call.type !== 'function_call') continue;
      const args = JSON.parse(call.arguments);
      ${run}
    }
  }
}
await main([]);
`;

describe('a loop around Responses requests', () => {
  const handlers = `${ACTS_PY}\nHANDLERS = {"tidy": wipe_all, "peek": look}\n`;
  const dispatch = 'HANDLERS[call.name](**args)';
  const acts = ['tidy: destructive (high), absent', 'peek: read (medium), absent'];
  const asked = ['tidy: destructive (high), shown', 'peek: read (medium), shown'];
  const chain = `if call.name == "tidy":
    wipe_all(args["path"])
elif call.name == "peek":
    look(args["path"])`;
  const match = `match call.name:
    case "tidy":
        shutil.rmtree(args["path"])
    case "peek":
        look(args["path"])`;

  it.each([
    ['a dict', handlers, dispatch],
    ['a chain of tests', ACTS_PY, chain],
    ['a match', ACTS_PY, match],
  ])('runs what %s holds for the name, in Python', async (_, before, run) => {
    const files = { 'desk.py': responsesLoop(before, run) };
    expect(await toolsIn(files)).toEqual(acts);
    expect((await inventoryOf(files)).systems.map(({ dialect }) => dialect)).toEqual(['responses']);
  });

  it.each([
    ['an object', 'handlers[call.name]?.(args);'],
    [
      'a chain of tests',
      `if (call.name === 'tidy') tidy(args);\n      else if (call.name === 'peek') peek(args);`,
    ],
    ['a switch', `switch (call.name) { case 'tidy': tidy(args); break; case 'peek': peek(args); break; }`],
  ])('runs what %s holds for the name, in TypeScript', async (_, run) => {
    expect(await toolsIn({ 'desk.ts': responsesLoopTs(run) })).toEqual(acts);
  });

  it('is reported where a tool with a mild name deletes and nobody is asked', async () => {
    expect(await findingsOf({ 'desk.py': responsesLoop(handlers, dispatch) }, 'approval/missing')).toEqual([
      'desk.py:9: `tidy` deletes permanently without human approval (runs `shutil.rmtree(path)` at desk.py:12).',
    ]);
    expect(
      await findingsOf({ 'desk.ts': responsesLoopTs('handlers[call.name]?.(args);') }, 'approval/missing'),
    ).toEqual([
      'desk.ts:6: `tidy` deletes permanently without human approval (runs `rmSync(path, { recursive: true })` (`fs.rmSync`) at desk.ts:7).',
    ]);
  });

  it("has a person's answer before the dispatch as its gate", async () => {
    const run = `if input("Run it? ") != "y":\n    continue\n${dispatch}`;
    const gated = { 'desk.py': responsesLoop(handlers, run) };
    expect(await toolsIn(gated)).toEqual(asked);
    expect(await findingsOf(gated, 'approval/missing')).toEqual([]);
    const inScript = `const terminal = readline.createInterface({ input: process.stdin });
      if ((await terminal.question('Run it? ')) !== 'y') continue;
      handlers[call.name]?.(args);`;
    expect(await toolsIn({ 'desk.ts': responsesLoopTs(inScript) })).toEqual(asked);
  });

  it("has a person's answer inside of a tool as the gate of that tool", async () => {
    const inside = handlers.replace(
      '    shutil.rmtree(path)',
      '    if input("Sure? ") == "y":\n        shutil.rmtree(path)',
    );
    expect(await toolsIn({ 'desk.py': responsesLoop(inside, dispatch) })).toEqual([
      'tidy: destructive (medium), shown',
      'peek: read (medium), absent',
    ]);
  });

  it('may be in another file than the request', async () => {
    const model = `from openai import OpenAI

client = OpenAI()
TOOLS = [${FUNCTIONS}]


def ask(items):
    return client.responses.create(model="m", input=items, tools=TOOLS)
`;
    const loop = `from model import ask\n${responsesLoop(handlers, dispatch, 'response = ask(items)').replace(/^TOOLS.*$/m, '')}`;
    expect(await toolsIn({ 'model.py': model, 'desk.py': loop })).toEqual(acts);
    expect(await toolsIn({ 'model.py': model })).toEqual([
      'tidy: unknown (low), inexpressible',
      'peek: read (medium), inexpressible',
    ]);
  });

  it('is bounded by a count of turns', async () => {
    const rule = 'delegation/unbounded-turns';
    expect(await findingsOf({ 'desk.py': responsesLoop(handlers, dispatch) }, rule)).toEqual([
      'desk.py:22: `agent` can loop without a turn limit: nothing but the model ends `while True`.',
    ]);
    const counted = responsesLoop(handlers, dispatch, ASK_PY, 'for turn in range(9):');
    expect(await findingsOf({ 'desk.py': counted }, rule)).toEqual([]);
  });

  it('reads a body that is assembled in branches and sent by hand', async () => {
    const ask = `body = {"model": "m", "input": items}
if items:
    body["tools"] = TOOLS
sent = requests.post("https://api.openai.com/v1/responses", json=body)
response = sent.json()`;
    expect(await toolsIn({ 'desk.py': responsesLoop(handlers, dispatch, ask) })).toEqual(acts);
    const send = `const body: Record<string, unknown> = { model: 'm', input };
    if (input.length > 0) body.tools = tools;
    const sent = await fetch('https://api.openai.com/v1/responses', { method: 'POST', body: JSON.stringify(body) });
    const response = await sent.json();`;
    expect(await toolsIn({ 'desk.ts': responsesLoopTs('handlers[call.name]?.(args);', send) })).toEqual(acts);
  });
});

describe('a runner of an SDK', () => {
  const RUNNER = (options: string) => `import anthropic
from anthropic import beta_tool

client = anthropic.Anthropic()

@beta_tool
def add(a: int, b: int) -> str:
    """Add."""
    return str(a + b)

client.beta.messages.tool_runner(model="m", max_tokens=9, tools=[add], ${options}messages=[]).until_done()
`;
  const SCRIPT = (options: string) => `import Anthropic from '@anthropic-ai/sdk';
const client = new Anthropic();
const add = { name: 'add', description: 'Add.', input_schema: {}, run: ({ a, b }) => String(a + b) };
await client.beta.messages.toolRunner({ model: 'm', max_tokens: 9, ${options}tools: [add], messages: [] });
`;
  const OPENAI = (rest: string) => `import OpenAI from 'openai';
const client = new OpenAI();
const add = { type: 'function', function: { name: 'add', function: ({ a, b }) => String(a + b), parameters: {} } };
await client.chat.completions.runTools({ model: 'm', messages: [], tools: [add] }${rest}).finalContent();
`;
  const limitsOf = (files: Record<string, string>) => findingsOf(files, 'delegation/unbounded-turns');

  it('has no bound unless `max_iterations` states one, at Anthropic', async () => {
    const message = (name: string) =>
      `\`agent\` can loop without a turn limit: \`${name}\` without \`max_iterations\` runs until the model calls no tool.`;
    expect(await limitsOf({ 'loop.py': RUNNER('') })).toEqual([`loop.py:11: ${message('tool_runner')}`]);
    expect(await limitsOf({ 'loop.py': RUNNER('max_iterations=5, ') })).toEqual([]);
    expect(await limitsOf({ 'loop.ts': SCRIPT('') })).toEqual([`loop.ts:4: ${message('toolRunner')}`]);
    expect(await limitsOf({ 'loop.ts': SCRIPT('max_iterations: 5, ') })).toEqual([]);
  });

  it('has a bound by default at OpenAI', async () => {
    expect(await limitsOf({ 'loop.ts': OPENAI('') })).toEqual([]);
    expect(await limitsOf({ 'loop.ts': OPENAI(', { maxChatCompletions: 3 }') })).toEqual([]);
  });
});
