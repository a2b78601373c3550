/** How a program asks a model with tools: `ask` gives the calls of tools, each with `name` and `args`. */
interface Asking {
  readonly top: string;
  readonly tools: string;
  /** The statements that give `calls`. */
  readonly ask: string;
  /** The name and the arguments of one call. */
  readonly name: string;
  readonly args: string;
  readonly files?: Readonly<Record<string, string>>;
}

const chatTool = (name: string): string =>
  `{"type": "function", "function": {"name": "${name}", "description": "A tool.", "parameters": {}}}`;
const plainTool = (name: string): string =>
  `{"name": "${name}", "description": "A tool.", "input_schema": {}}`;
const NAMES = ['tidy', 'peek'];
const CHAT_TOOLS = `[${NAMES.map(chatTool).join(', ')}]`;
const PLAIN_TOOLS = `[${NAMES.map(plainTool).join(', ')}]`;

const OF_CHAT = { name: 'call.function.name', args: 'json.loads(call.function.arguments)' };
const OF_JSON = { name: 'call["function"]["name"]', args: 'json.loads(call["function"]["arguments"])' };
const OF_BLOCK = { name: 'call.name', args: 'call.input' };

/** Members of a map that do nothing else than the last ones. */
const manyNames = (quote: string, value: string): string =>
  Array.from({ length: 30 }, (_, at) => `${quote}peek_${at}${quote}: ${value}, `).join('');

/** Requests in Python. */
export const PYTHON_REQUESTS = {
  'the client of chat completions': {
    top: 'from openai import OpenAI\nclient = OpenAI()',
    tools: CHAT_TOOLS,
    ask: 'reply = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)\ncalls = reply.choices[0].message.tool_calls or []',
    ...OF_CHAT,
  },
  'the client of messages': {
    top: 'import anthropic\nclient = anthropic.Anthropic()',
    tools: PLAIN_TOOLS,
    ask: 'reply = client.messages.create(model="m", max_tokens=9, messages=messages, tools=TOOLS)\ncalls = [one for one in reply.content if one.type == "tool_use"]',
    ...OF_BLOCK,
  },
  'a wrapper in another file that passes `**kwargs` on': {
    top: 'from llm import LLMClient\nclient = LLMClient({"url": "http://localhost:1234/v1"})',
    tools: CHAT_TOOLS,
    ask: 'reply = client.chat(messages, stream=False, tools=TOOLS, tool_choice="auto")\ncalls = reply.choices[0].message.tool_calls or []',
    ...OF_CHAT,
    files: {
      'llm.py': `from openai import OpenAI


class LLMClient:
    def __init__(self, settings):
        self.client = OpenAI(base_url=settings["url"])

    def chat(self, messages, stream=True, **kwargs):
        return self.client.chat.completions.create(model="m", messages=messages, stream=stream, **kwargs)
`,
    },
  },
  'a function in another file that puts the body together': {
    top: 'from llm import ask',
    tools: CHAT_TOOLS,
    ask: 'reply = ask(messages, TOOLS)\ncalls = reply.choices[0].message.tool_calls or []',
    ...OF_CHAT,
    files: {
      'llm.py': `from openai import OpenAI

client = OpenAI()


def ask(messages, tools=None):
    options = {"model": "m", "messages": messages}
    if tools:
        options["tools"] = tools
    return client.chat.completions.create(**options)
`,
    },
  },
  '`requests` to the address of a vendor': {
    top: 'import requests',
    tools: PLAIN_TOOLS,
    ask: 'reply = requests.post("https://api.anthropic.com/v1/messages", headers={"x-api-key": KEY}, json={"model": "m", "max_tokens": 9, "messages": messages, "tools": TOOLS}).json()\ncalls = [one for one in reply["content"] if one["type"] == "tool_use"]',
    name: 'call["name"]',
    args: 'call["input"]',
  },
  '`httpx` to a local server': {
    top: 'import httpx',
    tools: CHAT_TOOLS,
    ask: 'reply = httpx.post("http://localhost:11434/api/chat", json={"model": "m", "messages": messages, "tools": TOOLS}, timeout=60).json()\ncalls = reply["message"].get("tool_calls", [])',
    name: 'call["function"]["name"]',
    args: 'call["function"]["arguments"]',
  },
  '`requests` to the address of a model with its key behind it': {
    top: 'import requests',
    tools: `[{"function_declarations": ${PLAIN_TOOLS.replaceAll('input_schema', 'parameters')}}]`,
    ask: `reply = requests.post(f"https://generativelanguage.googleapis.com/v1beta/models/m:generateContent?key={KEY}", json={"contents": messages, "tools": TOOLS}).json()
calls = [one["functionCall"] for one in reply["candidates"][0]["content"]["parts"] if "functionCall" in one]`,
    name: 'call["name"]',
    args: 'call["args"]',
  },
  '`requests` to chat completions of any host, in a method': {
    top: `import requests


class Model:
    def __init__(self, base_url):
        self.base_url = base_url

    def chat(self, messages, tools):
        payload = {"model": "m", "messages": messages, "tools": tools}
        response = requests.post(f"{self.base_url}/v1/chat/completions", json=payload)
        response.raise_for_status()
        return response.json()


model = Model(os.environ["URL"])`,
    tools: CHAT_TOOLS,
    ask: 'reply = model.chat(messages, TOOLS)\ncalls = reply["choices"][0]["message"].get("tool_calls") or []',
    ...OF_JSON,
  },
  'a model that tools are bound to': {
    top: 'from langchain_openai import ChatOpenAI\nmodel = ChatOpenAI(model="m")',
    tools: CHAT_TOOLS,
    ask: 'reply = model.bind_tools(TOOLS).invoke(messages)\ncalls = reply.tool_calls',
    name: 'call["name"]',
    args: 'call["args"]',
  },
} satisfies Readonly<Record<string, Asking>>;

