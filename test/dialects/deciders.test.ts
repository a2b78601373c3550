import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** Who decides a condition: each position in a program weighs the same answer. */
type By = 'person' | 'before' | 'kept' | 'weak' | 'machine' | 'yes' | 'no' | 'unknown' | 'open' | 'flag';

const PYTHON: Readonly<Record<string, readonly [By, string]>> = {
  input: ['person', 'input("Pay? ") == "y"'],
  'module of built-ins': ['person', 'builtins.input("Pay? ") == "y"'],
  'standard input': ['person', 'sys.stdin.readline().strip() == "y"'],
  click: ['person', 'click.confirm("Pay?")'],
  rich: ['person', 'Confirm.ask("Pay?")'],
  'a function that asks': ['person', 'clerk_agrees()'],
  'a dialog': ['person', 'messagebox.askyesno("Pay?", "Sure?")'],
  'a console that is awaited': ['person', '(await aioconsole.ainput("Pay? ")) == "y"'],
  'an answer of the start': ['before', 'SAID == "y"'],
  'an answer that is asked once': ['kept', 'said_once() == "y"'],
  'an answer that a function keeps': ['kept', 'clerk_agreed()'],
  'an answer of several calls': ['kept', '"y" in said_before()'],
  'an answer that an object keeps': ['kept', 'desk_clerk.agrees()'],
  'an answer that an object gets each time': ['person', 'desk_clerk.asks()'],
  'an answer that is not no': ['weak', 'input("Pay? ").strip().lower() not in ("n", "no")'],
  'an empty answer that is yes': ['weak', '(input("Pay? ") or "y") == "y"'],
  'an answer of any length': ['weak', 'len(input("Pay? ")) != 0'],
  'an answer that is not none': ['weak', 'input("Pay? ") is not None'],
  'the system': ['machine', 'sys.platform == "linux"'],
  'a file that is there': ['machine', 'os.path.exists("fast.txt")'],
  'what a call of the system makes': ['machine', 'uuid.uuid4().int % 2 == 0'],
  environment: ['machine', 'os.environ.get("FAST") == "1"'],
  'environment with a default': ['machine', 'os.getenv("FAST", "1") == "1"'],
  'command line': ['machine', '"--fast" in sys.argv'],
  file: ['machine', 'open("rules.txt").read().strip() == "fast"'],
  path: ['machine', 'Path("rules.txt").read_text() == "fast"'],
  'a function that reads a file': ['machine', 'rules_agree()'],
  service: ['machine', 'requests.get("https://rules.example/fast").json()["fast"]'],
  'model of OpenAI': ['machine', 'OpenAI().responses.create(model="m", input="?").output_text == "y"'],
  'model of Anthropic': [
    'machine',
    'anthropic.Anthropic().messages.create(model="m", messages=[]).content[0].text == "y"',
  ],
  'model of Groq': [
    'machine',
    'groq.Groq().chat.completions.create(model="m", messages=[]).choices[0].message.content == "y"',
  ],
  'model of LiteLLM': [
    'machine',
    'litellm.completion(model="m", messages=[]).choices[0].message.content == "y"',
  ],
  'model of Bedrock': [
    'machine',
    'boto3.client("bedrock-runtime").converse(modelId="m", messages=[])["output"]["message"]["content"][0]["text"] == "y"',
  ],
  'model of a namespace': [
    'machine',
    'genai.Client().models.generate_content(model="m", contents="?").text == "y"',
  ],
  agent: ['machine', 'Runner.run_sync(judge, "?").final_output == "y"'],
  'stored login': ['machine', 'Credentials.from_authorized_user_file("token.json").valid'],
  'somebody is there': ['machine', 'sys.stdin.isatty()'],
  'a person or a service': ['open', 'any([input("Pay? ") == "y", requests.get("https://rules.example").ok])'],
  'a person and a service': [
    'person',
    'all([input("Pay? ") == "y", requests.get("https://rules.example").ok])',
  ],
  chance: ['machine', 'random.random() < 0.9'],
  clock: ['machine', 'datetime.now().hour < 20'],
  'clock between two hours': ['machine', '8 <= datetime.now().hour < 20'],
  'field of settings': ['machine', 'Settings().fast'],
  'field of settings, from a function': ['machine', 'settings().fast'],
  yes: ['yes', 'True'],
  no: ['no', 'False'],
  row: ['unknown', 'rows.fetch_one("select ok from calls")["ok"]'],
  cache: ['unknown', 'redis.Redis().get("ok") == b"y"'],
  'a package that says that it asks': ['unknown', 'far.confirm_with_clerk("Pay?")'],
  'a package': ['unknown', 'far.look("Pay?")'],
  'a package, by its own constant': ['unknown', 'far.look("Pay?") == far.Answer.YES'],
  'a constant, and a package': ['unknown', '"y" == far.look("Pay?")'],
  'a package, in another form': ['unknown', 'str(far.look("Pay?")) in ("y", far.YES)'],
  'all of a package': ['unknown', 'all([far.look("Pay?"), far.look("Sure?")])'],
  'a name of a package': ['flag', 'far.FAST'],
  'a list of a package': ['unknown', '"pay" in far.KINDS'],
  'two values of packages': ['unknown', 'far.look("Pay?") == far.look("Sure?")'],
  'a package, in a list of it': ['unknown', 'far.look("Pay?") in far.KINDS'],
  'a service, by a constant of a package': [
    'machine',
    'requests.get("https://rules.example").status_code == far.OK',
  ],
  'a clock, by a constant of a package': ['machine', 'datetime.now() < far.DEADLINE'],
  queue: ['unknown', 'waiting.get() == "y"'],
  future: ['unknown', 'coming.result() == "y"'],
  'future of an object': ['unknown', 'Pending().future.result() == "y"'],
};

