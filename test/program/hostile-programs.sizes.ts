import { beforeAll, describe, expect, test } from 'vitest';
import { callsOf, createCodeProject } from '../../src/program/index.js';
import { startOf } from '../syntax/place-text.js';
import { callOf, loadAll, open, valueIn } from './open.js';

beforeAll(loadAll);

describe('code that does not parse', () => {
  test('is read around the fault, in TypeScript', () => {
    const document = open(
      'a.ts',
      "const a = ;\nvalue({ name: 'x', list: [1, 2 });\nnew Agent({ name: 'y' });\nconst }{ = (",
    );
    expect(callsOf(document)).not.toEqual([]);
    expect(document.gap).toBe('line 1 does not parse');
    expect(document.problems).toEqual([]);
    expect(callOf(document, 'new Agent').call?.options.get('name')?.scalar).toBe('y');
  });

  test('is read around the fault, in Python', () => {
    const document = open('a.py', 'def f(:\n    pass\na = Agent(name="x")\nclass\nif True\n  b = (\n');
    expect(callOf(document, 'Agent').call?.named.get('name')?.scalar).toBe('x');
    expect(document.gap).toBe('line 1 does not parse');
  });

  test('is read where it is Python 2', () => {
    const document = open(
      'a.py',
      'print "x", y\nexec "code"\ntry:\n    pass\nexcept A, e:\n    raise B, "c"\na = Agent(name=u"x", n=0777L)\n',
    );
    expect(callOf(document, 'Agent').call?.named.get('name')?.scalar).toBe('x');
  });

  test('is read where tabs and spaces are mixed', () => {
    const document = open(
      'a.py',
      'class C:\n\tdef f(self):\n        self.a = 1\n\t    self.b = 2\n\na = Agent(name="x")\n',
    );
    expect(callOf(document, 'Agent').call?.named.get('name')?.scalar).toBe('x');
    expect(startOf(callOf(document, 'Agent').at())).toBe('6:5');
  });

  test('is whole where nothing is wrong', () => {
    for (const [path, text] of [
      ['a.ts', 'value(1)'],
      ['a.py', ''],
      ['b.ts', ''],
    ] as const) {
      const document = open(path, text);
      expect(callsOf(document)).toHaveLength(text === '' ? 0 : 1);
      expect(document.gap).toBeUndefined();
    }
  });
});

describe('texts that are too much', () => {
  test.each([
    [
      'a line of 4 MB',
      `value(${'1,'.repeat(2_000_000)});`,
      'minified or generated: one line has 4000008 characters',
    ],
    [
      'a bundle',
      `/* licence */\n${'function a(b){return b+1};'.repeat(4_000)}\n`,
      'minified or generated: one line has 104000 characters',
    ],
    ['more than 4 MiB', 'value(1);\n'.repeat(430_000), 'larger than 4 MiB'],
  ])('are left out with a reason: %s', (_, text, reason) => {
    const document = open('a.js', text);
    expect(document.skipped).toBe(reason);
    expect(document.gap).toBe(`not read: ${reason}`);
    expect(callsOf(document)).toEqual([]);
    expect(document.problems).toEqual([]);
  });

  test('are read where one long line stands among many', () => {
    const lines = 'const a = 1;\n'.repeat(20_000);
    expect(open('a.js', `${lines}const icon = '${'x'.repeat(60_000)}';\n`).skipped).toBeUndefined();
  });
});

/** Which of them take all of the memory was found by trying: the parser then aborts, and leaves none to a parse after it. */
describe('code that the parser finds no memory for', () => {
  test.each([
    ['a.ts', 'x = ', 'f<a,\n', 50_000],
    ['b.ts', '', '}{a:}{a:}{a:}{a:}{a:}{a:}{a:}{a:\n', 2_000],
    ['c.ts', 'x = ', '<{a:<{a:<{a:<{a:<{a:<{a:<{a:<{a:\n', 2_000],
  ])('is passed over, and the next is read: %s', (path, start, unit, count) => {
    const document = open(path, start + unit.repeat(count));
    expect(callsOf(document)).toEqual([]);
    expect(document.gap).toBe('not read: parsing it takes too many steps or too much memory');
    const valid = 'const a = { list: [1, 2, 3], text: `${one}`, read: (one) => ({ one }) };\n'.repeat(25_000);
    expect(valueIn(path, `${valid}value({ a: 'x' });`).toValue()).toEqual({ a: 'x' });
  });
});

