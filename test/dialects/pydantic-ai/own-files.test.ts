import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const program = (...body: readonly string[]) => `import os
import uuid
from datetime import datetime
from pydantic_ai import Agent, RunContext

agent = Agent("openai:gpt-5")


def report(text: str, path: str) -> str:
${body.map((line) => `    ${line}\n`).join('')}    return text.upper()


@agent.tool
async def draft(ctx: RunContext[str], text: str) -> str:
    """Drafts a letter."""
    return report(text, ctx.deps)
`;

async function approvals(text: string): Promise<string[]> {
  const { findings } = await lintFiles({ 'agent.py': text });
  return findings.filter(({ rule }) => rule === 'approval/missing').map(({ message }) => message);
}

const OVERWRITES = (call: string, line: number) => [
  `\`draft\` overwrites data without human approval (runs \`${call}\` at agent.py:${line}).`,
];

describe('files that a tool makes itself', () => {
  it.each(['uuid.uuid4()', 'datetime.now().isoformat()'])('are new where %s names them', async (fresh) => {
    const lines = [`name = f"letter-{${fresh}}.txt"`, 'with open(os.path.join("out", name), "w") as file:'];
    expect(await approvals(program(...lines, '    file.write(text)'))).toEqual([]);
  });

  it('are not new where only their contents have the time', async () => {
    const lines = [
      'with open("letter.txt", "w") as file:',
      '    file.write(text + datetime.now().isoformat())',
    ];
    expect(await approvals(program(...lines))).toEqual(OVERWRITES('open("letter.txt", "w")', 10));
  });

  it('may be removed after an error, and what was only read may not', async () => {
    const made = [
      'try:',
      '    os.makedirs(path)',
      '    print(text)',
      'except ValueError:',
      '    os.rmdir(path)',
    ];
    expect(await approvals(program(...made))).toEqual([]);
    const read = ['try:', '    print(open(path).read())', 'except ValueError:', '    os.remove(path)'];
    for (const [lines, line] of [
      [read, 13],
      [['print(path)', 'os.remove(path)'], 11],
    ] as const)
      expect(await approvals(program(...lines))).toEqual([
        `\`draft\` deletes permanently without human approval (runs \`os.remove(path)\` at agent.py:${line}).`,
      ]);
  });

  it('are those of others after an error, where the model names them', async () => {
    const lines = ['try:', '    print(open(path).read())', 'except ValueError:', '    os.remove(text)'];
    expect(await approvals(program(...lines))).toEqual([
      '`draft` deletes permanently without human approval (runs `os.remove(text)` at agent.py:13).',
    ]);
  });
});
