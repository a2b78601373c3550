import type { Repair } from '../model/fix.js';
import { groupedBy } from '../model/grouped.js';
import { nearest } from '../model/nearest.js';
import type { Place } from '../model/place.js';
import { redact } from '../model/secrets.js';
import type { SyntaxNode } from './node.js';
import { type KeysAt, stepsOf } from './schema-keys.js';

/** One violation of a JSON Schema, as ajv gives it. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Readonly<Record<string, unknown>>;
  message?: string;
  /** The key that it is about, in a list of names that keys may have. */
  propertyName?: string;
}

/** One violation in people's words. */
export interface ExplainedError {
  at: Place;
  /** Subject first; with the suggestion, where there is one. */
  message: string;
  /** The message without the suggestion. */
  statement: string;
  /** The word that was probably meant. */
  suggestion?: string;
  repair?: Repair;
}

interface LocatedError {
  error: SchemaError;
  node: SyntaxNode;
}

/**
 * Turns violations of a schema into words with places: one a place, without the noise of branches that do not apply.
 * `authority` says who asks for it, as subject of "requires": `the spec`. `keysAt` gives the keys that the schema knows,
 * for suggestions. A violation whose node cannot be found is at the root.
 */
export function explainErrors(
  root: SyntaxNode,
  errors: readonly SchemaError[],
  authority: string,
  keysAt?: KeysAt,
): ExplainedError[] {
  const nodeAt = nodesOf(root);
  const unknown = errors.flatMap(asUnknownKey);
  return relevant(unknown)
    .filter((error) => error.keyword !== 'required' || !isMisspelt(error, unknown, keysAt))
    .map((error) => ({ error, node: nodeAt(error.instancePath) ?? root }))
    .filter(({ node }) => node.kind !== 'dynamic')
    .map((located) => explain(located, authority, keysAt));
}

/** Whether a missing key is present under a misspelt name: it is reported once, at that key. */
function isMisspelt(
  { instancePath, params }: SchemaError,
  errors: readonly SchemaError[],
  keysAt: KeysAt | undefined,
): boolean {
  return errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      nearest(String(other.params.additionalProperty), keysAt?.(instancePath) ?? []) ===
        params.missingProperty,
  );
}

/** A key that is none of those named is an unknown key, however the schema puts it. */
function asUnknownKey(error: SchemaError): SchemaError[] {
  if (error.propertyName !== undefined) return [];
  if (error.keyword !== 'propertyNames') return [error];
  const params = { additionalProperty: error.params.propertyName };
  return [{ ...error, keyword: 'additionalProperties', params }];
}

/** Finds nodes by JSON pointer. Each is kept, and with it its items: one list may hold thousands of violations. */
function nodesOf(root: SyntaxNode): (pointer: string) => SyntaxNode | undefined {
  const known = new Map<string, SyntaxNode | undefined>([['', root]]);
  const find = (pointer: string): SyntaxNode | undefined => {
    if (known.has(pointer)) return known.get(pointer);
    const around = find(pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
    const step = stepsOf(pointer).at(-1) ?? '';
    const node = around?.kind === 'array' ? around.items()[Number(step)] : around?.get(step);
    known.set(pointer, node);
    return node;
  };
  return find;
}

/** Keywords that only say "this branch is not meant"; the later in the list, the more a person learns from it. */
const RANK = ['anyOf', 'oneOf', 'const', 'type', 'enum'];
const rankOf = (error: SchemaError) => {
  const rank = RANK.indexOf(error.keyword);
  return rank < 0 ? RANK.length : rank;
};

/** One violation a place, the most telling one; a choice gives way to what is wrong inside the branch that was meant. */
function relevant(errors: readonly SchemaError[]): SchemaError[] {
  const choices = new Set(
    errors.flatMap(({ keyword, instancePath }) =>
      keyword === 'anyOf' || keyword === 'oneOf' ? [instancePath] : [],
    ),
  );
  const byPlace = groupedBy(errors, placeKey);
  const parents = choices.size === 0 ? choices : parentsOf(errors);
  const chosen: SchemaError[] = [];
  for (const there of byPlace.values()) {
    const best = there.reduce((left, right) => (rankOf(right) > rankOf(left) ? right : left));
    const isChoice = choices.has(best.instancePath);
    if (isChoice && rankOf(best) < RANK.length && parents.has(best.instancePath)) continue;
    chosen.push(isChoice ? joined(best, there) : best);
  }
  // An unknown or missing key at the same value already says that this branch was meant.
  const meant = new Set(
    chosen.flatMap((error) => (rankOf(error) === RANK.length ? [error.instancePath] : [])),
  );
  return chosen.filter((error) => rankOf(error) === RANK.length || !meant.has(error.instancePath));
}

/** Unknown keys, missing keys and repeated items stand apart; everything else of one value is one place. */
function placeKey(error: SchemaError): string {
  const { additionalProperty, missingProperty, i } = error.params;
  return [error.instancePath, additionalProperty ?? '', missingProperty ?? '', i ?? ''].join('\n');
}

/** The values around those that the violations are about. */
function parentsOf(errors: readonly SchemaError[]): Set<string> {
  const parents = new Set<string>();
  for (const { instancePath } of errors) {
    let path = instancePath;
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/')) {
      path = path.slice(0, end);
      if (parents.has(path)) break;
      parents.add(path);
    }
  }
  return parents;
}

