import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const ACT = `import requests


def issue_refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://api.example.com/refunds/{charge}").text


`;

describe('a guardrail of middleware', () => {
  const guarded = (middleware: string): string => `from langchain.agents import create_agent
from langchain.agents.middleware import PIIMiddleware, SummarizationMiddleware
${ACT}agent = create_agent("m", tools=[issue_refund], middleware=[${middleware}])
agent.invoke({"messages": [("user", input())]}, {"recursion_limit": 20})
`;
  const INPUT = 'guardrail/missing-input';
  it.each([
    ['PIIMiddleware("email")', []],
    ['SummarizationMiddleware("m")', [INPUT]],
    ['', [INPUT]],
  ])('is missing where no middleware checks the input: [%s]', async (middleware, expected) => {
    const { findings } = await lintFiles({ 'desk.py': guarded(middleware) });
    expect(findings.flatMap(({ rule }) => (rule === INPUT ? [rule] : []))).toEqual(expected);
  });

  it('checks the input by a kind that does', async () => {
    const of = async (middleware: string) => {
      const { systems } = await lintFiles({ 'desk.py': guarded(middleware) });
      return systems[0]?.agents[0]?.guardrails.input.state;
    };
    expect(await of('PIIMiddleware("email")')).toBe('shown');
    expect(await of('SummarizationMiddleware("m")')).not.toBe('shown');
  });
});
