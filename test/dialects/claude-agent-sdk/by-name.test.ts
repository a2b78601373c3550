import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';
import { DEFAULT, python, script } from './programs.js';

/** What approves `refund`: the program (`machine`), a person, or neither is known. */
async function answerTo(text: string, file: string): Promise<string> {
  const { findings, notAssessed } = await lintFiles({ [file]: text });
  const [found] = findings.filter(({ rule }) => rule.startsWith('approval/'));
  if (found) return `${found.severity} ${found.rule}: ${found.message.replace(/^.*: approved by /, '')}`;
  return notAssessed.map(({ message }) => message.replace(/^.*?: /, '')).join() || 'a person';
}

const ALLOWED = 'error approval/auto-approved: `canUseTool` which approves by its name.';

const TERMINAL = `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const OWN = ['mcp__billing', 'mcp__mail'];
const OTHERS = ['mcp__mail'];
`;

const callback = (test: string, mode = DEFAULT.ts): string => {
  const body = `if (${test}) return { behavior: 'allow', updatedInput: input };
      if ((await terminal.question(name)) === 'y') return { behavior: 'allow', updatedInput: input };
      return { behavior: 'deny', message: 'no' };`;
  return `${TERMINAL}${script(...(mode === '' ? [] : [mode]), `canUseTool: async (name, input) => {\n      ${body} }`)}`;
};

describe('a permission callback that allows tools by their names and asks a person for the others', () => {
  // Each row: a test that the tool passes, and one that it does not.
  it.each([
    ["name === 'mcp__billing__refund'", "name === 'mcp__billing__lookup'"],
    ["name.startsWith('mcp__billing')", "name.startsWith('mcp__mail')"],
    ["!name.startsWith('mcp__mail')", "!name.startsWith('mcp__billing')"],
    ["name.endsWith('__refund')", "name.endsWith('__lookup')"],
    ["name.includes('refund')", "name.includes('lookup')"],
    ["name.toUpperCase().includes('REFUND')", "name.toUpperCase().includes('refund')"],
    ["['Read', 'mcp__billing__refund'].includes(name)", "['Read'].includes(name)"],
    ["new Set(['mcp__billing__refund']).has(name)", "new Set(['Read']).has(name)"],
    ['/^mcp__billing/.test(name)', '/^mcp__mail/.test(name)'],
    ['name.match(/^mcp__(billing|mail)__/)', 'name.match(/^mcp__(calendar|mail)__/)'],
    ["new RegExp('refund$').test(name)", "new RegExp('lookup$').test(name)"],
    ['OWN.some((one) => name.startsWith(one))', 'OTHERS.some((one) => name.startsWith(one))'],
    ["name.split('__')[2] === 'refund'", "name.split('__')[2] === 'lookup'"],
    ["name.split('__').pop() === 'refund'", "name.split('__').pop() === 'lookup'"],
    [
      "name === 'Read' || name.startsWith('mcp__billing')",
      "name.startsWith('mcp__billing') && !name.endsWith('d')",
    ],
  ])('%s, and not %s', async (passed, failed) => {
    expect(await answerTo(callback(passed), 'agent.ts')).toBe(ALLOWED);
    expect(await answerTo(callback(failed), 'agent.ts')).toBe('a person');
  });

  it('lists a pattern that may take long to match', async () => {
    expect(await answerTo(callback('/^(\\w+)+$/.test(name)'), 'agent.ts')).toBe(
      '`/^(\\w+)+$/.test(name)` lets some calls run without a person.',
    );
  });

  it('counts where no mode is stated, in which the machine decides who else is asked', async () => {
    expect(await answerTo(callback("name.startsWith('mcp__billing')", ''), 'agent.ts')).toBe(ALLOWED);
    expect(await answerTo(callback("name.startsWith('mcp__mail')", ''), 'agent.ts')).toBe(
      'no `permissionMode` is stated: the settings of the machine and the model decide.',
    );
    const refusing = callback("name.startsWith('mcp__billing')", "permissionMode: 'dontAsk'");
    expect(await answerTo(refusing, 'agent.ts')).toBe('a person');
  });

  it.each([
    ['name == "mcp__billing__refund"', 'name == "mcp__billing__lookup"'],
    ['name in {"mcp__billing__refund"}', 'name in {"Read"}'],
    ['name.startswith("mcp__billing")', 'name.startswith("mcp__mail")'],
    ['name.startswith(("mcp__mail", "mcp__billing"))', 'name.startswith(("mcp__mail", "mcp__calendar"))'],
    ['"refund" in name', '"lookup" in name'],
    ['re.match(r"mcp__billing__.*", name)', 're.match(r"refund", name)'],
    ['re.compile("refund").search(name)', 're.compile("refund").fullmatch(name)'],
    ['fnmatch(name, "mcp__billing__*")', 'fnmatch(name, "mcp__mail__*")'],
    [
      'any(name.startswith(one) for one in ("mcp__mail", "mcp__billing"))',
      'all(name.startswith(one) for one in ("mcp__mail", "mcp__billing"))',
    ],
    ['name.split("__")[-1] == "refund"', 'name.split("__")[-1] == "lookup"'],
    ['name.removeprefix("mcp__billing__") == "refund"', 'name.removeprefix("mcp__mail__") == "refund"'],
  ])('in Python: %s, and not %s', async (passed, failed) => {
    const program = (test: string, mode: readonly string[]): string =>
      python(...mode, 'can_use_tool=may_use')
        .replace('import sys', 'import sys\nimport re\nfrom fnmatch import fnmatch')
        .replace(
          '    return PermissionResultAllow()',
          `    if ${test}:
        return PermissionResultAllow()
    if input(name) == "y":
        return PermissionResultAllow()
    return PermissionResultDeny(message="no")`,
        );
    const allowed = ALLOWED.replace('canUseTool', 'can_use_tool');
    expect(await answerTo(program(passed, [DEFAULT.py]), 'agent.py')).toBe(allowed);
    expect(await answerTo(program(passed, []), 'agent.py')).toBe(allowed);
    expect(await answerTo(program(failed, [DEFAULT.py]), 'agent.py')).toBe('a person');
  });
});
