/** Names of the commands, for suggestions. */
export const COMMAND_NAMES: readonly string[] = [
  'check',
  'decide',
  'inspect',
  'diff',
  'waivers',
  'review',
  'merge',
  'payload',
  'explain',
  'rules',
  'init',
  'snapshot',
  'completion',
  'help',
];
