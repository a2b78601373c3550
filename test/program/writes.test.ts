import { beforeAll, describe, expect, test } from 'vitest';
import type { SyntaxNode } from '../../src/syntax/node.js';
import { loadAll, valueIn } from './open.js';

beforeAll(loadAll);

/** Everything that a node may be, and what is in it: texts, and `?` for what is not known. */
function possible(node: SyntaxNode | undefined): string[] {
  const found = new Set<string>();
  const look = (one: SyntaxNode | undefined): void => {
    if (!one) return;
    if (one.kind === 'array') for (const item of one.items()) look(item);
    else if (one.kind === 'object') for (const key of one.keys()) look(one.get(key));
    else if (typeof one.scalar === 'string') found.add(one.scalar);
    else {
      const { may = [] } = one;
      if (one.why !== undefined && may.every(({ kind }) => kind === 'dynamic')) found.add('?');
      for (const part of may) look(part);
    }
  };
  look(node);
  return [...found].sort();
}

/** How an object is reached that is written to: `o` is written, `a` is what is looked at. */
const OBJECTS = {
  py: [
    ['one', 'a = NEW\no = a', true],
    ['one of two', 'a = NEW\nb = NEW\no = a if q() else b', false],
    ['perhaps none', 'a = NEW\no = None\nif q():\n    o = a', true],
    [
      'one of two that a function gives',
      'a = NEW\nb = NEW\ndef f(x):\n    return a if x else b\no = f(q())',
      false,
    ],
  ],
  ts: [
    ['one', 'const a = NEW; const o = a;', true],
    ['one of two', 'const a = NEW; const b = NEW; const o = q() ? a : b;', false],
    ['perhaps none', 'const a = NEW; let o = undefined; if (q()) { o = a; }', true],
    [
      'one of two that a function gives',
      'const a = NEW; const b = NEW; const f = (x) => x ? a : b; const o = f(q());',
      false,
    ],
  ],
} as const;

/** A write: what is made, how it is written, what is looked at, what must be there where the object is certain, and else. */
type Write = readonly [name: string, made: string, write: string, read: string, sure: string, either: string];

