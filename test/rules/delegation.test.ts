import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from './lint-files.js';

const delegating = (multiAgent: object) => ({
  'a.session.json': JSON.stringify({ agent: { model: 'm' }, multi_agent: multiAgent }),
});

describe('the bound on subagents', () => {
  it('is met and counted where it is 1 or more', async () => {
    const result = await lintFiles(delegating({ enabled: true, max_concurrent_subagents: 1 }));
    expect(result.met).toContainEqual({ rule: 'delegation/unbounded', shown: 1, attested: 0 });
    expect(statedFindings(result, 'delegation/unbounded')).toEqual([]);
  });

  it('bounds nothing where it is negative', async () => {
    const result = await lintFiles(delegating({ enabled: true, max_concurrent_subagents: -1 }));
    expect(statedFindings(result, 'delegation/unbounded')).toHaveLength(1);
    expect(statedFindings(result, 'delegation/bound-without-effect')).toEqual([]);
  });

  it('is left to the schema where its type is wrong', async () => {
    const result = await lintFiles(delegating({ enabled: true, max_concurrent_subagents: '4' }));
    expect(result.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('delegation/'))).toEqual(
      [],
    );
    expect(statedFindings(result, 'session/schema')).toHaveLength(1);
  });

  it('is not called without effect where `enabled` has a wrong type', async () => {
    const result = await lintFiles(delegating({ enabled: 'yes', max_concurrent_subagents: 4 }));
    expect(result.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('delegation/'))).toEqual(
      [],
    );
    expect(statedFindings(result, 'session/schema')).toHaveLength(1);
  });

  it('is missed in no payload without subagents', async () => {
    const result = await lintFiles(delegating({}));
    expect(result.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('delegation/'))).toEqual(
      [],
    );
  });
});

describe('a cycle of handoffs', () => {
  const cycles = async (agents: Record<string, string[]>) => {
    const lines = Object.entries(agents).map(
      ([name, to]) => `  ${name}: { instructions: Work., handoffs: [${to.join(', ')}] }\n`,
    );
    const result = await lintFiles({ 'a.agent.yaml': `runtime: framework\nagents:\n${lines.join('')}` });
    return statedFindings(result, 'delegation/handoff-cycle').map(
      (one) => one.split('cycle: ')[1]?.split('.')[0],
    );
  };

  it('is found where an agent hands off to itself', async () => {
    expect(await cycles({ a: ['a'] })).toEqual(['a -> a']);
  });

  it('is reported once for agents that reach each other, by the shortest way', async () => {
    expect(await cycles({ a: ['b', 'c'], b: ['c'], c: ['a', 'b'] })).toEqual(['a -> c -> a']);
  });

  it('is reported for each group', async () => {
    expect(await cycles({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] })).toEqual([
      'a -> b -> a',
      'c -> d -> c',
    ]);
  });

  it('is none where two agents hand off to a third', async () => {
    expect(await cycles({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual([]);
  });

  it('is none for delegation: a subagent answers its lead', async () => {
    const text =
      'runtime: framework\nagents:\n  a: { instructions: Lead., delegates_to: [b] }\n  b: { instructions: Work., delegates_to: [a] }\n';
    expect(statedFindings(await lintFiles({ 'a.agent.yaml': text }), 'delegation/handoff-cycle')).toEqual([]);
  });

  it('of many agents is read in no time', async () => {
    const agents = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`a${at}`, [`a${(at + 1) % 300}`, `a${(at + 7) % 300}`]]),
    );
    expect(await cycles(agents)).toHaveLength(1);
  });
});

describe('a cycle of handoffs in a program', () => {
  const found = async (runs: string) => {
    const program = `from agents import Agent, Runner
triage = Agent(name="Triage", instructions="Sort.")
billing = Agent(name="Billing", handoffs=[triage])
triage.handoffs.append(billing)
alone = Agent(name="Alone", instructions="Work.", handoffs=[Agent(name="Clerk")])
front = Agent(name="Front", handoffs=[billing, alone])
async def serve(text):
${runs.replaceAll(/^/gm, '    ')}
`;
    const { findings } = await lintFiles({ 'a.py': program });
    return findings
      .filter(({ rule }) => /^delegation\/(?:unbounded-turns|handoff-cycle)$/.test(rule))
      .map(({ rule, severity, range, related }) =>
        [rule, severity, range.start.line, ...related.map((one) => one.range.start.line)].join(' '),
      );
  };

  it('is one error at the switch where a run without a limit reaches it', async () => {
    const removed = ['delegation/unbounded-turns error 8 3'];
    expect(await found('await Runner.run(front, text, max_turns=None)')).toEqual(removed);
    expect(await found('await Runner.run(billing, text, max_turns=float("inf"))')).toEqual(removed);
  });

  it('is a note of its own where the run without a limit cannot reach it', async () => {
    expect(await found('await Runner.run(alone, text, max_turns=None)')).toEqual([
      'delegation/handoff-cycle info 3',
      'delegation/unbounded-turns warning 8',
    ]);
  });

  it('is endless for one run, whatever limit another one has', async () => {
    const runs = 'await Runner.run(front, text, max_turns=5)\nawait Runner.run(front, text, max_turns=None)';
    expect(await found(runs)).toEqual(['delegation/unbounded-turns error 9 3']);
  });

  it('is ended by any stated limit, which from 1,000 on is reported instead', async () => {
    expect(await found('await Runner.run(front, text, max_turns=999)')).toEqual([]);
    expect(await found('await Runner.run(front, text, max_turns=1000)')).toEqual([
      'delegation/unbounded-turns warning 8',
    ]);
  });
});

describe('a turn limit that several callers pass', () => {
  it('is reported where it is passed, and what is reported is not listed as not assessed', async () => {
    const program = `import os
from agents import Agent, Runner
helper = Agent(name="Helper")
def built(limit):
    return helper.as_tool("ask", "Asks.", max_turns=limit)
desk = Agent(name="Desk", tools=[built(float("inf")), built(int(os.environ["TURNS"])), built(None)])
def run(agent, limit=None):
    return Runner.run_sync(agent, "Hello", max_turns=limit)
run(desk)
run(helper, int(os.environ["TURNS"]))
`;
    const result = await lintFiles({ 'a.py': program });
    const rule = 'delegation/unbounded-turns';
    expect(statedFindings(result, rule)).toEqual([
      '6:40 warning `Helper` can loop without a turn limit: `max_turns=float("inf")` sets no limit.',
      '7:22 warning `Desk` can loop without a turn limit: `max_turns=None` removes the default limit of 10 turns.',
    ]);
    const open = result.notAssessed.filter((one) => one.rule === rule);
    expect(open.map(({ at }) => at.range().start)).toEqual([
      { line: 6, column: 61 },
      { line: 10, column: 13 },
    ]);
  });
});

describe('handoffs on the managed service', () => {
  it.each([
    ['of the first agent', 'handoffs: [b, c]', '3:40 info `a` hands off to `b`'],
    ['of the first agent that has one', 'delegates_to: [b]', '4:40 info `b` hands off to `c`'],
  ])('are noted once a system, at that %s', async (_, first, noted) => {
    const text = `runtime: managed
agents:
  a: { instructions: Sort., ${first} }
  b: { instructions: Work., handoffs: [c] }
  c: { instructions: Work. }
`;
    const result = await lintFiles({ 'a.agent.yaml': text });
    expect(statedFindings(result, 'delegation/pattern-not-documented')).toEqual([
      `${noted}, but the documented payload of the managed service has fields for subagents only.`,
    ]);
  });
});
