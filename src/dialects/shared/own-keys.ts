/** Root keys of an agent config that are ours (design, section 4); `$schema` helps editors. */
export const OWN_KEYS: ReadonlySet<string> = new Set([
  'runtime',
  'requirements',
  'headers',
  'agents',
  'controls',
  '$schema',
]);

/** Keys of ours inside an agent of an agent config. */
export const OWN_AGENT_KEYS: ReadonlySet<string> = new Set(['handoffs', 'delegates_to', 'controls']);