/** Requests in TypeScript. */
export const SCRIPT_REQUESTS = {
  'a model that tools are bound to': {
    top: "import { ChatOpenAI } from '@langchain/openai';\nconst model = new ChatOpenAI({ model: 'm' });",
    tools: CHAT_TOOLS,
    ask: 'const reply = await model.bindTools(TOOLS).invoke(messages);\nconst calls = reply.tool_calls ?? [];',
    name: 'call.name',
    args: 'call.args',
  },
  'the client of chat completions': {
    top: "import OpenAI from 'openai';\nconst client = new OpenAI();",
    tools: CHAT_TOOLS,
    ask: "const reply = await client.chat.completions.create({ model: 'm', messages, tools: TOOLS });\nconst calls = reply.choices[0].message.tool_calls ?? [];",
    name: 'call.function.name',
    args: 'JSON.parse(call.function.arguments)',
  },
  'the client of messages': {
    top: "import Anthropic from '@anthropic-ai/sdk';\nconst client = new Anthropic();",
    tools: PLAIN_TOOLS,
    ask: "const reply = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools: TOOLS });\nconst calls = reply.content.filter((one) => one.type === 'tool_use');",
    ...OF_BLOCK,
  },
  'a wrapper in another file that passes `...options` on': {
    top: "import { chat } from './llm';",
    tools: CHAT_TOOLS,
    ask: "const reply = await chat(messages, { tools: TOOLS, tool_choice: 'auto' });\nconst calls = reply.choices[0].message.tool_calls ?? [];",
    name: 'call.function.name',
    args: 'JSON.parse(call.function.arguments)',
    files: {
      'llm.ts': `import OpenAI from 'openai';

const client = new OpenAI();

export async function chat(messages: unknown[], options: object = {}) {
  return client.chat.completions.create({ model: 'm', messages, ...options });
}
`,
    },
  },
  'a class in another file that passes `...options` on': {
    top: "import { Model } from './llm';\nconst model = new Model('http://localhost:1234/v1');",
    tools: PLAIN_TOOLS,
    ask: "const reply = await model.send({ messages, tools: TOOLS });\nconst calls = reply.content.filter((one) => one.type === 'tool_use');",
    ...OF_BLOCK,
    files: {
      'llm.ts': `import Anthropic from '@anthropic-ai/sdk';

export class Model {
  private client: Anthropic;
  constructor(baseURL: string) {
    this.client = new Anthropic({ baseURL });
  }
  async send(options: { messages: unknown[]; tools?: unknown[] }) {
    return this.client.messages.create({ model: 'm', max_tokens: 9, ...options });
  }
}
`,
    },
  },
  '`fetch` to the address of a vendor': {
    top: '',
    tools: PLAIN_TOOLS,
    ask: `const response = await fetch('https://api.anthropic.com/v1/messages', {
  method: 'POST',
  headers: { 'x-api-key': process.env.KEY! },
  body: JSON.stringify({ model: 'm', max_tokens: 9, tools: TOOLS, messages }),
});
const reply = await response.json();
const calls = reply.content.filter((one) => one.type === 'tool_use');`,
    ...OF_BLOCK,
  },
  '`fetch` to a local server': {
    top: "const HOST = process.env.OLLAMA_HOST ?? 'http://localhost:11434';",
    tools: CHAT_TOOLS,
    ask: `const response = await fetch(\`\${HOST}/api/chat\`, { method: 'POST', body: JSON.stringify({ model: 'm', messages, tools: TOOLS }) });
const reply = await response.json();
const calls = reply.message.tool_calls ?? [];`,
    name: 'call.function.name',
    args: 'call.function.arguments',
  },
  '`fetch` to a model of any name': {
    top: '',
    tools: `[{ functionDeclarations: ${PLAIN_TOOLS.replaceAll('input_schema', 'parameters')} }]`,
    ask: `const response = await fetch(\`https://generativelanguage.googleapis.com/v1beta/models/\${process.env.MODEL}:generateContent\`, {
  method: 'POST',
  body: JSON.stringify({ contents: messages, tools: TOOLS }),
});
const reply = await response.json();
const calls = reply.candidates[0].content.parts.flatMap((part) => part.functionCall ?? []);`,
    name: 'call.name',
    args: 'call.args',
  },
  '`axios` to chat completions of any host': {
    top: "import axios from 'axios';",
    tools: CHAT_TOOLS,
    ask: `const { data } = await axios.post(process.env.URL + '/v1/chat/completions', { model: 'm', messages, tools: TOOLS });
const calls = data.choices[0].message.tool_calls ?? [];`,
    name: 'call.function.name',
    args: 'JSON.parse(call.function.arguments)',
  },
} satisfies Readonly<Record<string, Asking>>;

