import { describe, expect, it } from 'vitest';
import { mergeRequirements } from '../../src/decide/merge.js';
import regions from '../../src/facts/regions.json' with { type: 'json' };
import { fixedPlace, type Requirements, type StatedRequirements } from '../../src/model/index.js';

const LINES: readonly (keyof Requirements)[] = [
  'residency',
  'zero_data_retention',
  'needs',
  'beta',
  'languages',
];

/** Requirements as stated in a file, each key on a line of its own. */
function stated(file: string, requirements: Requirements): StatedRequirements {
  const at = (line: number, path: string) =>
    fixedPlace(file, path, { start: { line, column: 1 }, end: { line, column: 2 } });
  return {
    requirements,
    at: at(1, 'requirements'),
    places: Object.fromEntries(LINES.map((key, index) => [key, at(index + 2, `requirements.${key}`)])),
  };
}

const merge = (...all: Requirements[]) =>
  mergeRequirements(all.map((one, index) => stated(`${index}.yaml`, one)));

/** The value that holds, and the keys that were loosened. */
const holds = (key: keyof Requirements, ...all: Requirements[]) => {
  const { requirements, loosened } = merge(...all);
  return [requirements[key], loosened.map((one) => one.key)];
};

describe('requirements merge key by key', () => {
  it('takes what is stated once from wherever it is stated', () => {
    expect(merge()).toEqual({ requirements: {}, loosened: [] });
    expect(merge({ residency: ['eu'] }, { beta: 'forbidden' }, { zero_data_retention: true })).toEqual({
      requirements: { residency: ['eu'], beta: 'forbidden', zero_data_retention: true },
      loosened: [],
    });
  });

  it('lets a later residency tighten', () => {
    expect(holds('residency', { residency: ['any'] }, { residency: ['US'] })).toEqual([['us'], []]);
    expect(holds('residency', { residency: ['EEA'] }, { residency: ['eu'] })).toEqual([['eu'], []]);
    expect(holds('residency', { residency: ['eu'] }, { residency: ['DE', 'fr'] })).toEqual([
      ['de', 'fr'],
      [],
    ]);
    expect(holds('residency', { residency: ['eu', 'us'] }, { residency: ['us'] })).toEqual([['us'], []]);
    expect(holds('residency', { residency: ['eea'] }, { residency: ['no'] })).toEqual([['no'], []]);
    expect(holds('residency', { residency: ['eu'] }, { residency: ['EU'] })).toEqual([['eu'], []]);
  });

  it('keeps the stricter residency where a later one adds regions', () => {
    expect(holds('residency', { residency: ['eu'] }, { residency: ['any'] })).toEqual([
      ['eu'],
      ['residency'],
    ]);
    expect(holds('residency', { residency: ['eu'] }, { residency: ['eea'] })).toEqual([
      ['eu'],
      ['residency'],
    ]);
    expect(holds('residency', { residency: ['de'] }, { residency: ['eu'] })).toEqual([['de'], ['residency']]);
    expect(holds('residency', { residency: ['eu'] }, { residency: ['eu', 'us'] })).toEqual([
      ['eu'],
      ['residency'],
    ]);
  });

  it('takes what both leave room for where neither contains the other, else the outer one', () => {
    expect(holds('residency', { residency: ['eu', 'us'] }, { residency: ['us', 'jp'] })).toEqual([
      ['us'],
      ['residency'],
    ]);
    expect(holds('residency', { residency: ['eu', 'us'] }, { residency: ['de', 'jp'] })).toEqual([
      ['de'],
      ['residency'],
    ]);
    expect(holds('residency', { residency: ['de', 'us'] }, { residency: ['eu', 'jp'] })).toEqual([
      ['de'],
      ['residency'],
    ]);
    expect(holds('residency', { residency: ['us'] }, { residency: ['eu'] })).toEqual([['us'], ['residency']]);
  });

  it('takes all members of a union as the union', () => {
    const then = (outer: string[], inner: string) =>
      holds('residency', { residency: outer }, { residency: [inner] });
    expect(then(regions.eu, 'eu')).toEqual([['eu'], []]);
    expect(then(['eu', ...regions.eeaOnly], 'eea')).toEqual([['eea'], []]);
    for (const [outer, inner] of [
      [regions.eu.slice(1), 'eu'],
      [['eu', ...regions.eeaOnly.slice(1)], 'eea'],
      [regions.eeaOnly, 'eea'],
      [['eu', ...regions.eeaOnly], 'us'],
    ] as const)
      expect(then([...outer], inner)).toEqual([outer, ['residency']]);
  });

  it('never takes back zero retention or the ban on beta', () => {
    expect(
      holds('zero_data_retention', { zero_data_retention: false }, { zero_data_retention: true }),
    ).toEqual([true, []]);
    expect(
      holds('zero_data_retention', { zero_data_retention: true }, { zero_data_retention: false }),
    ).toEqual([true, ['zero_data_retention']]);
    for (const zero_data_retention of [true, false])
      expect(holds('zero_data_retention', { zero_data_retention }, { zero_data_retention })).toEqual([
        zero_data_retention,
        [],
      ]);
    expect(holds('beta', { beta: 'allowed' }, { beta: 'allowed' })).toEqual(['allowed', []]);
    expect(holds('beta', { beta: 'allowed' }, { beta: 'forbidden' })).toEqual(['forbidden', []]);
    expect(holds('beta', { beta: 'forbidden' }, { beta: 'allowed' })).toEqual(['forbidden', ['beta']]);
    expect(holds('beta', { beta: 'forbidden' }, { beta: 'forbidden' })).toEqual(['forbidden', []]);
  });

  it('adds needs up', () => {
    expect(holds('needs', { needs: ['artifacts'] }, { needs: ['long-running', 'artifacts'] })).toEqual([
      ['artifacts', 'long-running'],
      [],
    ]);
    expect(holds('needs', { needs: ['artifacts'] }, { needs: [] })).toEqual([['artifacts'], []]);
  });

  it('lets languages be narrowed, JavaScript counting as TypeScript', () => {
    expect(
      holds('languages', { languages: ['python', 'typescript'] }, { languages: ['JavaScript'] }),
    ).toEqual([['JavaScript'], []]);
    expect(holds('languages', { languages: ['python'] }, { languages: ['python', 'go'] })).toEqual([
      ['python'],
      ['languages'],
    ]);
    expect(holds('languages', { languages: ['python'] }, { languages: ['go'] })).toEqual([
      ['python'],
      ['languages'],
    ]);
  });

  it('takes the nearest preference, and every reason but that of a loosened key', () => {
    const { requirements } = merge(
      { prefer: ['managed'], residency: ['eu'], because: { residency: 'DPIA-1', beta: 'old' } },
      { prefer: ['framework'], residency: ['us'], because: { residency: 'cheaper', beta: 'new' } },
    );
    expect(requirements.prefer).toEqual(['framework']);
    expect(requirements.because).toEqual({ residency: 'DPIA-1', beta: 'new' });
    expect(
      merge({ residency: ['eu'] }, { residency: ['us'], because: { residency: 'cheaper' } }).requirements,
    ).toEqual({ residency: ['eu'] });
  });

  it('says both places of what was loosened, the stricter one where it was last tightened', () => {
    const { loosened } = merge(
      { residency: ['eea'] },
      { residency: ['eu'] },
      { residency: ['EU'] },
      { residency: ['us', 'jp'] },
    );
    expect(
      loosened.map(({ at, stricter }) => [
        at.file,
        at.range().start.line,
        stricter.file,
        stricter.range().start.line,
      ]),
    ).toEqual([['3.yaml', 2, '1.yaml', 2]]);
    expect(loosened[0]?.message).toBe(
      '`residency` is [us, jp] here and [eu] in 1.yaml: a requirement can only be tightened, so [eu] applies.',
    );
  });

  it('changes nothing that it was given', () => {
    const outer = stated('0.yaml', { residency: ['eu'], needs: ['artifacts'], because: { residency: 'x' } });
    const before = JSON.stringify(outer.requirements);
    mergeRequirements([
      outer,
      stated('1.yaml', { residency: ['de'], needs: ['long-running'], because: { residency: 'y' } }),
    ]);
    expect(JSON.stringify(outer.requirements)).toBe(before);
  });
});
