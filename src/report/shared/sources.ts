import { addTo } from '../../model/grouped.js';
import type { Finding, Range } from '../../model/index.js';
import { type QuotedSource, quoteFrom } from './code-frame.js';

/**
 * The files of findings, for quoting. Findings come by file, so one source is kept, split once; what a finding calls a
 * literal secret is hidden in every frame of its files.
 */
export function sourcesOf(
  findings: readonly Finding[],
  { source }: { source(file: string): string | undefined },
): (file: string) => QuotedSource | undefined {
  const secrets = new Map<string, Range[]>();
  for (const finding of findings) {
    if (finding.rule !== 'mcp/literal-secret') continue;
    for (const { file, range } of [finding, ...finding.related]) addTo(secrets, file, range);
  }
  let opened: { file: string; source: QuotedSource | undefined } | undefined;
  return (file) => {
    if (opened?.file !== file) {
      const text = source(file);
      opened = { file, source: text === undefined ? undefined : quoteFrom(text, secrets.get(file)) };
    }
    return opened.source;
  };
}