/** How a program runs what the model called: `run` runs one call, with NAME and ARGS. */
interface Running {
  readonly before: string;
  readonly run: string;
  readonly files?: Readonly<Record<string, string>>;
}

const PYTHON_ACTS = `def tidy(command):
    return subprocess.run(command, shell=True).stdout


def peek(path):
    return open(path).read()
`;

const PYTHON_CLASSES = `class Tidy:
    name = "tidy"

    def run(self, args):
        return subprocess.run(args["command"], shell=True).stdout


class Peek:
    name = "peek"

    def run(self, args):
        return open(args["path"]).read()
`;

const PYTHON_CASES = `case "tidy":
    result = tidy(args["command"])
case "peek":
    result = peek(args["path"])
case _:
    result = "unknown"`;

/** Dispatches in Python. */
export const PYTHON_DISPATCHES = {
  'a chain of tests': {
    before: PYTHON_ACTS,
    run: 'if name == "tidy":\n    result = tidy(args["command"])\nelif name == "peek":\n    result = peek(args["path"])\nelse:\n    result = "unknown"',
  },
  'a chain of tests behind a helper': {
    before: `${PYTHON_ACTS}\n\ndef clean(text):\n    return text.strip()\n`,
    run: 'if name == "tidy":\n    command = clean(args["command"])\n    result = tidy(command)\n    print(result)\nelif name == "peek":\n    result = peek(clean(args["path"]))',
  },
  'a match': { before: PYTHON_ACTS, run: `match name:\n${indent(PYTHON_CASES, 4)}` },
  'a dict': {
    before: `${PYTHON_ACTS}\n\nHANDLERS = {"tidy": tidy, "peek": peek}\n`,
    run: 'result = HANDLERS[name](**args)',
  },
  'a dict of more functions than a value is one of': {
    before: `${PYTHON_ACTS}\n\nHANDLERS = {${manyNames('"', 'peek')}"peek": peek, "tidy": tidy}\n`,
    run: 'result = HANDLERS[name](**args)',
  },
  'a dict that is asked for the name': {
    before: `${PYTHON_ACTS}\n\nHANDLERS = {"tidy": tidy, "peek": peek}\n`,
    run: 'handler = HANDLERS.get(name)\nresult = handler(**args) if handler else "unknown"',
  },
  'a dict of lambdas': {
    before: `${PYTHON_ACTS}\n\nHANDLERS = {"tidy": lambda a: tidy(a["command"]), "peek": lambda a: peek(a["path"])}\n`,
    run: 'if name in HANDLERS:\n    result = HANDLERS[name](args)',
  },
  'a dict of objects': {
    before: `${PYTHON_CLASSES}\n\nTOOLBOX = {one.name: one for one in [Tidy(), Peek()]}\n`,
    run: 'tool = TOOLBOX.get(name)\nif tool:\n    result = tool.run(args)',
  },
  'a list of objects, the first with the name': {
    before: `${PYTHON_CLASSES}\n\nTOOLBOX = [Tidy(), Peek()]\n`,
    run: 'tool = next((one for one in TOOLBOX if one.name == name), None)\nresult = tool.run(args) if tool else "unknown"',
  },
  'a list of objects, one after the other': {
    before: `${PYTHON_CLASSES}\n\nTOOLBOX = [Tidy(), Peek()]\n`,
    run: 'for tool in TOOLBOX:\n    if tool.name == name:\n        result = tool.run(args)',
  },
  'a decorator': {
    before: `REGISTRY = {}


def tool(function):
    REGISTRY[function.__name__] = function
    return function


@tool
${PYTHON_ACTS.replace('\n\n\ndef', '\n\n\n@tool\ndef')}`,
    run: 'result = REGISTRY[name](**args)',
  },
  'a registry of many tools, this one last': {
    before: `${PYTHON_ACTS}

class Registry:
    def __init__(self):
        self.tools = {}
        self.names = []

    def register(self, name, function):
        if name in self.tools:
            raise ValueError(name)
        self.names.append(name)
        self.tools[name] = function

    def execute(self, name, args):
        return self.tools[name](**args)


registry = Registry()
TABLE = [${Array.from({ length: 40 }, (_, at) => `{"name": "peek_${at}", "run": peek}, `).join('')}{"name": "peek", "run": peek}, {"name": "tidy", "run": tidy}]
for one in TABLE:
    registry.register(one["name"], one["run"])
`,
    run: 'result = registry.execute(name, args)',
  },
  'a registry': {
    before: `${PYTHON_ACTS}

class Registry:
    def __init__(self):
        self.tools = {}

    def register(self, name, function):
        self.tools[name] = function

    def execute(self, name, args):
        if name not in self.tools:
            return "unknown"
        return self.tools[name](**args)


registry = Registry()
registry.register("tidy", tidy)
registry.register("peek", peek)
`,
    run: 'result = registry.execute(name, args)',
  },
  'a dict that an object has': {
    before: `${PYTHON_ACTS}\n\nclass Box:\n    def __init__(self):\n        self.handlers = {"tidy": tidy, "peek": peek}\n\n\nbox = Box()\n`,
    run: 'result = box.handlers[name](**args)',
  },
  'an attribute of an object': {
    before: `class Box:\n${indent(PYTHON_ACTS.replaceAll('(command)', '(self, command)').replaceAll('(path):', '(self, path):'), 4)}\n\nbox = Box()\n`,
    run: 'result = getattr(box, name)(**args)',
  },
  'a prefix and the name': {
    before: `class Box:\n${indent(PYTHON_ACTS.replace('tidy(command)', 'tool_tidy(self, command)').replace('peek(path)', 'tool_peek(self, path)'), 4)}\n\nbox = Box()\n`,
    run: 'method = getattr(box, f"tool_{name}", None)\nresult = method(**args) if method else "unknown"',
  },
  'the names of the module': { before: PYTHON_ACTS, run: 'result = globals()[name](**args)' },
  'a function in another file': {
    before: 'from acts import execute\n',
    run: 'result = execute(name, args)',
    files: {
      'acts.py': `import subprocess


${PYTHON_ACTS}

def execute(name, args):
    try:
        if name == "tidy":
            return tidy(args["command"])
        if name == "peek":
            return peek(args["path"])
    except Exception as error:
        return str(error)
`,
    },
  },
} satisfies Readonly<Record<string, Running>>;

