import { RULES } from '../../rules/index.js';
import type { SystemOutline } from '../compare/system-json.js';
import type { DecisionOfFiles, LintResult, SystemTexts } from '../lint/result.js';
import { fixedPlace } from '../model/index.js';
import type { Labels } from '../report/format.js';
import { systemLines } from '../report/formats/jsonl.js';
import { nestedJson } from '../report/shared/chunks.js';
import { inOrder } from '../report/shared/order.js';
import type { Parts } from './parts.js';

/** The texts of whole systems. `stamped`: each carries its labels in JSON. */
export const textsOf =
  (systems: Parts['systems'], labelsFor: (file: string) => Labels, stamped = false): SystemTexts['of'] =>
  (format) =>
    format === 'json'
      ? mapped(systems, (one) => nestedJson(stamped ? { ...one, labels: labelsFor(one.file) } : one, 2))
      : mapped(systems, (one) => systemLines(one, labelsFor(one.file)).join(''));

/** Parts as the result of a run. */
export function resultOf(parts: Parts<SystemOutline>, textsOfSystems: SystemTexts['of']): LintResult {
  const { systems, waivers, rules } = parts;
  const products = new Set(systems.filter(({ surface }) => surface === 'product').map(({ file }) => file));
  const selfHosted = new Set(
    systems.filter(({ environment }) => environment?.kind === 'self-hosted').map(({ file }) => file),
  );
  const texts: SystemTexts = {
    add: () => undefined,
    waivers: () => waivers.map((one) => JSON.stringify(one)),
    of: textsOfSystems,
  };
  return {
    version: parts.version,
    decisions: parts.decisions.map(({ requirements, files, found, ...decision }) => ({
      decision,
      requirements: requirements as DecisionOfFiles['requirements'],
      files,
      ...(found && { found }),
      ...(files.some((file) => products.has(file)) ? {} : { settingsOnly: true as const }),
      ...(files.some((file) => selfHosted.has(file)) ? { selfHosted: true as const } : {}),
    })),
    files: parts.files,
    partly: [],
    systems: [],
    systemTexts: texts,
    systemCount: systems.length,
    findings: inOrder(parts.findings),
    notAssessed: parts.notAssessed.map(({ file, path, range, ...one }) => ({
      ...one,
      at: fixedPlace(file, path, range),
    })),
    ...(parts.acts > 0 && { acts: parts.acts }),
    unread: parts.unread,
    skipped: parts.skipped,
    ...(parts.failsOnUnread ? { failsOnUnread: true as const } : {}),
    ...(parts.failsOnUnassessed ? { failsOnUnassessed: true as const } : {}),
    unresolved: systems.flatMap(({ file, unresolved }) =>
      unresolved.map(({ what, why, range, file: other = file }) => ({
        what,
        why,
        at: fixedPlace(other, '', range),
      })),
    ),
    met: parts.met,
    notes: parts.notes,
    rules: RULES.map((rule) => ({ rule, level: rules[rule.id] ?? rule.severity })),
    asOf: parts.asOf,
  };
}

function* mapped<T>(items: readonly T[], textOf: (item: T) => string): Generator<string> {
  for (const item of items) yield textOf(item);
}
