import type { Place } from '../../model/index.js';
import { parseDocument } from '../../syntax/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import { onOf } from '../ci/documents.js';
import type { ReadContext } from '../dialect.js';
import facts from './events.json' with { type: 'json' };
import { type OutsideEvent, outsideTypes, type Possible } from './outsiders.js';
import { folderOf } from './scope.js';

/** An event that starts a workflow, at its place; `outside` where anyone can cause it. */
export interface Trigger {
  name: string;
  at: Place;
  outside?: OutsideEvent;
  /** Another workflow decides who causes it: whether an outsider may cause that one. */
  upstream?: Possible;
}

/** Whether a text names an event that anyone can cause. */
export const mayBeOutside = (text: string): boolean => OUTSIDE.test(text);
const OUTSIDE = new RegExp(`\\b(?:${Object.keys(facts.events).join('|')})\\b`);

/** The events that anyone may cause, or that another workflow passes on. */
export function triggersOf(
  root: SyntaxNode,
  context: ReadContext,
  labels: () => ReadonlySet<string>,
): Trigger[] {
  return statedEvents(root).flatMap(({ name, at, node }) =>
    triggerOf(name, at, node, { root, context, labels }),
  );
}

interface StatedEvent {
  name: string;
  at: Place;
  node?: SyntaxNode;
}

function statedEvents(root: SyntaxNode): StatedEvent[] {
  const on = onOf(root);
  const name = stringOf(on);
  if (on && name !== undefined) return [{ name, at: on.at() }];
  const listed = (on?.items() ?? []).map((item) => ({ name: stringOf(item) ?? '', at: item.at() }));
  const keyed = (on?.keys() ?? []).flatMap((key) => {
    const node = on?.get(key);
    return node ? [{ name: key, at: node.at('key'), node }] : [];
  });
  return [...listed, ...keyed];
}

interface Around {
  root: SyntaxNode;
  context: ReadContext;
  labels: () => ReadonlySet<string>;
}

function triggerOf(name: string, at: Place, node: SyntaxNode | undefined, around: Around): Trigger[] {
  if (facts.elsewhere.events.includes(name) && name !== 'workflow_run')
    return [{ name, at, upstream: 'maybe' }];
  const open = outsideTypes(name);
  if (!open) return [];
  const types = textsOf(node?.get('types'));
  const usual = name === 'pull_request_target' ? ['opened', 'synchronize', 'reopened'] : open;
  const used = node?.get('types') ? types.filter((type) => open.includes(type)) : usual;
  if (used.length === 0) return [];
  const outside: OutsideEvent = { name, types: used };
  if (name === 'workflow_run') return [{ name, at, outside, upstream: upstreamOf(node, around) }];
  return [{ name, at, outside: name === 'issues' ? { ...outside, labels: around.labels() } : outside }];
}

const textsOf = (node: SyntaxNode | undefined): string[] => {
  const one = stringOf(node);
  return one === undefined ? (node?.items() ?? []).map((item) => stringOf(item) ?? '') : [one];
};

/** Most workflows beside one that are read. */
const MOST_WORKFLOWS = 200;

/** Whether an outsider may cause the run of one of the workflows that a `workflow_run` waits for. */
function upstreamOf(node: SyntaxNode | undefined, { root, context }: Around): Possible {
  const names = new Set(textsOf(node?.get('workflows')));
  const found = workflowsBeside(root, context).flatMap(({ file, text }) => {
    if (![...names].some((name) => text.includes(name) || file.endsWith(name))) return [];
    const [other] = parseDocument(file, 'yaml', text).roots;
    return other && names.has(stringOf(other.get('name')) ?? file) ? [other] : [];
  });
  if (found.length < names.size || names.size === 0) return 'maybe';
  const isOpen = found.some((other) =>
    statedEvents(other).some(({ name }) => name === 'pull_request' || outsideTypes(name) !== undefined),
  );
  return isOpen ? 'yes' : 'no';
}

/** The other workflows of the repository. */
export function workflowsBeside(
  root: SyntaxNode,
  { filesIn, readBeside }: ReadContext,
): { file: string; text: string }[] {
  return (filesIn?.(`${folderOf(root)}.github/workflows/`) ?? [])
    .filter((file) => /\.ya?ml$/.test(file) && file !== root.document.file)
    .slice(0, MOST_WORKFLOWS)
    .flatMap((file) => {
      const text = readBeside?.(file);
      return text === undefined ? [] : [{ file, text }];
    });
}
