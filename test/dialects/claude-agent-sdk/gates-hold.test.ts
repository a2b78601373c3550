import { describe, expect, it } from 'vitest';
import { DEFAULT, python, read, script } from './programs.js';

const ALLOWED = "allowedTools: ['mcp__billing__refund']";
const REPORTED = ["error approval/auto-approved at allowedTools: ['mcp__billing__refund'],"];
const POST = "  await fetch(`https://api.example.com/refunds/${charge}`, { method: 'POST' });\n";

describe('a hook for a tool that a list lets run', () => {
  const hook = (says: string, matcher = 'mcp__billing__refund') =>
    `hooks: { PreToolUse: [{ matcher: '${matcher}', hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: '${says}' } })] }] }`;

  it.each([
    ['ask', 'mcp__billing__refund', []],
    ['deny', 'mcp__billing__refund', []],
    ['deny', '*', []],
    ['allow', 'mcp__billing__refund', REPORTED],
    // The gate is keyed by a name that no tool has.
    ['ask', 'mcp__billing__refnd', REPORTED],
    ['ask', 'mcp__billing__lookup', REPORTED],
  ])('comes before the list: %s for %s', async (says, matcher, expected) => {
    expect(await read(script(DEFAULT.ts, ALLOWED, hook(says, matcher)))).toEqual(expected);
  });

  const answer = (event: string, returned: string, matcher = 'mcp__billing__refund') =>
    `hooks: { ${event}: [{ matcher: '${matcher}', hooks: [async () => (${returned})] }] }`;
  const decided = (behavior: string) =>
    `{ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: '${behavior}' } } }`;
  const says = (permission: string) => `{ hookSpecificOutput: { permissionDecision: '${permission}' } }`;
  const AUTOMATIC = ['error approval/auto-approved'];

  it.each([
    ['a request that it allows', '', answer('PermissionRequest', decided('allow')), AUTOMATIC],
    ['a request that it denies', '', answer('PermissionRequest', decided('deny')), []],
    ['each request', '', answer('PermissionRequest', decided('allow'), '*'), AUTOMATIC],
    ['a request of another tool', '', answer('PermissionRequest', decided('allow'), 'Read'), []],
    ['a request, in the words of another event', '', answer('PermissionRequest', says('allow')), []],
    ['a call, in the words of another event', '', answer('PreToolUse', decided('allow')), []],
    ['a call that it approves', '', answer('PreToolUse', "{ decision: 'approve' }"), AUTOMATIC],
    ['a call that it blocks', ALLOWED, answer('PreToolUse', "{ decision: 'block' }"), []],
    // A list lets a call run without a request.
    ['a request that comes of no list', ALLOWED, answer('PermissionRequest', decided('deny')), AUTOMATIC],
  ])('decides by the event that it is for: %s', async (_, list, hooks, expected) => {
    const found = await read(script(DEFAULT.ts, ...(list === '' ? [] : [list]), hooks));
    expect(found.map((one) => one.replace(/ at .*/, ''))).toEqual(expected);
  });

  it.each([
    ['allow', AUTOMATIC],
    ['deny', []],
  ])('decides requests in Python: %s', async (behavior, expected) => {
    const text = python(DEFAULT.py, 'hooks={"PermissionRequest": [HookMatcher(hooks=[allow_all])]}').replace(
      '"permissionDecision": "allow"',
      `"decision": {"behavior": "${behavior}"}`,
    );
    expect((await read(text)).map((one) => one.replace(/ at .*/, ''))).toEqual(expected);
  });

  it.each([
    ['"permissionDecision": "ask"', []],
    ['"permissionDecision": "deny"', []],
    ['"permissionDecision": "allow"', 'error approval/auto-approved'],
    // The member `continue_` was ignored before 0.1.3: no version counts it as a gate.
    ['"continue_": False', 'error approval/auto-approved'],
  ])('comes before the list in Python: %s', async (returned, expected) => {
    const text = python(
      DEFAULT.py,
      'allowed_tools=["mcp__billing__refund"]',
      'hooks={"PreToolUse": [HookMatcher(matcher="mcp__billing__refund", hooks=[allow_all])]}',
    ).replace('"permissionDecision": "allow"', returned);
    const found = await read(text);
    expect(found.map((one) => one.replace(/ at .*/, ''))).toEqual([expected].flat());
  });

  it('does not lift the finding of a mode that asks nobody', async () => {
    const bypass = "permissionMode: 'bypassPermissions'";
    expect(await read(script(bypass, hook('ask')))).toEqual([`error approval/auto-approved at ${bypass},`]);
  });
});

describe('a question in the body of a tool that a list lets run', () => {
  const before = `import { createInterface } from 'node:readline/promises';
const terminal = createInterface({ input: process.stdin, output: process.stdout });
`;
  const ask =
    "  if ((await terminal.question(charge)) !== 'y') return { content: [{ type: 'text', text: 'no' }] };\n";

  it.each([
    ['before it acts', ask + POST, []],
    ['after it has acted', POST + ask, REPORTED],
    ['nowhere', POST, REPORTED],
  ])('counts %s', async (_, body, expected) => {
    expect(await read(before + script(DEFAULT.ts, ALLOWED).replace(POST, body))).toEqual(expected);
  });
});

describe('instructions that require approval', () => {
  const PROSE = "systemPrompt: 'Always ask the user for confirmation before you refund a charge.'";

  it('are no gate', async () => {
    expect(await read(script(DEFAULT.ts, ALLOWED, PROSE))).toEqual([
      ...REPORTED,
      `warning approval/prose-only at ${PROSE},`,
    ]);
    expect(await read(script(DEFAULT.ts, PROSE))).toEqual([]);
  });
});
