import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

/** How a program is judged, without lines: its agents with their tools, its findings, what is not assessed. */
async function verdict(
  file: string,
  text: string,
): Promise<Record<'agents' | 'findings' | 'open', string[]>> {
  const { systems, findings, notAssessed } = await lintFiles({ [file]: text });
  return {
    agents: systems
      .flatMap(({ agents }) => agents)
      .map(({ name, tools }) => `${name}: ${tools.map((tool) => tool.name).join(', ')}`),
    findings: findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`).sort(),
    open: notAssessed.map(({ rule, message }) => `${rule} ${message}`).sort(),
  };
}

/** Two programs that mean the same. */
interface Pair {
  differs: string;
  file: string;
  plain: string;
  changed: string;
  /** A finding of the plain program. */
  finds: string;
}

const pair = (
  differs: string,
  file: string,
  program: (varying: string) => string,
  [plain, changed]: readonly [string, string],
  finds: string,
): Pair => ({ differs, file, plain: program(plain), changed: program(changed), finds });

const gatedPython = (comment: string) => `import os
from agents import Agent, function_tool
gate = True
if os.environ.get("MODE") == "fast":
    gate = False
    ${comment}
    @function_tool(needs_approval=gate)
    def send_email(to: str) -> str:
        return mail(to)
    a = Agent(name="A", tools=[send_email])
`;

const gatedScript = (words: string) => `import { Agent, tool } from '@openai/agents';
let gate = true;
if (process.env.MODE === 'fast') {
  gate = false;
  const sendEmail = tool({ name: 'send_email', description: 'Sends an email${words}', parameters: {}, needsApproval: gate, execute: async ({ to }) => mail(to) });
  new Agent({ name: 'A', tools: [sendEmail] });
}
`;

const untraced = (comment: string) => `from agents import Agent, set_tracing_disabled
${comment}
set_tracing_disabled(True)
a = Agent(name="A", tools=[])
`;

const printing = (words: string) => `from agents import Agent, set_tracing_disabled
try:
    print("${words}")
    set_tracing_disabled(True)
finally:
    close()
a = Agent(name="A", tools=[])
`;

const factory = (words: string) => `from agents import Agent, function_tool
@function_tool
def send_email(to: str) -> str:
    return mail(to)
def tools():
    """${words} one at a time."""
    return [send_email]
a = Agent(name="A", tools=tools())
`;

const approvingPython = (variable: string) => `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def send_email(to: str) -> str:
    return mail(to)
a = Agent(name="A", tools=[send_email])
async def main():
    r = await Runner.run(a, "x")
    state = r.to_state()
    for item in r.interruptions:
        ${variable} = item.name
        print(${variable})
        state.approve(item)
`;

const approvingScript = (variable: string) => `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [t] });
const r = await run(a, 'x');
for (const i of r.interruptions) {
  const ${variable} = i.name;
  console.log(${variable});
  r.state.approve(i);
}
`;

const followed = (definition: string) => `from agents import Agent, function_tool
@function_tool
def send_email(to: str) -> str:
    return mail(to)
a = Agent(name="A", tools=[send_email])
def ${definition}(to: str) -> str:
    return mail(to)
`;

const listening = (words: string) => `import { Agent, run, tool } from '@openai/agents';
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: true, execute: async () => 'x' });
const a = new Agent({ name: 'A', tools: [t] });
app.post('${words}', async (req, res) => {
  const r = await run(a, req.body.text);
  // ${words}, or else confirm?
  for (const i of r.interruptions) r.state.approve(i);
});
`;

const MISSING = 'error approval/missing agents[A].tools[send_email]';
const APPROVED = 'error approval/auto-approved agents[A].tools[send_email]';
const UNTRACED = 'error tracing/disabled tracing';

/** Pairs that are judged alike. */
const PAIRS: readonly Pair[] = [
  pair(
    'a comment with `or else` before a tool (Python)',
    'a.py',
    gatedPython,
    ['# asked', '# or else support is asked'],
    MISSING,
  ),
  pair('`, by default` in a description (TypeScript)', 'a.ts', gatedScript, ['', ', by default'], MISSING),
  pair(
    'a comment that ends in `?` before a switch',
    'a.py',
    untraced,
    ['# No traces', '# Why no traces?'],
    UNTRACED,
  ),
  pair(
    'a comment that ends in `and` before a switch',
    'a.py',
    untraced,
    ['# No traces', '# No traces and'],
    UNTRACED,
  ),
  pair(
    'the word `except` in a printed text inside `try`',
    'a.py',
    printing,
    ['all of them', 'all except one'],
    UNTRACED,
  ),
  pair('the word `yield` in a docstring', 'a.py', factory, ['Never gives', 'Does not yield'], MISSING),
  pair(
    'a comment with `if`, `else` and `?` before an approval (Python)',
    'a.py',
    (words) => approvingPython('label').replace('        print', `        # ${words}\n        print`),
    ['asked', 'if confirmed? or else input()'],
    APPROVED,
  ),
  pair(
    'the route of a handler that runs an agent and approves',
    'a.ts',
    listening,
    ['/chat', '/approve'],
    'error approval/auto-approved agents[A].tools[delete_user]',
  ),
  pair('a later function with the name of a tool', 'a.py', followed, ['show_email', 'send_email'], MISSING),
  pair(
    'a variable `input_name` in the loop that approves (Python)',
    'a.py',
    approvingPython,
    ['label', 'input_name'],
    APPROVED,
  ),
  pair(
    'a variable `decisionTime` in the loop that approves (TypeScript)',
    'a.ts',
    approvingScript,
    ['label', 'decisionTime'],
    'error approval/auto-approved agents[A].tools[delete_user]',
  ),
  pair('other words in a comment before a tool', 'a.py', gatedPython, ['# asked', '# approved'], MISSING),
  pair('other words in a description', 'a.ts', gatedScript, ['', ' at once'], MISSING),
  pair('a neutral name in the loop that approves', 'a.py', approvingPython, ['label', 'title'], APPROVED),
];

describe('text that means nothing to a program', () => {
  it.each(PAIRS)('stands in a program with a finding: $differs', async (row) => {
    expect((await verdict(row.file, row.plain)).findings).toContain(row.finds);
  });

  it.each(PAIRS)('does not decide: $differs', async ({ file, plain, changed }) => {
    expect(await verdict(file, changed)).toEqual(await verdict(file, plain));
  });
});
