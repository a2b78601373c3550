import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, callsOf } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeContext } from '../code-dialect.js';
import type { Framework } from '../frameworks/framework.js';
import { importedBy } from '../frameworks/programs.js';

const SANDBOX_CLIENT = 'SandboxClient';

/**
 * Whether the only sandbox that is started for the agents of a file is the machine itself: by the file, or by a program
 * that imports it.
 */
export function openSandboxes(
  documents: readonly CodeDocument[],
  context: CodeContext,
  framework: Framework,
): (document: SourceDocument) => boolean {
  const starting = documents
    .filter(({ file }) => !isTestFile(file))
    .map((document) => ({ file: document.file, clients: clientsIn(document) }))
    .filter(({ clients }) => clients.size > 0)
    .map(({ file, clients }) => ({ clients, reached: importedBy(file, context) }));
  return (document) => {
    const { hostClient } = framework.profileOf(document.file).tools;
    const clients = new Set([
      ...clientsIn(document),
      ...starting.flatMap((one) => (one.reached.has(document.file) ? [...one.clients] : [])),
    ]);
    return clients.size === 1 && hostClient !== undefined && clients.has(hostClient);
  };
}

function clientsIn(document: SourceDocument): ReadonlySet<string> {
  const calls = callsOf(document, { named: { has: (name) => name.endsWith(SANDBOX_CLIENT) } });
  return new Set(calls.flatMap(({ call }) => call?.name ?? []));
}
