import type { Workspace } from '../model/index.js';
import { isTestFile } from '../model/test-file.js';
import { formatOf } from '../syntax/index.js';
import { importedFiles } from './imported-files.js';
import type { openAliases } from './path-aliases.js';
import { programText } from './program-text.js';

/** What a program does to agents of another file: it runs them, changes them, hands them on, makes more of them. */
const WORTH_READING =
  /\brun(?:Streamed|_sync|_streamed)?\b|[aA]gent|\btools?\b|\bhandoffs\b|uardrails?\b|[tT]racing|TRACING|\bapprove\b|\bexport\b|__init__/;

/** Files that hand on what they import (`export { Agent } from`, a package's `__init__.py`): who imports them counts as well. */
const HANDS_ON = /\bexport\s*(?:\{[^}]{0,2000}\}|\*[^;\n]{0,100})\s*from\b/;

/** Programs that are written by hand are shorter. */
const LONGEST = 256 * 1024;
/** Files that are read so: each may change what all others declare. */
const MOST_IMPORTERS = 500;

/**
 * Programs that use no SDK themselves and import one that does, with their texts: they may run, change or hand on its
 * agents. `texts` holds those that do.
 */
export function importersOf(
  workspace: Workspace,
  texts: ReadonlyMap<string, string>,
  aliases: ReturnType<typeof openAliases>,
): Map<string, string> {
  const files = new Set(workspace.files);
  const waiting = new Map<string, { text: string; imports: readonly string[] }>();
  for (const path of workspace.files) {
    if (formatOf(path) !== 'code' || texts.has(path) || isTestFile(path)) continue;
    const read = workspace.read(path);
    if (
      !read.ok ||
      read.text.length > LONGEST ||
      !(WORTH_READING.test(read.text) || path.endsWith('__init__.py'))
    )
      continue;
    const imports = importedFiles(path, read.text, files, aliases);
    if (imports.length > 0) waiting.set(path, { text: programText(read.text), imports });
  }
  const found = new Map<string, string>();
  let leading = new Set(texts.keys());
  while (leading.size > 0 && found.size < MOST_IMPORTERS) {
    const next = new Set<string>();
    for (const [path, { text, imports }] of waiting) {
      if (found.size >= MOST_IMPORTERS) break;
      if (found.has(path) || !imports.some((one) => leading.has(one))) continue;
      found.set(path, text);
      if (path.endsWith('__init__.py') || HANDS_ON.test(text)) next.add(path);
    }
    leading = next;
  }
  return found;
}
