import { type CodeDocument, type CodeSyntaxNode, callsOf, decoratedIn } from '../../program/index.js';
import type { UnreadCall } from '../code-dialect.js';
import type { FoundAgent, Framework } from './framework.js';
import { methodOf } from './rows/catalogue.js';
import { exportOf, nameOf } from './origins.js';

/** The first call of each file that builds or runs agents and is not read, where no agent was found in the file. */
export function unreadCalls(
  calls: ReadonlyMap<CodeDocument, readonly CodeSyntaxNode[]>,
  agents: readonly FoundAgent[],
  claimed: ReadonlyMap<string, string>,
  framework: Framework,
): UnreadCall[] {
  const read = new Set(agents.flatMap(({ madeOf = [] }) => madeOf));
  const isRead = (node: CodeSyntaxNode): boolean =>
    read.has(node.identity) || read.has(node.call?.positional[0]?.identity ?? '');
  return [...calls].flatMap(([document, own]) => {
    const { stated, giving } = framework.rowsOf(document.file);
    const names = [...giving('unread'), ...giving('builder')].map(({ api }) => api);
    if (names.length === 0 || claimed.has(document.file)) return [];
    const methods = names.flatMap((name) => (name.startsWith('*().') ? [methodOf(name)] : []));
    const decorators = decoratedIn(document).flatMap(({ reference }) => reference?.decorators ?? []);
    const found = [
      ...own.filter((node) => names.includes(exportOf(node, framework) ?? '')),
      ...decorators.filter((one) => names.includes(nameOf(one.origin, one, framework) ?? '')),
      // Models come from packages of their own, and from arguments: a method is of the framework unless it is the project's.
      ...(methods.length > 0 ? callsOf(document, { named: new Set(methods) }) : []).filter(
        ({ call }) => call?.receiver !== undefined && call.target.reference === undefined,
      ),
    ];
    const node = found.find((one) => !isRead(one));
    if (!node) return [];
    const call = node.call?.name ?? nameOf(node.origin, node, framework) ?? '';
    return [{ framework: stated.name, call, at: node.call?.at ?? node.written() }];
  });
}
