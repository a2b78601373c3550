import { FRAMEWORK_MODULES, type FrameworkModule, UNREAD_FRAMEWORKS } from '../facts/unread-frameworks.js';
import { fixedPlace, type Place } from '../model/index.js';
import {
  type CodeDocument,
  type CodeImport,
  callsOf,
  type GrammarName,
  importsOf,
  type ResolveFile,
} from '../program/index.js';
import { modulesMentioned } from './imported-files.js';

/** A framework that a program builds agents with and that is not read yet. */
export interface UnreadFramework {
  framework: string;
  /** The first import that shows it. */
  at: Place;
}

/** Frameworks that are not read yet, each with the files that use it (design, section 7). */
export interface UnreadFiles {
  framework: string;
  files: string[];
}

const modulesFor = (grammar: GrammarName) =>
  FRAMEWORK_MODULES[grammar === 'python' ? 'python' : 'typescript'];

/** Whether a program may use such a framework, without parsing: in doubt, it may. */
export function mayUseUnread(text: string, grammar: GrammarName): boolean {
  const mentioned = modulesMentioned(text, grammar);
  if (mentioned.size === 0) return false;
  const modules = modulesFor(grammar);
  const within = isWithin(grammar);
  for (const one of mentioned) if (modules.some(({ module }) => within(one, module))) return true;
  return false;
}

/**
 * The frameworks that a program imports and that are not read yet, in the order of the text. A module of the project that
 * has the name of one is none: `resolve` finds it.
 */
export function unreadIn(document: CodeDocument, resolve: ResolveFile): UnreadFramework[] {
  const modules = modulesFor(document.grammar);
  const found = new Map<string, UnreadFramework>();
  for (const one of importsOf(document)) {
    for (const known of modules) {
      if (found.has(known.framework) || !shows(one, known, document)) continue;
      const local = resolve(one.module, document.file);
      if (local && local.file !== document.file) continue;
      const at = fixedPlace(document.file, `import[${one.module}]`, one.range);
      found.set(known.framework, { framework: known.framework, at });
    }
  }
  return [...found.values()];
}

/** Whether an import shows that the program builds agents with a framework. */
function shows(one: CodeImport, known: FrameworkModule, document: CodeDocument): boolean {
  const { names, withTools = [] } = known;
  const within = isWithin(document.grammar);
  if (!within(one.module, known.module)) {
    // `from google import adk` imports the module `google.adk`.
    return names === undefined && one.names.some((name) => within(`${one.module}.${name}`, known.module));
  }
  if (names === undefined) return true;
  if (one.names.some((name) => names.includes(name))) return true;
  if (!one.names.some((name) => name === '*' || withTools.includes(name))) return false;
  return callsOf(document, { from: (module) => module === one.module }).some(({ call }) => {
    const name = call?.origin?.name === '*' ? call.name : call?.origin?.name;
    if (name === undefined) return false;
    return names.includes(name) || (withTools.includes(name) && call?.options.get('tools') !== undefined);
  });
}

/** Tells whether a module is one of these, or below it. */
function isWithin(grammar: GrammarName): (module: string, known: string) => boolean {
  const separator = grammar === 'python' ? '.' : '/';
  return (module, known) => module === known || module.startsWith(known + separator);
}

/** The files of each framework, in the order of the data; files by path. */
export function unreadFiles(
  files: Iterable<{ path: string; unread?: readonly UnreadFramework[] }>,
): UnreadFiles[] {
  const byFramework = new Map<string, string[]>();
  for (const { path, unread = [] } of files) {
    for (const { framework } of unread) {
      const known = byFramework.get(framework);
      if (known) known.push(path);
      else byFramework.set(framework, [path]);
    }
  }
  return UNREAD_FRAMEWORKS.flatMap((framework) => {
    const using = byFramework.get(framework);
    return using ? [{ framework, files: using.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) }] : [];
  });
}

/** `uses LangChain and LangGraph, which are not read yet`. */
export function unreadWords(unread: readonly Pick<UnreadFramework, 'framework'>[]): string {
  const names = unread.map(({ framework }) => framework);
  const last = names.at(-1) ?? '';
  const named = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  return `uses ${named}, which ${names.length > 1 ? 'are' : 'is'} not read yet`;
}
