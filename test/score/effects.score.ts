import { expect, test } from 'vitest';
import {
  type Figures,
  figuresOf,
  halves,
  macroFigures,
  NOISY,
  outwardRecall,
  readOutward,
  readRows,
  scoreRows,
  VIEWS,
} from './measure.js';

const percent = (value: number | undefined): string =>
  (value === undefined ? '    -' : value.toFixed(3)).padStart(6);

function line(label: string, figures: Figures): string {
  const { tools, writePrecision, writeRecall, deletePrecision, deleteRecall, unknown } = figures;
  const cells = [writePrecision, writeRecall, deletePrecision, deleteRecall, unknown].map(percent);
  return `${label.padEnd(44)}${String(tools).padStart(5)}  ${cells.join('  ')}`;
}

const HEAD = `${''.padEnd(44)}tools  writeP  writeR    delP    delR unknown`;

test('the classifier reaches its goals on the labelled tools', (context) => {
  const rows = readRows();
  if (!rows) return context.skip('skipped: corpus not present');
  const outward = readOutward();
  const report = [HEAD];
  for (const view of VIEWS) {
    const scored = scoreRows(rows, view);
    const clean = scored.filter((row) => !NOISY.has(row.repo));
    const [one, other] = halves(scored);
    report.push(
      line(`${view}: all`, figuresOf(scored)),
      line(`${view}: without noisy vendors`, figuresOf(clean)),
      line(`${view}: mean of repositories`, macroFigures(scored)),
      line(`${view}: mean, without noisy vendors`, macroFigures(clean)),
      line(`${view}: one half of the vendors`, figuresOf(one)),
      line(`${view}: the other half`, figuresOf(other)),
      `${`${view}: outward verbs found`.padEnd(44)}${String(outward.size).padStart(5)}  ${percent(outwardRecall(scored, outward))}`,
      '',
    );
  }
  const names = scoreRows(rows, 'names');
  report.push('by repository, from names');
  for (const repo of [...new Set(rows.map((row) => row.repo))].sort()) {
    report.push(line(repo, figuresOf(names.filter((row) => row.repo === repo))));
  }
  console.log(report.join('\n'));
  const figures = figuresOf(names);
  expect(figures.writePrecision).toBeGreaterThanOrEqual(0.94);
  expect(figures.writeRecall).toBeGreaterThanOrEqual(0.94);
  expect(figures.deletePrecision).toBeGreaterThanOrEqual(0.97);
  expect(figures.unknown).toBeLessThanOrEqual(0.2);
  expect(outwardRecall(names, outward)).toBeGreaterThanOrEqual(0.95);
});