const SCRIPT_ACTS = `function tidy(command: string) {
  return execSync(command).toString();
}
function peek(path: string) {
  return readFileSync(path, 'utf8');
}
`;

const SCRIPT_OBJECTS = `const bash = { name: 'tidy', run: async (input: { command: string }) => execSync(input.command).toString() };
const view = { name: 'peek', run: async (input: { path: string }) => readFileSync(input.path, 'utf8') };
const toolbox = [bash, view];
`;

const SCRIPT_CLASSES = `class Tidy {
  name = 'tidy';
  execute(input: { command: string }) {
    return execSync(input.command).toString();
  }
}
class Peek {
  readonly name = 'peek';
  execute(input: { path: string }) {
    return readFileSync(input.path, 'utf8');
  }
}
`;

/** Dispatches in TypeScript. */
export const SCRIPT_DISPATCHES = {
  'a chain of tests': {
    before: SCRIPT_ACTS,
    run: "if (name === 'tidy') result = tidy(args.command);\nelse if (name === 'peek') result = peek(args.path);\nelse result = 'unknown';",
  },
  'a chain of tests behind a helper': {
    before: `${SCRIPT_ACTS}const clean = (text: string) => text.trim();\n`,
    run: "if (name === 'tidy') {\n  const command = clean(args.command);\n  result = tidy(command);\n  console.log(result);\n} else if (name === 'peek') result = peek(clean(args.path));",
  },
  'a switch': {
    before: SCRIPT_ACTS,
    run: "switch (name) {\n  case 'tidy':\n    result = tidy(args.command);\n    break;\n  case 'peek':\n    result = peek(args.path);\n    break;\n  default:\n    result = 'unknown';\n}",
  },
  'an object': {
    before: `${SCRIPT_ACTS}const handlers: Record<string, (args: Record<string, string>) => string> = { tidy: (a) => tidy(a.command), peek: (a) => peek(a.path) };\n`,
    run: 'result = handlers[name]?.(args);',
  },
  'an object of more functions than a value is one of': {
    before: `${SCRIPT_ACTS}const handlers = { ${manyNames('', '(a) => peek(a.path)')}peek: (a) => peek(a.path), tidy: (a) => tidy(a.command) };\n`,
    run: 'result = handlers[name](args);',
  },
  'a Map': {
    before: `${SCRIPT_ACTS}const handlers = new Map<string, (args: Record<string, string>) => string>([['tidy', (a) => tidy(a.command)], ['peek', (a) => peek(a.path)]]);\n`,
    run: "const handler = handlers.get(name);\nresult = handler ? handler(args) : 'unknown';",
  },
  'a Map that is filled': {
    before: `${SCRIPT_ACTS}const handlers = new Map<string, (args: Record<string, string>) => string>();\nhandlers.set('tidy', (a) => tidy(a.command));\nhandlers.set('peek', (a) => peek(a.path));\n`,
    run: "const handler = handlers.get(name);\nif (!handler) throw new Error('unknown');\nresult = handler(args);",
  },
  'a Map of objects': {
    before: `${SCRIPT_OBJECTS}const byName = new Map(toolbox.map((one) => [one.name, one]));\n`,
    run: 'const tool = byName.get(name);\nif (tool) result = await tool.run(args);',
  },
  'a list of objects, the first with the name': {
    before: SCRIPT_OBJECTS,
    run: "const tool = toolbox.find((one) => one.name === name);\nresult = tool ? await tool.run(args) : 'unknown';",
  },
  'a list of objects in a function of its own': {
    before: `${SCRIPT_OBJECTS}async function use(name: string, input: Record<string, string>) {\n  const tool = toolbox.find((one) => one.name === name);\n  if (!tool) return 'unknown';\n  return tool.run(input);\n}\n`,
    run: 'result = await use(name, args);',
  },
  'a list of objects, one after the other': {
    before: SCRIPT_OBJECTS,
    run: 'for (const tool of toolbox) if (tool.name === name) result = await tool.run(args);',
  },
  'a list of instances': {
    before: `${SCRIPT_CLASSES}const toolbox = [new Tidy(), new Peek()];\n`,
    run: 'const tool = toolbox.find((one) => one.name === name);\nresult = tool?.execute(args);',
  },
  'a registry of many tools, this one last': {
    before: `${SCRIPT_ACTS}class Registry {
  private tools = new Map<string, (args: Record<string, string>) => string>();
  register(name: string, run: (args: Record<string, string>) => string) {
    if (this.tools.has(name)) throw new Error(name);
    this.tools.set(name, run);
  }
  run(name: string, args: Record<string, string>) {
    const tool = this.tools.get(name);
    return tool ? tool(args) : 'unknown';
  }
}
const registry = new Registry();
const look = (a: Record<string, string>) => peek(a.path);
${Array.from({ length: 40 }, (_, at) => `registry.register('peek_${at}', look);\n`).join('')}registry.register('peek', look);
registry.register('tidy', (a) => tidy(a.command));
`,
    run: 'result = registry.run(name, args);',
  },
  'a registry': {
    before: `${SCRIPT_CLASSES}class Registry {
  private tools = new Map<string, { name: string; execute(input: Record<string, string>): string }>();
  register(tool: { name: string; execute(input: Record<string, string>): string }) {
    this.tools.set(tool.name, tool);
  }
  run(name: string, args: Record<string, string>) {
    const tool = this.tools.get(name);
    if (!tool) throw new Error('unknown');
    return tool.execute(args);
  }
}
const registry = new Registry();
registry.register(new Tidy());
registry.register(new Peek());
`,
    run: 'result = registry.run(name, args);',
  },
  'a member by the name': {
    before: `class Box {
  tidy(args: Record<string, string>) {
    return execSync(args.command).toString();
  }
  peek(args: Record<string, string>) {
    return readFileSync(args.path, 'utf8');
  }
}
const box = new Box();
`,
    run: 'result = box[name](args);',
  },
  'a function in another file': {
    before: "import { execute } from './acts';\n",
    run: 'result = await execute(name, args);',
    files: {
      'acts.ts': `import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

${SCRIPT_ACTS}
export async function execute(name: string, args: Record<string, string>) {
  try {
    switch (name) {
      case 'tidy':
        return tidy(args.command);
      case 'peek':
        return peek(args.path);
    }
  } catch (error) {
    return String(error);
  }
}
`,
    },
  },
} satisfies Readonly<Record<string, Running>>;