/** What a person answers, and whether it is a yes: pairs, of which the second is a twin. */
const PYTHON_ANSWERS: typeof PYTHON = {
  'a record': ['person', '{"yes": True, "no": False}[input("Pay? ")]'],
  'a record of the module': ['person', '(a := input("Pay? ")) in VALID and VALID[a]'],
  'a record with a default that approves': ['weak', '{"n": False}.get(input("Pay? "), True)'],
  'a record with a default that declines': ['person', '{"y": True}.get(input("Pay? "), False)'],
  'a question with a default that declines': ['person', 'query_yes_no("Pay?", "no")'],
  'a question with a default that approves': ['weak', 'query_yes_no("Pay?", "yes")'],
  'a question without a default': ['person', 'query_yes_no("Pay?", None)'],
  'a number': ['person', 'int(input("0 pays ")) == 0'],
  'any number but one': ['weak', 'int(input("2 stops ")) != 2'],
  'any number': ['weak', 'int(input("Pay? ")) >= 0'],
  'an empty line that is listed': ['weak', 'input("Pay? [Y/n] ").lower() in ("", "y", "yes")'],
  'an empty line that is yes, spelled': ['weak', '(input("Pay? ") or "y").lower() == "y"'],
  'a question that is only made': ['open', 'questionary.confirm("Pay?")'],
  'a question that is made and asked': ['person', 'questionary.confirm("Pay?").ask()'],
  'a dialog that is only made': ['open', 'yes_no_dialog(title="Pay?")'],
  'a dialog that runs': ['person', 'yes_no_dialog(title="Pay?").run()'],
  'the words of a dialog': ['weak', 'messagebox.askquestion("Pay?")'],
  'a word of a dialog': ['person', 'messagebox.askquestion("Pay?") == "yes"'],
  'a no': ['weak', 'not click.confirm("Stop?")'],
  'a thread, not no': ['weak', '(await asyncio.to_thread(input, "Pay? ")) != "n"'],
  'a thread': ['person', '(await asyncio.to_thread(input, "Pay? ")) == "y"'],
  'getpass, not no': ['weak', 'getpass.getpass("Pay? ") != "n"'],
  getpass: ['person', 'getpass.getpass("Pay? ") == "y"'],
  'rich, not no': ['weak', 'Prompt.ask("Pay?") != "n"'],
  'rich, of two choices': ['person', 'Prompt.ask("Pay?", choices=["y", "n"]) != "n"'],
  'rich with a default that approves': ['weak', 'Prompt.ask("Pay?", choices=["y", "n"], default="y") == "y"'],
  'rich with a default that declines': ['person', 'Prompt.ask("Pay?", default="n") == "y"'],
  'click, not no': ['weak', 'click.prompt("Pay?") != "n"'],
  'click with a default': ['weak', 'click.prompt("Pay?", "y") == "y"'],
  'click with a line': ['person', 'click.prompt("Pay?") == "y"'],
  'click of two choices': ['person', 'click.prompt("Pay?", type=click.Choice(["y", "n"])) != "n"'],
  'questionary, not no': ['weak', 'questionary.text("Pay?").ask() != "n"'],
  questionary: ['person', 'questionary.text("Pay?").ask() == "y"'],
  'all of standard input, not no': ['weak', 'sys.stdin.read().strip() != "n"'],
  'all of standard input': ['person', 'sys.stdin.read().strip() == "y"'],
  'each line, not no': ['weak', 'any_line()'],
  'each line': ['person', 'yes_line()'],
  'what a text is': ['weak', 'isinstance(input("Pay? "), str)'],
  'a place in a text, as it is': ['weak', 'input("Pay? ").find("y")'],
  'a place in a text': ['person', 'input("Pay? ").find("y") >= 0'],
  'a length that each text has': ['weak', 'len(input("Pay? ")) >= 0'],
  'a pattern that declines': ['weak', 'not re.match("n", input("Pay? "), re.I)'],
  'a pattern that approves': ['person', 're.match("y(es)?$", input("Pay? "), re.IGNORECASE)'],
  'a person or a setting': ['open', 'input("Pay? ") == "y" or os.getenv("FAST") == "1"'],
  'a person or another': ['person', 'input("Pay? ") == "y" or input("Sure? ") == "y"'],
};

