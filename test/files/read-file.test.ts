import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileReader, suggestPath } from '../../src/files/index.js';
import { failure } from '../../src/files/read-file.js';
import { makeTree } from './tree.js';

const MIB = 1024 * 1024;
const read = (name: string, content: string | Uint8Array) =>
  fileReader()(join(makeTree({ [name]: content }), name));
const bytes = (...values: number[]) => Uint8Array.from(values);
const text = (value: string) => new TextEncoder().encode(value);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

describe('reading a file', () => {
  it('gives the text, keeps a byte-order mark and reads an empty file', () => {
    expect(read('a.json', '\ufeff{"ü": "😀"}\r\n')).toEqual({ ok: true, text: '\ufeff{"ü": "😀"}\r\n' });
    expect(read('a.json', '')).toEqual({ ok: true, text: '' });
  });

  it('reads up to 1 MiB of configuration and 4 MiB of source', () => {
    expect(read('a.json', new Uint8Array(MIB).fill(0x20))).toEqual({ ok: true, text: ' '.repeat(MIB) });
    expect(read('a.json', new Uint8Array(MIB + 1).fill(0x20))).toEqual({
      ok: false,
      problem: 'too-large',
      reason: 'larger than 1 MiB (1048577 bytes)',
    });
    expect(read('a.yaml', new Uint8Array(Math.floor(10.2 * MIB)))).toEqual({
      ok: false,
      problem: 'too-large',
      reason: 'larger than 1 MiB (10.2 MiB)',
    });
    expect(read('a.ts', new Uint8Array(4 * MIB).fill(0x20)).ok).toBe(true);
    expect(read('a.py', new Uint8Array(5 * MIB))).toEqual({
      ok: false,
      problem: 'too-large',
      reason: 'larger than 4 MiB (5 MiB)',
    });
  });

  it('reads a large file after a small one and a small one after a large one', () => {
    const root = makeTree({ 'a.json': 'small', 'b.json': 'x'.repeat(200_000), 'c.json': '' });
    const reader = fileReader();
    const lengths = ['a.json', 'b.json', 'a.json', 'c.json', 'b.json'].map((name) => {
      const result = reader(join(root, name), true);
      return result.ok ? result.text.length : -1;
    });
    expect(lengths).toEqual([5, 200_000, 5, 0, 200_000]);
  });

  it('holds each file to its own limit, whatever was read before', () => {
    const root = makeTree({ 'a.ts': 'x'.repeat(2 * MIB), 'b.json': 'x'.repeat(2 * MIB) });
    const reader = fileReader();
    expect(['a.ts', 'b.json'].map((name) => reader(join(root, name), true).ok)).toEqual([true, false]);
  });

  it('says where the first byte stands that is not UTF-8', () => {
    const at = (content: Uint8Array) => {
      const result = read('a.json', content);
      return result.ok ? undefined : [result.problem, result.reason, result.at?.line, result.at?.column];
    };
    expect(at(joined(text('{\r\n"ü😀": "'), bytes(0xff, 0x22)))).toEqual(['encoding', 'not UTF-8', 2, 9]);
    expect(at(joined(text('\ufeffab'), bytes(0xc3, 0x28)))).toEqual(['encoding', 'not UTF-8', 1, 3]);
    expect(at(joined(text('a\rb\n\n'), bytes(0xed, 0xa0, 0x80)))).toEqual(['encoding', 'not UTF-8', 4, 1]);
    expect(at(bytes(0xc0, 0x80))).toEqual(['encoding', 'not UTF-8', 1, 1]);
    expect(at(joined(text('x'), bytes(0xf4, 0x90, 0x80, 0x80)))).toEqual(['encoding', 'not UTF-8', 1, 2]);
    expect(at(joined(text('x'), bytes(0xe2, 0x82)))).toEqual(['encoding', 'not UTF-8', 1, 2]);
  });

  it('knows UTF-16 and UTF-32, with and without a mark', () => {
    const wide = (name: string) => ({
      ok: false,
      problem: 'encoding',
      reason: `${name}, not UTF-8`,
      at: { line: 1, column: 1 },
    });
    const utf16 = Uint8Array.from(Buffer.from('{"a":1}', 'utf16le'));
    expect(read('a.json', joined(bytes(0xff, 0xfe), utf16))).toEqual(wide('UTF-16'));
    expect(read('a.json', bytes(0xfe, 0xff, 0, 0x7b))).toEqual(wide('UTF-16'));
    expect(read('a.json', utf16)).toEqual(wide('UTF-16'));
    expect(read('a.json', bytes(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0))).toEqual(wide('UTF-32'));
  });

  it('says that a file is missing', () => {
    expect(fileReader()('/nowhere/at/all.json')).toEqual({
      ok: false,
      problem: 'missing',
      reason: 'does not exist',
    });
  });
});

describe('a failure of the file system', () => {
  it('is explained in words, and only what is no file at all is left out silently', () => {
    expect(failure({ code: 'EACCES' })).toEqual({
      ok: false,
      problem: 'unreadable',
      reason: 'permission denied',
    });
    expect(failure({ code: 'EIO' })).toEqual({
      ok: false,
      problem: 'unreadable',
      reason: 'the system says EIO',
    });
    expect(failure({ code: 'ENXIO' }).problem).toBe('left-out');
  });
});

describe('a path that does not exist', () => {
  it('is answered with the nearest name of its folder', () => {
    const root = makeTree({ 'agents/refunds.agent.yaml': '', 'agents/billing.yaml': '' });
    expect(suggestPath('agents/refund.agent.yaml', root)).toBe('agents/refunds.agent.yaml');
    expect(suggestPath('agent/billing.yaml', root)).toBe('agents/billing.yaml');
    expect(suggestPath('agnets', root)).toBe('agents');
    expect(suggestPath('something-else-entirely', root)).toBeUndefined();
  });
});
