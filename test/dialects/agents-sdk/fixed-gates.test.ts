import { describe, expect, it } from 'vitest';
import { lintFiles, statedFindings } from '../../rules/lint-files.js';

const script = (before: string, gate: string) => `import { Agent, tool } from '@openai/agents';
${before}
const t = tool({ name: 'delete_user', description: 'x', parameters: {}, needsApproval: ${gate}, execute: async () => 'x' });
export const a = new Agent({ name: 'A', tools: [t] });
`;
const python = (before: string, gate: string) => `from agents import Agent, function_tool
${before}
@function_tool(needs_approval=${gate})
def delete_user(i): ...
a = Agent(name="A", tools=[delete_user])
`;

describe('a gate that says the same whatever is asked', () => {
  it.each([
    ['a.ts', script('const AUTO = true;', '!AUTO'), ['3:24']],
    ['a.ts', script('const AUTO = false;', '!AUTO'), []],
    ['a.ts', script('let AUTO = true; AUTO = read();', '!AUTO'), []],
    ['a.ts', script('', '() => Promise.resolve(false)'), ['3:24']],
    ['a.ts', script('', '() => Promise.resolve(true)'), []],
    ['a.ts', script('', '() => Promise.resolve(ask())'), []],
    ['a.ts', script('', 'async () => false'), ['3:24']],
    ['a.ts', script('const on = (x) => async () => x; const other = on(true);', 'on(false)'), ['3:24']],
    ['a.ts', script('const on = (x) => async () => x; const other = on(false);', 'on(true)'), []],
    [
      'a.ts',
      script('const limits = { strict: false };', '() => { if (limits.strict) return true; return false; }'),
      ['3:24'],
    ],
    [
      'a.ts',
      script('const limits = { strict: true };', '() => { if (limits.strict) return true; return false; }'),
      [],
    ],
    ['a.py', python('async def never(c, p, i):\n    return False', 'never'), ['5:5']],
    [
      'a.py',
      python('def never(c, p, i):\n    answer = {"ask": False}\n    return answer["ask"]', 'never'),
      ['6:5'],
    ],
    ['a.py', python('def nothing(c, p, i):\n    print(p)', 'nothing'), ['5:5']],
    ['a.ts', script('', '(c, { i }) => { if (i > 9) console.log(i); }'), ['3:24']],
    ['a.py', python('def asked(c, p, i):\n    return p["amount"] > 5', 'asked'), []],
    ['a.py', python('AUTO = True', 'not AUTO'), ['4:5']],
    ['a.py', python('AUTO = False', 'not AUTO'), []],
  ])('is that: %s %s', async (file, text, places) => {
    const stated = statedFindings(await lintFiles({ [file]: text }), 'approval/missing');
    expect(stated.map((one) => one.split(' ')[0])).toEqual(places);
  });
});

/** What a tool of the same agent sets, and a gate that reads it. */
const SETS_SCRIPT = `let isFast = false;
const flags = { fast: false };
const go = tool({ name: 'go', description: 'x', parameters: {}, execute: async () => { isFast = true; flags.fast = true; return 'x'; } });
export const other = new Agent({ name: 'B', tools: [go] });`;
const SETS_PYTHON =
  'flags = {"fast": False}\n@function_tool\ndef go():\n    flags["fast"] = True\nother = Agent(name="B", tools=[go])';

describe('a gate that reads what another tool sets', () => {
  it.each([
    ['a.ts', script(SETS_SCRIPT, 'async () => !isFast')],
    ['a.ts', script(SETS_SCRIPT, '() => (isFast ? false : true)')],
    ['a.ts', script(SETS_SCRIPT, '() => { if (flags.fast) return false; return true; }')],
    ['a.ts', script(SETS_SCRIPT, '() => isFast')],
    ['a.py', python(`${SETS_PYTHON}\ndef asked(c, p, i):\n    return not flags["fast"]`, 'asked')],
    [
      'a.py',
      python(
        `${SETS_PYTHON}\ndef asked(c, p, i):\n    if flags["fast"]:\n        return False\n    return True`,
        'asked',
      ),
    ],
  ])('is not known: %s %s', async (file, text) => {
    const { findings, notAssessed } = await lintFiles({ [file]: text });
    expect(findings.filter(({ rule }) => rule === 'approval/missing')).toEqual([]);
    const listed = notAssessed.filter(({ rule }) => rule === 'approval/missing');
    expect(listed.map((one) => one.tool)).toContain('delete_user');
  });
});

const hosted = (before: string, callback: string) => `import { Agent, hostedMcpTool } from '@openai/agents';
${before}
const t = hostedMcpTool({ serverLabel: 'crm', serverUrl: 'https://crm.example', allowedTools: ['delete_contact'], requireApproval: 'always', onApproval: ${callback} });
export const a = new Agent({ name: 'A', tools: [t] });
`;

describe('a callback that answers for a hosted server', () => {
  it.each([
    ['approves', '', 'async () => ({ approve: true })', 'machine'],
    [
      'approves under a test that is always true',
      'const policy = { auto: true };',
      'async () => { if (policy.auto) return { approve: true }; return { approve: false }; }',
      'machine',
    ],
    [
      'gets its answer from another function',
      'const answer = (approve) => ({ approve });',
      'async () => answer(true)',
      'machine',
    ],
    ['refuses', '', 'async () => ({ approve: false })', 'human'],
    [
      'refuses under a test that is always true',
      'const policy = { auto: false };',
      'async () => { if (policy.auto) return { approve: true }; return { approve: false }; }',
      'human',
    ],
    ['decides by the request', '', "async (c, item) => ({ approve: item.name === 'read' })", 'undecidable'],
  ])('%s', async (_, before, callback, expected) => {
    const report = await lintFiles({ 'a.ts': hosted(before, callback) });
    const approved = statedFindings(report, 'approval/auto-approved').length > 0;
    const isOpen = report.notAssessed.some(({ rule }) => rule === 'approval/missing');
    expect(approved ? 'machine' : isOpen ? 'undecidable' : 'human').toBe(expected);
  });
});
