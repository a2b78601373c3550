import { describe, expect, it } from 'vitest';
import { lintFiles } from '../rules/lint-files.js';

const SETTINGS = '.claude/settings.json';
const HOOK = '.claude/hooks/guard.sh';

/** What is reported at the first file, by line, level and rule; infos left out. */
const found = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await lintFiles({ ...files })).findings
    .filter(({ file, severity }) => file === Object.keys(files)[0] && severity !== 'info')
    .map(({ severity, rule, range }) => `${String(range.start.line)} ${severity} ${rule}`);

const hooked = (hook: object, event = 'PreToolUse') =>
  JSON.stringify({ hooks: { [event]: [{ matcher: 'Bash', hooks: [{ type: 'command', ...hook }] }] } });
const RUN = { command: `"$CLAUDE_PROJECT_DIR"/${HOOK}` };
const BLOCKS =
  'read -r line\nif [[ "$line" == *push* ]]; then\n  echo "A person pushes." >&2\n  exit 2\nfi\n';
const OPEN = ['1 warning approval/hook-fails-open'];

describe('a hook that is there to block', () => {
  it.each<[what: string, hook: object, script: string, files: Record<string, string>, found: string[]]>([
    ['ends with 2', RUN, BLOCKS, {}, []],
    ['ends with 1', RUN, BLOCKS.replace('exit 2', 'exit 1'), {}, OPEN],
    ['ends with 127', RUN, BLOCKS.replace('exit 2', 'exit 127'), {}, OPEN],
    ['loses its status', { command: `${HOOK} || true` }, BLOCKS, {}, OPEN],
    ['loses its status by exit 0', { command: `bash ${HOOK} || exit 0` }, BLOCKS, {}, OPEN],
    ['runs beside the call', { ...RUN, async: true }, BLOCKS, {}, OPEN],
    ['needs jq', RUN, BLOCKS.replace('read -r line', 'line=$(jq -r .tool_input.command)'), {}, OPEN],
    [
      'needs jq, which the repository installs',
      RUN,
      BLOCKS.replace('read -r line', 'line=$(jq -r .tool_input.command)'),
      { Dockerfile: 'FROM x\nRUN apt-get install -y jq\n' },
      [],
    ],
    [
      'checks for jq',
      RUN,
      `command -v jq >/dev/null || exit 2\n${BLOCKS.replace('read -r line', 'line=$(jq -r .tool_input.command)')}`,
      {},
      [],
    ],
    [
      'prints a decision in a form that is not read',
      RUN,
      `echo '{"permissionDecision": "deny"}'\n`,
      {},
      OPEN,
    ],
    ['prints a decision', RUN, `echo '{"hookSpecificOutput": {"permissionDecision": "deny"}}'\n`, {}, []],
    ['only reports', { command: `${HOOK} || true` }, 'echo done >> log.txt\n', {}, []],
  ])('%s', async (_, hook, script, files, stated) => {
    expect(await found({ [SETTINGS]: hooked(hook), [HOOK]: script, ...files })).toEqual(stated);
  });

  it.each([
    [
      'python3 .claude/hooks/guard.py',
      '.claude/hooks/guard.py',
      'import sys\nif "push" in sys.stdin.read():\n    print("no", file=sys.stderr)\n    sys.exit(1)\n',
      'sys.exit(2)',
    ],
    [
      'node .claude/hooks/guard.js',
      '.claude/hooks/guard.js',
      'if (process.argv[2] === "push") {\n  console.error("no");\n  process.exit(1);\n}\n',
      'process.exit(2)',
    ],
  ])('is read in its language: %s', async (command, path, code, right) => {
    expect(await found({ [SETTINGS]: hooked({ command }), [path]: code })).toEqual(OPEN);
    const other = code.replace(/\S*exit\(1\)/, right);
    expect(await found({ [SETTINGS]: hooked({ command }), [path]: other })).toEqual([]);
  });

  it.each<[file: string, event: string, entry: object, twin: object]>([
    [SETTINGS, 'PreToolUse', { matcher: 'bash' }, { matcher: 'bash|mcp__a__b' }],
    [SETTINGS, 'PreToolUse', { matcher: 'Bash(git push:*)' }, { matcher: 'Bash|Edit' }],
    [SETTINGS, 'PreSkillShellCommand', { async: true }, { async: false }],
    ['.gemini/settings.json', 'BeforeTool', { timeout: 5 }, { timeout: 5000 }],
  ])('is checked by the facts of its client: %s %s %j', async (file, event, entry, twin) => {
    const of = (more: object) => ({
      [file]: JSON.stringify({
        hooks: { [event]: [{ ...more, hooks: [{ type: 'command', ...RUN, ...more }] }] },
      }),
      [HOOK]: BLOCKS,
    });
    expect(await found(of(entry))).toEqual(OPEN);
    expect(await found(of(twin))).toEqual([]);
  });

  it.each([
    ['.windsurf/hooks.json', 'pre_run_command'],
    ['.cursor/hooks.json', 'beforeShellExecution'],
  ])('is checked in a file of hooks alone: %s', async (file, event) => {
    const of = (script: string) => ({
      [file]: JSON.stringify({ hooks: { [event]: [{ command: `bash ${HOOK}` }] } }),
      [HOOK]: script,
    });
    expect(await found(of(BLOCKS.replace('exit 2', 'exit 1')))).toEqual(OPEN);
    expect(await found(of(BLOCKS))).toEqual([]);
  });

  const print = (answer: object) => BLOCKS.replace('  exit 2\n', `  echo '${JSON.stringify(answer)}'\n`);
  const NESTED = { hookSpecificOutput: { permissionDecision: 'deny' } };
  const REASON = { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } };
  const FAILS = BLOCKS.replace('exit 2', 'exit 1');

  it.each<[what: string, hook: object, script: string, found: string[]]>([
    ['|| echo', { command: `${HOOK} || echo failed` }, BLOCKS, OPEN],
    ['| tee', { command: `${HOOK} | tee log.txt` }, BLOCKS, OPEN],
    ['|| exit 1', { command: `${HOOK} || exit 1` }, BLOCKS, OPEN],
    ['|| exit 2', { command: `${HOOK} || exit 2` }, BLOCKS, []],
    ['&', { command: `${HOOK} &` }, BLOCKS, OPEN],
    ['bash -c', { command: `bash -c '${HOOK} || true'` }, BLOCKS, OPEN],
    ['cd, arguments', { command: `cd "$CLAUDE_PROJECT_DIR" && bash ${HOOK} --strict` }, FAILS, OPEN],
    ['a list of arguments', { command: 'bash', args: [`\${CLAUDE_PROJECT_DIR}/${HOOK}`] }, FAILS, OPEN],
    ['onFailure', { ...RUN, onFailure: 'block' }, FAILS, []],
    ['asyncRewake', { ...RUN, asyncRewake: true }, BLOCKS, OPEN],
    ['waits too long', { ...RUN, timeout: 5 }, `sleep 30\n${BLOCKS}`, OPEN],
    ['a decision on the error output', RUN, print(NESTED).replace("}}'", "}}' >&2"), OPEN],
    [
      'a decision in a variable',
      RUN,
      `out='${JSON.stringify(NESTED)}'\nif grep -q push; then\n  echo "$out" >&2\nfi\n`,
      OPEN,
    ],
    ['a trap that ends with 0', RUN, `trap 'exit 0' EXIT\n${BLOCKS}`, OPEN],
    ['a trap that is taken off', RUN, `trap 'exit 0' ERR\nnode log.js\ntrap - ERR\n${BLOCKS}`, []],
    ['a trap of signals', RUN, `trap 'exit 0' INT TERM\n${BLOCKS}`, []],
    ['a trap', RUN, `trap 'exit 2' ERR\nset -e\ncat | jq -r .a\n${BLOCKS}`, []],
    ['a form of Cursor', RUN, print({ permission: 'deny' }), OPEN],
    ['an older form', RUN, print({ decision: 'block' }), []],
    ['a decision with status 1', RUN, `${print(NESTED).replace('fi\n', '')}  exit 1\nfi\n`, OPEN],
    [
      'a function',
      RUN,
      'deny() {\n  echo no >&2\n  exit 1\n}\nread -r line\n[[ "$line" == *push* ]] && deny\n',
      OPEN,
    ],
    ['jq -e as its status', RUN, 'which jq >/dev/null\njq -e .ok\n', OPEN],
    ['jq without its status', RUN, 'which jq >/dev/null\njq .ok\n', []],
    ['jq -e in a line', { command: 'jq -e .ok' }, '', OPEN],
    ['jq -e with a status', { command: 'command -v jq && jq -e .ok || exit 2' }, '', []],
    ['fails itself', RUN, 'command -v node >/dev/null || exit 1\nnode log.js\n', []],
  ])('by its line or its script: %s', async (_, hook, script, stated) => {
    expect(await found({ [SETTINGS]: hooked(hook), [HOOK]: script })).toEqual(stated);
  });

  it.each<[path: string, run: string, code: string, found: string[]]>([
    ['g.py', 'uv run --script', 'import sys\nif "push" in sys.stdin.read():\n    sys.exit("no")\n', OPEN],
    [
      '.claude/hooks/guard',
      '',
      '#!/usr/bin/env python3\nimport sys\nif "push" in sys.stdin.read():\n    sys.exit(1)\n',
      OPEN,
    ],
    [
      'g.py',
      'python3',
      'import sys\nB = {"exit": 2}\nif "push" in sys.stdin.read():\n    sys.exit(B["exit"])\n',
      [],
    ],
    ['g.py', 'python3', 'import sys\nB = 2\nif "push" in sys.stdin.read():\n    sys.exit(B)\n', []],
    [
      'g.py',
      'python3',
      'import json, sys\ntry:\n    json.load(sys.stdin)\nexcept ValueError:\n    sys.exit(1)\n',
      [],
    ],
    ['g.js', 'node', 'if (input.includes("push")) throw new Error("no");\n', OPEN],
    ['g.js', 'node', 'if (input.includes("push")) process.exitCode = 2;\n', []],
    [
      'g.js',
      'node',
      'if (process.argv.includes("--self-test")) {\n  if (bad) {\n    process.exit(1);\n  }\n}\n',
      [],
    ],
    ...[
      ['except BaseException:\n    sys.exit(0)\n', OPEN],
      ['except:\n    exit(0)\n', OPEN],
      ['except BaseException as error:\n    pass\n', OPEN],
      ['except BaseException:\n    sys.exit(2)\n', []],
      ['except SystemExit:\n    raise\nexcept BaseException:\n    sys.exit(0)\n', OPEN],
      ['except Exception:\n    sys.exit(0)\n', OPEN],
      ['except Exception:\n    sys.exit(2)\n', []],
      ['except ValueError:\n    sys.exit(0)\n', []],
      ['finally:\n    print("read")\n', []],
    ].flatMap(([end, stated]): [string, string, string, string[]][] => [
      [
        'g.py',
        'python3',
        `import sys\ntry:\n    if "push" in sys.stdin.read():\n        sys.exit(2)\n${end}`,
        [...(stated ?? [])],
      ],
      [
        'g.py',
        'python3',
        `import sys\ndef main():\n    if "push" in sys.stdin.read():\n        sys.exit(2)\ntry:\n    main()\n${end}`,
        [...(stated ?? [])],
      ],
    ]),
    [
      'g.py',
      'python3',
      'import json, sys\ntry:\n    call = json.load(sys.stdin)\nexcept:\n    sys.exit(0)\nif "push" in call["tool_input"]["command"]:\n    sys.exit(2)\n',
      [],
    ],
    [
      'g.js',
      'node',
      'try {\n  if (input.includes("push")) process.exit(2);\n} catch {\n  process.exit(0);\n}\n',
      OPEN,
    ],
    [
      'g.js',
      'node',
      'try {\n  call = JSON.parse(input);\n} catch {\n  process.exit(0);\n}\nif (call.includes("push")) process.exit(2);\n',
      [],
    ],
    [
      'g.js',
      'node',
      'let input = "";\nprocess.stdin.on("end", () => {\n  try {\n    input = JSON.parse(input);\n  } catch {\n    process.exit(0);\n  }\n  if (input.includes("push")) process.exit(2);\n});\n',
      [],
    ],
    [
      'g.js',
      'node',
      'const main = async (): Promise<void> => {\n  if (input.includes("push")) process.exit(2);\n};\nmain().catch(() => process.exit(0));\n',
      OPEN,
    ],
    ...[
      ['0', OPEN],
      ['2', []],
    ].map(([status, stated]): [string, string, string, string[]] => [
      'g.js',
      'node',
      `const check = async ({ tool_input: { command } }) => {\n  if (command.includes("push")) process.exit(2);\n};\ncheck(call).catch(() => process.exit(${String(status)}));\n`,
      [...(stated ?? [])],
    ]),
    ...[
      ['deny = False', OPEN],
      ['deny = True', []],
    ].map(([cleared, stated]): [string, string, string, string[]] => [
      'g.py',
      'python3',
      `import json, sys\ntry:\n    deny = "push" in json.load(sys.stdin)["command"]\nexcept Exception:\n    ${String(cleared)}\nif deny:\n    sys.exit(2)\n`,
      [...(stated ?? [])],
    ]),
    [
      'g.js',
      'node',
      'async function main() {\n  if (input.includes("push")) process.exit(2);\n}\nmain().catch(() => process.exit(2));\n',
      [],
    ],
    ...(['console.error', 'console.log'] as const).flatMap((call): [string, string, string, string[]][] => [
      [
        'g.js',
        'node',
        `${call}(JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny" } }));\n`,
        call === 'console.log' ? [] : OPEN,
      ],
      [
        'g.js',
        'node',
        `const out = {\n  hookSpecificOutput: { permissionDecision: "deny" },\n};\n${call}(JSON.stringify(out));\n`,
        call === 'console.log' ? [] : OPEN,
      ],
    ]),
    ...['', ', file=sys.stderr'].map((to): [string, string, string, string[]] => [
      'g.py',
      'python3',
      `import json, sys\nout = {"hookSpecificOutput": {"permissionDecision": "deny"}}\nprint(json.dumps(out)${to})\n`,
      to === '' ? [] : OPEN,
    ]),
    ['g.ps1', 'pwsh -File', 'if ($in -match "push") {\n  exit 1\n}\n', OPEN],
    ['g.ps1', 'pwsh -File', 'if ($in -match "push") {\n  exit 2\n}\n', []],
  ])('by a script of another language: %s', async (path, run, code, stated) => {
    expect(await found({ [SETTINGS]: hooked({ command: `${run} ${path}` }), [path]: code })).toEqual(stated);
  });

  it.each<[file: string, event: string, entry: object, script: string, found: string[]]>([
    ['.cursor/hooks.json', 'beforeShellExecution', { failClosed: true }, FAILS, []],
    ['.cursor/hooks.json', 'beforeShellExecution', {}, print({ permission: 'deny' }), []],
    ['.cursor/hooks.json', 'beforeShellExecution', {}, print({ decision: 'block' }), OPEN],
    ['.cursor/hooks.json', 'preToolUse', { matcher: 'Bash' }, BLOCKS, OPEN],
    ['.cursor/hooks.json', 'afterShellExecution', {}, print({ permission: 'deny' }), OPEN],
    ['.github/hooks/a.json', 'preToolUse', {}, FAILS, []],
    ['.github/hooks/a.json', 'preToolUse', { timeoutSec: 0.01 }, FAILS, OPEN],
    ['.github/hooks/a.json', 'preToolUse', { matcher: 'Bash' }, FAILS, OPEN],
    ['.codex/hooks.json', 'PreToolUse', {}, print(NESTED), OPEN],
    ['.codex/hooks.json', 'PreToolUse', {}, print(REASON), []],
    ['.codex/hooks.json', 'PreToolUse', {}, 'grep -q push && exit 2\n', OPEN],
    ['.gemini/settings.json', 'BeforeTool', { matcher: 'Bash' }, BLOCKS, OPEN],
    ['.gemini/settings.json', 'BeforeTool', {}, print(REASON), OPEN],
    ['.gemini/settings.json', 'BeforeTool', {}, print({ decision: 'deny' }), []],
    ['.gemini/settings.json', 'BeforeTool', {}, print({ decision: 'deny' }).replace("}'", "}' >&2"), []],
    ['.factory/hooks.json', 'PreToolUse', { matcher: 'Bash' }, BLOCKS, OPEN],
    ['.factory/hooks.json', 'PreToolUse', { matcher: 'Execute' }, BLOCKS, []],
    ['.qwen/settings.json', 'PreToolUse', { timeout: 10 }, BLOCKS, OPEN],
    ['crush.json', 'PreToolUse', {}, BLOCKS.replace('exit 2', 'exit 49'), []],
    ['crush.json', 'pre_tool_use', {}, print({ decision: 'deny' }), []],
    ['.augment/settings.json', 'PreToolUse', {}, FAILS, OPEN],
    ['.windsurf/hooks.json', 'pre_run_command', {}, print({ decision: 'deny' }), OPEN],
  ])('by the facts of %s: %s %j', async (file, event, entry, script, stated) => {
    const hooks = { [event]: [{ ...entry, command: `bash ${HOOK}` }] };
    expect(await found({ [file]: JSON.stringify({ hooks }), [HOOK]: script })).toEqual(stated);
  });

  it('is dead where a switch turns hooks off', async () => {
    const settings = hooked(RUN).replace('{', '{"disableAllHooks": true, ');
    expect(await found({ [SETTINGS]: settings, [HOOK]: BLOCKS })).toEqual([
      '1 warning scope/ignored-setting',
    ]);
    expect(await found({ [SETTINGS]: settings, [HOOK]: 'echo done\n' })).toEqual([]);
  });

  it.each([
    ['preToolUse', ['1 warning scope/ignored-setting'], 0],
    ['PreVendorCommand', [], 1],
    ['PreToolUse', [], 0],
    ['DirectoryAdded', [], 0],
  ])(
    'is dead at a misspelled event, and listed at one that is not known: %s',
    async (event, stated, listed) => {
      const files = { [SETTINGS]: hooked({ command: 'true' }, event) };
      expect(await found(files)).toEqual(stated);
      expect((await lintFiles(files)).unresolved).toHaveLength(listed);
    },
  );

  it.each([
    [{ failClosed: false }, OPEN],
    [{ failClosed: true }, []],
  ])('fails open in Cursor where it says so: %j', async (closed, stated) => {
    const text = JSON.stringify({
      version: 1,
      hooks: { beforeShellExecution: [{ command: './guard.sh', ...closed }] },
    });
    expect(await found({ '.cursor/hooks.json': text, 'guard.sh': BLOCKS })).toEqual(stated);
  });
});

