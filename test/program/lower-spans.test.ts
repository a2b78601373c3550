import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClassDefinition, FunctionDefinition, Span } from '../../src/program/ir/ir.js';
import { lowerProgram } from '../../src/program/lower/index.js';
import { grammarOf } from '../../src/program/tree/grammars.js';
import { type NodeId, spanOf, type Tree, typeOf } from '../../src/program/tree/tree.js';
import { ownPrograms } from '../oracle/programs.mjs';
import { loadAll, treeOf } from './open.js';

beforeAll(loadAll);

/** Something of the representation that has a span, in another such. */
interface Found {
  readonly path: string;
  readonly node: Span & { readonly kind?: string };
  readonly parent: Span;
}

/** Everything that has a span, with the bodies of functions and classes. */
function* found(value: unknown, path: string, parent: Span): Generator<Found> {
  if (typeof value !== 'object' || value === null) return;
  const node = value as Record<string, unknown> & Found['node'];
  let around = parent;
  if (typeof node.start === 'number' && typeof node.end === 'number') {
    yield { path, node, parent };
    around = node;
  }
  for (const [key, inner] of Object.entries(node)) {
    // The parts of a template behind a tag are those of its call.
    if (key === 'parts' && node.tag !== undefined) continue;
    if (key === 'decorators' && 'whole' in node) yield* found(inner, `${path}.${key}`, node.whole as Span);
    else yield* found(inner, `${path}.${key}`, around);
  }
  const body = (node as Partial<FunctionDefinition>).body;
  const members = (node as Partial<ClassDefinition>).members;
  if (typeof body === 'function') yield* found(body(), `${path}.body()`, around);
  if (typeof members === 'function') yield* found(members(), `${path}.members()`, around);
}

const nameOf = ({ start, end }: Span): string => `${start}-${end}`;

/**
 * Whether a span is no node's, for one of these reasons: what is between the quotes of a literal, or between its holes;
 * several indices, sources or subjects as one tuple; an `elif`, which ends with the whole; a part of a dotted name in a
 * pattern; what is removed with a method in front of which decorators stand.
 */
function isPart({ path, node }: Found, tree: Tree): boolean {
  if ('spelling' in node || path.endsWith('.whole')) return true;
  if (node.kind === 'list') return true;
  if (node.kind === 'if') return tree.text.startsWith('elif', node.start);
  return node.kind === 'member' && path.includes('.tests.');
}

const CALLS = new Set(['call', 'call_expression', 'new_expression']);

/** What is about types only: calls in it never run. */
const TYPES = new Set([
  'type_annotation',
  'type_arguments',
  'type_parameters',
  'type_alias_declaration',
  'type_alias_statement',
  'type_query',
  'interface_declaration',
  'function_signature',
  'method_signature',
  'abstract_method_signature',
  'import_attribute',
]);

const CASTS = new Set(['as_expression', 'satisfies_expression']);

/** The calls of a tree by their spans. */
function callsIn(tree: Tree): string[] {
  const calls: string[] = [];
  for (let node: NodeId = 0; node < tree.types.length; ) {
    const type = typeOf(tree, node);
    if (CALLS.has(type)) calls.push(nameOf(spanOf(tree, node)));
    const parent = tree.parents[node] as NodeId;
    const isCastTo = CASTS.has(typeOf(tree, parent)) && tree.starts[node] !== tree.starts[parent];
    node = isCastTo || TYPES.has(type) ? (tree.nexts[node] as number) : node + 1;
  }
  return calls;
}

/** What of a representation does not fit its tree, in words. */
function problemsOf(tree: Tree): string[] {
  const { text } = tree;
  const program = lowerProgram(tree);
  const spans = new Set(Array.from(tree.types, (_, node) => nameOf(spanOf(tree, node))));
  const problems: string[] = [];
  const calls: string[] = [];
  for (const one of found(program, '', program)) {
    const { path, node, parent } = one;
    const at = `${path} ${node.kind} ${JSON.stringify(text.slice(node.start, node.end).slice(0, 60))}`;
    if (!spans.has(nameOf(node)) && !isPart(one, tree)) problems.push(`no node: ${at}`);
    if (!path.endsWith('.whole') && (node.start < parent.start || node.end > parent.end)) {
      problems.push(`outside: ${at}`);
    }
    if (node.kind === 'call' || node.kind === 'module') calls.push(nameOf(node));
  }
  if (tree.brokenAt === undefined) {
    const written = callsIn(tree);
    const read = new Set(calls);
    const all = new Set(written);
    for (const call of written) if (!read.has(call)) problems.push(`not read: ${call} ${textOf(tree, call)}`);
    for (const call of read) if (!all.has(call)) problems.push(`no call: ${call} ${textOf(tree, call)}`);
    if (calls.length > read.size)
      problems.push(`read twice: ${calls.filter((call, i) => calls.indexOf(call) !== i)}`);
  }
  return problems;
}

function textOf({ text }: Tree, span: string): string {
  const [start, end] = span.split('-').map(Number);
  return JSON.stringify(text.slice(start, end).slice(0, 60));
}

function check(name: string, text: string): void {
  const grammar = grammarOf(name);
  if (grammar) expect(problemsOf(treeOf(grammar, text)), name).toEqual([]);
}

describe('every span is that of a node, parts are within the whole, and each call is there once', () => {
  for (const [group, programs] of ownPrograms()) {
    test(`in the programs of ${group}`, () => {
      for (const program of programs) {
        const files = 'files' in program ? Object.entries(program.files) : [];
        for (const [path, text] of files) check(`${program.name}/${path}`, text);
      }
    });
  }

  test('in the sources of this project', () => {
    const root = resolve(import.meta.dirname, '../..');
    for (const folder of [
      'src/program',
      'src/model',
      'src/cli',
      'src/report',
      'test/program',
      'test/oracle',
    ]) {
      for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (grammarOf(path)) check(join(folder, path), readFileSync(join(root, folder, path), 'utf8'));
      }
    }
  });
});