const PY_HEAD = `import builtins, os, random, sys, uuid
from datetime import datetime
from pathlib import Path
from tkinter import messagebox
import getpass, questionary, re
from prompt_toolkit.shortcuts import yes_no_dialog
from rich.prompt import Prompt
import aioconsole, anthropic, asyncio, boto3, click, far, groq, litellm, redis, requests, stripe
from agents import Agent, Runner, function_tool
from far_stores import coming, rows, waiting
from google import genai
from google.oauth2.credentials import Credentials
from functools import lru_cache
from openai import OpenAI
from pydantic_settings import BaseSettings
from rich.prompt import Confirm

judge = Agent(name="Judge")

class Settings(BaseSettings):
    fast: bool

@lru_cache
def settings():
    return Settings()

class Pending:
    def __init__(self):
        self.future = asyncio.get_event_loop().create_future()

def clerk_agrees():
    return input("Pay? ") == "y"

SAID = input("Pay? ")
said = None

def said_once():
    global said
    if said is None:
        said = input("Pay? ")
    return said

@lru_cache
def clerk_agreed():
    return input("Pay? ") == "y"

BEFORE = []

def said_before():
    BEFORE.append(input("Pay? "))
    return BEFORE

class Clerk:
    def __init__(self):
        self.said = None

    def agrees(self):
        if not self.said:
            self.said = input("Pay? ")
        return self.said == "y"

    def asks(self):
        self.said = input("Pay? ")
        return self.said == "y"

desk_clerk = Clerk()

VALID = {"yes": True, "y": True, "no": False, "n": False}

def query_yes_no(question, default):
    while True:
        choice = input(question).lower()
        if default is not None and choice == "":
            return VALID[default]
        if choice in VALID:
            return VALID[choice]

def any_line():
    for line in sys.stdin:
        return line.strip() != "n"

def yes_line():
    for line in sys.stdin:
        return line.strip() == "y"

def rules_agree():
    return open("rules.txt").read() == "fast"

`;
const PAYS = '    """Pays."""\n    return stripe.Payout.create(amount=amount).id\n\n';
const PY_LOOP = `result = Runner.run_sync(desk, "hi")
while result.interruptions:
    state = result.to_state()
    for item in result.interruptions:
        if COND:
            state.approve(item)
        else:
            state.reject(item)
    result = Runner.run_sync(desk, state)
`;
const PY_DESK = 'desk = Agent(name="Desk", tools=[payout])\n';
const PY_LANG =
  'from langchain_core.tools import tool\nfrom langchain.agents import create_agent\nfrom langchain.agents.middleware import wrap_tool_call\nfrom langchain_openai import ChatOpenAI\nfrom langgraph.graph import END, START, MessagesState, StateGraph\nfrom langgraph.prebuilt import ToolNode\nfrom langgraph.types import Command\n\n';

