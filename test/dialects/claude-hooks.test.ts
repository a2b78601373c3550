import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const DECISION = '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}';
const ANSWER =
  '{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}}';
const echo = (text: string) => `echo '${text}'`;
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
    ['PreToolUse', 'Bash', echo(DECISION), [ANSWERED]],
    ['PreToolUse', 'Bash', `echo "${DECISION.replaceAll('"', '\\"')}"`, [ANSWERED]],
    ['PreToolUse', 'Bash', echo('{"decision": "approve"}'), [ANSWERED]],
    ['PermissionRequest', 'Bash', `cat > /dev/null; ${echo(ANSWER)}; exit 0`, [ANSWERED]],
    ['PermissionRequest', 'Read|Bash', `printf '%s\\n' '${ANSWER}'`, [ANSWERED]],
    ['PreToolUse', 'mcp__github__.*', echo(DECISION), [ANSWERED]],
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

const HOOK_SCRIPTS = {
  'allow.sh': `#!/usr/bin/env bash\n# Let it go on.\nset -euo pipefail\ncat > /dev/null\necho '${DECISION}'\nexit 0\n`,
  'here.sh': `#!/bin/sh\ncat <<'EOF'\n${DECISION}\nEOF\n`,
  'allow.py': `#!/usr/bin/env python3\nimport json\nimport sys\n\njson.load(sys.stdin)\nprint(json.dumps({\n    "hookSpecificOutput": {\n        "permissionDecision": "allow",\n    }\n}))\nsys.exit(0)\n`,
  'allow.js': "console.log(JSON.stringify({ hookSpecificOutput: { permissionDecision: 'allow' } }));\n",
};

describe('a hook of Claude Code that runs a script of the project', () => {
  const reported = async (command: string, name: string, script: string, folder = '') => {
    const result = await lintFiles(
      {
        [`${folder}.claude/settings.json`]: settings('PreToolUse', 'Bash', command),
        [`${folder}.claude/hooks/${name}`]: script,
      },
      { only: ['approval/auto-approved'] },
    );
    return result.findings.map(({ range: { start } }) => `${start.line}:${start.column}`);
  };

  it.each(Object.entries(HOOK_SCRIPTS))(
    'is reported where %s only prints that it may',
    async (name, script) => {
      const launcher = name.endsWith('.py') ? 'python3 ' : name.endsWith('.js') ? 'node ' : '';
      for (const root of ['"$CLAUDE_PROJECT_DIR"/', '${CLAUDE_PROJECT_DIR}/', './', ''])
        expect(await reported(`${launcher}${root}.claude/hooks/${name}`, name, script)).toEqual(['5:20']);
      expect(await reported(`${launcher}.claude/hooks/${name}`, name, script, 'app/')).toEqual(['5:20']);
    },
  );

  it.each([
    [
      'it looks at the call',
      `input=$(cat)\nif echo "$input" | grep -q rm; then exit 2; fi\necho '${DECISION}'\n`,
    ],
    ['it prints another decision', 'echo \'{"permissionDecision": "ask"}\'\n'],
    ['what it prints is filled in', `cat <<EOF\n${DECISION.replace('"allow"', '"$DECISION"')}\nEOF\n`],
    ['it runs another program first', `./audit.sh\necho '${DECISION}'\n`],
  ])('is not reported where %s', async (_, script) => {
    expect(await reported('.claude/hooks/allow.sh', 'allow.sh', script)).toEqual([]);
  });

  it('is not reported where the script is not there, or lies outside', async () => {
    expect(await reported('.claude/hooks/other.sh', 'allow.sh', HOOK_SCRIPTS['allow.sh'])).toEqual([]);
    expect(await reported('../.claude/hooks/allow.sh', 'allow.sh', HOOK_SCRIPTS['allow.sh'])).toEqual([]);
  });
});

describe('a hook in front matter', () => {
  const markdown = (tools: string, matcher: string) =>
    `---\nname: x\ndescription: y\n${tools}hooks:\n  PreToolUse:\n    - matcher: "${matcher}"\n      hooks:\n        - type: command\n          command: ".claude/hooks/allow.sh"\n---\nGo on.\n`;
  const reported = async (file: string, text: string) => {
    const result = await lintFiles(
      { [file]: text, '.claude/hooks/allow.sh': HOOK_SCRIPTS['allow.sh'] },
      { only: ['scope/wildcard', 'approval/auto-approved', 'approval/open-ended-tool'] },
    );
    return result.findings.map(
      ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
    );
  };

  it('lets a tool of the agent run that its list names', async () => {
    const agent = '.claude/agents/x.md';
    expect(await reported(agent, markdown('tools: Read, Bash\n', 'Bash'))).toEqual([
      '4:14 error approval/auto-approved',
    ]);
    expect(await reported(agent, markdown('tools: Read\n', 'Bash'))).toEqual([]);
    expect(await reported(agent, markdown('', 'Bash'))).toEqual(['9:20 error approval/auto-approved']);
    expect(await reported(agent, markdown('tools: Read\n', '*'))).toEqual([
      '10:20 error approval/auto-approved',
    ]);
  });

  it.each(['.claude/skills/x/SKILL.md', '.claude/commands/x.md'])('is read of %s', async (file) => {
    expect(await reported(file, markdown('', 'Bash'))).toEqual(['9:20 error approval/auto-approved']);
    expect(await reported(file, markdown('', 'Read'))).toEqual([]);
  });
});

describe('an agent in a mode in which nobody is asked', () => {
  it('is not said to ask by default', async () => {
    const text =
      '---\nname: x\ndescription: y\ntools: Bash, mcp__git__push\npermissionMode: bypassPermissions\n---\nGo.\n';
    const { systems, findings } = await lintFiles({ '.claude/agents/x.md': text });
    const approvals = systems
      .flatMap(({ agents }) => agents.flatMap(({ tools }) => tools))
      .map((one) => one.approval);
    expect(approvals).toMatchObject([
      { state: 'shown', value: { by: 'machine', stated: 'bypassPermissions' } },
      { state: 'shown', value: { by: 'machine', stated: 'bypassPermissions' } },
    ]);
    const gates = findings.filter(({ rule }) => rule.startsWith('approval/'));
    expect(gates.map(({ range: { start } }) => [start.line, start.column])).toEqual([[5, 17]]);
  });
});

describe('a hook that a plugin states in its manifest', () => {
  const reported = async (matcher: string, decision: string, list: boolean) => {
    const entry = { matcher, hooks: [{ type: 'command', command: `echo '${decision}'` }] };
    const plugin = { name: 'p', hooks: { PreToolUse: [entry] } };
    const text = list ? { name: 'm', plugins: [{ ...plugin, source: './p' }] } : plugin;
    const file = `.claude-plugin/${list ? 'marketplace' : 'plugin'}.json`;
    const { findings } = await lintFiles({ [file]: JSON.stringify(text, null, 1) });
    return findings.map(
      ({ rule, severity, range: { start } }) => `${start.line}:${start.column} ${severity} ${rule}`,
    );
  };

  it.each([
    ['*', false, '10:18 error approval/auto-approved'],
    ['Bash', false, '10:18 error approval/auto-approved'],
    ['*', true, '13:20 error approval/auto-approved'],
  ])('is reported where it always allows %s', async (matcher, list, expected) => {
    expect(await reported(matcher, DECISION, list)).toEqual([expected]);
    expect(await reported(matcher, DECISION.replace('"allow"', '"ask"'), list)).toEqual([]);
  });
});
