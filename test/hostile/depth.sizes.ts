import { describe, expect, test } from 'vitest';
import { lintProject } from '../../src/index.js';
import { folderWith } from '../cli/run-cli.js';

/** Lines of a chain: more than the stack has frames for, where each line is a level of recursion. */
const LENGTH = Number(process.env.AGENT_LINT_DEPTH ?? 1000);

const each = (line: (index: number) => string): string =>
  Array.from({ length: LENGTH }, (_, index) => line(index)).join('\n');
/** `policy` is given by many lines, each of which is computed from the one before. */
const chain = (line: string) => `policy = base\n${each((index) => line.replaceAll('#', String(index)))}`;
const nested = (open: string, middle: string, close: string) =>
  `${open.repeat(LENGTH)}${middle}${close.repeat(LENGTH)}`;
const definitions = (first: string, line: string) =>
  `${first}\n${each((index) => line.replaceAll('#+1', String(index + 1)).replaceAll('#', String(index)))}`;

/** What both languages write alike. */
const ALIKE: Record<string, string> = {
  calls: chain('policy = add(policy, #)'),
  'results that are called': chain('policy = policy(#)'),
  members: chain('policy = policy.next'),
  'methods of results': chain('policy = policy.bind(#)'),
  items: chain('policy = policy[#]'),
  'items under computed keys': chain('policy = policy[base]'),
  sums: chain('policy = policy + add(base, #)'),
  comparisons: chain('policy = (policy == add(base, #))'),
  lists: chain('policy = [policy]'),
  objects: chain('policy = {"a": policy}'),
  'objects of a class': chain('policy = Box(policy)'),
  'members in one line': `policy = base${'.a'.repeat(LENGTH)}`,
  'calls in one line': `policy = base${'.a()'.repeat(LENGTH)}`,
  'sums in one line': `policy = base${' + 1'.repeat(LENGTH)}`,
  'arguments in arguments': `policy = ${nested('add(', 'base', ')')}`,
  'lists in lists': `policy = ${nested('[', 'base', ']')}`,
  'assignments in a row': `${'policy = '.repeat(LENGTH)}base`,
  'brackets without ends': `policy = base\nadd(${'[('.repeat(LENGTH)}`,
};

const SCRIPT: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(ALIKE).map(([name, text]) => [
      name,
      `let policy;\n${text.replaceAll('Box(', 'new Box(')}`,
    ]),
  ),
  'logical operators': `let ${chain('policy = policy || add(base, #);')}`,
  templates: `let ${chain('policy = `$' + '{policy} x`;')}`,
  choices: `let ${chain('policy = add(base, #) ? policy : #;')}`,
  negations: `let ${chain('policy = !policy;')}`,
  awaits: `let ${chain('policy = await policy;')}`,
  promises: `let ${chain('policy = Promise.all([policy]);')}`,
  'then after then': `let ${chain('policy = policy.then((x) => x);')}`,
  callbacks: `let ${chain('policy = [policy].some((x) => add(x, 1));')}`,
  'conditional additions': `let ${chain('if (add(base, #)) policy = add(policy, #);')}`,
  'loops in loops': `let policy = base;\n${nested('for (const a of base) { ', 'policy = add(policy, 1);', ' }')}`,
  'else after else': `let policy = base;\n${each((index) => `if (add(base, ${index})) policy = ${index}; else`)} policy = 1;`,
  'functions in functions': `let policy = ${'() => '.repeat(LENGTH)}base;`,
  'objects in objects': `let policy = ${nested('{ a: ', 'base', ' }')};`,
  'objects that are linked': `${definitions('const o0 = {};', 'const o#+1 = {}; o#.next = o#+1;')}\nlet policy = o0;`,
  'classes of classes': `${definitions('class C0 {}', 'class C#+1 extends C# {}')}\nlet policy = new C${LENGTH}();`,
  'functions that call functions': `${definitions('const f0 = (x) => x;', 'const f#+1 = (x) => f#(x);')}\nlet policy = f${LENGTH}(base);`,
  'agents that hand over': `${definitions("const a0 = new Agent({ name: 'A' });", "const a#+1 = new Agent({ name: 'A', handoffs: [a#] });")}\nlet policy = a${LENGTH};`,
  elements: `let policy = ${nested('<a>', 'b', '</a>')};`,
  types: `type T = ${nested('A<', 'B', '>')};\nlet policy = base as unknown as T;`,
  'objects without ends': `let policy = base;\nadd({ ex${'{a,'.repeat(LENGTH)}ecute: 1 });`,
};