type Files = Record<string, string>;

function indent(text: string, depth: number): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : ' '.repeat(depth) + line))
    .join('\n');
}

/** A loop in Python; `gate` stands before each dispatch. */
export function pythonLoop(asking: Asking, running: Running, gate = '', isInFunction = true): Files {
  const body = `for turn in range(9):
${indent(asking.ask, 4)}
    if not calls:
        break
    for call in calls:
        name = ${asking.name}
        args = ${asking.args}
${gate === '' ? '' : `${indent(gate, 8)}\n`}${indent(running.run, 8)}
        messages.append({"role": "tool", "content": str(result)})
`;
  const loop = isInFunction
    ? `def main(messages):\n${indent(body, 4)}\n\nmain([])\n`
    : `messages = [{"role": "user", "content": "go"}]\n${body}`;
  return {
    ...asking.files,
    ...running.files,
    'desk.py': `import json
import os
import subprocess

${asking.top}

KEY = os.environ["KEY"]
TOOLS = ${asking.tools}

${running.before}

${loop}`,
  };
}

/** Ways to give a copy of all tools, the last of which says that it may be cached. */
export const PYTHON_COPIES = {
  'a copy with a member set on the last':
    'given = TOOLS.copy()\ngiven[-1]["cache_control"] = {"type": "ephemeral"}',
  'the first ones and a copy of the last':
    'given = [*TOOLS[:-1], {**TOOLS[-1], "cache_control": {"type": "ephemeral"}}]',
  'a sum of the first ones and a copy of the last':
    'given = TOOLS[:-1] + [{**TOOLS[-1], "cache_control": {"type": "ephemeral"}}]',
  'a comprehension that copies the last':
    'given = [{**one, "cache_control": {}} if at == len(TOOLS) - 1 else one for at, one in enumerate(TOOLS)]',
};

