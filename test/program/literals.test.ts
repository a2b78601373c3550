import { beforeAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/syntax/index.js';
import { loadParsers } from '../../src/syntax/parsers.js';
import { startOf, textAt } from '../syntax/place-text.js';
import { callOf, loadAll, open, valueIn } from './open.js';

beforeAll(async () => {
  await loadAll();
  await loadParsers(['json']);
});

const PAYLOAD = {
  agent: {
    model: 'some-model',
    instructions: 'Refund.\n"Ask" first — ünïcode 😀',
    tools: [{ type: 'shell' }, { type: 'function', name: 'issue_refund', strict: true }],
    mcp_servers: [{ url: 'https://billing.example.com/mcp' }],
  },
  multi_agent: { enabled: true, max_concurrent_subagents: 4, ratio: -0.5, none: null },
};

describe('the same payload in each format', () => {
  const json = JSON.stringify(PAYLOAD, null, 2);
  const python = json
    .replaceAll('true', 'True')
    .replaceAll('null', 'None')
    .replace('"agent": {', "'agent': {  # the agent");
  const reference = () => parseDocument('a.json', 'json', json).roots[0];

  test.each([
    ['a.ts', `value(${json} as const)`],
    ['a.tsx', `const x = <b>hi</b>; value(${json})`],
    ['a.js', `value(${json});`],
    ['a.mjs', `value((${json}));`],
    ['a.cts', `value(${json} satisfies Payload);`],
    ['a.py', `value(${python})`],
  ])('has the value, keys and paths of JSON in %s', (path, text) => {
    const node = valueIn(path, text);
    expect(node.toValue()).toEqual(PAYLOAD);
    expect(node.keys()).toEqual(reference()?.keys());
    const tool = node.get('agent')?.get('tools')?.items()[1];
    expect(tool?.path()).toBe('agent.tools[issue_refund]');
    expect(tool?.get('name')?.path()).toBe('agent.tools[issue_refund].name');
    expect(node.get('agent')?.get('mcp_servers')?.items()[0]?.path()).toBe(
      reference()?.get('agent')?.get('mcp_servers')?.items()[0]?.path(),
    );
    expect(node.get('agent')?.get('tools')?.items()[0]?.kind).toBe('object');
    expect(node.get('multi_agent')?.get('none')?.kind).toBe('null');
  });
});

describe('TypeScript and JavaScript', () => {
  test.each([
    [`'it\\'s'`, "it's"],
    ['`no holes`', 'no holes'],
    [`'a' + "b" + \`c\``, 'abc'],
    ["('x')", 'x'],
    ["'x' as const", 'x'],
    ["'x' satisfies string", 'x'],
    ["name!; const name = 'x'", 'x'],
    ['1_000', 1000],
    ['0x10', 16],
    ['-1', -1],
    ['1e3', 1000],
    ['true', true],
    ['!0', true],
    ['null', null],
    ['"\\u0041\\x42\\u{43}\\n"', 'ABC\n'],
    ['[1, , 2]', [1, null, 2]],
    ['{ a: 1, "b": 2, 3: 4, ["c"]: 5 }', { a: 1, b: 2, 3: 4, c: 5 }],
    ['{ a: undefined, b: void 0, c: 1 }', { c: 1 }],
    ['{ ...{ a: 1, b: 2 }, b: 3 }', { a: 1, b: 3 }],
    ['[...[1, 2], 3]', [1, 2, 3]],
    ["{ __proto__: 'x', a: 1 }", JSON.parse('{"__proto__": "x", "a": 1}')],
    ['Object.freeze([1])', [1]],
    ['await 1', 1],
    ['<string>"x"', 'x'],
  ])('reads %s', (source, expected) => {
    const [expression = '', rest = ''] = source.split('; ');
    expect(valueIn('a.ts', `value(${expression});\n${rest}`).toValue()).toEqual(expected);
  });

  test.each([
    ['`a ${b}`', 'a template with computed parts'],
    ['a ? 1 : 2', 'chosen by a condition'],
    ['a ?? 1', 'chosen by a condition'],
    ['build()', 'computed by build()'],
    ['missing', '`missing` is not declared in this file'],
    ['1 + 1', 'put together at run time'],
    ['() => 1', 'a function'],
    ['class {}', 'a class'],
    ['typeof x', 'computed at run time'],
  ])('says why %s is dynamic', (source, why) => {
    const node = valueIn('a.ts', `value(${source})`);
    expect([node.kind, node.why, node.scalar, node.toValue()]).toEqual([
      'dynamic',
      why,
      undefined,
      undefined,
    ]);
  });
});

describe('Python', () => {
  test.each([
    [`'it\\'s'`, "it's"],
    [`"a" 'b' """c"""`, 'abc'],
    [`("a"\n  "b")`, 'ab'],
    [`r"\\d"`, '\\d'],
    [`f"no holes"`, 'no holes'],
    [`u"x"`, 'x'],
    [`"\\d\\n\\x41\\u0042\\U00000043\\101"`, '\\d\nABCA'],
    ['"""two\nlines"""', 'two\nlines'],
    ['"a" + "b"', 'ab'],
    ['1_000', 1000],
    ['-2.5', -2.5],
    ['True', true],
    ['not True', false],
    ['None', null],
    ['(1, 2)', [1, 2]],
    ['{1, 2}', [1, 2]],
    ['[*[1], 2]', [1, 2]],
    ['[1] + [2]', [1, 2]],
    ['{"a": 1, **{"b": 2}}', { a: 1, b: 2 }],
    ['{"a": 1} | {"a": 2}', { a: 2 }],
    ['dict(a=1, **{"b": 2})', { a: 1, b: 2 }],
    ['list((1, 2))', [1, 2]],
    ['(y := 3)', 3],
  ])('reads %s', (source, expected) => {
    expect(valueIn('a.py', `value(${source})`).toValue()).toEqual(expected);
  });

  test.each([
    ['f"a {b}"', 'a text with computed parts'],
    ['b"x"', 'a value of bytes'],
    ['1 if a else 2', 'chosen by a condition'],
    ['a or 1', 'chosen by a condition'],
    ['build()', 'computed by build()'],
    ['[x for x in y]', 'computed by a comprehension'],
    ['lambda: 1', 'a function'],
    ['1 + 1', 'put together at run time'],
    ['x[1:2]', 'taken out under a computed key'],
  ])('says why %s is dynamic', (source, why) => {
    const node = valueIn('a.py', `value(${source})`);
    expect([node.kind, node.why]).toEqual(['dynamic', why]);
  });
});

describe('places', () => {
  test('point at values, keys and parts of text', () => {
    const document = open('a.ts', "\tvalue({ 'name': 'x', list: ['a\\tbc', 2] })");
    const node = callOf(document, 'value').call?.positional[0];
    const text = node?.get('list')?.items()[0];
    expect(startOf(node?.get('name')?.at() as never)).toBe('1:18');
    expect(textAt(document, node?.get('name')?.at('key') as never)).toBe("'name'");
    expect(textAt(document, node?.get('list')?.at('key') as never)).toBe('list');
    expect(textAt(document, text?.at() as never)).toBe("'a\\tbc'");
    expect(textAt(document, text?.within(2, 4) as never)).toBe('bc');
    expect(textAt(document, text?.within(1, 2) as never)).toBe('\\t');
  });

  test('find a part across literals that are put together', () => {
    const document = open('a.py', 'value("first " "second")');
    const text = callOf(document, 'value').call?.positional[0];
    expect(textAt(document, text?.within(6, 12) as never)).toBe('second');
    expect(textAt(document, text?.within(0, 12) as never)).toBe('first " "second');
  });

  test('count lines in files with CRLF and columns in UTF-16 units', () => {
    const document = open('a.py', 'x = 1\r\nvalue("😀", "y")');
    const second = callOf(document, 'value').call?.positional[1];
    expect(second?.at().range()).toEqual({ start: { line: 2, column: 13 }, end: { line: 2, column: 16 } });
  });

  test('point at the callee of a call through its name', () => {
    const document = open('a.ts', 'const a = new sdk.Agent<Context>({ name: "x" });');
    const agent = callOf(document, 'new sdk.Agent');
    expect(textAt(document, agent.at())).toBe('new sdk.Agent');
    expect(textAt(document, agent.call?.at as never)).toBe('new sdk.Agent');
    const element = agent.at().element?.();
    expect(element).toEqual({ start: { line: 1, column: 11 }, end: { line: 1, column: 48 } });
  });

  test('stay right after the tree was freed', () => {
    const document = open('a.py', 'value([{"a": 1}], name="x")');
    const node = callOf(document, 'value');
    const place = node.call?.named.get('name')?.at('key');
    document.dispose();
    expect(textAt(document, place as never)).toBe('name');
    expect(node.call?.positional[0]?.items()[0]?.get('a')?.scalar).toBe(1);
    expect(textAt(document, node.call?.positional[0]?.items()[0]?.at() as never)).toBe('{"a": 1}');
  });
});

test('comments are found with their place and without their marks', () => {
  const mark = 'agent-lint-ignore approval/missing -- reason';
  const script = open('a.tsx', `// ${mark}\nconst a = 1; /* ${mark} */\n/**\n * ${mark}\n */\n"// no";`);
  expect(script.comments()).toEqual([
    { text: mark, at: { line: 1, column: 1 }, ownLine: true },
    { text: mark, at: { line: 2, column: 14 }, ownLine: false },
    { text: mark, at: { line: 3, column: 1 }, ownLine: true },
  ]);
  const python = open('a.py', `x = "# ${mark}"  # ${mark}\n`);
  expect(python.comments()).toEqual([{ text: mark, at: { line: 1, column: 55 }, ownLine: false }]);
});

describe('a text with computed parts', () => {
  test.each([
    ['a.ts', "const b = 'x'; const n = 8; value(`a-${b}:${n}`)", 'a-x:8'],
    ['a.ts', "const b = `${c}y`; const c = 'x'; value(`${b}${b}`)", 'xyxy'],
    ['a.py', 'b = "x"\nn = 8\nvalue(f"a-{b}:{n}")', 'a-x:8'],
    ['a.py', 'b = "x"\nvalue("a" f"{b}" \'c\')', 'axc'],
  ])('is known where all of them are: %s %s', (path, text, expected) => {
    expect(valueIn(path, text).scalar).toBe(expected);
  });

  test.each([
    ['a.ts', 'value(`a-${b}`)', 'a-'],
    ['a.ts', "value('a-' + b + 'c')", 'a-'],
    ['a.ts', 'value(`${true}`)', ''],
    ['a.py', 'value(f"a-{b()}-c")', 'a-'],
  ])('is known in its beginning: %s %s', (path, text, expected) => {
    const node = valueIn(path, text);
    expect([node.kind, node.begins]).toEqual(['dynamic', expected]);
  });

  test.each(['b = 1\nvalue(f"{b:>3}")', 'b = "x"\nvalue(f"{b!r}")', 'b = "x"\nvalue(f"{{{b}}}")'])(
    'is not known where a part is written in a form of its own: %s',
    (text) => {
      expect([valueIn('a.py', text).kind, valueIn('a.py', text).begins]).toEqual(['dynamic', undefined]);
    },
  );

  test('stays short, however often it is doubled', () => {
    const doubled = Array.from({ length: 40 }, (_, i) => `const a${i + 1} = \`\${a${i}}\${a${i}}\`;`);
    const text = `const a0 = 'xxxx';\n${doubled.join('\n')}\n`;
    expect(valueIn('a.ts', `${text}value(a3)`).scalar).toBe('x'.repeat(32));
    expect(valueIn('a.ts', `${text}value(a13)`).why).toBe('a text that is too long');
    expect(valueIn('a.ts', `${text}value(a40)`).kind).toBe('dynamic');
    expect(valueIn('a.ts', `${text.replaceAll(/`\$\{(\w+)\}\$\{\w+\}`/g, '$1 + $1')}value(a13)`).why).toBe(
      'a text that is too long',
    );
  });
});