describe('code made to cost time', () => {
  test.each([
    ['brackets', '('.repeat(10_000), ')'.repeat(10_000), 'a.ts'],
    ['brackets of Python', '('.repeat(10_000), ')'.repeat(10_000), 'a.py'],
    ['lists', '['.repeat(10_000), ']'.repeat(10_000), 'a.ts'],
    ['lists of Python', '['.repeat(10_000), ']'.repeat(10_000), 'a.py'],
    ['objects', '{a:'.repeat(10_000), '}'.repeat(10_000), 'a.ts'],
    ['calls', 'f('.repeat(10_000), ')'.repeat(10_000), 'a.ts'],
    ['functions', '() => {'.repeat(5_000), '}'.repeat(5_000), 'a.ts'],
    ['sums', '1 + '.repeat(20_000), '', 'a.ts'],
    ['members', '', '.a'.repeat(20_000), 'a.ts'],
    ['calls of members', 'x', '.a()'.repeat(10_000), 'a.py'],
    ['brackets that never close', '(['.repeat(10_000), '', 'a.py'],
    ['templates', '`${'.repeat(3_000), '}`'.repeat(3_000), 'a.ts'],
  ])('is read in bounded time: %s', (_, before, after, path) => {
    const document = open(path, `value(\n${before}1${after}\n)`);
    for (const { call } of callsOf(document)) {
      call?.options.toValue();
      call?.positional.map((node) => [node.toValue(), node.path(), node.why]);
    }
    callsOf(document, { from: (module) => module === 'x' });
  });

  const MANY = 140_000;
  test.each([
    ['holes in a text', `f"""${'{x}\n'.repeat(MANY)}"""`, 'dynamic'],
    ['texts in a row', `(${"'x'\n".repeat(MANY)})`, 'string'],
  ])('%s by the hundred thousand are read', (_, written, kind) => {
    const document = open('a.py', `value(${written})`);
    expect(callOf(document, 'value').call?.positional[0]?.kind).toBe(kind);
  });

  test('statements in a function by the hundred thousand are read', () => {
    const document = open('a.py', `def f():\n${'    x\n'.repeat(MANY)}    return 1\nvalue(f())`);
    expect(callOf(document, 'value').call?.positional[0]?.scalar).toBe(1);
  });

  test('a list that doubles itself again and again is cut', () => {
    const lines = ['const a0 = [1, 1];'];
    for (let i = 1; i < 40; i++) lines.push(`const a${i} = [...a${i - 1}, ...a${i - 1}];`);
    const node = valueIn('a.ts', `${lines.join('\n')}\nvalue(a39);`);
    expect(node.items().length).toBeLessThanOrEqual(5_001);
  });

  test('an object that doubles itself again and again is cut', () => {
    const lines = ['const a0 = { x: 1 };'];
    for (let i = 1; i < 60; i++) lines.push(`const a${i} = { x: a${i - 1}, y: a${i - 1} };`);
    valueIn('a.ts', `${lines.join('\n')}\nvalue(a59);`).toValue();
  });

  test('a chain of 10,000 names ends in words', () => {
    const lines = ['a0 = [1]'];
    for (let i = 1; i < 10_000; i++) lines.push(`a${i} = [*a${i - 1}, 1]`);
    const node = valueIn('a.py', `${lines.join('\n')}\nvalue(a9999)`);
    expect(node.items().map(({ scalar }) => scalar ?? 'unknown')).toContain('unknown');
  });

  test('thousands of uses of a name that is declared thousands of times come to an end', () => {
    const document = open('a.py', `${'a = a.b(a)\n'.repeat(5_000)}value(a)`);
    callsOf(document, { from: (module) => module === 'x' });
    expect(callOf(document, 'value').call?.positional[0]?.kind).toBe('dynamic');
  });

  test.each([
    ['a.py', 'xs = [1]', 'xs = xs + xs', 'xs'],
    ['a.py', 'xs = [1]', 'xs += xs', 'xs'],
    ['a.py', 'xs = [1]', 'xs = [*xs, *xs]', 'xs'],
    ['a.py', 'xs = [1]', 'xs.extend(xs)', 'xs'],
    ['a.py', 'xs = [1]', 'xs = [xs, xs]', 'xs'],
    ['a.py', 'xs = {"a": 1}', 'xs = {"a": xs, "b": xs}', 'xs'],
    ['a.py', 's = f()', 's = s + s', 's'],
    ['a.py', 's = f()', 's = f"{s} {s}"', 's'],
    ['a.py', 's = f()', 's = g(s, s)', 's'],
    ['a.py', 's = f()', 's = s if s else [s, s]', 's'],
    ['a.ts', 'let xs = [1];', 'xs = [...xs, ...xs];', 'xs'],
    ['a.ts', 'let xs = [1];', 'xs = xs.concat(xs);', 'xs'],
    ['a.ts', 'let xs = [1];', 'xs.push(...xs);', 'xs'],
    ['a.ts', 'let xs = [1];', 'xs = xs.flatMap((x) => [x, x]);', 'xs'],
    ['a.ts', 'let o = { a: 1 };', 'o = { ...o, b: o, c: o };', 'o'],
    ['a.ts', 'let s = f();', 's = `${s}${s}`;', 's'],
  ])('what doubles forty times comes to an end in %s: %s %s', (file, first, line, name) => {
    const node = valueIn(file, `${first}\n${`${line}\n`.repeat(40)}value(${name})`);
    expect(node.items().length).toBeLessThanOrEqual(5_001);
    expect(node.why ?? node.kind).toBeDefined();
  });

  test('a list of more items than are read says so at its end', () => {
    const node = valueIn('a.py', `xs = [1]\n${'xs = xs + xs\n'.repeat(14)}value(xs)`);
    expect(node.items()).toHaveLength(5_001);
    expect(node.items()[4_999]?.scalar).toBe(1);
    expect(node.items()[5_000]?.why).toBe('more items than are read');
  });

  test('lists that hold each other are not followed for ever', () => {
    const node = valueIn(
      'a.ts',
      'const a = [...b]; const b = [...a]; const o = { ...o, p: { q: o } }; value([a, o]);',
    );
    expect(JSON.stringify(node.toValue())?.length).toBeLessThan(10_000);
    const agents = valueIn('a.py', 'a = {"n": "a"}\nb = {"n": "b", "next": a}\na["next"] = b\nvalue(a)');
    expect(agents.get('next')?.get('next')?.get('next')?.get('n')?.scalar).toBe('b');
    expect(JSON.stringify(agents.toValue()).length).toBeLessThan(10_000);
  });
});

