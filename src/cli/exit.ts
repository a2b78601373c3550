/** Exit status, a contract (design, section 5). */
export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  configuration: 3,
  nothingFound: 4,
  internal: 70,
} as const;

/** A wrong call: the message says what is wrong, and what was meant. Ends with status 2. */
export class UsageError extends Error {
  /** `hint`: where to read more, on a line of its own. */
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
