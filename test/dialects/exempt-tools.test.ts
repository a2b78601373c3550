import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../rules/lint-files.js';

const SERVER = '"type": "mcp", "server_label": "p", "server_url": "https://p.example.com/mcp"';
const EXEMPT = '{"never": {"tool_names": ["get_charge", "create_refund"]}}';
const TS = (rest: string) =>
  `import { Agent, hostedMcpTool } from '@openai/agents';
export const a = new Agent({ name: 'P', tools: [hostedMcpTool({ serverLabel: 'p', serverUrl: 'https://p.example.com/mcp', ${rest} })] });
`;

/** Where a tool is said to be approved by no person: `line:column`. */
async function approved(file: string, text: string): Promise<string[]> {
  const stated = statedFindings(await lintFiles({ [file]: text }), 'approval/auto-approved');
  return stated.map((one) => one.split(' ')[0] ?? '');
}

describe('a tool that is exempt from the gate by name is judged where no list says what is allowed', () => {
  it.each([
    [
      'a request',
      'r.json',
      `{"model": "m", "input": "x", "tools": [{${SERVER},\n"require_approval": ${EXEMPT}}]}`,
      ['2:61'],
    ],
    [
      'a hosted server in Python',
      'a.py',
      `from agents import Agent, HostedMCPTool\na = Agent(name="P", tools=[HostedMCPTool(tool_config={${SERVER},\n"require_approval": ${EXEMPT}})])\n`,
      ['3:61'],
    ],
    [
      'a hosted server in TypeScript',
      'a.ts',
      TS("requireApproval: { never: { toolNames: ['get_charge', 'create_refund'] } }"),
      ['2:177'],
    ],
    [
      'a server that the program calls',
      'a.py',
      `from agents import Agent\nfrom agents.mcp import MCPServerSse\ns = MCPServerSse(params={"url": "https://p.example.com/mcp"},\n require_approval=${EXEMPT})\na = Agent(name="P", mcp_servers=[s])\n`,
      ['4:59'],
    ],
  ])('%s', async (_, file, text, places) => {
    expect(await approved(file, text)).toEqual(places);
  });

  it('and is not offered where the list leaves it out', async () => {
    const text = TS(
      "allowedTools: ['get_charge'], requireApproval: { never: { toolNames: ['get_charge', 'create_refund'] } }",
    );
    expect(await approved('a.ts', text)).toEqual([]);
  });
});
