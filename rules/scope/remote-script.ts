import {
  automaticCommands,
  type FlawedCommand,
  flawIn,
  shownAddress,
} from '../../src/assess/commands/automatic.js';
import { setsGitHooks } from '../../src/assess/commands/git-hooks.js';
import { openingsOf } from '../../src/assess/openings.js';
import { type StartHazard, startHazards } from '../../src/assess/scope/start-words.js';
import { joined, wordsOf, writeAccess } from '../../src/assess/workflows/hazard-words.js';
import { shownEntry } from '../../src/model/code-span.js';
import { type AgentStart, defineRule, isMet, type Report } from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

export default defineRule({
  id: 'scope/remote-script',
  summary:
    'A command that starts by itself runs a download or sends credentials, or any outsider can start an agent that acts',
  severity: 'error',
  spec: '1',
  remediation:
    'Keep the script in the project, or compare its checksum before it runs. Let only people with a role in the repository start an agent that acts.',
  references: [
    'LLM04:2026',
    'LLM01:2026',
    'LLM03:2025',
    'LLM01:2025',
    'ASI04',
    'ASI01',
    'ASI05',
    'MCP04:2025',
    'MCP05:2025',
    'CWE-494',
    'CWE-829',
    'CWE-862',
    'CWE-522',
    'AML.T0010.005',
    'AML.T0051.001',
    'AML.T0086',
    'AML.M0030',
    'SP800-53r5:SI-7',
    'SP800-53r5:SR-3',
    'SP800-53r5:AC-6',
  ],
  since: '0.2.0',
  about: ['launches', 'commands', 'starts', 'hazards', 'mayStart', 'openings'],
  check(system, report) {
    for (const { of, name, text, script, at } of system.commands ?? []) {
      if (of !== 'hook') continue;
      const isOwn = setsGitHooks(text);
      if (!isOwn && !(script?.language === 'shell' && setsGitHooks(script.text))) continue;
      const where = isOwn || script === undefined ? '' : ` in \`${redact(script.path)}\``;
      report({
        at,
        severity: 'warning',
        message: `A \`${redact(name)}\` hook sets \`core.hooksPath\` of Git${where}: later commits run scripts of that folder, which the agent can change.`,
        remediation: `Decide who installs hooks of Git, and remove the setting from this ${where === '' ? 'hook' : 'script'}.`,
      });
    }
    const flawed = new Set<string>();
    for (const command of automaticCommands(system)) {
      const found = flawIn(command);
      if (found) flawed.add(found.at.path);
      if (found)
        report({
          ...whatHappens(found),
          at: found.at,
          ...(found.agent ? { agent: found.agent } : {}),
          ...(found.isTold && { severity: 'warning' }),
        });
    }
    for (const agent of system.agents)
      for (const server of agent.mcpServers) {
        const { name, at } = server;
        const hazard = startHazards(server).find(({ is }) => is === 'unreadable' || is === 'inline');
        if (hazard && !flawed.has(at.path)) report({ at, agent: agent.name, ...inItself(name, hazard) });
      }
    for (const start of system.starts ?? []) {
      const { guard, acts, events, at, agent, isUnresolved } = start;
      if (events.length === 0 || (acts === undefined && !isUnresolved)) continue;
      if (isMet(guard)) {
        report.met(guard);
        continue;
      }
      const isWarned = isUnresolved && acts !== undefined;
      report({
        at,
        agent,
        ...(isWarned ? {} : { evidence: guard.state }),
        confidence: 'medium',
        subject: `Who can start \`${redact(agent)}\``,
        ...(isWarned || isWarning(start) ? { severity: 'warning' } : {}),
        message: isWarned ? unresolvedMessage(start) : startMessage(start),
        remediation: remedyFor(start),
        related: events.map((event) => ({
          at: event.at,
          message: `${STARTERS[start.who]} can cause this event.`,
        })),
        fixes: [start.opened?.repair],
      });
    }
    for (const { uses, at } of system.mayStart ?? []) {
      const message = `\`${redact(uses)}\` may start an agent: the action is not read.`;
      report({ at, isListed: true, evidence: 'undecidable', subject: message, message });
    }
    for (const found of openingsOf(system, 'code')) if (!flawed.has(found.at.path)) report(found);
    for (const found of openingsOf(system, 'outsiders')) report(found);
    for (const hazard of system.hazards ?? [])
      report({ at: hazard.at, agent: hazard.agent, confidence: 'medium', ...wordsOf(hazard) });
  },
});

