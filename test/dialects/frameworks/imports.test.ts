import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** A program of a framework without its imports: what it takes from which module. */
interface Program {
  readonly module: string;
  readonly names: readonly string[];
  readonly text: string;
  readonly rule: string;
}

type Files = Readonly<Record<string, string>>;

const PAY =
  "async ({ charge }) => (await fetch('https://pay.example.com/refunds', { method: 'POST', body: charge })).text()";

const SCRIPTS: Readonly<Record<string, Program>> = {
  'the Agents SDK': {
    module: '@openai/agents',
    names: ['Agent', 'tool'],
    text: `const refund = tool({ name: 'issue_refund', description: 'd', parameters: {}, execute: ${PAY} });\nconst desk = new Agent({ name: 'Desk', tools: [refund] });\n`,
    rule: 'approval/missing',
  },
  'the AI SDK': {
    module: 'ai',
    names: ['ToolLoopAgent', 'tool'],
    text: `const refund = tool({ description: 'd', inputSchema: {}, execute: ${PAY} });\nconst desk = new ToolLoopAgent({ model: 'm', tools: { refund } });\n`,
    rule: 'approval/missing',
  },
  'the Claude Agent SDK': {
    module: '@anthropic-ai/claude-agent-sdk',
    names: ['query'],
    text: "const run = (prompt) => query({ prompt, options: { permissionMode: 'bypassPermissions', settingSources: [], maxTurns: 3, tools: ['Bash'] } });\n",
    rule: 'approval/auto-approved',
  },
  LangChain: {
    module: 'langchain',
    names: ['createAgent', 'tool'],
    text: `const refund = tool(${PAY}, { name: 'issue_refund', description: 'd' });\nconst desk = createAgent({ model: 'm', tools: [refund] });\n`,
    rule: 'approval/missing',
  },
};

const REFUND = `def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post("https://pay.example.com/refunds", json={"charge": charge}).text


`;

const MODULES: Readonly<Record<string, Program>> = {
  'the Agents SDK': {
    module: 'agents',
    names: ['Agent', 'function_tool'],
    text: `@function_tool\n${REFUND}desk = Agent(name="Desk", tools=[issue_refund])\n`,
    rule: 'approval/missing',
  },
  'the Claude Agent SDK': {
    module: 'claude_agent_sdk',
    names: ['ClaudeAgentOptions', 'query'],
    text: 'options = ClaudeAgentOptions(permission_mode="bypassPermissions", setting_sources=[], max_turns=3, tools=["Bash"])\nrun = query(prompt="x", options=options)\n',
    rule: 'approval/auto-approved',
  },
  LangChain: {
    module: 'langchain.agents',
    names: ['create_agent'],
    text: `${REFUND}desk = create_agent("m", tools=[issue_refund])\n`,
    rule: 'approval/missing',
  },
  'Pydantic AI': {
    module: 'pydantic_ai',
    names: ['Agent', 'Tool'],
    text: `${REFUND}desk = Agent("m", tools=[Tool(issue_refund)])\n`,
    rule: 'approval/missing',
  },
};

/** The text with each name behind that of a module. */
const within = (space: string, { names, text }: Program): string =>
  names.reduce(
    (all, name) => all.replaceAll(new RegExp(`(?<![\\w.'"])${name}(?=[(\\n])`, 'g'), `${space}.${name}`),
    text,
  );

/** The text with another name for the first of the names. */
const renamed = ({ names: [first = ''], text }: Program): string =>
  text.replaceAll(new RegExp(`(?<![\\w.'"])${first}(?=\\()`, 'g'), 'Made');

const rest = ({ names }: Program): string =>
  names
    .slice(1)
    .map((name) => `, ${name}`)
    .join('');
const list = ({ names }: Program): string => names.join(', ');

type Form = readonly [string, (program: Program) => Files];

const SCRIPT_FORMS: readonly Form[] = [
  ['by name', (p) => ({ 'a.ts': `import { ${list(p)} } from '${p.module}';\n${p.text}` })],
  [
    'by another name',
    (p) => ({ 'a.ts': `import { ${p.names[0]} as Made${rest(p)} } from '${p.module}';\n${renamed(p)}` }),
  ],
  ['in a namespace', (p) => ({ 'a.ts': `import * as sdk from '${p.module}';\n${within('sdk', p)}` })],
  [
    'from a namespace',
    (p) => ({ 'a.ts': `import * as sdk from '${p.module}';\nconst { ${list(p)} } = sdk;\n${p.text}` }),
  ],
  ['as the default', (p) => ({ 'a.ts': `import sdk from '${p.module}';\n${within('sdk', p)}` })],
  ['by `require`', (p) => ({ 'a.cjs': `const { ${list(p)} } = require('${p.module}');\n${p.text}` })],
  [
    'in what `require` returns',
    (p) => ({ 'a.cjs': `const sdk = require('${p.module}');\n${within('sdk', p)}` }),
  ],
  [
    'by `import = require`',
    (p) => ({ 'a.cts': `import sdk = require('${p.module}');\nconst { ${list(p)} } = sdk;\n${p.text}` }),
  ],
  ['by `import()`', (p) => ({ 'a.ts': `const { ${list(p)} } = await import('${p.module}');\n${p.text}` })],
  [
    'by `import()` if it is there',
    (p) => ({
      'a.ts': `let sdk;\ntry { sdk = await import('${p.module}'); } catch { sdk = undefined; }\n${within('sdk', p)}`,
    }),
  ],
  [
    'by `require` if it is there, and notes whether it is',
    (p) => ({
      'a.cjs': `let sdk, there;\ntry { sdk = require('${p.module}'); there = true; } catch { sdk = null; there = false; }\n${within('sdk', p)}`,
    }),
  ],
  [
    'from a module that exports them again',
    (p) => ({
      'sdk.ts': `export { ${list(p)} } from '${p.module}';\n`,
      'a.ts': `import { ${list(p)} } from './sdk.js';\n${p.text}`,
    }),
  ],
  [
    'from a module that exports all again',
    (p) => ({
      'sdk.ts': `export * from '${p.module}';\n`,
      'a.ts': `import { ${list(p)} } from './sdk.js';\n${p.text}`,
    }),
  ],
  [
    'from a module that exports a namespace again',
    (p) => ({
      'sdk.ts': `export * as sdk from '${p.module}';\n`,
      'a.ts': `import { sdk } from './sdk.js';\n${within('sdk', p)}`,
    }),
  ],
  [
    'from a module that exports them under another name',
    (p) => ({
      'sdk.ts': `export { ${p.names[0]} as Made${rest(p)} } from '${p.module}';\n`,
      'a.ts': `import { Made${rest(p)} } from './sdk.js';\n${renamed(p)}`,
    }),
  ],
  ['in JavaScript', (p) => ({ 'a.mjs': `import { ${list(p)} } from '${p.module}';\n${p.text}` })],
  [
    'before a syntax error',
    (p) => ({ 'a.ts': `import { ${list(p)} } from '${p.module}';\n${p.text}function ( {\n` }),
  ],
];

