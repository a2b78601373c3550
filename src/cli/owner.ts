import { join } from 'node:path';
import { fileReader, findRoot } from '../files/index.js';

/** Where a repository may state its owners, as GitHub and GitLab look for them. */
const PLACES = ['.github/CODEOWNERS', '.gitlab/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** Patterns that stand for every file. */
const EVERYTHING: ReadonlySet<string> = new Set(['*', '/**', '**', '/', '/*']);

/**
 * The labels of a run with the owner of the repository: as a label states it, else the owners that CODEOWNERS has for every
 * file. A run without labels stays without.
 */
export function withOwner(labels: Record<string, string> | undefined): Record<string, string> | undefined {
  if (labels === undefined || labels.owner !== undefined) return labels;
  const owner = ownerIn(findRoot(process.cwd()).root);
  return owner === undefined ? labels : { ...labels, owner };
}

function ownerIn(root: string): string | undefined {
  const read = fileReader();
  const [found] = PLACES.flatMap((place) => {
    const file = read(join(root, place));
    return file.ok ? [file.text] : [];
  });
  const rules = (found ?? '').split(/\r?\n/).map((line) => (line.split('#', 1)[0] ?? '').trim().split(/\s+/));
  // The last rule counts.
  const [, ...owners] = rules.findLast(([pattern = '']) => EVERYTHING.has(pattern)) ?? [];
  return owners.length === 0 ? undefined : owners.join(' ');
}
