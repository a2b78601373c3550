import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const DECISION = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}';
const ANSWER =
  '{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}}';
const echo = (text: string) => `echo '${text}'`;
const WILDCARD = '5:20 error scope/wildcard';
const ANSWERED = '5:20 error approval/auto-approved';

/** Settings with one hook, whose command stands at 5:20. */
const settings = (event: string, matcher: string | undefined, command: string, more = '') => `{${more}
  "hooks": {
    "${event}": [{ ${matcher === undefined ? '' : `"matcher": ${JSON.stringify(matcher)}, `}
      "hooks": [{ "type": "command",
        "command": ${JSON.stringify(command)} }] }]
  }
}
`;

async function findings(text: string, file = '.claude/settings.json') {
  const result = await lintFiles({ [file]: text }, { only: ['scope/wildcard', 'approval/auto-approved'] });
  return result.findings.map(
    ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
  );
}

describe('a hook of Claude Code that prints a decision', () => {
  it.each([
    ['PreToolUse', 'Bash', echo(DECISION), [WILDCARD]],
    ['PreToolUse', 'Bash', `echo "${DECISION.replaceAll('"', '\\"')}"`, [WILDCARD]],
    ['PreToolUse', 'Bash', echo('{"decision": "approve"}'), [WILDCARD]],
    ['PermissionRequest', 'Bash', `cat > /dev/null; ${echo(ANSWER)}; exit 0`, [WILDCARD]],
    ['PermissionRequest', 'Read|Bash', `printf '%s\\n' '${ANSWER}'`, [WILDCARD]],
    ['PreToolUse', 'mcp__github__.*', echo(DECISION), [WILDCARD]],
    ['PreToolUse', 'mcp__github__delete_repo', echo(DECISION), [ANSWERED]],
    ['PreToolUse', '*', echo(DECISION), [ANSWERED]],
    ['PermissionRequest', undefined, echo(ANSWER), [ANSWERED]],
  ])('at %s for %s answers for a person: %s', async (event, matcher, command, expected) => {
    expect(await findings(settings(event, matcher, command))).toEqual(expected);
    expect(await findings(settings(event, matcher, command), 'hooks/hooks.json')).toEqual(expected);
  });

  it.each([
    ['PreToolUse', 'Read|Glob', echo(DECISION)],
    ['PreToolUse', 'mcp__github__get_issue', echo(DECISION)],
    ['PreToolUse', '*', echo(DECISION.replace('allow', 'ask'))],
    ['PreToolUse', 'Bash', `jq -e '.tool_input.command == "ls"' && ${echo(DECISION)}`],
    ['PreToolUse', 'Bash', `echo "{\\"decision\\": \\"$DECISION\\"}"`],
    ['PreToolUse', 'Bash', '.claude/hooks/check.sh'],
    ['PostToolUse', 'Bash', echo(DECISION)],
  ])('at %s for %s leaves the question to a person: %s', async (event, matcher, command) => {
    expect(await findings(settings(event, matcher, command))).toEqual([]);
  });

  it('answers for nothing that is denied, and for nothing where hooks are off', async () => {
    const text = (more: string) => settings('PreToolUse', 'Bash', echo(DECISION), more);
    expect(await findings(text(' "permissions": { "deny": ["Bash"] },'))).toEqual([]);
    expect(await findings(text(' "permissions": { "ask": ["Bash"] },'))).toEqual([]);
    expect(await findings(text(' "disableAllHooks": true,'))).toEqual([]);
  });
});