export const SCRIPT_COPIES = {
  'a condition for each':
    'const given = TOOLS.map((one, at, all) => (at === all.length - 1 ? { ...one, cache_control: {} } : one));',
  'a function with two ends for each':
    'const given = TOOLS.map((one, at) => {\n  if (at === TOOLS.length - 1) return { ...one, cache_control: {} };\n  return one;\n});',
  'the first ones and a copy of the last':
    'const given = [...TOOLS.slice(0, -1), { ...TOOLS[TOOLS.length - 1], cache_control: {} }];',
};

/** Constant choices of the tools that do nothing. */
export const PYTHON_CHOICES = {
  'a list of names': 'SAFE = ["peek"]\ngiven = [one for one in TOOLS if one["name"] in SAFE]',
  'a set of names': 'SAFE = {"peek"}\ngiven = [one for one in TOOLS if one["name"] in SAFE]',
  'a list of names that are left out': 'given = [one for one in TOOLS if one["name"] not in ("tidy",)]',
};

export const SCRIPT_CHOICES = {
  'a list of names where it filters': "const given = TOOLS.filter((one) => ['peek'].includes(one.name));",
  'a list of names': "const SAFE = ['peek'];\nconst given = TOOLS.filter((one) => SAFE.includes(one.name));",
  'a set of names':
    "const SAFE = new Set(['peek']);\nconst given = TOOLS.filter(({ name }) => SAFE.has(name));",
  'names that are left out': "const given = TOOLS.filter((one) => !['tidy'].includes(one.name));",
};

