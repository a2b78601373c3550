/** The text of a program without its byte-order mark, which is no part of it: positions count without it. */
export const programText = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);
