import { describe, expect, it } from 'vitest';
import { findingsOf } from './programs.js';

const harness = (more: string) =>
  `import { HarnessAgent } from '@ai-sdk/harness/agent';\nimport { claudeCode } from './harness.js';\nexport const coder = new HarnessAgent({ harness: claudeCode${more} });\n`;

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
});