/** The branches of a choice as one violation: every type, or every word, that is allowed. */
function joined(best: SchemaError, there: readonly SchemaError[]): SchemaError {
  if (best.keyword === 'type') {
    const types = there.flatMap((error) => (error.keyword === 'type' ? [error.params.type] : []));
    return { ...best, params: { type: [...new Set(types.flat())] } };
  }
  if (best.keyword === 'enum') {
    const words = there.flatMap((error) => (error.keyword === 'enum' ? error.params.allowedValues : []));
    return { ...best, params: { allowedValues: [...new Set(words)] } };
  }
  return best;
}

function explain({ error, node }: LocatedError, authority: string, keysAt?: KeysAt): ExplainedError {
  const requires = (what: string) => `${authority} requires ${what}`;
  const subject = subjectOf(node);
  const params = error.params;
  switch (error.keyword) {
    case 'type': {
      const meant = params.type === 'array' ? asList(node, keysAt?.(`${error.instancePath}/0`)) : undefined;
      return at(
        node.at(),
        `${subject} is ${valueWords(node, params.type)}; ${requires(list([params.type].flat().map(typeWords)))}`,
        meant,
        meant === undefined ? respelled(node, params.type) : listed(node),
      );
    }
    case 'enum':
    case 'const': {
      const words = ([params.allowedValues ?? params.allowedValue].flat() as unknown[]).map(String);
      const meant = typeof node.scalar === 'string' ? nearest(node.scalar, words) : undefined;
      return at(
        node.at(),
        `${subject} is ${valueWords(node)}; ${requires(list(words))}`,
        meant,
        written(node, meant),
      );
    }
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const member = node.get(key);
      const meant = nearest(key, keysAt?.(error.instancePath) ?? []);
      return at(
        member?.at('key') ?? node.at(),
        `unknown key \`${cut(key)}\`${owner(node)}`,
        meant,
        meant === undefined ? undefined : renamed(member, meant),
      );
    }
    case 'required':
      return at(keyPlace(node), `${subject} has no \`${String(params.missingProperty)}\``);
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return at(
        node.at(),
        `${subject} ${params.limit === 1 ? 'is empty' : `has fewer than ${String(params.limit)} entries`}`,
      );
    case 'maxItems':
    case 'additionalItems':
      return at(node.at(), `${subject} has more than ${String(params.limit)} entries`);
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
      return at(
        node.at(),
        `${subject} is ${valueWords(node, 'number')}; ${requires(`${String(params.comparison)} ${String(params.limit)}`)}`,
      );
    case 'uniqueItems': {
      const later = node.items()[Math.max(Number(params.i), Number(params.j))] ?? node;
      return at(later.at(), `${subject} lists ${valueWords(later)} twice`);
    }
    case 'pattern':
      return at(node.at(), `${subject} has the unknown value ${valueWords(node)}`);
    default:
      return at(node.at(), `${subject} ${error.message ?? 'is not valid'}`);
  }
}

