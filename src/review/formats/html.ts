import type { LintResult } from '../../lint/result.js';
import type { RenderOptions } from '../../report/format.js';
import { reviewOf, streamReview } from '../index.js';

/** The page of `agent-lint review`, for this run. */
export function* streamHtml(result: LintResult, options: RenderOptions): Generator<string> {
  yield* streamReview(reviewOf(result, options), 'html');
}
