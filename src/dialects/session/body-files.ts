import { folderOf, pathFrom } from '../../model/paths.js';
import { parseBodyFile, parseDocument } from '../../syntax/index.js';
import type { SourceDocument, SyntaxNode } from '../../syntax/node.js';
import { stringOf } from '../agents/tool.js';
import type { ReadContext } from '../dialect.js';
import { isSessionPayload } from '../payload/payload.js';

/** Names of files that are read as payloads on their own (design, section 4). */
const PAYLOAD_NAME = /(?:^|[./])(?:agent|session)\.json$/;
/** Longest path that is looked for. */
const LONGEST = 1_000;

/** What a file that a script sends holds; `payload` is left out where it is none, or is read on its own. */
interface BodyFile {
  payload?: SyntaxNode;
}

/**
 * Reads the payload in a file that a request of this document sends: a line for curl (`-d @payload.json`), or a request of
 * a `.http` file (`< ./payload.json`), beside it or from the root. Undefined where there is none, and where it is read on
 * its own: then it is a system of that file. Many requests may send one file, which is read once.
 */
export function bodiesInFiles(
  document: SourceDocument,
  { readBeside }: ReadContext,
): (request: SyntaxNode) => SyntaxNode | undefined {
  const parse = document.format === 'http' ? parseBodyFile : parseJson;
  const known = new Map<string, BodyFile | undefined>();
  const bodyFileAt = (path: string): BodyFile | undefined => {
    if (!known.has(path)) known.set(path, bodyFileIn(path, readBeside?.(path), parse));
    return known.get(path);
  };
  return (request) => {
    const named = stringOf(request.get('bodyFile'));
    if (named === undefined) return undefined;
    for (const path of pathsFor(named, document.file)) {
      const bodyFile = bodyFileAt(path);
      if (bodyFile) return bodyFile.payload;
    }
    return undefined;
  };
}

const parseJson: typeof parseBodyFile = (path, text) => parseDocument(path, 'json', text);

function bodyFileIn(
  path: string,
  text: string | undefined,
  parse: typeof parseBodyFile,
): BodyFile | undefined {
  if (text === undefined) return undefined;
  const { roots, problems } = parse(path, text);
  const [root] = roots;
  if (!root || problems.length > 0 || !isSessionPayload(root, true)) return {};
  const isAlone = path.endsWith('.json') && (PAYLOAD_NAME.test(path) || isSessionPayload(root, false));
  return isAlone ? {} : { payload: root };
}

/** Where a file that a script names may lie: beside the script, or in the folder that it is run from, the root. */
function pathsFor(named: string, script: string): string[] {
  if (named.length > LONGEST || named.includes('{{') || /^(?:[/\\~]|[A-Za-z]:)/.test(named)) return [];
  const paths = [folderOf(script), ''].flatMap((from) => pathFrom(from, named) ?? []);
  return [...new Set(paths)];
}
