import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspect, lint } from '../../src/index.js';
import { folderWith } from '../cli/run-cli.js';
import { compareStates, comparisonText } from './compare.mjs';
import { BASELINE, type Program, readStates, statesOf } from './oracle.mjs';
import { namedPrograms, ownPrograms } from './programs.mjs';
import { stateText } from './state.mjs';

async function states(groups: ReadonlyMap<string, readonly Program[]>) {
  const all = new Map();
  for await (const [group, records] of statesOf(groups, { inspect, lint })) all.set(group, records);
  return all;
}

const program = (text: string) => states(new Map([['p', [{ name: 'p', files: { 'a.py': text } }]]]));

const MAIL = `from agents import Agent, function_tool
@function_tool
def send_email(to: str) -> str:
    return mail(to)
a = Agent(name="A", tools=[send_email])
`;

async function differences(before: string, after: string) {
  const { groups, moved, losses } = compareStates(await program(before), await program(after));
  return { groups: Object.fromEntries(groups), moved, losses };
}

describe('the baseline of the programs of the repository', () => {
  it('is what the linter says today; `npm run oracle -- accept` accepts differences', async () => {
    const now = await states(ownPrograms());
    expect(comparisonText(compareStates(readStates(BASELINE), now), { lines: true })).toBe('');
    for (const [group, records] of now) {
      expect(readFileSync(join(BASELINE, `${group}.json`), 'utf8')).toBe(stateText(records));
    }
  }, 120_000);
});

describe('two states', () => {
  it('of one program in two folders are the same text', async () => {
    const texts = await Promise.all(
      ['one', 'two'].map(async (folder) => {
        const cwd = folderWith({ [`${folder}/p/a.py`]: MAIL });
        return stateText((await states(namedPrograms([join(cwd, folder, 'p')]))).get('p'));
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('"approval/missing"');
  });

  it('differ in places only where lines move', async () => {
    expect(await differences(MAIL, `\n${MAIL}`)).toEqual({
      groups: {},
      moved: [
        'p/a.py | A: 5:5-5:10 -> 6:5-6:10',
        'p/a.py | A | agents[A] | guardrail/missing-input: 5:5-5:10 -> 6:5-6:10',
        'p/a.py | A | agents[A].tools[send_email] | approval/missing: 3:5-3:15 -> 4:5-4:15',
        'p/a.py | agents-sdk: 5:5-5:10, 5:5-5:10, 5:5-5:10 -> 6:5-6:10, 6:5-6:10, 6:5-6:10',
        'p/a.py | A | agents[A].tools[send_email]: 3:5-3:15 -> 4:5-4:15',
      ],
      losses: [],
    });
  });

  it('differ by a lost agent, its tools and its findings', async () => {
    const { groups, losses } = await differences(MAIL, MAIL.replace('Agent(', 'Other('));
    expect(groups).toMatchObject({
      'Agents lost': ['p/a.py | A at 5:5-5:10'],
      'Tools lost': [expect.stringContaining('p/a.py | A | agents[A].tools[send_email] at 3:5-3:15')],
    });
    expect(losses).toEqual([
      'p/a.py | A at 5:5-5:10',
      expect.stringMatching(/^error p\/a\.py \| .* \| approval\/missing at 3:5-3:15: `send_email` sends/),
    ]);
  });

  it('differ by an error that became a warning, by a message, and by a `why`', () => {
    const finding = (content: object) => ({
      record: 'finding',
      key: ['a', '', 'x', 'r/r'],
      at: ['1:1-1:2'],
      content: { severity: 'error', message: 'm', ...content },
    });
    const why = (text: string) => ({ record: 'why', key: ['a', 't'], at: [], content: { why: text } });
    const compared = (before: object, after: object) =>
      compareStates(
        new Map([['p', [finding(before), why('one')]]]),
        new Map([['p', [finding(after), why('two')]]]),
      );
    const lowered = compared({}, { severity: 'warning' });
    expect(Object.fromEntries(lowered.groups)).toEqual({
      'Findings changed': ['a | x | r/r\n    severity: "error" -> "warning"'],
      'Texts of `why` changed': ['a | t\n    why: "one" -> "two"'],
    });
    expect(lowered.losses).toEqual(['error a | x | r/r at 1:1-1:2: m']);
    const reworded = compared({}, { message: 'n\u001b[31m' });
    expect(reworded.groups.get('Findings changed')).toEqual([
      'a | x | r/r\n    message: "m" -> "n\\u001b[31m"',
    ]);
    expect(reworded.losses).toEqual([]);
    const line = compared({ message: 'runs rm at tools.py:14' }, { message: 'runs rm at tools.py:15' });
    expect(line.groups.get('Findings changed')).toBeUndefined();
    expect(line.moved).toHaveLength(1);
    expect(compared({}, { ignored: { kind: 'comment' } }).losses).toHaveLength(1);
  });

  it('differ by a whole program, and by one that cannot be checked', async () => {
    const before = await program(MAIL);
    expect(compareStates(before, new Map()).losses).toEqual(['program p']);
    const invalid = { 'a.py': MAIL, 'agent-lint.config.yaml': 'rules: { nope: 1' };
    const after = await states(new Map([['p', [{ name: 'p', files: invalid }]]]));
    expect(after.get('p')).toMatchObject([{ record: 'failure', key: ['p'] }]);
    expect(compareStates(before, after).groups.get('Failures gained')).toHaveLength(1);
  });
});
