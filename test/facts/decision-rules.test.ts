import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import decisionSchema from '../../schemas/decision.schema.json' with { type: 'json' };
import { SPEC_SENTENCES, sentencesBehind, specSentence } from '../../src/facts/decision-rules.js';

describe('the sentences of the spec', () => {
  it('cover every rule that a reason of a decision can cite', () => {
    const cited = decisionSchema.definitions.decisionReason.properties.rule.enum;
    expect(cited.map((id) => specSentence(id).id)).toEqual(cited);
  });

  it('name lint rules and categories that exist', () => {
    const ids = RULES.map(({ id }) => id as string);
    const known = new Set([...ids, ...ids.map((id) => `${id.slice(0, id.indexOf('/'))}/*`)]);
    const named = SPEC_SENTENCES.flatMap(({ explains }) => explains);
    expect(named.filter((one) => !known.has(one))).toEqual([]);
  });

  it('are behind every rule that cites section 1', () => {
    const silent = RULES.filter(({ spec }) => spec?.split(', ').includes('1')).filter(
      ({ id }) => sentencesBehind(id).length === 0,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('are found by rule and by category, in the order of the spec', () => {
    expect(sentencesBehind('runtime/beta').map(({ id }) => id)).toEqual(['constraint-4', 'beta-header']);
    expect(sentencesBehind('scope/toxic-flow').map(({ id }) => id)).toEqual([
      'guidance-scope',
      'guidance-approval',
    ]);
    expect(sentencesBehind('file/syntax')).toEqual([]);
  });
});
