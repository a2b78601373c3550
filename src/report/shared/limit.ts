import type { Finding } from '../../model/index.js';
import { GRAVEST_FIRST } from './order.js';
import { count } from './text.js';

/** How many findings a format prints: at most `all` of them, or at most `perRule` of one rule; 0 is no limit. */
export interface Limit {
  all?: number;
  perRule?: number;
}

/** The findings that are printed, in the order given, and how many are only counted. */
export interface Limited {
  printed: Finding[];
  rest: number;
}

/** Takes errors before warnings before infos, so that a limit never hides an error behind an info. */
export function limited(findings: readonly Finding[], { all = 0, perRule = 0 }: Limit): Limited {
  const kept = new Set<Finding>();
  const ofRule = new Map<string, number>();
  for (const severity of GRAVEST_FIRST) {
    for (const finding of findings) {
      if (finding.severity !== severity) continue;
      if (all > 0 && kept.size === all) break;
      const before = ofRule.get(finding.rule) ?? 0;
      if (perRule > 0 && before === perRule) continue;
      ofRule.set(finding.rule, before + 1);
      kept.add(finding);
    }
  }
  const printed = findings.filter((finding) => kept.has(finding));
  return { printed, rest: findings.length - printed.length };
}

/** One line about the findings that are only counted; undefined where all are printed. `all`: where all are. Names no rule. */
export function restWords({ rest }: Limited, all = '--max-findings 0 prints all'): string | undefined {
  if (rest === 0) return undefined;
  return `${count(rest, 'more finding is', 'more findings are')} not printed (${all}).`;
}
