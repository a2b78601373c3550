import { beforeAll, describe, expect, it } from 'vitest';
import type { BodyCall } from '../../../src/effects/calls/call.js';
import type { CallRow, KnownPackage } from '../../../src/effects/calls/domain.js';
import { CALL_DOMAINS } from '../../../src/effects/calls/domains.js';
import { effectOfCall, loadCalls } from '../../../src/effects/calls/index.js';
import type { CallArgument } from '../../../src/program/index.js';

const loaded = await Promise.all(
  CALL_DOMAINS.map(async ({ name, load }) => ({ name, packages: (await load()).default.packages })),
);

beforeAll(() => loadCalls(CALL_DOMAINS.flatMap(({ imports }) => imports.map((one) => `import '${one}'`))));

/** The members of a row with its objects written out. */
function membersOf({ objects = {} }: KnownPackage, member: string): string[] {
  const [first = '', ...rest] = member.split('.');
  const ways = objects[first]?.split(' ');
  return ways ? ways.flatMap((way) => membersOf({} as KnownPackage, [way, ...rest].join('.'))) : [member];
}

/** A path that a member stands for: a client of some name where it takes any. */
const pathOf = (member: string): string[] =>
  member
    .replace(/^\*\*$/, 'anything')
    .replace(/\*\*/g, 'client()')
    .replace(/\*(?=[A-Z])/g, 'Any')
    .replace(/\*/g, 'thing')
    .split('.');

const where = (text: string): (string | number)[] =>
  text
    .split('|')
    .map((one) => (/^\d+/.test(one) ? Number(one.split('.', 1)[0]) : (one.split('.', 1)[0] ?? '')));

const constant = (value: string): CallArgument => ({ kind: 'constant', value });

/** An argument whose members lead to a value, as a row points to it: `1.method`. */
function inside(text: string, value: CallArgument): CallArgument {
  const [, ...members] = (text.split('|', 1)[0] ?? '').split('.');
  return members.reduceRight<CallArgument>(
    (inner, name) => ({ kind: 'record', members: new Map([[name, inner]]), isOpen: false }),
    value,
  );
}

/** A call of a package's member with one argument, at the first place that a row points to. */
function callOf(
  language: BodyCall['language'],
  name: string,
  member: string,
  at?: string,
  value: CallArgument = { kind: 'none' },
): BodyCall {
  const [place] = at === undefined ? [] : where(at);
  const argument = at === undefined ? value : inside(at, value);
  return {
    language,
    module: name,
    path: pathOf(member),
    argument: (which) => (which === place ? argument : { kind: 'none' }),
    receiver: () => (place === 'receiver' ? argument : { kind: 'none' }),
    isTagged: true,
  };
}

const MODEL: CallArgument = { kind: 'model', isWhole: true };

/** Calls that show what a row says, with the effect that each has. */
function shown(row: CallRow): [at: string | undefined, value: CallArgument, effect: string][] {
  if (row.http) {
    const { method, address } = row.http;
    if (!/^[A-Z]+$/.test(method))
      return [
        [method, MODEL, 'open-ended'],
        [method, constant('DELETE'), 'destructive'],
      ];
    const effect =
      { DELETE: 'destructive', POST: 'change', PUT: 'change', PATCH: 'change' }[method] ?? 'read';
    return [[address, constant('https://example.com/notes'), effect]];
  }
  if (row.sql)
    return [
      [row.sql, constant('DELETE FROM t'), 'destructive'],
      [row.sql, MODEL, 'open-ended'],
    ];
  const text = row.code ?? row.shell ?? row.program?.at;
  if (text) return [[text, MODEL, 'open-ended']];
  if (row.mode)
    return [
      [row.mode, constant('w'), 'destructive'],
      [row.mode, constant('a'), 'change'],
      [undefined, MODEL, 'read'],
    ];
  return [[row.path, MODEL, row.effect ?? 'read']];
}

function effectOf(call: BodyCall): string | undefined {
  const found = effectOfCall(call, () => undefined);
  return found && (found.openEnded ? 'open-ended' : found.effect);
}

describe.each(loaded)('$name', ({ packages }) => {
  it('has the effect that each row states', () => {
    const wrong: string[] = [];
    for (const known of packages) {
      const language = known.language as BodyCall['language'];
      const name = known.names.split(' ', 1)[0]?.replace(/^\*$/, '').replace(/\*$/, 'any') ?? '';
      for (const row of known.calls) {
        if (row.effect === 'by-name') continue;
        for (const member of row.members.split(' ').flatMap((one) => membersOf(known, one))) {
          for (const [at, value, effect] of shown(row)) {
            const found = effectOf(callOf(language, name, member, at, value));
            if (found !== effect) wrong.push(`${language} ${name} ${member}: ${found}, not ${effect}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('says nothing of a module of the project with such a name', () => {
    const found: string[] = [];
    for (const known of packages) {
      const language = known.language as BodyCall['language'];
      for (const name of known.names.split(' ').filter((one) => one !== '*')) {
        const local =
          language === 'python' ? [`.${name}`, `app.${name}`] : [`./${name}`, `@/lib/${name}`, `my-${name}`];
        for (const other of local)
          for (const { members } of known.calls)
            if (effectOf(callOf(language, other, members.split(' ')[0] ?? '')) !== undefined)
              found.push(`${other}: ${members}`);
      }
    }
    expect(found).toEqual([]);
  });
});
