import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const tool = (operation: string): string => `import { generateText, tool } from 'ai';
import { z } from 'zod';
const issues = tool({
  description: 'Finds the issues of a team',
  inputSchema: z.object({ team: z.string() }),
  execute: async ({ team }) => {
    const body = JSON.stringify({ query: \`${operation}\`, variables: { team } });
    return (await fetch('https://api.example.com/graphql', { method: 'POST', body })).json();
  },
});
await generateText({ model: 'openai/gpt-5', tools: { issues }, prompt: process.argv[2] });
`;

it.each([
  ['query Issues($team: String!) { issues(team: $team) { id } }', []],
  ['mutation Close($team: String!) { closeIssues(team: $team) { id } }', ['approval/missing']],
])('a tool that posts a query of GraphQL only reads: %s', async (operation, expected) => {
  const { findings } = await lintFiles({ 'agent.ts': tool(operation) });
  expect(findings.flatMap(({ rule }) => (rule.startsWith('approval/') ? [rule] : []))).toEqual(expected);
});
