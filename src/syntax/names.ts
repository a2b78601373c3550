import { hostOf, redact } from '../model/secrets.js';
import type { SyntaxNode } from './node.js';

const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const LONGEST_NAME = 80;
const LONGEST_KEY = 200;

/** One step of a structural path: `.tools`, `[issue_refund]`, `[2]`. Secrets are cut out. */
export function pathStep(node: SyntaxNode): string {
  if (typeof node.key === 'number') return `[${itemName(node) ?? node.key}]`;
  const key = node.key ?? '';
  return IDENTIFIER.test(key) ? `.${redact(key)}` : `[${cut(redact(key), LONGEST_KEY)}]`;
}

/** What people call an item of a list; undefined where it has no name of its own. */
function itemName(item: SyntaxNode): string | undefined {
  if (item.kind === 'string') return named(item.scalar as string);
  if (item.kind !== 'object') return undefined;
  const stated =
    text(item, 'name') ??
    text(item, 'label') ??
    text(item, 'server_label') ??
    host(item) ??
    text(item, 'type');
  return stated === undefined ? undefined : named(stated);
}

function text(item: SyntaxNode, key: string): string | undefined {
  const value = item.get(key)?.scalar;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function host(item: SyntaxNode): string | undefined {
  const url = text(item, 'url');
  return url === undefined ? undefined : hostOf(url);
}

function named(value: string): string {
  return cut(redact(value), LONGEST_NAME);
}

/** Cuts without leaving half of a surrogate pair. */
function cut(value: string, length: number): string {
  if (value.length <= length) return value;
  const code = value.charCodeAt(length - 1);
  return value.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
