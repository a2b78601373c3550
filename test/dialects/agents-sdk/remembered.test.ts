import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

/** Findings of the rule as `line:column message`. */
async function remembered(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'approval/remembered')
    .map(({ range: { start }, message }) => `${start.line}:${start.column} ${message}`);
}

const python = (
  start: string,
  approval: string,
  tool = 'issue_refund',
) => `from agents import Agent, Runner, function_tool
@function_tool(needs_approval=True)
def ${tool}(charge: str) -> str:
    return charge
refunds = Agent(name="Refunds", tools=[${tool}])
${start}
def main(text: str) -> None:
    result = Runner.run_sync(refunds, text)
    while result.interruptions:
        state = result.to_state()
        for request in result.interruptions:
            answer = ""
${approval}
        result = Runner.run_sync(refunds, state)
`;

const script = (start: string, approval: string) => `import { Agent, run, tool } from '@openai/agents';
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: {}, needsApproval: true, execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
${start}
let result = await run(refunds, 'x');
while (result.interruptions.length > 0) {
  for (const request of result.interruptions) {
${approval}
  }
  result = await run(refunds, result.state);
}
`;

const ASKS = `            answer = input("Run it?")
            if answer == "no":
                state.reject(request)
            else:
                state.approve(request)`;

const BY_NAME = (test: string) =>
  `One approval of \`issue_refund\` counts for later calls, too: \`${test}\` approves it where a person approved another call.`;

describe('an approval that is kept by an option', () => {
  const kept = (option: string) =>
    `            if input("Run it?") == "yes":
                state.approve(request${option})
            else:
                state.reject(request)`;

  it.each([
    [
      ', always_approve=True',
      [
        '14:40 One approval of `issue_refund` counts for later calls, too: `always_approve` keeps it for this tool, whatever the next call does.',
      ],
    ],
    [', always_approve=False', []],
    ['', []],
  ])('is reported where the option says so: %j', async (option, expected) => {
    expect(await remembered({ 'a.py': python('', kept(option)) })).toEqual(expected);
  });

  const WHERE = (option: string) =>
    `One approval of \`issue_refund\` counts for later calls, too: \`${option}\` keeps it for this tool where it is true, whatever the next call does.`;
  const asked = (always: string) => `            answer = input("Run it?")
            always = ${always}
            if answer != "no":
                state.approve(request, always_approve=always)
            else:
                state.reject(request)`;
  const CONFIRM = 'def confirm():\n    a = input("Run it?")\n    return a == "yes", a == "always"\n';
  const confirmed = (always: string) => `            ok, always = confirm()
            if ok:
                state.approve(request, always_approve=${always})`;
  it.each([
    ['what a person answers', python('', asked('answer == "always"')), ['16:40 ']],
    ['a choice of two', python('', asked('True if answer == "always" else False')), ['16:40 ']],
    ['false', python('', asked('False')), []],
    ['a part of what a function returns', python(CONFIRM, confirmed('always')), ['18:40 ']],
    ['no part of it', python(CONFIRM, confirmed('False')), []],
  ])('is reported where a person may choose it: the option is %s', async (_, text, expected) => {
    expect(await remembered({ 'a.py': text })).toEqual(expected.map((at) => at + WHERE('always_approve')));
  });

  it.each([
    ["const alwaysApprove = answer === 'always';", ['10:58 ']],
    ['const alwaysApprove = false;', []],
  ])('is reported where a person may choose it, in TypeScript: %s', async (line, expected) => {
    const approval = `    const answer = prompt('Run it?');
    ${line}
    if (answer !== 'no') result.state.approve(request, { alwaysApprove });
    else result.state.reject(request);`;
    expect(await remembered({ 'a.ts': script('', approval) })).toEqual(
      expected.map((at) => at + WHERE('alwaysApprove')),
    );
  });

  it('is none for a tool that reads', async () => {
    expect(await remembered({ 'a.py': python('', kept(', always_approve=True'), 'get_charge') })).toEqual([]);
  });

  it('is none for an object of another library', async () => {
    const other = python('', kept('')).replace(
      'def main',
      'def other(policy, request):\n    policy.approve(request, always_approve=True)\ndef main',
    );
    expect(await remembered({ 'a.py': other })).toEqual([]);
  });
});

describe('an approval that is kept in a collection of names', () => {
  it.each([
    ['approved = set()', 'request.name in approved', 'approved.add(request.name)'],
    ['approved = []', 'request.name in approved', 'approved.append(request.name)'],
  ])('is reported where the name alone approves: %s', async (start, test, add) => {
    const approval = `            if ${test}:
                state.approve(request)
                continue
${ASKS}
                ${add}`;
    expect(await remembered({ 'a.py': python(start, approval) })).toEqual([`13:16 ${BY_NAME(test)}`]);
  });

  it.each([
    ['const approved = new Set<string>();', 'approved.has(request.name)', 'approved.add(request.name)'],
    ['const approved: string[] = [];', 'approved.includes(request.name)', 'approved.push(request.name)'],
  ])('is reported in TypeScript: %s', async (start, test, add) => {
    const approval = `    if (${test}) { result.state.approve(request); continue; }
    if (prompt('Run it?') === 'yes') { result.state.approve(request); ${add}; }
    else result.state.reject(request);`;
    expect(await remembered({ 'a.ts': script(start, approval) })).toEqual([`8:9 ${BY_NAME(test)}`]);
  });

  it('is none where names are constants that only read, where names are only counted, and where a person is asked again', async () => {
    const constant = `            if request.name in SAFE:
                state.approve(request)
                continue
${ASKS}`;
    expect(await remembered({ 'a.py': python('SAFE = {"get_charge"}', constant) })).toEqual([]);
    const counted = `${ASKS}
                approved.append(request.name)`;
    expect(await remembered({ 'a.py': python('approved = []', counted) })).toEqual([]);
    const again = `            if request.name in approved and input("Again?") == "yes":
                state.approve(request)
                continue
${ASKS}
                approved.append(request.name)`;
    expect(await remembered({ 'a.py': python('approved = []', again) })).toEqual([]);
  });
});
