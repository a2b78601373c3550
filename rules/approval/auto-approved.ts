import { type FlawWords, reportFlaws } from '../../src/assess/approval/flaws.js';
import { callingTools, isAnsweredByMachine, ungated } from '../../src/assess/approval/gates.js';
import { grantGroups, withOthers } from '../../src/assess/approval/grant-groups.js';
import { containedWhere, reachWords } from '../../src/assess/grant-words.js';
import { grantsOf, ofSkill } from '../../src/assess/grants.js';
import { bypassesByThemselves } from '../../src/assess/commands/automatic.js';
import { openingsOf } from '../../src/assess/openings.js';
import {
  type Agent,
  type Approval,
  type ApprovalMode,
  type Bypass,
  codeSpan,
  containmentOf,
  defineRule,
  type Evidence,
  isMet,
  isReadOnly,
  type McpServer,
  ownRemedy,
  type Report,
  type Reporter,
  type Tool,
  wideReach,
} from '../../src/model/index.js';
import { redact } from '../../src/model/secrets.js';

const WORDS: FlawWords = {
  lead: (names) => `No person has to approve ${names}`,
  subject: (names) => `a person has to approve ${names}`,
  ofActs: true,
  severity: 'warning',
};

export default defineRule({
  id: 'approval/auto-approved',
  summary: 'Code or a setting approves an irreversible tool, not a person',
  severity: 'error',
  spec: '1',
  remediation: 'Let a person approve the call.',
  references: [
    'LLM03:2026',
    'LLM06:2025',
    'ASI02',
    'ASI09',
    'AISVS-9.2.1',
    'CWE-693',
    'AML.T0101',
    'AML.M0029',
    'SP800-53r5:AC-3(2)',
    'SP800-53r5:AC-6',
    'AI-RMF-1.0:MAP-3.5',
    'AI-RMF-1.0:MANAGE-2.4',
  ],
  since: '0.1.0',
  about: ['flaws', 'machineApprovals', 'grants', 'mode', 'bypasses', 'commands', 'openings'],
  check(system, report, context) {
    const modes = new Set(
      system.agents.flatMap(({ mode }) => (mode && ANSWERED.has(mode.asks) ? [mode.stated] : [])),
    );
    // What a mode approves for a whole agent is reported once, at the mode.
    const isReportedOnce = ({ approval, grant }: Pick<Tool, 'approval' | 'grant'>) =>
      approval.state === 'shown' && grant !== undefined && modes.has(grant.setting);
    const granted = callingTools(system).filter(
      ({ tool }) => isAnsweredByMachine(tool) && !isReportedOnce(tool),
    );
    for (const group of grantGroups(granted, system)) {
      const { tool, agent } = group.widest;
      const { approval } = tool;
      const instead = isMet(approval) ? answeredBy(approval.value) : '';
      const wording = { instead, where: containedWhere(containmentOf(tool)) };
      const found = withOthers(ungated(group.widest, system, context, wording), group, instead);
      report({ ...found, ...ofSkill(tool, agent) });
    }
    reportFlaws('auto-approved', WORDS, system, report);
    for (const agent of system.agents) for (const tool of agent.tools) reportHook(agent, tool, report);
    for (const bypass of [...(system.bypasses ?? []), ...bypassesByThemselves(system)])
      report(startedUnasked(bypass));
    for (const found of openingsOf(system, 'approval')) report(found);
    for (const agent of system.agents) {
      const { mode } = agent;
      if (mode) report.met(evidenceOf(mode));
      if (mode) reportMode(agent, mode, report);
      if (mode?.opensIf) reportSwitch(agent, mode, mode.opensIf, report);
      for (const server of agent.mcpServers) {
        if (server.toolGate && isReportedOnce(server.toolGate)) continue;
        const reported = openServer(server, agent);
        if (reported) report(reported);
      }
    }
  },
});

/** A hook that answers each question about a whole tool or server. */
function reportHook(agent: Agent, tool: Tool, report: Reporter): void {
  const { at, name, grant } = tool;
  const reach = wideReach(grant);
  if (!grant?.byHook || !reach || !isAnsweredByMachine(tool) || grantsOf(agent).isCovered(tool)) return;
  report({
    at,
    agent: agent.name,
    ...(containmentOf(tool) || tool.effect.effect === 'read' ? { severity: 'warning' } : {}),
    message: `A \`${redact(grant.setting)}\` hook for \`${redact(name)}\` always allows: it approves ${reachWords(reach)}${containedWhere(containmentOf(tool))} in place of a person.`,
    remediation: grant.remedy?.text ?? 'Decide which calls are harmless, and let this hook allow only those.',
  });
}

/** A command of the project that starts a coding agent without its questions. */
function startedUnasked({ program, option, subject, startsBy, rewrites, at }: Bypass): Report {
  if (rewrites)
    return {
      at,
      severity: 'warning',
      message: `\`${redact(option)}\` runs without approval, and the skill rewrites the settings of the agent: a prompt injection can approve anything by it.`,
      remediation: `Decide who changes the settings, and remove \`${redact(option)}\`.`,
    };
  const when = startsBy === undefined ? '' : `, ${startsBy}`;
  return {
    at,
    ...(startsBy === undefined && { severity: 'warning' }),
    message: `${redact(subject)} starts \`${program}\` without human approval for anything that it runs (\`${redact(option)}\`)${when}.`,
    remediation: `Decide what \`${program}\` may do without approval, name that in its settings, and remove \`${redact(option)}\`.`,
  };
}

