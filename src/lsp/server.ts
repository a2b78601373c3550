import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  type CancellationToken,
  type ClientCapabilities,
  type CodeActionParams,
  type CodeLensParams,
  type Connection,
  CodeActionKind,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  type DocumentDiagnosticParams,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  type HoverParams,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  Message,
  MessageType,
  ResponseError,
  type ResponseMessage,
  ShowDocumentRequest,
  ShowMessageNotification,
  NotebookCellKind,
  type NotebookDocument,
  NotebookDocuments,
  type Range,
  type RelativePattern,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { VERSION } from '../generated/version.js';
import { visible } from '../report/shared/text.js';
import { codeActions, FIX_ALL, SHOW_REASON } from './actions.js';
import { configDiagnostics, diagnosticOf, type Locate, lspRange, uriOf } from './diagnostics.js';
import { type Folder, type FolderState, openFolder } from './folder.js';
import { type NotebookText, notebookText } from './notebooks.js';
import { wrongParams } from './params.js';
import type { Thing } from './things.js';

/** After the last edit of a document, its diagnostics are pushed; milliseconds. */
const QUIET_MS = 200;

/** Options of a client: `initializationOptions`, or `agentLint` of its settings. */
interface Options {
  enable: boolean;
  /** When diagnostics follow an edit: at once, or after the document is saved. */
  run: 'onType' | 'onSave';
  showBaselined: boolean;
}

const optionsFrom = (given: unknown, before: Options): Options => {
  const { enable, run, showBaselined } = (given ?? {}) as Partial<Record<keyof Options, unknown>>;
  return {
    enable: typeof enable === 'boolean' ? enable : before.enable,
    run: run === 'onType' || run === 'onSave' ? run : before.run,
    showBaselined: typeof showBaselined === 'boolean' ? showBaselined : before.showBaselined,
  };
};

/**
 * Runs the language server on two streams until its client ends it or goes away. Gives the exit status.
 */
export function serve(input: Readable, output: Writable): Promise<number> {
  return new Promise((end) => {
    const reader = tolerantReader(input);
    const writer = new StreamMessageWriter(output);
    let isShutDown = false;
    let isInitialized = false;
    const connection: Connection = createConnection(reader, writer, {
      messageStrategy: {
        handleMessage(message, next) {
          // The connection would end the process, which may have more to do.
          if (Message.isNotification(message) && message.method === 'exit') return end(isShutDown ? 0 : 1);
          if (!Message.isRequest(message) && !Message.isNotification(message)) return next(message);
          const wrong = wrongParams(message.method, message.params);
          // A notification has no answer.
          if (!Message.isRequest(message)) return isInitialized && !wrong ? next(message) : undefined;
          const refuse = (code: number, words: string) =>
            void writer.write({
              ...{ jsonrpc: '2.0', id: message.id },
              error: { code, message: words },
            } as ResponseMessage);
          if ((message.method === 'initialize') === isInitialized || isShutDown)
            return isInitialized
              ? refuse(ErrorCodes.InvalidRequest, 'The server was initialized before, or was shut down.')
              : refuse(ErrorCodes.ServerNotInitialized, 'The server is not initialized.');
          if (wrong) return refuse(ErrorCodes.InvalidParams, wrong);
          isInitialized = true;
          return next(message);
        },
      },
    });
    reader.onError(() => end(1));
    reader.onClose(() => end(isShutDown ? 0 : 1));
    connection.onShutdown(() => {
      isShutDown = true;
    });
    listen(connection);
    connection.listen();
  });
}

/** Reads messages; one that the connection cannot take, such as a cancellation of nothing, is dropped. */
function tolerantReader(input: Readable): StreamMessageReader {
  const reader = new StreamMessageReader(input);
  const listen = reader.listen.bind(reader);
  reader.listen = (take) =>
    listen((message) => {
      try {
        take(message);
      } catch {
        // It has no id by which it could be answered.
      }
    });
  return reader;
}

