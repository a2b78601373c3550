import type { Effect, EffectReading, EffectSource } from '../model/effect.js';
import type { ToolKind } from '../model/tool.js';
import {
  describesOnlyReading,
  describesResult,
  describesSums,
  mentions,
  readDescriptionEffect,
  saysReadOnly,
} from './description.js';
import { lossInDescription } from './irreversibility.js';
import { descriptionInEnglish, nameInEnglish } from './languages.js';
import { lexicon } from './lexicon.js';
import { mayNameALook, namesARole, namesAThing, readNameEffect, type WordReading } from './name.js';
import { mentionsTerminal, outwardPhrase, outwardVerb } from './outward-phrases.js';
import { tokensOf } from './tokens.js';

/** What is known of a tool. */
export interface ToolFacts {
  name?: string;
  /** As written; read only where there is no name. */
  type?: string;
  kind?: ToolKind;
  description?: string;
  /** Of a saved tool list: unverified claims of the server. */
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean };
  /** Of the operation behind the tool, where a format states one. */
  httpMethod?: string;
  /** What people declared. */
  declared?: Effect;
  /** What `commonPrefix` gives for the tools of this server. */
  commonPrefix?: string;
}

/** A tool's effect, and whether it may do anything: shell, computer use, apply patch, raw SQL, raw HTTP, exec. */
export type ToolEffect = EffectReading & { openEnded: boolean };

const KIND: EffectSource = { from: 'kind' };

const byKind = (effect: Effect, openEnded = false): ToolEffect =>
  Object.freeze({
    effect,
    confidence: effect === 'unknown' ? 'low' : 'high',
    because: KIND,
    openEnded,
  });

/** Kinds that say all there is to say, without a word (design, section 1); what a server or an agent does is unknown. */
const KIND_EFFECT: Partial<Record<ToolKind, ToolEffect>> = {
  web_search: byKind('read'),
  file_search: byKind('read'),
  image_generation: byKind('change'),
  code_interpreter: byKind('change'),
  shell: byKind('destructive', true),
  computer_use: byKind('destructive', true),
  apply_patch: byKind('destructive', true),
  mcp: byKind('unknown'),
  agent: byKind('unknown'),
};

const isGrave = (effect: Effect): boolean => effect === 'destructive' || effect === 'outward';

interface Reading extends WordReading {
  because: EffectSource;
}

const NOTHING: Reading = {
  effect: 'unknown',
  confidence: 'low',
  word: '',
  openEnded: false,
  neutral: true,
  fixed: false,
  because: { from: 'nothing' },
};

const describedBy = (words: string): EffectSource => ({ from: 'description', words });

/** Whether nothing but a type that names no kind stands for the tool. */
const isBareType = ({ name, type, kind }: ToolFacts): boolean =>
  name === undefined || (kind === 'other' && name === type);

/** What the name says, else the type. */
function readNameOrType(tool: ToolFacts): WordReading | undefined {
  const text = tool.name ?? tool.type;
  const named = text === undefined ? undefined : readNameEffect(text, tool.commonPrefix);
  // A type that is only a noun says what a tool is about, not what it does: `automations` makes work that recurs.
  return named?.effect === 'read' && named.neutral && isBareType(tool) ? undefined : named;
}

/** Name and description; what a description plainly says of money, people or a loss raises a name that changes things. */
function readWords(tool: ToolFacts): Reading {
  const reading = withTerminal(readNameAndDescription(tool), tool.description);
  // To write is to compose as well as to overwrite: who says that it sends means the former.
  if (reading.word === 'write' && reading.because.from === 'name') return asSent(reading, tool);
  const isStated = reading.effect === 'destructive' && reading.because.from === 'description';
  if (isStated && !reading.openEnded) return withLoss(reading, tool.description ?? '');
  // `recall_message`, `export_rows`: where the name looks, only a loss for good is heard.
  if (reading.effect === 'read') return withLoss(reading, tool.description ?? '');
  const mayRise = reading.effect === 'change' || (reading.effect === 'unknown' && !reading.openEnded);
  if (!mayRise || reading.word === 'draft' || tool.description === undefined) return reading;
  const phrase = outwardPhrase(tool.description);
  if (phrase === undefined) return withLoss(reading, tool.description);
  const because = describedBy(phrase);
  return { ...reading, effect: 'outward', confidence: 'low', neutral: false, fixed: false, because };
}

/** `write_email`, "Write and send an email". */
function asSent(reading: Reading, { description = '' }: ToolFacts): Reading {
  const verb = outwardVerb(description);
  return verb === undefined ? reading : { ...reading, effect: 'outward', because: describedBy(verb) };
}

