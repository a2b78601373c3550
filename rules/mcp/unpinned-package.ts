import { defineRule, type Launch } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** The exact edit, in the spelling of where it comes from. */
function editFor({ from, name, version }: Launch): string {
  const shown = `\`${redact(name)}\``;
  switch (from) {
    case 'npm':
    case 'jsr':
    case 'nuget':
      return `Name an exact version: \`${redact(name)}@1.2.3\`.`;
    case 'maven':
      return `Name an exact version: \`${redact(name)}:1.2.3\`.`;
    case 'url':
      return 'Name an address that holds an exact version or a commit, or keep the program in the project.';
    case 'pypi':
      return `Name an exact version: \`${redact(name)}==1.2.3\`.`;
    case 'image':
      return `Name ${shown} by its digest (\`@sha256:...\`), or by an exact version${version === undefined ? '' : ` instead of \`${redact(version)}\``}.`;
    case 'git':
      return `Name a commit behind ${shown}.`;
    default:
      return `Name an exact version: \`${redact(name)}@v1.2.3\`.`;
  }
}

export default defineRule({
  id: 'mcp/unpinned-package',
  summary: 'An MCP server is started from whatever version is newest',
  severity: 'info',
  spec: '1',
  remediation: 'Name an exact version, or the digest of an image.',
  references: [
    'LLM04:2026',
    'LLM03:2025',
    'ASI04',
    'MCP04:2025',
    'CWE-829',
    'CWE-494',
    'AML.T0010.005',
    'AML.T0109',
    'SP800-53r5:SR-3',
    'SP800-53r5:SR-4',
    'SP800-53r5:SI-7',
    'AI-RMF-1.0:MANAGE-3.1',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const agent of system.agents) {
      for (const { name, launch: outer, disabled } of agent.mcpServers) {
        // A pinned container fetches what its command names.
        const launch = outer?.pinned && outer.inside?.pinned === false ? outer.inside : outer;
        if (!launch || disabled) continue;
        if (launch.pinned) {
          report.met({ state: 'shown', value: launch.version, at: launch.at });
          continue;
        }
        const stated =
          launch.version === undefined ? 'no version is named' : `\`${redact(launch.version)}\` moves`;
        report({
          at: launch.at,
          agent: agent.name,
          message: `\`${name}\` starts whatever \`${redact(launch.name)}\` is at that time: ${stated}, so its next release runs here unread.`,
          remediation: editFor(launch),
        });
      }
    }
  },
});
