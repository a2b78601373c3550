import { describe, expect, it } from 'vitest';
import {
  DEFECT_SHAPES,
  DEFECTIVE_PACKAGES,
  GATE_DEFECTS,
  type GateDefect,
  hasDefect,
} from '../../src/facts/gate-defects.js';
import { isOlder } from '../../src/facts/versions.js';

const VERSION = /^\d+\.\d+\.\d+(?:-[a-z]*\.?\d+|(?:a|b|rc)\d+)?$/;

describe('defects of gates', () => {
  it.each(GATE_DEFECTS.map((one) => [one.id, one] as const))('are whole: %s', (_, one) => {
    expect(DEFECTIVE_PACKAGES.map(({ name }) => name)).toContain(one.package);
    expect(DEFECT_SHAPES).toContain(one.shape);
    const { fixed = '' } = one;
    expect(fixed === '' ? 'none' : fixed).toMatch(one.instead === undefined ? VERSION : /^none$/);
    if (one.shape === 'call') expect(one.calls?.length).toBeGreaterThan(0);
    expect((one.settings?.length ?? 0) > 0).toBe(one.shape === 'setting');
    if (one.last !== undefined) expect(isOlder(one.last, fixed)).toBe(true);
    if (one.since !== undefined) {
      expect(one.since).toMatch(VERSION);
      expect(isOlder(one.since, fixed)).toBe(true);
    }
    expect(one.what).toMatch(/^[a-z`].*[^.]$/);
    expect(one.source).toMatch(/CHANGELOG|commit|not planned|\((?:open|closed)/);
  });

  it('have ids of their own', () => {
    expect(new Set(GATE_DEFECTS.map(({ id }) => id)).size).toBe(GATE_DEFECTS.length);
  });

  it('are in the versions from the first to the fix', () => {
    const defect: GateDefect = {
      id: 'x',
      package: 'x',
      since: '1.2.0',
      fixed: '1.4.0',
      shape: 'gate',
      what: 'x',
      source: 'x',
    };
    expect(hasDefect(defect, '1.1.9')).toBe('no');
    expect(hasDefect(defect, '1.2.0')).toBe('yes');
    expect(hasDefect(defect, '1.3.9')).toBe('yes');
    expect(hasDefect(defect, '1.4.0')).toBe('no');
    expect(hasDefect(defect, '1.3.0', { below: '2.0.0' })).toBe('open');
    expect(hasDefect(defect, '1.3.0', { below: '1.4.0' })).toBe('yes');
    expect(hasDefect(defect, '1.3.0', {})).toBe('open');
    expect(hasDefect(defect, '1.0.0', { below: '1.2.0' })).toBe('no');
    expect(hasDefect(defect, '1.0.0', { below: '2.0.0' })).toBe('open');
  });

  it('are not known between the last version that has one and the first without it', () => {
    const defect: GateDefect = {
      id: 'x',
      package: 'x',
      last: '1.3.0',
      fixed: '1.5.0',
      shape: 'gate',
      what: 'x',
      source: 'x',
    };
    expect(['1.3.0', '1.4.0', '1.5.0'].map((version) => hasDefect(defect, version))).toEqual([
      'yes',
      'open',
      'no',
    ]);
    expect(hasDefect(defect, '1.2.0', { below: '1.3.0' })).toBe('yes');
    expect(hasDefect(defect, '1.2.0', { below: '1.4.0' })).toBe('open');
  });

  it('are in the versions before a release that has the fix', () => {
    const defect: GateDefect = {
      id: 'x',
      package: 'x',
      since: '7.0.0-0',
      fixed: '7.0.0-canary.170',
      shape: 'gate',
      what: 'x',
      source: 'x',
    };
    const states = ['6.0.1', '7.0.0-alpha.1', '7.0.0-canary.9', '7.0.0-canary.170', '7.0.0'];
    expect(states.map((version) => hasDefect(defect, version))).toEqual(['no', 'yes', 'yes', 'no', 'no']);
    expect(hasDefect({ ...defect, fixed: '1.0.0rc5', since: '0.1.0' }, '0.9.0', { below: '1.0.0' })).toBe(
      'yes',
    );
  });
});
