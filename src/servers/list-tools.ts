import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { VERSION } from '../generated/version.js';
import { displayUrl, redact } from '../model/secrets.js';
import { notice } from './asked.js';
import { type Heard, limitedStdio, MAX_BYTES, ServerRefused, type Start } from './limited-stdio.js';
import { reasonOf } from './reasons.js';

/** How a server is reached. */
export type Reach =
  | ({ kind: 'stdio' } & Start)
  | { kind: 'http' | 'sse'; url: string; headers: Readonly<Record<string, string>> };

/** A tool as its server defines it. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { name: string };

/** Why a server gave no list, in words for people. */
export class NoToolList extends Error {}

const MAX_TOOLS = 10_000;
const MAX_PAGES = 200;

/**
 * Asks one server for its tools, through the official SDK, within `seconds`. The server is ended in any case.
 * @throws {NoToolList} where it fails, hangs, floods, or speaks another language.
 */
export async function listTools(reach: Reach, seconds: number): Promise<ToolDefinition[]> {
  const transport: Transport & Partial<Heard> = reach.kind === 'stdio' ? limitedStdio(reach) : remote(reach);
  const noticed = notice(transport);
  let refused: Error | undefined;
  // No capability is offered: a server that asks for input or for a model is told that there is none.
  const client = new Client({ name: 'agent-lint', version: VERSION }, { capabilities: {} });
  client.onerror = (error) => {
    if (error instanceof ServerRefused) refused ??= error;
  };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), seconds * 1000);
  try {
    return await Promise.race([ask(client, transport, seconds), noticed.broken, expiry(limit.signal)]);
  } catch (error) {
    throw new NoToolList(
      reasonOf({
        error: refused ?? (error as Error),
        isOver: limit.signal.aborted,
        seconds,
        asked: noticed.asked(),
        said: transport.said?.() ?? '',
        printed: transport.printed?.() ?? '',
      }),
    );
  } finally {
    clearTimeout(timer);
    await transport.close().catch(() => undefined);
  }
}

function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('time is over')), { once: true });
  });
}

async function ask(client: Client, transport: Transport, seconds: number): Promise<ToolDefinition[]> {
  const timeout = seconds * 1000;
  await client.connect(transport, { timeout });
  const tools: ToolDefinition[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      { timeout },
    );
    for (const one of answer.tools as unknown as ToolDefinition[]) tools.push(one);
    if (tools.length > MAX_TOOLS) throw new ServerRefused(`it offers more than ${MAX_TOOLS} tools`);
    cursor = answer.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new ServerRefused(`its list has more than ${MAX_PAGES} pages`);
}

function remote({ kind, url, headers }: Exclude<Reach, { kind: 'stdio' }>): Transport {
  const options = { requestInit: { headers: { ...headers } }, fetch: limitedFetch };
  return kind === 'sse'
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
}

/** `fetch` whose answer ends after the limit of bytes. */
async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (!response.body) return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) controller.error(new ServerRefused('it sent too much'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** What is started or called, as people may read it. */
export function reachWords(reach: Reach): string {
  return reach.kind === 'stdio' ? redact(reach.command.join(' ')) : displayUrl(reach.url);
}
