import { describe, expect, it } from 'vitest';
import { findingsOf, lintProgram } from './programs.js';

const harness = (more: string) =>
  `import { HarnessAgent } from '@ai-sdk/harness/agent';\nimport { claudeCode } from '@ai-sdk/harness-claude-code';\nexport const coder = new HarnessAgent({ harness: claudeCode${more} });\n`;

describe('an agent that runs a coding agent', () => {
  it.each([
    [
      '',
      [
        '3:22 error approval/auto-approved `coder` runs everything without human approval, also deletes and pushes (`permissionMode: allow-all, the default`).',
      ],
    ],
    [
      ", permissionMode: 'allow-all'",
      [
        '3:78 error approval/auto-approved `coder` runs everything without human approval, also deletes and pushes (`permissionMode: allow-all`).',
      ],
    ],
    [
      ", permissionMode: 'allow-edits'",
      [
        '3:78 warning approval/auto-approved `coder` edits files without human approval (`permissionMode: allow-edits`).',
      ],
    ],
    [", permissionMode: 'allow-reads'", []],
    [', permissionMode: process.argv[2]', []],
  ])('asks by its mode: %s', async (more, expected) => {
    expect(await findingsOf(harness(more))).toEqual(expected);
  });

  it.each([
    ['a known one', "import { claudeCode as adapter } from '@ai-sdk/harness-claude-code';", []],
    [
      'a known one that is made',
      "import { createPi } from '@ai-sdk/harness-pi';\nconst adapter = createPi({});",
      [],
    ],
    [
      'one that cannot ask',
      "import { codex as adapter } from '@ai-sdk/harness-codex';",
      ['whether `coder` asks for approval'],
    ],
    ['one of the project', "import { adapter } from './adapter.js';", ['whether `coder` asks for approval']],
    ['a parameter', 'declare const adapter: object;', ['whether `coder` asks for approval']],
  ])('is known to ask only by its adapter: %s', async (_, given, expected) => {
    const program = (mode: string) =>
      `import { HarnessAgent } from '@ai-sdk/harness/agent';\n${given}\nexport const coder = new HarnessAgent({ harness: adapter, permissionMode: '${mode}' });\n`;
    const lint = async (mode: string) => {
      const { findings, systems, unresolved } = await lintProgram(program(mode));
      return {
        rules: findings.map(({ rule, severity }) => `${rule} ${severity}`),
        asks: systems.flatMap(({ agents }) => agents.map(({ mode }) => mode?.asks)),
        listed: unresolved.map(({ what }) => what),
      };
    };
    const asks = expected.length === 0 ? 'human' : undefined;
    expect(await lint('allow-reads')).toEqual({ rules: [], asks: [asks], listed: expected });
    expect(await lint('allow-edits')).toEqual({
      rules: ['approval/auto-approved warning'],
      asks: ['except-edits'],
      listed: expected,
    });
    expect(await lint('allow-all')).toEqual({
      rules: ['approval/auto-approved error'],
      asks: ['nobody'],
      listed: [],
    });
  });
});
