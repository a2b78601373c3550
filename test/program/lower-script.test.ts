import { beforeAll, expect, test } from 'vitest';
import { loadAll, printed } from './open.js';

beforeAll(loadAll);

/** A row for each construct: the source, and what it says. */
test.each([
  [
    "const a = 1, b = 'x', c: number[] = [1,,2,...d, ], e!: T;",
    'const a = 1; const b = "x"; const c: = [1, nothing, 2, *d]; const e:',
  ],
  ['let a; var b: string', 'let a; var b:'],
  ['x = undefined ?? null', 'x = (nothing nullish null)'],
  [
    '10n + 0xff - -1 + +1',
    '(((?(a number that cannot be read) add 255) other -1) add ?(computed at run time | 1))',
  ],
  ['`a${b}c`; `plain`; tag`x${y}`; `${f()}`', '`"a"${b}"c"`; "plain"; tag`"x"${y}`; `${f()}`'],
  [
    "({ a, 'b': 1, 2: 3, [k()]: 4, m() {}, get g() { return 1; }, set g(v) {}, async *n() {}, ...o })",
    'brackets({a: a, b: 1, 2: 3, [k()]: 4, m: <method m() {}>, get g: <getter g() {return 1}>, g: <setter g(v) {}>, n: <generator method n() {}>, **o})',
  ],
  ['a.b?.c?.[d]?.(e)', 'a.b.c[d](e)'],
  ['a![0]!.b', 'cast(cast(a)[0]).b'],
  ['x satisfies A.B.C', 'cast(cast(x))'],
  ['x as A.B.C', 'cast(cast(x))'],
  ['(x as A).b', 'brackets(cast(x)).b'],
  ['<T>x', 'cast(x)'],
  [
    'f<T>(x); new Agent<C>({ a: 1 }); new Agent; new a.B(...c)',
    'f(x); new Agent({a: 1}); new Agent; new a.B(*c)',
  ],
  ['const x = f<T>;', 'const x = cast(f)'],
  [
    "require('x'); import('y'); await import(\"z\"); require(x)",
    'module x; module y; await(module z); require(x)',
  ],
  [
    "typeof a === 'x' || !b && void c() || void 0",
    '((((typeof a) same "x") or ((not b) and (c(), nothing))) or nothing)',
  ],
  ['a ? b : c', '(a ? b : c)'],
  [
    'a = b = c; a += 1; a ??= b; a ||= b; a &&= b; a |= b',
    'a = b = c; a += 1; a ??= b; a ??= b; a &&= b; a ~= b',
  ],
  ['(a = 1), i++, --j', '(brackets((a = 1)), (i ~= 1), (j ~= 1))'],
  ['({ a, b: { c = 1 }, ...d } = x)', 'brackets(({a: a, b: {c: c = 1}, *d} = x))'],
  [
    "const { a, b: c, d = 1, ['e']: f, [g]: h, ...i } = x; const [j, , k = 2, ...l] = y",
    'const {a: a, b: c, d: d = 1, ["e"]: f, [g]: h, *i} = x; const [j, , k = 2, *l] = y',
  ],
  ['delete a.b; delete a[b]', 'delete a.b; delete a[b]'],
  ['function f(a, b = 1, { c }: T, ...d) { return a }', 'function f(a, b = 1, {c: c}: T, *d) {return a}'],
  [
    `function f(this: X, a?: number): void;
function f(a: any) {}`,
    'function f(a) {}',
  ],
  [
    'async function* f() { yield 1; yield* g(); yield }',
    'generator function f() {(yield 1); (yield all g()); (yield)}',
  ],
  [
    'const f = async (a) => a, g = b => { return b }, h = (): T => ({ x: 1 })',
    'const f = <lambda (a) {return a}>; const g = <lambda (b) {return b}>; const h = <lambda () {return brackets({x: 1})}>',
  ],
  [
    `@dec @dec.a(1) class A extends B<C> implements D {
  a = 1;
  static b?: string = 'x';
  readonly [k()] = 2;
  #p = 3;
  @Prop() c: T;
  declare d: string;
  constructor(private readonly x: T, public y = 1, @Inject(T) z) { super(x) }
  @tool({ a: 1 }) @other async m(a: string): Promise<void> {}
  get g() { return this.#p }
  static async *n() {}
  [Symbol.iterator]() {}
  abstractm(): void;
  static { init() }
  'quoted'() {}
}`,
    '@dec @dec.a(1) class A(B) {field a = 1; static field b: = "x"; field  = 2; field #p = 3; field c:; field d:; constructor constructor(field x: T, field y = 1, z) {<super>(x)}; @tool({a: 1}) @other method m(a) {}; getter g() {return <this>.#p}; static generator method n() {}; method () {}; do {init()}; method quoted() {}}',
  ],
  ['abstract class A { abstract m(): void; private f() {} }', 'class A() {method f() {}}'],
  ['export default class extends B {}', 'export default <class (B) {}>'],
  ['export default class A {}', 'exported default (class A() {})'],
  ['@dec() export class A {}', 'exported (@dec() class A() {})'],
  [
    "import a, { b, c as d, type e, type f as g, default as h } from 'x'; import * as n from \"y\"; import 'z'",
    'import x [default as a, b, c as d, type e, type f as g, default as h]; import y [* as n]; import z []',
  ],
  [
    "import type { A } from 'x'; import type B from 'y'; import type from 'z'",
    'import type x [type A]; import type y [type default as B]; import z [default as type]',
  ],
  ["import a = require('x'); import b = c.d.e", 'import x [* as a]; const b = c.d.e'],
  [
    "export { a, b as c, default as d } from 'x'; export { e as default }; export * from 'y'; export * as ns from 'z'",
    'export x [a, b as c, default as d]; export - [e as default]; export y [] * ; export z [] * ns',
  ],
  ["export type { A } from 'x'; export type B = string; export interface C {}", 'export type x [A]'],
  [
    'export const a = 1, b = 2; export default f(); export = x;',
    'exported (const a = 1); exported (const b = 2); export default f(); export = x',
  ],
  ['export default function f() {}', 'exported default (function f() {})'],
  ['export default async () => { x() }', 'export default <lambda () {x()}>'],
  [
    'export as namespace X; export declare const q: number; export enum E { A }',
    'exported (const q:); exported (enum E {A: 0})',
  ],
  [
    "declare const a: T; declare function f(): void; declare module 'x' { const y: number } declare global { interface W {} }",
    'const a:',
  ],
  ["enum E { A, B = 5, C, D = 'x', F = g() }", 'enum E {A: 0, B: 5, C: 6, D: "x", F: g()}'],
  ["const enum E { 'a b' = 1 }", 'enum E {a b: 1}'],
  ['namespace N { export const a = 1 }', '{exported (const a = 1)}'],
  ['if (a) b; else if (c) { d } else e', 'if a {b} else {if c {d} else {e}}'],
  [
    'for (let i = 0, n = f(); i < n; i++, j--) { b }',
    'while (let i = 0; let n = f() | (i less n) | (i ~= 1), (j ~= 1)) {b}',
  ],
  ['for (;;) {}', 'while ( |  | ) {}'],
  ['for (i = 0; ; ) a', 'while (i = 0 |  | ) {a}'],
  [
    'for (const [a, b] of c) d; for (k in o) e; for await (const x of y) z',
    'for const [a, b] of c {d}; for k of keys o {e}; for const x of y {z}',
  ],
  ['while (a) b; do { c } while (d)', 'while ( | a | ) {b}; while after once ( | d | ) {c}'],
  [
    'try { a } catch ({ message }) { b } finally { c }',
    'try {a} catch as {message: message} {b} finally {c}',
  ],
  ['try { a } catch { b }', 'try {a} catch {b}'],
  [
    "switch (a) { case 1: case 'x': b(); break; default: c(); case f(): d() }",
    'switch a case 1 {}+ case "x" {b(); break}+ default {c()}+ case f() {d()}',
  ],
  ['outer: for (;;) { break outer; continue }', 'outer: {while ( |  | ) {break outer; continue}}'],
  ["throw new Error('x')", 'throw new Error("x")'],
  ['with (a) b', 'with a {b}'],
  ['debugger; ;', ''],
  ['{ const a = 1 }', '{const a = 1}'],
  ['/re/g.test(x)', '?(computed at run time).test(x)'],
  ['import.meta.url; new.target', 'import.meta.url; import.target'],
  ['a <= b; a > b', '(a at-most b); (a more b)'],
  ["a instanceof B; 'a' in b; #x in c", '(a other B); ("a" in b); (?(computed at run time) in c)'],
  ["let x: typeof import('y'); let y = z as ReturnType<typeof f>", 'let x:; let y = cast(z)'],
  ['using a = b()', 'const a = b()'],
  ['await using a = b()', 'const a = b()'],
  ['f(a, , b)', 'f(a, nothing, b)'],
  ['type A = { a: string }; interface B { m(): void }', ''],
  [
    'var x = class Foo {}, y = function g() {}, z = function* () {}',
    'var x = <class Foo() {}>; var y = <function g() {}>; var z = <generator function () {}>',
  ],
  ['module.exports = { a }; exports.b = c', 'module.exports = {a: a}; exports.b = c'],
  ['a?.b = 1', 'a.b = 1'],
  ['label: { x }', 'label: {x}'],
  [
    'async () => { for await (const a of b()) {} ; await Promise.all([x(), y()]) }',
    '<lambda () {for const a of b() {}; await(Promise.all([x(), y()]))}>',
  ],
  [
    `@Component({ x: f() })
export default class Y {}`,
    'exported default (@Component({x: f()}) class Y() {})',
  ],
  ['export import a = b.c;', 'exported (const a = b.c)'],
  ['x = <any>y.z', 'x = cast(y.z)'],
  ['const { a = f(), ...rest } = g()', 'const {a: a = f(), *rest} = g()'],
  ['if (a) { } else { }', 'if a {}'],
  ['f`x`.y', 'f`"x"`.y'],
])('TypeScript: %s', (source, said) => {
  expect(printed('typescript', source)).toBe(said);
});

test.each([
  [
    'const a = <div a="x" b={f()} {...g()}>text {h()} <B.C x={<p>{i()}</p>} /></div>',
    'const a = ?(computed at run time | div | "x" | f() | g() | h() | ?(computed at run time | B.C | ?(computed at run time | p | i())))',
  ],
  ['const a = <></>', 'const a = ?(computed at run time)'],
  [
    `#!/usr/bin/env node
f()`,
    'f()',
  ],
  [
    `<!-- html
f()`,
    'f()',
  ],
])('JavaScript: %s', (source, said) => {
  expect(printed('tsx', source)).toBe(said);
});

test('TypeScript that is broken is read around the fault', () => {
  const source = "const a = ;\nvalue({ name: 'x', list: [1, 2 });\nnew Agent({ name: 'y' });";
  expect(printed('typescript', source)).toBe(
    'const a = value({name: "x", list: [1, 2]}); new Agent({name: "y"})',
  );
});
