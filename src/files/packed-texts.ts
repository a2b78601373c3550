import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Texts that are written once and read again later, in order. */
export interface PackedTexts {
  add(text: string): void;
  all(): Generator<string>;
  /** The texts as plain data, which another thread can unpack. */
  packed(): PackedBlocks;
}

/** Texts, packed by some thousands. */
export type PackedBlocks = readonly { readonly packed: Uint8Array; readonly lengths: readonly number[] }[];

/** Characters that are packed together. */
const BLOCK = 1 << 20;

/**
 * Keeps texts packed: the systems of a large repository take twenty times less room so, and need no file that a full disk
 * or another user could break.
 */
export function packedTexts(): PackedTexts {
  const blocks: { packed: Uint8Array; lengths: number[] }[] = [];
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
      yield* unpacked(blocks);
      yield* waiting;
    },
    packed() {
      if (waiting.length > 0) pack();
      return blocks;
    },
  };
}

/** The texts that were packed, in order. */
export function* unpacked(blocks: PackedBlocks): Generator<string> {
  for (const { packed, lengths } of blocks) {
    const text = inflateRawSync(packed).toString();
    let start = 0;
    for (const length of lengths) {
      yield text.slice(start, start + length);
      start += length;
    }
  }
}
