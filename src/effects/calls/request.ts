import { isIrreversible } from '../../model/effect.js';
import { type CallArgument, isOfModel, type TextPart } from '../../program/index.js';
import { readNameEffect } from '../name.js';
import { tokensOf } from '../tokens.js';
import { singular } from '../words.js';
import type { CallEffect } from './call.js';
import { gravestOf, reading, textWith } from './reading.js';
import facts from './request-words.json' with { type: 'json' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const OUTWARD = set(facts.outward);
const PUBLIC = set(facts.public);
const CREDENTIALS = set(facts.credentials);
const READ = set(facts.read);
const ASKING = set(facts.asking);
const GRAPHQL = set(facts.graphql);
const MODEL_HOSTS = set(facts.modelHosts);
const OWN_HOSTS = set(facts.ownHosts);
const WEBHOOKS: readonly string[] = facts.webhooks.split(' ');
const SENT_BY_GET: ReadonlySet<string> = new Set(facts.sentByGet.split(' '));

const SETTING: ReadonlySet<string> = new Set(['PUT', 'PATCH']);
const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const textOf = (address: CallArgument): readonly TextPart[] => {
  if (address.kind === 'constant') return [String(address.value)];
  return address.kind === 'text' ? address.parts : [];
};

/** Whether the model chooses the host of an address. */
function isOpen(address: CallArgument): boolean {
  if (address.kind === 'model') return address.isWhole;
  const [first = '', second] = textOf(address);
  if (typeof first === 'object') return first.from === 'model';
  return /^(?:https?:)?\/*(?:[^/]*@)?$/i.test(first) && typeof second === 'object' && second.from === 'model';
}

/** The names of a path, without what is filled in: `charges`, `refunds` of `/v1/charges/${id}/refunds`. */
function namesIn(address: CallArgument): readonly string[] {
  const text = textWith('{}', address) ?? '';
  const path = text.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.split('/').filter((name) => /^_?[A-Za-z][\w.:-]*$/.test(name) && !/^(?:v\d+|api)$/i.test(name));
}

const hostOf = (address: CallArgument): string => {
  const [first = ''] = textOf(address);
  const host = typeof first === 'string' ? /^https?:\/\/([^/:?#]+)/i.exec(first)?.[1] : undefined;
  return host?.toLowerCase() ?? '';
};

/** Whether a text that is sent to an address becomes a message of a messenger. */
function isWebhook(address: CallArgument): boolean {
  const place = /^https?:\/\/(.*)$/is.exec(textWith('{}', address) ?? '')?.[1]?.toLowerCase() ?? '';
  return WEBHOOKS.some((one) =>
    one.startsWith('.') ? hostOf(address).endsWith(one) : place.startsWith(one),
  );
}

/** What the words of a path say of a request that may change something. */
function readPath(method: string, address: CallArgument): CallEffect {
  const host = hostOf(address);
  if (MODEL_HOSTS.has(host)) return reading('read', 'request-path', host);
  if (OWN_HOSTS.has(host)) return reading('change', 'call', host);
  const names = namesIn(address);
  const name = names.at(-1) ?? '';
  const words = tokensOf(name).map(singular);
  const last = words.at(-1) ?? '';
  if (READ.has(last) || READ.has(words[0] ?? '')) return reading('read', 'request-path', name);
  if (SETTING.has(method) && CREDENTIALS.has(last)) return reading('outward', 'request-path', name);
  if (method === 'POST' && (OUTWARD.has(last) || PUBLIC.has(name))) {
    const asked = names.find((one) => ASKING.has(one.toLowerCase()));
    return asked ? reading('read', 'request-path', asked) : reading('outward', 'request-path', name);
  }
  const named = name === '' ? undefined : readNameEffect(name);
  return named && !named.neutral && isIrreversible(named.effect)
    ? reading(named.effect, 'request-path', name)
    : reading('change', 'method', method);
}

/** Whether a request goes to a GraphQL server, by the end of its path. */
export const isGraphql = (address: CallArgument): boolean =>
  address.kind === 'either'
    ? address.of.every(isGraphql)
    : GRAPHQL.has(namesIn(address).at(-1)?.toLowerCase() ?? '');

/** Whether an operation of GraphQL is written in the program, and only asks. A mutation in the same text does not. */
export function isQuery(operation: CallArgument): boolean {
  if (operation.kind === 'either') return operation.of.every(isQuery);
  const start = operation.kind === 'text' ? operation.parts[0] : undefined;
  const text = typeof start === 'object' ? undefined : textWith(' ', operation)?.replace(/#[^\n]*/g, ' ');
  const isWritten = operation.kind === 'constant' || (start !== undefined && !hasModel(operation));
  return text !== undefined && isWritten && /^\s*(?:query\b|fragment\b|\{)/.test(text) && !ACTS.test(text);
}

/** Another operation in the text of one. */
const ACTS = /(?:^|\})\s*(?:mutation|subscription)\b/;

/** Whether the model writes a part of a text: it may close the operation, and begin another. */
const hasModel = (text: CallArgument): boolean =>
  text.kind === 'text' && text.parts.some((one) => typeof one === 'object' && one.from === 'model');

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** What a request does, by its method and address (design, section 1), and by what it sends. Both may be one of several. */
export const readRequest = (
  method: CallArgument,
  address: CallArgument,
  content?: CallArgument,
): CallEffect => gravestOf(address, (one) => readOneRequest(method, one, content));

function readOneRequest(method: CallArgument, address: CallArgument, content?: CallArgument): CallEffect {
  const own = gravestOf(method, (one) => readMethod(one, address));
  if (isOpen(address)) return { ...own, chosen: 'address' };
  const sends = own.effect === 'change' && WRITES.has(own.because.words) && content && isOfModel(content);
  const sets =
    SETTING.has(own.because.words) && content?.kind === 'record' ? [...content.members.keys()] : [];
  const credential = sets.find((one) => CREDENTIALS.has(tokensOf(one).at(-1) ?? ''));
  if (credential) return reading('outward', 'request-path', credential);
  if (sends && isWebhook(address)) return reading('outward', 'webhook', 'message');
  const host = sends ? hostOf(address) : '';
  return host === '' ? own : { ...own, sendsTo: host };
}

function readMethod(method: CallArgument, address: CallArgument): CallEffect {
  if (method.kind === 'model') return reading('open-ended', 'method');
  const verb = method.kind === 'constant' ? String(method.value).toUpperCase() : '';
  if (READ_METHODS.has(verb)) {
    const sent = SENT_BY_GET.has(hostOf(address)) ? readPath('POST', address) : undefined;
    return sent?.effect === 'outward' ? sent : reading('read', 'method', verb);
  }
  if (verb === 'DELETE') return reading('destructive', 'method', verb);
  if (verb === '') return reading('unknown', 'method');
  return isOpen(address) ? reading('outward', 'address', verb) : readPath(verb, address);
}
