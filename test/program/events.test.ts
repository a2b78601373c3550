import { beforeAll, describe, expect, it } from 'vitest';
import { CodeFile } from '../../src/program/query/document.js';
import type { Guard, ProgramEvent } from '../../src/program/values/value.js';
import { loadAll, open } from './open.js';

beforeAll(loadAll);

/** What a file does other than calls: what is written there, and the sides of the tests under which it happens. */
function eventsIn(path: string, text: string): string[][] {
  const file = open(path, text);
  if (!(file instanceof CodeFile)) throw new Error('not read');
  const evaluation = file.evaluation();
  evaluation.include([file]);
  const events: Exclude<ProgramEvent, { kind: 'call' }>[] = [
    ...evaluation.eventsOf(file, 'set'),
    ...evaluation.eventsOf(file, 'raise'),
    ...evaluation.eventsOf(file, 'enter'),
    ...evaluation.functionsIn(file).flatMap((one) => evaluation.returnEventsOf(one)),
  ];
  return events.map((one) => {
    const span = 'start' in one.place ? one.place : one.slot?.written.span;
    const written = span ? text.slice(span.start, span.end) : '';
    return [one.kind, written, ...one.paths.map(({ guard }) => sidesOf(guard).join(' '))];
  });
}

function sidesOf(guard: Guard | undefined): string[] {
  if (!guard) return [];
  const own = guard.kind === 'test' ? [String(guard.holds)] : guard.kind === 'call' ? ['call'] : [];
  return [...sidesOf(guard.parent), ...own];
}

describe('events other than calls', () => {
  it('carry the guards under which they happen (Python)', () => {
    const text = `def f(box, x, y):
    if x:
        box.ready = True
    else:
        box["key"] = 1
    setattr(box, "other", 2)
    if y:
        raise ValueError
    with lock() as held:
        return held
    return None
`;
    expect(eventsIn('a.py', text)).toEqual([
      ['set', 'box.ready', 'true'],
      ['set', 'box["key"]', 'false'],
      ['set', '2', ''],
      ['raise', 'raise ValueError', 'true'],
      ['enter', 'lock()', 'false call'],
      ['return', 'return held', 'false call'],
    ]);
  });

  it('carry the guards under which they happen (TypeScript)', () => {
    const text = `function f(box: any, x: boolean, y: boolean) {
  if (x) box.ready = true;
  else box['key'] = 1;
  const map = new Map();
  map.set(y, 2);
  if (y) throw new Error('no');
  return box;
}
const g = async (z: boolean) => z && ask();
`;
    expect(eventsIn('a.ts', text)).toEqual([
      ['set', 'box.ready', 'true'],
      ['set', "box['key']", 'false'],
      ['set', '2', ''],
      ['raise', "throw new Error('no');", 'true call'],
      ['return', 'return box;', 'false'],
      ['return', 'z && ask()', ''],
    ]);
  });

  it('are one event for all paths to them, and one for each context', () => {
    const text = `def put(box, key):
    box[key] = True
for name in ["a", "b"]:
    put({}, name)
put({}, "c")
`;
    const sets = eventsIn('a.py', text).filter(([kind]) => kind === 'set');
    expect(sets).toEqual([
      ['set', 'box[key]', ''],
      ['set', 'box[key]', ''],
      ['set', 'box[key]', ''],
    ]);
  });

  it.each([
    ['that goes on', 'def f(x):\n    print(x)', 'return'],
    ['that fails', 'def f(x):\n    raise x', 'raise'],
  ])('are the end of a function %s', (_, text, kind) => {
    expect(eventsIn('a.py', `${text}\nf(1)\n`).map(([one]) => one)).toEqual([kind]);
  });

  it('in a loop happen as in its last round', () => {
    const text = `def f(items, box):
    seen = False
    for one in items:
        if seen:
            box.again = one
        seen = True
`;
    const sets = eventsIn('a.py', text).filter(([kind]) => kind === 'set');
    expect(sets).toEqual([['set', 'box.again', 'true true']]);
  });
});
