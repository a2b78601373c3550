import type { Call, CodeSyntaxNode } from '../../syntax/code/index.js';

/** Libraries whose clients are made with an address and headers, which stand for every request that they send. */
const LIBRARIES: ReadonlySet<string> = new Set(['httpx', 'axios', 'got', 'ky']);
const BASE_OPTIONS: readonly string[] = ['base_url', 'baseURL', 'prefixUrl'];

/** What a client gives to each of its requests, where it is made of one of the known libraries. */
export interface HttpClient {
  /** The address in front of a path. */
  base: CodeSyntaxNode | undefined;
  headers: CodeSyntaxNode | undefined;
}

/** The client whose member a call is; undefined where it is none, or comes from elsewhere. */
export function clientAround({ receivers }: Call): HttpClient | undefined {
  for (const { call } of receivers) {
    if (!call?.origin || !LIBRARIES.has(call.origin.module)) continue;
    const { options } = call;
    const name = BASE_OPTIONS.find((one) => options.keys().includes(one));
    return {
      base: name === undefined ? undefined : options.get(name),
      headers: options.keys().includes('headers') ? options.get('headers') : undefined,
    };
  }
  return undefined;
}

/** Whether an address has no host of its own, so that its client's stands before it. */
export function isRelative(address: string): boolean {
  return !address.includes('://') && !address.startsWith('{{');
}

/** A path behind the address of a client; `{{base_url}}` stands for one that is not known. */
export function behindBase(base: string | undefined, path: string): string {
  const own = path.startsWith('/') ? path.slice(1) : path;
  return `${(base ?? '{{base_url}}').replace(/\/$/, '')}/${own}`;
}
