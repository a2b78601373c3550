import type { CallArgument, TextPart } from '../../program/index.js';
import { readNameEffect } from '../name.js';
import { tokensOf } from '../tokens.js';
import { singular } from '../words.js';
import type { CallEffect, CallFacet, CallReason } from './call.js';
import facts from './request-words.json' with { type: 'json' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const OUTWARD = set(facts.outward);
const READ = set(facts.read);
const MODEL_HOSTS = set(facts.modelHosts);

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

/** The last name of a path, without what is filled in: `refunds` of `/v1/charges/${id}/refunds`. */
function lastName(address: CallArgument): string {
  const text = textOf(address)
    .map((part) => (typeof part === 'string' ? part : '{}'))
    .join('');
  const path = text.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  const names = path
    .split('/')
    .filter((name) => /^[A-Za-z][\w.:-]*$/.test(name) && !/^(?:v\d+|api)$/i.test(name));
  return names.at(-1) ?? '';
}

const hostOf = (address: CallArgument): string => {
  const [first = ''] = textOf(address);
  const host = typeof first === 'string' ? /^https?:\/\/([^/:?#]+)/i.exec(first)?.[1] : undefined;
  return host?.toLowerCase() ?? '';
};

/** What the words of a path say of a request that may change something. */
function readPath(
  method: string,
  address: CallArgument,
): Pick<CallEffect, 'effect'> & { because: CallReason } {
  const change = { effect: 'change', because: { by: 'method', words: method } } as const;
  if (MODEL_HOSTS.has(hostOf(address)))
    return { effect: 'read', because: { by: 'request-path', words: hostOf(address) } };
  const name = lastName(address);
  const words = tokensOf(name).map(singular);
  const last = words.at(-1) ?? '';
  const because: CallReason = { by: 'request-path', words: name };
  if (READ.has(last) || READ.has(words[0] ?? '')) return { effect: 'read', because };
  if (method === 'POST' && OUTWARD.has(last)) return { effect: 'outward', because };
  const reading = name === '' ? undefined : readNameEffect(name);
  const acts =
    reading && !reading.neutral && (reading.effect === 'outward' || reading.effect === 'destructive');
  return acts ? { effect: reading.effect, because } : change;
}

/** What a request does, by its method and address (design, section 1). `method` undefined: it is computed. */
export function readRequest(method: CallArgument, address: CallArgument): CallEffect {
  const facets: CallFacet[] = isOpen(address) ? ['open-address'] : [];
  if (method.kind === 'either') {
    const all = method.of.map((one) => readRequest(one, address));
    return (
      all.find(({ effect }) => effect === 'destructive' || effect === 'outward') ??
      all.find(({ effect }) => effect === 'change') ??
      all[0] ??
      readRequest({ kind: 'other' }, address)
    );
  }
  if (method.kind === 'model')
    return { effect: 'destructive', openEnded: true, facets, because: { by: 'method', words: '' } };
  const verb = method.kind === 'constant' ? String(method.value).toUpperCase() : '';
  const because: CallReason = { by: 'method', words: verb };
  if (READ_METHODS.has(verb)) return { effect: 'read', openEnded: false, facets, because };
  if (verb === 'DELETE') return { effect: 'destructive', openEnded: false, facets, because };
  if (verb === '') return { effect: 'unknown', openEnded: false, facets, because };
  if (facets.length > 0)
    return { effect: 'outward', openEnded: false, facets, because: { by: 'address', words: verb } };
  return { ...readPath(verb, address), openEnded: false, facets };
}
