/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Whether a dated statement holds on a day (`YYYY-MM-DD`, UTC); its last day counts (design, section 8). A date that is
 * none ends it at once: what nobody can read must not hold for ever.
 */
export function holdsOn(statement: { until?: string }, day: string): boolean {
  return statement.until === undefined || (isRealDate(statement.until) && statement.until >= day);
}

/** Today in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
