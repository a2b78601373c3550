import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const chat = (more: string) => `'use client';
import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses${more === '' ? '' : ', generateText, tool'} } from 'ai';
export function Chat() {
  const { addToolApprovalResponse } = useChat({
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return <button onClick={() => addToolApprovalResponse({ id: '1', approved: true })}>Yes</button>;
}
${more}`;

it.each([
  ['the page of a chat', '', 0],
  [
    'a page that also runs a model with tools',
    "export const run = () => generateText({ model: 'm', tools: { look: tool({ inputSchema: z.object({}), execute: async () => 'x' }) }, prompt: 'x' });\n",
    1,
  ],
])('%s is an agent only where it runs one', async (_, more, agents) => {
  const { systems, findings } = await lintFiles({ 'chat.tsx': chat(more) });
  expect(systems.flatMap((one) => one.agents)).toHaveLength(agents);
  expect(findings.filter(({ rule }) => rule.startsWith('approval/'))).toEqual([]);
});
