/** A file of one dialect with planted flaws, what is found in it, and its mended twin. */
export interface CommittedFile {
  dialect: string;
  path: string;
  flawed: string;
  mended: string;
  /** `line:column severity rule`, warnings and errors. */
  found: readonly string[];
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

export const COMMITTED_FILES: readonly CommittedFile[] = [
  {
    dialect: 'mcp',
    path: '.mcp.json',
    flawed: json({
      mcpServers: {
        files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/'] },
        billing: { type: 'http', url: 'http://billing.example.com/mcp' },
      },
    }),
    mended: json({
      mcpServers: {
        docs: { command: 'npx', args: ['-y', '@example/docs@1.2.3', './docs'] },
        github: { type: 'http', url: 'https://mcp.example.com/mcp?read_only=true' },
      },
    }),
    found: [
      '4:18 warning scope/unrestricted-server',
      '8:9 error scope/filesystem-root',
      '13:14 warning scope/unrestricted-server',
      '13:14 error mcp/plain-http',
    ],
  },
  {
    dialect: 'mcp',
    path: '.vscode/mcp.json',
    flawed:
      '{\n  // what the team uses\n  "inputs": [],\n  "servers": {\n    "db": { "command": "npx", "args": ["-y", "mcp-remote@0.1.0", "--token", "sk-abcdefghij0123456789ABCD"], },\n  },\n}\n',
    mended:
      '{\n  // what the team uses\n  "inputs": [{ "id": "token", "type": "promptString", "password": true }],\n  "servers": {\n    "db": { "command": "npx", "args": ["-y", "mcp-remote@0.1.16", "--token", "${input:token}"], },\n  },\n}\n',
    found: ['5:46 error mcp/known-bad-version', '5:77 error mcp/literal-secret'],
  },
  {
    dialect: 'gemini-settings',
    path: '.gemini/settings.json',
    flawed: json({
      general: { defaultApprovalMode: 'yolo' },
      mcpServers: { mail: { httpUrl: 'https://mail.example.com/mcp', trust: true } },
      tools: { allowed: ['run_shell_command', 'run_shell_command(git status)'] },
    }),
    mended: json({
      general: { defaultApprovalMode: 'default' },
      mcpServers: { mail: { httpUrl: 'https://mail.example.com/mcp', includeTools: ['list_mails'] } },
    }),
    found: ['3:28 error approval/auto-approved', '8:16 error scope/wildcard', '13:7 error scope/wildcard'],
  },
  {
    dialect: 'vscode-settings',
    path: '.vscode/settings.json',
    flawed: json({
      'editor.tabSize': 2,
      'chat.tools.global.autoApprove': true,
      'chat.tools.terminal.autoApprove': {
        'git push': true,
        '/^rm\\b/': { approve: true },
        '/.*/': true,
        ls: true,
      },
    }),
    mended: json({
      'editor.tabSize': 2,
      'chat.tools.global.autoApprove': false,
      'chat.tools.terminal.autoApprove': { 'git push': false, '/^ls\\b/': { approve: true }, ls: true },
    }),
    found: ['3:36 error approval/auto-approved', '9:5 error scope/wildcard'],
  },
  {
    dialect: 'kiro-agent',
    path: '.kiro/agents/ops.json',
    flawed: json({
      name: 'ops',
      prompt: 'Keep it running.',
      tools: ['read', 'shell'],
      allowedTools: ['read', 'shell', '@github'],
    }),
    mended: json({
      name: 'ops',
      prompt: 'Keep it running.',
      tools: ['read', 'shell'],
      allowedTools: ['read'],
    }),
    found: ['10:5 error scope/wildcard', '11:5 error scope/wildcard'],
  },
  {
    dialect: 'opencode',
    path: 'opencode.json',
    flawed: json({
      $schema: 'https://opencode.ai/config.json',
      permission: { edit: 'allow', bash: { '*': 'ask', 'git push *': 'allow', 'git diff': 'allow' } },
    }),
    mended: json({
      $schema: 'https://opencode.ai/config.json',
      permission: { edit: 'allow', bash: { 'git push *': 'allow', '*': 'ask' } },
    }),
    found: ['7:7 error approval/auto-approved'],
  },
  {
    dialect: 'opencode-agent',
    path: '.opencode/agents/release.md',
    flawed:
      '---\ndescription: Releases the package\nmode: subagent\npermission:\n  edit: allow\n  bash:\n    "git diff *": allow\n    "npm publish *": allow\n---\nRelease it.\n',
    mended:
      '---\ndescription: Releases the package\nmode: subagent\npermission:\n  edit: allow\n  bash:\n    "git diff *": allow\n    "npm publish *": ask\n---\nRelease it.\n',
    found: ['8:5 error approval/auto-approved'],
  },
  {
    dialect: 'codex',
    path: '.codex/config.toml',
    flawed:
      'approval_policy = "never"\nsandbox_mode = "danger-full-access"\n\n[mcp_servers.github]\nurl = "https://mcp.example.com/mcp"\nenabled_tools = ["get_issue", "merge_pull_request"]\n\n[mcp_servers.github.tools.merge_pull_request]\napproval_mode = "approve"\n',
    mended:
      'approval_policy = "on-request"\nsandbox_mode = "workspace-write"\n\n[mcp_servers.github]\nurl = "https://mcp.example.com/mcp"\nenabled_tools = ["get_issue", "merge_pull_request"]\n',
    found: ['1:19 error approval/auto-approved', '6:31 error approval/auto-approved'],
  },
  {
    dialect: 'claude-settings',
    path: '.claude/settings.json',
    flawed: json({
      permissions: {
        allow: ['Bash(*)', 'mcp__github', 'Read', 'WebFetch'],
        defaultMode: 'bypassPermissions',
      },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [] }] },
    }),
    mended: json({
      permissions: {
        allow: ['Bash(npm run test:*)', 'mcp__github__get_issue', 'Read'],
        deny: ['Bash(rm:*)'],
      },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [] }] },
    }),
    found: ['4:7 error scope/wildcard', '5:7 error scope/wildcard', '9:20 error approval/auto-approved'],
  },
  {
    dialect: 'claude-agent',
    path: '.claude/agents/db.md',
    flawed:
      '---\nname: db\ndescription: Cleans up: old rows\ntools: Bash, Read\npermissionMode: bypassPermissions\n---\nClean up.\n',
    mended: '---\nname: db\ndescription: Cleans up: old rows\ntools: Bash, Read\n---\nClean up.\n',
    found: ['5:17 error approval/auto-approved'],
  },
  {
    dialect: 'copilot-agent',
    path: '.github/agents/planner.agent.md',
    flawed:
      '---\ndescription: Plans\ntools: ["read", "db/*"]\nmcp-servers:\n  db:\n    type: http\n    url: "http://db.example.com/mcp"\n    tools: ["*"]\n---\nPlan.\n',
    mended:
      '---\ndescription: Plans\ntools: ["read", "db/get_row"]\nmcp-servers:\n  db:\n    type: http\n    url: "https://db.example.com/mcp"\n    tools: ["get_row"]\n---\nPlan.\n',
    found: ['7:10 warning scope/unrestricted-server', '7:10 error mcp/plain-http'],
  },
  {
    dialect: 'cagent',
    path: 'team.yaml',
    flawed:
      'agents:\n  root:\n    model: m\n    instruction: Help.\n    max_iterations: 0\n    toolsets:\n      - type: shell\n      - type: mcp\n        remote: { url: "https://mcp.example.com/mcp" }\n        tools: [get_issue]\npermissions:\n  allow: [shell, "shell:cmd=git push *"]\n',
    mended:
      'agents:\n  root:\n    model: m\n    instruction: Help.\n    max_iterations: 20\n    toolsets:\n      - type: shell\n      - type: mcp\n        remote: { url: "https://mcp.example.com/mcp" }\n        tools: [get_issue]\npermissions:\n  allow: [get_issue]\n',
    found: ['5:21 warning delegation/unbounded-turns', '12:11 error scope/wildcard'],
  },
  {
    dialect: 'adk',
    path: 'root_agent.yaml',
    flawed:
      'name: refunds\nmodel: m\ninstruction: Help.\ntools:\n  - name: FunctionTool\n    args:\n      func: tools.issue_refund\n',
    mended:
      'name: refunds\nmodel: m\ninstruction: Help.\ntools:\n  - name: FunctionTool\n    args:\n      func: tools.issue_refund\n      require_confirmation: true\n',
    found: ['7:13 error approval/missing'],
  },
  {
    dialect: 'crewai',
    path: 'config/agents.yaml',
    flawed:
      'coder:\n  role: coder\n  goal: code\n  backstory: long\n  allow_code_execution: true\n  code_execution_mode: unsafe\n',
    mended: 'coder:\n  role: coder\n  goal: code\n  backstory: long\n  allow_code_execution: true\n',
    found: ['6:24 error approval/open-ended-tool'],
  },
  {
    dialect: 'agent-spec',
    path: 'clerk.json',
    flawed: json({
      component_type: 'Agent',
      id: 'a',
      name: 'clerk',
      tools: [{ $component_ref: 't' }],
      $referenced_components: { t: { component_type: 'ServerTool', id: 't', name: 'delete_account' } },
      agentspec_version: '26.1.0',
    }),
    mended: json({
      component_type: 'Agent',
      id: 'a',
      name: 'clerk',
      tools: [{ $component_ref: 't' }],
      $referenced_components: {
        t: { component_type: 'ServerTool', id: 't', name: 'delete_account', requires_confirmation: true },
      },
      agentspec_version: '26.1.0',
    }),
    found: ['14:15 error approval/missing'],
  },
  {
    dialect: 'agent-framework',
    path: 'docs.yaml',
    flawed:
      'kind: Prompt\nname: docs\ninstructions: Help.\ntools:\n  - kind: mcp\n    name: mail\n    url: https://mail.example.com/mcp\n    allowedTools: [send_mail]\n    approvalMode: never\n',
    mended:
      'kind: Prompt\nname: docs\ninstructions: Help.\ntools:\n  - kind: mcp\n    name: mail\n    url: https://mail.example.com/mcp\n    allowedTools: [send_mail]\n    approvalMode: always\n',
    found: ['8:20 error approval/auto-approved'],
  },
  {
    dialect: 'a2a-card',
    path: '.well-known/agent-card.json',
    flawed: json({
      name: 'clerk',
      url: 'https://a.example.com',
      capabilities: {},
      skills: [{ id: 'delete_all' }],
    }),
    mended: json({ name: 'clerk', url: 'https://a.example.com', capabilities: {}, skills: [] }),
    found: [],
  },
  {
    dialect: 'langgraph',
    path: 'langgraph.json',
    flawed: json({
      dependencies: ['.'],
      graphs: { clerk: './clerk.py:graph' },
      env: { API_TOKEN: 'sk-zyxwvutsrq9876543210DCBA' },
    }),
    mended: json({ dependencies: ['.'], graphs: { clerk: './clerk.py:graph' }, env: '.env' }),
    found: ['9:18 error mcp/literal-secret'],
  },
];
