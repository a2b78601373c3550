import type { Compared } from '../compare/change.js';
import { compareInventories } from '../compare/compare.js';
import { withTexts } from '../compare/system-json.js';
import { groupsOf } from '../report/changes.js';
import { placeWords } from './places.js';
import type { Review, ReviewChanges, ReviewedFinding } from './types.js';

/** What changed between two reviews: agents, controls, decision and waivers as in `agent-lint diff`, then findings. */
export function changesSince(before: Review, after: Review): ReviewChanges {
  const groups = groupsOf(compareInventories(comparedOf(before), comparedOf(after))).map(
    ([title, items]) => ({
      title,
      lines: items.map(({ text }) => text),
      ...(items.some(({ lines }) => lines.length > 0) ? { diffs: items.map(({ lines }) => lines) } : {}),
    }),
  );
  const rest = [...findingGroups(before, after), notCompared(before)];
  return { groups: [...groups, ...rest.filter(({ lines }) => lines.length > 0)] };
}

const comparedOf = ({ systems, texts, decisions, waivers }: Review): Compared => ({
  systems: systems.map((system, at) => withTexts(system, texts?.[at])),
  decisions,
  waivers,
});

/** What a review of an earlier version did not record, so that its changes are not seen. */
function notCompared({ texts, version }: Review): ReviewChanges['groups'][number] {
  const words = `The accepted review was written by agent-lint ${version}, which recorded no instructions, descriptions of tools and requests: write it again to compare them.`;
  return { title: 'Not compared', lines: texts ? [] : [words] };
}

/** Findings that are new or gone, whose severity changed, and those that an ignore or the baseline hides or shows now. */
function findingGroups(before: Review, after: Review): ReviewChanges['groups'] {
  const old = byFingerprint(before.findings);
  const oldIgnored = byFingerprint(before.ignored);
  const now = byFingerprint(after.findings);
  const nowIgnored = byFingerprint(after.ignored);
  const added = after.findings.filter(({ fingerprint }) => !old.has(fingerprint));
  const left = before.findings.filter(({ fingerprint }) => !now.has(fingerprint));
  return [
    {
      title: 'New findings',
      lines: added.filter(({ fingerprint }) => !oldIgnored.has(fingerprint)).map(findingWords),
    },
    {
      title: 'Findings that are no longer ignored',
      lines: added.filter(({ fingerprint }) => oldIgnored.has(fingerprint)).map(findingWords),
    },
    {
      title: 'Findings of another severity',
      lines: after.findings.flatMap((one) => {
        const was = old.get(one.fingerprint)?.severity;
        return was === undefined || was === one.severity ? [] : [`${findingWords(one)} (${was} before)`];
      }),
    },
    {
      title: 'Findings that are ignored now',
      lines: left.flatMap(({ fingerprint }) => {
        const one = nowIgnored.get(fingerprint);
        return one ? [`${findingWords(one)} Reason: ${ignoreWords(one)}.`] : [];
      }),
    },
    {
      title: 'Findings that are gone',
      lines: left.filter(({ fingerprint }) => !nowIgnored.has(fingerprint)).map(findingWords),
    },
  ];
}

const byFingerprint = (findings: readonly ReviewedFinding[] = []): ReadonlyMap<string, ReviewedFinding> =>
  new Map(findings.map((one) => [one.fingerprint, one]));

function ignoreWords({ ignored }: ReviewedFinding): string {
  const end = ignored?.until === undefined ? 'no end' : `until ${ignored.until}`;
  return `${ignored?.reason || 'none is given'} (${end})`;
}

const findingWords = ({ rule, severity, file, range: { start }, message }: ReviewedFinding): string =>
  `${severity} ${rule} at ${placeWords({ file, ...start })}: ${message}`;

/** Whether a plain value is a review, as far as a comparison reads one: a file may be broken, or none of ours. */
export function isReview(value: unknown): value is Review {
  if (!isRecord(value) || value.schema !== 'agent-lint/review@1') return false;
  return (
    all(value.systems, isSystem) &&
    (value.texts === undefined || all(value.texts, areTextsOfSystem)) &&
    all(value.decisions, ({ runtimes, files }) => all(runtimes, () => true) && areTexts(files)) &&
    all(
      value.waivers,
      ({
        kind,
        source,
        reason,
        file,
        path,
        rule = '',
        tool = '',
        server = '',
        value = '',
        at = '',
        files = [],
      }) => areTexts([kind, source, reason, file, path, rule, tool, server, value, at]) && areTexts(files),
    ) &&
    all(value.findings, isFinding) &&
    (value.ignored === undefined || all(value.ignored, isFinding))
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

function isSystem({
  file,
  agents,
  tracing,
  unresolved,
  delegation,

  turnLimits = [],
}: Plain): boolean {
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

const areTextsOfSystem = ({ request, agents }: Plain): boolean =>
  isTextOrNull(request) &&
  all(
    agents,
    ({ instructions, descriptions }) =>
      isTextOrNull(instructions) && Array.isArray(descriptions) && descriptions.every(isTextOrNull),
  );

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

const isDelegation = (value: unknown): boolean =>
  isRecord(value) &&
  isRecord(value.enabled) &&
  (value.maxConcurrent === undefined || isRecord(value.maxConcurrent));

function isFinding({ rule, severity, file, message, fingerprint, range }: Plain): boolean {
  const { start } = isRecord(range) ? range : {};
  return areTexts([rule, severity, file, message, fingerprint]) && isRecord(start);
}