/** Answers what a client asks. */
function listen(connection: Connection): void {
  const documents = new TextDocuments(TextDocument);
  const notebooks = new NotebookDocuments(documents);
  /** Open notebooks as files, by path. */
  const written = new Map<string, NotebookText>();
  /** Whether the client says when files change, whatever changes them. */
  let isWatching = false;
  const folders = openFolders(() => isWatching);
  let client: ClientCapabilities | undefined;
  let options: Options = { enable: true, run: 'onType', showBaselined: false };
  let timer: NodeJS.Timeout | undefined;
  /** The version of each open document that is checked: the last one, or the one that was opened or saved. */
  const taken = new Map<string, number>();
  /** The file that an open document is, or is a cell of. */
  const documentFile = (uri: string): string | undefined => {
    const notebook = notebooks.findNotebookDocumentForCell(uri);
    return notebook ? fileOf(notebook.uri) : pathOf(uri, documents.get(uri)?.languageId);
  };
  /** Where a range of a file stands in the editor: in the document of the file, or in a cell. */
  const locate: Locate = (file, range) => {
    const notebook = written.get(file);
    if (notebook) return notebook.locate(range);
    // An editor may write the address in its own way, and a document that is saved nowhere has none of a file.
    return { uri: documents.keys().find((one) => documentFile(one) === file) ?? uriOf(file), range };
  };
  /** The same in one document, whose address need not be that of its file; undefined where it is elsewhere. */
  const rangeIn = (uri: string, file: string, range: Range): Range | undefined => {
    if (!written.has(file)) return range;
    const found = locate(file, range);
    return found?.uri === uri ? found.range : undefined;
  };
  const isPulled = () => client?.textDocument?.diagnostic !== undefined;

  /** The diagnostics of open documents, until something changes after which they are made again. */
  const known = new Map<string, Diagnostic[]>();
  const diagnosticsOf = async (uri: string, file: string): Promise<Diagnostic[]> => {
    if (!options.enable) return [];
    const before = known.get(uri);
    if (before) return before;
    const folder = folders.of(file);
    const state = await folder.state();
    tell(folder, state);
    const diagnostics = [
      ...configDiagnostics(file, state),
      ...state.findingsIn(file, options.showBaselined).flatMap((one) => {
        const range = rangeIn(uri, file, lspRange(one.range));
        return range ? { ...diagnosticOf(one, state, locate), range } : [];
      }),
    ];
    known.set(uri, diagnostics);
    return diagnostics;
  };
  /** Folders whose configuration is invalid, as was said. */
  const broken = new Set<string>();
  /** Configurations that are watched one by one: a client watches what is in its folders, and not all of that. */
  const watched = new Set<string>();
  const tell = ({ path, owns }: Folder, { problems: [problem], absolute, configs }: FolderState) => {
    if (!problem) broken.delete(path);
    else if (!broken.has(path)) {
      broken.add(path);
      const words = `${absolute(problem.file)}:${problem.line}: ${visible(problem.message)}`;
      const message = `Nothing is checked, as the configuration of agent-lint is invalid. ${words}`;
      connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Error, message })
        .catch(() => undefined);
    }
    for (const file of configs.filter((one) => !owns(one) || one.includes('node_modules'))) {
      if (isWatching && !watched.has(file)) watchFile(file);
      watched.add(file);
    }
  };
  const watchFile = (file: string) => {
    watch({ baseUri: uriOf(dirname(file)), pattern: basename(file) }).catch(() => undefined);
  };
  const watch = (globPattern: string | RelativePattern) =>
    connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern }] });
  /** What was pushed for each document, as text: it is pushed again where it differs, or the document does. */
  const pushed = new Map<string, string>();
  const push = async () => {
    for (const [uri, version] of taken) {
      const file = documentFile(uri);
      if (file === undefined) continue;
      const diagnostics = await diagnosticsOf(uri, file);
      // A newer text has a push of its own.
      if (taken.get(uri) !== version) continue;
      const text = JSON.stringify([version, diagnostics]);
      if (pushed.get(uri) === text) continue;
      pushed.set(uri, text);
      await connection.sendDiagnostics({ uri, version, diagnostics });
    }
  };
  /** Pushes once nothing changed for a while. A client that pulls is asked to, where it does not know that it should. */
  const changed = (isKnown = false) => {
    known.clear();
    if (isPulled() && (isKnown || !client?.workspace?.diagnostics?.refreshSupport)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const told = isPulled() ? connection.languages.diagnostics.refresh() : push();
      told.catch((error: unknown) => connection.console.error(wordsOf(error)));
    }, QUIET_MS);
  };

  /** The same of a document that is open. */
  const openFile = (uri: string): string | undefined => (documents.get(uri) ? documentFile(uri) : undefined);
  /** The things in an open document, with their places in it: also those that were found before another document changed. */
  const openThings = async (uri: string): Promise<(Omit<Thing, 'range'> & { range: Range })[]> => {
    const file = openFile(uri);
    if (file === undefined) return [];
    const state = await folders.of(file).stateFor(file);
    return state.thingsIn(file).flatMap((thing) => {
      const range = rangeIn(uri, file, lspRange(thing.range));
      return range ? { ...thing, range } : [];
    });
  };

  connection.onRequest((method) => {
    throw new ResponseError(ErrorCodes.MethodNotFound, `Unknown request ${method}.`);
  });
  connection.onInitialize((params): InitializeResult => {
    client = params.capabilities;
    folders.open(rootsOf(params));
    options = optionsFrom(params.initializationOptions, options);
    return {
      serverInfo: { name: 'agent-lint', version: VERSION },
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        notebookDocumentSync: { notebookSelector: [{ notebook: 'jupyter-notebook' }] },
        hoverProvider: true,
        codeLensProvider: { resolveProvider: false },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        executeCommandProvider: { commands: [SHOW_REASON] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        ...(isPulled() && {
          diagnosticProvider: {
            identifier: 'agent-lint',
            interFileDependencies: true,
            workspaceDiagnostics: false,
          },
        }),
      },
    };
  });
  connection.onInitialized(() => {
    const watches = client?.workspace?.didChangeWatchedFiles;
    if (watches?.dynamicRegistration)
      watch('**/*').then(
        () => {
          // What changed before is in no notification.
          folders.changed();
          isWatching = watches.relativePatternSupport === true;
          if (isWatching) for (const file of watched) watchFile(file);
        },
        () => undefined,
      );
    if (client?.workspace?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        folders.leave(removed.flatMap(({ uri }) => fileOf(uri) ?? []));
        folders.open(added.flatMap(({ uri }) => fileOf(uri) ?? []));
        takeAll();
        changed();
      });
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    options = optionsFrom((settings as { agentLint?: unknown } | null)?.agentLint, options);
    if (options.run === 'onType') takeAll();
    changed();
  });
  connection.onDidChangeWatchedFiles(() => {
    folders.changed();
    changed();
  });
  /** Takes the text of a document to be checked. Cells are taken with their notebook. */
  const take = (document: TextDocument) => {
    const file = documentFile(document.uri);
    if (file === undefined || written.has(file)) return;
    folders.edit(file, document.getText());
    taken.set(document.uri, document.version);
  };
  const takeNotebook = ({ uri, cells }: NotebookDocument) => {
    const file = fileOf(uri);
    if (file === undefined) return;
    const texts = cells.map(({ kind, document }) => {
      const cell = documents.get(document);
      const isCode = kind === NotebookCellKind.Code;
      if (cell) taken.set(document, cell.version);
      return { uri: document, isCode, language: cell?.languageId ?? '', text: cell?.getText() ?? '' };
    });
    const notebook = notebookText(texts);
    written.set(file, notebook);
    folders.edit(file, notebook.text);
    changed(true);
  };
  const takeAll = () => {
    for (const one of documents.all()) take(one);
    for (const one of new Set(documents.keys().map((uri) => notebooks.findNotebookDocumentForCell(uri))))
      if (one) takeNotebook(one);
  };
  notebooks.onDidOpen(takeNotebook);
  notebooks.onDidChange(({ notebookDocument }) => {
    if (options.run === 'onType') takeNotebook(notebookDocument);
  });
  notebooks.onDidSave((notebook) => {
    takeNotebook(notebook);
    folders.changed();
    changed();
  });
  notebooks.onDidClose(({ uri }) => {
    const file = fileOf(uri);
    if (file === undefined) return;
    written.delete(file);
    folders.edit(file, undefined);
    changed(true);
  });
  documents.onDidChangeContent(({ document }) => {
    if (options.run === 'onSave' && taken.has(document.uri)) return;
    take(document);
    changed(true);
  });
  documents.onDidSave(({ document }) => {
    take(document);
    folders.changed();
    changed();
  });
  documents.onDidClose(({ document: { uri, languageId } }) => {
    const file = pathOf(uri, languageId);
    if (file !== undefined) folders.edit(file, undefined);
    taken.delete(uri);
    pushed.delete(uri);
    if (!isPulled()) connection.sendDiagnostics({ uri, diagnostics: [] }).catch(() => undefined);
    changed(true);
  });

  connection.languages.diagnostics.on(
    unlessCancelled(async ({ textDocument: { uri } }: DocumentDiagnosticParams) => {
      const file = openFile(uri);
      const items = file === undefined ? [] : await diagnosticsOf(uri, file);
      return { kind: DocumentDiagnosticReportKind.Full, items };
    }),
  );
  connection.onHover(
    unlessCancelled(async ({ textDocument: { uri }, position }: HoverParams) => {
      const found = (await openThings(uri))
        .filter(({ range }) => isIn(range, position))
        .sort((a, b) => sizeOf(a.range) - sizeOf(b.range));
      const [nearest] = found;
      if (!nearest) return null;
      const same = found.filter(({ range }) => sizeOf(range) === sizeOf(nearest.range));
      const texts = [...new Set(same.map(({ lines }) => lines.join('  \n')))];
      return {
        contents: { kind: 'markdown' as const, value: texts.join('\n\n---\n\n') },
        range: nearest.range,
      };
    }),
  );
  connection.onCodeLens(
    unlessCancelled(async ({ textDocument: { uri } }: CodeLensParams) => {
      const things = await openThings(uri);
      return things.flatMap(({ range: { start }, summary }) =>
        summary === undefined
          ? []
          : [{ range: { start, end: start }, command: { title: summary, command: '' } }],
      );
    }),
  );
  connection.onCodeAction(
    unlessCancelled(async ({ textDocument: { uri }, range, context }: CodeActionParams) => {
      const file = openFile(uri);
      if (file === undefined) return null;
      const state = await folders.of(file).state();
      // An edit is for the text that was checked, whatever is typed meanwhile.
      const versions = new Map(taken);
      const versionOf = (one: string) => versions.get(one) ?? null;
      if (versionOf(uri) !== documents.get(uri)?.version) return null;
      return codeActions(state, {
        takes: {
          versions: client?.workspace?.workspaceEdit?.documentChanges === true,
          creations: client?.workspace?.workspaceEdit?.resourceOperations?.includes('create') === true,
        },
        uri,
        file,
        range,
        context,
        versionOf,
        rangeIn,
        locate,
      });
    }),
  );
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    const [uri, at] = given as [string, { line: number; character: number }];
    if (command === SHOW_REASON && client?.window?.showDocument?.support)
      await connection.sendRequest(ShowDocumentRequest.type, {
        uri,
        takeFocus: true,
        selection: { start: at, end: at },
      });
    return null;
  });
  documents.listen(connection);
  notebooks.listen(connection);
}

