/** What differs in a notebook from one of Python that Jupyter has saved. */
interface Differences {
  language?: string;
  /** A text of a cell is one string, not a list of lines. */
  asText?: boolean;
  /** Cells of text, by their index. */
  text?: readonly number[];
  /** What each cell has printed. */
  printed?: string;
}

/** A Jupyter notebook with these cells of code, as Jupyter writes it. */
export function notebook(
  cells: readonly string[],
  { language = 'python', asText = false, text = [], printed }: Differences = {},
): string {
  const outputs = printed === undefined ? [] : [{ output_type: 'stream', name: 'stdout', text: printed }];
  return JSON.stringify(
    {
      cells: cells.map((source, index) => ({
        cell_type: text.includes(index) ? 'markdown' : 'code',
        metadata: {},
        ...(text.includes(index) ? {} : { execution_count: null, outputs }),
        source: asText ? source : source.split(/(?<=\n)/),
      })),
      metadata: { language_info: { name: language } },
      nbformat: 4,
      nbformat_minor: 5,
    },
    undefined,
    1,
  );
}
