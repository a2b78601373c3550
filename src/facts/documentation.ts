import { VERSION } from '../generated/version.js';
import facts from './documentation.json' with { type: 'json' };

/** The address that `documentation.json` gives; null until the documentation is published. */
const ADDRESS = facts.address as string | null;

/**
 * The address of a page of this package, for example of `rules/approval/missing.md`: an absolute URI. Without a public
 * address it is a package URL, which names the file in this version of the package.
 */
export function pageUri(path: string, address = ADDRESS): string {
  if (address === null) return `pkg:npm/agent-lint@${VERSION}#${path}`;
  return new URL(path, address.replace('{version}', VERSION)).href;
}

/** The documentation of a rule. */
export function rulePageUri(id: string): string {
  return pageUri(`rules/${id}.md`);
}
