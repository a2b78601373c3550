import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listTools, NoToolList } from '../../src/servers/list-tools.js';
import { olderServer } from './server-scripts.js';

describe.concurrent('a server that gives no list of tools', () => {
  it.each([
    ['hangs', 'setInterval(() => {}, 1000)', 'it did not give its list within 10 s (--timeout).'],
    [
      'floods',
      "const line = 'x'.repeat(1000) + '\\n'; const go = () => { while (process.stdout.write(line)); process.stdout.once('drain', go); }; go();",
      'its standard output is not a message of the protocol.',
    ],
    [
      'sends without end',
      "const go = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', go); }; go();",
      'it sent more than 10 MiB.',
    ],
    ['exits', "console.error('no token'); process.exit(3)", 'Connection closed. It said: no token.'],
    [
      'asks for input before it answers',
      olderServer(
        "if (method === 'tools/list') console.log(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: { message: 'who?', requestedSchema: { type: 'object', properties: {} } } }));",
      ),
      'it asked a person for input (`elicitation/create`), which snapshot does not provide, and sent no list within 10 s (--timeout).',
    ],
    [
      'asks for a model before it answers',
      olderServer(
        "if (method === 'tools/list') console.log(JSON.stringify({ jsonrpc: '2.0', id: 'q', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }));",
      ),
      'it asked for the answer of a model (`sampling/createMessage`), which snapshot does not provide, and sent no list within 10 s (--timeout).',
    ],
    [
      'prompts on its output',
      "process.stdout.write('Enter password: '); setInterval(() => {}, 1000);",
      'it asked for input on its terminal (Enter password:), which snapshot does not provide, and sent no list within 10 s (--timeout).',
    ],
    [
      'prompts beside its output',
      "process.stderr.write('Loading\\nToken? '); setInterval(() => {}, 1000);",
      'it asked for input on its terminal (Token?), which snapshot does not provide, and sent no list within 10 s (--timeout).',
    ],
    [
      'hangs after a word',
      "console.error('Ready: 3 tables'); setInterval(() => {}, 1000);",
      'it did not give its list within 10 s (--timeout). It said: Ready: 3 tables.',
    ],
    [
      'gives a list of something else',
      olderServer("if (method === 'tools/list') send(id, { tools: [{ title: 'x' }] });"),
      'its answer to `tools/list` breaks the protocol: `tools[0].name` is missing, and 1 more.',
    ],
    [
      'gives no list of tools at all',
      olderServer("if (method === 'tools/list') send(id, { tools: 'none' });"),
      'its answer to `tools/list` breaks the protocol: `tools` is not right (expected array, received string).',
    ],
    [
      'answers with a word',
      olderServer("if (method === 'tools/list') send(id, 'hello');"),
      'its answer to `tools/list` breaks the protocol: it contains neither a result nor an error.',
    ],
    [
      'begins with a wrong answer',
      "process.stdin.on('data', (line) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, result: { hello: 1 } })));",
      'its answer to `initialize` breaks the protocol: `protocolVersion` is missing, and 2 more.',
    ],
    [
      'dies at its start',
      "if (process) {\n  throw new Error('no token, not even sk-abcdefghij0123456789ABCD');\n}",
      'Connection closed. It said: Error: no token, not even ***.',
    ],
    [
      'misses a module',
      "require('./lib-that-is-not-there.cjs');",
      "Connection closed. It said: Error: Cannot find module './lib-that-is-not-there.cjs'.",
    ],
    [
      'never ends its list',
      olderServer("if (method === 'tools/list') send(id, { tools: [], nextCursor: 'again' });"),
      'its list has more than 200 pages.',
    ],
  ])('is ended with one clear reason where it %s', async (_, script, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'agent-lint-bad-server-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'server.cjs'), script);
    // Only what waits for the end of the time is given little: enough for a process to start on a busy machine.
    const seconds = reason.includes('within 10 s') ? 10 : 120;
    const reach = {
      kind: 'stdio',
      command: [process.execPath, 'server.cjs'],
      environment: {},
      folder,
    } as const;
    await expect(listTools(reach, seconds)).rejects.toThrow(new NoToolList(reason));
  });
});
