import { describe, expect, it } from 'vitest';
import { findingsOf } from './programs.js';

const HEAD = `import { generateText } from 'ai';
import { createMCPClient } from '@ai-sdk/mcp';
import { wrapMcpTools } from '@ai-sdk/policy-opa';
const tickets = await createMCPClient({ transport: { type: 'http', url: 'https://tickets.example.com/mcp' } });
const files = await createMCPClient({ transport: { type: 'http', url: 'https://files.example.com/mcp' } });
`;

/** Findings of the rule in a program with some tools, and a gate. */
async function shared(
  tools: string,
  gate: string,
  files?: Readonly<Record<string, string>>,
): Promise<string[]> {
  const text = `${HEAD}const tools = ${tools};
const result = await generateText({ model: 'm', prompt: 'x', tools, toolApproval: ${gate} });
for (const part of result.content) if (part.type === 'tool-approval-request') console.log(part);
`;
  return (await findingsOf(text, files)).filter((one) => one.includes('approval/shared-name'));
}

const BOTH = '{ ...(await tickets.tools()), ...(await files.tools()) }';
const ASKS = "{ delete_entry: 'user-approval' }";
const FOUND = [
  '7:99 warning approval/shared-name What is approved as `delete_entry` may be another tool: the gate is found by the name, and `tickets.example.com` and `files.example.com` can both offer a tool of that name.',
];

describe('a gate that is keyed by a name, beside two servers', () => {
  it.each([
    ['two servers', BOTH, ASKS, FOUND],
    [
      'two servers behind a wrapper',
      BOTH,
      `wrapMcpTools(tools, ${ASKS}).toolApproval`,
      [FOUND[0]?.replace('7:99', '7:119')],
    ],
    ['one server', '{ ...(await tickets.tools()) }', ASKS, []],
    [
      'two servers of which one lists its tools',
      '{ ...(await tickets.tools({ schemas: { get_entry: {} } })), ...(await files.tools()) }',
      ASKS,
      [],
    ],
    [
      'two servers of which one lists a tool of that name',
      '{ ...(await tickets.tools({ schemas: { delete_entry: {} } })), ...(await files.tools()) }',
      ASKS,
      [],
    ],
    ['two servers and a gate for all', BOTH, "() => 'user-approval'", []],
    ['two servers and a name that reads', BOTH, "{ get_entry: 'user-approval' }", []],
    ['two servers and an entry that approves', BOTH, "{ delete_entry: 'approved' }", []],
  ])('is reported where both can offer a tool of that name: %s', async (_, tools, gate, expected) => {
    expect(await shared(tools, gate)).toEqual(expected);
  });

  const saved = (server: string, tool: string) => ({
    [`.agent-lint/tools/${server}.json`]: JSON.stringify({
      server: { name: server },
      tools: [{ name: tool, description: 'x', inputSchema: { type: 'object' } }],
    }),
  });
  it.each([
    ['no name meets', 'delete_entry', 'get_entry', 0],
    ['that name meets', 'delete_entry', 'delete_entry', 1],
    ['another name meets', 'get_entry', 'get_entry', 0],
  ])('is judged by the saved lists of both: %s', async (_, first, second, expected) => {
    const files = { ...saved('tickets.example.com', first), ...saved('files.example.com', second) };
    const found = await shared(BOTH, ASKS, files);
    expect(found).toEqual(
      Array.from({ length: expected }, () => FOUND[0]?.replace('can both offer', 'both offer')),
    );
  });
});
