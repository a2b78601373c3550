import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const TOOLS = `import os
import subprocess
from agents import Agent, Runner, function_tool


@function_tool(needs_approval=os.getenv("AUTO_APPROVE") != "1")
def delete_user(id: str) -> str:
    subprocess.run(["userdel", id])
    return "done"


@function_tool
def delete_group(id: str) -> str:
    if os.getenv("AUTO_APPROVE") != "1" and input("Delete it? ") != "y":
        return "no"
    subprocess.run(["groupdel", id])
    return "done"


@function_tool
def delete_host(id: str) -> str:
    if "AUTO_APPROVE" not in os.environ and input("Delete it? ") != "y":
        return "no"
    subprocess.run(["hostdel", id])
    return "done"


agent = Agent(name="desk", tools=[delete_user, delete_group, delete_host])
result = Runner.run_sync(agent, "Clean up", max_turns=4)
state = result.to_state()
for item in result.interruptions:
    if input("Delete it? ") == "y":
        state.approve(item)
    else:
        state.reject(item)
Runner.run_sync(agent, state, max_turns=4)
`;

const CALLBACK = `import os
from claude_agent_sdk import ClaudeAgentOptions, PermissionResultAllow, PermissionResultDeny, query


async def may_use(name, given, context):
    if os.getenv("AUTO_APPROVE") == "1":
        return PermissionResultAllow()
    if input(name) == "y":
        return PermissionResultAllow()
    return PermissionResultDeny(message="no")


async def main(text: str):
    options = ClaudeAgentOptions(permission_mode="default", setting_sources=[], tools=["Bash"], max_turns=4, can_use_tool=may_use)
    async for message in query(prompt=text, options=options):
        print(message)
`;

/** Findings on approval, and what is not assessed of it, without what comes before the reason. */
async function read(program: string, beside: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings, notAssessed } = await lintFiles({ 'desk/main.py': program, ...beside });
  return [
    ...findings.flatMap(({ rule, message }) =>
      rule.startsWith('approval/') ? [`${rule} ${message.replace(/^(`\w+`).*: /, '$1 ')}`] : [],
    ),
    ...notAssessed.map(({ message }) => `not assessed ${message.replace(/^.*?(`\w+`).*?: /, '$1 ')}`),
  ];
}

const off = (file: string): string[] =>
  ['delete_user', 'delete_group', 'delete_host'].map(
    (name) => `approval/missing \`${name}\` \`${file}\` sets \`AUTO_APPROVE\`.`,
  );

const OPEN = ['delete_group', 'delete_host'].map(
  (name) => `not assessed \`${name}\` \`AUTO_APPROVE\` may answer in place of a person.`,
);

describe('a variable of the environment that switches approval off', () => {
  it.each([
    ['a file with settings', { '.env': 'AUTO_APPROVE=1\n' }, off('.env')],
    ['a file beside the program', { 'desk/.env': 'AUTO_APPROVE="1"\n' }, off('desk/.env')],
    ['an image', { Dockerfile: 'FROM python\nENV AUTO_APPROVE=1\n' }, off('Dockerfile')],
    [
      'a service',
      { 'compose.yaml': 'services:\n  desk:\n    build: .\n    environment:\n      AUTO_APPROVE: "1"\n' },
      off('compose.yaml'),
    ],
    ['nothing', {}, OPEN],
    ['a file of another folder', { 'shop/.env': 'AUTO_APPROVE=1\n' }, OPEN],
    ['a template', { '.env.example': 'AUTO_APPROVE=1\n' }, OPEN],
    ['no line with its name', { '.env': 'APPROVE=1\n# AUTO_APPROVE=1\n' }, OPEN],
  ])('is set by %s', async (_, beside, expected) => {
    expect(await read(TOOLS, beside)).toEqual(expected);
  });

  it('is read with its value', async () => {
    expect(await read(TOOLS, { '.env': 'AUTO_APPROVE=0\n' })).toEqual([
      ...off('.env').slice(2),
      ...OPEN.slice(0, 1),
    ]);
  });

  it('answers in a callback', async () => {
    expect(await read(CALLBACK, { '.env': 'AUTO_APPROVE=1\n' })).toEqual([
      'approval/auto-approved `Bash` approved by `can_use_tool` which approves without a choice.',
    ]);
    for (const beside of [{}, { '.env': 'AUTO_APPROVE=0\n' }])
      expect(await read(CALLBACK, beside)).toEqual([
        'not assessed `Bash` `AUTO_APPROVE` may answer in place of a person.',
      ]);
  });
});
