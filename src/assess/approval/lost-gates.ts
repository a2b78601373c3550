import {
  type Agent,
  type AgentSystem,
  type Approval,
  COMPUTED,
  codeSpan,
  type Evidence,
  type EvidenceState,
  hasHumanGate,
  isMet,
  type LostGate,
  type Report,
  type Tool,
  toolsOf,
  type Unresolved,
  placeSpan,
  placeWords,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { ClaimContext } from '../claims.js';
import { effectPhrase } from './effect-phrases.js';
import { actOf, type GateCall, gateCall, gateRemedy } from './gates.js';

/** The state that a change starts from, as lost gates need it. */
export interface EarlierSystems {
  systems: readonly AgentSystem[];
  /** The later name of one of its files. */
  movedTo(file: string): string;
  /** Files that one of its files imports, directly or through others, and that are gone; with their later name. */
  goneBehind(file: string): LostGate['gone'];
}

/**
 * Gives the gates of a system that people had to answer in the state that a change starts from, seen in its files, and that
 * cannot be known any more, are only claimed, or ask for some calls where they asked for all. A tool is the same by the file and name of its agent and its own name or symbol; else by the
 * file that it stands in. A tool that cannot be read any more takes its gate along.
 */
export function openLostGates(before: EarlierSystems): (system: AgentSystem) => LostGate[] {
  const earlier = earlierTools(before);
  return (system) =>
    system.agents.flatMap((agent) => {
      const tools = toolsOf(agent);
      const lost = tools.flatMap((tool): LostGate[] => {
        if (!mayBeWeaker(tool)) return [];
        const was = earlier.same(agent, tool);
        return was && isWeaker(was, tool) && needsApproval(was, tool)
          ? [lostGate(before, agent, was, { tool })]
          : [];
      });
      const [unresolved] = newlyUnresolved(system, earlier.unresolvedIn(system)).filter(
        ({ toolsOf: owner }) => owner === agent.name,
      );
      if (!unresolved) return lost;
      const known = new Set(tools.flatMap((tool) => keysOf(tool)));
      const gone = earlier
        .of(agent)
        .filter(
          (was) => isSeenGate(was) && isAct(gateCall(was)) && !keysOf(was).some((key) => known.has(key)),
        );
      return [...lost, ...gone.map((was) => lostGate(before, agent, was, { unresolved }))];
    });
}

/**
 * Whether something of a system is not known, claimed or asked for some calls, that may have been a gate before: only then
 * the base has to be read.
 */
export const mayHaveLost = ({ agents, unresolved }: AgentSystem): boolean =>
  unresolved.some(({ toolsOf: owner }) => owner !== undefined) ||
  agents.some((agent) => toolsOf(agent).some(mayBeWeaker));

/** Whether the gate of a tool may have been a stronger one. */
const mayBeWeaker = (tool: Tool): boolean => {
  const { state } = tool.approval;
  const isOpen = state === 'undecidable' || state === 'attested';
  return (isOpen || asksOf(tool) === 'conditional') && mayNeedApproval(tool);
};

/** Who answers the gate that the files state, as far as they show it. */
const asksOf = (tool: Tool): Approval['by'] | undefined => {
  const seen = seenGate(tool);
  return seen.state === 'shown' ? seen.value.by : undefined;
};

/**
 * Whether a gate that people had to answer asks less: not known, claimed, for some calls where it was for all, or answered by
 * what is not known where people were seen to answer.
 */
function isWeaker(was: Tool, tool: Tool): boolean {
  const now = asksOf(tool);
  if (now === undefined) return true;
  if (was.approval.state === 'shown' && tool.approval.state === 'undecidable') return true;
  return now === 'conditional' && asksOf(was) === 'human';
}

/** The report of a gate that is lost. */
export function lostGateReport(lost: LostGate, system: AgentSystem, context: ClaimContext): Report {
  const { agent, before, tool, gone } = lost;
  const name = codeSpan(before.name);
  const remedy = tool && gateRemedy(system, { ...tool, name: before.name }, context);
  const restore =
    gone.length === 0 ? undefined : `restore ${listed(gone.map(({ file }) => placeSpan(file)))}`;
  const text = remedy
    ? `${remedy.text}${restore ? ` Or ${restore}.` : ''}`
    : `Define ${name} where its human approval can be read${restore ? `, or ${restore}` : ''}.`;
  const now = nowOf(lost);
  return {
    at: placeOf(lost),
    agent: agent.name,
    act: actOf(before),
    evidence: now.evidence,
    isLost: true,
    confidence: before.effect.confidence,
    message: `${name} ${effectPhrase(before)}, and ${now.words(shownAt(lost))}.`,
    remediation: now.isOfAnswer || now.evidence !== 'undecidable' ? `${text} ${ACCEPTED}` : text,
    fixes: [remedy?.repair],
    related: relatedOf(lost, system),
  };
}

/** What people do who want a weaker gate. */
const ACCEPTED = 'Where people accept the change, an ignore with a reason states it.';

/** What has become of a gate, as evidence and as a clause; `base`: what it was. */
function nowOf({ before, tool, unresolved }: LostGate): {
  evidence: EvidenceState;
  words(base: string): string;
  /** The gate is still stated: who answers it is not known. */
  isOfAnswer?: true;
} {
  if (tool?.approval.state === 'attested') {
    const claim = gateWords(tool.approval);
    return {
      evidence: 'attested',
      words: (base) =>
        `its human approval is lost: it was enforced at the base (${base}) and is only claimed now (${claim})`,
    };
  }
  if (tool?.approval.state === 'shown') {
    const condition = gateWords(tool.approval);
    return {
      evidence: 'shown',
      words: (base) =>
        `its human approval is lost for some calls: at the base every call required it (${base}), and now a condition decides (${condition})`,
    };
  }
  const why = tool ? whyOpen(tool) : `${unresolved?.what}: ${redact(unresolved?.why ?? COMPUTED)}`;
  if (tool?.stated && isMet(before.approval))
    return {
      evidence: 'undecidable',
      isOfAnswer: true,
      words: (base) =>
        `its human approval is lost: at the base a person answered (${base}), and whether one still does is not known: ${why}`,
    };
  return {
    evidence: 'undecidable',
    words: (base) =>
      `its human approval is lost: approval was shown at the base (${base}) and cannot be known any more: ${why}`,
  };
}

/** A gate as it is stated, and where: `needsApproval: true` at a line. */
export function gateWords(approval: Evidence<Approval>): string {
  const words = isMet(approval) ? redact(approval.value.setting ?? approval.value.stated) : undefined;
  // Words with a name in them mark it themselves: input in `gate`.
  const stated = words === undefined || words.includes('`') ? words : codeSpan(words);
  const { at } = approval;
  return [stated, at && placeWords(at)].filter((part) => part !== undefined).join(', ');
}

/** Where the gate was, and which files it depended on that are gone: `needsApproval: true` at a line, from a file. */
function shownAt({ before, gone }: LostGate): string {
  const approval = seenGate(before);
  const { at } = approval;
  const others = gone.filter(({ file }) => file !== at?.file).map(({ file }) => placeSpan(file));
  const from = others.length === 0 ? undefined : `from ${listed(others)}`;
  return [gateWords(approval), from].filter((part) => part).join(', ');
}

function relatedOf(
  { before, tool, unresolved, gone }: LostGate,
  system: AgentSystem,
): NonNullable<Report['related']> {
  const [first] = gone;
  const dead = (system.deadImports ?? []).filter(({ paths }) =>
    gone.some(({ file }) => paths.includes(file)),
  );
  const what = first
    ? `${placeSpan(first.file)}, which its approval came from, ${first.now === undefined ? 'is deleted' : `is ${first.now} now`}.`
    : `The approval setting of ${codeSpan(before.name)}.`;
  if (dead.length > 0) return dead.map(({ at }) => ({ at, message: what }));
  const at = tool?.approval.at ?? unresolved?.at;
  return at ? [{ at, message: what }] : [];
}

function placeOf({ tool, unresolved, before }: LostGate): Report['at'] {
  if (tool) return tool.at;
  const at = unresolved?.at ?? before.at;
  return { file: at.file, path: before.at.path, range: () => at.range() };
}

const whyOpen = ({ approval }: Tool): string =>
  approval.state === 'undecidable' && approval.why !== undefined ? redact(approval.why) : COMPUTED;

function listed(names: readonly string[]): string {
  const [first = '', ...others] = names;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const lostGate = (
  { goneBehind }: EarlierSystems,
  agent: Agent,
  before: Tool,
  now: Pick<LostGate, 'tool' | 'unresolved'>,
): LostGate => {
  const files = [...new Set([seenGate(before).at?.file, before.at.file].flatMap((file) => file ?? []))];
  const gone = new Map(files.flatMap(goneBehind).map((one) => [one.file, one]));
  return { agent, before, gone: [...gone.values()], ...now };
};

/** The gate that the files state, also where it is not known who answers it, or whether it is about this tool. */
export const seenGate = ({ stated, approval }: Tool): Evidence<Approval> =>
  stated ?? (approval.state === 'undecidable' ? approval.asked : undefined) ?? approval;

/** The files show that people have to answer it, also where the code that hands them the question is not known. */
export const isSeenGate = (tool: Tool): boolean => {
  const approval = seenGate(tool);
  return approval.state === 'shown' && hasHumanGate({ approval });
};

export const isAct = (call: GateCall | undefined): boolean =>
  call === 'irreversible' || call === 'open-ended';

/** What is known to do no harm needs no gate. */
const mayNeedApproval = (tool: Tool): boolean => gateCall(tool) !== undefined;

/** Whether a person had to approve what it did, and has to approve what it does, as far as that is known. */
const needsApproval = (before: Tool, now: Tool): boolean =>
  isSeenGate(before) && (isAct(gateCall(now)) || isAct(gateCall(before)));

/** What a tool is known by on both sides of a change. */
export const keysOf = ({ kind, name, symbol }: Tool): string[] => [
  `${kind}\n${name}`,
  ...(symbol === undefined ? [] : [`symbol\n${symbol}`]),
];

function earlierTools({ systems, movedTo }: EarlierSystems) {
  const byAgent = new Map<string, Tool[]>();
  const byFile = new Map<string, Tool[]>();
  const unresolved = new Map<string, Unresolved[]>();
  const agentKey = (agent: Agent, name: (file: string) => string = (file) => file) =>
    `${name(agent.at.file)}\n${agent.name}`;
  for (const system of systems) {
    for (const agent of system.agents) {
      const key = agentKey(agent, movedTo);
      byAgent.set(key, [...(byAgent.get(key) ?? []), ...toolsOf(agent)]);
      unresolved.set(key, [...(unresolved.get(key) ?? []), ...system.unresolved]);
      for (const tool of toolsOf(agent))
        for (const one of keysOf(tool)) {
          const place = `${movedTo(tool.at.file)}\n${one}`;
          byFile.set(place, [...(byFile.get(place) ?? []), tool]);
        }
    }
  }
  const of = (agent: Agent): readonly Tool[] => byAgent.get(agentKey(agent)) ?? [];
  return {
    of,
    /** The same tool as it was; where several may be meant, only if a person answered all of them. */
    same(agent: Agent, tool: Tool): Tool | undefined {
      const keys = keysOf(tool);
      for (const key of keys) {
        const own = of(agent).filter((one) => keysOf(one).includes(key));
        if (own.length > 0) return own.every(isSeenGate) ? own[0] : undefined;
      }
      const there = keys.flatMap((key) => byFile.get(`${tool.at.file}\n${key}`) ?? []);
      return there.length > 0 && there.every(isSeenGate) ? there[0] : undefined;
    },
    unresolvedIn: (system: AgentSystem): readonly Unresolved[] =>
      system.agents.map((agent) => unresolved.get(agentKey(agent))).find((found) => found !== undefined) ??
      [],
  };
}

/** What of a system can be read no longer: of things that are called the same, those that came. */
function newlyUnresolved({ unresolved }: AgentSystem, before: readonly Unresolved[]): readonly Unresolved[] {
  const left = new Map<string, number>();
  for (const { what } of before) left.set(what, (left.get(what) ?? 0) + 1);
  return unresolved.filter(({ what }) => {
    const known = left.get(what) ?? 0;
    left.set(what, known - 1);
    return known <= 0;
  });
}
