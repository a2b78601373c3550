import type { Position } from '../model/place.js';

/** The first bytes of a text that is not UTF-8, by what they mean. */
const MARKS: readonly { bytes: readonly number[]; name: string }[] = [
  { bytes: [0xff, 0xfe, 0x00, 0x00], name: 'UTF-32' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], name: 'UTF-32' },
  { bytes: [0xff, 0xfe], name: 'UTF-16' },
  { bytes: [0xfe, 0xff], name: 'UTF-16' },
];

/** The wide encoding that a text begins with, by its byte-order mark or by a zero in its first character. */
export function wideEncoding(bytes: Uint8Array): string | undefined {
  const mark = MARKS.find(
    (one) => bytes.length >= one.bytes.length && one.bytes.every((byte, i) => bytes[i] === byte),
  );
  if (mark) return mark.name;
  if (bytes.length < 4) return undefined;
  const zeros = [bytes[0], bytes[1], bytes[2], bytes[3]].map((byte) => byte === 0);
  if (zeros[0] === zeros[2] && zeros[1] === zeros[3] && zeros[0] !== zeros[1]) return 'UTF-16';
  return undefined;
}

/** Where the first byte stands that is no UTF-8; a byte-order mark does not count as a column. */
export function firstBadByte(bytes: Uint8Array): Position {
  let line = 1;
  let column = 1;
  let index = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index);
    if (length === 0) break;
    if (bytes[index] === 0x0a || (bytes[index] === 0x0d && bytes[index + 1] !== 0x0a)) {
      line += 1;
      column = 1;
    } else column += length === 4 ? 2 : 1;
    index += length;
  }
  return { line, column };
}

/** Bytes of the well-formed sequence at `index` (Unicode 16, table 3-7); 0 where there is none. */
function sequenceLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  const follows = (at: number, low = 0x80, high = 0xbf) => {
    const byte = bytes[index + at] ?? 0;
    return byte >= low && byte <= high;
  };
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const second = follows(1, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf);
    return second && follows(2) ? 3 : 0;
  }
  if (first < 0xf0 || first > 0xf4) return 0;
  const second = follows(1, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf);
  return second && follows(2) && follows(3) ? 4 : 0;
}