const IN_PYTHON: Readonly<Record<string, string>> = {
  body: `@function_tool\ndef payout(amount: int) -> str:\n    """Pays."""\n    if not (COND):\n        return "no"\n    return stripe.Payout.create(amount=amount).id\n\n${PY_DESK}Runner.run_sync(desk, "hi")\n`,
  loop: `@function_tool(needs_approval=True)\ndef payout(amount: int) -> str:\n${PAYS}${PY_DESK}${PY_LOOP}`,
  'when to ask': `def when(context, given, call_id):\n    return not (COND)\n\n@function_tool(needs_approval=when)\ndef payout(amount: int) -> str:\n${PAYS}${PY_DESK}${PY_LOOP.replace('COND', 'input("Pay? ") == "y"')}`,
  callback: `from claude_agent_sdk import ClaudeAgentOptions, PermissionResultAllow, PermissionResultDeny, create_sdk_mcp_server, query, tool

@tool("payout", "Pays.", {"amount": int})
async def payout(given):
    stripe.Payout.create(amount=given["amount"])
    return {"content": []}

async def decide(name, given, context):
    if COND:
        return PermissionResultAllow()
    return PermissionResultDeny(message="no")

async def main(prompt):
    server = create_sdk_mcp_server("bank", tools=[payout])
    async for message in query(prompt=prompt, options=ClaudeAgentOptions(mcp_servers={"bank": server}, can_use_tool=decide)):
        print(message)
`,
  middleware: `${PY_LANG}@tool\ndef payout(amount: int) -> str:\n${PAYS}@wrap_tool_call\ndef gate(request, handler):\n    if COND:\n        return handler(request)\n    return "no"\n\ndesk = create_agent("m", tools=[payout], middleware=[gate])\ndesk.invoke({"messages": []})\n`,
  node: `${PY_LANG}@tool\ndef payout(amount: int) -> str:\n${PAYS}model = ChatOpenAI(model="m").bind_tools([payout])\n\ndef think(state):\n    return {"messages": [model.invoke(state["messages"])]}\n\ndef gate(state):\n    if COND:\n        return Command(goto="act")\n    return Command(goto=END)\n\ngraph = StateGraph(MessagesState)\ngraph.add_node("think", think)\ngraph.add_node("gate", gate)\ngraph.add_node("act", ToolNode([payout]))\ngraph.add_edge(START, "think")\ngraph.add_edge("think", "gate")\ngraph.add_edge("act", "think")\ndesk = graph.compile()\ndesk.invoke({"messages": []})\n`,
  edge: `${PY_LANG}@tool\ndef payout(amount: int) -> str:\n${PAYS}model = ChatOpenAI(model="m").bind_tools([payout])\n\ndef think(state):\n    return {"messages": [model.invoke(state["messages"])]}\n\ndef chosen(state):\n    return "act" if COND else END\n\ngraph = StateGraph(MessagesState)\ngraph.add_node("think", think)\ngraph.add_node("act", ToolNode([payout]))\ngraph.add_edge(START, "think")\ngraph.add_conditional_edges("think", chosen)\ngraph.add_edge("act", "think")\ndesk = graph.compile()\ndesk.invoke({"messages": []})\n`,
  state: `${PY_LANG}@tool\ndef payout(amount: int) -> str:\n${PAYS}model = ChatOpenAI(model="m").bind_tools([payout])\n\ndef think(state):\n    return {"messages": [model.invoke(state["messages"])]}\n\ndef gate(state):\n    return {"agreed": COND}\n\ndef chosen(state):\n    return "act" if state["agreed"] else END\n\ngraph = StateGraph(MessagesState)\ngraph.add_node("think", think)\ngraph.add_node("gate", gate)\ngraph.add_node("act", ToolNode([payout]))\ngraph.add_edge(START, "think")\ngraph.add_edge("think", "gate")\ngraph.add_conditional_edges("gate", chosen)\ngraph.add_edge("act", "think")\ndesk = graph.compile()\ndesk.invoke({"messages": []})\n`,
  'node that runs tools': `${PY_LANG}@tool\ndef payout(amount: int) -> str:\n${PAYS}model = ChatOpenAI(model="m").bind_tools([payout])\nTOOLS = {"payout": payout}\n\ndef think(state):\n    return {"messages": [model.invoke(state["messages"])]}\n\ndef act(state):\n    answers = []\n    for call in state["messages"][-1].tool_calls:\n        if not (COND):\n            continue\n        answers.append(TOOLS[call["name"]].invoke(call["args"]))\n    return {"messages": answers}\n\ngraph = StateGraph(MessagesState)\ngraph.add_node("think", think)\ngraph.add_node("act", act)\ngraph.add_edge(START, "think")\ngraph.add_edge("think", "act")\ngraph.add_edge("act", "think")\ndesk = graph.compile()\ndesk.invoke({"messages": []})\n`,
  'loop by hand': `def payout(amount):\n    return stripe.Payout.create(amount=amount).id\n\nTOOLS = [{"type": "function", "function": {"name": "payout", "description": "Pays.", "parameters": {}}}]\nclient = OpenAI()\nmessages = [{"role": "user", "content": "hi"}]\nfor turn in range(9):\n    reply = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)\n    for call in reply.choices[0].message.tool_calls or []:\n        if call.function.name == "payout":\n            if not (COND):\n                continue\n            payout(call.function.arguments)\n`,
};

