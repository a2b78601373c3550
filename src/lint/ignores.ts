import { indexByFile } from '../model/file-index.js';
import {
  type ConfigLayer,
  type Edits,
  type FileMatcher,
  holdsOn,
  type IgnoreEntry,
  isRealDate,
  type Place,
  type Policy,
  type Repair,
  type Report,
} from '../model/index.js';
import { nearest } from '../model/nearest.js';
import { type Directive, directivesAt } from '../systems/index.js';
import type { Diagnostic } from './diagnostics.js';
import { isRule, type LockedAttempt, RULE_IDS } from './severities.js';

/** Something that the engine itself reports about the configuration or a comment. */
export interface EngineReport extends Report {
  rule: string;
}

/** Days ahead on which an ending is announced (design, section 7). */
const SOON_DAYS = 30;

/** Suppresses findings by comments in place; reports the comments that are incomplete or unused. */
export function applyDirectives(
  directives: readonly Directive[],
  diagnostics: readonly Diagnostic[],
  asOf: string,
  policy?: Policy,
): EngineReport[] {
  const reports: EngineReport[] = [];
  const ignores = directives.filter(({ kind }) => kind === 'ignore');
  const standingAt = directivesAt(ignores);
  const diagnosticsAt = new Map<Directive, Diagnostic[]>(ignores.map((directive) => [directive, []]));
  for (const diagnostic of ignores.length === 0 ? [] : diagnostics) {
    for (const directive of diagnostic.at ? standingAt(diagnostic.at) : [])
      diagnosticsAt.get(directive)?.push(diagnostic);
  }
  for (const directive of ignores) {
    const { reason, until, at } = directive;
    const known = directive.names.filter((name) => isRule(name));
    const unknown = directive.names.filter((name) => !isRule(name));
    const words = unknown.filter((name) => !name.includes('/'));
    const removal = removed('Remove the ignore', () => directive.without(directive.names));
    const report = (name: string) =>
      unknownIgnore(name, at, {
        rename: (to) => directive.renamed(name, to),
        remove: () => directive.without([name]),
      });
    for (const name of unknown) if (name.includes('/')) reports.push(report(name));
    if (words.length === 1) reports.push(report(words[0] as string));
    else if (words.length > 1) reports.push(reasonAsNames(words, at, removal));
    if (directive.names.length === 0) {
      reports.push({
        rule: 'config/unknown-ignore',
        at,
        message: 'The ignore names no rule, so it has no effect.',
        fixes: [removal],
      });
      continue;
    }
    const broken = brokenTerm(until, policy, asOf);
    if (broken) {
      reports.push(policyReport(known, broken, policy, at));
      continue;
    }
    const used = new Set<string>();
    for (const diagnostic of diagnosticsAt.get(directive) ?? []) {
      if (!known.includes(diagnostic.finding.rule)) continue;
      used.add(diagnostic.finding.rule);
      if (reason === '' || !holdsOn(directive, asOf)) continue;
      if (diagnostic.lockedBy !== undefined)
        reports.push({
          ...lockedAttempt({ rule: diagnostic.finding.rule, lockedBy: diagnostic.lockedBy, at }),
          fixes: [removed('Remove the ignore', () => directive.without([diagnostic.finding.rule]))],
        });
      else
        diagnostic.finding.ignored ??= { kind: 'comment', reason, ...(until === undefined ? {} : { until }) };
    }
    const remove = (names: readonly string[]) => directive.without(names);
    reports.push(...stateOf({ names: known, reason, until, at, remove }, used, asOf));
  }
  return reports;
}

/** The files of a run. */
export interface RunFiles {
  checked: readonly string[];
  /** Files that were only found to use a framework that is not read yet. */
  unread: readonly string[];
  /** Whether an entry for some files may be used by a file of the workspace that is no part of the run. */
  mayBeUsed(matches: FileMatcher): boolean;
  /** Takes entries of which this run cannot say whether they are used, with what is reported if nothing uses them. */
  leaveOpen?(used: boolean, unused: readonly EngineReport[]): void;
}

