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
}

/** A test that answers a gate in place of a person, as the program spells it, and who chooses what it is of. */
export interface ApprovalTest {
  readonly spelling: string;
  readonly by?: 'model' | 'client' | 'file' | 'machine' | 'setting';
  /** It switches the gate off, sets it to a value, or decides in a callback or before a call. */
  readonly at: 'switch' | 'value' | 'callback' | 'call';
}
