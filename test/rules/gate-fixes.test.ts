import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/index.js';
import { editedText } from '../../src/syntax/edit/apply.js';
import { lintFiles } from './lint-files.js';

const isSame = (one: Finding, other: Finding) =>
  one.rule === other.rule && one.file === other.file && one.path === other.path;

/** Applies the first fix of the first finding of a rule; what is left of it, and what is new, is empty if it is right. */
async function firstFix(files: Record<string, string>, rule: string) {
  const before = await lintFiles(files);
  const finding = before.findings.find((one) => one.rule === rule);
  const [fix] = finding?.fixes ?? [];
  if (!finding || !fix) return { title: undefined };
  const after: Record<string, string> = { ...files };
  for (const file of new Set(fix.edits.map((edit) => edit.file)))
    after[file] = editedText(
      after[file] ?? '',
      fix.edits.filter((edit) => edit.file === file),
    );
  const { findings } = await lintFiles(after);
  return {
    title: fix.title,
    safe: fix.safe,
    text: Object.entries(after)
      .filter(([name, text]) => files[name] !== text)
      .map(([, text]) => text)
      .join(''),
    left: findings.filter((one) => isSame(one, finding)).map(({ message }) => message),
    fresh: findings
      .filter((one) => one.severity !== 'info' && !before.findings.some((other) => isSame(one, other)))
      .map((one) => `${one.rule} ${one.message}`),
  };
}

const MISSING = 'approval/missing';
const APPROVED = 'approval/auto-approved';