/** A program that gives the model what a statement makes of its tools. */
export const giving = (asking: Asking, running: Running, statement: string): [Asking, Running] => [
  {
    ...asking,
    ask: asking.ask.replace('tools=TOOLS', 'tools=given').replace('tools: TOOLS', 'tools: given'),
  },
  { ...running, before: `${running.before}\n${statement}\n` },
];

/** A program whose tool `task` starts an agent with some tools; a person types what the first one is asked. */
export const SUBAGENTS: Readonly<Record<string, (names: readonly string[]) => Files>> = {
  Python: (names) => ({
    'main.py':
      'from chat import chat\n\nwhile True:\n    text = input("> ")\n    if not text.strip():\n        continue\n    chat(text)\n',
    'chat.py': pythonTurns('chat', '[{"name": "task", "description": "A tool.", "input_schema": {}}]'),
    'sub.py': pythonTurns('run_sub', `[${names.map(plainTool).join(', ')}]`),
    'acts.py': `import subprocess

def tidy(command):
    return subprocess.run(command, shell=True)

def peek(path):
    return open(path).read()

def run_tool(name, args):
    if name == "tidy":
        return tidy(args["command"])
    if name == "peek":
        return peek(args["path"])
    if name == "task":
        from sub import run_sub
        return run_sub(args["prompt"])
`,
  }),
  TypeScript: (names) => ({
    'main.ts': `import * as readline from 'node:readline/promises';
import { chat } from './chat.js';
const rl = readline.createInterface({ input: process.stdin, output: process.stdout });
async function main() {
  while (true) {
    const input = await rl.question('> ');
    if (!input.trim()) continue;
    await chat(input);
  }
}
main();
`,
    'chat.ts': scriptTurns('chat', `[${plainTool('task')}]`),
    'sub.ts': scriptTurns('runSub', `[${names.map(plainTool).join(', ')}]`),
    'acts.ts': `import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runSub } from './sub.js';
const tidy = (input: Record<string, string>) => execSync(\`tidy \${input.command}\`).toString();
const peek = (input: Record<string, string>) => readFileSync(input.path, 'utf8');
export async function runTool(name: string, input: Record<string, string>): Promise<string> {
  switch (name) {
    case 'tidy':
      return tidy(input);
    case 'peek':
      return peek(input);
    case 'task':
      return runSub(input.prompt);
    default:
      return 'unknown';
  }
}
`,
  }),
};

