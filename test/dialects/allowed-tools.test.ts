import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const COMMAND = '.claude/commands/ship.md';
const SKILL = 'plugins/ship/skills/ship/SKILL.md';

const page = (front: string) =>
  `---\nname: ship\ndescription: Ships the change\n${front}\n---\nShip the change.\n`;

async function findings(front: string, file = COMMAND, more: Record<string, string> = {}) {
  const result = await lintFiles({ [file]: page(front), ...more });
  return result.findings
    .filter((finding) => finding.file === file)
    .map(({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`);
}

it('of copies of one skill is one flaw', async () => {
  const front = 'allowed-tools: Bash(python3:*), WebFetch';
  const copy = 'lib/skills/ship/SKILL.md';
  const { findings: all } = await lintFiles({ [SKILL]: page(front), [copy]: page(front) });
  expect(all.map(({ rule, related }) => [rule, related.map(({ message }) => message)])).toEqual([
    ['approval/auto-approved', ['The same skill.']],
    ['scope/wildcard', ['The same skill.']],
  ]);
});

const denying = (permissions: object, more: object = {}) => ({
  '.claude/settings.json': JSON.stringify({ permissions, ...more }),
});

describe('`allowed-tools` of a command or skill of Claude Code', () => {
  it.each([
    ['allowed-tools: Bash', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Bash(*)', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Bash(:*)', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Read, Bash', ['4:22 warning scope/wildcard']],
    ['allowed-tools: Read Grep Bash', ['4:26 warning scope/wildcard']],
    ['allowed-tools: [Read, Bash]', ['4:23 warning scope/wildcard']],
    ['allowed-tools:\n  - Read\n  - Bash', ['6:5 warning scope/wildcard']],
    ['allowed-tools: mcp__server__delete_x', ['4:16 warning approval/auto-approved']],
    ['allowed-tools: mcp__server__*', ['4:16 warning scope/wildcard']],
    ['allowed-tools: mcp__server', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Write', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Bash(git add *) Bash(git push *)', ['4:32 warning approval/auto-approved']],
    ['allowed-tools: Bash(git commit:*)', ['4:16 warning approval/auto-approved']],
    ['allowed-tools: Bash(find:*), Bash(fd:*)', ['4:30 warning approval/auto-approved']],
    ['allowed-tools: Bash, Bash(git push:*)', ['4:16 warning scope/wildcard']],
    ['allowed-tools: Bash, WebFetch', ['4:16 error scope/wildcard']],
    ['allowed-tools: Bash, Bash(curl:*)', ['4:16 error scope/wildcard']],
    ['allowed-tools: Bash, WebFetch(domain:docs.example.com)', ['4:16 warning scope/wildcard']],
    [
      'allowed-tools: mcp__mail__*, mcp__chat__send_message',
      ['4:16 error scope/wildcard', '4:30 error approval/auto-approved'],
    ],
    ['allowed-tools: mcp__chat__send_message', ['4:16 error approval/auto-approved']],
    [
      'allowed-tools: Bash(git push:*), WebFetch',
      ['4:16 error approval/auto-approved', '4:34 warning scope/wildcard'],
    ],
    ['allowed-tools: "*"', ['4:17 error scope/wildcard']],
  ])('lets run what it names: %s', async (front, expected) => {
    expect(await findings(front)).toEqual(expected);
    expect(await findings(front, SKILL)).toEqual(expected);
    expect(await findings(front, 'commands/release/ship.md')).toEqual(expected);
  });

  it.each([
    'allowed-tools: Bash(git status:*), Bash(git diff:*)',
    'allowed-tools: Bash(git status *) Bash(npm run test:*)',
    'allowed-tools: Read, Grep, Glob, Task',
    'allowed-tools: mcp__github__get_issue',
    'allowed-tools: Edit(docs/**)',
    'allowed-tools: WebFetch(domain:docs.example.com)',
    'allowed-tools: []',
    'allowed-tools:',
    'tools: Bash',
    'allowed-tools: Bash (git status)',
    'allowed-tools: Bash\ndisallowed-tools: Bash',
    'allowed-tools: mcp__server__delete_x\ndisallowed-tools: [mcp__server]',
  ])('is silent where that is harmless, or none: %s', async (front) => {
    expect(await findings(front)).toEqual([]);
    expect(await findings(front, SKILL)).toEqual([]);
  });

  it.each([
    [SKILL, ['4:16 info scope/ignored-setting']],
    ['.vibe/skills/ship/SKILL.md', []],
    ['.qoder/skills/ship/SKILL.md', []],
  ])('has names that Claude Code does not know, and other clients may: %s', async (file, expected) => {
    expect(await findings('allowed-tools: bash', file)).toEqual(expected);
  });

  it('lets nothing run that the settings of the project deny or ask about', async () => {
    const front = 'allowed-tools: Bash(git push:*)';
    expect(await findings(front, COMMAND, denying({ deny: ['Bash(git push:*)'] }))).toEqual([]);
    expect(await findings(front, COMMAND, denying({ ask: ['Bash'] }))).toEqual([]);
    expect(await findings(front, COMMAND, denying({ deny: ['Bash(rm:*)'] }))).toHaveLength(1);
    expect(await findings(front, SKILL, denying({ deny: ['Bash'] }))).toHaveLength(1);
  });

  it('is a warning where the sandbox of the project holds what runs', async () => {
    const sandbox = { sandbox: { enabled: true } };
    expect(await findings('allowed-tools: Bash', COMMAND, denying({}, sandbox))).toEqual([
      '4:16 warning scope/wildcard',
    ]);
  });

  it.each([
    '.cursor/commands/ship.md',
    '.opencode/skills/ship/SKILL.md',
    '.codex/skills/ship/SKILL.md',
    '.claude/skills/ship/reference/tools.md',
    'docs/ship.md',
  ])('is read in no page that Claude Code does not use as one: %s', async (file) => {
    expect(await findings('allowed-tools: Bash', file)).toEqual([]);
  });
});