/** What is read, the rule, the title of the fix, the file, its text, and what the fix makes of it. */
const CASES: [what: string, rule: string, title: string, file: string, text: string, fixed: string][] = [
  [
    'a toolset of ADK',
    MISSING,
    'Set `require_confirmation: true` in `args` of the toolset',
    'root_agent.yaml',
    `name: clerk
model: some-model
instruction: Help.
tools:
  - name: MCPToolset
    args:
      stdio_server_params: { command: mail-mcp }
      tool_filter: [send_mail]
`,
    '      tool_filter: [send_mail]\n      require_confirmation: true\n',
  ],
  [
    'a function of ADK',
    MISSING,
    'Replace `name: desk.tools.issue_refund` with `name: FunctionTool` and `args: { func: desk.tools.issue_refund, require_confirmation: true }`',
    'root_agent.yaml',
    'name: clerk\nmodel: some-model\ninstruction: Help.\ntools:\n  - name: desk.tools.issue_refund\n',
    '  - name: FunctionTool\n    args: { func: desk.tools.issue_refund, require_confirmation: true }\n',
  ],
  [
    'a tool of Agent Spec',
    MISSING,
    'Set `requires_confirmation: true` at `send_mail`',
    'agent.yaml',
    `component_type: Agent
agentspec_version: 25.4.1
name: clerk
system_prompt: Help.
tools:
  - component_type: ServerTool
    name: send_mail
`,
    '    name: send_mail\n    requires_confirmation: true\n',
  ],
  [
    'a server of the Agent Framework',
    APPROVED,
    'Set `approvalMode: always` at the tool',
    'clerk.yaml',
    `kind: Prompt
name: clerk
instructions: Help.
tools:
  - kind: mcp
    name: mail
    url: https://mail.example.com/mcp
    approvalMode: never
    allowedTools: [send_mail]
`,
    '    approvalMode: always\n',
  ],
  [
    'an action of a workflow',
    MISSING,
    'Set `requireApproval: true` at the action',
    'flow.yaml',
    `kind: Workflow
trigger:
  kind: OnConversationStart
  actions:
    - kind: InvokeFunctionTool
      functionName: issue_refund
`,
    '      functionName: issue_refund\n      requireApproval: true\n',
  ],
  [
    'a tool of a server of Codex',
    APPROVED,
    'Set `approval_mode` of `issue_refund` to `prompt`',
    '.codex/config.toml',
    '[mcp_servers.pay]\ncommand = "pay-mcp" # ours\nenabled_tools = ["issue_refund"]\n\n[mcp_servers.pay.tools.issue_refund]\napproval_mode = "approve"\n',
    'approval_mode = "prompt"\n',
  ],
  [
    'the reviewer of Codex',
    APPROVED,
    'Set `approvals_reviewer` to `user`',
    '.codex/config.toml',
    'approval_policy = "on-request"\napprovals_reviewer = "auto_review"\n',
    'approvals_reviewer = "user"\n',
  ],
  [
    'an agent of a crew',
    'approval/open-ended-tool',
    'Set `code_execution_mode: safe`',
    'agents.yaml',
    'coder:\n  role: Coder\n  goal: Mend the build.\n  backstory: Years of it.\n  allow_code_execution: true\n  code_execution_mode: unsafe\n',
    '  code_execution_mode: safe\n',
  ],
  [
    'a command of opencode',
    APPROVED,
    'Set `permission.bash["git push *"]` to `ask`',
    'opencode.json',
    '{\n  "permission": { "bash": { "git push *": "allow" } }\n}\n',
    '"git push *": "ask"',
  ],
  [
    'a tool that a client always allows',
    APPROVED,
    'Remove `delete_note` from `alwaysAllow`',
    '.roo/mcp.json',
    '{ "mcpServers": { "notes": { "command": "notes-mcp", "alwaysAllow": ["read_note", "delete_note"] } } }\n',
    '"alwaysAllow": ["read_note"]',
  ],
  [
    'a command of VS Code',
    APPROVED,
    'Set `"git push": false` in `chat.tools.terminal.autoApprove`',
    '.vscode/settings.json',
    '{\n  // ours\n  "chat.tools.terminal.autoApprove": { "git push": true }\n}\n',
    '"git push": false',
  ],
  [
    'a command of Gemini CLI',
    APPROVED,
    'Remove `run_shell_command(git push)` from `tools.allowed`',
    '.gemini/settings.json',
    '{ "tools": { "allowed": ["run_shell_command(git push)"] } }\n',
    '"allowed": []',
  ],
  [
    'a tool of Kiro',
    APPROVED,
    'Remove `@mail/send_mail` from `allowedTools`',
    '.kiro/agents/clerk.json',
    '{ "name": "clerk", "tools": ["@mail/send_mail"], "allowedTools": ["@mail/send_mail"] }\n',
    '"allowedTools": []',
  ],
  [
    'an entry of docker agent',
    APPROVED,
    'Move `shell:cmd=git push*` from `permissions.allow` to `permissions.ask`',
    'team.yaml',
    `agents:
  root:
    model: some-model
    instruction: Help.
    toolsets: [{ type: shell }]
permissions:
  allow:
    - "shell:cmd=git push*"
    - "shell:cmd=ls*"
`,
    'ask:',
  ],
  [
    'an entry of Claude Code',
    APPROVED,
    'Move `Bash(git push:*)` from `permissions.allow` to `permissions.ask`',
    '.claude/settings.json',
    '{\n  "permissions": {\n    "allow": [\n      "Bash(git push:*)",\n      "Bash(ls:*)"\n    ]\n  }\n}\n',
    '"ask": ["Bash(git push:*)"]',
  ],
  [
    'an entry of a skill, in one text',
    APPROVED,
    'Remove `Bash(git push:*)` from `allowed-tools`',
    '.claude/skills/ship/SKILL.md',
    '---\nname: ship\ndescription: Ships it.\nallowed-tools: Read, Bash(git push:*), Grep\n---\nShip it.\n',
    'allowed-tools: "Read, Grep"\n',
  ],
  [
    'an entry of a command, in a list',
    APPROVED,
    'Remove `Bash(git push:*)` from `allowed-tools`',
    '.claude/commands/ship.md',
    '---\ndescription: Ships it.\nallowed-tools:\n  - Read\n  - Bash(git push:*)\n---\nShip it.\n',
    'allowed-tools:\n  - Read\n---\n',
  ],
  [
    'several entries of Claude Code',
    APPROVED,
    'Move `Bash(git push:*)` and `Bash(git push --force:*)` from `permissions.allow` to `permissions.ask`',
    '.claude/settings.json',
    '{\n  "permissions": {\n    "allow": [\n      "Bash(git push:*)",\n      "Bash(ls:*)",\n      "Bash(git push --force:*)"\n    ],\n    "ask": ["Bash(rm:*)"]\n  }\n}\n',
    '"allow": [\n      "Bash(ls:*)"\n    ],\n    "ask": ["Bash(rm:*)", "Bash(git push:*)", "Bash(git push --force:*)"]',
  ],
  [
    'several deletes that a client always allows',
    APPROVED,
    'Remove `delete_note` and `delete_page` from `alwaysAllow`',
    '.roo/mcp.json',
    '{ "mcpServers": { "notes": { "command": "notes-mcp", "alwaysAllow": ["delete_note", "delete_page", "read_note"] } } }\n',
    '"alwaysAllow": ["read_note"]',
  ],
  [
    'several entries of a command, in one text',
    APPROVED,
    'Remove `Bash(npm publish:*)` and `Bash(cargo publish:*)` from `allowed-tools`',
    '.claude/commands/ship.md',
    '---\ndescription: Ships it.\nallowed-tools: Bash(npm publish:*), Read, Bash(cargo publish:*)\n---\nShip it.\n',
    'allowed-tools: Read\n',
  ],
  [
    'several commands of VS Code',
    APPROVED,
    'Set `"git push": false` in `chat.tools.terminal.autoApprove`; set `"git push --tags": false` in `chat.tools.terminal.autoApprove`',
    '.vscode/settings.json',
    '{\n  // ours\n  "chat.tools.terminal.autoApprove": { "git push": true, "git push --tags": true }\n}\n',
    '"git push": false, "git push --tags": false',
  ],
  [
    'several entries of docker agent',
    APPROVED,
    'Move `shell:cmd=npm publish*` and `shell:cmd=cargo publish*` from `permissions.allow` to `permissions.ask`',
    'team.yaml',
    `agents:
  root:
    model: some-model
    instruction: Help.
    toolsets: [{ type: shell }]
permissions:
  allow:
    - "shell:cmd=npm publish*" # npm
    - "shell:cmd=ls*"
    - "shell:cmd=cargo publish*"
`,
    '  allow:\n    - "shell:cmd=ls*"\n  ask: ["shell:cmd=npm publish*", "shell:cmd=cargo publish*"]\n',
  ],
  [
    'a server of a Responses request',
    APPROVED,
    'Set `require_approval` of `mail` to `always`',
    'mail.json',
    '{ "model": "m", "input": "Hi", "tools": [{ "type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp", "allowed_tools": ["send_mail"], "require_approval": "never" }] }\n',
    '"require_approval": "always"',
  ],
  [
    'a hosted server of a Python program',
    APPROVED,
    'Set `"require_approval": "always"` in `tool_config`',
    'clerk.py',
    `from agents import Agent, HostedMCPTool

clerk = Agent(name="Clerk", tools=[HostedMCPTool(tool_config={"type": "mcp", "server_label": "mail", "server_url": "https://mail.example.com/mcp", "allowed_tools": ["send_mail"], "require_approval": "never"})])
`,
    '"require_approval": "always"',
  ],
  [
    'a local server of a Python program',
    MISSING,
    'Set `require_approval="always"` in this `MCPServerStdio()`',
    'clerk.py',
    `from agents import Agent
from agents.mcp import MCPServerStdio

mail = MCPServerStdio(params={"command": "mail-mcp"}, tool_filter={"allowed_tool_names": ["send_mail"]})
clerk = Agent(name="Clerk", mcp_servers=[mail])
`,
    'require_approval="always")',
  ],
  [
    'a decorator with arguments',
    MISSING,
    'Add `needs_approval=True` to this `function_tool()`',
    'clerk.py',
    `from agents import Agent, function_tool


@function_tool(name_override="send_mail")
def send(to: str) -> str:
    """Send a mail."""
    return to


clerk = Agent(name="Clerk", tools=[send])
`,
    '@function_tool(name_override="send_mail", needs_approval=True)',
  ],
  [
    'a callback that always approves',
    APPROVED,
    'Remove `onApproval`',
    'clerk.ts',
    `import { Agent, shellTool } from '@openai/agents';
import { shell } from './shell.js';

export const clerk = new Agent({
  name: 'Clerk',
  tools: [shellTool({ shell, needsApproval: true, onApproval: async () => ({ approve: true }) })],
});
`,
    'shellTool({ shell, needsApproval: true })',
  ],
];

