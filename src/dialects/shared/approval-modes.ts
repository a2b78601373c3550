import type { Place, Repair } from '../../model/index.js';

/** Sets a mode of Claude Code back to the one in which it asks for approval. */
export const askAsUsual = (at: Place): Repair => ({
  title: 'Set the mode to `default`',
  edits: () => at.edit?.()?.replace('default'),
});
