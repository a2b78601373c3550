/** The marks of JSON, and of comments in it, by their code. */
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const STAR = 42;
export const COMMA = 44;
export const SLASH = 47;
export const COLON = 58;
export const OPEN_LIST = 91;
export const BACKSLASH = 92;
export const CLOSE_LIST = 93;
export const OPEN_OBJECT = 123;
export const CLOSE_OBJECT = 125;
