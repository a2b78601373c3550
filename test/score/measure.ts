import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { classifyEffect, commonPrefix, type ToolEffect } from '../../src/effects/index.js';

/** One row of the labelled set: a tool of a published MCP server with its vendor's annotations. */
export interface Row {
  server: string;
  repo: string;
  name: string;
  description: string | null;
  readOnlyHint: boolean | null;
  destructiveHint: boolean | null;
}

/** What the classifier may look at. */
export type View = 'names' | 'names and prefix' | 'names and descriptions' | 'all with annotations';
export const VIEWS: readonly View[] = [
  'names',
  'names and prefix',
  'names and descriptions',
  'all with annotations',
];

export type Scored = Row & { answer: ToolEffect };

/** Counts over tools that were not answered `unknown`; each share is a number from 0 to 1, or undefined. */
export interface Figures {
  tools: number;
  writePrecision: number | undefined;
  writeRecall: number | undefined;
  deletePrecision: number | undefined;
  deleteRecall: number | undefined;
  unknown: number;
}

/** Vendors whose labels are made by rule, or lack a destructive hint (tool-effects.md, section 7). */
export const NOISY: ReadonlySet<string> = new Set([
  'PagerDuty/pagerduty-mcp-server',
  'mongodb-js/mongodb-mcp-server',
  'microsoft/playwright-mcp',
  'ChromeDevTools/chrome-devtools-mcp',
]);

const LABELLED = new URL('../../../shared/facts/tool-effects.dev.jsonl', import.meta.url);
const OUTWARD = new URL('./outward.json', import.meta.url);

/** The labelled set beside the checkout; undefined where it is not there. */
export function readRows(): Row[] | undefined {
  let text: string;
  try {
    text = readFileSync(fileURLToPath(LABELLED), 'utf8');
  } catch {
    return undefined;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Our own labels: `server/name` of the tools whose act leaves the system, by the verbs of the design. */
export function readOutward(): Set<string> {
  const labels = JSON.parse(readFileSync(fileURLToPath(OUTWARD), 'utf8')) as { tools: string[] };
  return new Set(labels.tools);
}

function answer(row: Row, view: View, prefix: string | undefined): ToolEffect {
  const full = view === 'names and descriptions' || view === 'all with annotations';
  const annotations = {
    ...(row.readOnlyHint === null ? {} : { readOnlyHint: row.readOnlyHint }),
    ...(row.destructiveHint === null ? {} : { destructiveHint: row.destructiveHint }),
  };
  return classifyEffect({
    name: row.name,
    ...(view === 'names' || prefix === undefined ? {} : { commonPrefix: prefix }),
    ...(full && row.description !== null ? { description: row.description } : {}),
    ...(view === 'all with annotations' ? { annotations } : {}),
  });
}

/** Classifies every row, looking only at what the view allows. */
export function scoreRows(rows: readonly Row[], view: View): Scored[] {
  const prefixes = new Map<string, string | undefined>();
  for (const server of new Set(rows.map((row) => row.server))) {
    const names = rows.filter((row) => row.server === server).map((row) => row.name);
    prefixes.set(server, commonPrefix(names));
  }
  return rows.map((row) => ({ ...row, answer: answer(row, view, prefixes.get(row.server)) }));
}

const share = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

/** Read or write, hard destructive, and the share of unknown, for one group of rows. */
export function figuresOf(rows: readonly Scored[]): Figures {
  const known = rows.filter((row) => row.answer.effect !== 'unknown');
  const saysWrite = known.filter((row) => row.answer.effect !== 'read');
  const isWrite = known.filter((row) => row.readOnlyHint !== true);
  const rightWrites = saysWrite.filter((row) => row.readOnlyHint !== true).length;
  // Without a destructive hint a write tells nothing of this question.
  const explicit = known.filter((row) => row.readOnlyHint === true || row.destructiveHint !== null);
  const isDestructive = (row: Row): boolean => row.readOnlyHint !== true && row.destructiveHint === true;
  const saysDelete = explicit.filter((row) => row.answer.effect === 'destructive');
  const rightDeletes = saysDelete.filter(isDestructive).length;
  return {
    tools: rows.length,
    writePrecision: share(rightWrites, saysWrite.length),
    writeRecall: share(rightWrites, isWrite.length),
    deletePrecision: share(rightDeletes, saysDelete.length),
    deleteRecall: share(rightDeletes, explicit.filter(isDestructive).length),
    unknown: share(rows.length - known.length, rows.length) ?? 0,
  };
}

/** The mean of each figure over repositories: a large vendor weighs no more than a small one. */
export function macroFigures(rows: readonly Scored[]): Figures {
  const repos = [...new Set(rows.map((row) => row.repo))];
  const each = repos.map((repo) => figuresOf(rows.filter((row) => row.repo === repo)));
  const mean = (pick: (figures: Figures) => number | undefined): number | undefined => {
    const values = each.map(pick).filter((value) => value !== undefined);
    return share(
      values.reduce((sum, value) => sum + value, 0),
      values.length,
    );
  };
  return {
    tools: rows.length,
    writePrecision: mean((figures) => figures.writePrecision),
    writeRecall: mean((figures) => figures.writeRecall),
    deletePrecision: mean((figures) => figures.deletePrecision),
    deleteRecall: mean((figures) => figures.deleteRecall),
    unknown: mean((figures) => figures.unknown) ?? 0,
  };
}

/** Share of the outward tools found; `destructive` counts as found, `unknown` as missed. */
export function outwardRecall(rows: readonly Scored[], outward: ReadonlySet<string>): number | undefined {
  const labelled = rows.filter((row) => outward.has(`${row.server}/${row.name}`));
  const found = labelled.filter(({ answer: { effect } }) => effect === 'outward' || effect === 'destructive');
  return share(found.length, labelled.length);
}

/** Two halves of the repositories, whole vendors each: every other one of the sorted list. */
export function halves(rows: readonly Scored[]): [Scored[], Scored[]] {
  const repos = [...new Set(rows.map((row) => row.repo))].sort();
  const even = new Set(repos.filter((_, index) => index % 2 === 0));
  return [rows.filter((row) => even.has(row.repo)), rows.filter((row) => !even.has(row.repo))];
}
