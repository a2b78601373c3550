import type { Editor, Edits, PlainMembers, PlainValue } from '../../model/fix.js';
import type { TextDocument } from '../document.js';
import { frontMatter } from '../markdown-parts.js';
import type { SyntaxNode } from '../node.js';
import type { PositionedValue } from '../positioned-value.js';
import { type Change, changed, isMembers, saysSame, type Trail } from './change.js';
import { editLenient } from './front-matter.js';
import { editHttp } from './http.js';
import { editJson } from './json.js';
import { editShell } from './shell.js';
import { type Splice, spliced } from './splice.js';
import { editToml } from './toml.js';
import { composeYaml, editYaml } from './yaml.js';

/** A root of a document as its edits need it. */
export interface EditedRoot {
  document: TextDocument;
  node: SyntaxNode;
  /** The whole tree with offsets, for texts whose values are between brackets. */
  tree(): PositionedValue | undefined;
}

/** Text that is parsed at most to try the edits of one file, in UTF-16 units: a file of thousands of findings stays fast. */
const MOST_TRIED = 1_500_000;

/** The edits of an element of a data file, by its trail from the root. */
export function nodeEditor(root: EditedRoot, trail: Trail): Editor {
  const edit = (change: Change) => editsOf(root, trail, change);
  return {
    get around() {
      return trail.length === 0 ? undefined : nodeEditor(root, trail.slice(0, -1));
    },
    get root() {
      return trail.length === 0 ? this : nodeEditor(root, []);
    },
    get text() {
      const value = plainAt(root.node.toValue(), trail);
      return typeof value === 'string' ? value : undefined;
    },
    set: (path, value) => edit({ do: 'merge', members: nested(path, value) }),
    merge: (members) => edit({ do: 'merge', members }),
    replace: (value) => edit({ do: 'replace', value }),
    rename: (key) => edit({ do: 'rename', key }),
    remove: () => edit({ do: 'remove' }),
    item(text) {
      const list = plainAt(root.node.toValue(), trail);
      const index = Array.isArray(list) ? list.indexOf(text) : -1;
      return index < 0 ? undefined : nodeEditor(root, [...trail, index]);
    },
    drop: (indices) => edit({ do: 'drop', indices }),
    append: (...values) => edit({ do: 'append', values }),
  };
}

/** The plain value at the end of a trail. */
function plainAt(root: unknown, trail: Trail): unknown {
  let value = root;
  for (const step of trail) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** A value below a path of keys, as members. */
export function nested(path: string | readonly string[], value: PlainValue): PlainMembers {
  const keys = typeof path === 'string' ? [path] : path;
  return keys.reduceRight<PlainValue>((inner, key) => ({ [key]: inner }), value) as PlainMembers;
}

function editsOf(root: EditedRoot, trail: Trail, change: Change): Edits {
  const { document } = root;
  if (document.problems.length > 0 || writesOverComputed(nodeAt(root.node, trail), change)) return undefined;
  const splices = splicesOf(root, trail, change);
  if (!splices || !isRight(root, trail, change, splices)) return undefined;
  return splices.map(({ start, end, text }) => ({
    file: document.file,
    range: document.range(start, end),
    text,
  }));
}

const nodeAt = (root: SyntaxNode, trail: Trail): SyntaxNode | undefined =>
  trail.reduce<SyntaxNode | undefined>(
    (node, step) => (typeof step === 'number' ? node?.items()[step] : node?.get(step)),
    root,
  );

/** Whether a change puts a value in the place of one that is computed: its author computes it. */
function writesOverComputed(node: SyntaxNode | undefined, change: Change): boolean {
  if (change.do === 'replace') return node?.kind === 'dynamic';
  return change.do === 'merge' && isComputedIn(node, change.members);
}

function isComputedIn(node: SyntaxNode | undefined, members: PlainMembers): boolean {
  return Object.entries(members).some(([key, value]) => {
    const present = node?.get(key);
    return present?.kind === 'dynamic' || (isMembers(value) && isComputedIn(present, value));
  });
}

function splicesOf(root: EditedRoot, trail: Trail, change: Change): Splice[] | undefined {
  const { document } = root;
  const { text } = document;
  const tree = root.tree();
  switch (document.format) {
    case 'json':
    case 'jsonc':
      return tree && editJson(text, tree, trail, change);
    case 'http':
      return tree && editHttp(text, tree, trail, change);
    case 'shell':
      return tree && editShell(text, tree, trail, change);
    case 'toml':
      return editToml(text, trail, change);
    case 'yaml':
      return editYamlIn(root, text, trail, change);
    case 'markdown': {
      const close = frontMatter(text)?.close;
      if (close === undefined || !tree) return undefined;
      const isStrict = document.tolerated.length === 0;
      if (isStrict) return editYamlIn(root, text.slice(0, close), trail, change);
      return editLenient(text, tree, close, trail, change);
    }
    default:
      return undefined;
  }
}

const yamlTrees = new WeakMap<TextDocument, ReturnType<typeof composeYaml>>();

/** Edits the document of a YAML stream that a root was read from. */
function editYamlIn(
  { document, tree }: EditedRoot,
  text: string,
  trail: Trail,
  change: Change,
): Splice[] | undefined {
  if (!yamlTrees.has(document)) yamlTrees.set(document, composeYaml(text));
  const start = tree()?.start;
  const own = yamlTrees.get(document)?.find(({ contents }) => contents?.range?.[0] === start);
  return own && editYaml(text, own, trail, change);
}

const tried = new WeakMap<TextDocument, number>();

/** Whether the edited text parses, and says what was meant and nothing else. */
function isRight(root: EditedRoot, trail: Trail, change: Change, splices: readonly Splice[]): boolean {
  const { document, node } = root;
  // What is between brackets with its offsets is right by construction, however large it is.
  if (document.format === 'json') return true;
  const spent = (tried.get(document) ?? 0) + document.text.length;
  tried.set(document, spent);
  if (spent > MOST_TRIED) return false;
  const after = document.again?.(spliced(document.text, splices));
  if (!after || after.problems.length > 0 || after.roots.length !== document.roots.length) return false;
  return document.roots.every((one, index) => {
    const meant = one === node ? changed(one.toValue(), trail, change) : one.toValue();
    return saysSame(meant, after.roots[index]?.toValue());
  });
}
