import {
  KEEPING_CALLS,
  KEEPING_FIELDS,
  KEEPING_TOOLS,
  type KeepingCall,
  type KeepingPart,
} from '../../facts/kept-requests.js';
import type { StoredState, Tool } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf } from '../../program/index.js';
import { cachedFor, keptBy } from '../payload/stored-state.js';
import { languageOf, mergedBody } from './client-calls.js';
import { isOf, lastOf } from './client-search.js';
import { isCallOf, memberOf } from './model-clients.js';

const worded = ({ words, instead }: Pick<KeepingPart, 'words' | 'instead'>) => ({
  ...(words === undefined ? {} : { words }),
  ...(instead === undefined ? {} : { edit: instead }),
});

/** What the fields of a request with tools make the operator keep, by the name of its client. */
export function keptByFields(client: string, stated: CodeSyntaxNode): StoredState[] {
  return KEEPING_FIELDS.filter((row) => row.client === client).flatMap((row): StoredState[] => {
    const path = row.field.split('.');
    const name = lastOf(row.field);
    const node = path.reduce<CodeSyntaxNode | undefined>(memberOf, stated);
    if (!node || node.kind === 'null') return [];
    if (row.kind === 'cache') return cachedFor(name, node);
    const repair = { title: `Remove \`${name}\``, edits: () => node.edit()?.remove() };
    if (row.kind === 'response') return [{ kind: row.kind, name, ...keptBy(node, node.at()), repair }];
    const at = node.written();
    return [{ kind: 'files', name, kept: { state: 'shown', value: true, at }, at, ...worded(row) }];
  });
}

/** What the operator's own tools of a request make it keep. */
export function keptByTools(client: string, tools: readonly Tool[]): StoredState[] {
  const rows = KEEPING_TOOLS.filter((row) => row.client === client);
  return tools.flatMap(({ name, type = name, at }): StoredState[] => {
    const row = rows.find(({ names }) => names.some((one) => name === one || type.startsWith(one)));
    if (!row) return [];
    return [{ kind: 'files', name, kept: { state: 'shown', value: true, at }, at, ...worded(row) }];
  });
}

/** What other calls of a file make an operator keep: files, caches, batches. */
export function keptBeside(document: CodeDocument): StoredState[] {
  const rows = KEEPING_CALLS[languageOf(document)].filter(({ calls }) =>
    calls.some((path) => document.text.includes(path)),
  );
  if (rows.length === 0) return [];
  const named = new Set(rows.flatMap(({ calls }) => calls.map(lastOf)));
  return callsOf(document, { named, from: (module) => rows.some((row) => isOf(row, module)) }).flatMap(
    (node) => stateOf(node, rows),
  );
}

function stateOf(node: CodeSyntaxNode, rows: readonly KeepingCall[]): StoredState[] {
  const { call } = node;
  if (!call) return [];
  const origins = [call.origin, ...call.receivers.map((object) => object.call?.origin)];
  const row = rows.find(
    (one) =>
      origins.some(
        (origin) =>
          origin?.file === undefined &&
          // `from google import genai` names a module.
          [origin?.module ?? '', `${origin?.module}.${origin?.dotted}`].some((name) => isOf(one, name)),
      ) && one.calls.some((path) => isCallOf(call, path)),
  );
  if (!row) return [];
  const name = row.calls.find((path) => isCallOf(call, path)) ?? call.name;
  const off = row.switch === undefined ? undefined : memberOf(mergedBody(call.options), row.switch);
  const kept = off
    ? keptBy(off, call.at)
    : { kept: { state: 'shown', value: true, at: call.at } as const, at: call.at };
  return [{ kind: row.kind, name, ...kept, ...worded(row) }];
}
