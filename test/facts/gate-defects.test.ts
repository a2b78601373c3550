import { describe, expect, it } from 'vitest';
import {
  DEFECT_SHAPES,
  DEFECTIVE_PACKAGES,
  GATE_DEFECTS,
  type GateDefect,
  hasDefect,
} from '../../src/facts/gate-defects.js';
import { isOlder } from '../../src/facts/sdk-versions.js';

const VERSION = /^\d+\.\d+\.\d+$/;

describe('defects of gates', () => {
  it.each(GATE_DEFECTS.map((one) => [one.id, one] as const))('are whole: %s', (_, one) => {
    expect(DEFECTIVE_PACKAGES.map(({ name }) => name)).toContain(one.package);
    expect(DEFECT_SHAPES).toContain(one.shape);
    expect(one.fixed).toMatch(VERSION);
    expect(one.option !== undefined).toBe(one.shape === 'option');
    if (one.since !== undefined) {
      expect(one.since).toMatch(VERSION);
      expect(isOlder(one.since, one.fixed)).toBe(true);
    }
    expect(one.what).toMatch(/^[a-z`].*[^.]$/);
    expect(one.source).toMatch(/CHANGELOG|commit/);
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
});
