import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Texts that are written once and read again later, in order. */
export interface PackedTexts {
  add(text: string): void;
  all(): Generator<string>;
}

/** Characters that are packed together. */
const BLOCK = 1 << 20;

/**
 * Keeps texts packed: the systems of a large repository take twenty times less room so, and need no file that a full disk
 * or another user could break.
 */
export function packedTexts(): PackedTexts {
  const blocks: { packed: Buffer; lengths: number[] }[] = [];
  let waiting: string[] = [];
  let size = 0;
  const pack = () => {
    const packed = deflateRawSync(waiting.join(''), { level: 1 });
    // What zlib gives is part of a larger buffer.
    blocks.push({ packed: Buffer.from(packed), lengths: waiting.map(({ length }) => length) });
    waiting = [];
    size = 0;
  };
  return {
    add(text) {
      waiting.push(text);
      size += text.length;
      if (size >= BLOCK) pack();
    },
    *all() {
      for (const { packed, lengths } of blocks) {
        const text = inflateRawSync(packed).toString();
        let start = 0;
        for (const length of lengths) {
          yield text.slice(start, start + length);
          start += length;
        }
      }
      yield* waiting;
    },
  };
}
