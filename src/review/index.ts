import { linesOf } from '../report/shared/chunks.js';
import { jsonText } from '../report/shared/text.js';
import { pageLines } from './html/page.js';
import { markdownLines } from './markdown.js';
import { summaryLines } from './summary.js';
import type { Review } from './types.js';

export { reviewOf } from './review.js';
export type { Review } from './types.js';

/** How a review is printed. */
export type ReviewFormat = 'html' | 'markdown' | 'json';
export const REVIEW_FORMATS: readonly ReviewFormat[] = ['html', 'markdown', 'json'];

/** The review in pieces of text; every format has the same content, `summary` less. Ends with a line break. */
export function* streamReview(review: Review, format: ReviewFormat | 'summary'): Generator<string> {
  if (format === 'json') yield jsonText(review);
  else if (format === 'summary') yield* linesOf(summaryLines(review));
  else yield* linesOf(format === 'html' ? pageLines(review) : markdownLines(review));
}
