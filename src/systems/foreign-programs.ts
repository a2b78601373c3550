import { foreignClientsFor } from '../facts/other-languages.js';
import { fixedPlace } from '../model/index.js';
import { linesOf } from '../syntax/lines.js';
import type { UnreadFramework } from './unread-frameworks.js';

/** Whether a file is a program of a language that is not read, in which clients of models are known. */
export const isForeignProgram = (path: string): boolean => foreignClientsFor(path) !== undefined;

/** Most lines of a program in which imports are looked for. */
const MOST_LINES = 400;
/** Longest line that is looked at. */
const LONGEST_LINE = 300;

/** A line that imports something, up to what it names; in a block of Go, a name in quotes alone. */
const IMPORT =
  /^\s{0,40}(?:(?:import|using|use|require|require_relative|global|static|pub)\b[\s(]{1,9}){1,3}(?:[\w.]{1,60}\s{1,9}(?="))?["'\\]?/;
const IN_BLOCK = /^\s{0,40}(?:[\w.]{1,60}\s{1,9})?"/;

/** The clients of models that a program of a language which is not read imports, each at its first import. */
export function foreignClientsIn(path: string, text: string): UnreadFramework[] {
  const clients = foreignClientsFor(path) ?? [];
  const found = new Map<string, UnreadFramework>();
  if (!clients.some(({ modules }) => modules.some((module) => text.includes(module)))) return [];
  for (const [index, { text: line }] of linesOf(text).slice(0, MOST_LINES).entries()) {
    if (line.length > LONGEST_LINE) continue;
    const before = IMPORT.exec(line) ?? (path.endsWith('.go') ? IN_BLOCK.exec(line) : null);
    const named = before && line.slice(before[0].length);
    const known = named && clients.find(({ modules }) => modules.some((module) => isOf(named, module)));
    if (!known || found.has(known.name)) continue;
    const start = { line: index + 1, column: before[0].length + 1 };
    const at = fixedPlace(path, `import[${known.name}]`, {
      start,
      end: { line: index + 1, column: line.length + 1 },
    });
    found.set(known.name, { framework: known.name, at, isClient: true });
  }
  return [...found.values()];
}

/** Whether a text begins with a module, or with something below it. */
const isOf = (text: string, module: string): boolean =>
  text.startsWith(module) && /^(?:$|[^\w-])/.test(text.slice(module.length));