/** Suppresses findings by entries of the configuration whose files were checked in this run. */
export function applyIgnoreEntries(
  layers: readonly ConfigLayer[],
  diagnostics: readonly Diagnostic[],
  { checked, unread, mayBeUsed, leaveOpen }: RunFiles,
  asOf: string,
  policy?: Policy,
): EngineReport[] {
  const reports: EngineReport[] = [];
  const ofPolicy = new Set(layers.flatMap((layer) => (layer.policy ? layer.ignore : [])));
  const ignores = [...new Set(layers.flatMap((layer) => layer.ignore))];
  const ignoresOf = indexByFile(ignores, ({ matches }) => matches);
  const isOfUnread = ({ rule }: IgnoreEntry) => rule === 'framework/unread';
  const inRun = new Set([
    ...checked.flatMap((file) => ignoresOf(file).filter((one) => !isOfUnread(one))),
    ...unread.flatMap((file) => ignoresOf(file).filter(isOfUnread)),
  ]);
  const diagnosticsOf = new Map<IgnoreEntry, Diagnostic[]>();
  for (const diagnostic of ignores.length === 0 ? [] : diagnostics) {
    for (const ignore of ignoresOf(diagnostic.finding.file)) {
      if (!isAbout(ignore, diagnostic)) continue;
      const known = diagnosticsOf.get(ignore);
      if (known) known.push(diagnostic);
      else diagnosticsOf.set(ignore, [diagnostic]);
    }
  }
  for (const ignore of ignores) {
    const remove = () => ignore.at.edit?.()?.remove();
    if (!isRule(ignore.rule)) {
      const { at, rule } = ignore;
      reports.push(
        unknownIgnore(rule, at, { rename: (to) => at.edit?.()?.set('rule', to), remove: () => remove() }),
      );
      continue;
    }
    if (!inRun.has(ignore)) continue;
    const broken = ofPolicy.has(ignore) ? undefined : brokenTerm(ignore.until, policy, asOf);
    if (broken) {
      reports.push(policyReport([ignore.rule], broken, policy, ignore.at));
      continue;
    }
    const used = new Set<string>();
    for (const diagnostic of diagnosticsOf.get(ignore) ?? []) {
      used.add(ignore.rule);
      if (ignore.reason === '' || !holdsOn(ignore, asOf)) continue;
      if (diagnostic.lockedBy !== undefined)
        reports.push({
          ...lockedAttempt({ rule: ignore.rule, lockedBy: diagnostic.lockedBy, at: ignore.at }),
          fixes: [removed('Remove the ignore', remove)],
        });
      else {
        const until = ignore.until === undefined ? {} : { until: ignore.until };
        diagnostic.finding.ignored ??= { kind: 'config', reason: ignore.reason, ...until };
      }
    }
    const { reason, until, at } = ignore;
    const stated = { names: [ignore.rule], reason, until, at, remove };
    if (mayBeUsed(ignore.matches)) {
      leaveOpen?.(used.has(ignore.rule), stateOf(stated, new Set(), asOf));
      used.add(ignore.rule);
    }
    reports.push(...stateOf(stated, used, asOf));
  }
  return reports;
}

/** How an ignore breaks the conditions of a policy; undefined where it keeps them. Days count from the day of the run. */
function brokenTerm(until: string | undefined, policy: Policy | undefined, asOf: string): string | undefined {
  const { requireUntil = false, maxDays } = policy?.ignores ?? {};
  if (until === undefined)
    return requireUntil || maxDays !== undefined ? 'has no end date (`until`)' : undefined;
  const days = (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${asOf}T00:00:00Z`)) / 86_400_000;
  return maxDays !== undefined && days > maxDays ? `ends more than ${maxDays} days from now` : undefined;
}

function policyReport(
  names: readonly string[],
  broken: string,
  policy: Policy | undefined,
  at: Place,
): EngineReport {
  const what = names.map((name) => `\`${name}\``).join(', ');
  const whose = policy?.owner ? ` of ${ownerWords(policy.owner)}` : '';
  return {
    rule: 'config/policy',
    at,
    message: `The ignore of ${what} ${broken}. The policy${whose} does not allow it, so it has no effect.`,
  };
}

/** Whom to ask about a policy: `Security (security@example.com)`. */
export function ownerWords({ name, contact }: { name: string; contact?: string }): string {
  return contact === undefined ? name : `${name} (${contact})`;
}

/** Whether an entry for the file of a finding applies to the finding. */
function isAbout(ignore: IgnoreEntry, { finding }: Diagnostic): boolean {
  return finding.rule === ignore.rule && (ignore.path === undefined || ignore.path === finding.path);
}

interface Ignore {
  names: readonly string[];
  reason: string;
  until: string | undefined;
  at: Place;
  /** Takes names out of it; all of them where it has one. */
  remove(names: readonly string[]): Edits;
}

/** What has no effect can be removed without a risk. */
const removed = (title: string, edits: () => Edits): Repair => ({ title, safe: true, edits });

