import { openingsOf } from '../../src/assess/openings.js';
import { isOutside, tooWide } from '../../src/assess/scope/folders.js';
import { startHazards } from '../../src/assess/scope/start-words.js';
import { codeSpan, defineRule, hasHumanGate, toolsOf } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'scope/filesystem-root',
  summary:
    'A server or an agent can access the whole machine, a whole home directory, or folders outside the project',
  severity: 'error',
  spec: '1',
  remediation: 'Decide which folder the task needs, and give it only that one, for example `./data`.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI03',
    'MCP02:2025',
    'CWE-250',
    'CWE-668',
    'AML.M0028',
    'SP800-53r5:AC-6',
    'SP800-53r5:CM-7',
    'SP800-53r5:CM-7(5)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  about: ['launches', 'folders', 'chosen', 'openings'],
  check(system, report) {
    for (const found of openingsOf(system, 'machine')) report(found);
    for (const agent of system.agents) {
      for (const tool of toolsOf(agent)) {
        const open = tool.chosen?.find(({ what }) => what === 'path');
        if (!open || hasHumanGate(tool)) continue;
        report({
          at: tool.at,
          agent: agent.name,
          cause: { at: open.at, tool },
          severity: 'warning',
          message: `${codeSpan(tool.name)} opens any path that the model chooses: a prompt injection can reach every file that the program can.`,
          remediation:
            'Decide which folder the tool needs, and check that the resolved path is below it before the file is opened.',
          related: [{ at: open.at, message: `${codeSpan(tool.name)} runs ${codeSpan(open.call)}.` }],
        });
      }
      for (const folder of agent.folders ?? []) {
        // `/srv/**` of opencode is the folder before its stars.
        const plain = folder.isBeside ? folder.value.replace(/\/?\*{1,2}$/, '') || '/' : folder.value;
        const wide = tooWide(plain);
        const isUnasked = agent.mode?.asks === 'except-edits' || agent.mode?.asks === 'nobody';
        const reach = wide ?? (folder.isBeside && isOutside(plain) ? 'outside of the project' : undefined);
        if (reach === undefined) continue;
        report({
          at: folder.at,
          agent: agent.name,
          ...((wide === undefined || folder.isAsked) && !isUnasked && { severity: 'warning' }),
          message: `\`${agent.name}\` can work in \`${redact(folder.value)}\`, ${reach}: a prompt injection can read and change the files there.`,
          remediation: 'Decide which folder the task needs, and name only that one, or remove the entry.',
        });
      }
      for (const server of agent.mcpServers) {
        const { name, folders = [], disabled, at } = server;
        for (const { is, by } of startHazards(server))
          if (is === 'rights')
            report({
              at,
              agent: agent.name,
              message: `\`${name}\` runs with all rights on this machine (\`${by}\`): a prompt injection can read and change everything on it.`,
              remediation: `Decide which rights the server needs, and remove \`${by}\` from its command.`,
            });
        for (const folder of disabled ? [] : folders) {
          const reach = tooWide(folder.value);
          if (reach === undefined) continue;
          report({
            at: folder.at,
            agent: agent.name,
            message: `\`${name}\` can access \`${redact(folder.value)}\`, ${reach}: a prompt injection can read and change the files there.`,
          });
        }
      }
    }
  },
});
