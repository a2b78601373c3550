import { RULES } from '../../rules/index.js';
import { decide } from '../../src/decide/index.js';
import type { LintResult } from '../../src/lint/result.js';
import {
  partsNamed,
  partsOf,
  type Reporter,
  type Requirements,
  type Rule,
  type RuleContext,
  sharesPart,
} from '../../src/model/index.js';

/** Requirements with which rules report the most. */
const STRICTEST: Requirements = { zero_data_retention: true, residency: ['eu'], beta: 'forbidden' };

const CONTEXT: RuleContext = {
  decision: decide(STRICTEST),
  requirements: STRICTEST,
  options: {},
  loosened: [],
  servers: { allow: ['nothing.example'], deny: ['*'] },
  isAtLeast: () => true,
};

/** What rules report or count of systems that have no part that they are about: the engine does not run them there. */
export function foundWithoutParts({ systems }: Pick<LintResult, 'systems'>): string[] {
  const found: string[] = [];
  for (const system of systems) {
    const parts = partsOf(system);
    for (const { id, about, check } of RULES as readonly Rule[]) {
      if (!check || !about || sharesPart(partsNamed(about), parts)) continue;
      const note = (what: string) => found.push(`${id} ${what} in ${system.file}`);
      const report: Reporter = Object.assign(() => note('reports'), { met: () => note('counts') });
      check(system, report, CONTEXT);
    }
  }
  return found;
}