const pythonTurns = (name: string, tools: string): string => `import anthropic
from acts import run_tool

client = anthropic.Anthropic()
TOOLS = ${tools}

def ${name}(text):
    messages = [{"role": "user", "content": text}]
    for _ in range(9):
        reply = client.messages.create(model="m", max_tokens=9, messages=messages, tools=TOOLS)
        for block in reply.content:
            if block.type == "tool_use":
                messages.append({"role": "user", "content": run_tool(block.name, block.input)})
    return "done"
`;

const scriptTurns = (name: string, tools: string): string => `import Anthropic from '@anthropic-ai/sdk';
import { runTool } from './acts.js';
const client = new Anthropic();
const tools = ${tools};
export async function ${name}(text: string): Promise<string> {
  const messages = [{ role: 'user', content: text }];
  let reply = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools });
  for (let turn = 0; reply.stop_reason === 'tool_use' && turn < 9; turn++) {
    for (const block of reply.content) if (block.type === 'tool_use') await runTool(block.name, block.input);
    reply = await client.messages.create({ model: 'm', max_tokens: 9, messages, tools });
  }
  return '';
}
`;

/** A loop in TypeScript; `gate` stands before each dispatch. */
export function scriptLoop(asking: Asking, running: Running, gate = ''): Files {
  return {
    ...asking.files,
    ...running.files,
    'desk.ts': `import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as readline from 'node:readline/promises';
${asking.top}

const TOOLS = ${asking.tools};
const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
${running.before}
export async function main(messages) {
  for (let turn = 0; turn < 9; turn++) {
${indent(asking.ask, 4)}
    if (calls.length === 0) break;
    for (const call of calls) {
      const name = ${asking.name};
      const args = ${asking.args};
      let result;
${gate === '' ? '' : `${indent(gate, 6)}\n`}${indent(running.run, 6)}
      messages.push({ role: 'tool', content: result });
    }
  }
}

await main([]);
`,
  };
}
