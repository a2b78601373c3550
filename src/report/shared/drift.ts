import { RUNTIME_TITLE } from '../../decide/index.js';
import type { Decision } from '../../model/index.js';
import { count, visible } from './text.js';

const MANY_FILES = 3;

/** Where each runtime was found, when it is several, or different from the recommended one; undefined where it is neither. */
export function driftWords(
  found: NonNullable<Decision['found']>,
  recommended: Decision['recommended'],
): string | undefined {
  const [only] = found;
  if (!only || (found.length === 1 && (!recommended || recommended === only.runtime))) return undefined;
  const words = found.map(({ runtime, files }) => `${RUNTIME_TITLE[runtime]} in ${fileWords(files)}`);
  return `Found in the files: ${words.join('; ')}.`;
}

/** The first files by name, and how many more there are. */
export function fileWords(files: readonly string[]): string {
  const named = files.slice(0, MANY_FILES).map(visible).join(', ');
  return files.length > MANY_FILES ? `${named} and ${count(files.length - MANY_FILES, 'more file')}` : named;
}
