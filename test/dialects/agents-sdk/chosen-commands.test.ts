import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** What the tools of an agent do without approval: the first words of each finding. */
async function actsOf(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles(
    { [file]: text },
    { only: ['approval/missing', 'approval/open-ended-tool'] },
  );
  return findings.map(({ message }) => message.replace(/ without human approval.*/s, ''));
}

const python = (body: string): string => `import os
import subprocess
import psycopg
from agents import Agent, function_tool

conn = psycopg.connect("")
COMMANDS = {"status": "git status", "send": "git push"}
QUERIES = {"list": "SELECT * FROM users", "clean": "DELETE FROM users"}


@function_tool
def maintain(kind: str) -> str:
    ${body}


agent = Agent(name="x", tools=[maintain])
`;
const PUSHES = ['`maintain` pushes changes'];
const DELETES = ['`maintain` deletes permanently'];

describe('a command that is one of several constants', () => {
  it.each<[string, string[]]>([
    ['return os.system("git status" if kind == "a" else "git log")', []],
    ['return os.system("git status" if kind == "a" else "git push")', PUSHES],
    ['return os.system(COMMANDS[kind])', PUSHES],
    ['return os.system(COMMANDS["status"])', []],
    ['return os.system(COMMANDS.get("status") or "git log")', []],
    ['return os.system(["git status", "git push"][int(kind)])', PUSHES],
    ["return os.system(f\"git {'status' if kind else 'log'}\")", []],
    ["return os.system(f\"git {'status' if kind else 'push'}\")", PUSHES],
    ['return subprocess.run(["git", "status" if kind else "log"])', []],
    ['return subprocess.run(["git", "status" if kind else "push"])', PUSHES],
    ['return conn.execute(QUERIES[kind])', DELETES],
    ['return conn.execute(QUERIES["list"])', []],
    ["return conn.execute(f\"{'SELECT *' if kind else 'DELETE'} FROM users\")", DELETES],
    ["return conn.execute(f\"{'SELECT *' if kind else 'SELECT name'} FROM users\")", []],
  ])('is judged by the worst of them: %s', async (body, expected) => {
    expect(await actsOf('desk.py', python(body))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['return subprocess.run(["psql", "-c", kind])', ['`maintain` can run any SQL']],
    ['return subprocess.run(["psql", "-d", "shop", "-c", "DELETE FROM users"])', []],
    ['return subprocess.run(["psql", "-d", kind, "-c", "DELETE FROM users"])', DELETES],
    ['return subprocess.run(["psql", "-d", kind, "-c", "SELECT 1"])', []],
    ['return subprocess.run(["sqlite3", "shop.db", kind])', ['`maintain` can run any SQL']],
    ['return subprocess.run(["sqlite3", "shop.db", "SELECT 1"])', []],
    ['return subprocess.run(["ssh", kind, "reboot"])', ['`maintain` stops or restarts the machine']],
    ['return subprocess.run(["ssh", "-p", "22", kind, "uptime"])', []],
    ['return subprocess.run(["ssh", "host", kind])', ['`maintain` can run any command']],
    ['return subprocess.run(["ssh", kind])', ['`maintain` can run any command']],
  ])('is what the program says of it: %s', async (body, expected) => {
    expect(await actsOf('desk.py', python(body))).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['DeleteObjectCommand', DELETES],
    ['TerminateInstancesCommand', ['`maintain` stops or removes what runs']],
    ['GetObjectCommand', []],
  ])('is what the command of a cloud says: %s', async (command, expected) => {
    const text = `import { Agent, tool } from '@openai/agents';
import { S3Client, ${command} } from '@aws-sdk/client-s3';
import { z } from 'zod';
const client = new S3Client({});
const maintain = tool({ name: 'maintain', description: '', parameters: z.object({ kind: z.string() }), execute: async ({ kind }) => client.send(new ${command}({ Key: kind })) });
export const agent = new Agent({ name: 'x', tools: [maintain] });
`;
    expect(await actsOf('desk.ts', text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ["READS[kind] ?? 'git log'", []],
    ["READS[kind] ?? 'git push'", PUSHES],
    ["READS[kind] || 'git push'", PUSHES],
    ["READS.status ?? 'git push'", []],
    ["kind === 'a' ? 'git status' : 'git push'", PUSHES],
    ['`git ${kind ? "status" : "log"}`', []],
    ['`git ${kind ? "status" : "push"}`', PUSHES],
  ])('is judged so in TypeScript: %s', async (command, expected) => {
    const text = `import { Agent, tool } from '@openai/agents';
import { execSync } from 'node:child_process';
import { z } from 'zod';
const READS: Record<string, string> = { status: 'git status', log: 'git log' };
const maintain = tool({ name: 'maintain', description: '', parameters: z.object({ kind: z.string() }), execute: async ({ kind }) => execSync(${command}).toString() });
export const agent = new Agent({ name: 'x', tools: [maintain] });
`;
    expect(await actsOf('desk.ts', text)).toEqual(expected);
  });
});