/** One word where a list of words is asked for, as that list. `entryKeys`: the keys of an entry, where the schema is known. */
function asList({ scalar }: SyntaxNode, entryKeys: readonly string[] | undefined): string | undefined {
  if (entryKeys === undefined || entryKeys.length > 0) return undefined;
  return typeof scalar === 'string' && scalar.trim() !== '' ? `[${cut(scalar)}]` : undefined;
}

/** A misspelt key under its right name. */
export const renamed = (member: SyntaxNode | undefined, key: string): Repair => ({
  title: `Rename it to \`${key}\``,
  safe: true,
  edits: () => member?.edit()?.rename(key),
});

/** A misspelt word in its right spelling. */
export const written = (node: SyntaxNode, word: string | undefined): Repair | undefined =>
  word === undefined
    ? undefined
    : { title: `Set it to \`${word}\``, edits: () => node.edit()?.replace(word) };

/** One entry as a list of one. */
const listed = (node: SyntaxNode): Repair => ({
  title: 'Make it a list',
  edits: () => (typeof node.scalar === 'string' ? node.edit()?.replace([node.scalar]) : undefined),
});

/** A number or a truth value that is written as text, or a list in place of a text. A number is seldom the text that is meant. */
function respelled(node: SyntaxNode, type: unknown): Repair | undefined {
  const { scalar } = node;
  const texts = node.items().map((item) => item.scalar);
  if (type === 'string' && texts.length > 0 && texts.every((text) => typeof text === 'string'))
    return { title: 'Join its entries to one text', edits: () => node.edit()?.replace(texts.join('\n')) };
  if (typeof scalar !== 'string') return undefined;
  const value =
    type === 'boolean' && (scalar === 'true' || scalar === 'false')
      ? scalar === 'true'
      : type === 'integer' && /^-?\d{1,15}$/.test(scalar)
        ? Number(scalar)
        : undefined;
  return value === undefined
    ? undefined
    : { title: `Set it to ${String(value)}`, edits: () => node.edit()?.replace(value) };
}

function at(place: Place, statement: string, suggestion?: string, repair?: Repair): ExplainedError {
  const sentence = `${statement.charAt(0).toUpperCase()}${statement.slice(1)}.`;
  const mended = repair ? { repair } : {};
  if (suggestion === undefined) return { at: place, message: sentence, statement: sentence, ...mended };
  return {
    at: place,
    message: `${sentence} Did you mean \`${suggestion}\`?`,
    statement: sentence,
    suggestion,
    ...mended,
  };
}

const keyPlace = (node: SyntaxNode) => (typeof node.key === 'string' ? node.at('key') : node.at());

function subjectOf(node: SyntaxNode): string {
  if (typeof node.key === 'string') return `\`${cut(node.key)}\``;
  if (typeof node.key === 'number') {
    const around = node.parent?.key;
    return `entry ${node.key + 1}${around === undefined ? '' : ` of \`${cut(String(around))}\``}`;
  }
  return 'the document';
}

const owner = (node: SyntaxNode) => (node.key === undefined ? '' : ` in ${subjectOf(node)}`);

const KIND_WORDS = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  null: 'empty (null)',
  dynamic: 'computed at run time',
};

const typeWords = (type: unknown) => (type === 'integer' ? 'an integer' : wordsOfKind(String(type)));

const wordsOfKind = (kind: string) => (KIND_WORDS as Readonly<Record<string, string>>)[kind] ?? kind;

/** A value in words: its kind where another kind is asked for, else the value itself. */
function valueWords(node: SyntaxNode, askedType?: unknown): string {
  const { scalar } = node;
  const asked = [askedType].flat();
  if (typeof scalar === 'number' && (asked.includes('integer') || asked.includes('number')))
    return String(scalar);
  if (askedType !== undefined || scalar === undefined || scalar === null) return KIND_WORDS[node.kind];
  return `\`${cut(String(scalar))}\``;
}

/** Quoted text is short and holds no secret. */
function cut(text: string): string {
  const safe = redact(text.slice(0, 200));
  return safe.length > 60 ? `${safe.slice(0, 57)}...` : safe;
}

function list(words: readonly unknown[]): string {
  const texts = words.map(String);
  const last = texts.pop();
  return texts.length === 0 ? String(last) : `${texts.join(', ')} or ${last}`;
}
