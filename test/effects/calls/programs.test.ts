import { beforeAll, describe, expect, it } from 'vitest';
import { bodyOf } from '../../../src/dialects/agents/body.js';
import type { CallRow, KnownPackage } from '../../../src/effects/calls/domain.js';
import { CALL_DOMAINS } from '../../../src/effects/calls/domains.js';
import { loadCalls } from '../../../src/effects/calls/index.js';
import { valueOfName } from '../../../src/program/index.js';
import { loadAll, projectOf } from '../../program/open.js';

const loaded = await Promise.all(
  CALL_DOMAINS.map(async ({ name, load }) => ({ name, packages: (await load()).default.packages })),
);

beforeAll(async () => {
  await loadAll();
  await loadCalls(CALL_DOMAINS.flatMap(({ imports }) => imports.map((one) => `import '${one}'`)));
});

/** The first member of a row, with the first object that it is called on; a client of some name where it takes any. */
function pathOf({ objects = {} }: KnownPackage, { members }: CallRow): string[] {
  const [member = ''] = members.split(' ');
  const [first = '', ...rest] = member.split('.');
  const [way] = (objects[first] ?? first).split(' ');
  return [way, ...rest]
    .join('.')
    .replace(/^\*\*$/, 'anything')
    .replace(/\*\*/g, 'client()')
    .replace(/\*(?=[A-Z])/g, 'Any')
    .replace(/\*/g, 'thing')
    .split('.');
}

/** A call as code, on the names from a module on: `m.client().send(x)`; what begins with a capital is constructed in TypeScript. */
function written(path: readonly string[], isScript: boolean, base: string, passed: string): string {
  const called = [...path.slice(0, -1), `${path.at(-1)}()`];
  return called.reduce((on, segment, at) => {
    const name = segment.replace(/[()]/g, '');
    const target = on === '' ? name : `${on}.${name}`;
    const all = segment.slice(name.length).replace(/\(\)$/, at === called.length - 1 ? `(${passed})` : '()');
    const isMade = isScript && /^[A-Z]/.test(name) && all !== '';
    return isMade ? `(new ${target}${all})` : `${target}${all}`;
  }, base);
}

/** An argument at the place that a row points to: `0|path`, `1.method`. */
function argument(where: string | undefined, value: string, isScript: boolean): string {
  const [place = '', ...members] = where?.split('|')[0]?.split('.') ?? [];
  if (where === undefined || place === 'receiver') return '';
  const inner = members.reduceRight((one, name) => `{ ${isScript ? name : `"${name}"`}: ${one} }`, value);
  if (!/^\d+$/.test(place)) return `${place}=${inner}`;
  return [...Array(Number(place)).fill(isScript ? 'undefined' : 'None'), inner].join(', ');
}

const MODEL = 'x';

/** What shows the effect of a row: an argument, and what the call then does. */
function shown(row: CallRow): { at?: string; value: string; effect: string } | undefined {
  if (row.http) {
    const { method, address } = row.http;
    if (!/^[A-Z]+$/.test(method)) return { at: method, value: MODEL, effect: 'open-ended' };
    const effect = method === 'DELETE' ? 'destructive' : /^P/.test(method) ? 'change' : 'read';
    return {
      ...(address === undefined ? {} : { at: address }),
      value: "'https://example.com/notes'",
      effect,
    };
  }
  if (row.sql) return { at: row.sql, value: MODEL, effect: 'open-ended' };
  const text = row.code ?? row.shell ?? row.program?.at;
  if (text !== undefined) return { at: text, value: MODEL, effect: 'open-ended' };
  if (row.mode !== undefined) return { at: row.mode, value: "'w'", effect: 'destructive' };
  return row.effect === 'by-name' ? undefined : { value: MODEL, effect: row.effect ?? 'read' };
}

const nobody = { asks: () => false, isAsking: () => false };

/** What each row's first member does in a program that imports the module, and what the row says. `own`: other files. */
function read(
  known: KnownPackage,
  module: string,
  own: Readonly<Record<string, string>> = {},
): { found: string; stated: string }[] {
  const isScript = known.language === 'typescript';
  const rows = known.calls.flatMap((row) => {
    const one = shown(row);
    return one ? [{ ...one, path: pathOf(known, row), isTagged: row.tagged }] : [];
  });
  const isDefault = rows.some(({ path }) => path[0]?.startsWith('default'));
  const head = isScript
    ? `import * as m from '${module}';${isDefault ? `\nimport d from '${module}';` : ''}`
    : `import ${module} as m`;
  const functions = rows.map(({ path, at, value, isTagged }, index) => {
    const ofDefault = path[0]?.startsWith('default') === true;
    const from = ofDefault ? [path[0]?.replace('default', 'd') ?? '', ...path.slice(1)] : path;
    const base = module === '' || ofDefault ? '' : 'm';
    const given = argument(at, value, isScript);
    const call = written(from, isScript, base, given);
    const code = isTagged ? `${call.slice(0, -given.length - 2)}\`\${${given}}\`` : call;
    return isScript ? `function f${index}(x) { ${code}; }` : `def f${index}(x):\n    ${code}`;
  });
  const text = [...(module === '' ? [] : [head]), ...functions, ''].join('\n');
  const file = isScript ? 'program.ts' : 'program.py';
  const document = projectOf({ [file]: text, ...own })(file);
  return rows.map(({ effect, path }, index) => {
    const node = valueOfName(document, `f${index}`);
    const body = node && bodyOf(node, () => undefined, nobody);
    const last = body?.acts.reduce(
      (a, b) => (b.call.text.length > a.call.text.length ? b : a),
      body.acts[0] as never,
    );
    const does = last?.does;
    const found = does === undefined ? 'nothing' : does.openEnded ? 'open-ended' : does.effect;
    return {
      found: `${module} ${path.join('.')}: ${found}`,
      stated: `${module} ${path.join('.')}: ${effect}`,
    };
  });
}

const firstName = ({ names }: KnownPackage): string =>
  (names.split(' ')[0] ?? '').replace(/^\*$/, '').replace(/\*$/, 'any');

describe.each(loaded)('$name', ({ packages }) => {
  it('is known in a small program by what it imports', () => {
    const all = packages.flatMap((known) => read(known, firstName(known)));
    expect(all.filter(({ found, stated }) => found !== stated)).toEqual([]);
  });

  it('takes no module of the project for the package of its name', () => {
    const all = packages
      .filter(({ names }) => !names.startsWith('*'))
      .flatMap((known) => {
        const name = firstName(known);
        const isScript = known.language === 'typescript';
        const path = isScript ? `${name}.ts` : `${name.replaceAll('.', '/')}.py`;
        const own = { [path]: isScript ? 'export default 1;\n' : 'value = 1\n' };
        return read(known, isScript ? `./${name}` : name, own);
      });
    expect(all.filter(({ found }) => /: (?:destructive|outward|open-ended)$/.test(found))).toEqual([]);
  });
});
