import { systemJson, tracingShown } from '../../compare/system-json.js';
import { RUNTIME_TITLE } from '../../decide/index.js';
import { specSentence } from '../../facts/decision-rules.js';
import {
  type AgentSystem,
  codeSpan,
  type Decision,
  type Evidence,
  hasHumanGate,
  isGateMet,
  isIrreversible,
  isMet,
  type Requirements,
  type Runtime,
  toolsOf,
} from '../../model/index.js';
import { displayText } from '../../model/secrets.js';
import { type DataPlace, dataMapOf } from './data-map.js';
import { conditionWords } from './decision-words.js';
import { markdownCode, markdownRow, markdownText } from './markdown.js';
import { sentence, series } from './text.js';

/** What follows from a decision, as lines of Markdown: who runs what, and the caller's own controls with what files show. */
export function consequenceLines(
  decision: Decision,
  requirements: Requirements,
  systems: readonly AgentSystem[],
): string[] {
  const deployed = systems.filter(({ surface }) => surface === 'product');
  const open = decision.runtimes.filter(({ verdict }) => verdict !== 'excluded');
  const chosen = open.filter(({ verdict }) => verdict === 'recommended');
  const possible = chosen.length > 0 ? chosen : open;
  const needsOwn = possible.some((one) => conditionWords(one).length > 0);
  return [
    ...possible.map(
      ({ runtime }) => `- ${sentence(RUNTIME_TITLE[runtime])}: ${markdownText(RUN_BY[runtime])}`,
    ),
    `- Cost (constraint 5): ${markdownText(specSentence('constraint-5').text)}`,
    '',
    ...(needsOwn ? ownControlLines(decision, requirements, deployed) : []),
    ...safeguardLines(deployed),
  ];
}

/** The conditions of the recommended runtime, or of those that are left, as bullets. */
export function conditionBullets({ runtimes, recommended }: Decision): string[] {
  const open = runtimes.filter(({ runtime }) => recommended === null || runtime === recommended);
  const bullets = open.flatMap((one) =>
    conditionWords(one).map((words) => `- ${sentence(RUNTIME_TITLE[one.runtime])}: ${markdownText(words)}.`),
  );
  return bullets.length > 0 ? bullets : ['None.'];
}

/** Who runs what. Source: spec, section 1, table of runtimes, and section 2. */
const RUN_BY: Record<Runtime, string> = {
  managed:
    'the operator runs the loop, with sessions, orchestration, context compaction, recovery, subagent delegation and session resumption. You supply the tools and choose the environment. It is beta, and every session is created with the beta header.',
  framework:
    'you run the loop in your own infrastructure. The framework covers agent definitions, orchestration, guardrails, sandboxing, tracing and evaluations.',
  responses: 'you own the loop, call by call. There is no session and no sandbox.',
};

const NEEDED: Record<DataPlace['component'], string> = {
  processing: 'Model endpoint',
  storage: 'Stored state',
  traces: 'Trace store',
  'MCP host': 'MCP host',
};

const KNOWN: Record<DataPlace['state'], string> = {
  seen: 'seen in the files',
  claimed: 'only claimed',
  unverified: 'not verified',
  outside: 'outside what is required',
};

/** The controls of rule 2, each with what the systems of the decision show of it. */
function ownControlLines(
  decision: Decision,
  requirements: Requirements,
  systems: readonly AgentSystem[],
): string[] {
  const keys = [
    ...((requirements.residency?.length ?? 0) > 0 ? ['region'] : []),
    ...(requirements.zero_data_retention === true ? ['retention'] : []),
  ];
  const lead = `Your own controls (rule 2): the ${series(keys)} of the model endpoint, of stored state, of the trace store and of each MCP host.`;
  const mapped = systems.map((system) => ({ json: systemJson(system), traces: system.traces }));
  const places = dataMapOf(mapped, [{ decision, requirements, files: systems.map(({ file }) => file) }]);
  if (places.length === 0) return [lead, '', 'No deployed agent was found: none of them is seen yet.', ''];
  const rows = places.map(({ component, what, file, where, state, words }) =>
    markdownRow([
      markdownText(`${NEEDED[component]}: ${what}`),
      markdownCode(file),
      markdownText(where),
      KNOWN[state],
      markdownText(words),
    ]),
  );
  return [
    lead,
    '',
    markdownRow(['Control', 'File', 'Where', 'State', 'How it is known']),
    '|---|---|---|---|---|',
    ...new Set(rows),
    '',
  ];
}

