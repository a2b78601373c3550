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
  'lsp',
  'mcp',
  'completion',
  'help',
];

/** The first argument of a thread that checks parts of a project for a run. No command of people's: elsewhere it is a path. */
export const OF_WORKER = '--of-worker';
