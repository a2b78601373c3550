import { dirname, relative, sep } from 'node:path';
import { CONFIG_NAMES, type Edits, type Finding, type TextEdit } from '../model/index.js';
import { baseName } from '../model/paths.js';
import { createCodeProject, grammarOf } from '../program/index.js';
import { isWhole } from '../program/parses.js';
import { editedText } from '../syntax/edit/apply.js';
import { type Format, formatOf, loadParsers, parseDocument } from '../syntax/index.js';
import { directivesOf } from '../systems/index.js';
import type { Project } from './open-project.js';

/** The comment that ignores a finding, or the entry of a configuration, without its reason: that is a person's to write. */
export interface IgnoreEdit {
  readonly edits: readonly TextEdit[];
  /** Where the reason goes, in the edited text; 1-based. */
  readonly reasonAt: { readonly file: string; readonly line: number; readonly column: number };
}

/** How a line of each format is a comment; formats that have none are left out. */
const COMMENTS: Partial<Record<Format, string>> = {
  code: '//',
  environment: '#',
  http: '#',
  jsonc: '//',
  markdown: '#',
  shell: '#',
  toml: '#',
  yaml: '#',
};

/** The name of a configuration that is made where a project has none. */
const NEW_CONFIG = 'agent-lint.config.yaml';

/** Writes the ignore of a finding: a comment above it, else an entry of the configuration. Undefined where neither can be written. */
export async function ignoreEdit(
  project: Project,
  finding: Finding,
  textOf: (file: string) => string | undefined,
): Promise<IgnoreEdit | undefined> {
  const text = textOf(finding.file);
  const comment = text === undefined ? undefined : commentAbove(finding, text);
  return comment ?? entryFor(project, finding, textOf);
}

function commentAbove({ rule, file, range }: Finding, text: string): IgnoreEdit | undefined {
  const format = formatOf(file);
  const mark = grammarOf(file) === 'python' ? '#' : format && COMMENTS[format];
  if (mark === undefined || file.endsWith('.ipynb')) return undefined;
  const { line } = range.start;
  const lines = text.split('\n');
  const above = lines[line - 1] ?? '';
  const end = above.endsWith('\r') ? '\r\n' : '\n';
  const words = `${/^[ \t]*/.exec(above)?.[0] ?? ''}${mark} agent-lint-ignore ${rule} -- `;
  const start = { line, column: 1 };
  const edits = [{ file, range: { start, end: start }, text: `${words}${end}` }];
  const after = editedText(text, edits);
  if (after === undefined || !isWhole(file, after) || !isComment(file, after, line, rule)) return undefined;
  return { edits, reasonAt: { file, line, column: words.length + 1 } };
}

/** Whether a line of a text is a comment that ignores a rule on the next one. */
function isComment(file: string, text: string, line: number, rule: string): boolean {
  const format = formatOf(file);
  if (format === undefined) return false;
  if (format !== 'code') return hasDirective(parseDocument(file, format, text), line, rule);
  const project = createCodeProject(() => undefined);
  try {
    return hasDirective(project.open(file, text), line, rule);
  } finally {
    project.dispose();
  }
}

const hasDirective = (document: Parameters<typeof directivesOf>[0], line: number, rule: string): boolean =>
  directivesOf(document).some(
    ({ at, line: of, names }) => at.range().start.line === line && of === line + 1 && names.includes(rule),
  );

/** An entry of the configuration that applies to the file and is nearest to it, else of one that is made at the root. */
async function entryFor(
  { root, config }: Project,
  { rule, file, path }: Finding,
  textOf: (file: string) => string | undefined,
): Promise<IgnoreEdit | undefined> {
  const own = config
    .layersFor(file)
    .findLast((layer) => !layer.policy && CONFIG_NAMES.includes(baseName(layer.file)));
  const at = own?.file ?? NEW_CONFIG;
  const from = dirname(at);
  const shown = relative(`${root}/${from}`, `${root}/${file}`).split(sep).join('/');
  const entry = { rule, files: exactly(shown), ...(path !== '' && { at: path }), reason: '' };
  const text = textOf(at);
  const edits =
    text === undefined
      ? newConfig(at, entry)
      : await addedTo(at, text, entry, baseName(at) === 'package.json');
  if (!edits) return undefined;
  const after = editedText(text ?? '', edits);
  const reasonAt = after === undefined ? undefined : emptyReason(after, rule);
  return reasonAt && { edits, reasonAt: { file: at, ...reasonAt } };
}

/** A glob that matches one path: a name alone would match at any depth. */
const exactly = (path: string): string =>
  `${path.includes('/') ? '' : './'}${path.replace(/[[\]{}*?!\\]/g, (letter) => `\\${letter}`)}`;

type Entry = Readonly<Record<string, string>>;

function newConfig(file: string, entry: Entry): readonly TextEdit[] {
  const start = { line: 1, column: 1 };
  const lines = Object.entries(entry).map(
    ([key, value], at) => `${at === 0 ? '  - ' : '    '}${key}: ${JSON.stringify(value)}\n`,
  );
  return [{ file, range: { start, end: start }, text: `ignore:\n${lines.join('')}` }];
}

async function addedTo(file: string, text: string, entry: Entry, isManifest: boolean): Promise<Edits> {
  const format = /\.ya?ml$/.test(file) ? 'yaml' : 'json';
  await loadParsers([format]);
  const document = parseDocument(file, format, text);
  const [root] = document.roots;
  const own = isManifest ? root?.get('agent-lint') : root;
  if (!own) return undefined;
  const list = own.get('ignore')?.edit();
  return list ? list.append(entry) : own.edit()?.set('ignore', [entry]);
}

/** Where the last reason that is empty is, in a configuration that was edited. */
function emptyReason(text: string, rule: string): { line: number; column: number } | undefined {
  const lines = text.split('\n');
  for (let line = lines.length - 1; line >= 0; line--) {
    const found = /reason["']?:\s*(["'])\1/.exec(lines[line] ?? '');
    const isOfRule = lines.slice(Math.max(0, line - ENTRY_LINES), line + 1).some((one) => one.includes(rule));
    if (found && isOfRule) return { line: line + 1, column: found.index + found[0].length };
  }
  return undefined;
}

/** Lines of an entry. */
const ENTRY_LINES = 5;
