import { type SystemOutline, systemOutline } from '../compare/system-json.js';
import { joinedFindings, type OnValue } from '../lint/diagnostics.js';
import { type LintOptions, lintWorkspace, withBaseline } from '../lint/lint.js';
import type { LintResult, SystemTexts } from '../lint/result.js';
import type { Waiver } from '../lint/waivers.js';
import type { ResolvedConfig, Workspace } from '../model/index.js';
import { reportJson, shardMember } from '../report/formats/json.js';
import { selectPart } from '../systems/shards.js';
import { joinParts, type ReadReport } from './parts.js';
import { resultOf } from './result.js';

/** What the check of a part gave: plain data, and texts. Nothing of the files themselves stays in memory. */
export interface PartResult {
  readonly report: ReadReport<SystemOutline>;
  readonly onValues: readonly OnValue[];
  /** The texts of its systems, in the order of the report. */
  readonly textsOf: SystemTexts['of'];
}

/** Checks some files of a workspace on which no other file depends, and which depend on none. */
export function lintPart(
  workspace: Workspace,
  config: ResolvedConfig,
  options: LintOptions,
  files: Iterable<string>,
): PartResult {
  const systems: SystemOutline[] = [];
  const texts = options.systemTexts?.();
  const result = lintWorkspace(workspace, config, {
    ...options,
    selection: selectPart(workspace, files, options.selection),
    withoutSystems: true,
    withPlaces: true,
    systemTexts: () => ({
      ...(texts ?? NO_TEXTS),
      add(system) {
        systems.push(systemOutline(system));
        texts?.add(system);
      },
    }),
  });
  const waivers = [...(texts?.waivers() ?? [])].map((text) => JSON.parse(text) as Waiver);
  return {
    report: {
      ...reportJson(result),
      // With what the report of a run has no member for.
      notAssessed: result.notAssessed.map(({ at, ...one }) => ({
        ...one,
        file: at.file,
        range: at.range(),
        path: at.path,
      })),
      systems,
      shard: { ...shardMember(result, { index: 1, of: 1 }), waivers },
    },
    onValues: result.onValues ?? [],
    textsOf: (format) => texts?.of(format),
  };
}

const NO_TEXTS: Omit<SystemTexts, 'add'> = { waivers: () => [], of: () => undefined };

/** Joins all parts of a workspace: the result that a run on the whole has. */
export function joinPartResults(
  parts: readonly PartResult[],
  config: ResolvedConfig,
  options: LintOptions,
): LintResult {
  const reports = parts.map(({ report }, part) => ({
    ...report,
    systems: report.systems.map((system) => ({ ...system, part })),
  }));
  const joined = joinParts(reports, joinedFindings(parts.flatMap(({ onValues }) => onValues)));
  const result = resultOf(joined, (format) => textsInOrder(joined.systems, parts, format));
  return withBaseline(result, config, options);
}

/** The texts of systems in the order of the systems. Each part has its own in that order, so that none is looked for. */
function textsInOrder(
  systems: readonly { part: number }[],
  parts: readonly PartResult[],
  format: string,
): Iterable<string> | undefined {
  const texts = parts.map(({ textsOf }) => textsOf(format)?.[Symbol.iterator]());
  if (texts.includes(undefined)) return undefined;
  return (function* () {
    for (const { part } of systems) {
      const next = texts[part]?.next();
      if (next && !next.done) yield next.value;
    }
  })();
}
