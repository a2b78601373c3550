import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const TOOLS = `import { Agent, tool } from '@openai/agents';
const mailCustomers = tool({ name: 'send_mail', description: 'Mail', execute: async () => mail.send() });
const mailStaff = tool({ name: 'send_mail', description: 'Mail', execute: async () => mail.send() });
const everyone = tool({ name: 'send_all', description: 'Mail', execute: async () => mail.send() });
`;

/** Paths of the ungated tools of a program, with the agents that the findings name. */
async function ungated(text: string): Promise<string[]> {
  const { findings } = await lintFiles({ 'agent.ts': text });
  return findings.filter(({ rule }) => rule === 'approval/missing').map(({ path }) => path);
}

describe('the path of a tool of a program', () => {
  it('is below its only agent', async () => {
    expect(
      await ungated(`${TOOLS}
new Agent({ name: 'Shop', tools: [mailCustomers] });
new Agent({ name: 'Office', tools: [mailStaff] });
`),
    ).toEqual(['agents[Shop].tools[send_mail]', 'agents[Office].tools[send_mail]']);
  });

  it('has the name of its definition where several agents have it', async () => {
    expect(
      await ungated(`${TOOLS}
new Agent({ name: 'Shop', tools: [mailCustomers, mailStaff, everyone] });
new Agent({ name: 'Office', tools: [everyone, mailStaff, mailCustomers] });
`),
    ).toEqual([
      'definitions[mailCustomers].tools[send_mail]',
      'definitions[mailStaff].tools[send_mail]',
      'definitions[everyone].tools[send_all]',
    ]);
  });

  it('has the name of its definition where its agent has another of its name', async () => {
    expect(
      await ungated(`${TOOLS}\nnew Agent({ name: 'Shop', tools: [mailCustomers, mailStaff] });\n`),
    ).toEqual([
      'agents[Shop].definitions[mailCustomers].tools[send_mail]',
      'agents[Shop].definitions[mailStaff].tools[send_mail]',
    ]);
  });

  it('has the name of its agent’s definition where two agents have the same name', async () => {
    expect(
      await ungated(`${TOOLS}
const shop = new Agent({ name: 'Mail', tools: [mailCustomers] });
const office = new Agent({ name: 'Mail', tools: [mailStaff] });
`),
    ).toEqual([
      'definitions[shop].agents[Mail].tools[send_mail]',
      'definitions[office].agents[Mail].tools[send_mail]',
    ]);
  });

  it('is the same in a run about some files only', async () => {
    const files = {
      'tools.ts': TOOLS.replaceAll('const ', 'export const '),
      'shop.ts': `import { Agent } from '@openai/agents';
import { everyone, mailCustomers } from './tools.js';
export const shop = new Agent({ name: 'Shop', tools: [everyone, mailCustomers] });
`,
      'office.ts': `import { Agent } from '@openai/agents';
import { everyone } from './tools.js';
export const office = new Agent({ name: 'Office', tools: [everyone] });
`,
    };
    const pathsOf = async (...paths: string[]) =>
      (await lintFiles(files, { paths })).findings
        .filter(({ rule }) => rule === 'approval/missing')
        .map(({ path }) => path);
    const all = ['definitions[mailCustomers].tools[send_mail]', 'definitions[everyone].tools[send_all]'];
    expect(await pathsOf()).toEqual(all);
    expect(await pathsOf('shop.ts')).toEqual(all);
    expect(await pathsOf('office.ts')).toEqual(all.slice(1));
  });

  it('stays when lines move and lists are reordered', async () => {
    const fingerprints = async (text: string) =>
      (await lintFiles({ 'agent.ts': text })).findings
        .filter(({ rule }) => rule === 'approval/missing')
        .map(({ fingerprint }) => fingerprint)
        .sort();
    const agents = [
      `new Agent({ name: 'Shop', tools: [mailCustomers, everyone] });\n`,
      `new Agent({ name: 'Office', tools: [mailStaff, everyone] });\n`,
    ];
    const moved = agents.map((one) => one.replace(/\[(\w+), (\w+)\]/, '[$2, $1]')).reverse();
    expect(await fingerprints(`${TOOLS}\n\n${moved.join('')}`)).toEqual(
      await fingerprints(TOOLS + agents.join('')),
    );
  });

  it('is below its only agent in Python, with the server that lists it', async () => {
    const { findings } = await lintFiles({
      'agent.py': `from agents import Agent, HostedMCPTool, function_tool
@function_tool
def send_mail() -> None:
    mail.send()
shop = Agent(name="Shop", tools=[send_mail, HostedMCPTool(tool_config={
    "type": "mcp", "server_label": "crm", "server_url": "https://crm.example.com/mcp",
    "allowed_tools": ["delete_customer"], "require_approval": "never"})])
`,
    });
    expect(findings.filter(({ rule }) => rule.startsWith('approval/')).map(({ path }) => path)).toEqual([
      'agents[Shop].tools[send_mail]',
      'agents[Shop].mcpServers[crm.example.com].tools[delete_customer]',
    ]);
  });
});
