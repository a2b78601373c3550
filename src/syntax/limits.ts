/** Deepest nesting of objects and lists that is read (design, section 9). */
export const MAX_DEPTH = 64;

/** Most values in one file of JSON, or of YAML with its aliases expanded. */
export const MAX_VALUES = 100_000;

/** Most aliases in one YAML file. */
export const MAX_ALIASES = 100;

/** Most tokens of one YAML file: seven for each `key: value` line. */
export const MAX_TOKENS = 7 * MAX_VALUES + 50_000;

/** Most brackets, `=`, `,` and `.` outside strings in one TOML file: its parser reads about 40,000 in a second. */
export const MAX_TOML_MARKS = 30_000;

/** Syntax errors named in one file. */
export const MAX_ERRORS = 5;

/** A limit that was passed, and where. */
export interface PassedLimit {
  message: string;
  offset: number;
}

/** The words for a file of JSON with too many values. */
export function tooMany(offset: number): PassedLimit {
  return { message: `more than ${MAX_VALUES} values`, offset };
}

/** The words for a file that is nested too deeply. */
export function tooDeep(offset: number): PassedLimit {
  return { message: `nested more than ${MAX_DEPTH} levels deep`, offset };
}