const TYPESCRIPT: Readonly<Record<string, readonly [By, string]>> = {
  terminal: ['person', '(await createInterface({ input: stdin, output: stdout }).question("Pay?")) === "y"'],
  inquirer: ['person', '(await inquirer.prompt([{ type: "confirm", name: "ok" }])).ok'],
  clack: ['person', '(await clack.confirm({ message: "Pay?" })) === true'],
  prompt: ['person', 'prompt("Pay?") === "y"'],
  'prompt of the page': ['person', 'globalThis.confirm("Pay?")'],
  'a function that asks': ['person', 'await clerkAgrees()'],
  'an answer of the start': ['before', 'saidFirst === "y"'],
  'an answer that is asked once': ['kept', 'saidOnce() === "y"'],
  'an answer of several calls': ['kept', 'saidBefore().includes("y")'],
  'an answer that is kept by its key': ['kept', 'saidFor("pay") === "y"'],
  'an answer that is set each time': ['person', 'saidNow() === "y"'],
  'an answer that is not no': ['weak', 'prompt("Pay?") !== "n"'],
  'a line that is not no': [
    'weak',
    '(await createInterface({ input: stdin, output: stdout }).question("Pay?")).trim() !== "n"',
  ],
  'an answer of any length': ['weak', 'prompt("Pay?").length > 0'],
  'a question that is not awaited': ['open', 'confirm({ message: "Pay?" })'],
  'a function that is not awaited': ['open', 'clerkAgrees()'],
  'a method that is not awaited': ['open', 'new Clerk().asks()'],
  'a method that is awaited': ['person', 'await new Clerk().asks()'],
  'a promise that is not awaited': ['open', 'promised()'],
  'a promise that is awaited': ['person', 'await promised()'],
  'a question among what is settled': ['open', 'await Promise.allSettled([confirm({ message: "Pay?" })])'],
  'the system': ['machine', 'process.platform === "linux"'],
  environment: ['machine', 'process.env.FAST === "1"'],
  'environment with a default': ['machine', '(process.env.FAST ?? "1") === "1"'],
  'command line': ['machine', 'process.argv.includes("--fast")'],
  file: ['machine', 'readFileSync("rules.txt", "utf8").trim() === "fast"'],
  'file that is awaited': ['machine', '(await readFile("rules.txt", "utf8")) === "fast"'],
  'a function that reads a file': ['machine', 'rulesAgree()'],
  service: ['machine', '(await (await fetch("https://rules.example/fast")).json()).fast'],
  'service by a package': ['machine', '(await axios.get("https://rules.example/fast")).data.fast'],
  'model of OpenAI': [
    'machine',
    '(await new OpenAI().responses.create({ model: "m", input: "?" })).output_text === "y"',
  ],
  'model of Anthropic': [
    'machine',
    '(await new Anthropic().messages.create({ model: "m", messages: [] })).content[0].text === "y"',
  ],
  'model of Bedrock': [
    'machine',
    '(await new BedrockRuntimeClient({}).send(new ConverseCommand({ modelId: "m", messages: [] }))).output.message.content[0].text === "y"',
  ],
  'model of the AI SDK': ['machine', '(await generateText({ model: "m", prompt: "?" })).text === "y"'],
  agent: ['machine', '(await run(judge, "?")).finalOutput === "y"'],
  'somebody is there': ['machine', 'process.stdin.isTTY'],
  'a person, if somebody is there': [
    'open',
    '!process.stdin.isTTY || (await confirm({ message: "Pay?" })) === true',
  ],
  'an error that means yes': ['open', 'await confirm({ message: "Pay?" }).catch(() => true)'],
  'an error that means no': ['person', 'await confirm({ message: "Pay?" }).catch(() => false)'],
  'an error as second argument': [
    'open',
    'await confirm({ message: "Pay?" }).then((one) => one, () => true)',
  ],
  'a line that begins with yes': [
    'person',
    '(await createInterface({ input: stdin, output: stdout }).question("Pay?")).toLowerCase().startsWith("y")',
  ],
  'what ends after a question': ['person', 'await confirm({ message: "Pay?" }).finally(() => undefined)'],
  'the first of two, of which one is yes': [
    'open',
    'await Promise.race([confirm({ message: "Pay?" }), new Promise((done) => setTimeout(() => done(true), 9))])',
  ],
  'the first of two, of which one is no': [
    'person',
    'await Promise.race([confirm({ message: "Pay?" }), new Promise((done) => setTimeout(() => done(false), 9))])',
  ],
  chance: ['machine', 'Math.random() < 0.9'],
  clock: ['machine', 'new Date().getHours() < 20'],
  'clock between two hours': ['machine', 'new Date().getHours() >= 8 && new Date().getHours() < 20'],
  yes: ['yes', 'true'],
  no: ['no', 'false'],
  row: ['unknown', '(await rows.query("select ok from calls")).rows[0].ok'],
  cache: ['unknown', '(await new Redis().get("ok")) === "y"'],
  'a package that says that it asks': ['unknown', 'await confirmWithClerk("Pay?")'],
  'a package': ['unknown', 'await look("Pay?")'],
  'a package, by its own constant': ['unknown', '(await look("Pay?")) === Answer.YES'],
  'a name of a package': ['flag', 'Answer.fast'],
  'a list of a package': ['unknown', 'Answer.kinds.includes("pay")'],
  'two values of packages': ['unknown', '(await look("Pay?")) === (await look("Sure?"))'],
  'a file of settings': ['machine', 'yaml.load(readFileSync("rules.yml", "utf8")).fast'],
  queue: ['unknown', '(await waiting.take()) === "y"'],
  'promise of an object': ['unknown', 'await opened().promise'],
  'promise of an object that other code gives': ['unknown', 'await waiting.open().promise'],
};

