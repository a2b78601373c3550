import type { Workspace } from '../model/index.js';
import { isTestFile } from '../model/test-file.js';

/**
 * For a link that a search found: the file that it leads to, if that is checked as well. Test files get fewer
 * checks than others, and replace none of them.
 */
export function linkedFile(workspace: Workspace, path: string): string | undefined {
  const target = workspace.targetOf?.(path);
  if (target === undefined || !workspace.files.includes(target)) return undefined;
  return isTestFile(target) && !isTestFile(path) ? undefined : target;
}

/** Why a link is left out, for `inspect`. */
export const sameFileAs = (name: string) => `a symbolic link to ${name}, which is checked there`;
