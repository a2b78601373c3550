import { describe, expect, it } from 'vitest';
import { DEFAULT, python, read, script } from './programs.js';

const ASK = `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
`;
const callback = (allowed: string, before = ''): string =>
  `${ASK}${script(
    DEFAULT.ts,
    `canUseTool: async (name, input, { suggestions }) => {
      ${before}
      if ((await terminal.question(name)) !== 'yes') return { behavior: 'deny', message: 'no' };
      ${allowed}
    }`,
  )}`;
const allow = (more: string): string => `return { behavior: 'allow', updatedInput: input${more} };`;

describe('an answer with `updatedPermissions`', () => {
  it.each([
    ['the suggestions', ', updatedPermissions: suggestions'],
    [
      'a rule that allows',
      ", updatedPermissions: [{ type: 'addRules', rules: [{ toolName: name }], behavior: 'allow', destination: 'session' }]",
    ],
    [
      'a mode that asks nobody',
      ", updatedPermissions: [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }]",
    ],
    ['the suggestions, if there are any', ', ...(suggestions ? { updatedPermissions: suggestions } : {})'],
  ])('counts for later calls: %s', async (_, more) => {
    expect(await read(callback(allow(more)))).toEqual([
      expect.stringMatching(/^warning approval\/remembered at return \{ behavior: 'allow'/),
    ]);
  });

  it.each([
    ['none', ''],
    ['undefined', ', updatedPermissions: undefined'],
    ['an empty list', ', updatedPermissions: []'],
    [
      'a rule that denies',
      ", updatedPermissions: [{ type: 'addRules', rules: [{ toolName: name }], behavior: 'deny', destination: 'session' }]",
    ],
    ['another member', ', suggestions'],
  ])('counts for this call alone: %s', async (_, more) => {
    expect(await read(callback(allow(more)))).toEqual([]);
  });

  it('of a tool that reads may be kept', async () => {
    const kept = allow(', updatedPermissions: suggestions');
    const lookup = `if (name === 'mcp__billing__lookup') ${kept}`;
    expect(await read(callback(`${lookup} ${allow('')}`))).toEqual([]);
    expect(await read(callback(`${lookup.replace('lookup', 'refund')} ${allow('')}`))).toEqual([
      expect.stringMatching(/^warning approval\/remembered at if \(name === 'mcp__billing__refund'\)/),
    ]);
  });

  it('is counted by the side of a choice', async () => {
    const choice = (kept: string) =>
      `return name === 'mcp__billing__${kept}' ? { behavior: 'allow', updatedInput: input, updatedPermissions: suggestions } : { behavior: 'allow', updatedInput: input };`;
    expect(await read(callback(choice('lookup')))).toEqual([]);
    expect(await read(callback(choice('refund')))).toEqual([
      expect.stringMatching(/^warning approval\/remembered at return name ===/),
    ]);
  });
});

describe('an answer with `updated_permissions`', () => {
  const REMEMBERED = [
    expect.stringMatching(/^warning approval\/remembered at return PermissionResultAllow\(/),
  ];
  const program = (more: string) =>
    python(DEFAULT.py, 'can_use_tool=may_use').replace(
      'return PermissionResultAllow()',
      `if input(name) != "yes":
        return PermissionResultDeny(message="no")
    return PermissionResultAllow(${more})`,
    );

  it.each([
    ['updated_permissions=context.suggestions', REMEMBERED],
    [
      'updated_permissions=[PermissionUpdate(type="addRules", behavior="allow", destination="session")]',
      REMEMBERED,
    ],
    ['updated_permissions=[PermissionUpdate(type="addRules", behavior="deny", destination="session")]', []],
    ['updated_permissions=None', []],
    ['updated_input=given', []],
    ['', []],
  ])('counts for later calls where it allows them: %s', async (more, expected) => {
    const text = program(more).replace('PermissionResultDeny,', 'PermissionResultDeny, PermissionUpdate,');
    expect(await read(text)).toEqual(expected);
  });
});

describe('a callback that keeps what a person approved', () => {
  const asks = (test: string, kept: string): string =>
    `const approved = new Set<string>();\n${callback(`approved.add(${kept}); ${allow('')}`, `if (${test}) ${allow('')}`)}`;

  it.each([
    [
      'the name',
      'approved.has(name)',
      'name',
      [expect.stringMatching(/^warning approval\/remembered at if \(approved\.has/)],
    ],
    [
      'the name and the input',
      'approved.has(name + JSON.stringify(input))',
      'name + JSON.stringify(input)',
      [],
    ],
  ])('lets later calls run by %s', async (_, test, kept, expected) => {
    expect(await read(asks(test, kept))).toEqual(expected);
  });
});
