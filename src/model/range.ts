/** A place in a text: line and column count from 1, columns in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/** A range of text; `end` is exclusive. */
export interface Range {
  start: Position;
  end: Position;
  /** The cell and line that it starts at, in the code of a notebook. */
  cell?: CellLine;
}

/** A line of a cell of a notebook; both count from 1, cells of text included. */
export interface CellLine {
  number: number;
  line: number;
}
