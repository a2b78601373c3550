import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { reportedIn } from '../frameworks/reported-in.js';

const HEAD = `import dspy
import requests


def refund(charge: str) -> str:
    """Refunds a charge."""
    return requests.post(f"https://pay.example.com/refunds/{charge}").text


def asked(charge: str) -> str:
    """Refunds a charge."""
    if input("Refund? ") != "yes":
        return "declined"
    return requests.post(f"https://pay.example.com/refunds/{charge}").text


`;

describe('the tools of a module of DSPy', () => {
  it.each([
    ['dspy.ReAct("question -> answer", tools=[refund])', ['approval/missing refund']],
    ['dspy.ReAct("question -> answer", [refund], max_iters=5)', ['approval/missing refund']],
    [
      'dspy.ReAct("question -> answer", tools=[dspy.Tool(refund, name="pay_back")])',
      ['approval/missing pay_back'],
    ],
    ['dspy.CodeAct("question -> answer", tools=[refund])', ['approval/missing refund']],
    ['dspy.ReAct("question -> answer", tools=[asked])', []],
    [
      'dspy.ReAct("question -> answer", tools=[dspy.Tool.from_langchain(other)])',
      [
        '? approval/missing its tools are those of a server, another framework or an interpreter, which are not read',
      ],
    ],
  ])('are read: %s', async (module, expected) => {
    const { findings, notAssessed } = await lintFiles({
      'desk.py': `${HEAD}desk = ${module}\ndesk(question=ask())\n`,
    });
    expect(reportedIn({ findings, notAssessed }).filter((one) => !one.includes('guardrail/'))).toEqual(
      expected,
    );
  });

  it('are none of a program that calls no tools', async () => {
    const { systems } = await lintFiles({
      'desk.py': 'import dspy\n\ndesk = dspy.Predict("question -> answer")\n',
    });
    expect(systems).toEqual([]);
  });
});
