import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Programs that `tsc` checks against the installed SDK with the other tests: none uses what does not exist. */
const program = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures/twins', `${name}.ts`), 'utf8');

/** Findings of a program as `line:column severity rule message`; its project asks for nothing but the framework. */
async function findingsOf(text: string): Promise<string[]> {
  const { findings, notAssessed, systems } = await lintFiles({
    'program.ts': text,
    'guardrails.ts': program('guardrails'),
    'agent-lint.config.yaml': 'requirements: { needs: [code-first-control] }\n',
  });
  expect(systems.map(({ dialect, runtime, unresolved }) => ({ dialect, runtime, unresolved }))).toEqual([
    { dialect: 'agents-sdk', runtime: 'framework', unresolved: [] },
  ]);
  expect(notAssessed).toEqual([]);
  return findings.map(
    ({ file, range: { start }, severity, rule, message }) =>
      `${file}:${start.line}:${start.column} ${severity} ${rule} ${message}`,
  );
}

const linesNotIn = (text: string, other: string) => {
  const lines = new Set(other.split('\n'));
  return text.split('\n').filter((line) => !lines.has(line));
};

describe('a program with every control', () => {
  it.each(['refunds', 'hosted-mcp', 'local-mcp', 'desk', 'coder'])('has no finding: %s', async (name) => {
    expect(await findingsOf(program(name))).toEqual([]);
  });
});

describe('its twin with one other line', () => {
  it.each([
    [
      'refunds',
      'ungated',
      'program.ts:13:9 error approval/missing `issue_refund` pays out money without human approval (inferred from its name: "refund").',
    ],
    [
      'refunds',
      'blind',
      'program.ts:13:9 error approval/auto-approved `issue_refund` pays out money without human approval (inferred from its name: "refund"): approved by `approve()` without a choice.',
    ],
    [
      'hosted-mcp',
      'never',
      'program.ts:7:18 error approval/auto-approved `send_mail` sends something to others without human approval (inferred from its name: "send"): approved by `requireApproval: never`.',
    ],
    [
      'hosted-mcp',
      'omitted',
      'program.ts:7:18 error approval/missing `send_mail` sends something to others without human approval (inferred from its name: "send").',
    ],
    [
      'local-mcp',
      'unrestricted',
      'program.ts:4:15 warning scope/unrestricted-server `files` has no tool allow-list: `Reader` can call every tool it offers, now or later.',
    ],
    [
      'desk',
      'untraced',
      'program.ts:34:46 error tracing/disabled `tracingDisabled: true` switches tracing off for this run: no step, tool call or result of `Triage` is recorded.',
    ],
    [
      'desk',
      'endless',
      'program.ts:35:61 warning delegation/unbounded-turns `Triage` can loop without a turn limit: `maxTurns: null` removes the default limit of 10 turns.',
    ],
    [
      'desk',
      'unscreened',
      'program.ts:28:16 warning guardrail/missing-input `Triage` has no input guardrail: a prompt injection can reach its tools.',
    ],
    [
      'desk',
      'unmasked',
      'program.ts:27:16 warning guardrail/missing-output `Billing` has no output guardrail: its answer can disclose personal data or secrets.',
    ],
    [
      'coder',
      'ungated',
      'program.ts:10:11 error approval/open-ended-tool `shell` can run any command without human approval (known from its kind).',
    ],
  ])('has exactly one finding: %s, %s', async (name, flaw, expected) => {
    const [mended, flawed] = [program(name), program(`${name}.${flaw}`)];
    expect(linesNotIn(mended, flawed)).toHaveLength(1);
    expect(linesNotIn(flawed, mended).length).toBeLessThanOrEqual(1);
    expect(await findingsOf(flawed)).toEqual([expected]);
  });
});
