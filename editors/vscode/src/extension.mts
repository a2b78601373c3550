import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { DiagnosticPullMode, LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';

const SECTION = 'agentLint';
const ON_LANGUAGE = 'onLanguage:';
const BIN = 'dist/agent-lint.cjs';

let client: LanguageClient | undefined;
/** Starts and stops of the server, one after the other. */
let last: Promise<void> = Promise.resolve();

/** Starts the language server, and again whenever another one should run. */
export function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = (): Promise<void> => {
    // The client itself shows why a server does not start.
    last = last.then(async () => {
      await client?.dispose().catch(() => undefined);
      client = clientOf(serverScript(context), languagesOf(context));
      await client.start().catch(() => undefined);
    });
    return last;
  };
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration(
      (change) => change.affectsConfiguration(`${SECTION}.path`) && void restart(),
    ),
  );
  return restart();
}

export const deactivate = (): Promise<void> | undefined => client?.stop().catch(() => undefined);

const settings = () => vscode.workspace.getConfiguration(SECTION);

/**
 * VS Code withholds a path that the settings of an untrusted workspace give. What a workspace contains runs only where the
 * workspace is trusted.
 */
function serverScript(context: vscode.ExtensionContext): string {
  const path = settings().get('path', '');
  if (isAbsolute(path)) return path;
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  const scripts = folders.map((folder) => join(folder, path || join('node_modules/agent-lint', BIN)));
  const own = vscode.workspace.isTrusted ? scripts.find((script) => existsSync(script)) : undefined;
  return own ?? context.asAbsolutePath(join('server', BIN));
}

/** The languages that start the extension. */
const languagesOf = ({ extension }: vscode.ExtensionContext): string[] =>
  (extension.packageJSON as { activationEvents: string[] }).activationEvents
    .filter((event) => event.startsWith(ON_LANGUAGE))
    .map((event) => event.slice(ON_LANGUAGE.length));

/** The client of a server that runs in the Node of the editor. */
function clientOf(script: string, languages: readonly string[]): LanguageClient {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const server = { command: process.execPath, args: [script, 'lsp'], options: { env } };
  const options: LanguageClientOptions = {
    documentSelector: [
      ...languages.flatMap((language) => [
        { scheme: 'file', language },
        { scheme: 'untitled', language },
      ]),
      { notebook: 'jupyter-notebook', language: 'python' },
    ],
    initializationOptions: settings,
    synchronize: { configurationSection: SECTION },
    diagnosticPullOptions: {
      onChange: true,
      filter: (_, mode) => mode === DiagnosticPullMode.onType && settings().get('run') === 'onSave',
    },
  };
  return new LanguageClient(SECTION, 'agent-lint', server, options);
}