/** `close_account`, "Delete the account for good". A name that creates, or parts what can be joined, takes more words. */
function withLoss(reading: Reading, description: string): Reading {
  const loss = lossInDescription(description);
  const isMild =
    reading.fixed || reading.effect === 'read' || lexicon().irreversibility.relations.has(reading.word);
  if (loss === undefined || (isMild && !loss.isLasting)) return reading;
  return {
    ...reading,
    effect: 'destructive',
    confidence: loss.isLasting ? 'medium' : 'low',
    neutral: false,
    fixed: false,
    because: describedBy(loss.words),
  };
}

/** What a description says of a name that may be a noun in whole: `refund_expert`, `purge_candidates`. */
function readAsANoun(
  tool: { text: string; description: string; commonPrefix?: string },
  effect: Effect,
): WordReading | undefined {
  const { text, description, commonPrefix } = tool;
  const isOutward = effect === 'outward';
  const isNoun = mayNameALook(text, commonPrefix) || (isOutward && namesARole(text, commonPrefix));
  if (!isNoun || !describesOnlyReading(description)) return undefined;
  const described = readDescriptionEffect(description);
  // What a tool returns says nothing about what it deletes.
  return !isOutward && described && describesResult(described.word) ? undefined : described;
}

/** `add`, "Add two numbers", or `add_two_numbers`: a sum changes nothing. */
function readSum({ name = '', description }: ToolFacts): Reading | undefined {
  const { names, amounts } = lexicon().arithmetic;
  const [verb = '', ...others] = tokensOf(name);
  if (!names.has(verb)) return undefined;
  if (others.length > 0) {
    const because: EffectSource = { from: 'name', words: [verb, ...others].join(' ') };
    return others.every((word) => amounts.has(word)) ? { ...NOTHING, effect: 'read', because } : undefined;
  }
  const isStated = description !== undefined && describesSums(description);
  return isStated ? { ...NOTHING, effect: 'read', because: describedBy('numbers') } : undefined;
}

/** The description decides where the name is bland, and may only raise it. */
function readNameAndDescription(tool: ToolFacts): Reading {
  const sum = readSum(tool);
  if (sum) return sum;
  const text = tool.name ?? tool.type;
  const source = isBareType(tool) ? 'type' : 'name';
  const named = readNameOrType(tool);
  const name: Reading = named ? { ...named, because: { from: source, words: named.word } } : NOTHING;
  if (tool.description !== undefined && text !== undefined && isGrave(name.effect) && !name.openEnded) {
    const described = readAsANoun({ ...tool, text, description: tool.description }, name.effect);
    if (described) return { ...described, because: describedBy(described.word) };
  }
  // Whether `mysql_query` only reads, no verb of its description says: only what it says of SQL does.
  const isEngineQuery = name.openEnded && name.effect === 'unknown';
  if (tool.description === undefined || !name.neutral || isEngineQuery)
    return withSql(name, tool.description);
  const described = readDescriptionEffect(tool.description);
  if (!described) return withSql(name, tool.description);
  const description: Reading = { ...described, because: describedBy(described.word) };
  if (!named || isGrave(description.effect)) return withSql(description, tool.description);
  const decides = !description.neutral && description.effect !== named.effect;
  return withSql(decides ? description : name, tool.description);
}

const SQL: ReadonlySet<string> = new Set(['sql']);

/** Keys that a browser takes run nothing; typed into a terminal they are commands. */
function withTerminal(reading: Reading, description: string | undefined): Reading {
  const { typed } = lexicon().lists;
  const [verb, what = ''] = reading.word.split(' ');
  if (description === undefined || verb !== 'send' || !typed.has(what) || reading.openEnded) return reading;
  if (!mentionsTerminal(description)) return reading;
  const { from } = reading.because;
  if (from !== 'name' && from !== 'type' && from !== 'description') return reading;
  const because: EffectSource = { from, words: reading.word, terminal: true };
  return { ...reading, effect: 'destructive', openEnded: true, because };
}

/** SQL behind a word that does not say so is open-ended, unless the description says that it only reads. */
function withSql(reading: Reading, description: string | undefined): Reading {
  if (description === undefined) return reading;
  const isQuery = /\b(?:query|sql|statement)\b/.test(reading.word);
  if (!isQuery) return reading;
  if (saysReadOnly(description)) {
    return {
      ...reading,
      effect: 'read',
      confidence: 'low',
      openEnded: false,
      because: describedBy('read-only'),
    };
  }
  if (reading.effect !== 'destructive' && reading.word === 'query' && mentions(description, SQL)) {
    return {
      ...reading,
      effect: 'destructive',
      confidence: 'low',
      openEnded: true,
      because: describedBy('SQL'),
    };
  }
  return reading;
}

/**
 * A GET reads, a DELETE deletes, and any other method is at least a change, which words may raise: a POST may
 * refund. The method counts before mild words (`manage_rules` by GET reads), but it takes nothing back: a GET
 * behind a name that deletes or sends is more likely a careless server than a harmless tool. Such a name is a
 * verb; the mere noun `order` may well be what is got.
 */
