import type { CodeSyntaxNode } from '../../program/index.js';
import { fieldsOf } from './agents.js';
import type { Fields, FoundAgent } from './framework.js';
import { noteKept, settingsIn } from './stored-state.js';

/** Adds what the operator keeps of an agent, by its options and those of its runs. */
export function keepByProfiles(found: FoundAgent, runs: readonly CodeSyntaxNode[]): void {
  const given = [
    fieldsOf(found.node, found.profile, 0),
    ...runs.map(
      ({ call }): Fields =>
        (key = '') =>
          call?.options.get(key),
    ),
  ];
  noteKept(found, settingsIn(given, found.profile), given, found.profile.runs.kept);
}