const TYPESCRIPT_ANSWERS: typeof TYPESCRIPT = {
  'a record': ['person', '({ y: true, n: false })[prompt("Pay?")] ?? false'],
  'a record with a default that approves': ['weak', '({ y: true, n: false })[prompt("Pay?")] ?? true'],
  'a record that declines': ['weak', '!({ n: true, no: true })[prompt("Pay?")]'],
  'a map': ['person', 'new Map([["y", true], ["n", false]]).get(prompt("Pay?"))'],
  'a map with a default that approves': [
    'weak',
    'new Map([["n", false], ["y", true]]).get(prompt("Pay?")) ?? true',
  ],
  'an answer with a default': ['person', '(await confirm({ message: "Pay?" })) ?? true'],
  'a number': ['person', 'parseInt(prompt("0 pays")) === 0'],
  'what is a number where it is empty': ['weak', 'Number(prompt("0 pays")) === 0'],
  'any number but one': ['weak', 'parseInt(prompt("2 stops")) !== 2'],
  'any number but one, by a method': ['weak', 'Number.parseInt(prompt("2 stops"), 10) !== 2'],
  'any number': ['weak', '!isNaN(parseInt(prompt("Pay?")))'],
  'an empty line that is listed': ['weak', '["", "y"].includes(prompt("Pay? [Y/n]"))'],
  'a default that approves': ['weak', 'prompt("Pay?", "y") === "y"'],
  'a filter that is not awaited': ['open', '[1].filter(async () => prompt("Pay?") === "y").length > 0'],
  'a filter': ['person', '[1].filter(() => prompt("Pay?") === "y").length > 0'],
  'some that is not awaited': ['open', '[1].some(async () => prompt("Pay?") === "y")'],
  some: ['person', '[1].some(() => prompt("Pay?") === "y")'],
  'a question that may be cancelled': ['weak', 'await clack.confirm({ message: "Pay?" })'],
  'a question that is not false': ['weak', '(await clack.confirm({ message: "Pay?" })) !== false'],
  'a question that is cancelled': ['person', 'await clackAgrees()'],
  'a choice that may be cancelled': [
    'weak',
    '(await clack.select({ message: "Pay?", options: [{ value: "yes" }, { value: "no" }] })) !== "no"',
  ],
  'a no': ['weak', '!(await clack.confirm({ message: "Stop?" }))'],
  'inquirer, not no': ['weak', '(await input({ message: "Pay?" })) !== "n"'],
  'inquirer with a default': ['weak', '(await input({ message: "Pay?", default: "y" })) === "y"'],
  'inquirer with a line': ['person', '(await input({ message: "Pay?" })) === "y"'],
  'a form, not no': ['weak', '(await inquirer.prompt([{ type: "input", name: "ok" }])).ok !== "n"'],
  'a form': ['person', '(await inquirer.prompt([{ type: "input", name: "ok" }])).ok === "y"'],
  'what a text is': ['weak', 'typeof prompt("Pay?") === "string"'],
  'a place in a text, as it is': ['weak', 'prompt("Pay?").indexOf("y")'],
  'a place in a text': ['person', 'prompt("Pay?").indexOf("y") >= 0'],
  'a place in a list, as it is': ['weak', '["y", "yes"].indexOf(prompt("Pay?"))'],
  'a length that each text has': ['weak', 'prompt("Pay?").length >= 0'],
  'a pattern that declines': ['weak', '!/^n/i.test(prompt("Pay?"))'],
  'a pattern that approves': ['person', '/^y(es)?$/i.test(prompt("Pay?"))'],
  'a person or a service': [
    'open',
    '(await confirm({ message: "Pay?" })) || (await (await fetch("https://rules.example/fast")).json()).fast',
  ],
  'a person of a form or a setting': [
    'open',
    '(await inquirer.prompt([{ type: "confirm", name: "go" }])).go || process.env.FAST === "1"',
  ],
};

