import type { Effect } from '../model/effect.js';
import { once } from '../model/once.js';
import { actorsOf, inflections } from './inflections.js';
import data from './lexicon.json' with { type: 'json' };

/** How a word may be in a name: `verb` acts anywhere, `both` at either end, `noun` only before an object. */
export type Sense = 'verb' | 'both' | 'noun';

/** A word that says what a tool does. */
export interface Word {
  /** The word as the lexicon has it. */
  base: string;
  effect: Effect;
  sense: Sense;
  /** Says little by itself: `manage`, `run`. What it acts on, or the description, decides. */
  generic: boolean;
  /** Known to mislead: a reading from it alone has low confidence. */
  unsure: boolean;
  /** One of create, add, draft, update, edit, set: a change, whatever a vendor's label says (design, section 1). */
  fixed: boolean;
}

/** What a verb does when it acts on one of these objects. */
export interface Pair {
  verbs: ReadonlySet<string>;
  objects: ReadonlySet<string>;
  /** The object has to follow the verb directly. */
  near: boolean;
  /** Last objects that make it another act: `run_code_analysis` runs no code. */
  unless: ReadonlySet<string>;
  effect: Effect;
  openEnded: boolean;
}

/** Words that decide together: `dry_run`. */
export interface Phrase {
  words: readonly string[];
  effect: Effect;
  openEnded: boolean;
}

/** The first and the last of two words that decide where nothing else is in a name. */
export interface Whole {
  first: ReadonlySet<string>;
  last: ReadonlySet<string>;
  effect: Effect;
  openEnded: boolean;
}

export interface Lexicon {
  words: ReadonlyMap<string, Word>;
  /** `deletes`, `deleting` -> the word; for prose, where verbs are inflected. */
  inflected: ReadonlyMap<string, Word>;
  /** `deletion` -> the word for the act. */
  nominal: ReadonlyMap<string, Word>;
  /** The first three letters of every word and object: what starts otherwise is no compound of them. */
  beginnings: ReadonlySet<string>;
  phrases: readonly Phrase[];
  /** Two words that decide where they are the whole name: `phone_call`. */
  wholes: readonly Whole[];
  /** Pairs by verb. */
  pairs: ReadonlyMap<string, readonly Pair[]>;
  rawRequests: readonly (readonly string[])[];
  /** Two words for one thing, of which the first is a verb elsewhere: `pull request`. */
  compounds: readonly (readonly string[])[];
  /** By word: what ends a name in which that word is no act, `transfer_fee_quote`. */
  lookedAt: ReadonlyMap<string, readonly LookedAt[]>;
  /** What a transfer of a conversation transfers, and who takes it. */
  conversationTransfer: {
    carried: ReadonlySet<string>;
    passed: ReadonlySet<string>;
    takers: ReadonlySet<string>;
  };
  /** Phrases of descriptions that state an outward act. */
  outwardPhrases: readonly OutwardPhrase[];
  /** Words that name a sum if their description, or the words behind them, mention numbers. */
  arithmetic: Readonly<Record<'names' | 'objects' | 'amounts', ReadonlySet<string>>>;
  /** How descriptions state an irreversible loss. */
  irreversibility: ReturnType<typeof compileIrreversibility>;
  lists: Lists;
}

/** Nouns that are looked at behind a word that acts elsewhere. */
export interface LookedAt {
  /** The last word of the name. */
  lastWords: ReadonlySet<string>;
  /** Any word behind the one that acts elsewhere. */
  within: ReadonlySet<string>;
}

/** Verbs of a description, with the objects that make it plain what leaves the system. */
export interface OutwardPhrase {
  verbs: ReadonlySet<string>;
  objects: ReadonlySet<string>;
}

const split = (words: string): string[] => words.split(' ').filter((word) => word !== '');

const CLASS_EFFECT: Record<keyof typeof data.words, Effect> = {
  read: 'read',
  change: 'change',
  generic: 'change',
  destructive: 'destructive',
  outward: 'outward',
};

function compileWords(): Map<string, Word> {
  const unsure = new Set(split(data.unsure));
  const words = new Map<string, Word>();
  for (const [name, senses] of Object.entries(data.words)) {
    const effect = CLASS_EFFECT[name as keyof typeof data.words];
    for (const [sense, themes] of Object.entries(senses)) {
      for (const [theme, list] of Object.entries<string>(themes)) {
        for (const base of split(list)) {
          words.set(base, {
            base,
            effect,
            sense: sense as Sense,
            generic: name === 'generic',
            unsure: unsure.has(base),
            fixed: theme === 'fixed',
          });
        }
      }
    }
  }
  return words;
}

function compileInflected(words: ReadonlyMap<string, Word>): Map<string, Word> {
  const inflected = new Map<string, Word>();
  for (const word of words.values()) {
    for (const form of inflections(word.base)) if (!words.has(form)) inflected.set(form, word);
  }
  return inflected;
}

function compileNominal(words: ReadonlyMap<string, Word>): Map<string, Word> {
  const nominal = new Map<string, Word>();
  for (const [noun, base] of Object.entries(data.nominal)) {
    const word = words.get(base);
    if (word) nominal.set(noun, word);
  }
  const notActors = new Set(split(data.notActors));
  for (const word of words.values()) {
    if (word.sense === 'noun') continue;
    for (const actor of actorsOf(word.base)) {
      if (!notActors.has(actor) && !words.has(actor) && !nominal.has(actor)) nominal.set(actor, word);
    }
  }
  return nominal;
}

