import {
  type Agent,
  type AgentSystem,
  codeSpan,
  type Place,
  type Report,
  type Tool,
  toolsOf,
  type Unresolved,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { effectPhrase } from './effect-phrases.js';
import { gateCall } from './gates.js';
import { gateWords, isAct, isSeenGate, keysOf, seenGate } from './lost-gates.js';

/** A part of a project of which nothing is read, or no longer. */
export interface BlindSpot {
  /** Its file, and the first place in it that shows it. */
  at: Place;
  /** Why, as a clause that follows its file: `uses OpenAI for Go, which is not read yet`. */
  why: string;
  /** The file is not read at all: only the agents that it had are gone with it. */
  isLeftOut?: true;
}

/** A state of a project, as far as its agents are read. */
export interface SeenState {
  systems: readonly AgentSystem[];
  /** Tools that programs define with a known SDK, and that no agent is seen to take. */
  untaken: readonly Tool[];
  blind: readonly BlindSpot[];
  /** Whether the change touches a file; left out: it may touch each. */
  touches?(file: string): boolean;
}

/** A gated act of an earlier state that is not read in the later one; without `tool`, some tools of an agent. */
export interface OutOfSight {
  agent: Agent;
  /** As it was. */
  tool?: Tool;
  /** Where the later state hides it. */
  at: Place;
  why: string;
}

/**
 * Gives the gated acts of an earlier state that a later one neither has nor can be seen to have removed: no agent takes
 * them any more, an ungated tool whose body is not read has come in their place, or their agent is gone while something
 * that is not read has come. Gives the agents, too, of which all tools were read and now some are not. What was not read
 * before is no reason. `movedTo` gives the later name of a file.
 */
export function outOfSight(
  before: SeenState,
  after: SeenState,
  movedTo: (file: string) => string,
): OutOfSight[] {
  // An agent that the change does not touch, or that had a tool before, is not where that of another has gone.
  const had = new Set(
    before.systems.flatMap(({ agents }) => agents.flatMap((agent) => placesOf(agent, movedTo))),
  );
  const present = new Set(
    after.systems.flatMap(({ agents }) =>
      agents.flatMap((agent) =>
        toolsOf(agent).flatMap((tool) =>
          after.touches && !after.touches(agent.at.file) && !after.touches(tool.at.file)
            ? []
            : keysOf(tool).filter((key) => !had.has(`${agentKey(agent)}\n${key}`)),
        ),
      ),
    ),
  );
  const untaken = new Map(after.untaken.flatMap((tool) => keysOf(tool).map((key) => [key, tool] as const)));
  const agents = new Map(
    after.systems.flatMap((system) =>
      system.agents.map((agent) => [agentKey(agent), { agent, system }] as const),
    ),
  );
  const known = new Set(before.blind.map(({ at, why }) => `${movedTo(at.file)}\n${why}`));
  const blind = after.blind.filter(({ at, why }) => !known.has(`${at.file}\n${why}`));
  return before.systems.flatMap((system) =>
    system.agents.flatMap((agent): OutOfSight[] => {
      const now = agents.get(agentKey(agent, movedTo));
      const [open] = now ? unresolvedOf(now.agent, now.system) : [];
      if (open && unresolvedOf(agent, system).length === 0)
        return [{ agent, at: open.at, why: `${open.what}: ${open.why}` }];
      const hides = blind.find(({ at, isLeftOut }) => !isLeftOut || at.file === movedTo(agent.at.file));
      return toolsOf(agent).flatMap((tool): OutOfSight[] => {
        const keys = keysOf(tool);
        const isThere = keys.some((key) => present.has(key)) || (now && isOf(now.agent, tool));
        if (isThere || !isSeenGate(tool) || !isAct(gateCall(tool))) return [];
        const lost = (at: Place, why: string) => [{ agent, tool, at, why }];
        const hidden = keys.map((key) => untaken.get(key)).find((one) => one !== undefined);
        if (hidden) return lost(hidden.at, 'no agent is seen to take it');
        if (!now) return hides ? lost(hides.at, `${hides.at.file} ${hides.why}`) : [];
        const [successor] = open
          ? []
          : toolsOf(now.agent).filter((one) => isUnread(one) && !isOf(agent, one));
        return successor
          ? lost(successor.at, `${codeSpan(successor.name)} is new beside it, and its body is not read`)
          : [];
      });
    }),
  );
}

const unresolvedOf = ({ name }: Agent, { unresolved }: AgentSystem): readonly Unresolved[] =>
  unresolved.filter(({ toolsOf: owner }) => owner === name);

/** The report of what is out of sight, for the rule about missing approval. */
export function outOfSightReport({ agent, tool, at, why }: OutOfSight): Report {
  const about = { at, agent: agent.name, evidence: 'undecidable', isLost: true } as const;
  const accepted = 'or review it and state with an ignore why people accept that it is not read';
  if (!tool)
    return {
      ...about,
      message: `Not every tool of ${codeSpan(agent.name)} is read any more: ${redact(why)}. At the base all of them were read.`,
      remediation: `Give ${codeSpan(agent.name)} tools that can be read from the files, ${accepted}.`,
    };
  return {
    ...about,
    at: { file: at.file, path: tool.at.path, range: () => at.range() },
    confidence: tool.effect.confidence,
    message: `${codeSpan(tool.name)} is no longer read: ${redact(why)}. It ${effectPhrase(tool)}, and at the base it required human approval (${gateWords(seenGate(tool))}).`,
    remediation: `Define ${codeSpan(tool.name)} where it and its human approval can be read, ${accepted}.`,
  };
}

const agentKey = ({ at, name }: Agent, movedTo: (file: string) => string = (file) => file) =>
  `${movedTo(at.file)}\n${name}`;

/** The tools of an agent, each with the agent. */
const placesOf = (agent: Agent, movedTo: (file: string) => string): string[] =>
  toolsOf(agent).flatMap((tool) => keysOf(tool).map((key) => `${agentKey(agent, movedTo)}\n${key}`));

const isOf = (agent: Agent, tool: Tool): boolean => {
  const keys = keysOf(tool);
  return toolsOf(agent).some((one) => keysOf(one).some((key) => keys.includes(key)));
};

/** Whether a tool has no approval, and its effect is known from words only. */
export const isUnread = ({ kind, effect: { because }, approval }: Tool): boolean =>
  kind === 'function' &&
  approval.state !== 'shown' &&
  (because.from === 'name' || because.from === 'description' || because.from === 'nothing');
