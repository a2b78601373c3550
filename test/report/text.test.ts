import { describe, expect, it } from 'vitest';
import { displayWidth, jsonText, visible, withoutCommands, wrap } from '../../src/report/shared/text.js';

describe('visible', () => {
  it('writes controls, escapes, line breaks and bidirectional overrides as code points', () => {
    expect(visible('a\nb\r\x1b[31mc\x9b\t\x7f')).toBe('a\\u{a}b\\u{d}\\u{1b}[31mc\\u{9b}\\u{9}\\u{7f}');
    expect(visible('x\u202ey\u2066z\u2069\u200e\u200f\u061c')).toBe(
      'x\\u{202e}y\\u{2066}z\\u{2069}\\u{200e}\\u{200f}\\u{61c}',
    );
  });

  it('writes zero-width, blank and tag characters, line separators and half surrogate pairs as code points', () => {
    expect(visible('\u200b\ufeff\u2028\u3164\u{e0041}\u{e0101}\ud800')).toBe(
      '\\u{200b}\\u{feff}\\u{2028}\\u{3164}\\u{e0041}\\u{e0101}\\u{d800}',
    );
  });

  it('leaves letters of every script and emoji as they are', () => {
    expect(visible('Ünïcödé 漢字 שלום 🙂')).toBe('Ünïcödé 漢字 שלום 🙂');
  });
});

describe('displayWidth', () => {
  it('counts wide characters twice and combining marks not at all', () => {
    expect(displayWidth('漢字')).toBe(4);
    expect(displayWidth('e\u0301')).toBe(1);
    expect(displayWidth('🙂a')).toBe(3);
  });
});

describe('wrap', () => {
  it('breaks at spaces and leaves a word that is too long whole', () => {
    expect(wrap('aaa bbb cccccccccc d', 7)).toEqual(['aaa bbb', 'cccccccccc', 'd']);
  });
});

describe('withoutCommands', () => {
  it('takes the meaning from what a build host would read as a command', () => {
    expect(withoutCommands('  ::error::x\n\u00a0\u3000::stop\na ::b::\n##[add-path]/tmp')).toBe(
      '  \\u{3a}:error::x\n\u00a0\u3000\\u{3a}:stop\na ::b::\n##\\u{5b}add-path]/tmp',
    );
  });
});

describe('jsonText', () => {
  it('escapes what a terminal would act on and keeps every value', () => {
    const value = { name: 'a\u202eb\x9b\u{e0041}\ud800\n', plain: 'ü' };
    const text = jsonText(value);
    expect(text).toBe('{\n  "name": "a\\u202eb\\u009b\\udb40\\udc41\\ud800\\n",\n  "plain": "ü"\n}\n');
    expect(JSON.parse(text)).toEqual(value);
  });
});
