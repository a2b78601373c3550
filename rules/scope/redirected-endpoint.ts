import { openingsOf } from '../../src/assess/openings.js';
import { endpointOf, isPlainHttp, telemetryContents } from '../../src/assess/scope/endpoints.js';
import { defineRule, type Redirect, type Report } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'scope/redirected-endpoint',
  summary:
    'A setting sends model requests, keys or traces to another host, or switches the check of certificates off',
  severity: 'error',
  spec: '5',
  remediation: 'Remove the setting, or let each person set it outside of the repository.',
  references: [
    'LLM02:2026',
    'LLM02:2025',
    'ASI04',
    'MCP04:2025',
    'CWE-295',
    'CWE-319',
    'CWE-441',
    'CWE-522',
    'SP800-53r5:SC-7',
    'SP800-53r5:SC-8',
  ],
  since: '0.2.0',
  about: ['redirects', 'openings'],
  check(system, report, { servers: { allow }, requirements }) {
    const checks = [...openingsOf(system, 'check')];
    for (const found of checks) report(found);
    if (requirements.zero_data_retention === true)
      for (const found of openingsOf(system, 'copies')) report(found);
    const redirects = system.redirects ?? [];
    const isOpened =
      checks.length > 0 || redirects.some(({ kind }) => kind === 'certificates' || kind === 'authority');
    for (const redirect of redirects) {
      const found = whatHappens(redirect, allow, isOpened);
      const { kind, name, at } = redirect;
      if (found)
        report({ ...found, at, ...(kind === 'content' && { about: telemetryContents(at.file, name) }) });
    }
  },
});

const REMOVED =
  'Decide whether every person needs it. Remove it, or let each person set it outside of the repository.';

function whatHappens(
  redirect: Redirect,
  allow: readonly string[],
  isOpened: boolean,
): Omit<Report, 'at'> | undefined {
  const { kind } = redirect;
  const name = `\`${redact(redirect.name)}\``;
  const set = `(\`${redact(redirect.name)}: ${redact(redirect.value)}\`)`;
  switch (kind) {
    case 'certificates':
      return {
        message: `Programs accept any certificate ${set}: whoever is on the way reads and changes every request, keys included.`,
        remediation: `Decide which server needs it, and remove ${name}. If a server has a certificate of your own authority, add that authority to the machine.`,
      };
    case 'authority':
      return {
        severity: 'warning',
        message: `${name} names an authority of certificates: whoever has its key reads and changes every request.`,
        remediation: REMOVED,
      };
    case 'content':
      return {
        severity: 'warning',
        message: `Telemetry records the texts of prompts or tools ${set}: what people and files say is stored where the traces go.`,
        remediation: `Decide who may read those traces, or remove ${name}.`,
      };
    case 'secrets':
      return {
        severity: 'warning',
        message: `Commands of the agent receive the credentials of its process ${set}.`,
        remediation: `Decide which command needs them, and remove ${name}.`,
      };
    default:
      return redirected(redirect, allow, isOpened);
  }
}

/** What goes to the host, by kind. */
const SENT: Partial<Record<Redirect['kind'], string>> = {
  model: 'Prompts, files and the key of the model go',
  login: 'The login tokens of this repository go',
  proxy: 'All requests of the agent go',
  telemetry: 'Traces of the agent go',
  events: 'What the agent does and reads goes',
};

function redirected(
  { name, value, kind, hosts }: Redirect,
  allow: readonly string[],
  /** Another setting lets a host in between answer with a certificate of its own. */
  isOpened: boolean,
): Omit<Report, 'at'> | undefined {
  const host = endpointOf(value);
  if (host === undefined || host.isOneOf(allow)) return undefined;
  const isPlain = kind !== 'proxy' && isPlainHttp(value);
  const isVendor = host.isOneOf(hosts);
  if (isVendor && !isPlain) return undefined;
  const who = isPlain ? 'that host or the network' : 'that host';
  const edit = isPlain ? 'Use an address with `https://`. ' : '';
  const setting = `\`${redact(name)}\``;
  const sent = `${SENT[kind]} to \`${host.name}\`${isPlain ? ' without encryption' : ''} (${setting}): whoever controls ${who}`;
  // What is encrypted goes through a proxy as it is, unless its certificate is accepted.
  const isTunnel = kind === 'proxy' && !isOpened;
  return {
    message: `${sent} ${isTunnel ? 'sees where they go, and can read and change those that are not encrypted' : 'can read and change them'}.`,
    remediation: isVendor
      ? `Decide how the address is encrypted. ${edit.trim()}`
      : `Decide whether the host is yours. ${edit}If it is not, remove ${setting}. If it is, add \`${host.name}\` to \`servers.allow\` in agent-lint.config.yaml.`,
  };
}
