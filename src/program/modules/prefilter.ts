import { type GrammarName, languageOf } from '../tree/grammars.js';

/**
 * Whether a text may import one of these modules, found without parsing: `@openai/agents` with its subpaths, or `agents`
 * with its submodules. May report a false yes, never a false no. Linear in the text for each module.
 */
export function importsAny(text: string, modules: readonly string[], grammar: GrammarName): boolean {
  return modules.some((module) =>
    (languageOf(grammar).hasPackages ? pythonImports : scriptImports)(text, module),
  );
}

const QUOTES = '"\'`';

function scriptImports(text: string, module: string): boolean {
  for (let at = text.indexOf(module); at >= 0; at = text.indexOf(module, at + 1)) {
    const after = text.charAt(at + module.length);
    const isQuoted = at > 0 && QUOTES.includes(text.charAt(at - 1));
    if (isQuoted && after !== '' && (after === '/' || QUOTES.includes(after))) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;

function pythonImports(text: string, module: string): boolean {
  let at = text.indexOf(module);
  while (at >= 0) {
    const after = text.charAt(at + module.length);
    const before = at === 0 ? '' : text.charAt(at - 1);
    if (WORD.test(before) || before === '.' || WORD.test(after)) {
      at = text.indexOf(module, at + 1);
      continue;
    }
    // The rest of a line adds nothing: each line is checked once.
    const end = lineEnd(text, at);
    if (isImportLine(text, at, end)) return true;
    at = text.indexOf(module, end);
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return feed < 0 ? text.length : feed + 1;
}

function isImportLine(text: string, at: number, end: number): boolean {
  const start = text.lastIndexOf('\n', at) + 1;
  const line = text.slice(start, end);
  if (line.includes('import') || line.includes('from')) return true;
  // A statement may continue after a backslash or inside brackets.
  const continued = text.slice(Math.max(0, start - 3), start);
  return continued.includes('\\') || (/^[\s,\p{L}\p{N}_.]*\)?\s*$/u.test(line.slice(0, 500)) && start > 0);
}
