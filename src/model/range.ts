/** A place in a text: line and column count from 1, columns in UTF-16 units. */
export interface Position {
  line: number;
  column: number;
}

/** A range of text; `end` is exclusive. */
export interface Range {
  start: Position;
  end: Position;
}
