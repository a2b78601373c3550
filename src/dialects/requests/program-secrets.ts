import type { NamedValue } from '../../model/index.js';
import { looksLikeSecret, looksRandom } from '../../model/secrets.js';
import { type CodeDocument, type CodeSyntaxNode, environmentWrites } from '../../program/index.js';
import { headerValues, valuesNamed } from '../agents/tool.js';

const KEYS = ['apiKey', 'api_key'] as const;
const HEADERS = ['defaultHeaders', 'default_headers', 'extra_headers'] as const;
const LEAST_RANDOM = 20;

/** Clients of models on this machine want some key and read none: words are no credential (`ollama`, `not-needed`). */
const isMade = ({ value }: NamedValue) => looksLikeSecret(value) || looksRandom(value, LEAST_RANDOM);

/** What a call is given as its key, and as headers that it sends. */
export function keysGiven({ call }: CodeSyntaxNode): NamedValue[] {
  const stated = (name: string) => (call?.options.keys().includes(name) ? call.options.get(name) : undefined);
  return [
    ...KEYS.flatMap((name) => valuesNamed(name, stated(name))).filter(isMade),
    ...HEADERS.flatMap((name) => headerValues(stated(name))),
  ];
}

/** Variables of the environment that a program sets to what looks like a credential. */
export function variablesSet(document: CodeDocument): NamedValue[] {
  return environmentWrites(document)
    .flatMap(({ name, value }) => valuesNamed(name, value))
    .filter(isMade);
}