function whatHappens({ subject, flaw, script }: FlawedCommand): { message: string; remediation: string } {
  const inScript = script === undefined ? '' : ` in \`${redact(script)}\``;
  if (flaw.kind === 'remote') {
    const { program, address } = flaw.download;
    const shown = shownAddress(address);
    const what = shown === undefined ? 'a file' : `\`${shown}\``;
    return {
      message: `${subject} downloads ${what} with \`${program}\` and runs it with ${flaw.runs}${inScript}: whoever controls that address runs any command here, unreviewed.`,
      remediation:
        'Choose the version to run. Save that script in the project and run it from there, install a package with an exact version, or download to a file and compare its checksum with `sha256sum -c` before it runs.',
    };
  }
  if (flaw.kind === 'connection')
    return {
      message: `${subject} connects a shell to \`${redact(flaw.host)}\`${inScript}: whoever answers there runs any command here.`,
      remediation: 'Decide what the command is for, and remove the connection.',
    };
  const { secret, sends, host } = flaw;
  const to = host === undefined ? '' : ` to \`${redact(host)}\``;
  return {
    message: `${subject} reads credentials (${sourceOf(secret)}) and sends them with \`${sends}\`${to}${inScript}.`,
    remediation:
      'Remove what sends the credentials. If the service needs one, choose a token that is valid only there and send it in a header that says who calls.',
  };
}

/** A program that is written in the entry of a server. */
function inItself(name: string, { is, by }: StartHazard): Omit<Report, 'at'> {
  const server = `\`${redact(name)}\``;
  if (is === 'unreadable')
    return {
      message: `The start command of ${server} decodes a text and runs it (\`${by}\`): nobody can read what it does.`,
      remediation:
        'Decide what it should start: decode the text, read it, and save it as a script of the project.',
    };
  return {
    severity: 'warning',
    message: `The start command of ${server} contains a program of its own (\`${by}\`): it runs at each start and is reviewed as a setting, not as code.`,
    remediation:
      'Save the program as a file of the project, and decide who reviews it. Then start that file.',
  };
}

function sourceOf({ from, by }: { from: string; by: 'file' | 'command' | 'variable' }): string {
  return by === 'variable'
    ? `\`$${from}\``
    : by === 'command'
      ? `the output of \`${redact(from)}\``
      : `\`${redact(from)}\``;
}

const STARTERS: Record<AgentStart['who'], string> = {
  anyone: 'Anyone',
  apps: 'Any GitHub App, installed here or not,',
  branches: 'Whoever opens a merge request',
};

/** Rights with which text becomes code or a login elsewhere. */
const HEAVY = /^(?:write-all|contents|actions|packages|id-token|deployments|pages|attestations)$/;

/** An app that nobody installed, or a branch of a member, is a warning unless everything is in its reach; so is what can be undone. */
function isWarning({ who, isMild, isWhole, rights, secrets }: AgentStart): boolean {
  const isGrave = secrets.length > 0 || rights.some((right) => HEAVY.test(right));
  if (who === 'branches') return true;
  if (who === 'apps') return isWhole !== true && !isGrave;
  return isMild === true && !isGrave;
}

function startMessage(start: AgentStart): string {
  const { who, agent, acts = '', inside } = start;
  const by = inside === undefined ? '' : ` (in \`${redact(inside)}\`)`;
  const text = who === 'branches' ? 'what is proposed' : 'that text';
  return `${STARTERS[who]} can start \`${redact(agent)}\`${by} by ${causes(start)}, and it can ${redact(acts)}: a prompt injection in ${text} acts with ${rightsIn(start)}.${opened(start)}`;
}

/** Of an agent that acts, and of which the files do not say who starts it. */
function unresolvedMessage(start: AgentStart): string {
  const { agent, acts = '', inside, guard } = start;
  const by = inside === undefined ? '' : ` (in \`${redact(inside)}\`)`;
  const why = guard.state === 'undecidable' ? `: ${redact(guard.why ?? '')}` : '';
  return `Who can start \`${redact(agent)}\`${by} by ${causes(start)} is not known${why}. It can ${redact(acts)}, with ${rightsIn(start)}.`;
}

const MOST_NAMED = 4;

/** What the job has: rights of its token to write, and secrets. */
function rightsIn({ who, rights, secrets }: AgentStart): string {
  const named = [
    ...(rights.length === 0 ? [] : [writeAccess(rights)]),
    ...(secrets.length === 0
      ? []
      : [`the ${secrets.length === 1 ? 'secret' : 'secrets'} ${joined(secrets.slice(0, MOST_NAMED))}`]),
  ];
  if (named.length > 0) return named.join(' and ');
  return who === 'branches' ? 'the variables of the job' : 'the rights of the workflow';
}

const causes = ({ events }: AgentStart): string => {
  const names = events.map(({ name }) => `\`${name}\``);
  return names.length === 1
    ? `the event ${names[0]}`
    : `the events ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

const opened = ({ opened: switched }: AgentStart): string =>
  switched ? ` \`${shownEntry(redact(switched.stated))}\` switches off the check of the ${switched.by}.` : '';

function remedyFor({ opened: switched, edit, who }: AgentStart): string {
  const narrow =
    who === 'branches'
      ? 'Or leave the agent only tools that read, and protect its variables.'
      : 'Or leave the agent only tools that read, and `permissions` that only read.';
  if (switched?.repair)
    return `${switched.repair.title}: the ${switched.by} then requires write access. ${narrow}`;
  if (switched) return `Decide which version runs: in newer ones, bots need to be named. ${narrow}`;
  return `${edit} ${narrow}`;
}
