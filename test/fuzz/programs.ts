import fc from 'fast-check';
import type { Files } from './corpus.js';

/** What can be stated of an agent that is made, each with the rules that are about its absence. */
export const CONTROLS = ['gate', 'bound', 'guardrail', 'scope'] as const;
export type Control = (typeof CONTROLS)[number];

/** The parts that a program is made of, as source text. */
interface Parts {
  /** Its name, as code has it. */
  tool: string;
  /** Calls within the tool. */
  body: string;
  /** Each control as a value; undefined where it is not stated. */
  gate: string | undefined;
  bound: string | undefined;
  guardrail: boolean;
  scope: boolean;
}

/** A framework and a language: the imports, and what makes and runs an agent. */
interface Template {
  readonly name: string;
  readonly file: 'main.py' | 'main.ts';
  /** The controls that it has a place for here. */
  readonly controls: readonly Control[];
  readonly imports: string;
  readonly make: (parts: Parts) => string;
}

const BODIES = {
  'main.py': [
    'return "ok"',
    'requests.post("https://pay.example.com/refunds", json={"id": id})',
    'subprocess.run(id, shell=True)',
    'open(id, "w").write(id)',
    'return db.execute(f"DELETE FROM a WHERE id = {id}")',
    '...',
    'if input("ok? ") != "y":\n        return "no"\n    os.remove(id)',
  ],
  'main.ts': [
    "return 'ok';",
    "await fetch('https://pay.example.com/refunds', { method: 'POST', body: id });",
    'execSync(id);',
    'writeFileSync(id, id);',
    'return db.query(`DELETE FROM a WHERE id = ${id}`);',
    '',
    "if ((await terminal.question('ok? ')) !== 'y') return 'no'; rmSync(id);",
  ],
} as const;

const when = (value: string | boolean | undefined, text: string): string =>
  value === undefined || value === false ? '' : text;

