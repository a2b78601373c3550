import type { LintResult } from '../lint/result.js';
import type { RenderOptions } from './format.js';
import { renderMarkdown } from './formats/markdown.js';
import { listed, standing } from './shared/order.js';
import { withoutCommands } from './shared/text.js';

/** GitHub takes at most 1 MiB of Markdown per step (facts/ci-formats.md); other commands of the step write there too. */
const MOST_BYTES = 900 * 1024;

/** The summary of a step of a GitHub workflow: the report in Markdown, with as many findings as the runner takes. */
export function stepSummary(result: LintResult, options: Partial<RenderOptions> = {}): string {
  let text = withoutCommands(renderMarkdown(result, options));
  let most = options.maxFindings || listed(standing(result), options).length;
  for (let size = bytesOf(text); size > MOST_BYTES && most > 1; size = bytesOf(text)) {
    most = Math.max(1, Math.floor((most * MOST_BYTES * 0.9) / size));
    text = withoutCommands(renderMarkdown(result, { ...options, maxFindings: most }));
  }
  return text;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
