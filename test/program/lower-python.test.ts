import { beforeAll, expect, test } from 'vitest';
import { loadAll, printed } from './open.js';

beforeAll(loadAll);

/** A row for each construct: the source, and what it says. */
test.each([
  ['a', 'a'],
  ['1, 2', '[1, 2]'],
  ['x = 1_000 + -2.5 - 0777L', 'x = ((1000 add -2.5) other ?(a number that cannot be read))'],
  ['s = r"a\\n" \'b\\n\' u"c"', 's = "a\\\\n" "b\\n" "c"'],
  ['f"a{b}c" f"{x!r} {y:>{w()}} {z=}"', '`"a"${b}"c"${x}" "${y}${w()}" "${z}` formatted'],
  ['f"{{a}}"', '`"{{a}}"` formatted'],
  ['b"x" b\'y\'', '?(a value of bytes | ?(a value of bytes) | ?(a value of bytes))'],
  ['True and None or not False', '((true and null) or (not false))'],
  ['[1, *a.b(), 2]', '[1, *a.b(), 2]'],
  ['[*shared.tools()]', '[*shared.tools()]'],
  ['f(*shared.tools(), *a, **b, k=1, *c or d)', 'f(*shared.tools(), *a, *(c or d), **b, k: 1)'],
  ['(a,)', '[a]'],
  ['a, b = b, *c', '[a, b] = [b, *c]'],
  ['{1, 2}', '[1, 2]'],
  ['{"a": 1, \'b\' "c": 2, **d, k(): e}', '{a: 1, bc: 2, **d, [k()]: e}'],
  [
    'a.b.c(d)[0][1:2][::n()][1, 2][x:, 1]',
    'a.b.c(d)[0][1:2:][::n()][[1, 2]][[?(computed at run time | x), 1]]',
  ],
  ['Agent[Context](name="x")', 'Agent[Context](name: "x")'],
  ['Agent[Context, dict[str, int]](name="x")', 'Agent[[Context, dict[[str, int]]]](name: "x")'],
  ['HANDLERS["a"](x)', 'HANDLERS["a"](x)'],
  ['sum(x for x in y)', 'sum(generator(x for x in y))'],
  ['a == b != c', '((a equal b) and (b not-equal c))'],
  ['a is not b', '(a not-same b)'],
  ['a not in b', '(a not-in b)'],
  ['x if y else z', '(y ? x : z)'],
  ['[f(x) for x in xs if x for y, z in x.items()]', 'list(f(x) for x in xs if x for [y, z] in x.items())'],
  ['{k: v for k, v in d.items()}', 'dict(k: v for [k, v] in d.items())'],
  ['{x async for x in xs}', 'set(x for x in xs)'],
  ['lambda a, *b, c=1, **d: a + 1', '<lambda (a, *b, named c = 1, **d) {return (a add 1)}>'],
  ['lambda: (yield)', '<generator lambda () {return brackets((yield))}>'],
  ['await f()', 'await(f())'],
  ['(x := f())', 'brackets((x = f()))'],
  ['a = b = c = f()', 'a = b = c = f()'],
  ['a: int = 1', 'a: = 1'],
  ['a: Annotated[str, Field(description="x")]', 'a:'],
  ['a.b = c', 'a.b = c'],
  ['a["k"] = v; a[:] = w; a[1:] = u', 'a["k"] = v; a[:] = w; a[?(computed at run time | 1)] = u'],
  ['a += [1]; b |= {}; c -= 1', 'a += [1]; b |= {}; c ~= 1'],
  ['(a, [b, *c], d.e), f = x', '[[a, [b, *c], d.e], f] = x'],
  ['del a, b[0], c.d', 'delete a, b[0], c.d'],
  [
    `def f(a, /, b: int, *, c: str = "x", d=1) -> str:
    "doc " "string"
    return a`,
    'function f(a, b: int, named c: str = "x", named d = 1) doc "doc string" {"doc " "string"; return a}',
  ],
  [
    `async def f(*args: int, **kw: str):
    yield 1
    x = yield from g()`,
    'generator function f(*args: int, **kw: str) {(yield 1); x = (yield all g())}',
  ],
  ['def f((a, b), c=1): pass', 'function f([a, b], c = 1) {}'],
  [
    `@dec
@dec.a(1)
def f(): ...`,
    '@dec @dec.a(1) function f() {}',
  ],
  [
    `class A(B[C], D, metaclass=M, **kw):
    """doc"""
    a: int = 1
    b = 2
    c: str
    d.e = 3
    def __init__(self): self.x = 1
    @property
    def p(self): return 1
    @p.setter
    def p(self, v): pass
    @staticmethod
    def s(): pass
    if x:
        y = 1
    class Inner: pass`,
    'class A(B, D) doc "doc" {do "doc"; static field a: = 1; static field b = 2; static field c:; do d.e = 3; constructor __init__(self) {self.x = 1}; @property getter p(self) {return 1}; @p.setter setter p(self, v) {}; @staticmethod static method s() {}; do if x {y = 1}; do class Inner() {}}',
  ],
  ['import a.b, c as d', 'import a.b [* as a of a]; import c [* as d]'],
  ['import a', 'import a [* as a of a]'],
  ['from .a import (b, c as d)', 'import .a [b, c as d]'],
  ['from . import x', 'import . [x]'],
  ['from ..a.b import *', 'import ..a.b [] *'],
  ['from __future__ import annotations', 'import __future__ [annotations]'],
  [
    `if a: b
elif c: d
elif e:
    f
else: g`,
    'if a {b} else {if c {d} else {if e {f} else {g}}}',
  ],
  [
    `for a, b in x: c
else: d`,
    'for [a, b] of x {c} else {d}',
  ],
  ['async for a in b: c', 'for a of b {c}'],
  [
    `while a: b
else: c`,
    'while ( | a | ) {b} else {c}',
  ],
  [
    `try: a
except E as e: b
except (F, G): c
except: d
else: e
finally: f`,
    'try {a} catch as e {b} catch {c} catch {d} else {e} finally {f}',
  ],
  [
    `try: a
except A, e: b`,
    'try {a} catch as e {b}',
  ],
  [
    `try: a
except* A as e: b`,
    'try {a} catch as e {b}',
  ],
  ['with a() as b, c: d', 'with a() as b, c {d}'],
  ['with (a() as b, c() as (d, e)): f', 'with a() as b, c() as [d, e] {f}'],
  ['with (a()): f', 'with brackets(a()) {f}'],
  ['with (a() as b): f', 'with a() as b {f}'],
  ['async with a as b.c: d', 'with a as b.c {d}'],
  [
    `match x, y:
    case 1 | -2 | "a": a
    case Color.RED if z: b
    case [a, *b]: c
    case {"k": v, **r}: d
    case P(q, r=s) as t: e
    case u: f
    case _: g`,
    'switch [x, y] case 1 or 2 or "a" {a} case Color.RED if z {b} case ?(computed at run time) as a, b {c} case ?(computed at run time) as v, r {d} case ?(computed at run time) as q, s, t {e} default as u {f} default {g}',
  ],
  [
    `match command.split():
    case None: a
    case "x", y: b`,
    'switch command.split() case null {a} case ?(computed at run time) or ?(computed at run time) as y {b}',
  ],
  ['global a, b', 'outer a, b'],
  [
    `def f():
    nonlocal c`,
    'function f() {outer c}',
  ],
  ['assert a(), b()', 'if (not a()) {throw b()}'],
  ['a < b; a >= b', '(a less b); (a at-least b)'],
  ['a < b() <= c', '((a less b()) and (b() at-most c))'],
  ['a < b < c < d', '?(computed at run time | a | b | c | d)'],
  ['a not  in b; a is not b', '(a not-in b); (a not-same b)'],
  ['raise X() from e', 'throw X()'],
  ['raise X() from y()', 'throw (y(), X())'],
  ['raise', 'throw'],
  ['print "x", f()', '?(computed at run time | "x" | f())'],
  ['print >>f, g()', '?(computed at run time | f | g())'],
  ['exec "code" in d()', '?(computed at run time | "code" | d())'],
  ['type X = int | str', ''],
  ['pass; break; continue; return; return 1', 'break; continue; return; return 1'],
  ['f(...)', 'f(?(computed at run time))'],
  ['f(a, \\\n  b # c\n)', 'f(a, b)'],
  ['x = yield', 'x = (yield)'],
  ['t"a{b}"', '`"a"${b}`'],
  ['class P[T](Base): pass', 'class P(Base) {}'],
  [
    'def f(x: list[str] | None = None, y: "Fwd" = 1, *, z: Callable[[int], str]): pass',
    'function f(x: (list[str] merge null) = null, y: "Fwd" = 1, named z: Callable[[[int], str]]) {}',
  ],
  ['super().__init__(x)', '<super>().__init__(x)'],
  ['print(x, file=y)', 'print(x, file: y)'],
  ['a @ b', '(a other b)'],
  ['~a', '?(computed at run time | a)'],
  ['x = *a, b', 'x = [*a, b]'],
  ['for x in *a, b: pass', 'for x of [*a, b] {}'],
  ['def f() -> Annotated[int, g()]: pass', 'function f() {}'],
])('Python: %s', (source, said) => {
  expect(printed('python', source)).toBe(said);
});

test('Python that is broken is read around the fault', () => {
  expect(printed('python', 'def f(:\n    pass\na = Agent(name="x")')).toBe(
    'function f() {}; a = Agent(name: "x")',
  );
  expect(printed('python', 'a = (1, g(\nb = Agent()')).toBe('a; 1; g; b; Agent()');
});