/** A mode of a client that asks nobody, the title of its fix, and the file after it. */
const MODES: [title: string, file: string, text: string, fixed: string][] = [
  [
    'Set the mode to `default`',
    '.gemini/settings.json',
    '{ "general": { "defaultApprovalMode": "yolo" } }\n',
    '"default"',
  ],
  ['Remove `yolo`', '.gemini/settings.json', '{ "yolo": true, "mcpServers": {} }\n', '{ "mcpServers": {} }'],
  [
    'Set the mode to `default`',
    '.qwen/settings.json',
    '{ "tools": { "approvalMode": "yolo" } }\n',
    '"default"',
  ],
  ['Set the mode to `default`', '.iflow/settings.json', '{ "approvalMode": "yolo" }\n', '"default"'],
  [
    'Remove `auto_approve`',
    '.vibe/config.toml',
    '# ours\nauto_approve = true\nmodel = "m"\n',
    '# ours\nmodel = "m"\n',
  ],
  ['Set the mode to `default`', '.vibe/config.toml', 'default_agent = "auto-approve"\n', '"default"'],
  [
    'Set the mode to `confirm`',
    'zed/settings.json',
    '{ "agent": { "tool_permissions": { "default": "allow" } } }\n',
    '"confirm"',
  ],
  [
    'Remove `chat.tools.global.autoApprove`',
    '.vscode/settings.json',
    '{ "chat.tools.global.autoApprove": true, "editor.tabSize": 2 }\n',
    '{ "editor.tabSize": 2 }',
  ],
  ['Remove `amp.dangerouslyAllowAll`', '.amp/settings.json', '{ "amp.dangerouslyAllowAll": true }\n', '{}'],
  ['Set the mode to `approve`', '.config/goose/config.yaml', 'GOOSE_MODE: auto # ours\n', 'approve # ours\n'],
];