const PYTHON: readonly Write[] = [
  ['an item', '["old"]', 'o[0] = "new"', 'a', 'new', 'new old'],
  ['an item from the end', '["old"]', 'o[-1] = "new"', 'a', 'new', 'new old'],
  ['a slice', '["old"]', 'o[:] = ["new"]', 'a', 'new', 'new old'],
  ['an addition in place', '["old"]', 'o += ["new"]', 'a', 'new old', 'new old'],
  ['append()', '["old"]', 'o.append("new")', 'a', 'new old', 'new old'],
  ['extend()', '["old"]', 'o.extend(["new"])', 'a', 'new old', 'new old'],
  ['remove()', '["old"]', 'o.remove("old")', 'a', '', 'old'],
  ['clear()', '["old"]', 'o.clear()', 'a', '', 'old'],
  ['del', '["old"]', 'del o[0]', 'a', '', 'old'],
  ['add() of a set', '{"old"}', 'o.add("new")', 'a', 'new old', 'new old'],
  ['discard() of a set', '{"old"}', 'o.discard("old")', 'a', '', 'old'],
  ['a key', '{"k": "old"}', 'o["k"] = "new"', 'a["k"]', 'new', 'new old'],
  ['a key that is not known', '{"k": "old"}', 'o[q()] = "new"', 'a["k"]', 'new old', 'new old'],
  ['another key that is not known', '{"l": "l"}', 'o[q()] = "new"', 'a["k"]', '? new', '? new'],
  [
    'a key behind one that is not known',
    '{"k": "old"}',
    'o[q()] = "other"\no["k"] = "new"',
    'a["k"]',
    'new',
    'new old other',
  ],
  ['update()', '{"k": "old"}', 'o.update({"k": "new"})', 'a["k"]', 'new', 'new old'],
  ['an update in place', '{"k": "old"}', 'o |= {"k": "new"}', 'a["k"]', 'new', 'new old'],
  ['update() by a name', '{"k": "old"}', 'o.update(k="new")', 'a["k"]', 'new', 'new old'],
  ['update() by pairs', '{"k": "old"}', 'o.update([("k", "new")])', 'a["k"]', 'new', 'new old'],
  [
    'update() of a key that is not known',
    '{"k": "old"}',
    'o.update({q(): "new"})',
    'a["k"]',
    'new old',
    'new old',
  ],
  [
    'update() in place of a key that is not known',
    '{"k": "old"}',
    'o |= {q(): "new"}',
    'a["k"]',
    'new old',
    'new old',
  ],
  [
    'update() behind a key that is not known',
    '{"k": "old"}',
    'o[q()] = "new"\no.update({"l": "l"})',
    'a["k"]',
    'new old',
    'new old',
  ],
  [
    'del of a key that is not known',
    '{"k": "old"}',
    'del o[q()]',
    '"there" if a["k"] else "gone"',
    'gone there',
    'gone there',
  ],
  ['del of a key', '{"k": "old", "l": "l"}', 'del o["l"]', '"there" if a["k"] else "gone"', 'there', 'there'],
  [
    'pop() of a key that is not known',
    '{"k": "old"}',
    'o.pop(q(), None)',
    '"there" if a["k"] else "gone"',
    'gone there',
    'gone there',
  ],
  ['popitem()', '{"k": "old"}', 'o.popitem()', '"there" if a["k"] else "gone"', 'gone there', 'gone there'],
  ['what pop() of a key that is not known takes', '{"k": "old"}', 'p = o.pop(q())', 'p', 'old', 'old'],
  ['what pop() takes', '{"k": "old"}', 'p = o.pop("k")', 'p', 'old', 'old'],
  [
    'what pop() of a key behind one that is not known takes',
    '{"k": "old"}',
    'o[q()] = "new"\np = o.pop("k", "none")',
    'p',
    'new old',
    'new old',
  ],
  ['setdefault()', '{"l": "l"}', 'o.setdefault("k", "new")', 'a["k"]', 'new', 'new'],
  ['setdefault() of what is there', '{"k": "old"}', 'o.setdefault("k", "new")', 'a["k"]', 'old', 'old'],
  [
    'setdefault() of a key that is not known',
    '{"k": "old"}',
    'o.setdefault(q(), "new")',
    'a["k"]',
    'new old',
    'new old',
  ],
  [
    'what is added to setdefault() of a key that is not known',
    '{"k": ["old"]}',
    'o.setdefault(q(), []).append("new")',
    'a["k"]',
    'new old',
    'new old',
  ],
  [
    'setdefault() behind a key that is not known',
    '{"l": "l"}',
    'o[q()] = "old"\no.setdefault("k", "new")',
    'a["k"]',
    'new old',
    'new old',
  ],
  ['a place that is not known', '["old"]', 'o[q()] = "new"', 'a', 'new old', 'new old'],
  ['insert() at a place that is not known', '["old"]', 'o.insert(q(), "new")', 'a', 'new old', 'new old'],
  ['the slice behind an item', '["old"]', 'o[1:] = ["new"]', 'a', 'new old', 'new old'],
  ['an update in place of a set', '{"old"}', 'o |= {"new"}', 'a', 'new old', 'new old'],
  ['update() of a set', '{"old"}', 'o.update({"new"})', 'a', 'new old', 'new old'],
  ['a member', 'C("old")', 'o.k = "new"', 'a.k', 'new', 'new old'],
  [
    'setattr() of a name that is not known',
    'C("old")',
    'setattr(o, q(), "new")',
    'a.k',
    'new old',
    'new old',
  ],
  [
    'setattr() over what the class has',
    'C("old")',
    'setattr(o, q(), "new")',
    'a.shared',
    'new of the class',
    'new of the class',
  ],
  ['setattr()', 'C("old")', 'setattr(o, "k", "new")', 'a.k', 'new', 'new old'],
  ['a method', 'C("old")', 'o.set("new")', 'a.k', 'new', 'new old'],
];