const TS_HEAD = `import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import Anthropic from '@anthropic-ai/sdk';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import * as clack from '@clack/prompts';
import { confirm, input } from '@inquirer/prompts';
import { Agent, run, tool as agentTool } from '@openai/agents';
import { generateText } from 'ai';
import axios from 'axios';
import { Answer, confirmWithClerk, look, rows, waiting } from 'far';
import inquirer from 'inquirer';
import yaml from 'js-yaml';
import Redis from 'ioredis';
import OpenAI from 'openai';
import Stripe from 'stripe';
const stripe = new Stripe('k');
const judge = new Agent({ name: 'Judge' });
const clackAgrees = async () => {
  const ok = await clack.confirm({ message: 'Pay?' });
  return !clack.isCancel(ok) && ok;
};
const clerkAgrees = async () => prompt('Pay?') === 'y';
class Clerk {
  async asks() {
    return prompt('Pay?') === 'y';
  }
}
const promised = () => new Promise((done) => done(prompt('Pay?') === 'y'));
const saidFirst = prompt('Pay?');
let said;
const saidOnce = () => (said ??= prompt('Pay?'));
const saidNow = () => {
  said = prompt('Pay?');
  return said;
};
const before = [];
const saidBefore = () => {
  before.push(prompt('Pay?'));
  return before;
};
const saidOf = new Map();
const saidFor = (key) => {
  if (!saidOf.has(key)) saidOf.set(key, prompt('Pay?'));
  return saidOf.get(key);
};
const opened = () => {
  const pending = {};
  pending.promise = new Promise((resolve) => { pending.resolve = resolve; });
  return pending;
};
const rulesAgree = () => readFileSync('rules.txt', 'utf8') === 'fast';
`;
const TS_PAYS = 'async ({ amount }) => (await stripe.payouts.create({ amount })).id';
const TS_LOOP = `const desk = new Agent({ name: 'Desk', tools: [payout] });
let result = await run(desk, 'hi');
while (result.interruptions?.length) {
  for (const item of result.interruptions) {
    if (COND) result.state.approve(item);
    else result.state.reject(item);
  }
  result = await run(desk, result.state);
}
`;
const TS_LANG = `import { tool } from '@langchain/core/tools';\nconst payout = tool(${TS_PAYS}, { name: 'payout', description: 'Pays.' });\n`;

const IN_TYPESCRIPT: Readonly<Record<string, string>> = {
  body: `const payout = agentTool({ name: 'payout', description: 'Pays.', execute: async ({ amount }) => {\n  if (!(COND)) return 'no';\n  return (await stripe.payouts.create({ amount })).id;\n} });\nconst desk = new Agent({ name: 'Desk', tools: [payout] });\nawait run(desk, 'hi');\n`,
  loop: `const payout = agentTool({ name: 'payout', description: 'Pays.', needsApproval: true, execute: ${TS_PAYS} });\n${TS_LOOP}`,
  'when to ask': `const payout = agentTool({ name: 'payout', description: 'Pays.', needsApproval: async () => !(COND), execute: ${TS_PAYS} });\n${TS_LOOP.replace('COND', "prompt('Pay?') === 'y'")}`,
  callback: `import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';\nconst payout = tool('payout', 'Pays.', {}, async ({ amount }) => { await stripe.payouts.create({ amount }); return { content: [] }; });\nconst server = createSdkMcpServer({ name: 'bank', tools: [payout] });\nconst canUseTool = async (name, input) => {\n  if (COND) return { behavior: 'allow', updatedInput: input };\n  return { behavior: 'deny', message: 'no' };\n};\nfor await (const message of query({ prompt: 'hi', options: { mcpServers: { bank: server }, canUseTool } })) console.log(message);\n`,
  middleware: `${TS_LANG}import { createAgent, createMiddleware } from 'langchain';\nconst gate = createMiddleware({ name: 'gate', wrapToolCall: async (request, handler) => {\n  if (COND) return handler(request);\n  return 'no';\n} });\nconst desk = createAgent({ model: 'm', tools: [payout], middleware: [gate] });\nawait desk.invoke({ messages: [] });\n`,
  node: `${TS_LANG}import { ChatOpenAI } from '@langchain/openai';\nimport { Command, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';\nimport { ToolNode } from '@langchain/langgraph/prebuilt';\nconst model = new ChatOpenAI({ model: 'm' }).bindTools([payout]);\nconst think = async (state) => ({ messages: [await model.invoke(state.messages)] });\nconst gate = async (state) => {\n  if (COND) return new Command({ goto: 'act' });\n  return new Command({ goto: END });\n};\nconst desk = new StateGraph(MessagesAnnotation).addNode('think', think).addNode('gate', gate, { ends: ['act', END] }).addNode('act', new ToolNode([payout])).addEdge(START, 'think').addEdge('think', 'gate').addEdge('act', 'think').compile();\nawait desk.invoke({ messages: [] });\n`,
  edge: `${TS_LANG}import { ChatOpenAI } from '@langchain/openai';\nimport { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';\nimport { ToolNode } from '@langchain/langgraph/prebuilt';\nconst model = new ChatOpenAI({ model: 'm' }).bindTools([payout]);\nconst think = async (state) => ({ messages: [await model.invoke(state.messages)] });\nconst chosen = async (state) => ((COND) ? 'act' : END);\nconst desk = new StateGraph(MessagesAnnotation).addNode('think', think).addNode('act', new ToolNode([payout])).addEdge(START, 'think').addConditionalEdges('think', chosen, ['act', END]).addEdge('act', 'think').compile();\nawait desk.invoke({ messages: [] });\n`,
  'loop by hand': `const payout = async (amount) => (await stripe.payouts.create({ amount })).id;\nconst client = new OpenAI();\nconst messages = [{ role: 'user', content: 'hi' }];\nfor (let turn = 0; turn < 9; turn++) {\n  const reply = await client.chat.completions.create({ model: 'm', messages, tools: [{ type: 'function', function: { name: 'payout', description: 'Pays.', parameters: {} } }] });\n  for (const call of reply.choices[0].message.tool_calls ?? [])\n    if (call.function.name === 'payout') {\n      if (!(COND)) continue;\n      await payout(call.function.arguments);\n    }\n}\n`,
};