/** One thing that needs a control, and how the control is known. */
interface Guarded {
  name: string;
  evidence: Evidence<unknown>['state'];
}

/** The controls that every agent needs, counted over the systems: seen, only claimed, open. Source: spec, section 1. */
function safeguardLines(systems: readonly AgentSystem[]): string[] {
  if (systems.length === 0) return [];
  const agents = systems.flatMap((system) => system.agents.map((agent) => ({ agent, system })));
  const rows = [
    safeguard(
      'Human approval of acts that cannot be undone',
      agents.flatMap(({ agent, system }) =>
        toolsOf(agent)
          .filter(
            ({ kind, effect, openEnded }) => kind !== 'agent' && (openEnded || isIrreversible(effect.effect)),
          )
          .map((tool) => ({
            name: `${codeSpan(tool.name)} of ${codeSpan(agent.name)} in ${system.file}`,
            evidence:
              !isMet(tool.approval) || (hasHumanGate(tool) && isGateMet(tool))
                ? tool.approval.state
                : 'absent',
          })),
      ),
    ),
    safeguard(
      'List of allowed tools of each MCP server',
      agents.flatMap(({ agent, system }) =>
        agent.mcpServers.map(({ name, allowedTools }) => ({
          name: `${codeSpan(name)} of ${codeSpan(agent.name)} in ${system.file}`,
          evidence: isMet(allowedTools) && allowedTools.value.includes('*') ? 'absent' : allowedTools.state,
        })),
      ),
    ),
    safeguard(
      'Bound on subagents',
      systems.flatMap(({ file, delegation }) => {
        const { enabled, maxConcurrent } = delegation ?? {};
        if (enabled === undefined || (isMet(enabled) && !enabled.value) || enabled.state === 'absent')
          return [];
        return [{ name: file, evidence: maxConcurrent?.state ?? 'absent' }];
      }),
    ),
    safeguard(
      'Tracing',
      systems.map((system) => {
        const tracing = tracingShown(system);
        const isOff = isMet(tracing) && tracing.value === 'off';
        return { name: system.file, evidence: isOff ? 'absent' : tracing.state };
      }),
    ),
    ...(['input', 'output'] as const).map((side) =>
      safeguard(
        `${sentence(side)} guardrail`,
        systems.map(({ file, agents: own }) => {
          const states = own.map(({ guardrails }) => guardrails[side].state);
          const best = (['shown', 'attested', 'undecidable', 'inexpressible'] as const).find((state) =>
            states.includes(state),
          );
          return { name: file, evidence: best ?? 'absent' };
        }),
      ),
    ),
  ].flat();
  return [
    'Controls that the spec asks for on every runtime:',
    '',
    markdownRow(['Control', 'Needed', 'Seen in the files', 'Only claimed', 'Open']),
    '|---|---|---|---|---|',
    ...rows,
    '',
  ];
}

/** Names in one cell at most; the rest is counted. */
const MANY = 10;

function safeguard(control: string, guarded: readonly Guarded[]): string[] {
  if (guarded.length === 0) return [];
  const count = (state: Guarded['evidence']) => guarded.filter(({ evidence }) => evidence === state).length;
  const open = guarded.filter(({ evidence }) => evidence !== 'shown' && evidence !== 'attested');
  const names = [...new Set(open.map(({ name }) => displayText(name)))];
  const more = names.length > MANY ? [`${names.length - MANY} more`] : [];
  const listed = open.length === 0 ? '0' : `${open.length}: ${series([...names.slice(0, MANY), ...more])}`;
  return [
    markdownRow([
      control,
      String(guarded.length),
      String(count('shown')),
      String(count('attested')),
      markdownText(listed),
    ]),
  ];
}
