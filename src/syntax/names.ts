import { hostOf, namesSecret, redact } from '../model/secrets.js';
import type { SyntaxNode } from './node.js';

const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;
const LONGEST_NAME = 80;
const LONGEST_KEY = 200;

/** One step of a structural path: `.tools`, `[issue_refund]`, `[2]`. Secrets are cut out. */
export function pathStep(node: SyntaxNode): string {
  if (typeof node.key === 'number') return `[${itemName(node) ?? node.key}]`;
  const key = node.key ?? '';
  const name = short(key, LONGEST_KEY);
  return IDENTIFIER.test(key.slice(0, LONGEST_KEY)) ? `.${name}` : `[${name}]`;
}

/** What people call an item of a list; undefined where it has no name of its own. */
function itemName(item: SyntaxNode): string | undefined {
  if (item.kind === 'string') return isSecretItem(item) ? undefined : named(item.scalar as string);
  if (item.kind !== 'object') return undefined;
  const stated =
    text(item, 'name') ??
    text(item, 'label') ??
    text(item, 'server_label') ??
    host(item) ??
    text(item, 'type');
  return stated === undefined ? undefined : named(stated);
}

/** Made by a machine: in hexadecimal digits, or of letters with many digits among them. */
const RANDOM = /^(?=(?:\D*\d){4})(?=[^A-Za-z]*[A-Za-z])[\w+/=-]{16,}$/;
const FLAG = /^--?[A-Za-z][\w-]*$/;

/** An argument that may be a credential: behind an option that says so, or of a shape that no name has. */
function isSecretItem({ scalar, key, parent }: SyntaxNode): boolean {
  if (RANDOM.test(String(scalar))) return true;
  const before = typeof key === 'number' && key > 0 ? parent?.items()[key - 1]?.scalar : undefined;
  return typeof before === 'string' && FLAG.test(before) && namesSecret(before);
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
  return short(value, LONGEST_NAME);
}

/** Four times as much is read as is shown, so that no credential is cut in two before it is seen. */
function short(name: string, length: number): string {
  return cut(redact(name.slice(0, 4 * length)), length);
}

/** Cuts without leaving half of a surrogate pair. */
function cut(value: string, length: number): string {
  if (value.length <= length) return value;
  const code = value.charCodeAt(length - 1);
  return value.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
