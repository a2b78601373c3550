import { expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, script } from '../claude-agent-sdk/programs.js';

type Files = Readonly<Record<string, string>>;

const claudeTs = (test: string, mode = `${DEFAULT.ts},`): Files => ({
  'agent.ts': `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const OWN = ['mcp__billing', 'mcp__mail'];
const OTHERS = ['mcp__mail'];
${script(`${mode}
    canUseTool: async (name, input) => {
      if (${test}) return { behavior: 'allow', updatedInput: input };
      if ((await terminal.question(name)) === 'y') return { behavior: 'allow', updatedInput: input };
      return { behavior: 'deny', message: 'no' }; }`)}`,
});
const claude = (test: string, mode = [DEFAULT.py]): Files => ({
  'agent.py': python(...mode, 'can_use_tool=may_use')
    .replace('import sys', 'import sys\nimport re\nfrom fnmatch import fnmatch')
    .replace(
      '    return PermissionResultAllow()',
      `    if ${test}:
        return PermissionResultAllow()
    if input(name) == "y":
        return PermissionResultAllow()
    return PermissionResultDeny(message="no")`,
    ),
});
const pydanticAi = (test: string, answer = 'True'): Files => ({
  'agent.py': `import subprocess
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolApproved

agent = Agent("openai:gpt-5", output_type=[str, DeferredToolRequests])


@agent.tool_plain(requires_approval=True)
def issue_refund(charge: str) -> str:
    subprocess.run(["refund", charge])
    return "done"


@agent.tool_plain(requires_approval=True)
def delete_user(id: str) -> str:
    subprocess.run(["userdel", id])
    return "done"


def main(text: str):
    result = agent.run_sync(text)
    while isinstance(result.output, DeferredToolRequests):
        results = DeferredToolResults()
        for call in result.output.approvals:
            if ${test}:
                results.approvals[call.tool_call_id] = ${answer}
            else:
                results.approvals[call.tool_call_id] = input(f"{call.tool_name}? ") == "y"
        result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=results)
    print(result.output)
`,
});

type Program = [string, (test: string) => Files, string];
const BY_NAME = 'which approves by its name.';
const TS: Program = ['claude-agent-sdk', claudeTs, `\`mcp__billing__refund\` \`canUseTool\` ${BY_NAME}`];
const PY: Program = ['claude-agent-sdk', claude, `\`mcp__billing__refund\` \`can_use_tool\` ${BY_NAME}`];
const UNSET = 'no `permissionMode` is stated: the settings of the machine and the model decide.';
const refusing = (test: string) => claudeTs(test, "permissionMode: 'dontAsk',");
const SLOW = '/^(\\w+)+$/.test(name)';
const BY_ID = '`approvals[...]` which is set by its name.';
const REFUND = `\`issue_refund\` ${BY_ID}`;
const approved = (test: string) => pydanticAi(test, 'ToolApproved()');
const denied = (test: string) => pydanticAi(test, 'False');

/** What approves tools, what is not assessed, or nothing where a person answers all requests. */
async function approvedBy(files: Files): Promise<string> {
  const { findings, notAssessed } = await lintFiles(files);
  return [...findings.filter(({ rule }) => rule.startsWith('approval/')), ...notAssessed]
    .map(({ rule, message, ...one }) => `${'severity' in one ? one.severity : '?'} ${rule}: ${message}`)
    .join('\n')
    .replace(/^error approval\/auto-approved: (`\w+`(?: and `\w+`)*) .*: approved by /, '$1 ')
    .replace(
      /^\? approval\/missing: Whether a person approves `mcp__billing__refund`, which pays out money: /,
      '? ',
    );
}

