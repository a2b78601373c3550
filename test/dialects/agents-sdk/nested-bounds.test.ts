import { describe, expect, it } from 'vitest';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { lintFiles } from '../../rules/lint-files.js';

const RULE = 'delegation/unbounded-turns';

const PYTHON = `from agents import Agent, ModelSettings, function_tool
@function_tool
def get_order(order: str) -> str:
    return orders.get(order)
`;
const TYPESCRIPT = `import { Agent, tool } from '@openai/agents';
const getOrder = tool({ name: 'get_order', description: 'Looks up an order.', execute: async (id) => orders.get(id) });
`;
const python = (more: string) => `${PYTHON}desk = Agent(name="Desk", tools=[get_order]${more})\n`;
const typescript = (more: string) =>
  `${TYPESCRIPT}export const desk = new Agent({ name: 'Desk', tools: [getOrder]${more} });\n`;

async function reported(files: Record<string, string>) {
  const { findings } = await lintFiles(files, { only: [RULE] });
  return findings.map(
    ({ range: { start }, severity, message }) => `${start.line}:${start.column} ${severity} ${message}`,
  );
}

const calls = (place: string, why: string) =>
  `${place} warning \`Desk\` calls a tool in each turn and never answers by itself: ${why}.`;

describe('an agent that must call a tool', () => {
  it.each([
    [
      'a.py',
      python(', model_settings=ModelSettings(tool_choice="required"), reset_tool_choice=False'),
      [calls('5:118', '`tool_choice="required"` applies to each turn with `reset_tool_choice=False`')],
    ],
    [
      'a.py',
      python(', model_settings=ModelSettings(tool_choice="get_order"), reset_tool_choice=False'),
      [calls('5:119', '`tool_choice="get_order"` applies to each turn with `reset_tool_choice=False`')],
    ],
    [
      'a.ts',
      typescript(", modelSettings: { toolChoice: 'required' }, resetToolChoice: false"),
      [calls('3:126', "`toolChoice: 'required'` applies to each turn with `resetToolChoice: false`")],
    ],
    ['a.py', python(', model_settings=ModelSettings(tool_choice="required")'), []],
    ['a.py', python(', model_settings=ModelSettings(tool_choice="required"), reset_tool_choice=True'), []],
    ['a.py', python(', model_settings=ModelSettings(tool_choice="auto"), reset_tool_choice=False'), []],
    ['a.py', python(', reset_tool_choice=False'), []],
    [
      'a.py',
      python(
        ', model_settings=ModelSettings(tool_choice="required"), reset_tool_choice=False, tool_use_behavior="stop_on_first_tool"',
      ),
      [],
    ],
    [
      'a.ts',
      typescript(
        ", modelSettings: { toolChoice: 'required' }, resetToolChoice: false, toolUseBehavior: 'stop_on_first_tool'",
      ),
      [],
    ],
  ])('in each turn is reported at the option: %s %s', async (file, text, found) => {
    expect(await reported({ [file]: text })).toEqual(found);
  });

  it.each([
    ['a.py', python(', model_settings=ModelSettings(tool_choice="required"), reset_tool_choice=False')],
    ['a.ts', typescript(", modelSettings: { toolChoice: 'required' }, resetToolChoice: false")],
  ])('in the first turn alone is what the remedy makes of it: %s', async (file, text) => {
    const { findings } = await lintFiles({ [file]: text }, { only: [RULE] });
    const changed = editedText(text, findings[0]?.fixes[0]?.edits ?? []);
    expect(changed).not.toContain('reset');
    expect(await reported({ [file]: changed })).toEqual([]);
  });
});

describe('agents that call each other as tools', () => {
  const team = (last: string) => `from agents import Agent
desk = Agent(name="Desk")
search = Agent(name="Search", tools=[desk.as_tool(tool_name="desk", tool_description="Asks the desk", max_turns=5)])
${last}
`;
  const CYCLE =
    '`Search` calls `Desk` as a tool, which closes a cycle: Desk -> Search -> Desk. Each call begins with a fresh turn limit, so no limit bounds the cycle.';

  it('have a fresh limit for each call, which bounds no cycle', async () => {
    const closed = team(
      'desk.tools.append(search.as_tool(tool_name="search", tool_description="Searches", max_turns=5))',
    );
    expect(await reported({ 'a.py': closed })).toEqual([`3:38 warning ${CYCLE}`]);
    expect(await reported({ 'a.py': team('') })).toEqual([]);
  });
});
