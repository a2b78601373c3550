import { beforeAll, describe, expect, test } from 'vitest';
import { grammar } from '../../src/program/tree/grammars.js';
import { numberOf, prefixOf, spelled } from '../../src/program/tree/spelling.js';
import {
  childrenOf,
  commentsOf,
  fieldOf,
  hasMark,
  innermostAround,
  operatorOf,
  spanOf,
  type Tree,
  textOf,
  typeOf,
} from '../../src/program/tree/tree.js';
import { loadAll, treeOf } from './open.js';

beforeAll(loadAll);

/** The nodes of a type. */
const nodesOf = (tree: Tree, type: string): number[] =>
  Array.from(tree.types, (_, node) => node).filter((node) => typeOf(tree, node) === type);

describe('a tree', () => {
  test('has its nodes in the order of the text, each with its parent and what follows it', () => {
    const tree = treeOf('python', 'f(a)\nb');
    const lines = Array.from(
      tree.types,
      (_, node) =>
        `${typeOf(tree, node)} in ${tree.parents[node]} to ${tree.nexts[node]}: ${textOf(tree, node)}`,
    );
    expect(lines).toEqual([
      'module in 0 to 10: f(a)\nb',
      'expression_statement in 0 to 8: f(a)',
      'call in 1 to 8: f(a)',
      'identifier in 2 to 4: f',
      'argument_list in 2 to 8: (a)',
      '( in 4 to 6: (',
      'identifier in 4 to 7: a',
      ') in 4 to 8: )',
      'expression_statement in 0 to 10: b',
      'identifier in 8 to 10: b',
    ]);
  });

  test('counts offsets in UTF-16 units', () => {
    const tree = treeOf('python', 'a = "😀é" + b');
    const [, b] = nodesOf(tree, 'identifier');
    expect(spanOf(tree, b as number)).toEqual({ start: 12, end: 13 });
  });

  test.each(['\r', '\n', '\r\n'])('takes %j for the end of a line', (end) => {
    const lines = ['def f(): # g', '  return a', 'f()'];
    for (const [grammar, text] of [
      ['python', lines.join(end)],
      ['typescript', lines.join(end).replace('def f(): #', 'b //').replace('return a', 'a')],
    ] as const) {
      const tree = treeOf(grammar, text);
      expect(tree.brokenAt).toBeUndefined();
      expect(nodesOf(tree, 'call').length + nodesOf(tree, 'call_expression').length).toBe(1);
    }
  });

  test('tells fields, marks and operators, and passes comments over', () => {
    const tree = treeOf('typescript', 'async function f(/* none */) {}\na /* plus */ + b;');
    const [declared] = nodesOf(tree, 'function_declaration') as [number];
    expect(hasMark(tree, declared, 'async')).toBe(true);
    expect(hasMark(tree, declared, '*')).toBe(false);
    expect(childrenOf(tree, fieldOf(tree, declared, 'parameters') as number)).toEqual([]);
    const [sum] = nodesOf(tree, 'binary_expression') as [number];
    expect(operatorOf(tree, sum)).toBe('+');
    expect(childrenOf(tree, sum).map((node) => textOf(tree, node))).toEqual(['a', 'b']);
    expect(commentsOf(tree).map(({ start, end }) => tree.text.slice(start, end))).toEqual([
      '/* none */',
      '/* plus */',
    ]);
  });

  test('is empty for an empty text', () => {
    const tree = treeOf('python', '');
    expect(Array.from(tree.nexts)).toEqual([1]);
    expect(tree.brokenAt).toBeUndefined();
  });

  test.each([
    ['typescript', 'const a = 1;', undefined],
    [
      'typescript',
      "let a: import('b').C[] = [];\nf<typeof import('d')>();\nconst e = { f: import('g') };",
      undefined,
    ],
    ['typescript', "let a: import('b').C[] = [];\nconst a = ;", 37],
    ['typescript', 'const a = ;', 8],
    ['typescript', 'f(1;', 3],
    ['typescript', 'const a = 1;\nconst }{ = (', 19],
    ['python', 'def f(:\n    pass', 6],
    ['python', 'a = (1, g(\nb = Agent()', 0],
    ['tsx', 'const a = <div>;', 0],
  ] as const)('says where %s is broken first: %s', (name, text, at) => {
    expect(treeOf(name, text).brokenAt).toBe(at);
    expect(firstBroken(name, text)).toBe(at);
  });
});

/** Where the first thing is broken, asked of the parser's own tree from the outside to the inside. */
function firstBroken(name: 'typescript' | 'tsx' | 'python', text: string): number | undefined {
  const tree = grammar(name).parse(text);
  let found = tree?.rootNode.hasError ? 0 : undefined;
  for (let node = tree?.rootNode; node; ) {
    const inner = node.children.find((child) => child.hasError || child.isError || child.isMissing);
    found = inner?.startIndex ?? found;
    node = inner;
  }
  tree?.delete();
  return found;
}

describe('the list around an item', () => {
  const LISTS = new Set(['array', 'object', 'arguments']);
  test.each([
    ['f(a, [b, c], d)', 'b', '[b, c]', 0],
    ['f(a, [b, c], d)', '[b, c]', 'f(a, [b, c], d)', 1],
    ['f(a, [b, /* d */ c], d)', 'c', '[b, /* d */ c]', 1],
    ['f([[a]])', '[a]', '[[a]]', 0],
    ['f([x.y(1).z])', 'x.y', '[x.y(1).z]', 0],
    ['f({ a: [1], b: 2 })', '2', '{ a: [1], b: 2 }', 1],
    ['f(a)', 'f(a)', undefined, undefined],
  ])('%s: %s', (text, item, list, index) => {
    const tree = treeOf('typescript', text);
    const start = text.indexOf(item);
    const around = innermostAround(tree, { start, end: start + item.length }, LISTS);
    expect(around?.index).toBe(index);
    const written = around && textOf(tree, around.node);
    expect(written && (written.startsWith('(') ? `f${written}` : written)).toBe(list);
  });
});

describe('the spelling of literals', () => {
  test('says where each unit of a value stands', () => {
    const text = '"a\\n\\u{1F600}b"';
    const piece = { start: 1, end: text.length - 1, spelling: 'typescript' } as const;
    expect(spelled(text, [piece])).toEqual({ value: 'a\n😀b', offsets: [1, 2, 4, 4, 13, 14] });
  });

  test.each([
    ['1_000', 1000],
    ['0xFF', 255],
    ['1e3', 1000],
    ['10n', undefined],
    ['1j', undefined],
    ['0777L', undefined],
  ])('reads the number %s', (literal, value) => {
    expect(numberOf(literal)).toBe(value);
  });

  test('reads what stands before the quotes of Python', () => {
    expect(prefixOf('Rb"""')).toEqual({ isBytes: true, isRaw: true, isFormatted: false });
    expect(prefixOf("f'")).toEqual({ isBytes: false, isRaw: false, isFormatted: true });
    expect(prefixOf('"')).toEqual({ isBytes: false, isRaw: false, isFormatted: false });
  });
});
