import { existsSync } from 'node:fs';
import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type Diagnostic,
  type Range as LspRange,
  type TextEdit as LspEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { chooseFixes } from '../lint/choose-fixes.js';
import { groupedBy } from '../model/grouped.js';
import type { Fix, TextEdit } from '../model/index.js';
import { ignoreEdit } from '../project/ignore-edits.js';
import { diagnosticOf, type Locate, lspRange, uriOf } from './diagnostics.js';
import type { FolderState } from './folder.js';

/** The command that puts the cursor where the reason of an ignore goes. */
export const SHOW_REASON = 'agent-lint.showReason';

/** The kind of the action that makes all safe fixes of a document. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.agent-lint`;

/** What a client wants of a document. */
export interface ActionRequest {
  readonly uri: string;
  readonly locate: Locate;
  /** A range of a file in one document; undefined where it is in another. */
  rangeIn(uri: string, file: string, range: LspRange): LspRange | undefined;
  readonly file: string;
  readonly range: LspRange;
  readonly context: CodeActionContext;
  /** What edits the client takes: of versions of documents, and such as create a file. */
  readonly takes: { readonly versions: boolean; readonly creations: boolean };
  /** The version of an open document by its address: an edit is for this version of it. */
  versionOf(uri: string): number | null;
}

/** The actions at a place of a document: each fix of each finding there, its ignore, and all safe fixes at once. */
export async function codeActions(state: FolderState, request: ActionRequest): Promise<CodeAction[]> {
  const { project } = state;
  if (!project) return [];
  const { file, range, context } = request;
  const wants = (kind: string): boolean =>
    context.only?.some((one) => kind === one || kind.startsWith(`${one}.`) || one === '') ?? true;
  const actions: CodeAction[] = [];
  const all = state.findingsIn(file);
  if (wants(CodeActionKind.QuickFix))
    for (const finding of all) {
      const own = request.rangeIn(request.uri, file, lspRange(finding.range));
      if (!own || !overlaps(own, range)) continue;
      const diagnostics = [{ ...diagnosticOf(finding, state, request.locate), range: own }];
      for (const [at, fix] of finding.fixes.entries())
        actions.push(fixAction(fix, at === 0 && fix.safe, diagnostics, state, request));
      const ignore = await ignoreEdit(project, finding, state.textOf);
      const creates = ignore?.edits.some((edit) => state.textOf(edit.file) === undefined);
      const mayCreate = (request.takes.creations || !request.takes.versions) && existsSync(project.root);
      if (ignore && (!creates || mayCreate)) {
        const { reasonAt, edits } = ignore;
        const position = { line: reasonAt.line - 1, character: reasonAt.column - 1 };
        const file = state.absolute(reasonAt.file);
        const uri = request.locate(file, { start: position, end: position })?.uri ?? uriOf(file);
        actions.push({
          title: `Ignore ${finding.rule} here, with a reason`,
          kind: CodeActionKind.QuickFix,
          diagnostics,
          edit: workspaceEdit(edits, state, request),
          command: { title: 'Write the reason', command: SHOW_REASON, arguments: [uri, position] },
        });
      }
    }
  if (wants(FIX_ALL)) {
    const fixes = chooseFixes(all, 'safe', (one) => state.absolute(one) === file);
    if (fixes.length > 0)
      actions.push({
        title: 'Make all safe fixes of agent-lint',
        kind: FIX_ALL,
        edit: workspaceEdit(
          fixes.flatMap(({ edits }) => edits),
          state,
          request,
        ),
      });
  }
  return actions;
}

const fixAction = (
  { title, edits }: Fix,
  isPreferred: boolean,
  diagnostics: Diagnostic[],
  state: FolderState,
  request: ActionRequest,
): CodeAction => ({
  title,
  kind: CodeActionKind.QuickFix,
  diagnostics,
  ...(isPreferred && { isPreferred }),
  edit: workspaceEdit(edits, state, request),
});

/** Edits as an editor makes them; a file that does not exist is created first. */
function workspaceEdit(
  edits: readonly TextEdit[],
  { absolute, textOf }: FolderState,
  { locate, versionOf, takes }: ActionRequest,
): WorkspaceEdit {
  const made = edits.flatMap(({ file, range, text }) => {
    const at = locate(absolute(file), lspRange(range));
    if (!at) return [];
    // What is written into a cell is part of a text of JSON in the file.
    const isCell = file.endsWith('.ipynb') && !at.uri.endsWith('.ipynb');
    return { shown: file, uri: at.uri, edit: { range: at.range, newText: isCell ? unescaped(text) : text } };
  });
  const byUri = groupedBy(made, ({ uri }) => uri);
  if (!takes.versions)
    return {
      changes: Object.fromEntries([...byUri].map(([uri, own]) => [uri, own.map(({ edit }) => edit)])),
    };
  return {
    documentChanges: [...byUri].flatMap(([uri, own]) => {
      const changed = {
        textDocument: { uri, version: versionOf(uri) },
        edits: own.map(({ edit }): LspEdit => edit),
      };
      const exists = own.some(({ shown }) => textOf(shown) !== undefined);
      return exists
        ? [changed]
        : [{ kind: 'create' as const, uri, options: { ignoreIfExists: true } }, changed];
    }),
  };
}

const unescaped = (text: string): string => JSON.parse(`"${text}"`) as string;

const isBefore = (a: LspRange['start'], b: LspRange['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const overlaps = (a: LspRange, b: LspRange): boolean =>
  !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