function stateOf(
  { names, reason, until, at, remove }: Ignore,
  used: ReadonlySet<string>,
  asOf: string,
): EngineReport[] {
  const what = names.map((name) => `\`${name}\``).join(', ');
  if (names.length === 0) return [];
  const fixes = [removed('Remove the ignore', () => remove(names))];
  if (reason === '') {
    return [
      {
        rule: 'config/ignore-without-reason',
        at,
        message: `The ignore of ${what} has no reason, so it has no effect.`,
        fixes,
      },
    ];
  }
  const ended = endedWords(until, asOf);
  if (ended)
    return [{ rule: 'config/expired-ignore', at, message: `The ignore of ${what} ${ended}.`, fixes }];
  const unused = names.filter((name) => !used.has(name));
  if (unused.length > 0)
    return [
      {
        rule: 'config/unused-ignore',
        at,
        message: `The ignore of ${unused.map((name) => `\`${name}\``).join(', ')} is unused: it suppresses no finding.`,
        fixes: [removed('Remove the unused ignore', () => remove(unused))],
      },
    ];
  if (until !== undefined && endsSoon(until, asOf)) {
    return [{ rule: 'config/expiring-soon', at, message: `The ignore of ${what} expires on ${until}.` }];
  }
  return [];
}

/** How a statement came to its end; undefined while it holds. */
export function endedWords(until: string | undefined, asOf: string): string | undefined {
  if (until === undefined || holdsOn({ until }, asOf)) return undefined;
  return isRealDate(until)
    ? `expired on ${until} and has no effect`
    : `has the invalid end date \`${until}\` (expected YYYY-MM-DD) and has no effect`;
}

/** Whether a date lies at most 30 days ahead of `asOf`. */
function endsSoon(until: string, asOf: string): boolean {
  return Date.parse(`${until}T00:00:00Z`) - Date.parse(`${asOf}T00:00:00Z`) <= SOON_DAYS * 86_400_000;
}

/** Expired attestations, and those that end soon, as far as their files were checked. */
export function attestationStates(
  layers: readonly ConfigLayer[],
  checked: readonly string[],
  asOf: string,
): EngineReport[] {
  const all = [...new Set(layers.flatMap((layer) => layer.attestations))].filter(({ until }) => until);
  const attestationsOf = indexByFile(all, ({ matches }) => matches);
  const inRun = new Set(all.length === 0 ? [] : checked.flatMap(attestationsOf));
  return all.flatMap((attestation): EngineReport[] => {
    const { until, at } = attestation;
    if (until === undefined || !inRun.has(attestation)) return [];
    if (!holdsOn(attestation, asOf)) {
      return [
        {
          rule: 'config/expired-attestation',
          at,
          message: `The attestation expired on ${until}: its controls no longer count.`,
          fixes: [removed('Remove the attestation', () => at.edit?.()?.remove())],
        },
      ];
    }
    return endsSoon(until, asOf)
      ? [{ rule: 'config/expiring-soon', at, message: `The attestation expires on ${until}.` }]
      : [];
  });
}

/** How an ignore of a rule that does not exist is mended. */
interface UnknownEdits {
  rename(to: string): Edits;
  remove(): Edits;
}

function unknownIgnore(name: string, at: Place, { rename, remove }: UnknownEdits): EngineReport {
  const meant = nearest(name, RULE_IDS);
  const suggestion = meant ? ` Did you mean \`${meant}\`?` : '';
  return {
    rule: 'config/unknown-ignore',
    at,
    message: `Unknown rule \`${name}\`.${suggestion}`,
    // Under its right name it is a new ignore, which a person has to claim.
    fixes: [
      meant === undefined
        ? removed('Remove the ignore', remove)
        : { title: `Claim: ignore \`${meant}\` here`, edits: () => rename(meant) },
    ],
  };
}

/** Words where names of rules belong: a reason that is not set apart. */
const reasonAsNames = (words: readonly string[], at: Place, removal: Repair): EngineReport => ({
  rule: 'config/unknown-ignore',
  at,
  message: `\`${words.join(' ')}\` is not the name of a rule. Write the reason after \` -- \`.`,
  fixes: [removal],
});

/** An attempt to change a locked rule. */
export function lockedAttempt({ rule, lockedBy, at }: LockedAttempt): EngineReport {
  return {
    rule: 'config/locked-rule',
    at,
    message: `\`${rule}\` is locked by ${lockedBy}, so this has no effect.`,
  };
}
