import { describe, expect, it } from 'vitest';
import { lexicon } from '../../src/effects/lexicon.js';
import data from '../../src/effects/lexicon.json' with { type: 'json' };

const split = (words: string): string[] => words.split(' ').filter((word) => word !== '');
const listed = Object.values(data.words).flatMap((senses) =>
  Object.values(senses).flatMap((themes) => Object.values<string>(themes).flatMap(split)),
);

describe('the lexicon', () => {
  it('says where it comes from and when it was looked at', () => {
    expect(data.source).not.toBe('');
    expect(data.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('has each word once', () => {
    expect(listed.filter((word, index) => listed.indexOf(word) !== index)).toEqual([]);
  });

  it('has a word for every verb of its pairs and every word that it calls unsure', () => {
    const verbs = [
      ...data.pairs.flatMap((pair) => split(pair.verbs)),
      ...split(data.unsure),
      ...split(data.areas),
      ...data.outwardPhrases.flatMap((phrase) => split(phrase.verbs)),
    ];
    expect(verbs.filter((verb) => !lexicon().words.has(verb))).toEqual([]);
  });

  it.each([
    ['deletes', 'delete'],
    ['deleting', 'delete'],
    ['cancels', 'cancel'],
    ['pushes', 'push'],
    ['modifies', 'modify'],
    ['setting', 'set'],
    ['submitting', 'submit'],
    ['paying', 'pay'],
    ['merging', 'merge'],
  ])('knows "%s" in prose as a form of "%s"', (form, base) => {
    expect(lexicon().inflected.get(form)?.base).toBe(base);
  });

  it('is compiled once', () => {
    expect(lexicon()).toBe(lexicon());
  });
});
