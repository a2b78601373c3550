import { type CodeDocument, type CodeSyntaxNode, callsOf, writtenOption } from '../../program/index.js';
import type { Framework, SilentCall } from '../frameworks/framework.js';
import { exportAt } from '../frameworks/rows/things.js';
import { holdersOf, takesBy } from '../frameworks/rows/trusts.js';

/** The calls of a file that send no requests to a client; none where one of the same adapter does, or may. */
export function silentCalls(document: CodeDocument, framework: Framework): readonly SilentCall[] {
  if (!framework.rowsOf(document.file).stated.requests?.trusts) return [];
  const calls = callsOf(document).flatMap((node) => adapterOf(node, framework) ?? []);
  return calls.every(({ isSilent }) => isSilent) ? calls : [];
}

/** A call of an adapter that sends requests only with a value of an option; undefined where it sends them whatever it states. */
function adapterOf(
  node: CodeSyntaxNode,
  framework: Framework,
): (SilentCall & { readonly isSilent: boolean }) | undefined {
  const { language, stated } = framework.rowsOf(node.document.file);
  for (const one of holdersOf(node, framework))
    for (const { role, when } of one.stated.args) {
      const api = (exportAt(one.node, framework) ?? '').replace(/[(.].*$/s, '');
      const [option, [value] = []] = Object.entries(when ?? {})[0] ?? [];
      if (role !== 'trusts' || option === undefined || value == null) continue;
      if (!stated.requests?.handled?.includes(api)) continue;
      const isSilent = takesBy(one.node, when) === 'no';
      const written = writtenOption(language, option, value);
      return { node, api, option: written, isSilent, remedy: stated.requests.trusts ?? '' };
    }
  return undefined;
}