it.each<[...Program, string, string?]>([
  [...TS, "name === 'mcp__billing__refund'", "name === 'mcp__billing__lookup'"],
  [...TS, "name.startsWith('mcp__billing')", "name.startsWith('mcp__mail')"],
  [...TS, "!name.startsWith('mcp__mail')", "!name.startsWith('mcp__billing')"],
  [...TS, "name.endsWith('__refund')", "name.endsWith('__lookup')"],
  [...TS, "name.includes('refund')", "name.includes('lookup')"],
  [...TS, "name.toUpperCase().includes('REFUND')", "name.toUpperCase().includes('refund')"],
  [...TS, "['Read', 'mcp__billing__refund'].includes(name)", "['Read'].includes(name)"],
  [...TS, "new Set(['mcp__billing__refund']).has(name)", "new Set(['Read']).has(name)"],
  [...TS, '/^mcp__billing/.test(name)', '/^mcp__mail/.test(name)'],
  [...TS, 'name.match(/^mcp__(billing|mail)__/)', 'name.match(/^mcp__(calendar|mail)__/)'],
  [...TS, "new RegExp('refund$').test(name)", "new RegExp('lookup$').test(name)"],
  [...TS, 'OWN.some((one) => name.startsWith(one))', 'OTHERS.some((one) => name.startsWith(one))'],
  [...TS, "name.split('__')[2] === 'refund'", "name.split('__')[2] === 'lookup'"],
  [...TS, "name.split('__').pop() === 'refund'", "name.split('__').pop() === 'lookup'"],
  [
    ...TS,
    "name === 'Read' || name.startsWith('mcp__billing')",
    "name.startsWith('mcp__billing') && !name.endsWith('d')",
  ],
  ['claude-agent-sdk', claudeTs, `? \`${SLOW}\` lets some calls run without a person.`, SLOW],
  // Without a mode, the machine decides who else is asked.
  ['claude-agent-sdk', (test) => claudeTs(test, ''), TS[2], "name.startsWith('mcp__billing')"],
  ['claude-agent-sdk', (test) => claudeTs(test, ''), `? ${UNSET}`, "name.startsWith('mcp__mail')"],
  ['claude-agent-sdk', refusing, '', "name.startsWith('mcp__billing')"],
  [...PY, 'name == "mcp__billing__refund"', 'name == "mcp__billing__lookup"'],
  [...PY, 'name in {"mcp__billing__refund"}', 'name in {"Read"}'],
  [...PY, 'name.startswith("mcp__billing")', 'name.startswith("mcp__mail")'],
  [
    ...PY,
    'name.startswith(("mcp__mail", "mcp__billing"))',
    'name.startswith(("mcp__mail", "mcp__calendar"))',
  ],
  [...PY, '"refund" in name', '"lookup" in name'],
  [...PY, 're.match(r"mcp__billing__.*", name)', 're.match(r"refund", name)'],
  [...PY, 're.compile("refund").search(name)', 're.compile("refund").fullmatch(name)'],
  [...PY, 'fnmatch(name, "mcp__billing__*")', 'fnmatch(name, "mcp__mail__*")'],
  [
    ...PY,
    'any(name.startswith(one) for one in ("mcp__mail", "mcp__billing"))',
    'all(name.startswith(one) for one in ("mcp__mail", "mcp__billing"))',
  ],
  [...PY, 'name.split("__")[-1] == "refund"', 'name.split("__")[-1] == "lookup"'],
  [...PY, 'name.removeprefix("mcp__billing__") == "refund"', 'name.removeprefix("mcp__mail__") == "refund"'],
  ['pydantic-ai', pydanticAi, REFUND, 'call.tool_name == "issue_refund"', 'call.tool_name == "read_mail"'],
  [
    'pydantic-ai',
    approved,
    REFUND,
    'call.tool_name.startswith("issue_")',
    'call.tool_name.startswith("read_")',
  ],
  [
    'pydantic-ai',
    pydanticAi,
    `\`issue_refund\` and \`delete_user\` ${BY_ID}`,
    'call.tool_name in {"issue_refund", "delete_user"}',
  ],
  ['pydantic-ai', pydanticAi, `\`delete_user\` ${BY_ID}`, 'call.tool_name != "issue_refund"'],
  ['pydantic-ai', denied, '', 'call.tool_name == "issue_refund"'],
])(
  '%s approves tools by their names, and a person the others: %#',
  async (_, filesOf, expected, passed, failed) => {
    expect(await approvedBy(filesOf(passed))).toBe(expected);
    if (filesOf === claude) expect(await approvedBy(claude(passed, []))).toBe(expected);
    if (failed) expect(await approvedBy(filesOf(failed))).toBe('');
  },
);
