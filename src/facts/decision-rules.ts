import facts from './decision-rules.json' with { type: 'json' };

/** A rule, constraint or guideline of the spec in our own words. Source: spec, sections 1, 2, 4, 5, 8 and 9. */
export interface SpecSentence {
  /** As reasons cite it: `rule-2`, `constraint-1`, `table`. */
  id: string;
  /** As people read it: `rule 2`. */
  name: string;
  /** The section of the spec, as findings cite it. */
  section: string;
  text: string;
  /** Lint rules that it is behind: an id, or a category as `approval/*`. */
  explains: readonly string[];
}

/** All of them, in the order of the spec: rules, constraints, the table of runtimes, then the rest. */
export const SPEC_SENTENCES: readonly SpecSentence[] = facts.sentences;

/** The day on which they were last compared with the spec, `YYYY-MM-DD`. */
export const SPEC_CHECKED_ON: string = facts.checkedOn;

const BY_ID = new Map(SPEC_SENTENCES.map((one) => [one.id, one]));

/** The sentence of an id that a reason cites. Throws where the data file lacks it. */
export function specSentence(id: string): SpecSentence {
  const found = BY_ID.get(id);
  if (found === undefined) throw new Error(`No sentence ${id} in decision-rules.json`);
  return found;
}

/** The sentences behind a lint rule, in the order of the spec; empty where the spec says nothing about it. */
export function sentencesBehind(rule: string): SpecSentence[] {
  const category = `${rule.slice(0, rule.indexOf('/'))}/*`;
  return SPEC_SENTENCES.filter(({ explains }) => explains.includes(rule) || explains.includes(category));
}