const TEMPLATES: readonly Template[] = [
  {
    name: 'agents-sdk',
    file: 'main.ts',
    controls: ['gate', 'bound', 'guardrail', 'scope'],
    imports: "import { Agent, MCPServerStdio, createMCPToolStaticFilter, run, tool } from '@openai/agents';",
    make: ({ tool, body, gate, bound, guardrail, scope }) => `const act = tool({
  name: '${tool}',
  description: 'Acts',
  parameters: z.object({ id: z.string() }),${when(gate, `\n  needsApproval: ${gate},`)}
  execute: async ({ id }) => { ${body} },
});
const files = new MCPServerStdio({ fullCommand: 'npx -y files@1.0.0'${when(scope, ", toolFilter: createMCPToolStaticFilter({ allowed: ['read_file'] })")} });
const desk = new Agent({ name: 'Desk', tools: [act], mcpServers: [files]${when(guardrail, ', inputGuardrails: [screen]')} });
const result = await run(desk, process.argv[2]${when(bound, `, { maxTurns: ${bound} }`)});
for (const request of result.interruptions) result.state.reject(request);
`,
  },
  {
    name: 'agents-sdk',
    file: 'main.py',
    controls: ['gate', 'bound', 'guardrail', 'scope'],
    imports:
      'from agents import Agent, Runner, function_tool\nfrom agents.mcp import MCPServerStdio, create_static_tool_filter',
    make: ({
      tool,
      body,
      gate,
      bound,
      guardrail,
      scope,
    }) => `@function_tool${when(gate, `(needs_approval=${gate})`)}
def ${tool}(id: str):
    """Acts."""
    ${body}

files = MCPServerStdio(params={"command": "npx", "args": ["-y", "files@1.0.0"]}${when(scope, ', tool_filter=create_static_tool_filter(allowed_tool_names=["read_file"])')})
desk = Agent(name="Desk", tools=[${tool}], mcp_servers=[files]${when(guardrail, ', input_guardrails=[screen]')})
result = Runner.run_sync(desk, sys.argv[1]${when(bound, `, max_turns=${bound}`)})
for request in result.interruptions:
    print(request)
`,
  },
  {
    name: 'vercel-ai',
    file: 'main.ts',
    controls: ['gate', 'bound'],
    imports:
      "import { generateText, stepCountIs, tool } from 'ai';\nimport { openai } from '@ai-sdk/openai';",
    make: ({ tool, body, gate, bound }) => `const ${tool} = tool({
  description: 'Acts',
  inputSchema: z.object({ id: z.string() }),${when(gate, `\n  needsApproval: ${gate},`)}
  execute: async ({ id }) => { ${body} },
});
export const answer = (messages) => generateText({ model: openai('gpt-5'), messages, tools: { ${tool} }${when(bound, `, stopWhen: stepCountIs(${bound})`)} });
`,
  },
  {
    name: 'vercel-ai loop agent',
    file: 'main.ts',
    controls: ['gate', 'bound'],
    imports: "import { stepCountIs, tool, ToolLoopAgent } from 'ai';",
    make: ({
      tool,
      body,
      gate,
      bound,
    }) => `const act = tool({ description: 'Acts', inputSchema: z.object({ id: z.string() })${when(gate, `, needsApproval: ${gate}`)}, execute: async ({ id }) => { ${body} } });
export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { ${tool}: act }${when(bound, `, stopWhen: stepCountIs(${bound})`)} });
`,
  },
  {
    name: 'claude-agent-sdk',
    file: 'main.ts',
    controls: ['bound', 'scope'],
    imports: "import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';",
    make: ({
      tool,
      body,
      bound,
      scope,
    }) => `const act = tool('${tool}', 'Acts', { id: z.string() }, async ({ id }) => { ${body} });
const desk = createSdkMcpServer({ name: 'desk', tools: [act] });
for await (const message of query({
  prompt: process.argv[2],
  options: { mcpServers: { desk }, ${when(scope, "disallowedTools: ['Bash', 'Write'], ")}allowedTools: ['Read', 'mcp__desk__${tool}']${when(bound, `, maxTurns: ${bound}`)} },
})) console.log(message);
`,
  },
  {
    name: 'claude-agent-sdk',
    file: 'main.py',
    controls: ['bound'],
    imports: 'from claude_agent_sdk import ClaudeAgentOptions, create_sdk_mcp_server, query, tool',
    make: ({ tool, body, bound }) => `@tool("${tool}", "Acts", {"id": str})
async def act(args):
    id = args["id"]
    ${body}

desk = create_sdk_mcp_server(name="desk", tools=[act])
options = ClaudeAgentOptions(mcp_servers={"desk": desk}, allowed_tools=["mcp__desk__${tool}"], permission_mode="default"${when(bound, `, max_turns=${bound}`)})

async def main():
    async for message in query(prompt=sys.argv[1], options=options):
        print(message)
`,
  },
  {
    name: 'langchain',
    file: 'main.py',
    controls: ['gate', 'bound'],
    imports:
      'from langchain.agents import create_agent\nfrom langchain.agents.middleware import HumanInTheLoopMiddleware\nfrom langchain.tools import tool\nfrom langgraph.checkpoint.memory import InMemorySaver',
    make: ({ tool, body, gate, bound }) => `@tool
def ${tool}(id: str):
    """Acts."""
    ${body}

agent = create_agent("openai:gpt-5", tools=[${tool}], middleware=[${when(gate, `HumanInTheLoopMiddleware(interrupt_on={"${tool}": ${gate}})`)}], checkpointer=InMemorySaver())
result = agent.invoke({"messages": [("user", sys.argv[1])]}, {"configurable": {"thread_id": "1"}${when(bound, `, "recursion_limit": ${bound}`)}})
print(result["__interrupt__"])
`,
  },
  {
    name: 'langchain',
    file: 'main.ts',
    controls: ['gate', 'bound'],
    imports:
      "import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';\nimport { MemorySaver } from '@langchain/langgraph';",
    make: ({
      tool,
      body,
      gate,
      bound,
    }) => `const act = tool(async ({ id }) => { ${body} }, { name: '${tool}', description: 'Acts', schema: z.object({ id: z.string() }) });
const agent = createAgent({ model: 'openai:gpt-5', tools: [act], middleware: [${when(gate, `humanInTheLoopMiddleware({ interruptOn: { ${tool}: ${gate} } })`)}], checkpointer: new MemorySaver() });
const result = await agent.invoke({ messages: [process.argv[2]] }, { configurable: { thread_id: '1' }${when(bound, `, recursionLimit: ${bound}`)} });
console.log(result.__interrupt__);
`,
  },
  {
    name: 'langgraph',
    file: 'main.py',
    controls: ['gate', 'bound'],
    imports:
      'from langgraph.graph import StateGraph, START\nfrom langgraph.prebuilt import ToolNode, tools_condition\nfrom langgraph.types import interrupt\nfrom langchain_core.tools import tool\nfrom langchain_openai import ChatOpenAI',
    make: ({ tool, body, gate, bound }) => `@tool
def ${tool}(id: str):
    """Acts."""
    ${when(gate, `if interrupt({"id": id}) != "approve":\n        return "no"\n    `)}${body}

model = ChatOpenAI(model="gpt-5").bind_tools([${tool}])
graph = StateGraph(dict)
graph.add_node("chat", lambda state: {"messages": [model.invoke(state["messages"])]})
graph.add_node("tools", ToolNode([${tool}]))
graph.add_edge(START, "chat")
graph.add_conditional_edges("chat", tools_condition)
graph.add_edge("tools", "chat")
app = graph.compile(checkpointer=saver)
app.invoke({"messages": [sys.argv[1]]}, {"configurable": {"thread_id": "1"}${when(bound, `, "recursion_limit": ${bound}`)}})
`,
  },
  {
    name: 'pydantic-ai',
    file: 'main.py',
    controls: ['gate', 'bound'],
    imports: 'from pydantic_ai import Agent, DeferredToolRequests, UsageLimits',
    make: ({
      tool,
      body,
      gate,
      bound,
    }) => `agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])

@agent.tool_plain${when(gate, `(requires_approval=${gate})`)}
def ${tool}(id: str):
    """Acts."""
    ${body}

result = agent.run_sync(sys.argv[1]${when(bound, `, usage_limits=UsageLimits(request_limit=${bound})`)})
print(result.output)
`,
  },
  {
    name: 'mastra',
    file: 'main.ts',
    controls: ['gate', 'bound'],
    imports: "import { Agent } from '@mastra/core/agent';\nimport { createTool } from '@mastra/core/tools';",
    make: ({
      tool,
      body,
      gate,
      bound,
    }) => `const act = createTool({ id: '${tool}', description: 'Acts', inputSchema: z.object({ id: z.string() })${when(gate, `, requireApproval: ${gate}`)}, execute: async ({ context: { id } }) => { ${body} } });
export const desk = new Agent({ name: 'desk', instructions: 'Help', model: 'openai/gpt-5', tools: { act } });
const stream = await desk.stream(process.argv[2]${when(bound, `, { maxSteps: ${bound} }`)});
`,
  },
  {
    name: 'client-loop',
    file: 'main.py',
    controls: ['bound'],
    imports: 'from openai import OpenAI',
    make: ({ tool, body, bound }) => `def ${tool}(id: str):
    ${body}

client = OpenAI()
messages = [{"role": "user", "content": sys.argv[1]}]
${bound === undefined ? 'while True:' : `for turn in range(${bound}):`}
    response = client.chat.completions.create(model="gpt-5", messages=messages, tools=[{"type": "function", "function": {"name": "${tool}", "parameters": {}}}])
    calls = response.choices[0].message.tool_calls
    if not calls:
        break
    for call in calls:
        if call.function.name == "${tool}":
            messages.append({"role": "tool", "tool_call_id": call.id, "content": ${tool}(**json.loads(call.function.arguments))})
`,
  },
  {
    name: 'responses',
    file: 'main.ts',
    controls: ['gate', 'scope'],
    imports: "import OpenAI from 'openai';",
    make: ({ tool, gate, scope }) => `const client = new OpenAI();
const response = await client.responses.create({
  model: 'gpt-5',
  input: process.argv[2],
  tools: [
    { type: 'mcp', server_label: 'desk', server_url: 'https://desk.example.com/mcp'${when(scope, `, allowed_tools: ['${tool}']`)}, require_approval: ${gate === undefined ? "'never'" : "'always'"} },
    { type: 'function', name: '${tool}', parameters: {} },
  ],
});
console.log(response.output);
`,
  },
  {
    name: 'session',
    file: 'main.py',
    controls: [],
    imports: 'from openai import OpenAI',
    make: ({ tool }) => `client = OpenAI()
session = client.beta.agents.sessions.create(
    agent={"model": "gpt-5", "tools": [{"type": "shell"}, {"type": "function", "name": "${tool}"}]},
    environment={"type": "hosted"},
)
`,
  },
  {
    name: 'mcp-server',
    file: 'main.py',
    controls: [],
    imports: 'from mcp.server.fastmcp import FastMCP',
    make: ({ tool, body }) => `server = FastMCP("desk")

@server.tool()
def ${tool}(id: str):
    """Acts."""
    ${body}

server.run()
`,
  },
  {
    name: 'mcp-server',
    file: 'main.ts',
    controls: [],
    imports: "import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';",
    make: ({ tool, body }) => `const server = new McpServer({ name: 'desk', version: '1.0.0' });
server.registerTool('${tool}', { description: 'Acts', inputSchema: { id: z.string() } }, async ({ id }) => { ${body} });
`,
  },
];

