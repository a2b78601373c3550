import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askingGitOnce } from '../../src/files/run-git.js';
import { lint, openSession } from '../../src/index.js';
import { openSession as openProjectSession } from '../../src/project/session.js';
import { newRepository } from '../cli/repository.js';
import { folderWith } from '../cli/run-cli.js';
import { edited, numbers } from './edits.js';

const asOf = '2026-11-30';

const TOOL = `from agents import function_tool
import requests

@function_tool
def issue_refund(charge: str) -> str:
    """Refund a charge."""
    requests.post("https://pay.example.com/refunds", json={"charge": charge})
    return "done"
`;

/** Programs that import one another, others that do not, documents, and what says how all of them are checked. */
const FILES: Record<string, string> = {
  'shop/tools.py': TOOL,
  'shop/agent.py': `from agents import Agent, Runner\nfrom .tools import issue_refund\n\nagent = Agent(name="Shop", tools=[issue_refund])\n\ndef main():\n    Runner.run_sync(agent, "hi")\n`,
  'desk/agent.py': `from agents import Agent\n\nagent = Agent(name="Desk", instructions="é 😀", tools=[])\n`,
  'mail.ts': `import { Agent, tool } from '@openai/agents';\nconst send = tool({ name: 'send_mail', description: 'Sends', parameters: {}, execute: async () => fetch('https://mail.example.com/send', { method: 'POST' }) });\nexport const agent = new Agent({ name: 'Mail', tools: [send] });\n`,
  'a.agent.yaml': `runtime: framework\nagent:\n  tools:\n    - { type: function, name: delete_user }\n`,
  'b.agent.yaml': `requirements: { residency: [eu] }\nruntime: managed\nagent: { model: m, tools: [{ type: shell }] }\n`,
  '.mcp.json': `{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/"] } } }\n`,
  '.claude/settings.json': `{ "permissions": { "allow": ["Bash(git push:*)"] } }\n`,
  'README.md': 'Nothing.\n',
  'agent-lint.config.yaml': `requirements: { needs: [code-first-control] }\n`,
  '.env': 'OPENAI_API_KEY=\n',
};

it('gives after any edits what a check of the same texts gives, in the same order', async () => {
  const root = folderWith(FILES);
  const session = openSession({ root, asOf, isWatched: true });
  const texts = new Map<string, string>();
  const below = numbers(48);
  const names = Object.keys(FILES);
  for (let round = 0; round < 24; round++) {
    const name = names[below(names.length)] ?? '';
    if (texts.has(name) && below(4) === 0) {
      texts.delete(name);
      session.edit(name);
    } else {
      const text = edited(texts.get(name) ?? readFileSync(join(root, name), 'utf8'), below);
      texts.set(name, text);
      session.edit(name, text);
    }
    const overlay = Object.fromEntries(texts);
    const expected = await lint({ cwd: root, overlay, asOf }).catch((error: Error) => error.message);
    const found = await session.check().catch((error: Error) => error.message);
    expect(JSON.parse(JSON.stringify(found)), `round ${round}, ${name}`).toEqual(
      JSON.parse(JSON.stringify(expected)),
    );
  }
});

it('sees new files of a repository, in a process that asks git once', async () => {
  const repository = newRepository({ 'README.md': 'Nothing.\n' });
  const session = openSession({ root: repository.folder, asOf });
  const found = () => askingGitOnce(async () => (await session.check()).findings.length);
  const [before, after] = await askingGitOnce(async () => {
    const before = await found();
    repository.write('a.agent.yaml', FILES['a.agent.yaml'] ?? '');
    return [before, await found()];
  });
  expect(before).toBe(0);
  expect(after).toBeGreaterThan(0);
});

it.each([
  [undefined, 1, 1],
  [true, 0, 1],
])('asks the disk again at each check, or once it changed (watched: %s)', async (isWatched, next, last) => {
  const root = folderWith({ 'README.md': 'Nothing.\n' });
  const session = openSession({ root, asOf, ...(isWatched && { isWatched }) });
  const count = async () => Math.min(1, (await session.check()).findings.length);
  expect(await count()).toBe(0);
  writeFileSync(join(root, 'a.agent.yaml'), FILES['a.agent.yaml'] ?? '');
  expect(await count()).toBe(next);
  session.changed();
  expect(await count()).toBe(last);
});

it('sees what changes on disk, and files that exist in it alone', async () => {
  const root = folderWith({ 'shop/agent.py': FILES['shop/agent.py'] ?? '' });
  const session = openSession({ root, asOf });
  const rules = async () => (await session.check()).findings.map(({ rule }) => rule);
  expect(await rules()).not.toContain('approval/missing');
  session.edit('shop/tools.py', TOOL);
  expect(await rules()).toContain('approval/missing');
  session.edit('shop/tools.py');
  expect(await rules()).not.toContain('approval/missing');
});

it('checks what an edit reaches, and takes what a check found that was ended', async () => {
  const root = folderWith({
    'README.md': 'Nothing.\n',
    'a.agent.yaml': FILES['a.agent.yaml'] ?? '',
    'b.agent.yaml': FILES['b.agent.yaml'] ?? '',
    'mail.ts': FILES['mail.ts'] ?? '',
  });
  const session = openProjectSession({ root, isWatched: true });
  const parts = async () => {
    let made = 0;
    await session.check(async () => void made++);
    return made;
  };
  const made = [await parts(), await parts()];
  for (let round = 0; round < 5; round++) {
    session.edit('a.agent.yaml', `# ${round}\n${FILES['a.agent.yaml']}`);
    await expect(session.check(() => Promise.reject(new Error('later')))).rejects.toThrow('later');
  }
  made.push(await parts());
  session.edit('mail.ts', `${FILES['mail.ts']}\n`);
  expect([...made, await parts()]).toEqual([4, 0, 0, 1]);
});
