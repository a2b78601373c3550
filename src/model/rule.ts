import type { Decision, Requirements } from '../generated/types.js';
import type { ClaimEdits } from './config.js';
import type { Confidence } from './effect.js';
import type { Evidence, EvidenceState } from './evidence.js';
import type { Act, Level, Severity, UndecidedTool } from './finding.js';
import type { Repair } from './fix.js';
import type { Place } from './place.js';
import type { TurnLimit } from './run.js';
import type { Agent, AgentSystem, Surface, Unresolved } from './system.js';
import type { SystemPart } from './system-parts.js';
import type { Tool } from './tool.js';
import type { VendorProfile } from './vendor.js';

export type Category =
  | 'runtime'
  | 'session'
  | 'approval'
  | 'scope'
  | 'mcp'
  | 'delegation'
  | 'framework'
  | 'tracing'
  | 'guardrail'
  | 'file'
  | 'config';

/** An option of a rule; from these the configuration's schema is made. */
export interface RuleOption {
  type: 'integer' | 'number' | 'string' | 'boolean' | 'strings';
  default: number | string | boolean | readonly string[];
  description: string;
  minimum?: number;
}

/** A value that findings are about: those of one rule are one, with its other places. */
export interface About {
  value: string;
  /** What is said of another place. */
  others: string;
  /** Findings of several rules on it are one flaw, too: that of the most severe rule, with the places of the others. */
  ofRules?: true;
}

/** What a rule hands to the engine. The engine decides severity, fingerprint and ignores. */
export interface Report {
  /** Where it stands; `at.path` becomes the finding's structural path. */
  at: Place;
  /** What can happen: leads with the subject, states a fact. */
  message: string;
  /** How the missing control is known. Left out: `shown`, the file itself shows the flaw. */
  evidence?: EvidenceState;
  /** Nothing in it is a flaw: it is listed as not assessed in each preset. */
  isListed?: true;
  /** What could not be assessed, for the list of such: "the gate of `send_mail`". Needed unless evidence is shown or absent. */
  subject?: string;
  /** The tools of which it could not be assessed: one entry each. `subject`: in place of that of all. */
  undecided?: readonly (UndecidedTool & { agent?: string; act?: Act | undefined; subject?: string })[];
  /** Left out: `high`. */
  confidence?: Confidence;
  /** It was there before the change: reported although its evidence is not assessed otherwise. */
  isLost?: true;
  /** The agent it is about. */
  agent?: string;
  /** What its tool does: people read the gravest first. */
  act?: Act | undefined;
  /** Only where this case is worse or milder than the rule's own severity. */
  severity?: Severity;
  /** The exact change for this case; left out: the rule's remediation. */
  remediation?: string;
  related?: { at: Place; message: string }[];
  /** The line that makes it a flaw of its tool: findings of the rule with the same one are one finding. Its message begins with the tool's name. */
  cause?: { at: Place; tool: Tool };
  /** The tools that it stands for, where a rule reports several as one. */
  tools?: readonly { agent: Agent; tool: Tool }[];
  /**
   * Where several systems share its place: the words of its message for what it is about, and each of these. Findings at one
   * place that differ by it are one, and who accepts it accepts it of its tools: of another one it is new.
   */
  parts?: { words: string; each: readonly string[] };
  /** What the finding is about: findings on the same value are one. Never printed. */
  about?: About;
  /** The same change as an edit, then other ways out. Left out, or `undefined` among them: a person decides. */
  fixes?: readonly (Repair | undefined)[];
}

/** A gate that a person had to answer in the state that a change starts from, and that cannot be known any more. */
export interface LostGate {
  agent: Agent;
  /** The tool as it was: its gate was seen in the files. */
  before: Tool;
  /** The tool as it is; left out where it cannot be read any more either. */
  tool?: Tool;
  /** Then what cannot be read in its place. */
  unresolved?: Unresolved;
  /** Files that tool or gate came from and that are gone; `now`: what they are called since they were renamed. */
  gone: readonly { file: string; now?: string }[];
}

/** What a rule can know beside the system. */
export interface RuleContext {
  /** The decision on the requirements that hold for this system. */
  decision: Decision;
  /** The merged requirements. */
  requirements: Requirements;
  options: Readonly<Record<string, unknown>>;
  /** The preset leaves the rule off: only what it reports in each preset counts. */
  isOff?: boolean;
  /** Whether a rule reports what another one would: it is in force as severely, and locked where that is. */
  isAtLeast(rule: string, other: string): boolean;
  /** The vendor profile in force. */
  vendor?: VendorProfile;
  /** Requirements that a nested configuration or an agent config tried to loosen. */
  loosened: readonly LoosenedRequirement[];
  /** Where the needs are stated, in the file or in the configuration. */
  needsAt?: Place;
  /** Where claims about the file are added; left out where no configuration is read. */
  claims?: () => ClaimEdits | undefined;
  /** The gates of a system that a change has made unknowable; left out where the run compares with nothing. */
  lostGates?: (system: AgentSystem) => readonly LostGate[];
  /** The limit of turns that a change has taken away, as it was; left out where the run compares with nothing. */
  lostLimit?: (system: AgentSystem, now: TurnLimit) => TurnLimit | undefined;
  /** MCP servers that the configuration allows and denies. */
  servers: { allow: readonly string[]; deny: readonly string[] };
}

export interface LoosenedRequirement {
  key: keyof Requirements;
  /** The place of the milder value. */
  at: Place;
  /** The place of the stricter one. */
  stricter: Place;
  message: string;
}

/** The one funnel for everything a rule says. */
export interface Reporter {
  (report: Report): void;
  /** Counts a control that is there: seen or claimed. Ignores evidence that is not met. */
  met(evidence: Evidence<unknown>): void;
}

export interface RuleMetadata {
  /** `category/name`; reads as "allow <name>". */
  id: `${Category}/${string}`;
  summary: string;
  severity: Level;
  /** Severity in the preset `strict` where it differs. */
  strict?: Level;
  /** Severity of the cases that it reports in each preset, also in one that leaves it off (`context.isOff`). */
  inEachPreset?: Severity;
  surface?: Surface;
  /** Sections of the spec behind it. */
  spec?: string;
  remediation: string;
  /** Taxonomy ids with edition (`LLM03:2026`, `ASI02`, `CWE-862`). */
  references: readonly string[];
  since: string;
  options?: Readonly<Record<string, RuleOption>>;
  /** Reports once a system (left out), once among the systems of one decision, or once in a run. */
  per?: 'system' | 'decision' | 'run';
  /**
   * Parts of a system: without one of them the rule finds nothing and counts nothing, so it does not run. A part that is claimed
   * counts. Left out: it runs on every system.
   */
  about?: readonly SystemPart[];
  /** A lack of tracing or guardrails that the managed payload cannot state: at most a warning (design, section 1). */
  capInexpressible?: boolean;
}

export interface Rule extends RuleMetadata {
  /** Left out for `file/*` and `config/*`, which the engine raises. */
  check?(system: AgentSystem, report: Reporter, context: RuleContext): void;
}

/** Marks an object as a rule; it does nothing but check the type. */
export function defineRule(rule: Rule): Rule {
  return rule;
}
