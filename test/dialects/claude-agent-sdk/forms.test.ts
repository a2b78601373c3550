import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

type Files = Record<string, string>;

const OPTIONS = "{ permissionMode: 'bypassPermissions', settingSources: [], maxTurns: 3, tools: ['Bash'] }";
const RUN = `query({ prompt: process.argv[2] ?? '', options: ${OPTIONS} })`;
const PACKAGE = '@anthropic-ai/claude-agent-sdk';

const ARGUMENTS = 'permission_mode="bypassPermissions", setting_sources=[], max_turns=3';
const CALL = `query(prompt=sys.argv[1], options=ClaudeAgentOptions(${ARGUMENTS}))`;

/** Findings on approval, scope and bounds, as `file rule`. */
async function read(files: Files): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings.flatMap(({ file, rule }) =>
    /^(?:approval|scope|delegation|file)\//.test(rule) ? [`${file} ${rule}`] : [],
  );
}

describe('a program in TypeScript or JavaScript', () => {
  it.each<[string, string, Files]>([
    ['an import', 'a.ts', { 'a.ts': `import { query } from '${PACKAGE}';\nexport const run = ${RUN};\n` }],
    [
      'an alias',
      'a.ts',
      {
        'a.ts': `import { query as ask } from '${PACKAGE}';\nexport const run = ${RUN.replace('query', 'ask')};\n`,
      },
    ],
    [
      'a namespace',
      'a.mts',
      { 'a.mts': `import * as sdk from '${PACKAGE}';\nexport const run = sdk.${RUN};\n` },
    ],
    [
      '`require`',
      'a.cjs',
      { 'a.cjs': `const { query } = require('${PACKAGE}');\nmodule.exports = ${RUN};\n` },
    ],
    ['`require` of all', 'a.js', { 'a.js': `const sdk = require('${PACKAGE}');\nsdk.${RUN};\n` }],
    [
      'an import at run time',
      'a.mjs',
      {
        'a.mjs': `const { query } = await import('${PACKAGE}');\nfor await (const one of ${RUN}) console.log(one);\n`,
      },
    ],
    [
      'a re-export',
      'a.ts',
      {
        'a.ts': `import { query } from './sdk.js';\nexport const run = ${RUN};\n`,
        'sdk.ts': `export { query } from '${PACKAGE}';\n`,
      },
    ],
    [
      'a re-export of all',
      'a.ts',
      {
        'a.ts': `import { query } from './sdk.js';\nexport const run = ${RUN};\n`,
        'sdk.ts': `export * from '${PACKAGE}';\n`,
      },
    ],
    [
      'the name before the rename',
      'a.ts',
      { 'a.ts': `import { query } from '@anthropic-ai/claude-code';\nexport const run = ${RUN};\n` },
    ],
    [
      'options of another file',
      'options.ts',
      {
        'a.ts': `import { query } from '${PACKAGE}';\nimport { options } from './options.js';\nexport const run = (prompt: string) => query({ prompt, options: { ...options, model: 'opus' } });\n`,
        'options.ts': `import type { Options } from '${PACKAGE}';\nexport const options: Options = ${OPTIONS};\n`,
      },
    ],
    [
      'options of a member',
      'a.ts',
      {
        'a.ts': `import { query } from '${PACKAGE}';\nexport class Desk {\n  private options = ${OPTIONS} as const;\n  run(prompt: string) {\n    return query({ prompt, options: this.options });\n  }\n}\n`,
      },
    ],
    [
      'a mode that the caller of a wrapper gives',
      'a.ts',
      {
        'a.ts': `import { query } from '${PACKAGE}';\nconst run = (prompt: string, mode: 'default' | 'bypassPermissions') =>\n  query({ prompt, options: { permissionMode: mode, settingSources: [], maxTurns: 3, tools: ['Bash'] } });\nrun('sort the mail', 'bypassPermissions');\n`,
      },
    ],
    [
      'an error of syntax below it',
      'a.ts',
      {
        'a.ts': `import { query } from '${PACKAGE}';\nexport const run = ${RUN};\nexport function broken( {\n`,
      },
    ],
  ])('is read with %s', async (_, file, files) => {
    expect(await read(files)).toEqual([`${file} approval/auto-approved`]);
  });
});

