import type { Place } from './place.js';
import type { Remedy } from './remedy.js';

/** Who answers a gate. A predicate gate is a human gate for the calls it picks. */
export interface Approval {
  by: 'human' | 'conditional' | 'machine';
  /** What the file says, for example `human`, `policy-engine`, `never`. */
  stated: string;
  /** With its key, where the value alone says little: `require_approval: never`. */
  setting?: string;
  /** How that answers in place of a person, in words behind it: `without a choice`. */
  manner?: string;
  /** The test by which it answers in place of a person. */
  decidedBy?: ApprovalTest;
  /** The run ends with a request, which the program has to answer; left out: the runtime or the tool itself asks. */
  interrupts?: true;
  /** The run stops before the call, and a run without input goes on. */
  pauses?: true;
  /** Nobody is asked: the call is refused, whatever answers requests. */
  refuses?: true;
  /** The gate is found by the name of the tool: whatever has the name has the gate, or none has it. */
  keyed?: true;
  /** The gate is stated by the agent that calls the agent of the tool. */
  isInherited?: true;
  /** It is in the code of the tool itself. */
  inBody?: true;
  /** Why it may let a call run without a person's yes; left out: nothing is known to. */
  flaw?: GateFlaw;
}

/** A test that answers a gate in place of a person, as the program spells it, and who chooses what it is of. */
export interface ApprovalTest {
  readonly spelling: string;
  readonly by?: 'model' | 'client' | 'file' | 'machine' | 'setting';
  /** It switches the gate off, sets it to a value, or decides in a callback or before a call. */
  readonly at: 'switch' | 'value' | 'callback' | 'call';
}

/** A reason why a gate that the program states does not put a person before each call of its tool. */
export interface GateFlaw {
  /** The rule `approval/<kind>` reports it. */
  kind: 'auto-approved' | 'unanswered' | 'forgeable' | 'remembered' | 'shared-name' | 'broken-version';
  /** The option, key or call that makes it so (design, section 6). */
  at: Place;
  /** A clause without a capital or a full stop that follows the rule's own words and a colon. */
  why: string;
  /** Whether it is so is not known: it is listed as not assessed. */
  isOpen?: true;
  remedy: Remedy;
  related?: readonly { at: Place; message: string }[];
}
