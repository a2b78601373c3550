import { TextDocument } from './document.js';
import { readLenient } from './front-matter.js';
import { beginsWithFrontMatter, type FrontMatter, frontMatter } from './markdown-parts.js';
import { blockComments, mayCallCurl, parseShellBlocks } from './shell/index.js';
import { positionedRoot, textFrom } from './view.js';
import { readYaml } from './yaml.js';
import { yamlComments } from './yaml-tokens.js';

/** Front matter, and no line across the page, begins a text: its keys begin in lower case, a sentence does not ("Note: ..."). */
const FIRST_KEY = /^\ufeff?---[ \t]*[\r\n]{1,2}["']?[a-z_][\w.-]{0,80}["']?[ \t]*:/;

/**
 * Reads the front matter of a Markdown file. What is no strict YAML is read line by line, as the tools do that own such
 * files, and the fault is kept as tolerated. Without front matter the root is an empty map, and nothing is wrong. Lines
 * for curl in fenced blocks are a root of their own, whose document is a shell script.
 */
export function parseMarkdown(file: string, text: string): TextDocument {
  const found = frontMatter(text);
  const document = new TextDocument(file, 'markdown', text, (all) => commentsOf(all, found));
  if (found) readFrontMatter(document, found);
  else if (!beginsWithFrontMatter(text)) readBody(document);
  else if (FIRST_KEY.test(text.slice(0, 200)))
    document.tolerate('the front matter that begins here has no closing `---`', 0);
  if (mayCallCurl(text)) {
    const { roots, problems } = parseShellBlocks(file, text);
    for (const root of roots) document.roots.push(root);
    for (const problem of problems) document.problems.push({ ...problem, isQuoted: true });
  }
  return document;
}

function readFrontMatter(document: TextDocument, found: FrontMatter): void {
  const { text } = document;
  const source = text.slice(0, found.close);
  if (source.slice(found.start).trim() !== '') readYaml(document, source);
  const fault = document.problems.find((problem) => problem.kind === 'syntax');
  if (fault) {
    document.tolerated.push(fault);
    document.problems.length = 0;
    document.roots.length = 0;
    const lenient = readLenient(text, found.start, found.close);
    if (lenient) document.roots.push(positionedRoot(document, lenient));
    else document.problems.push(fault);
  }
  document.body = textFrom(document, found.body);
}

/** A page without front matter: all of it is the body. */
function readBody(document: TextDocument): void {
  document.roots.push(positionedRoot(document, { kind: 'object', start: 0, end: 0, entries: new Map() }));
  document.body = textFrom(document, 0);
}

/** Comments of the front matter (`#`) and of the body (`<!-- ... -->`). */
function commentsOf(text: string, found: FrontMatter | undefined): { text: string; start: number }[] {
  const comments = found ? yamlComments(text.slice(0, found.close)) : [];
  const from = found?.body ?? 0;
  for (let start = text.indexOf('<!--', from); start >= 0; ) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    comments.push({ text: text.slice(start + 4, end).trim(), start });
    start = text.indexOf('<!--', end + 3);
  }
  if (mayCallCurl(text)) for (const comment of blockComments(text)) comments.push(comment);
  return comments;
}
