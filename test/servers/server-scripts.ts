/**
 * A server of the editions before 2026-07-28 in a few lines: it answers each request as `answers` says. To a method that
 * it does not know it says so, as the official ones do.
 */
export const olderServer = (answers: string) => `
let pending = '';
const write = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
const send = (id, result) => write({ id, result });
process.stdin.on('data', (chunk) => {
  const lines = (pending + chunk).split('\\n');
  pending = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize')
      send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
    else if (method === 'server/discover') write({ id, error: { code: -32601, message: 'Method not found' } });
    ${answers}
  }
});
`;

/** The same, with one page of tools. */
export const listing = (tools: readonly unknown[]) =>
  olderServer(`if (method === 'tools/list') send(id, { tools: ${JSON.stringify(tools)} });`);

export const SEARCH = { name: 'search', description: 'Search.', inputSchema: { type: 'object' } };
