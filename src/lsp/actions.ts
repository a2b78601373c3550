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
import { diagnosticOf, lspRange, uriOf } from './diagnostics.js';
import type { FolderState } from './folder.js';

/** The command that puts the cursor where the reason of an ignore goes. */
export const SHOW_REASON = 'agent-lint.showReason';

/** The kind of the action that makes all safe fixes of a document. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.agent-lint`;

/** What a client wants of a document. */
export interface ActionRequest {
  readonly file: string;
  readonly range: LspRange;
  readonly context: CodeActionContext;
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
    for (const finding of all.filter((one) => overlaps(lspRange(one.range), range))) {
      const diagnostics = [diagnosticOf(finding, state)];
      for (const [at, fix] of finding.fixes.entries())
        actions.push(fixAction(fix, at === 0 && fix.safe, diagnostics, state, request));
      const ignore = await ignoreEdit(project, finding, state.textOf);
      if (ignore) {
        const { reasonAt, edits } = ignore;
        const uri = uriOf(state.absolute(reasonAt.file));
        const position = { line: reasonAt.line - 1, character: reasonAt.column - 1 };
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
  { versionOf }: ActionRequest,
): WorkspaceEdit {
  const files = groupedBy(edits, ({ file }) => file);
  return {
    documentChanges: [...files].flatMap(([shown, own]) => {
      const uri = uriOf(absolute(shown));
      const changed = {
        textDocument: { uri, version: versionOf(uri) },
        edits: own.map(({ range, text }): LspEdit => ({ range: lspRange(range), newText: text })),
      };
      return textOf(shown) === undefined
        ? [{ kind: 'create' as const, uri, options: { ignoreIfExists: true } }, changed]
        : [changed];
    }),
  };
}

const isBefore = (a: LspRange['start'], b: LspRange['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const overlaps = (a: LspRange, b: LspRange): boolean =>
  !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