/** Answers at once where a request is cancelled, whatever is made for it: the next one may need the same. */
const unlessCancelled =
  <P, R>(answer: (params: P) => Promise<R>) =>
  (params: P, token: CancellationToken): Promise<R> =>
    new Promise((done, failed) => {
      const cancelled = () =>
        failed(new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.'));
      if (token.isCancellationRequested) return cancelled();
      token.onCancellationRequested(cancelled);
      answer(params).then(done, failed);
    });

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Position = { line: number; character: number };
type LspRange = { start: Position; end: Position };

const isIn = ({ start, end }: LspRange, { line, character }: Position): boolean =>
  (line > start.line || (line === start.line && character >= start.character)) &&
  (line < end.line || (line === end.line && character <= end.character));

/** Orders ranges by how much they hold. */
const sizeOf = ({ start, end }: LspRange): number =>
  (end.line - start.line) * WIDEST_LINE + end.character - start.character;
const WIDEST_LINE = 10_000;

/** The file that an address stands for. */
function fileOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}

/** The file that a document stands for: one that is saved nowhere has the ending of its language, in a folder that does not exist, unless it names the file that it will be. */
function pathOf(uri: string, language: string | undefined): string | undefined {
  if (typeof uri !== 'string') return undefined;
  const file = fileOf(uri);
  // Neovim gives a buffer without a name the address `file://`.
  if (file !== undefined) return basename(file) === '' ? undefined : file;
  if (!uri.startsWith('untitled:')) return undefined;
  const path = uri.slice('untitled:'.length);
  if (path.startsWith('/')) return pathOf(`file://${path.replace(/^\/\/(?=\/)/, '')}`, language);
  const ending = extname(path) === '' ? ENDINGS[language ?? ''] : '';
  return ending === undefined ? undefined : join(UNTITLED, posix.resolve('/', `${path}${ending}`));
}