function withHttpMethod(reading: Reading, { httpMethod, name, commonPrefix }: ToolFacts): Reading {
  const method = httpMethod?.toUpperCase();
  if (method === undefined) return reading;
  const because: EffectSource = { from: 'http-method', words: method };
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  if (isGrave(reading.effect)) {
    const byName = name !== undefined && reading.because.from === 'name';
    if (!reads || !byName || !namesAThing(name, commonPrefix)) return reading;
  }
  if (reads) {
    return { ...reading, effect: 'read', confidence: 'medium', neutral: false, openEnded: false, because };
  }
  if (method === 'DELETE')
    return { ...reading, effect: 'destructive', confidence: 'medium', neutral: false, because };
  if (!['POST', 'PUT', 'PATCH'].includes(method) || reading.effect === 'change' || reading.openEnded)
    return reading;
  // Many searches are sent by POST, so a saved tool list that says "read only" is heard behind it.
  return { ...reading, effect: 'change', confidence: 'medium', neutral: method === 'POST', because };
}

/** Annotations may raise an effect; they never lower a delete or a send, nor make a create destructive. */
function withAnnotations(reading: Reading, annotations: ToolFacts['annotations']): Reading {
  if (annotations === undefined || isGrave(reading.effect)) return reading;
  const by = { confidence: 'medium', because: { from: 'annotations' }, neutral: false } as const;
  if (annotations.readOnlyHint === true) {
    const lowers = reading.neutral || reading.effect === 'unknown';
    return lowers ? { ...reading, ...by, effect: 'read', openEnded: false } : reading;
  }
  if (annotations.destructiveHint === true && !reading.fixed)
    return { ...reading, ...by, effect: 'destructive' };
  const acts = annotations.readOnlyHint === false || annotations.destructiveHint === false;
  const raises =
    acts &&
    (reading.effect === 'unknown' || (reading.effect === 'read' && annotations.readOnlyHint === false));
  return raises ? { ...reading, ...by, effect: 'change' } : reading;
}

/** What annotations, HTTP method and words say of a tool whose kind says nothing. */
function readTool(tool: ToolFacts): ToolEffect {
  const { english, originals } = inEnglish(tool);
  const words = withHttpMethod(readWords(english), english);
  const { effect, confidence, because, openEnded } = withAnnotations(words, tool.annotations);
  return { effect, confidence, because: asWritten(because, originals), openEnded };
}

/** The tool with its words in English, and what is written in place of each. */
function inEnglish(tool: ToolFacts): { english: ToolFacts; originals: ReadonlyMap<string, string> } {
  const name = tool.name === undefined ? undefined : nameInEnglish(tool.name);
  const description = tool.description === undefined ? undefined : descriptionInEnglish(tool.description);
  const english = {
    ...tool,
    ...(name && { name: name.text }),
    ...(description && { description: description.text }),
  };
  return { english, originals: new Map([...(description?.originals ?? []), ...(name?.originals ?? [])]) };
}

/** The words that decided, with those that are written. */
function asWritten(because: EffectSource, originals: ReadonlyMap<string, string>): EffectSource {
  if (because.from !== 'name' && because.from !== 'type' && because.from !== 'description') return because;
  const words = because.words.split(' ');
  if (!words.some((word) => originals.has(word))) return because;
  return { ...because, written: words.map((word) => originals.get(word) ?? word).join(' ') };
}

/** Tools remembered at most; a repository has fewer names than this. */
const MOST_REMEMBERED = 4096;

/** Readings of tools met before: the same names come back in file after file. A memo of a pure function. */
const remembered = new Map<string, ToolEffect>();

function recall(tool: ToolFacts): ToolEffect {
  const known = tool.kind && KIND_EFFECT[tool.kind];
  if (known) return known;
  if (tool.annotations || tool.httpMethod !== undefined) return readTool(tool);
  const key = `${tool.kind}\n${tool.name}\n${tool.type}\n${tool.commonPrefix}\n${tool.description}`;
  const before = remembered.get(key);
  if (before) return before;
  const reading = Object.freeze(readTool(tool));
  if (remembered.size < MOST_REMEMBERED && key.length < 1000) remembered.set(key, reading);
  return reading;
}

/**
 * What a tool does to the world, and how that is known. Order of evidence: declaration, kind, annotations of a
 * saved tool list, HTTP method, then words of name and description, which give at most medium confidence
 * (design, section 1). An MCP server and an agent used as a tool are unknown here: their effects are those of
 * their own tools.
 */
export function classifyEffect(tool: ToolFacts): ToolEffect {
  const reading = recall(tool);
  if (tool.declared === undefined) return reading;
  // A declaration cannot tame a shell; it can say that this `run_query` only reads.
  const openEnded = reading.openEnded && (reading.because.from === 'kind' || tool.declared === 'destructive');
  return { effect: tool.declared, confidence: 'high', because: { from: 'declared' }, openEnded };
}