const IGNORED = 'warning scope/ignored-setting';
const RIGHTS = 'warning scope/filesystem-root';
const opencode = (bash: object) =>
  JSON.stringify({ $schema: 'https://opencode.ai/config.json', permission: { bash } });

describe('a rule that is dead', () => {
  it.each<[file: string, text: string, found: string[], twin: string]>([
    [SETTINGS, '{"defaultMode": "plan"}', [`1 ${IGNORED}`], '{"permissions": {"defaultMode": "plan"}}'],
    [
      SETTINGS,
      '{"permissions": {"disableBypassPermissionsMode": "enforce"}}',
      [`1 ${IGNORED}`],
      '{"permissions": {"disableBypassPermissionsMode": "disable"}}',
    ],
    [
      SETTINGS,
      '{"mcpServers": {"fs": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem@2025.8.21", "/"]}}}',
      [`1 ${IGNORED}`],
      '{"enabledMcpjsonServers": ["fs"]}',
    ],
    [
      '.codex/config.toml',
      'approval_policy = "unless-allow-listed"\n',
      [`1 ${IGNORED}`],
      'approval_policy = "on-request"\n',
    ],
    [
      'opencode.json',
      opencode({ '*': 'ask', 'git status *': 'allow', rm: 'deny' }),
      [`1 ${IGNORED}`],
      opencode({ '*': 'ask', 'git status *': 'allow', 'rm *': 'deny' }),
    ],
    [
      'opencode.json',
      opencode({ '*': 'ask', '*rm': 'deny' }),
      [`1 ${IGNORED}`],
      opencode({ '*': 'ask', 'rm *': 'deny', '*rm': 'deny' }),
    ],
    ...(
      [
        ['Bash(rm)', 'Bash(rm:*)'],
        ['Bash(sudo)', 'Bash(sudo:*)'],
        ['bash(rm:*)', 'Bash(rm -rf /)'],
        ['WebFetch(https://example.com/*)', 'WebFetch(domain:example.com)'],
      ] as const
    ).map(([entry, twin]): [string, string, string[], string] => [
      SETTINGS,
      JSON.stringify({ permissions: { deny: [entry] } }),
      [`1 ${IGNORED}`],
      JSON.stringify({ permissions: { deny: [twin] } }),
    ]),
    [
      SETTINGS,
      '{"permissions": {"defaultMode": "readonly"}}',
      [`1 ${IGNORED}`],
      '{"permissions": {"defaultMode": "plan"}}',
    ],
    [SETTINGS, '{"disallowedTools": ["Bash"]}', [`1 ${IGNORED}`], '{"permissions": {"deny": ["Bash"]}}'],
    [
      SETTINGS,
      '{"sandbox": {"enabled": true, "failIfUnavailable": true, "denyRead": ["~/.ssh"]}}',
      [`1 ${IGNORED}`],
      '{"sandbox": {"enabled": true, "failIfUnavailable": true, "filesystem": {"denyRead": ["~/.ssh"]}}}',
    ],
    ...(['approval_mode = "on-request"', 'sandbox_mode = "readonly"', 'network_access = false'] as const).map(
      (line): [string, string, string[], string] => [
        '.codex/config.toml',
        `${line}\n`,
        [`1 ${IGNORED}`],
        'approval_policy = "on-request"\nsandbox_mode = "read-only"\n',
      ],
    ),
    [
      '.cursor/cli.json',
      '{"deny": ["Shell(rm)"]}',
      [`1 ${IGNORED}`],
      '{"permissions": {"deny": ["Shell(rm)"]}}',
    ],
    [
      '.gemini/settings.json',
      '{"tools": {"exclude": ["Bash"]}}',
      [`1 ${IGNORED}`],
      '{"tools": {"exclude": ["run_shell_command(rm)"]}}',
    ],
    [
      'crush.json',
      '{"permissions": {"denied_tools": ["bash"]}}',
      [`1 ${IGNORED}`],
      '{"options": {"disabled_tools": ["bash"]}}',
    ],
    [
      'opencode.json',
      opencode({ 'git push *': 'deny', 'git *': 'ask' }),
      [`1 ${IGNORED}`],
      opencode({ 'git *': 'ask', 'git push *': 'deny' }),
    ],
    [
      '.augment/settings.json',
      '{"toolPermissions": [{"toolName": "view", "permission": {"type": "allow"}}, {"toolName": "view", "permission": {"type": "deny"}}]}',
      [`1 ${IGNORED}`],
      '{"toolPermissions": [{"toolName": "view", "permission": {"type": "deny"}}]}',
    ],
    [
      '.vscode/settings.json',
      '{"amp.permissions": [{"tool": "Read", "action": "allow"}, {"tool": "Read", "action": "ask"}]}',
      [`1 ${IGNORED}`],
      '{"amp.permissions": [{"tool": "Read", "action": "ask"}]}',
    ],
    // A command that ends with a place is whole.
    [
      'opencode.json',
      opencode({ '*': 'ask', 'git restore': 'deny' }),
      [`1 ${IGNORED}`],
      opencode({ '*': 'ask', 'git restore .': 'deny' }),
    ],
  ])('is reported in %s: %s', async (file, text, stated, twin) => {
    expect(await found({ [file]: text })).toEqual(stated);
    expect(await found({ [file]: twin })).toEqual([]);
  });
});

