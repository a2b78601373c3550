import { expect, it } from 'vitest';
import { findingsOf, folderWith, runCli } from './run-cli.js';

const files = (gates: string) => ({
  'package.json': '{ "name": "desk", "dependencies": { "ai": "^7.0.0" } }',
  'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n',
  'src/tools.ts': `import { tool } from 'ai';
export const tools = {
  issue_refund: tool({
    description: 'Pays a charge back',
    execute: async ({ charge }: { charge: string }) =>
      fetch(\`https://pay.example.com/refunds/\${charge}\`, { method: 'POST' }),
  }),
};
`,
  'src/desk.ts': `import { isStepCount, ToolLoopAgent } from 'ai';
import { tools } from './tools';
export const desk = new ToolLoopAgent({ id: 'desk', tools, stopWhen: isStepCount(5)${gates} });
`,
});

it('reports an ungated tool of another file at its key, and nothing once the agent gates it', async () => {
  expect(findingsOf(await runCli(folderWith(files('')), ['check', '--format', 'json']))).toEqual([
    'src/tools.ts:3:3 error approval/missing',
  ]);
  const gated = files(", toolApproval: { issue_refund: 'user-approval' }");
  expect(findingsOf(await runCli(folderWith(gated), ['check', '--format', 'json']))).toEqual([]);
});
