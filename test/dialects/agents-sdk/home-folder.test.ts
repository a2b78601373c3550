import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PYTHON = (imports: string, folder: string) => `${imports}
from agents import Agent
from agents.mcp import MCPServerStdio
a = Agent(name="A", mcp_servers=[MCPServerStdio(params={"command": "npx", "args": ["@modelcontextprotocol/server-filesystem@1.0.0",
${folder}]})])
`;
const TYPESCRIPT = (imports: string, folder: string) => `${imports}
import { Agent, MCPServerStdio } from '@openai/agents';
const s = new MCPServerStdio({ command: 'npx', args: ['@modelcontextprotocol/server-filesystem@1.0.0',
${folder}] });
export const a = new Agent({ name: 'A', mcpServers: [s] });
`;

async function places(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text }, { only: ['scope/filesystem-root'] });
  return findings.map(({ range: { start } }) => `${start.line}:${start.column}`);
}

describe('the home directory as the folder of a file server', () => {
  it.each([
    ['import os', 'os.path.expanduser("~")'],
    ['from os.path import expanduser', 'expanduser("~/")'],
    ['import os', 'os.environ["HOME"]'],
    ['import os', 'os.getenv("HOME")'],
    ['from pathlib import Path', 'str(Path.home())'],
    ['import pathlib', 'pathlib.Path.home().as_posix()'],
    ['from pathlib import Path', 'str(Path("~").expanduser())'],
    ['from pathlib import Path', 'str(Path("/"))'],
  ])('is seen in Python with %s in %s', async (imports, folder) => {
    expect(await places('a.py', PYTHON(imports, folder))).toEqual(['5:1']);
  });

  it.each([
    ['import os', 'os.path.expanduser("~/project")'],
    ['from pathlib import Path', 'str(Path.home() / "project")'],
    ['import os', 'os.environ["PROJECT"]'],
    ['from mine import home', 'home()'],
  ])('is none in Python with %s in %s', async (imports, folder) => {
    expect(await places('a.py', PYTHON(imports, folder))).toEqual([]);
  });

  it.each([
    ["import os from 'node:os';", 'os.homedir()', ['4:1']],
    ["import { homedir } from 'os';", 'homedir()', ['4:1']],
    ['', 'process.env.HOME!', ['4:1']],
    ['', "process.env['USERPROFILE']", ['4:1']],
    ['', 'process.env.PROJECT', []],
    ["import os from 'node:os'; import path from 'node:path';", "path.join(os.homedir(), 'project')", []],
  ])('in TypeScript with %s in %s', async (imports, folder, expected) => {
    expect(await places('a.ts', TYPESCRIPT(imports, folder))).toEqual(expected);
  });
});
