import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PROGRAM = `import { ToolLoopAgent, tool } from 'ai';
import { z } from 'zod';
const refund = tool({ description: 'Refund', inputSchema: z.object({}), needsApproval: true, execute: async () => 'done' });
export const desk = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { issue_refund: refund } });
`;

it.each([
  ['6.0.312', 1],
  ['6.0.313', 0],
  ['7.0.148', 1],
  ['7.0.149', 0],
])('a gate of the AI SDK in version %s', async (version, expected) => {
  const lock = `lockfileVersion: '9.0'\npackages:\n\n  ai@${version}:\n    resolution: {}\n`;
  const { findings } = await lintFiles({ 'desk.ts': PROGRAM, 'pnpm-lock.yaml': lock });
  const found = findings.filter(({ rule }) => rule === 'approval/broken-version');
  expect(found.map(({ file, range }) => `${file}:${range.start.line}`)).toEqual(
    Array(expected).fill('pnpm-lock.yaml:4'),
  );
  for (const { remediation } of found) expect(remediation).toContain('run `pnpm add ai@');
});
