import { lexicon, type Word } from './lexicon.js';

const DERIVING = ['un', 're', 'auto', 'bulk', 'mass', 'batch'];

/** The word of a token: as listed, or derived with a prefix (`unfreeze`, `resend`). */
export function wordOf(token: string): Word | undefined {
  const { words } = lexicon();
  const listed = words.get(token);
  if (listed) return listed;
  for (const prefix of DERIVING) {
    const stem = token.startsWith(prefix) ? words.get(token.slice(prefix.length)) : undefined;
    if (!stem || stem.sense === 'noun' || stem.base.length < 4) continue;
    // What is made again was lost before: `recreate` is no plain create.
    if (prefix === 're') return { ...stem, fixed: false };
    if (prefix !== 'un') return stem;
    // To undo an act is a change, however grave the act was: `undeploy`. Nothing undoes a read: `unread`.
    return stem.effect === 'read' ? undefined : { ...stem, base: token, effect: 'change' };
  }
  return undefined;
}

/** The word of a form of prose: `deletes`, `deleting`, `reinstalls`. */
export function inflectedWord(token: string): Word | undefined {
  const { inflected } = lexicon();
  const word = inflected.get(token);
  if (word || !token.startsWith('re')) return word;
  const stem = inflected.get(token.slice(2));
  return stem?.sense === 'verb' && stem.base.length > 3 ? { ...stem, fixed: false } : undefined;
}

/** The base form of a token that ends in `-s`, else the token. */
export function singular(token: string): string {
  if (!isPlural(token)) return token;
  if (/^(?:cook|mov|self)ies$/.test(token)) return token.slice(0, -1);
  if (token.endsWith('ies')) return `${token.slice(0, -3)}y`;
  return /(?:ses|xes|ches|shes)$/.test(token) && !token.endsWith('ases')
    ? token.slice(0, -2)
    : token.slice(0, -1);
}

/** Whether a token is, by its ending, the plural of a noun. */
export function isPlural(token: string): boolean {
  if (token.length < 4 || !token.endsWith('s') || lexicon().lists.notPlural.has(token)) return false;
  return !/(?:ss|us|is|os)$/.test(token);
}