const allow = (entry: string, mode?: string) =>
  JSON.stringify({ permissions: { allow: [entry], ...(mode ? { defaultMode: mode } : {}) } });

describe('rights of an agent over its own rights', () => {
  it.each([
    'Edit(.claude/**)',
    'Edit(.claude/settings.json)',
    'Edit(.claude/hooks/**)',
    'Edit(~/.ssh/**)',
    'Edit(.github/**)',
    'Edit(.git/hooks/*)',
    'Edit(.mcp.json)',
    'Read(~/.aws/**)',
  ])('are a warning: %s', async (entry) => {
    expect(await found({ [SETTINGS]: allow(entry) })).toEqual([`1 ${RIGHTS}`]);
  });

  it.each([
    ['acceptEdits', 'warning'],
    ['bypassPermissions', 'error'],
  ])('are as grave as the mode allows: %s', async (mode, level) => {
    const text = allow('Edit(~/.ssh/**)', mode);
    expect(await found({ [SETTINGS]: text })).toContain(`1 ${level} scope/filesystem-root`);
  });

  it.each(['Edit(src/**)', 'Edit(.claude/agents/**)', 'Edit(docs/*.md)', 'Read(~/notes/**)'])(
    'are none over %s',
    async (entry) => {
      expect(await found({ [SETTINGS]: allow(entry) })).toEqual([]);
    },
  );

  it.each([
    ['Write(.cursor/**)', [`1 ${RIGHTS}`]],
    ['Write(.cursor/cli.json)', [`1 ${RIGHTS}`]],
    ['Write(src/**)', []],
    ['Delete(*)', ['1 warning scope/wildcard'], 'allows the deletion of any file'],
    ['Write(*)', ['1 warning scope/wildcard'], 'allows every edit of any file'],
    ['Launch(*)', []],
  ])('in Cursor: %s', async (entry, stated, says = '') => {
    const text = JSON.stringify({ permissions: { allow: [entry], deny: [] } });
    expect(await found({ '.cursor/cli.json': text })).toEqual(stated);
    const { findings } = await lintFiles({ '.cursor/cli.json': text });
    expect(findings[0]?.message ?? '').toContain(says);
  });

  it.each([
    [{ '.opencode/**': 'allow' }, RIGHTS],
    [{ '*': 'ask', '*.json': 'allow' }, RIGHTS],
    [{ '*': 'ask', 'opencode.jsonc': 'allow' }, RIGHTS],
    [{ '*.json': 'allow', '*': 'ask' }, undefined],
    [{ 'src/**': 'allow' }, undefined],
    [{ '*': 'allow' }, undefined],
  ])('in opencode: %j', async (edit, stated) => {
    const lines = (text: string) => (stated === undefined ? [] : [text]);
    expect(await found({ 'opencode.json': JSON.stringify({ permission: { edit } }) })).toEqual(
      lines(`1 ${stated ?? ''}`),
    );
    const page = `---\ndescription: Writes.\nmode: subagent\npermission:\n  edit: ${JSON.stringify(edit)}\n---\nWrite.\n`;
    expect(await found({ '.opencode/agent/a.md': page })).toEqual(lines(`5 ${stated ?? ''}`));
  });
});

describe('a subagent that starts subagents', () => {
  it.each([
    ['tools: WebSearch, Agent', ['4 warning delegation/unbounded']],
    ['tools: WebSearch, Agent(scout)', ['4 warning delegation/unbounded']],
    ['tools: WebSearch, Agent(other)', []],
    ['tools: WebSearch, Agent\nmaxTurns: 20', []],
    ['tools: WebSearch', []],
  ])('states a bound, or is reported: %s', async (lines, stated) => {
    const text = `---\nname: scout\ndescription: Researches.\n${lines}\n---\nResearch.\n`;
    expect(await found({ '.claude/agents/scout.md': text })).toEqual(stated);
  });
});