const UNTITLED = resolve('/agent-lint-untitled');

const ENDINGS: Readonly<Record<string, string>> = {
  javascript: '.js',
  javascriptreact: '.jsx',
  json: '.json',
  jsonc: '.jsonc',
  markdown: '.md',
  python: '.py',
  toml: '.toml',
  typescript: '.ts',
  typescriptreact: '.tsx',
  yaml: '.yaml',
};

function rootsOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): string[] {
  if (workspaceFolders) return workspaceFolders.flatMap(({ uri }) => fileOf(uri) ?? []);
  if (rootUri) return [fileOf(rootUri)].flatMap((one) => one ?? []);
  return rootPath ? [rootPath] : [];
}

/** The folders that are open, and one for each document that is in none of them. */
function openFolders(isWatched: () => boolean) {
  const open: Folder[] = [];
  const alone = new Map<string, Folder>();
  return {
    open(paths: readonly string[]) {
      for (const path of paths)
        if (!open.some((one) => one.path === path)) open.push(openFolder(path, isWatched));
    },
    leave(paths: readonly string[]) {
      for (const path of paths) {
        const at = open.findIndex((one) => one.path === path);
        if (at >= 0) open.splice(at, 1);
      }
    },
    /** Takes the text of an open document, for each folder that holds the file; undefined: it is not open any more. */
    edit(file: string, text: string | undefined) {
      for (const one of new Set([this.of(file), ...open.filter((one) => one.owns(file))]))
        one.edit(file, text);
      if (text === undefined) alone.delete(file);
    },
    /** The innermost folder of a file. */
    of(file: string): Folder {
      const own = open.filter((one) => one.owns(file)).sort((a, b) => b.path.length - a.path.length)[0];
      if (own) return own;
      const folder = alone.get(file) ?? openFolder(dirname(file), () => false, { paths: [file] });
      alone.set(file, folder);
      return folder;
    },
    changed() {
      for (const one of [...open, ...alone.values()]) one.changed();
    },
  };
}
