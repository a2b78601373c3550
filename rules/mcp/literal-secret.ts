import { defineRule, type NamedValue } from '../../src/model/index.js';
import { displayText, secretIn } from '../../src/model/secrets.js';

/** Places that have no name of their own in the file. */
const UNNAMED: Readonly<Record<string, string>> = {
  url: 'its address',
  argument: 'an argument of its command',
};

const holds = ({ name, value }: Pick<NamedValue, 'name' | 'value'>) => secretIn(name, value);

export default defineRule({
  id: 'mcp/literal-secret',
  summary: 'A credential stands in the file as plain text',
  severity: 'error',
  spec: '5',
  remediation:
    'Take the value out, revoke it at its issuer, and refer to it by a variable that is filled in at run time.',
  references: [
    'LLM02:2026',
    'LLM02:2025',
    'ASI03',
    'MCP01:2025',
    'AISVS-9.5.4',
    'CWE-798',
    'AML.T0083',
    'AML.T0055',
    'SP800-53r5:IA-5(7)',
    'AI-RMF-1.0:MEASURE-2.7',
  ],
  since: '0.1.0',
  check(system, report) {
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        for (const held of server.values) {
          if (!holds(held)) continue;
          const where = UNNAMED[held.name] ?? `\`${displayText(held.name)}\``;
          report({
            at: held.at,
            agent: agent.name,
            message: `\`${server.name}\` is given a credential in plain text, in ${where}: whoever reads this file can use it.`,
          });
        }
      }
    }
    // Where no runtime is called, nothing is sent.
    const deed = system.runtime === undefined && system.request === undefined ? 'holds' : 'sends';
    const say = ({ name }: Pick<NamedValue, 'name'>, at: NamedValue['at']) =>
      report({
        at,
        message: `\`${displayText(name)}\` ${deed} a credential that stands here in plain text: whoever reads this file can use it.`,
      });
    for (const header of system.request?.headers ?? []) if (holds(header)) say(header, header.valueAt);
    for (const held of system.values ?? []) if (holds(held)) say(held, held.at);
  },
});
