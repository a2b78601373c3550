import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serveMcp } from '../../src/mcp/server.js';

/** Messages over streams, one in a line. */
function lines(input: PassThrough, output: PassThrough): Transport {
  let rest = '';
  const transport: Transport = {
    async start() {
      output.on('data', (data: Buffer) => {
        const parts = (rest + data.toString('utf8')).split('\n');
        rest = parts.pop() ?? '';
        for (const part of parts) transport.onmessage?.(JSON.parse(part) as JSONRPCMessage);
      });
    },
    async send(message) {
      input.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      input.end();
      transport.onclose?.();
    },
  };
  return transport;
}

/** What a tool answers. */
type Result = {
  content: { text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/** Starts a server for a folder, and the official client with it. */
export async function openClient(root: string, mode: 'legacy' | 'auto' | { pin: string } = 'legacy') {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const status = serveMcp(root, input, output);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(lines(input, output));
  const call = async (name: string, given: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: given })) as unknown as Result;
  return { client, status, call };
}