const PYTHON: Record<string, string> = {
  ...ALIKE,
  'logical operators': chain('policy = policy or add(base, #)'),
  'texts with values': chain('policy = f"{policy} x"'),
  choices: chain('policy = policy if add(base, #) else #'),
  negations: chain('policy = not policy'),
  'awaited runs': chain('policy = asyncio.run(policy)'),
  comprehensions: chain('policy = [y for y in policy if add(y, 1)]'),
  'conditional additions': chain('if add(base, #): policy = add(policy, #)'),
  'partial calls': chain('policy = functools.partial(policy, #)'),
  'elif after elif': `policy = base\nif base: policy = 1\n${each((index) => `elif add(base, ${index}): policy = ${index}`)}`,
  'functions in functions': `policy = ${'lambda: '.repeat(LENGTH)}base`,
  'decorators on decorators': `${'@add\n'.repeat(LENGTH)}def policy(): pass`,
  'decorators that are decorated': chain('@policy\ndef policy(): ...'),
  'decorators that give functions that are decorated': `def policy(f): return f\n${each(
    (index) => `@policy\ndef f${index}(): ...\ndef policy(f): return f${index}`,
  )}`,
  'members of members in calls': `def f(x): return x\n${chain('policy = policy.next')}${'\nf(policy)'.repeat(10)}`,
  'objects that are linked': `${definitions('o0 = {}', 'o#+1 = {}; o#["next"] = o#+1')}\npolicy = o0`,
  'classes of classes': `${definitions('class C0: pass', 'class C#+1(C#): pass')}\npolicy = C${LENGTH}()`,
  'agents that hand over': `${definitions('a0 = Agent(name="A")', 'a#+1 = Agent(name="A", handoffs=[a#])')}\npolicy = a${LENGTH}`,
};

/** A program that gives `policy` to whatever may be asked what it is computed from. */
const script = (given: string) => `import { Agent, run, tool } from '@openai/agents';
import { base, add } from './builder';
class Box { constructor(x) { this.x = x; } }
${given}
const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, needsApproval: policy, execute: async (input) => {
  await fetch('https://shop.example/' + policy, { method: 'POST', body: add(policy, input) });
} });
const desk = new Agent({ name: 'Desk', instructions: policy, model: policy, tools: [refund, policy], handoffs: [policy] });
const result = await run(desk, policy, { maxTurns: policy });
for (const item of result.interruptions) if (policy) result.state.approve(item);
`;
const python = (given: string) => `import asyncio, functools, requests
from agents import Agent, Runner, function_tool
from builder import base, add
class Box:
    def __init__(self, x):
        self.x = x
${given}
@function_tool(needs_approval=policy)
def issue_refund(order: str) -> str:
    requests.post("https://shop.example/" + policy, json=add(policy, order))
    return policy
desk = Agent(name="Desk", instructions=policy, model=policy, tools=[issue_refund, policy], handoffs=[policy])
async def main():
    result = await Runner.run(desk, policy, max_turns=policy)
    state = result.to_state()
    for item in result.interruptions:
        if policy:
            state.approve(item)
asyncio.run(main())
`;

const HEALTHY = `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async (id) => fetch('https://shop.example/refund', { method: 'POST', body: id }) });
export const desk = new Agent({ name: 'Beside', tools: [refund] });
`;

/** Findings that say what was checked: the agent beside is, and no file failed. */
async function checked(files: Record<string, string>) {
  const { findings, notAssessed } = await lintProject({
    cwd: folderWith({ ...files, 'beside/desk.ts': HEALTHY }),
    asOf: '2026-11-20',
  });
  return {
    failed: findings.filter(({ rule }) => rule === 'file/internal').map(({ file }) => file),
    beside: findings.filter(({ file, rule }) => file === 'beside/desk.ts' && rule === 'approval/missing')
      .length,
    listed: notAssessed.filter(({ message }) => message.includes('nested too deeply')).length,
  };
}