/**
 * What approves in place of a person: ``approved by `never` ``, ``approved by `approve()` without a choice``,
 * `` `needsApproval` is switched off by `body.auto`, which the client sends``.
 */
function answeredBy({ decidedBy, manner, ...approval }: Approval): string {
  const setting = codeSpan(settingOf(approval));
  if (!decidedBy) return `approved by ${setting}${manner === undefined ? '' : ` ${manner}`}`;
  const { spelling, by, at } = decidedBy;
  return `${setting} ${DECIDED[at]} by ${codeSpan(spelling)}${by === undefined ? '' : `, ${CHOSEN[by]}`}`;
}

const DECIDED = {
  switch: 'is switched off',
  value: 'is set',
  callback: 'decides',
  call: 'is decided',
} as const;

const CHOSEN = {
  model: 'which a model decides',
  client: 'which the client sends',
  file: 'which depends on a file',
  machine: 'which no person decides',
  setting: 'which is a setting',
} as const;

/** The setting that approves, as the file states it. */
const settingOf = ({ setting, stated }: Approval | ApprovalMode): string => redact(setting ?? stated);

const evidenceOf = ({ stated, at, asks, containedBy }: ApprovalMode): Evidence<string> =>
  asks === 'human' || isReadOnly(containedBy) ? { state: 'shown', value: stated, at } : { state: 'absent' };

/** Modes in which no person approves anything. */
const ANSWERED = new Set<ApprovalMode['asks']>(['nobody', 'another-model']);

/** A setting that approves all that an agent does, or all its edits of files. */
function reportMode(agent: Agent, mode: ApprovalMode, report: Reporter): void {
  const { at, asks, containedBy, remedy, without } = mode;
  const byModel = asks === 'as-model-decides';
  if (asks === 'human' || isReadOnly(containedBy) || (byModel && containedBy)) return;
  report({
    at,
    agent: agent.name,
    ...(asks !== 'nobody' || containedBy ? { severity: 'warning' } : {}),
    message: whatHappens(agent, mode),
    remediation: remedy.text,
    fixes: [remedy.repair],
    ...(without && { related: [...without] }),
  });
}

/** A setting with which nothing that an agent does is approved, off by default. */
function reportSwitch(
  { name }: Agent,
  { at, containedBy, remedy }: ApprovalMode,
  { set, setting }: NonNullable<ApprovalMode['opensIf']>,
  report: Reporter,
): void {
  if (isReadOnly(containedBy)) return;
  report({
    at,
    agent: name,
    severity: 'warning',
    message: `If \`${redact(set)}\` is set, ${runsAll(name, containedBy)} (\`${redact(setting)}\`).`,
    remediation: remedy.text,
  });
}

const runsAll = (name: string, containedBy: ApprovalMode['containedBy']): string =>
  containedBy
    ? `\`${name}\` runs everything${containedWhere(containedBy)} without human approval`
    : `\`${name}\` runs everything without human approval, also deletes and pushes`;

function whatHappens({ name }: Agent, mode: ApprovalMode): string {
  const { asks, containedBy } = mode;
  const setting = `(\`${settingOf(mode)}\`)`;
  const open = containedBy ? '' : ', and no sandbox contains what it runs';
  if (asks === 'as-model-decides')
    return `The model of \`${name}\` decides when to ask for approval${open} ${setting}.`;
  if (asks === 'except-edits') return `\`${name}\` edits files without human approval ${setting}.`;
  if (asks === 'another-model')
    return `A model approves the requests of \`${name}\`, not a person${open} ${setting}.`;
  return `${runsAll(name, containedBy)} ${setting}.`;
}

/** A server whose every tool runs without approval, and no list says which tools those are. */
function openServer(
  { name, at, allowedTools, toolGate, grant, offered }: McpServer,
  agent: Agent,
): Report | undefined {
  const approval = toolGate?.approval;
  const remedy = toolGate && ownRemedy(toolGate);
  // What a setting of the client allows is reported at that setting, by `scope/wildcard`.
  if (grant !== undefined) return undefined;
  // Its tools are known, and each is reported at its definition.
  if (offered?.isDefined) return undefined;
  if (approval === undefined || !isMet(approval) || approval.value.by !== 'machine') return undefined;
  if (isMet(allowedTools) && !allowedTools.value.includes('*')) return undefined;
  return {
    at,
    agent: agent.name,
    ...(allowedTools.state === 'undecidable' ? { evidence: 'undecidable' } : {}),
    subject: `Which tools of \`${name}\` run without approval.`,
    message: `Every tool of \`${name}\` runs without approval (\`${settingOf(approval.value)}\`).`,
    ...(remedy && { remediation: remedy.text }),
    fixes: [remedy?.repair],
    related: approval.at ? [{ at: approval.at, message: `The approval setting of \`${name}\`.` }] : [],
  };
}