const MODULE_FORMS: readonly Form[] = [
  ['by name', (p) => ({ 'a.py': `from ${p.module} import ${list(p)}\n${p.text}` })],
  [
    'by another name',
    (p) => ({ 'a.py': `from ${p.module} import ${p.names[0]} as Made${rest(p)}\n${renamed(p)}` }),
  ],
  ['in a module', (p) => ({ 'a.py': `import ${p.module}\n${within(p.module, p)}` })],
  ['in a module by another name', (p) => ({ 'a.py': `import ${p.module} as sdk\n${within('sdk', p)}` })],
  ['with all names', (p) => ({ 'a.py': `from ${p.module} import *\n${p.text}` })],
  [
    'if it is there',
    (p) => ({
      'a.py': `try:\n    from ${p.module} import ${list(p)}\nexcept ImportError:\n    ${p.names[0]} = None\n${p.text}`,
    }),
  ],
  [
    'if it is there, and notes whether it is',
    (p) => ({
      'a.py': `try:\n    from ${p.module} import ${list(p)}\n    THERE = True\nexcept ImportError:\n    THERE = False\n    ${p.names.join(' = ')} = None\n${p.text}`,
    }),
  ],
  [
    'from a module that imports them',
    (p) => ({
      'house.py': `from ${p.module} import ${list(p)}\n`,
      'a.py': `from house import ${list(p)}\n${p.text}`,
    }),
  ],
  [
    'from a module that imports all',
    (p) => ({
      'house.py': `from ${p.module} import *\n`,
      'a.py': `from house import ${list(p)}\n${p.text}`,
    }),
  ],
  [
    'from a package that imports them',
    (p) => ({
      'house/__init__.py': `from .sdk import ${list(p)}\n`,
      'house/sdk.py': `from ${p.module} import ${list(p)}\n`,
      'a.py': `from house import ${list(p)}\n${p.text}`,
    }),
  ],
  [
    'for types, and again in a function',
    (p) => ({
      'a.py': `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ${p.module} import ${p.names[0]}\n\n\ndef build():\n    from ${p.module} import ${list(p)}\n${p.text.replaceAll(/^(?=.)/gm, '    ')}\n\nbuild()\n`,
    }),
  ],
  [
    'before a syntax error',
    (p) => ({ 'a.py': `from ${p.module} import ${list(p)}\n${p.text}def broken(:\n` }),
  ],
];

async function acts(files: Files): Promise<readonly string[]> {
  const imported = Object.entries(files).map(([file, text]) => [
    file,
    file.endsWith('a.py') ? `import requests\n${text}` : text,
  ]);
  const { findings } = await lintFiles(Object.fromEntries(imported));
  return findings.flatMap(({ rule, severity }) =>
    rule.startsWith('approval/') ? [`${severity} ${rule}`] : [],
  );
}

const rowsOf = (programs: Readonly<Record<string, Program>>, forms: readonly Form[]) =>
  Object.entries(programs).flatMap(([name, program]) =>
    forms.map(([form, files]) => [name, form, files(program), program.rule] as const),
  );

describe('an act is found, however a program imports its framework', () => {
  it.each(rowsOf(SCRIPTS, SCRIPT_FORMS))('TypeScript, %s %s', async (_, __, files, rule) => {
    expect(await acts(files)).toEqual([`error ${rule}`]);
  });

  it.each(rowsOf(MODULES, MODULE_FORMS))('Python, %s %s', async (_, __, files, rule) => {
    expect(await acts(files)).toEqual([`error ${rule}`]);
  });

  it.each(Object.entries(SCRIPTS))('and none where TypeScript imports %s for types', async (_, p) => {
    const text = `import type { ${list(p)} } from '${p.module}';\nexport type Made = typeof ${p.names[0]};\n`;
    expect(await acts({ 'a.ts': text })).toEqual([]);
  });

  it.each(Object.entries(MODULES))('and none where Python imports %s for types', async (_, p) => {
    const text = `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ${p.module} import ${p.names[0]}\n\n\ndef show(one: "${p.names[0]}"): ...\n`;
    expect(await acts({ 'a.py': text })).toEqual([]);
  });
});
