import { withoutSecrets } from '../../compare/system-json.js';
import type { DecisionOfFiles } from '../../lint/result.js';

/** A decision with its requirements and files, as `check` and `decide` print it. */
export function decisionJson({ decision, requirements, files, found }: DecisionOfFiles) {
  return {
    ...decision,
    requirements: withoutSecrets(requirements),
    files,
    ...(found && { found }),
  };
}