describe('a program in Python', () => {
  it.each<[string, Files]>([
    [
      'an import',
      { 'a.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions, query\n\nrun = ${CALL}\n` },
    ],
    [
      'an alias',
      {
        'a.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions as Options, query as ask\n\nrun = ${CALL.replace('query', 'ask').replace('ClaudeAgentOptions', 'Options')}\n`,
      },
    ],
    [
      'the module itself',
      {
        'a.py': `import sys\nimport claude_agent_sdk as sdk\n\nrun = sdk.${CALL.replace('ClaudeAgentOptions', 'sdk.ClaudeAgentOptions')}\n`,
      },
    ],
    [
      'a re-export',
      {
        'a.py': `import sys\nfrom sdk import ClaudeAgentOptions, query\n\nrun = ${CALL}\n`,
        'sdk.py':
          'from claude_agent_sdk import ClaudeAgentOptions, query\n\n__all__ = ["ClaudeAgentOptions", "query"]\n',
      },
    ],
    [
      'an import that may fail',
      {
        'a.py': `import sys\ntry:\n    from claude_agent_sdk import ClaudeAgentOptions, query\nexcept ImportError:\n    query = None\n\n\ndef main():\n    return ${CALL}\n`,
      },
    ],
    [
      'an import in a function',
      {
        'a.py': `import sys\n\n\ndef main():\n    from claude_agent_sdk import ClaudeAgentOptions, query\n    return ${CALL}\n`,
      },
    ],
    [
      'the names before the rename',
      {
        'a.py': `from claude_code_sdk import ClaudeCodeOptions, ClaudeSDKClient\n\nclient = ClaudeSDKClient(options=ClaudeCodeOptions(${ARGUMENTS}))\n`,
      },
    ],
    [
      'keywords from a dict',
      {
        'a.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions, query\n\nbase = {"permission_mode": "bypassPermissions", "setting_sources": [], "max_turns": 3}\nrun = query(prompt=sys.argv[1], options=ClaudeAgentOptions(**base))\n`,
      },
    ],
    [
      'a mode that is set later',
      {
        'a.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions, query\n\noptions = ClaudeAgentOptions(setting_sources=[], max_turns=3)\noptions.permission_mode = "bypassPermissions"\nrun = query(prompt=sys.argv[1], options=options)\n`,
      },
    ],
    [
      'a copy of options with another mode',
      {
        'a.py': `import sys\nfrom dataclasses import replace\nfrom claude_agent_sdk import ClaudeAgentOptions, query\n\noptions = ClaudeAgentOptions(permission_mode="default", setting_sources=[], max_turns=3)\nrun = query(prompt=sys.argv[1], options=replace(options, permission_mode="bypassPermissions"))\n`,
      },
    ],
    [
      'another framework in the same file, which calls it from a tool',
      {
        'a.py': `import sys\nfrom claude_agent_sdk import ClaudeAgentOptions, query\nfrom agents import Agent, Runner, function_tool\n\n\n@function_tool\nasync def code(task: str) -> str:\n    async for one in query(prompt=task, options=ClaudeAgentOptions(${ARGUMENTS})):\n        print(one)\n    return "done"\n\n\ndesk = Agent(name="Desk", tools=[code])\nRunner.run_sync(desk, sys.argv[1])\n`,
      },
    ],
  ])('is read with %s', async (_, files) => {
    expect(await read(files)).toEqual(['a.py approval/auto-approved']);
  });

  it('that lists the tools of a subagent by place is listed', async () => {
    const text = `import sys\nfrom claude_agent_sdk import AgentDefinition, ClaudeAgentOptions, query\n\noptions = ClaudeAgentOptions(permission_mode="default", setting_sources=[], max_turns=3, agents={"helper": AgentDefinition("helps", "help", ["Bash"])})\nrun = query(prompt=sys.argv[1], options=options)\n`;
    const { systems } = await lintFiles({ 'a.py': text });
    expect(systems.flatMap(({ unresolved }) => unresolved.map(({ what, why }) => `${what}: ${why}`))).toEqual(
      ['the subagent `helper`: its tools are given by place and not by name'],
    );
    expect(await read({ 'a.py': text })).toEqual([]);
  });
});

describe('what looks like a program of the SDK', () => {
  it.each<[string, Files]>([
    [
      'functions of the project with the same names',
      {
        'a.ts': `import { query, tool } from './db.js';\nexport const run = ${RUN};\nexport const wipe = tool('delete_all', 'Deletes all', {}, async () => ({}));\n`,
        'db.ts':
          'export const query = (given: object) => given;\nexport const tool = (...given: unknown[]) => given;\n',
      },
    ],
    [
      'functions of other packages',
      {
        'a.ts': `import { query } from '@tanstack/query';\nimport { createSdkMcpServer } from '@acme/mcp';\nexport const run = ${RUN};\nexport const server = createSdkMcpServer({ name: 'own', tools: [] });\n`,
      },
    ],
    [
      'a class of the project in Python',
      {
        'a.py': `import sys\nfrom db import query, tool\n\n\nclass ClaudeAgentOptions:\n    def __init__(self, **given):\n        self.given = given\n\n\n@tool("delete_all", "Deletes all", {})\nasync def delete_all(args):\n    return {}\n\n\nrun = ${CALL}\n`,
      },
    ],
    [
      'an import for types alone',
      {
        'a.py':
          'from __future__ import annotations\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from claude_agent_sdk import ClaudeAgentOptions\n\n\ndef describe(options: ClaudeAgentOptions) -> str:\n    return str(options)\n',
      },
    ],
    [
      'a type import in TypeScript',
      {
        'a.ts': `import type { Options } from '${PACKAGE}';\nexport const describe = (options: Options): string => JSON.stringify(options);\n`,
      },
    ],
  ])('is silent: %s', async (_, files) => {
    const { systems, findings } = await lintFiles(files);
    expect(systems).toEqual([]);
    expect(findings).toEqual([]);
  });
});
