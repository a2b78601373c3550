import { readFileSync } from 'node:fs';

/** A block of code on a page: its language and text. */
export interface Block {
  language: string;
  text: string;
}

/** The blocks of a page under one of its headings, in order, without those under the next heading. */
export function blocksUnder(page: string, heading: string): Block[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  const blocks: Block[] = [];
  let block: Block | undefined;
  let isUnder = false;
  for (const line of lines) {
    if (block !== undefined) {
      if (line === '```') block = undefined;
      else block.text += `${line}\n`;
    } else if (line.startsWith('```')) {
      block = { language: line.slice(3), text: '' };
      if (isUnder) blocks.push(block);
    } else if (line.startsWith('#')) isUnder = line.replace(/^#+ /, '') === heading;
  }
  if (blocks.length === 0) throw new Error(`${page} has no block under "${heading}"`);
  return blocks;
}