function compilePairs(): Map<string, Pair[]> {
  const pairs = new Map<string, Pair[]>();
  for (const entry of data.pairs) {
    const verbs = new Set(split(entry.verbs));
    const pair: Pair = {
      verbs,
      objects: new Set(split(entry.objects)),
      near: entry.near === true,
      unless: new Set(split(entry.unless ?? '')),
      effect: entry.effect as Effect,
      openEnded: entry.openEnded === true,
    };
    for (const verb of verbs) pairs.set(verb, [...(pairs.get(verb) ?? []), pair]);
  }
  return pairs;
}

function compileLookedAt(): Map<string, LookedAt[]> {
  const found = new Map<string, LookedAt[]>();
  for (const { verbs, lastWords = '', within = '' } of data.lookedAt) {
    const nouns: LookedAt = { lastWords: set(lastWords), within: set(within) };
    for (const verb of split(verbs)) found.set(verb, [...(found.get(verb) ?? []), nouns]);
  }
  return found;
}

const set = (words: string): ReadonlySet<string> => new Set(split(words));

/** Closed lists of words, as sets. */
function compileLists() {
  return {
    proseReads: set(data.proseReads),
    rawShell: set(data.rawShell),
    rawShellBare: set(data.rawShellBare),
    sqlEngines: set(data.sqlEngines),
    typed: set(data.typed),
    terminals: set(data.terminals),
    notTerminals: new Set<string>(data.notTerminals),
    switches: set(data.switches),
    notSwitched: set(data.notSwitched),
    docSections: set(data.docSections),
    articles: set(data.articles),
    predicates: set(data.predicates),
    modifiers: set(data.modifiers),
    brands: set(data.brands),
    actionHeadings: set(data.actionHeadings),
    roles: set(data.roles),
    trailers: set(data.trailers),
    prepositions: set(data.prepositions),
    joiners: set(data.joiners),
    askers: set(data.askers),
    perhapsLookedAt: set(data.perhapsLookedAt),
    readNouns: set(data.readNouns),
    areas: set(data.areas),
    offers: set(data.offers),
    giving: set(data.giving),
    recipients: set(data.recipients),
    readSigns: set(data.readSigns),
    outwardNouns: set(data.outwardNouns),
    sendable: set(data.sendable),
    sayers: set(data.sayers),
    proseOpeners: set(data.proseOpeners),
    determiners: set(data.determiners),
    statusNouns: set(data.statusNouns),
    objects: set(data.objects),
    notPlural: set(data.notPlural),
  };
}

const compileOutwardPhrase = (one: { verbs: string; objects: string }): OutwardPhrase => ({
  verbs: set(one.verbs),
  objects: set(one.objects),
});

/** Words of an irreversible loss, as sets. */
function compileIrreversibility() {
  const { irreversibility } = data;
  return {
    deletes: set(irreversibility.deletes),
    ends: set(irreversibility.ends),
    adverbs: set(irreversibility.adverbs),
    lasting: set(irreversibility.lasting),
    comesBack: set(irreversibility.comesBack),
    goesOn: set(irreversibility.goesOn),
    denials: set(irreversibility.denials),
    trifles: set(irreversibility.trifles),
    slight: set(irreversibility.slight),
    relations: set(irreversibility.relations),
    wholes: set(irreversibility.wholes),
    being: set(irreversibility.being),
    contents: set(irreversibility.contents),
    gone: set(irreversibility.gone),
    tidies: set(irreversibility.tidies),
    takes: set(irreversibility.takes),
    taken: set(irreversibility.taken),
    places: set(irreversibility.places),
    cuts: irreversibility.cuts.map(compileOutwardPhrase),
    perhaps: set(irreversibility.perhaps),
    conditions: set(irreversibility.conditions),
    subjects: set(irreversibility.subjects),
    acts: set(irreversibility.acts),
    times: set(irreversibility.times),
    otherwise: set(irreversibility.otherwise),
  };
}

type Lists = ReturnType<typeof compileLists>;

function compile(): Lexicon {
  const words = compileWords();
  const lists = compileLists();
  return {
    words,
    nominal: compileNominal(words),
    beginnings: new Set([...words.keys(), ...lists.objects].map((word) => word.slice(0, 3))),
    inflected: compileInflected(words),
    phrases: data.phrases.map((phrase) => ({
      words: split(phrase.words),
      effect: phrase.effect as Effect,
      openEnded: phrase.openEnded === true,
    })),
    wholes: data.wholes.map((whole) => ({
      first: set(whole.first),
      last: set(whole.last),
      effect: whole.effect as Effect,
      openEnded: whole.openEnded === true,
    })),
    pairs: compilePairs(),
    rawRequests: data.rawRequest.map(split),
    compounds: data.compounds.map(split),
    lookedAt: compileLookedAt(),
    conversationTransfer: {
      carried: set(data.conversationTransfer.carried),
      passed: set(data.conversationTransfer.passed),
      takers: set(data.conversationTransfer.takers),
    },
    outwardPhrases: data.outwardPhrases.map(compileOutwardPhrase),
    arithmetic: {
      names: set(data.arithmetic.names),
      objects: set(data.arithmetic.objects),
      amounts: set(data.arithmetic.amounts),
    },
    irreversibility: compileIrreversibility(),
    lists,
  };
}

/** The lexicon, compiled from its data file at the first call. */
export const lexicon: () => Lexicon = once(compile);
