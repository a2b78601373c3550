/** Where editors find the schema, in a project that depends on agent-lint. */
export const SCHEMA_LINE =
  '# yaml-language-server: $schema=node_modules/agent-lint/schemas/config.schema.json\n';

/** A configuration that says nothing yet: every key is explained, and commented out. */
export const CONFIGURATION = `# The configuration of agent-lint. It is data: nothing in it is executed. \`agent-lint rules\` lists the rules.

# What the project requires of a runtime. A key left out is not stated: \`agent-lint decide\` says what to state next.
# requirements:
#   residency: [eu]               # where data may be processed: eu, eea, ISO 3166-1 alpha-2 codes; any: it does not matter
#   zero_data_retention: true
#   needs: [durable-session]      # durable-session, long-running, hosted-sandbox, artifacts, code-first-control,
#                                 # custom-orchestration, self-hosted-execution, simple-assistant, call-by-call-control
#   beta: forbidden               # may production rest on a beta surface? allowed or forbidden
#   languages: [python]           # what the team writes agents in
#   prefer: [framework]           # for a tie

preset: recommended               # or strict: what a file cannot show is a finding, too

# rules:
#   scope/unrestricted-server: error
#   delegation/bound-too-high: [warning, { ceiling: 4 }]

# MCP servers that may be used, by host, package or image.
# servers: { allow: ["*.example.com", "npm:@acme/*"] }

# A misread effect, corrected once.
# tools:
#   send_to_index: { effect: read, because: internal search index }

# Controls that no file shows. They count as claimed, never as seen.
# attestations:
#   - files: "*.session.json"
#     controls: { tracing: { sink: webhooks } }
#     reason: session events are stored by the audit service
#     until: 2027-06-30

# ignore:
#   - { rule: approval/missing, files: "legacy/*.json", at: "agent.tools[send_mail]", reason: sandbox mailbox, until: 2027-01-31 }

# exclude: ["fixtures/**"]
`;
