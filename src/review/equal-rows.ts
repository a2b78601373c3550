import { groupedBy } from '../model/grouped.js';
import { anchored } from './anchors.js';
import { type Cell, words } from './document.js';

/** Rows that read the same but for the columns `varying` are one row, which names what each of them names. */
export function equalRows(
  rows: readonly (readonly Cell[])[],
  varying: readonly number[],
): (readonly Cell[])[] {
  const read = (row: readonly Cell[]) =>
    JSON.stringify(row.filter((_, at) => !varying.includes(at)).map(wordsOf));
  return [...groupedBy(rows, read).values()].map((equal) => {
    const [first = []] = equal;
    return equal.length === 1 ? first : first.map((_, at) => oneOfEach(equal.map((row) => row[at] ?? '')));
  });
}

/** Cells beside each other, those that read the same once, with the places of all of them. */
function oneOfEach(cells: readonly Cell[]): Cell {
  const distinct = [...groupedBy(cells, wordsOf).values()].map(([first = '', ...others]): Cell => {
    const own = new Set(anchorsOf(first));
    const more = new Set(others.flatMap(anchorsOf).filter((id) => !own.has(id)));
    return [...more].reduce<Cell>((cell, id) => anchored(id, cell), first);
  });
  const [only = ''] = distinct;
  return distinct.length > 1 ? words(distinct) : only;
}

/** What a reader sees of a cell. */
function wordsOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if ('code' in cell) return cell.code;
  if ('cell' in cell) return wordsOf(cell.cell);
  if ('text' in cell) return cell.text;
  return partsOf(cell).map(wordsOf).join('\n');
}

function anchorsOf(cell: Cell): string[] {
  if (typeof cell === 'string') return [];
  if ('cell' in cell) return [...('anchor' in cell ? [cell.anchor] : []), ...anchorsOf(cell.cell)];
  return partsOf(cell).flatMap(anchorsOf);
}

function partsOf(cell: Exclude<Cell, string>): readonly Cell[] {
  if ('lines' in cell) return cell.lines;
  if ('words' in cell) return cell.words;
  return 'parts' in cell ? cell.parts : [];
}
