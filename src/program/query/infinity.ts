import type { CodeSyntaxNode } from './node.js';

/** Spellings of numbers that are no limit. */
const INFINITE_NUMBERS: readonly string[] =
  'Infinity Number.POSITIVE_INFINITY Number.MAX_SAFE_INTEGER Number.MAX_VALUE math.inf sys.maxsize float("inf")'.split(
    ' ',
  );

/** A number that is no bound, as the program writes it; undefined for any other value. */
export function infinity({ call, reached }: CodeSyntaxNode): string | undefined {
  const [given] = call?.positional ?? [];
  const name = call
    ? `${call.callee}(${JSON.stringify(given?.scalar)})`
    : reached && [reached.module, reached.dotted].filter((part) => part !== '').join('.');
  return name !== undefined && INFINITE_NUMBERS.includes(name) ? name : undefined;
}
