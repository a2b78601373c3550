import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import requests
from autogen import AssistantAgent, ConversableAgent, GroupChat, GroupChatManager, UserProxyAgent, register_function
from autogen.coding import DockerCommandLineCodeExecutor, LocalCommandLineCodeExecutor

desk = AssistantAgent("desk", llm_config={"model": "gpt-4o"})

`;
const user = (mode: string, more = ', code_execution_config=False') =>
  `user = UserProxyAgent("user"${mode && `, human_input_mode="${mode}"`}${more})\n\n`;
const REFUND = `def refund(charge: str) -> dict:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").json()

`;
const DECORATED = `@user.register_for_execution()
@desk.register_for_llm(description="Refunds a charge")
${REFUND}`;
const REGISTERED = `${REFUND}register_function(refund, caller=desk, executor=user, description="Refunds a charge")\n`;
const CALLED = `${REFUND}desk.register_for_llm(name="refund", description="Refunds")(refund)\nuser.register_for_execution(name="refund")(refund)\n`;
const START = 'user.initiate_chat(desk, message="Refund ch_1", max_turns=4)\n';

/** What is reported and not assessed of a program behind the imports, by rule and tool, agent or reason. */
async function reported(text: string, more: Record<string, string> = {}): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({ 'desk.py': HEAD + text, ...more });
  expect(systems.map(({ dialect }) => dialect)).toContain('pyautogen');
  return reportedIn({ findings, notAssessed }).filter((one) => !one.includes('guardrail/'));
}

const MISSING = 'approval/missing refund';

describe('a tool of AG2 that another agent runs', () => {
  it.each([
    ['which never asks', user('NEVER') + DECORATED, [MISSING]],
    ['which asks each time', user('ALWAYS') + DECORATED, []],
    ['which asks by default', user('') + DECORATED, []],
    ['which asks at the end alone', user('TERMINATE') + DECORATED, [MISSING]],
    ['registered by one call: never', user('NEVER') + REGISTERED, [MISSING]],
    ['registered by one call: always', user('ALWAYS') + REGISTERED, []],
    ['registered by two calls: never', user('NEVER') + CALLED, [MISSING]],
    ['registered by two calls: always', user('ALWAYS') + CALLED, []],
    [
      'an agent that asks by no default',
      `user = ConversableAgent("user", llm_config=False)\n\n${DECORATED}`,
      [MISSING],
    ],
    [
      'one that asks, and one that does not',
      `${user('ALWAYS')}other = ConversableAgent("other", llm_config=False)\n\n@other.register_for_execution()\n${DECORATED}`,
      [MISSING],
    ],
    [
      'with a mode that is computed',
      user('').replace('"user"', '"user", human_input_mode=mode()') + DECORATED,
      ['? approval/missing refund'],
    ],
    [
      'whose answers are functions of the program',
      user('ALWAYS')
        .replace('UserProxyAgent(', 'Own(')
        .replace(
          'user =',
          'class Own(UserProxyAgent):\n    def get_human_input(self, prompt):\n        return ""\n\n\nuser =',
        ) + DECORATED,
      ['? approval/missing refund'],
    ],
    [
      'with a reply of the program',
      `${user('NEVER')}user.register_reply([AssistantAgent, None], mine)\n${DECORATED}`,
      ['? approval/missing refund'],
    ],
    [
      'by its name',
      user('NEVER', `, code_execution_config=False, function_map={"refund": refund}`).replace(/^/, REFUND),
      [MISSING],
    ],
  ])('is gated by that agent: %s', async (_, text, expected) => {
    expect(await reported(text + START)).toEqual(expected);
  });
});

describe('code that an agent of AG2 runs', () => {
  const OPEN = ['approval/open-ended-tool code_executor'];
  it.each([
    ['on this machine', user('NEVER', ', code_execution_config={"use_docker": False}'), OPEN],
    [
      'on this machine, where a person is asked',
      user('ALWAYS', ', code_execution_config={"use_docker": False}'),
      [],
    ],
    ['in a container by default', user('NEVER', ''), []],
    ['in an image', user('NEVER', ', code_execution_config={"use_docker": "python:3.12"}'), []],
    [
      'by an executor',
      user('NEVER', ', code_execution_config={"executor": LocalCommandLineCodeExecutor()}'),
      OPEN,
    ],
    [
      'by one in a container',
      user('NEVER', ', code_execution_config={"executor": DockerCommandLineCodeExecutor()}'),
      [],
    ],
    ['not at all', user('NEVER'), []],
  ])('is read: %s', async (_, text, expected) => {
    expect(await reported(text + START)).toEqual(expected);
  });
});

describe('talks of AG2', () => {
  const names = async (text: string) => {
    const { systems } = await lintFiles({ 'desk.py': HEAD + text });
    return systems.map(({ agents, turnLimits = [] }) => [
      agents.map(({ name }) => name),
      turnLimits.map(({ limit }) => (limit.state === 'shown' ? limit.value : limit.state)),
    ]);
  };
  it.each([
    ['two agents', user('NEVER') + START, [[['user', 'desk'], [4]]]],
    ['no turns', user('NEVER') + START.replace('max_turns=4', 'max_turns=None'), [[['user', 'desk'], []]]],
    [
      'a group',
      `${user('NEVER')}group = GroupChat(agents=[user, desk], messages=[], max_round=12)\nmanager = GroupChatManager(groupchat=group, name="chat")\nuser.initiate_chat(manager, message="x")\n`,
      [[['user', 'desk', 'chat'], [12]]],
    ],
    ['one agent', 'desk.run(message="x", max_turns=3)\n', [[['desk'], [3]]]],
  ])('are one system, and bounded: %s', async (_, text, expected) => {
    expect(await names(text)).toEqual(expected);
  });
  const run = (more: string) => `${REFUND}desk.run(message="x", tools=[refund]${more})\n`;
  it.each([
    ['nobody', run(''), [MISSING]],
    ['a person', run(', user_input=True'), []],
  ])('ask %s', async (_, text, expected) => {
    expect(await reported(text)).toEqual(expected);
  });
});
