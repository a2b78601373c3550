import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const python = (mode: string) => `import os
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient


async def main(text: str, trusted: bool) -> None:
    options = ClaudeAgentOptions(permission_mode=${mode}, max_turns=5)
    async with ClaudeSDKClient(options=options) as client:
        await client.query(text)
`;

const script = (mode: string) => `import { query } from '@anthropic-ai/claude-agent-sdk';

export async function main(prompt: string, given: { mode?: 'default'; trusted?: boolean }) {
  const options = { permissionMode: ${mode}, maxTurns: 5 };
  for await (const message of query({ prompt, options })) console.log(message);
}
`;

const assigned = (fallback: string) => `from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient


async def main(text: str, mode: str | None = ${fallback}) -> None:
    options = ClaudeAgentOptions(max_turns=5)
    if mode:
        options.permission_mode = mode
    async with ClaudeSDKClient(options=options) as client:
        await client.query(text)
`;

async function open(file: string, program: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: program });
  return findings
    .filter(({ rule }) => rule === 'approval/auto-approved')
    .map(({ severity, message }) => `${severity} ${message}`);
}

const everything = (agent: string, key: string): string[] => [
  `error \`${agent}\` runs everything without human approval, also deletes and pushes (\`${key}: bypassPermissions, by default\`).`,
];

describe('a mode that a setting or a caller chooses', () => {
  it.each(['os.getenv("MODE", "bypassPermissions")', 'os.environ.get("MODE") or "bypassPermissions"'])(
    'is the default of %s where that lets everything run',
    async (mode) => {
      expect(await open('agent.py', python(mode))).toEqual(everything('options', 'permission_mode'));
    },
  );

  it.each([
    'os.getenv("MODE", "default")',
    'os.getenv("MODE")',
    '"bypassPermissions" if trusted else "default"',
    '"bypassPermissions" if trusted else os.getenv("MODE")',
  ])('is not known from %s', async (mode) => {
    expect(await open('agent.py', python(mode))).toEqual([]);
  });

  it.each(["given.mode ?? 'bypassPermissions'", "process.env.MODE || 'bypassPermissions'"])(
    'is the default of %s in TypeScript',
    async (mode) => {
      expect(await open('agent.ts', script(mode))).toEqual(everything('query', 'permissionMode'));
    },
  );

  it('is not known from a choice in TypeScript', async () => {
    expect(await open('agent.ts', script("given.trusted ? 'bypassPermissions' : given.mode"))).toEqual([]);
  });

  it('is the default of a parameter that is set only if it is given', async () => {
    expect(await open('agent.py', assigned('"bypassPermissions"'))).toEqual(
      everything('options', 'permission_mode'),
    );
    expect(await open('agent.py', assigned('None'))).toEqual([]);
  });
});

describe('a mode that a test passes', () => {
  const service = `class Request:
    def __init__(self, mode: str = "default") -> None:
        self.mode = mode


class Service:
    def build(self, request: Request):
        from claude_agent_sdk import ClaudeAgentOptions

        mode = request.mode if request.mode else None
        return ClaudeAgentOptions(permission_mode=mode, setting_sources=[], max_turns=3)
`;
  const caller = `from app.service import Request, Service
from claude_agent_sdk import ClaudeSDKError


class Calls:
    def test_mode(self):
        Service().build(Request("bypassPermissions"))
`;
  const errors = async (file: string): Promise<string[]> => {
    const { findings } = await lintFiles({ 'app/service.py': service, [file]: caller });
    return findings.flatMap(({ rule }) => (rule === 'approval/auto-approved' ? [rule] : []));
  };

  it('is no default of the program', async () => {
    expect(await errors('tests/test_service.py')).toEqual([]);
    expect(await errors('app/start.py')).toEqual(['approval/auto-approved']);
  });
});

describe('a list of what runs without approval that a caller may give', () => {
  const DEFAULT = "const DEFAULT = ['Read', 'Bash'];\n";
  const imports = "import { query, type Options } from '@anthropic-ai/claude-agent-sdk';\n";
  const run = (given: string, options: string) =>
    `${imports}${DEFAULT}export async function start(prompt: string, ${given}) {\n  for await (const m of query({ prompt, options: ${options} })) console.log(m);\n}\n`;
  const wildcards = async (file: string, program: string): Promise<string[]> => {
    const { findings } = await lintFiles({ [file]: program });
    return findings
      .filter(({ rule }) => rule === 'scope/wildcard')
      .map(({ severity, message }) => `${severity} ${message}`);
  };
  const BASH = ['error `Bash` allows any command without approval.'];

  it.each<[string, string, string, string[]]>([
    [
      'before a spread of what is given',
      'given: Partial<Options> = {}',
      '{ maxTurns: 5, allowedTools: given.allowedTools || DEFAULT, ...given }',
      BASH,
    ],
    [
      'as the default of a parameter',
      'tools: string[] = DEFAULT',
      '{ maxTurns: 5, allowedTools: tools }',
      BASH,
    ],
    [
      'as the default of a parameter that names no open tool',
      "tools: string[] = ['Read']",
      '{ maxTurns: 5, allowedTools: tools }',
      [],
    ],
    ['without a default', 'tools: string[]', '{ maxTurns: 5, allowedTools: tools }', []],
  ])('is the one of the program: %s', async (_, given, options, expected) => {
    expect(await wildcards('agent.ts', run(given, options))).toEqual(expected);
  });

  it('is the default of a parameter in Python', async () => {
    const program = `from claude_agent_sdk import ClaudeAgentOptions, query


async def start(prompt: str, tools: list[str] = ["Read", "Bash"]) -> None:
    async for message in query(prompt=prompt, options=ClaudeAgentOptions(max_turns=5, allowed_tools=tools)):
        print(message)
`;
    expect(await wildcards('agent.py', program)).toEqual(BASH);
  });
});
