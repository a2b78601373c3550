import type { CodeSyntaxNode } from '../../program/index.js';
import type { Framework } from '../frameworks/framework.js';
import type { Language } from '../frameworks/language-rules.js';
import { exportOf } from '../frameworks/origins.js';
import facts from './options.json' with { type: 'json' };

/** What an option counts as that is left out. */
type Unset = Readonly<Record<string, string | readonly string[] | undefined>>;

/** For versions below one, what options count as that are left out. */
const UNSET: readonly { readonly language: Language; readonly below: string; readonly options: Unset }[] =
  facts.unset as never;

/** Which options a call takes, by their names in TypeScript, and what those count as that are left out. */
export function optionsTaken(
  node: CodeSyntaxNode,
  framework: Framework,
): { readonly isTaken: (key: string) => boolean; readonly unset: Unset } {
  const { calls, takes, unset } = facts.sessions;
  if (calls.includes(exportOf(node, framework) ?? ''))
    return { isTaken: (key) => takes.includes(key), unset };
  const rows = framework.rowsOf(node.document.file);
  const older = UNSET.filter((one) => one.language === rows.language && rows.isIn(one));
  return { isTaken: () => true, unset: Object.assign({}, ...older.map(({ options }) => options)) as Unset };
}