const SCRIPT: readonly Write[] = [
  ['an item', '["old"]', 'o[0] = "new";', 'a', 'new', 'new old'],
  ['push()', '["old"]', 'o.push("new");', 'a', 'new old', 'new old'],
  ['unshift()', '["old"]', 'o.unshift("new");', 'a', 'new old', 'new old'],
  ['add() of a Set', 'new Set(["old"])', 'o.add("new");', '[...a]', 'new old', 'new old'],
  ['delete() of a Set', 'new Set(["old"])', 'o.delete("old");', '[...a]', '', 'old'],
  ['clear() of a Set', 'new Set(["old"])', 'o.clear();', '[...a]', '', 'old'],
  ['set() of a Map', 'new Map([["k", "old"]])', 'o.set("k", "new");', 'a.get("k")', 'new', 'new old'],
  [
    'set() of a Map, of a key that is not known',
    'new Map([["k", "old"]])',
    'o.set(q(), "new");',
    'a.get("k")',
    'new old',
    'new old',
  ],
  ['set() of an empty Map', 'new Map()', 'o.set(q(), "new");', 'a.get("k")', '? new', '? new'],
  [
    'set() of a Map, looked at by its values',
    'new Map()',
    'o.set(q(), "new");',
    '[...a.values()]',
    'new',
    'new',
  ],
  [
    'a key that is not known, looked at by the entries',
    '{ l: "l" }',
    'o[q()] = "new";',
    'Object.entries(a).map(([, one]) => one)',
    'l new',
    'l new',
  ],
  ['add() of a Set, of what is not known', 'new Set(["old"])', 'o.add(q());', '[...a]', '? old', '? old'],
  [
    'Object.assign() of a key that is not known',
    '{ k: "old" }',
    'Object.assign(o, { [q()]: "new" });',
    'a.k',
    'new old',
    'new old',
  ],
  [
    'Object.assign() behind a key that is not known',
    '{ k: "old" }',
    'o[q()] = "new"; Object.assign(o, { l: "l" });',
    'a.k',
    'new old',
    'new old',
  ],
  ['a place that is not known', '["old"]', 'o[q()] = "new";', 'a', 'new old', 'new old'],
  [
    'delete of a key that is not known',
    '{ k: "old" }',
    'delete o[q()];',
    'a.k ? "there" : "gone"',
    'gone there',
    'gone there',
  ],
  ['delete of a key', '{ k: "old", l: "l" }', 'delete o.l;', 'a.k ? "there" : "gone"', 'there', 'there'],
  [
    'delete() of a Map, of a key that is not known',
    'new Map([["k", "old"]])',
    'o.delete(q());',
    'a.get("k") ? "there" : "gone"',
    'gone there',
    'gone there',
  ],
  ['length', '["old"]', 'o.length = 0;', 'a', '', 'old'],
  ['splice()', '["old"]', 'o.splice(0, 1, "new");', 'a', '? new old', '? new old'],
  [
    'a key that is not known, where there is none',
    '{ k: "old" }',
    'o[q()] ??= "new";',
    'a.k',
    'new old',
    'new old',
  ],
  ['a static member', 'C', 'o.k = "new";', 'a.k', 'new', 'new'],
  ['a key', '{ k: "old" }', 'o["k"] = "new";', 'a.k', 'new', 'new old'],
  ['a key that is not known', '{ k: "old" }', 'o[q()] = "new";', 'a.k', 'new old', 'new old'],
  ['another key that is not known', '{ l: "l" }', 'o[q()] = "new";', 'a.k', '? new', '? new'],
  ['Object.assign()', '{ k: "old" }', 'Object.assign(o, { k: "new" });', 'a.k', 'new', 'new old'],
  ['a member', '{ k: "old" }', 'o.k = "new";', 'a.k', 'new', 'new old'],
  ['a member of an instance', 'new C("old")', 'o.k = "new";', 'a.k', 'new', 'new old'],
  ['a method', 'new C("old")', 'o.set("new");', 'a.k', 'new', 'new old'],
];

