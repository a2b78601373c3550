import { knownBad, knownBadAction } from '../../src/facts/bad-packages.js';
import { defineRule } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'mcp/known-bad-version',
  summary:
    'An MCP server starts a package version, or a workflow uses an action, that is publicly known to be malicious or vulnerable',
  severity: 'error',
  spec: '1',
  remediation: 'Pin an exact version that is not known to be bad.',
  references: [
    'LLM04:2026',
    'LLM03:2025',
    'ASI04',
    'MCP04:2025',
    'CWE-829',
    'CWE-1357',
    'AML.T0010.005',
    'AML.T0109',
    'SP800-53r5:SR-3',
    'SP800-53r5:SR-4',
    'SP800-53r5:SI-7',
    'AI-RMF-1.0:MANAGE-3.1',
  ],
  since: '0.1.0',
  about: ['launches', 'actions', 'installs'],
  check(system, report) {
    for (const { uses, at } of system.actions ?? []) {
      const bad = knownBadAction(uses);
      if (bad)
        report({
          at,
          message: `The workflow uses \`${redact(uses)}\`, which ${bad.words} (${bad.reference}).`,
          remediation: bad.instead,
        });
    }
    for (const launch of system.installs ?? []) {
      const bad = knownBad(launch);
      if (bad)
        report({
          at: launch.at,
          message: `The project installs \`${redact(launch.name)}\` ${redact(launch.version ?? '')}, which ${bad.words} (${bad.reference}).`,
          remediation: bad.instead,
        });
    }
    for (const agent of system.agents) {
      for (const { name, launch: outer, disabled, remove } of agent.mcpServers) {
        const launch = disabled ? undefined : [outer, outer?.inside].find((one) => one && knownBad(one));
        const bad = launch && knownBad(launch);
        if (!launch || !bad) continue;
        const version = launch.version === undefined ? '' : ` ${redact(launch.version)}`;
        report({
          at: launch.at,
          agent: agent.name,
          message: `\`${name}\` starts \`${launch.name}\`${version}, which ${bad.words} (${bad.reference}).`,
          remediation: bad.instead,
          // Which good version to run is a decision; without one only the server can go.
          ...(bad.before === undefined && remove
            ? { fixes: [{ title: `Remove the server \`${name}\``, edits: remove }] }
            : {}),
        });
      }
    }
  },
});
