import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';

/** One request as it went over the wire. */
export interface Captured {
  method: string;
  target: string;
  /** Names and values in the order sent, names as spelt. */
  headers: [name: string, value: string][];
  body: string;
}

/**
 * Runs calls of the real client against a server on loopback, and gives what was sent. The port is the system's choice
 * and closed afterwards; the client neither tries again nor reads a credential of the machine.
 */
export async function captured(calls: (client: OpenAI) => Promise<unknown>): Promise<Captured[]> {
  const requests: Captured[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        target: request.url ?? '',
        headers: pairs(request.rawHeaders),
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"id":"x","object":"x","output":[]}');
    });
  });
  const port = await listen(server);
  try {
    await calls(
      new OpenAI({
        apiKey: 'dummy',
        adminAPIKey: null,
        organization: null,
        project: null,
        baseURL: `http://127.0.0.1:${port}/v1`,
        maxRetries: 0,
      }),
    );
  } finally {
    await new Promise((closed) => server.close(closed));
  }
  return requests;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
}

/** A captured request as a `.http` file, as a team would keep it: every header as sent, the credential a variable. */
export function httpText({ method, target, headers, body }: Captured): string {
  const lines = headers.map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? `${name}: Bearer {{token}}` : `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body, ''].join('\n');
}
