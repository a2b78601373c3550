import { formatOf, parseDocument } from '../syntax/index.js';
import { grammarOf, isLoaded, parsesAs } from './tree/grammars.js';
import { isNotebook, programText, readNotebook } from './tree/notebook.js';

/** Whether a text is whole as the file that it stands for. Parsers of its format are loaded. */
export function isWhole(file: string, text: string): boolean {
  const grammar = grammarOf(file);
  if (isNotebook(file) && readNotebook(file, text).problem) return false;
  if (grammar !== undefined) return !isLoaded(grammar) || parsesAs(grammar, programText(file, text));
  const format = formatOf(file);
  return (
    format === undefined || format === 'shell' || parseDocument(file, format, text).problems.length === 0
  );
}