const TOOLS = [
  'issue_refund',
  'delete_account',
  'send_mail',
  'get_order',
  'run_shell',
  'frobnicate',
] as const;

/** Spellings of a value that stay known, with what stands before them. */
const KNOWN: Readonly<
  Record<
    Template['file'],
    readonly ((value: string, name: string) => readonly [before: string, value: string])[]
  >
> = {
  'main.py': [
    (value) => ['', value],
    (value, name) => [`${name} = ${value}\n`, name],
    (value, name) => [`def ${name}():\n    return ${value}\n`, `${name}()`],
    (value, name) => [`${name} = {"a": {"b": ${value}}}\n`, `${name}["a"]["b"]`],
    (value, name) => [`class ${name}:\n    value = ${value}\n`, `${name}.value`],
    (value, name) => [`def ${name}(value=${value}):\n    return value\n`, `${name}()`],
  ],
  'main.ts': [
    (value) => ['', value],
    (value, name) => [`const ${name} = ${value};\n`, name],
    (value, name) => [`const ${name} = () => ${value};\n`, `${name}()`],
    (value, name) => [`const ${name} = { a: { b: ${value} } };\n`, `${name}.a.b`],
    (value, name) => [`class ${name} { static value = ${value}; }\n`, `${name}.value`],
    (value, name) => [`function ${name}(value = ${value}) { return value; }\n`, `${name}()`],
  ],
};

