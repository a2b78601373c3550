import { groupsOf } from '../changes.js';
import { compareInventories } from '../compare.js';
import { placeWords } from './places.js';
import type { Review, ReviewChanges, ReviewedFinding } from './types.js';

/** What changed between two reviews: agents, controls, decision and waivers as in `agent-lint diff`, then findings. */
export function changesSince(before: Review, after: Review): ReviewChanges {
  const old = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const now = new Set(after.findings.map(({ fingerprint }) => fingerprint));
  const groups = groupsOf(compareInventories(before, after)).map(([title, lines]) => ({ title, lines }));
  const added = after.findings.filter(({ fingerprint }) => !old.has(fingerprint)).map(findingWords);
  const gone = before.findings.filter(({ fingerprint }) => !now.has(fingerprint)).map(findingWords);
  return {
    groups: [
      ...groups,
      ...(added.length > 0 ? [{ title: 'New findings', lines: added }] : []),
      ...(gone.length > 0 ? [{ title: 'Findings that are gone', lines: gone }] : []),
    ],
  };
}

const findingWords = ({ rule, severity, file, range: { start }, message }: ReviewedFinding): string =>
  `${severity} ${rule} at ${placeWords({ file, ...start })}: ${message}`;

/** Whether a plain value is a review, as far as a comparison reads one: a file may be broken, or none of ours. */
export function isReview(value: unknown): value is Review {
  if (!isRecord(value) || value.schema !== 'agent-lint/review@1') return false;
  return (
    all(value.systems, isSystem) &&
    all(value.decisions, ({ runtimes, files }) => all(runtimes, () => true) && areTexts(files)) &&
    all(value.waivers, ({ kind, source, reason, file, path }) =>
      areTexts([kind, source, reason, file, path]),
    ) &&
    all(value.findings, isFinding)
  );
}

type Plain = Record<string, unknown>;

const isRecord = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const all = (value: unknown, isOne: (one: Plain) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isRecord(one) && isOne(one));

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isTool = ({ name, kind, effect, approval }: Plain): boolean =>
  areTexts([name, kind, effect]) && isRecord(approval);

const isServer = ({ name, address, tools, scopes, allowedTools }: Plain): boolean =>
  areTexts([name, address]) && all(tools, isTool) && areTexts(scopes) && isRecord(allowedTools);

function isSystem({ file, agents, tracing, unresolved, delegation, turnLimits = [] }: Plain): boolean {
  const isAgent = (agent: Plain) =>
    typeof agent.name === 'string' &&
    all(agent.tools, isTool) &&
    all(agent.mcpServers, isServer) &&
    areTexts(agent.handoffs) &&
    areTexts(agent.delegatesTo) &&
    isRecord(agent.guardrails) &&
    isRecord(agent.guardrails.input) &&
    isRecord(agent.guardrails.output);
  return (
    typeof file === 'string' &&
    isRecord(tracing) &&
    all(unresolved, () => true) &&
    all(turnLimits, ({ of, limit }) => typeof of === 'string' && isRecord(limit)) &&
    (delegation === undefined || isDelegation(delegation)) &&
    all(agents, isAgent)
  );
}

const isDelegation = (value: unknown): boolean =>
  isRecord(value) &&
  isRecord(value.enabled) &&
  (value.maxConcurrent === undefined || isRecord(value.maxConcurrent));

function isFinding({ rule, severity, file, message, fingerprint, range }: Plain): boolean {
  const { start } = isRecord(range) ? range : {};
  return areTexts([rule, severity, file, message, fingerprint]) && isRecord(start);
}
