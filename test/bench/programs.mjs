// Writes programs and documents for the benchmark: the same ones at every run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `count` files below a folder, a hundred in each, and gives the folder. */
function write(folder, count, make) {
  for (let index = 0; index < count; index++) {
    const inner = join(folder, `d${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(inner, { recursive: true });
    const { ending, text } = make(index);
    writeFileSync(join(inner, `f${index}.${ending}`), text);
  }
  return folder;
}

/** A helper that many programs have beside their agent. */
const tsHelper = (index) => `
export interface Order${index} { id: string; total: number; lines: { sku: string; count: number }[] }

export function totalOf${index}(orders: Order${index}[]): number {
  let total = 0;
  for (const order of orders) {
    if (order.lines.length === 0) continue;
    total += order.lines.reduce((sum, line) => sum + line.count * order.total, ${index});
  }
  return Math.round(total * 100) / 100;
}
`;

const pyHelper = (index) => `
class Order${index}:
    def __init__(self, id: str, total: float, lines: list[dict]):
        self.id = id
        self.total = total
        self.lines = lines


def total_of_${index}(orders: list[Order${index}]) -> float:
    total = 0.0
    for order in orders:
        if not order.lines:
            continue
        total += sum(line["count"] * order.total for line in order.lines) + ${index}
    return round(total, 2)
`;

/** Half of them TypeScript, half Python: an agent with a tool each, and `helpers` pieces of code that have nothing to do with it. */
export const agentPrograms = (folder, count, helpers) =>
  write(folder, count, (index) =>
    index % 2 === 0
      ? {
          ending: 'ts',
          text: `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const lookUp = tool({
  name: 'look_up_order',
  description: 'Reads an order.',
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }) => id,
});

export const desk = new Agent({ name: 'Desk ${index}', instructions: 'Answer the customer.', tools: [lookUp] });
${Array.from({ length: helpers }, (_, one) => tsHelper(index * 100 + one)).join('')}
console.log((await run(desk, 'hello')).finalOutput);
`,
        }
      : {
          ending: 'py',
          text: `from agents import Agent, Runner, function_tool


@function_tool
def look_up_order(id: str) -> str:
    """Reads an order."""
    return id


desk = Agent(name="Desk ${index}", instructions="Answer the customer.", tools=[look_up_order])
${Array.from({ length: helpers }, (_, one) => pyHelper(index * 100 + one)).join('')}

print(Runner.run_sync(desk, "hello").final_output)
`,
        },
  );

/** Sources that use no SDK. */
export const unrelatedSources = (folder, count) =>
  write(folder, count, (index) =>
    index % 2 === 0
      ? { ending: 'ts', text: [0, 1, 2].map((one) => tsHelper(index * 10 + one)).join('') }
      : { ending: 'py', text: [0, 1, 2].map((one) => pyHelper(index * 10 + one)).join('') },
  );

/** One program of many modules: each imports two others, and the first has an agent whose tool calls all of them. */
export const linkedProgram = (folder, count) =>
  write(folder, count, (index) => {
    const inner = [2 * index + 1, 2 * index + 2].filter((one) => one < count);
    const imports = inner.map(
      (one) => `import { step${one} } from '../d${Math.floor(one / 100)}/f${one}.js';\n`,
    );
    const body = inner.map((one) => `  await step${one}(id);\n`).join('');
    const agent =
      index === 0
        ? `
const work = tool({
  name: 'work_on_order',
  description: 'Works on an order.',
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }) => step0(id),
});
export const agent = new Agent({ name: 'Orders', tools: [work] });
`
        : '';
    return {
      ending: 'ts',
      text: `${index === 0 ? "import { Agent, tool } from '@openai/agents';\nimport { z } from 'zod';\n" : ''}${imports.join('')}
export async function step${index}(id: string): Promise<void> {
${body}}
${agent}${tsHelper(index)}`,
    };
  });

const DOCUMENTS = [
  {
    ending: 'md',
    text: (index) => `# Order ${index}\n\n${'How to look up an order, and whom to ask.\n'.repeat(20)}`,
  },
  {
    ending: 'yaml',
    text: (index) => `name: order-${index}\nlines:\n${'  - { sku: a, count: 1 }\n'.repeat(20)}`,
  },
  { ending: 'agent.yaml', text: (index) => `runtime: managed\nagent:\n  instructions: Answer ${index}.\n` },
];

/** Documents, one in three of which has an agent, and the name of the first of these. */
export const documents = (folder, count) => ({
  folder: write(folder, count, (index) => {
    const { ending, text } = DOCUMENTS[index % DOCUMENTS.length];
    return { ending, text: text(index) };
  }),
  file: 'd0/f2.agent.yaml',
});

/** An agent of a file of JSON whose tool acts without approval. */
export const JSON_AGENT =
  '{ "runtime": "framework", "agent": { "tools": [{ "type": "function", "name": "delete_user" }] } }\n';

/** An application of 800 files in a repository: programs with agents, ten of 20 KB among them, one of many modules, others, documents. */
export function application(folder) {
  agentPrograms(join(folder, 'agents'), 200, 4);
  agentPrograms(join(folder, 'large'), 10, 55);
  unrelatedSources(join(folder, 'library'), 299);
  linkedProgram(join(folder, 'app'), 140);
  documents(join(folder, 'docs'), 150);
  writeFileSync(join(folder, 'desk.agent.json'), JSON_AGENT);
  commit(folder);
  return folder;
}

/** Makes a repository of a folder, with one commit. */
export function commit(folder) {
  const git = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-q', '-m', 'Start');
}
