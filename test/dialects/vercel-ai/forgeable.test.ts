import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { HEAD } from './programs.js';

const route = (body: string) =>
  `import { convertToModelMessages } from 'ai';\n${HEAD}import { store } from './store';
export async function POST(req: Request) {
${body}
}
`;
const gated = 'tools: { refund: { ...refund, needsApproval: true } }';

async function forgeable(text: string): Promise<string[]> {
  const { findings } = await lintFiles({
    'app/api/chat/route.ts': text,
    'app/api/chat/store.ts': 'export const store = new Map();\n',
  });
  return findings
    .filter(({ rule }) => rule === 'approval/forgeable')
    .map(({ range, message }) => `${range.start.line} ${message}`);
}

describe('an approval in the history that a client sends', () => {
  it.each([
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, ${gated} }).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages: await convertToModelMessages(messages), ${gated} }).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, ${gated}, experimental_toolApprovalSecret: process.env.SECRET }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { messages } = await req.json();\n  return streamText({ messages, tools: { look } }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { id } = await req.json();\n  return streamText({ messages: store.get(id), ${gated} }).toUIMessageStreamResponse();`,
      0,
    ],
    [
      `  const { messages } = await req.json();\n  const desk = new ToolLoopAgent({ ${gated} });\n  return (await desk.stream({ messages })).toUIMessageStreamResponse();`,
      1,
    ],
    [
      `  const { messages } = await req.json();\n  const desk = new ToolLoopAgent({ ${gated}, experimental_toolApprovalSecret: process.env.SECRET });\n  return (await desk.stream({ messages })).toUIMessageStreamResponse();`,
      0,
    ],
  ])('is reported unless a secret signs it or a store has it: %s', async (body, count) => {
    expect(await forgeable(route(body))).toHaveLength(count);
  });
});
