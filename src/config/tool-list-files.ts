import { isToolList } from '../dialects/servers/tool-list.js';
import { type FileStore, isBelow, realPathIn, suggestPath } from '../files/index.js';
import { below } from '../model/glob-paths.js';
import { loadParsers, parseDocument, type SyntaxNode } from '../syntax/index.js';
import { type ConfigProblem, problemAt } from './problem.js';

/** Where the files that a configuration names lie. */
export interface NamedFiles {
  /** The folder that paths start from, as shown. */
  base: string;
  /** The root without links: what is named may not lie outside. */
  boundary: string;
  /** The absolute path of one that is shown. */
  absoluteOf(shown: string): string;
  store: FileStore;
}

/**
 * What is wrong with the files that `tool_lists` names. A list that is not there would leave its server unknown, and a
 * run that looks clean would only have seen less.
 */
export async function toolListProblems(node: SyntaxNode, files: NamedFiles): Promise<ConfigProblem[]> {
  const lists = node.get('tool_lists');
  if (lists !== undefined) await loadParsers(['json']);
  return (lists?.keys() ?? []).flatMap((server) => {
    const named = lists?.get(server);
    if (typeof named?.scalar !== 'string' || named.scalar === '') return [];
    const absolute = files.absoluteOf(below(files.base, named.scalar));
    const wrong = reasonAgainst(absolute, files);
    if (wrong === undefined) return [];
    const meant =
      realPathIn(files.store, absolute) === undefined
        ? suggestPath(named.scalar, files.absoluteOf(files.base))
        : undefined;
    return [problemAt(named.at(), `\`tool_lists\` names \`${named.scalar}\`, which ${wrong}.`, meant)];
  });
}

function reasonAgainst(absolute: string, { boundary, store }: NamedFiles): string | undefined {
  const real = realPathIn(store, absolute);
  if (real === undefined) return 'does not exist';
  if (!isBelow(real, boundary)) return 'lies outside the repository';
  const read = store.reader()(real);
  if (!read.ok) return `cannot be read: ${read.reason}`;
  const document = parseDocument(absolute, 'json', read.text);
  const [root] = document.roots;
  if (document.problems.some(({ kind }) => kind === 'syntax') || root === undefined) return 'is not JSON';
  // A server may have no tools.
  const tools = root.get('tools') ?? root.get('result')?.get('tools');
  const isEmpty = tools?.kind === 'array' && tools.items().length === 0;
  return isEmpty || isToolList(root)
    ? undefined
    : 'is not an answer to tools/list; agent-lint snapshot saves one';
}
