/** Exit status, a contract (design, section 5). */
export const EXIT = {
  ok: 0,
  findings: 1,
  usage: 2,
  configuration: 3,
  nothingFound: 4,
  internal: 70,
} as const;