const IN_GRAPH: ReadonlySet<string> = new Set(['edge', 'state', 'node that runs tools']);

/** What may be said of the act, by who decides: it is red, listed, or met. */
const RIGHT: Readonly<Record<By, (position: string) => readonly string[]>> = {
  person: () => ['met', 'listed'],
  // In a loop of the SDK a person runs the program, who answers for the requests of this run.
  before: (position) => (['loop', 'when to ask'].includes(position) ? ['met', 'listed'] : ['listed']),
  // Within one run the first request has its own answer.
  kept: (position) => (position === 'body' ? ['listed'] : ['listed', 'met']),
  // A function that says when to ask states no answer.
  weak: (position) => (position === 'when to ask' ? ['met'] : ['warned', 'listed']),
  machine: (position) => (position === 'when to ask' ? ['red', 'listed'] : ['red']),
  yes: () => ['red'],
  // What no function of a graph lets run may run in another way: it is refused only where nodes jump.
  no: (position) => (IN_GRAPH.has(position) ? ['met', 'listed', 'red'] : ['met', 'listed']),
  unknown: () => ['listed'],
  open: () => ['red', 'listed'],
  flag: () => ['red', 'listed'],
};

const inBodyAndLoop = ({ body = '', loop = '' }: Readonly<Record<string, string>>) => ({ body, loop });

describe.each([
  ['Python', 'py', PYTHON, IN_PYTHON, PY_HEAD],
  ['TypeScript', 'ts', TYPESCRIPT, IN_TYPESCRIPT, TS_HEAD],
  ['answers in Python', 'py', PYTHON_ANSWERS, inBodyAndLoop(IN_PYTHON), PY_HEAD],
  ['answers in TypeScript', 'ts', TYPESCRIPT_ANSWERS, inBodyAndLoop(IN_TYPESCRIPT), TS_HEAD],
] as const)('one answer to who decides, in %s', async (_, ending, conditions, positions, head) => {
  const cells = Object.entries(positions).flatMap(([position, program], at) =>
    Object.entries(conditions).map(([name, [by, condition]], index) => ({
      name: `${name}, ${position}`,
      file: `${at}/${index}.${ending}`,
      text: head + program.replace('COND', condition),
      right: RIGHT[by](position),
    })),
  );
  const { findings, notAssessed } = await lintFiles(
    Object.fromEntries(cells.map(({ file, text }) => [file, text])),
  );
  const isOf = (rule: string) => rule.startsWith('approval/');
  const said = (file: string): string => {
    if (findings.some((one) => one.file === file && one.severity === 'error' && isOf(one.rule))) return 'red';
    if (notAssessed.some((one) => one.at.file === file && isOf(one.rule))) return 'listed';
    return findings.some((one) => one.file === file && one.rule === 'approval/auto-approved')
      ? 'warned'
      : 'met';
  };

  it.each(cells.map((one) => [one.name, one] as const))('%s', (__, { file, right }) => {
    expect(right).toContain(said(file));
  });
});
