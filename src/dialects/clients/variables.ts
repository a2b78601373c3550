import type { NamedValue } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';

/** `NAME=value`, with the value in its last group. */
const LINE =
  /^[ \t]{0,20}(?:export[ \t]{1,9}|ENV[ \t]{1,9})?([A-Za-z_]\w{0,80})[ \t]{0,9}=[ \t]{0,9}(["']?)([^"'\r\n#]{0,500})/gm;

/** The variables that a text of lines sets: a file `.env`, a Dockerfile, a script. */
export function variablesIn(root: SyntaxNode): NamedValue[] {
  return [...(stringOf(root) ?? '').matchAll(LINE)].map((found) => {
    const [all, name = '', , value = ''] = found;
    const start = found.index + all.length - value.length;
    return { name, value: value.trim(), at: root.within(start, start + value.trimEnd().length) };
  });
}