describe('a program of any depth is read in part, and the rest of the run goes on', () => {
  test.each(Object.entries(SCRIPT))('TypeScript: %s', async (_, text) => {
    expect(await checked({ 'main.tsx': script(text) })).toMatchObject({ failed: [], beside: 1 });
  });
  test.each(Object.entries(PYTHON))('Python: %s', async (_, text) => {
    expect(await checked({ 'main.py': python(text) })).toMatchObject({ failed: [], beside: 1 });
  });

  test.each([
    ['main.tsx', script(SCRIPT.calls ?? '')],
    ['main.tsx', script(SCRIPT.members ?? '')],
    ['main.py', python(PYTHON.lists ?? '')],
  ])('what is too deep in %s is listed', async (file, text) => {
    expect((await checked({ [file]: text })).listed).toBeGreaterThan(0);
  });

  test.each([
    [
      'imports in a circle',
      (index: number, next: number) => `import { p as q } from './m${next}';\nexport const p = q + ${index};`,
    ],
    ['exports of exports', (_: number, next: number) => `export { p } from './m${next}';`],
    ['exports of everything', (_: number, next: number) => `export * from './m${next}';`],
    [
      'classes over files',
      (_: number, next: number) => `import { p as q } from './m${next}';\nexport class p extends q {}`,
    ],
  ])('%s of 200 modules', async (_, module) => {
    const files = Array.from({ length: 200 }, (_, index) => [
      `m${index}.ts`,
      module(index, (index + 1) % 200),
    ]);
    const main = script("import { p } from './m0';\nlet policy = p;");
    expect(await checked({ ...Object.fromEntries(files), 'main.tsx': main })).toMatchObject({
      failed: [],
      beside: 1,
    });
  });
});

describe('a document of any depth is read in part, and the rest of the run goes on', () => {
  test.each([
    ['a.agent.yaml', `agent: ${nested('[', 'x', ']')}`],
    ['a.agent.yaml', `agent: ${'['.repeat(LENGTH)}`],
    ['a.agent.yaml', `agent:\n${each((index) => `${' '.repeat(index + 1)}a:`)}`],
    ['.mcp.json', nested('{"mcpServers":', '1', '}')],
    ['.vscode/mcp.json', `{"servers": ${'['.repeat(LENGTH)}`],
    ['.codex/config.toml', `[mcp_servers.a]\nargs = ${nested('[', '1', ']')}`],
    ['.codex/config.toml', `[mcp_servers${'.a'.repeat(LENGTH)}]\nb = 1`],
    ['.claude/agents/a.md', `---\nname: a\ntools: ${nested('[', 'x', ']')}\n---\n${'> '.repeat(LENGTH)}x`],
    [
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              matcher: nested('(', 'Bash', ')'),
              hooks: [{ type: 'command', command: nested('$(', 'rm -rf /', ')') }],
            },
          ],
        },
      }),
    ],
    ['a.sh', `#!/bin/sh\nclaude -p ${nested('"$(', 'rm -rf x', ')"')}`],
    ['a.sh', `#!/bin/sh\n${nested('( ', 'claude -p x', ' )')}`],
    [
      'a.http',
      `POST https://api.anthropic.com/v1/messages\nContent-Type: application/json\n\n{"tools":${nested('[', '1', ']')}}\n`,
    ],
    [
      '.github/workflows/a.yml',
      `on: issues\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: anthropics/claude-code-action@v1\n        if: ${nested('(', 'github.actor', ')')}\n`,
    ],
    [
      '.gitlab-ci.yml',
      `${each((index) => `j${index}:\n  extends: j${index + 1}`)}\nj${LENGTH}:\n  script: [claude -p x]`,
    ],
    [
      'package.json',
      JSON.stringify({
        scripts: Object.fromEntries(
          Array.from({ length: LENGTH }, (_, index) => [`s${index}`, `npm run s${index + 1}`]),
        ),
      }),
    ],
  ])('%s: %#', async (file, text) => {
    expect(await checked({ [file]: text })).toMatchObject({ failed: [], beside: 1 });
  });
});
