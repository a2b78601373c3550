import type { ConfigLayer } from '../model/config.js';
import type { Edits, PlainMembers } from '../model/fix.js';
import type { Requirements } from '../model/requirements.js';
import { begun, NEW_FILE } from './claim-edits.js';

/** The edits that state requirements in a configuration, and its file relative to the root. */
export interface RequirementEdits {
  file: string;
  /** No configuration exists yet. */
  isNew: boolean;
  /** Undefined where the text cannot be edited without a risk. */
  edits: Edits;
}

/**
 * States requirements in the nearest configuration, key by key; in a new one at the root where there is none. Comments
 * stay. A policy is never edited.
 */
export function requirementEdits(
  layers: readonly ConfigLayer[],
  requirements: Requirements,
): RequirementEdits {
  const nearest = layers.findLast(({ policy }) => policy === undefined);
  const written = nearest?.written;
  const members: PlainMembers = { requirements: { ...requirements } as PlainMembers };
  if (nearest === undefined)
    return { file: NEW_FILE, isNew: true, edits: begun({ file: NEW_FILE, text: '' }, members) };
  if (written === undefined) return { file: nearest.file, isNew: false, edits: undefined };
  const edits = 'node' in written ? written.node.edit()?.merge(members) : begun(written, members);
  return { file: written.file, isNew: false, edits };
}