test('trees are freed when too much text is open, and parsed again when they are needed', () => {
  const project = createCodeProject();
  const text = `value({ a: 'x' });\n${'// padding padding padding padding\n'.repeat(15_000)}`;
  const first = project.open('a.ts', text);
  const node = callOf(first, 'value');
  for (let i = 0; i < 34; i++) callsOf(project.open(`b${i}.ts`, text));
  expect(node.call?.positional[0]?.get('a')?.scalar).toBe('x');
  expect(startOf(node.call?.positional[0]?.get('a')?.at() as never)).toBe('1:12');
  project.dispose();
});

describe('calls that return the results of one another', () => {
  // A loop over contexts that share results: what one round returns is what an earlier one did.
  const LOOP = `from agents import Agent

def choose(runner):
    global DEFAULT
    DEFAULT = runner or Loop()

class Loop:
    @classmethod
    async def turn(cls, *, agent, wrapper):
        steps = await cls.steps(agent, wrapper)

    @classmethod
    async def steps(cls, agent, wrapper):
        pass

    async def run(self, start, **options):
        wrapper = Wrapper(context=context)
        current = start
        while True:
            if span is None:
                names = [one.name for one in await Loop.steps(current, wrapper)]
            if first:
                checks, result = await gather(self.check(start), self.turn(agent=current, wrapper=wrapper))
            else:
                result = await self.turn(agent=current, wrapper=wrapper)
            if moved(result.step):
                current = cast(Agent, result.step.agent)

    def run_sync(self, start, **options):
        task = loop.create_task(self.run(start, session=session))

class Entry:
    @classmethod
    def run_sync(cls, start):
        runner = DEFAULT
        return runner.run_sync(start)

DEFAULT = Loop()
desk = Agent(name="x")
`;

  test('are read to the end', () => {
    const document = open('a.py', LOOP);
    expect(callOf(document, 'Agent').call?.named.get('name')?.scalar).toBe('x');
  });
});
