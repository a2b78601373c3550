import facts from './multi-agent-beta.json' with { type: 'json' };

/** What the multi-agent beta of the Responses API does without a bound; a vendor's default does not count as one. */
export const MULTI_AGENT_BETA: Readonly<{ value: number; whose: string; optIn: string }> = {
  value: facts.value,
  whose: facts.whose,
  optIn: facts.optIn,
};
