import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listTools } from '../../src/servers/list-tools.js';
import { SEARCH } from './server-scripts.js';

const NEWEST = '2026-07-28';
const BEFORE = '2025-11-25';
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

interface Request {
  id?: number | string;
  method: string;
  params?: { protocolVersion?: string; cursor?: string; _meta?: Record<string, unknown> };
}

/** What a server answers: a result, an error, or nothing at all. It runs as text in a process of its own, too. */
type Answer = (request: Request) => object | undefined;

/** Speaks 2026-07-28 only: it has no `initialize`, and each request names its edition. Two pages of tools. */
const newestOnly: Answer = ({ id, method, params }) => {
  const error = (code: number, message: string, data?: object) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message, data },
  });
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (version === undefined) return error(-32602, 'The edition of the protocol is missing');
  if (version !== '2026-07-28')
    return error(-32022, 'Unsupported', { supported: ['2026-07-28'], requested: version });
  const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover')
    return {
      jsonrpc: '2.0',
      id,
      result: { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    };
  if (method !== 'tools/list') return error(-32601, 'Method not found');
  const isFirst = params?.cursor === undefined;
  const tools = [{ name: isFirst ? 'search' : 'fetch', inputSchema: { type: 'object' } }];
  return { jsonrpc: '2.0', id, result: { ...cached, tools, ...(isFirst ? { nextCursor: '2' } : {}) } };
};

/** Speaks 2025-11-25 only, and knows no other method before `initialize` or after it. */
const beforeOnly: Answer = ({ id, method, params }) => {
  if (id === undefined) return undefined;
  const result = (value: object) => ({ jsonrpc: '2.0', id, result: value });
  if (method === 'tools/list' && params?._meta === undefined)
    return result({ tools: [{ name: 'search', description: 'Search.', inputSchema: { type: 'object' } }] });
  if (method !== 'initialize')
    return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  const serverInfo = { name: 's', version: '1' };
  return result({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
};

/** A server on standard streams; `first` runs before each message is answered. */
function scriptOf(answer: Answer, first = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, 'server.cjs');
  writeFileSync(
    script,
    `const answer = ${answer.toString()};
let pending = '';
process.stdin.on('data', (chunk) => {
  const lines = (pending + chunk).split('\\n');
  pending = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    ${first}
    const message = answer(request);
    if (message) console.log(JSON.stringify(message));
  }
});
`,
  );
  return script;
}

const namesOf = async (script: string, seconds = 10) => {
  const command = [process.execPath, script];
  const tools = await listTools({ kind: 'stdio', command, environment: {}, folder: tmpdir() }, seconds);
  return tools.map(({ name }) => name);
};

/** Asks a server on the network, with the methods that it was asked for, in order. */
async function overHttp(
  respond: (request: Request, headers: IncomingMessage['headers'], answer: ServerResponse) => void,
) {
  const asked: string[] = [];
  const server = createServer((message, response) => {
    let body = '';
    message.on('data', (chunk) => {
      body += chunk;
    });
    message.on('end', () => {
      if (message.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      const request = JSON.parse(body) as Request;
      asked.push(request.method);
      respond(request, message.headers, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const listed = listTools({ kind: 'http', url, headers: {} }, 10).then((tools) =>
    tools.map(({ name }) => name),
  );
  return { names: await listed, asked };
}

const json = (response: ServerResponse, status: number, value: object | undefined) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(value && JSON.stringify(value));

describe.concurrent('the tools of a server on standard streams', () => {
  it(`that speaks only ${NEWEST} are listed, page by page`, async () => {
    expect(await namesOf(scriptOf(newestOnly))).toEqual(['search', 'fetch']);
  });

  it(`that speaks only ${BEFORE} are listed`, async () => {
    expect(await namesOf(scriptOf(beforeOnly))).toEqual([SEARCH.name]);
  });

  it(`that speaks only ${BEFORE} and ends at a question that it does not know are listed`, async () => {
    const ends = "if (request.method === 'server/discover') process.exit(1);";
    expect(await namesOf(scriptOf(beforeOnly, ends))).toEqual(['search']);
  });

  it(`that speaks only ${BEFORE} and keeps silent at such a question are listed`, async () => {
    const silent = "if (request.method === 'server/discover') continue;";
    expect(await namesOf(scriptOf(beforeOnly, silent), 30)).toEqual(['search']);
  });

  it(`that speaks only ${NEWEST} and starts slowly are listed`, async () => {
    const slow = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2300);';
    const once = `if (!globalThis.awake) { globalThis.awake = true; ${slow} }`;
    expect(await namesOf(scriptOf(newestOnly, once), 20)).toEqual(['search', 'fetch']);
  });
});

describe('the tools of a server on the network', () => {
  it(`that speaks only ${NEWEST} are listed, without an \`initialize\``, async () => {
    const { names, asked } = await overHttp((request, headers, response) => {
      const answer = newestOnly(request);
      // Each request names its edition in a header as well.
      const isOdd = headers['mcp-protocol-version'] !== request.params?._meta?.[VERSION_KEY];
      json(response, isOdd || (answer && 'error' in answer) ? 400 : 200, answer);
    });
    expect(names).toEqual(['search', 'fetch']);
    expect(asked).toEqual(['server/discover', 'tools/list', 'tools/list']);
  });

  it.each([
    [
      'refuses a question before `initialize`',
      400,
      { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No session' } },
    ],
    ['knows no such question', 200, undefined],
    ['fails at it', 500, { error: 'oops' }],
  ])(`that speaks only ${BEFORE} and %s are listed`, async (_, status, refusal) => {
    let isInitialized = false;
    const { names, asked } = await overHttp((request, headers, response) => {
      isInitialized ||= request.method === 'initialize';
      if (!isInitialized && refusal) json(response, status, refusal);
      else if (headers['mcp-protocol-version'] === NEWEST && status !== 200) json(response, 400, refusal);
      else if (request.id === undefined) response.writeHead(202).end();
      else json(response, 200, beforeOnly(request));
    });
    expect(names).toEqual(['search']);
    expect(asked).toEqual(['server/discover', 'initialize', 'notifications/initialized', 'tools/list']);
  });
});
