import { keptFor } from '../../model/once.js';
import { isTestFile } from '../../model/test-file.js';
import { callsOf } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { ProjectPrograms } from '../frameworks/framework.js';
import { importedBy } from '../frameworks/programs.js';
import facts from './vendor.json' with { type: 'json' };

const SANDBOX_CLIENT = 'SandboxClient';

/** The files of a project that start sandboxes, with the files that they import. */
const startingIn = keptFor(({ documents, context }: ProjectPrograms) =>
  documents
    .filter(({ file }) => !isTestFile(file))
    .map((document) => ({ file: document.file, clients: clientsIn(document) }))
    .filter(({ clients }) => clients.size > 0)
    .map(({ file, clients }) => ({ clients, reached: importedBy(file, context) })),
);

/**
 * Whether the only sandbox that is started for the agents of a file is the machine itself: by the file, or by a program
 * that imports it.
 */
export function isOnHost(document: SourceDocument, programs: ProjectPrograms): boolean {
  const clients = new Set([
    ...clientsIn(document),
    ...startingIn(programs).flatMap((one) => (one.reached.has(document.file) ? [...one.clients] : [])),
  ]);
  return clients.size === 1 && clients.has(facts.sandbox.hostClient);
}

function clientsIn(document: SourceDocument): ReadonlySet<string> {
  const calls = callsOf(document, { named: { has: (name) => name.endsWith(SANDBOX_CLIENT) } });
  return new Set(calls.flatMap(({ call }) => call?.name ?? []));
}
