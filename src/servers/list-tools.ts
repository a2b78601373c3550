import {
  Client,
  ProtocolError,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { VERSION } from '../generated/version.js';
import { displayUrl, redact } from '../model/secrets.js';
import { limitedStdio, MAX_BYTES, type ServerOutput, ServerRefused, type Start } from './limited-stdio.js';
import { reasonOf } from './reasons.js';
import { BrokenAnswer, watchRequests } from './server-requests.js';

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

/** How the client finds the edition of the protocol that a server speaks: it asks, or begins as before 2026-07-28. */
type Way = Readonly<{ mode: 'auto'; probe: { timeoutMs: number } } | { mode: 'legacy' }>;

/**
 * Longest wait on standard streams for an answer to `server/discover`, in milliseconds: older servers may keep silent to
 * it. A server on the network that keeps silent is out of reach.
 */
const LONGEST_PROBE = 2000;

/**
 * Asks one server for its tools, through the official SDK, within `seconds`. It may speak any edition of the protocol.
 * The server is ended in any case.
 * @throws {NoToolList} where it fails, hangs, floods, or speaks another language.
 */
export async function listTools(reach: Reach, seconds: number): Promise<ToolDefinition[]> {
  const limit = new AbortController();
  const end = Date.now() + seconds * 1000;
  const timer = setTimeout(() => limit.abort(), seconds * 1000);
  const expired = expiry(limit.signal);
  try {
    const half = (seconds * 1000) / 2;
    const probe = { timeoutMs: reach.kind === 'stdio' ? Math.min(LONGEST_PROBE, half) : half };
    // The transport over two requests (SSE) is older than the edition that is asked for.
    let way: Way = reach.kind === 'sse' ? { mode: 'legacy' } : { mode: 'auto', probe };
    for (;;) {
      const attempt = await attemptToList(reach, way, seconds, expired);
      if ('tools' in attempt) return attempt.tools;
      const other = limit.signal.aborted ? undefined : otherWay(way, attempt, end - Date.now());
      if (other === undefined)
        throw new NoToolList(reasonOf({ ...attempt, isOver: limit.signal.aborted, seconds }));
      way = other;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** What came of one connection to a server. */
type Attempt =
  | { tools: ToolDefinition[] }
  | {
      error: Error;
      asked: string | undefined;
      errorText: string;
      printed: string;
      /** The client began as with an older server. */
      initialized: boolean;
    };

async function attemptToList(
  reach: Reach,
  versionNegotiation: Way,
  seconds: number,
  expired: Promise<never>,
): Promise<Attempt> {
  const transport: Transport & Partial<ServerOutput> =
    reach.kind === 'stdio' ? limitedStdio(reach) : remote(reach);
  const requests = watchRequests(transport);
  let refused: Error | undefined;
  // No capability is offered: a server that asks for input or for a model gets the answer that there is none.
  const client = new Client(
    { name: 'agent-lint', version: VERSION },
    { capabilities: {}, versionNegotiation },
  );
  client.onerror = (error) => {
    if (error instanceof ServerRefused) refused ??= error;
  };
  transport.onerror = client.onerror;
  try {
    return { tools: await Promise.race([ask(client, transport, seconds), requests.broken, expired]) };
  } catch (error) {
    return {
      error: refused ?? (error as Error),
      asked: requests.asked(),
      errorText: transport.errorText?.() ?? '',
      printed: transport.printed?.() ?? '',
      initialized: requests.wasSent('initialize'),
    };
  } finally {
    await transport.close().catch(() => undefined);
  }
}

/**
 * Another way to try after a failure: a server may end, or answer with an error of its own, at a question that it does not
 * know; and one that starts slowly takes `initialize` for the question. Undefined: the failure is reported.
 */
function otherWay(way: Way, failed: Exclude<Attempt, { tools: unknown }>, left: number): Way | undefined {
  const { error, initialized } = failed;
  const isFinal =
    error instanceof ServerRefused ||
    error instanceof BrokenAnswer ||
    (error as NodeJS.ErrnoException).code === 'ENOENT' ||
    failed.asked !== undefined;
  if (isFinal || way.mode === 'legacy') return undefined;
  if (!initialized) return isDenied(error) ? undefined : { mode: 'legacy' };
  const isFirst = way.probe.timeoutMs <= LONGEST_PROBE;
  const isAnswered = error instanceof ProtocolError;
  return isFirst && isAnswered && left > LONGEST_PROBE
    ? { mode: 'auto', probe: { timeoutMs: left } }
    : undefined;
}

const isDenied = (error: Error) => error instanceof SdkHttpError && [401, 403].includes(error.data.status);

function expiry(signal: AbortSignal): Promise<never> {
  const expired = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('time is over')), { once: true });
  });
  // Nobody may be waiting when it comes.
  expired.catch(() => undefined);
  return expired;
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
