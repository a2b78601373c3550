import { openingsOf } from '../../src/assess/openings.js';
import { defineRule, type Launch } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

/** Which decision the user takes, in the spelling of where the package comes from. */
function editFor({ from, name, version }: Launch): string {
  const shown = redact(name);
  const by = `Decide which version to run, and write it as \`${shown}`;
  switch (from) {
    case 'maven':
      return `${by}:<version>\`.`;
    case 'url':
      return 'Decide which version to run, and use an address that contains it or a commit, or keep the program in the project.';
    case 'pypi':
      return `${by}==<version>\`.`;
    case 'image':
      return `Decide which build to run, and write it as \`${shown}@sha256:<digest>\`${version === undefined ? '' : `, in place of \`${redact(version)}\``}. An exact version as tag is enough if your registry forbids overwriting tags.`;
    case 'git':
      return `Decide which commit to run, and write it after \`${shown}\`.`;
    default:
      return `${by}@<version>\`.`;
  }
}

/** What is fetched, and what comes next unreviewed. */
function whatStarts({ from, name, version }: Launch): string {
  const shown = `\`${redact(name)}\``;
  if (from === 'url') return `downloads ${shown} at each start: the next change runs unreviewed`;
  if (from === 'git')
    return `runs the latest commit of ${shown} at each start: the next commit runs unreviewed`;
  const verb = from === 'image' ? 'runs' : 'installs';
  const isLatest = version === undefined || version.toLowerCase() === 'latest';
  const range = isLatest ? `the latest ${shown}` : `the newest ${shown} that \`${redact(version)}\` allows`;
  return `${verb} ${range} at each start: the next release runs unreviewed`;
}

export default defineRule({
  id: 'mcp/unpinned-package',
  summary: 'An MCP server installs the newest version of its package at each start',
  severity: 'info',
  spec: '1',
  remediation: 'Decide which version to run, and name it exactly, or by the digest of an image.',
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
  about: ['launches', 'openings'],
  check(system, report) {
    for (const found of openingsOf(system, 'source')) report(found);
    for (const agent of system.agents) {
      for (const { name, launch: outer, disabled } of agent.mcpServers) {
        // A pinned container fetches what its command names.
        const launch = outer?.pinned && outer.inside?.pinned === false ? outer.inside : outer;
        if (!launch || disabled) continue;
        if (launch.pinned) {
          report.met({ state: 'shown', value: launch.version, at: launch.at });
          continue;
        }
        report({
          at: launch.at,
          agent: agent.name,
          message: `\`${name}\` ${whatStarts(launch)}.`,
          remediation: editFor(launch),
        });
      }
    }
  },
});
