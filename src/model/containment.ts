/** What limits the effect of something that runs. `containmentWords` words it for people. */
export type Containment =
  /** The sandbox of the coding-agent client, of the agent, of the session that starts it, or that the operator hosts. */
  | { by: 'sandbox'; of: 'client' | 'agent' | 'session' | 'operator' }
  /** A sandbox that can write only this; in one that writes nothing, nothing can be sent either. */
  | { by: 'write-limit'; writes: 'nothing' | 'workspace' | 'workspace-and-roots' }
  /** A sandbox without a network. */
  | { by: 'network-limit' }
  /** The sandbox of a permission profile of the file. */
  | { by: 'profile'; name: string }
  /** A container of the operator. */
  | { by: 'container' }
  /** The workspace of the tool itself. */
  | { by: 'workspace' }
  /** It is one command, which runs as it is written or not at all. */
  | { by: 'one-form' }
  /** A hook refuses what is not on its list. */
  | { by: 'hook'; stated: string }
  /** What it cannot undo stays on this machine. */
  | { by: 'machine' };

/** Whether nothing can be written or sent, so that no approval is required. */
export const isReadOnly = (containment: Containment | undefined): boolean =>
  containment?.by === 'write-limit' && containment.writes === 'nothing';
