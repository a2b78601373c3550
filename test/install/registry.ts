import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A registry on this machine that has one package in one version. */
export async function registryOf(tarball: string, version: string): Promise<string> {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    if (request.url === '/agent-lint.tgz') response.end(bytes);
    else if (request.url === '/agent-lint') {
      const dist = { tarball: `${url}/agent-lint.tgz`, integrity };
      const manifest = { name: 'agent-lint', version, bin: { 'agent-lint': 'dist/agent-lint.cjs' }, dist };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name: 'agent-lint',
          'dist-tags': { latest: version },
          versions: { [version]: manifest },
        }),
      );
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
