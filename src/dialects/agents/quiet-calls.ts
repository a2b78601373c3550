import { namesByModule, namesOfBoth } from './names-by-module.js';
import data from './quiet-calls.json' with { type: 'json' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Calls that print, log or wait, and that a stub may have, too. */
export const IDLE_CALLS = namesByModule(data.idle);

/** Calls that touch nothing outside of the program. */
export const QUIET_CALLS = namesOfBoth(IDLE_CALLS, namesByModule(data.modules));

/** Those of them that are names of the language or the platform. */
export const QUIET_GLOBALS: readonly string[] = QUIET_CALLS.get('') ?? [];

/** Methods of values of any origin that touch nothing but the value. */
export const QUIET_METHODS = set(data.methods);

/** Methods that change what they are called on. */
export const CHANGING_METHODS = set(data.changing);

/** Methods of texts and lists that take nothing out of them. */
export const KEEPING_METHODS = set(data.keeping);

/** Calls that keep a path below a folder, or raise. */
export const KEEPS_WITHIN = set(data.keepsWithin);

/** Calls that give the time. */
export const TIMES = namesByModule(data.times);

/** Calls that give the time, or something random: what is named by it is new. */
export const FRESH_CALLS = namesOfBoth(TIMES, namesByModule(data.fresh));

/** Calls that give a path or a text in another form. */
export const FORMS = namesByModule(data.forms);

/** Calls that ask whether a path is there. */
export const PRESENCE = set(data.presence);

/** Methods of an open file that write to it. */
export const FILLING = set(data.filling);

/** The interpreter that the program itself runs in. */
export const OWN_INTERPRETERS = set(data.ownInterpreters);

/** Methods that give a part of a list. */
export const PARTS = set(data.parts);

/** Calls that compare a text with others. */
export const COMPARES = set(data.compares);

/** Members that say how old a file is. */
export const AGES = set(data.ages);

/** Methods with which a model or another system answers. */
export const ANSWERING = set(data.answering);

/** Calls that list what a folder has. */
export const LISTING = set(data.listing);

/** Methods of a log. */
export const LOG_LEVELS = set(data.logLevels);

/** Words of names for deeds that no text is. */
export const CLAIMED_DEEDS = set(data.claimedDeeds);