describe('the fix of a gate', () => {
  it.each(CASES)('works for %s', async (_what, rule, title, file, text, fixed) => {
    const result = await firstFix({ [file]: text }, rule);
    expect(result).toMatchObject({ title, safe: false, left: [], fresh: [] });
    expect(result.text).toContain(fixed);
  });

  it.each(MODES)('takes a mode back: %s in %s', async (title, file, text, fixed) => {
    const result = await firstFix({ [file]: text }, APPROVED);
    expect(result).toMatchObject({ title, safe: false, left: [], fresh: [] });
    expect(result.text).toContain(fixed);
  });

  it('takes all tools that instructions require approval for out of one text', async () => {
    const text =
      '---\nname: pr\ndescription: Opens it.\nallowed-tools: Read, Bash(gh issue:*), Bash(gh pr:*)\n---\nAlways ask the user for approval before you create a pull request or an issue.\n';
    const result = await firstFix({ '.claude/skills/pr/SKILL.md': text }, 'approval/prose-only');
    expect(result).toMatchObject({
      title: 'Require approval of `Bash(gh issue:*)`, `Bash(gh pr:*)`',
      text: text.replace(', Bash(gh issue:*), Bash(gh pr:*)', ''),
      left: [],
      fresh: [],
    });
  });

  it('joins instructions that are a list', async () => {
    const text = 'runtime: framework\nagent:\n  model: m\n  instructions:\n    - Help.\n    - Be kind.\n';
    const result = await firstFix({ 'a.agent.yaml': text }, 'session/schema');
    expect(result).toMatchObject({ title: 'Join its entries to one text', left: [], fresh: [] });
    expect(result.text).toContain('"Help.\\nBe kind."');
  });

  it('sets another approver of an attestation right', async () => {
    const result = await firstFix(
      {
        'agent-lint.config.yaml':
          'attestations:\n  - files: "*.session.json"\n    controls: { tools: { shell: { approval: { by: reviewer-bot } } } }\n    reason: a second model reads each command\n',
        'fix.session.json':
          '{ "agent": { "tools": [{ "type": "shell" }] }, "environment": { "type": "hosted" } }\n',
      },
      APPROVED,
    );
    expect(result).toMatchObject({ title: 'Claim: a person approves `shell`', left: [], fresh: [] });
    expect(result.text).toContain('approval: { by: human }');
  });
});
