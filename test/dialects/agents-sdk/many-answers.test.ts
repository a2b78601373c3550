import { expect, test } from 'vitest';
import { MAX_GATES } from '../../../src/program/limits.js';
import { lintFiles } from '../../rules/lint-files.js';

/** A tool that runs where a person agrees to one of so many questions. */
const program = (count: number): string => `from agents import Agent, function_tool
import shutil
@function_tool
def clean(path: str):
    ok = False
${Array.from({ length: count }, (_, index) => `    if input("question ${index}") == "y":\n        ok = True\n`).join('')}    if ok:
        shutil.rmtree("/srv/" + path)
agent = Agent(name="A", tools=[clean])
`;

test.each([
  [MAX_GATES, 'shown', undefined],
  [MAX_GATES + 1, 'undecidable', 'more than is followed may ask a person, or not'],
])('the gate of a tool that any of %i answers lets run is %s', async (count, state, why) => {
  const { findings, notAssessed, systems } = await lintFiles({ 'a.py': program(count) });
  const approval = systems[0]?.agents[0]?.tools[0]?.approval;
  expect(approval?.state).toBe(state);
  expect(findings.filter(({ rule }) => rule === 'approval/missing')).toEqual([]);
  const left = notAssessed.filter(({ rule }) => rule === 'approval/missing').map(({ message }) => message);
  expect(left).toEqual(why === undefined ? [] : [expect.stringContaining(why)]);
});
