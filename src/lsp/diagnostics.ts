import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type CodeDescription,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Range as LspRange,
} from 'vscode-languageserver';
import { rulePageUri } from '../facts/documentation.js';
import type { Finding, Range } from '../model/index.js';
import { packageFolder } from '../project/package-folder.js';
import { visible } from '../report/shared/text.js';
import type { FolderState } from './folder.js';

/** What a client shows of us. */
const SOURCE = 'agent-lint';

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** Lines and columns count from 1 in findings, from 0 in editors; both count UTF-16 units. */
export const lspRange = ({ start, end }: Range): LspRange => ({
  start: { line: start.line - 1, character: start.column - 1 },
  end: { line: end.line - 1, character: end.column - 1 },
});

/** Where a range of a file stands in the editor: in the document of the file, or in a cell of a notebook; undefined: in neither. */
export type Locate = (
  file: string,
  range: LspRange,
) => { readonly uri: string; readonly range: LspRange } | undefined;

export const uriOf = (file: string): string => pathToFileURL(file).href;

/** A finding as an editor shows it. One that a baseline accepts is faded. */
export function diagnosticOf(finding: Finding, { absolute }: FolderState, locate: Locate): Diagnostic {
  const { rule, severity, message, remediation, range, related, ignored, fingerprint } = finding;
  return {
    range: lspRange(range),
    severity: ignored ? DiagnosticSeverity.Hint : SEVERITY[severity],
    code: rule,
    codeDescription: pageOf(rule),
    source: SOURCE,
    message: visible(remediation === '' ? message : `${message} ${remediation}`),
    ...(ignored && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related.length > 0 && {
      relatedInformation: related.flatMap((one) => {
        const location = locate(absolute(one.file), lspRange(one.range));
        return location ? { location, message: visible(one.message) } : [];
      }),
    }),
    data: { fingerprint },
  };
}

/** The page of a rule: its address, or the file in this package while the documentation has none that a client can open. */
function pageOf(rule: string): CodeDescription {
  const href = rulePageUri(rule);
  const file = join(packageFolder(), 'rules', `${rule}.md`);
  return { href: !href.startsWith('https:') && existsSync(file) ? uriOf(file) : href };
}

/** What is wrong with the configuration, in the file in which it stands. */
export function configDiagnostics(file: string, { problems, absolute }: FolderState): Diagnostic[] {
  return problems
    .filter((one) => absolute(one.file) === file)
    .map(({ line, column, message, suggestion }) => {
      const at = { line: line - 1, character: column - 1 };
      return {
        range: { start: at, end: at },
        severity: DiagnosticSeverity.Error,
        source: SOURCE,
        message: visible(suggestion ? `${message} ${suggestion}` : message),
      };
    });
}
