import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { serve } from '../../src/lsp/server.js';

/** What a server published for a document. */
export interface Published {
  uri: string;
  version?: number;
  diagnostics: Diagnostic[];
}

/** Starts a server for a folder; `initialize` is up to the caller. */
export function openClient(root: string) {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  const status = serve(toServer, fromServer);
  const connection = createMessageConnection(
    new StreamMessageReader(fromServer),
    new StreamMessageWriter(toServer),
  );
  const published: Published[] = [];
  const waiting: { isIt(one: Published): boolean; done(one: Published): void }[] = [];
  const asked: { method: string; params: unknown }[] = [];
  connection.onNotification('textDocument/publishDiagnostics', (one: Published) => {
    published.push(one);
    for (const wait of waiting.filter(({ isIt }) => isIt(one))) {
      waiting.splice(waiting.indexOf(wait), 1);
      wait.done(one);
    }
  });
  const shown: string[] = [];
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
    shown.push(message);
  });
  connection.onRequest((method, params) => {
    asked.push({ method, params });
    return null;
  });
  connection.listen();
  const uri = (name: string): string => (name.includes(':') ? name : pathToFileURL(join(root, name)).href);
  const texts = new Map<string, { version: number; text: string }>();
  const request = <T>(method: string, params: unknown) => connection.sendRequest<T>(method, params);
  return {
    toServer,
    fromServer,
    connection,
    status,
    published,
    asked,
    shown,
    uri,
    request,
    notify: (method: string, params?: unknown) => connection.sendNotification(method, params),
    initialize: (capabilities: object = {}, more: object = {}) =>
      request<{ capabilities: Record<string, unknown>; serverInfo: unknown }>('initialize', {
        processId: null,
        rootUri: pathToFileURL(root).href,
        capabilities,
        ...more,
      }),
    open(name: string, languageId: string, text = readFileSync(join(root, name), 'utf8')) {
      texts.set(name, { version: 1, text });
      return connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(name), languageId, version: 1, text },
      });
    },
    /** Changes a document as an editor does: by an increment. */
    change(name: string, from: string, to: string) {
      const known = texts.get(name) ?? { version: 0, text: '' };
      const document = TextDocument.create(uri(name), '', known.version, known.text);
      const at = known.text.indexOf(from);
      if (at < 0) throw new Error(`${name} has no \`${from}\``);
      const range = { start: document.positionAt(at), end: document.positionAt(at + from.length) };
      const text = known.text.slice(0, at) + to + known.text.slice(at + from.length);
      texts.set(name, { version: known.version + 1, text });
      return connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uri(name), version: known.version + 1 },
        contentChanges: [{ range, text: to }],
      });
    },
    close: (name: string) =>
      connection.sendNotification('textDocument/didClose', { textDocument: { uri: uri(name) } }),
    /** The next diagnostics of a document, of a version of it or of any. */
    next: (name: string, version?: number): Promise<Published> =>
      new Promise((done) => {
        waiting.push({
          isIt: (one) => one.uri === uri(name) && (version === undefined || one.version === version),
          done,
        });
      }),
    pull: async (name: string): Promise<Diagnostic[]> =>
      (
        await request<{ items: Diagnostic[] }>('textDocument/diagnostic', {
          textDocument: { uri: uri(name) },
        })
      ).items,
    actions: (name: string, diagnostic?: Diagnostic) =>
      request<CodeAction[] | null>('textDocument/codeAction', {
        textDocument: { uri: uri(name) },
        range: diagnostic?.range ?? EVERYWHERE,
        context: { diagnostics: diagnostic ? [diagnostic] : [] },
      }),
    hover: (name: string, line: number, character: number) =>
      request<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument: { uri: uri(name) },
        position: { line, character },
      }),
    textOf: (name: string): string => texts.get(name)?.text ?? '',
  };
}

const EVERYWHERE = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };

/** The texts that an action makes, by address; `textOf` gives the present one. */
export function textsAfter(action: CodeAction, textOf: (uri: string) => string): Map<string, string> {
  const after = new Map<string, string>();
  for (const change of action.edit?.documentChanges ?? []) {
    if (!('textDocument' in change)) continue;
    const { uri } = change.textDocument;
    const document = TextDocument.create(uri, '', 0, after.get(uri) ?? textOf(uri));
    after.set(uri, TextDocument.applyEdits(document, change.edits as TextEdit[]));
  }
  return after;
}
