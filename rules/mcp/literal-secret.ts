import { defineRule, type NamedValue, type Place, type Report } from '../../src/model/index.js';
import { displayText, secretIn } from '../../src/model/secrets.js';

/** Places that have no name of their own in the file. */
const UNNAMED: Readonly<Record<string, string>> = {
  url: 'its address',
  argument: 'an argument of its command',
};

/** What holds the credential: a setting, or an option of a command. */
function subjectOf({ name, shownAs, program }: NamedValue): string {
  const shown = displayText(shownAs ?? name);
  if (program === undefined) return `\`${shown}\``;
  const of = `of \`${displayText(program)}\``;
  return name === 'argument' ? `An argument ${of}` : `\`${shown.length === 1 ? '-' : ''}${shown}\` ${of}`;
}

/** A credential without the word before it that says how it is sent. */
const tokenOf = (value: string): string => value.trim().replace(/^(?:bearer|token|basic)\s+/i, '');

/** Files that others copy from, or that tests read: what is in them is seldom in use. */
const isSample = (file: string): boolean =>
  /(?:^|\/)(?:templates?|references?|fixtures|__fixtures__|testdata)\/|\.(?:example|sample|template)(?:\.|$)/i.test(
    file,
  );

const holds = ({ name, value }: Pick<NamedValue, 'name' | 'value'>) => secretIn(name, value);

/** A key that every visitor of a page gets. */
const inBundle = ({ name, at }: NamedValue): Report => ({
  at,
  message: `The bundler writes \`${displayText(name)}\` into the code of the page: every visitor can read this key and use it.`,
  remediation: `Revoke the key at its issuer. Then decide which function of the server calls the model: it reads the new key from a variable without that prefix, and the page calls the function.`,
});

export default defineRule({
  id: 'mcp/literal-secret',
  summary: 'A file contains a credential in plain text',
  severity: 'error',
  spec: '5',
  remediation:
    'Revoke the credential at its issuer. Then decide which secret store provides the new one, and write a variable that is set at run time in its place.',
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
  about: ['namedValues', 'request', 'values'],
  check(system, report) {
    const add = ({ value }: Pick<NamedValue, 'value'>, made: Report): void =>
      report({
        ...made,
        ...(isSample(made.at.file) && { severity: 'warning' }),
        about: { value: tokenOf(value), others: 'The same credential.' },
      });
    for (const agent of system.agents) {
      for (const server of agent.mcpServers) {
        for (const value of server.values) {
          if (!holds(value)) continue;
          const where = UNNAMED[value.name] ?? `\`${displayText(value.shownAs ?? value.name)}\``;
          add(value, {
            at: value.at,
            agent: agent.name,
            message: `\`${server.name}\` has a credential in plain text in ${where}: anyone who can read this file can use it.`,
          });
        }
      }
    }
    const addValue = (one: NamedValue, at: Place) =>
      add(one, {
        at,
        message: `${subjectOf(one)} contains a credential in plain text: anyone who can read this file can use it.`,
        ...(one.isLogin && {
          remediation:
            'Delete this file from the repository, add its path to `.gitignore`, and revoke the login at its issuer: the history of Git still contains it.',
        }),
      });
    for (const header of system.request?.headers ?? []) if (holds(header)) addValue(header, header.valueAt);
    for (const value of system.values ?? []) {
      if (value.isPublic) report(inBundle(value));
      else if (holds(value)) addValue(value, value.at);
    }
  },
});
