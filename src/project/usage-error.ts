/** A wrong call: the message says what is wrong, and what was meant. */
export class UsageError extends Error {
  /** `hint`: where to read more, on a line of its own. */
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
