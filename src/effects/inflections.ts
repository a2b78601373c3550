/** `-s` and `-ing` of a base form, by the rules of English spelling. */
export function inflections(base: string): string[] {
  const last = base.at(-1) ?? '';
  const beforeLast = base.at(-2) ?? '';
  const vowel = (letter: string): boolean => 'aeiou'.includes(letter);
  const forms: string[] = [];
  if (last === 'y' && !vowel(beforeLast)) forms.push(`${base.slice(0, -1)}ies`);
  else if (/(?:s|x|z|ch|sh)$/.test(base)) forms.push(`${base}es`);
  else forms.push(`${base}s`);
  if (last === 'e' && beforeLast !== 'e') forms.push(`${base.slice(0, -1)}ing`);
  else forms.push(`${base}ing`);
  if (!vowel(last) && !'wxy'.includes(last) && vowel(beforeLast) && !vowel(base.at(-3) ?? 'a')) {
    forms.push(`${base}${last}ing`);
  }
  return forms;
}

/** Who or what does it, by the rules of English spelling: `reader`, `scraper`, `executor`. */
export function actorsOf(base: string): string[] {
  if (base.length < 4 && base !== 'run') return [];
  const [, gerund = '', doubled = ''] = inflections(base);
  const stem = base.endsWith('e') ? base.slice(0, -1) : base;
  const actors = [`${stem}er`, `${stem}or`];
  if (base.endsWith('y')) actors.push(`${base.slice(0, -1)}ier`);
  if (doubled !== '' && gerund !== '') actors.push(`${doubled.slice(0, -'ing'.length)}er`);
  return actors;
}