/** Values that only a run knows. */
const COMPUTED: Readonly<Record<Template['file'], readonly string[]>> = {
  'main.py': ['int(os.environ["N"])', 'settings.value', 'decide', 'len(sys.argv)', 'lambda *a: decide(a)'],
  'main.ts': [
    'Number(process.env.N)',
    'settings.value',
    'decide',
    'process.argv.length',
    '(...a) => decide(a)',
  ],
};

/** How the program around the agent is laid out. */
const LAYOUTS: Readonly<Record<Template['file'], readonly ((text: string) => string)[]>> = {
  'main.py': [
    (text) => text,
    (text) => `def main():\n${indented(text)}\n\nmain()\n`,
    (text) => `if __name__ == "__main__":\n${indented(text)}\n`,
    (text) => `try:\n${indented(text)}\nexcept Exception as error:\n    print(error)\n`,
    (text) => `for id in ids:\n${indented(text)}\n`,
    (text) => `async def main(*args, **options):\n${indented(text)}\n\nasyncio.run(main(*sys.argv))\n`,
  ],
  'main.ts': [
    (text) => text,
    (text) => `async function main() {\n${indented(text.replaceAll('export ', ''))}\n}\nawait main();\n`,
    (text) =>
      `try {\n${indented(text.replaceAll('export ', ''))}\n} catch (error) {\n  console.log(error);\n}\n`,
    (text) => `for (const id of ids) {\n${indented(text.replaceAll('export ', ''))}\n}\n`,
    (text) => `export const main = async (...args) => {\n${indented(text.replaceAll('export ', ''))}\n};\n`,
  ],
};

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ');

export interface Paired {
  readonly control: Control | 'tracing';
  /** The same project without the control. */
  readonly without: Files;
}

export interface Made {
  readonly name: string;
  readonly files: Files;
  readonly paired?: Paired;
}

/** Programs of each framework: with and without each control, values in many spellings, several layouts. */
export const programs: fc.Arbitrary<Made> = fc
  .record({
    template: fc.constantFrom(...TEMPLATES),
    tool: fc.constantFrom(...TOOLS),
    body: fc.nat(BODIES['main.py'].length - 1),
    layout: fc.nat(5),
    spelling: fc.tuple(fc.nat(5), fc.nat(5)),
    stated: fc.subarray([...CONTROLS]),
    computed: fc.option(fc.nat(4), { freq: 3 }),
    bound: fc.constantFrom('10', '3', '5000', 'null', 'Infinity'),
  })
  .map(({ template, tool, body, layout, spelling, stated, computed, bound }) => {
    const { file, controls } = template;
    const isPython = file === 'main.py';
    const unbounded = isPython && (bound === 'null' || bound === 'Infinity') ? 'None' : bound;
    const textFor = (has: (control: Control) => boolean): string => {
      const before: string[] = [];
      const spelled = (plain: string, name: string, how: number): string => {
        if (computed !== null) return COMPUTED[file][computed] ?? plain;
        const [line, value] = KNOWN[file][how]?.(plain, name) ?? ['', plain];
        before.push(line);
        return value;
      };
      const made = template.make({
        tool,
        body: BODIES[file][body] ?? '',
        gate: has('gate') ? spelled(isPython ? 'True' : 'true', 'ask_first', spelling[0]) : undefined,
        bound: has('bound') ? spelled(unbounded, 'most_turns', spelling[1]) : undefined,
        guardrail: has('guardrail'),
        scope: has('scope'),
      });
      const common = isPython ? 'import json, os, sys\n' : "import { z } from 'zod';\n";
      return `${template.imports}\n${common}${before.join('')}${(LAYOUTS[file][layout] ?? LAYOUTS[file][0])?.(made)}`;
    };
    const has = (control: Control) => stated.includes(control) && controls.includes(control);
    const files = { [file]: textFor(has) };
    const control = stated.find((one) => controls.includes(one));
    // A bound that bounds nothing, or that nobody knows, is no control.
    const isControl = computed === null && (control !== 'bound' || bound === '10' || bound === '3');
    return control === undefined || !isControl
      ? { name: template.name, files }
      : {
          name: template.name,
          files,
          paired: { control, without: { [file]: textFor((one) => one !== control && has(one)) } },
        };
  });
