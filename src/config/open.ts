import { basename } from 'node:path';
import { type FileStore, followLink, lookIn } from '../files/index.js';
import {
  type Format,
  formatOf,
  parseDocument,
  type SourceDocument,
  type SyntaxNode,
} from '../syntax/index.js';
import { linesOf } from '../syntax/lines.js';
import { type ConfigProblem, inOrder, problemAt, problemOf } from './problem.js';

/** A configuration file as its tree, or what is wrong with it. An empty file has no node. */
export type Opened =
  | { ok: true; node: SyntaxNode }
  | { ok: true; node: undefined; text: string }
  | { ok: false; problems: ConfigProblem[] };

/** The key of `package.json` that holds our configuration. */
export const PACKAGE_KEY = 'agent-lint';

/**
 * Reads one configuration file as data. A link may lead anywhere inside `boundary`.
 * Needs the parsers of its format loaded. Gives undefined for a `package.json` without our key.
 */
export function openConfig(
  absolute: string,
  shown: string,
  boundary: string,
  store: FileStore,
): Opened | undefined {
  const isPackage = basename(absolute) === 'package.json';
  const format = formatOf(absolute);
  if (format !== 'json' && format !== 'jsonc' && format !== 'yaml') {
    return failed([problemOf(shown, 'A configuration is data: YAML or JSON. Nothing else is read.')]);
  }
  const read = readText(absolute, boundary, store);
  if (!read.ok && isPackage) return undefined;
  if (!read.ok) return failed([problemOf(shown, `The configuration cannot be read: ${read.reason}.`)]);
  if (isPackage) return openPackage(parseDocument(shown, format, read.text));
  if (saysNothing(read.text, format)) return { ok: true, node: undefined, text: read.text };
  const document = parseDocument(shown, format, read.text);
  const problems = document.problems.map(syntaxProblem);
  const second = document.roots[1];
  if (second)
    problems.push(problemAt(second.at(), 'A configuration is one YAML document; here a second one begins.'));
  if (problems.length > 0) return failed(problems);
  const [node] = document.roots;
  return node === undefined || node.kind === 'null'
    ? { ok: true, node: undefined, text: read.text }
    : { ok: true, node };
}

/** Whether a text is empty but for comments: a configuration that was only begun. */
function saysNothing(text: string, format: Format): boolean {
  return linesOf(text.replace('\ufeff', '')).every(({ text: line }) => {
    const trimmed = line.trim();
    return trimmed === '' || (format === 'yaml' && (trimmed.startsWith('#') || trimmed === '---'));
  });
}

function readText(absolute: string, boundary: string, store: FileStore) {
  const readFile = store.reader();
  if (!lookIn(store, absolute)?.isSymbolicLink()) return readFile(absolute);
  const followed = followLink(absolute, boundary, store);
  return 'target' in followed ? readFile(followed.target) : followed;
}

function openPackage(document: SourceDocument): Opened | undefined {
  const node = document.roots[0]?.get(PACKAGE_KEY);
  // It mentions us: what cannot be read there may be ours.
  const broken = document.problems.filter(({ kind }) => kind === 'syntax');
  if (!node) return broken.length > 0 ? failed(broken.map(syntaxProblem)) : undefined;
  const ours = document.problems.filter(
    ({ kind, at }) => kind !== 'duplicate-key' || at.path.startsWith(PACKAGE_KEY),
  );
  return ours.length > 0 ? failed(ours.map(syntaxProblem)) : { ok: true, node };
}

function syntaxProblem({ at, message, repeats }: SourceDocument['problems'][number]): ConfigProblem {
  if (!repeats) return problemAt(at, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  const { key, line } = repeats;
  const words = `The key ${JSON.stringify(key)} is repeated on line ${at.range().start.line} (first on line ${line}): put everything under one key.`;
  return problemAt(at, words);
}

const failed = (problems: ConfigProblem[]): Opened => ({ ok: false, problems: inOrder(problems) });
