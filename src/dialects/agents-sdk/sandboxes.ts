import { isTestFile } from '../../model/test-file.js';
import { type CodeDocument, callsOf } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { CodeContext } from '../code-dialect.js';
import { importedBy } from './programs.js';
import { sdkOf } from './sdk.js';

const SANDBOX_CLIENT = 'SandboxClient';

/**
 * Whether the only sandbox that is started for the agents of a file is the machine itself: by the file, or by a program
 * that imports it.
 */
export function openSandboxes(
  documents: readonly CodeDocument[],
  context: CodeContext,
): (document: SourceDocument) => boolean {
  const starting = documents
    .filter(({ file, text }) => text.includes(SANDBOX_CLIENT) && !isTestFile(file))
    .map((document) => ({ clients: clientsIn(document), reached: importedBy(document.file, context) }));
  return (document) => {
    const { hostClient } = sdkOf(document.file);
    const clients = new Set([
      ...clientsIn(document),
      ...starting.flatMap((one) => (one.reached.has(document.file) ? [...one.clients] : [])),
    ]);
    return clients.size === 1 && clients.has(hostClient);
  };
}

function clientsIn(document: SourceDocument): ReadonlySet<string> {
  const { text } = document;
  if (!text.includes(SANDBOX_CLIENT)) return new Set();
  const calls = callsOf(document, { named: wordsEndingWith(SANDBOX_CLIENT, text) });
  return new Set(calls.flatMap(({ call }) => call?.name ?? []));
}

function wordsEndingWith(end: string, text: string): Set<string> {
  const words = new Set<string>();
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    let start = at;
    while (start > 0 && /[\w$]/.test(text.charAt(start - 1))) start--;
    if (!/[\w$]/.test(text.charAt(at + end.length))) words.add(text.slice(start, at + end.length));
  }
  return words;
}
