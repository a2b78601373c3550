import type { Position, Range } from 'vscode-languageserver';

/** A cell as an editor has it. */
export interface CellText {
  readonly uri: string;
  readonly isCode: boolean;
  readonly language: string;
  readonly text: string;
}

/** A notebook as the file that it would be saved as, and the way back to its cells. */
export interface NotebookText {
  readonly text: string;
  /** Where a range of the file stands among the cells; undefined where it is in none. */
  locate(range: Range): { readonly uri: string; readonly range: Range } | undefined;
}

/** Writes the cells of a notebook as a file, a line of a cell on a line. */
export function notebookText(cells: readonly CellText[]): NotebookText {
  const lines = ['{"cells":['];
  const known = new Map<number, { readonly cell: number; readonly uri: string; readonly line: number }>();
  for (const [cell, { uri, isCode, language, text }] of cells.entries()) {
    const head = {
      cell_type: isCode ? 'code' : 'markdown',
      metadata: { vscode: { languageId: language } },
      ...(isCode && { execution_count: null, outputs: [] }),
    };
    lines.push(`${cell === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"source":[`);
    const own = text.split(/(?<=\n)/);
    for (const [line, words] of own.entries()) {
      known.set(lines.length, { cell, uri, line });
      lines.push(`${JSON.stringify(words)}${line < own.length - 1 ? ',' : ''}`);
    }
    lines.push(']}');
  }
  lines.push('],"metadata":{},"nbformat":4,"nbformat_minor":5}');
  const positionOf = ({ line, character }: Position): Position => ({
    line: known.get(line)?.line ?? 0,
    character: lengthOf((lines[line] ?? '').slice(1, character)),
  });
  return {
    text: `${lines.join('\n')}\n`,
    locate({ start, end }) {
      const [from, to] = [known.get(start.line), known.get(end.line)];
      if (!from) return undefined;
      const first = positionOf(start);
      return {
        uri: from.uri,
        range: { start: first, end: to?.cell === from.cell ? positionOf(end) : first },
      };
    },
  };
}

/** The length of what the beginning of a text of JSON stands for; a cut through an escape counts as before it. */
function lengthOf(written: string): number {
  for (let cut = written.length; cut >= Math.max(0, written.length - LONGEST_ESCAPE); cut--)
    try {
      return (JSON.parse(`"${written.slice(0, cut)}"`) as string).length;
    } catch {
      // The cut is within an escape.
    }
  return 0;
}

/** Letters of an escape of JSON. */
const LONGEST_ESCAPE = 6;
