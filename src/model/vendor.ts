/** What a vendor documents beyond the spec: a dated data file. It quiets `session/undocumented`, never a judgement. */
export interface VendorProfile {
  name: string;
  title: string;
  /** The date on which the facts were read, and from where. */
  checkedOn: string;
  source: string;
  /** The header's name, without the value. */
  betaHeader: string;
  /** Hosts that it answers at, those below them included. */
  hosts: readonly string[];
  /** Documented extras, as structural paths with `[]` for a list's items: `environment.network`, `agent.tools[].name`. */
  fields: readonly string[];
  environmentTypes: Readonly<Record<string, 'hosted' | 'self-hosted' | 'other'>>;
  toolTypes: readonly string[];
  /** What the vendor does when subagents have no bound; the spec does not show a default. */
  defaultMaxConcurrent?: number;
}