const HEAD = {
  py: 'from elsewhere import q\nclass C:\n    shared = "of the class"\n    def __init__(self, k):\n        self.k = k\n    def set(self, k):\n        self.k = k\n',
  ts: 'import { q } from "elsewhere";\nclass C { k; constructor(k) { this.k = k; } set(k) { this.k = k; } }\n',
};

const rows = (language: 'py' | 'ts', writes: readonly Write[]) =>
  OBJECTS[language].flatMap(([of, object, isSure]) =>
    writes.map(
      ([name, made, write, read, sure, either]) =>
        [
          `${name} of ${of}`,
          `${HEAD[language]}${object.replaceAll('NEW', made)}\n${write}\nvalue(${read})\n`,
          isSure ? sure : either,
        ] as const,
    ),
  );

describe('what is written to an object', () => {
  // `o += x` gives the name `o` its value too: what it may be beside the list is not known then.
  test.each(rows('py', PYTHON))(
    'is there, and what it was too where that is not certain, in Python: %s',
    (_, text, expected) => {
      expect(possible(valueIn('a.py', text)).join(' ')).toBe(expected);
    },
  );

  test.each(rows('ts', SCRIPT))(
    'is there, and what it was too where that is not certain, in TypeScript: %s',
    (_, text, expected) => {
      expect(possible(valueIn('a.ts', text)).join(' ')).toBe(expected);
    },
  );

  test.each([
    ['under a test', 'a = ["old"]\nif q():\n    a[:] = ["new"]', 'new old'],
    ['in a loop', 'a = ["old"]\nfor x in q():\n    a[:] = ["new"]', 'new old'],
    ['on one side of two', 'a = ["old"]\nif q():\n    a.append("x")\nelse:\n    a.append("y")', 'old x y'],
    ['to a name', 'a = "old"\nif q():\n    a = "new"', 'new old'],
  ])('is one of both where it may not run: %s', (_, text, expected) => {
    expect(possible(valueIn('a.py', `${HEAD.py}${text}\nvalue(a)\n`)).join(' ')).toBe(expected);
  });
});

describe('a loop', () => {
  const HEADS = ['for x in q():', 'while q():'];
  test.each(
    HEADS.flatMap((head) => [
      [
        `${head} passes a value on in three rounds`,
        `a = b = c = "old"\n${head}\n    a = b\n    b = c\n    c = "new"`,
        'new old',
      ],
      [
        `${head} passes a value on in four rounds`,
        `a = b = c = d = "old"\n${head}\n    a = b\n    b = c\n    c = d\n    d = "new"`,
        'new old',
      ],
      [
        `${head} passes a value on in a loop within it`,
        `a = b = c = "old"\n${head}\n    for y in q():\n        a = b\n        b = c\n    c = "new"`,
        'new old',
      ],
      [
        `${head} fills a list that it reads`,
        `l = ["old"]\na = b = "none"\n${head}\n    a = b\n    for y in l:\n        b = y\n    l.append("new")`,
        'new none old',
      ],
    ]),
  )('%s', (_, text, expected) => {
    expect(possible(valueIn('a.py', `${HEAD.py}${text}\nvalue(a)\n`)).join(' ')).toBe(
      expected.split(' ').sort().join(' '),
    );
  });

  test('in TypeScript passes a value on in three rounds', () => {
    const text =
      'let a = "old", b = "old", c = "old";\nfor (const x of q()) { a = b; b = c; c = "new"; }\nvalue(a);';
    expect(possible(valueIn('a.ts', `${HEAD.ts}${text}`)).join(' ')).toBe('new old');
  });

  test('that never settles leaves something unknown, and says so', () => {
    const text = 'a = "x"\nwhile q():\n    a += "y"';
    expect(possible(valueIn('a.py', `${HEAD.py}${text}\nvalue(a)\n`))).toContain('?');
  });
});
