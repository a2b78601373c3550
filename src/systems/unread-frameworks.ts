import { type FrameworkModule, UNREAD_MODULES, UNREAD_NAMES } from '../dialects/frameworks/recognised.js';
import { clientsUsed, isModuleOf, isWithin, modelCalls } from '../dialects/requests/model-clients.js';
import { UNREAD_CLIENTS, type VendorClient } from '../facts/model-clients.js';
import { type BrokenVersion, fixedPlace, type Place } from '../model/index.js';
import {
  type CodeDocument,
  type CodeImport,
  callsOf,
  type GrammarName,
  importsOf,
  type ResolveFile,
} from '../program/index.js';
import { modulesMentioned } from './imported-files.js';

/** A framework or vendor client that is not read yet, and that a program builds agents with. */
export interface UnreadFramework {
  framework: string;
  /** The first import that shows it; without one, the call. */
  at: Place;
  /** It is a client of models to which a call passes tools. */
  isClient?: true;
  /** A call of a framework that is read, which is not. */
  call?: string;
  /** Locked versions that do not enforce what the program uses; left out: none is known. */
  brokenVersions?: readonly BrokenVersion[];
}

/** Frameworks that are not read yet, each with the files that use it (design, section 7). */
export interface UnreadFiles {
  framework: string;
  files: string[];
}

interface Known {
  modules: readonly FrameworkModule[];
  clients: readonly VendorClient[];
  /** Whether a text may call one of the clients. */
  mayCall(text: string, grammar: GrammarName): boolean;
}

const known = (language: 'typescript' | 'python'): Known => ({
  modules: UNREAD_MODULES[language],
  clients: UNREAD_CLIENTS[language],
  mayCall: modelCalls(UNREAD_CLIENTS[language]),
});

const KNOWN = { typescript: known('typescript'), python: known('python') };

/** The frameworks that are recognised in programs of a language. */
const knownIn = (grammar: GrammarName): Known => KNOWN[grammar === 'python' ? 'python' : 'typescript'];

/** Whether a program may use a framework that is not read, without parsing: in doubt, it may. */
export function mayUseUnread(text: string, grammar: GrammarName): boolean {
  const { modules, mayCall } = knownIn(grammar);
  const mentioned = modulesMentioned(text, grammar);
  const within = isWithin(grammar);
  for (const one of mentioned) if (modules.some(({ module }) => within(one, module))) return true;
  return mayCall(text, grammar);
}

/**
 * The frameworks and clients of a program that are not read yet: frameworks in the order of the text, then clients.
 * A module of the project with the name of one does not count: `resolve` finds it.
 */
export function unreadIn(document: CodeDocument, resolve: ResolveFile): UnreadFramework[] {
  const { modules, clients } = knownIn(document.grammar);
  const found = new Map<string, UnreadFramework>();
  const isLocal = (module: string): boolean => {
    const local = resolve(module, document.file);
    return local !== undefined && local.file !== document.file;
  };
  const imports = importsOf(document);
  for (const one of imports) {
    for (const known of modules) {
      if (found.has(known.framework) || !shows(one, known, document) || isLocal(one.module)) continue;
      const at = fixedPlace(document.file, `import[${one.module}]`, one.range);
      found.set(known.framework, { framework: known.framework, at });
    }
  }
  for (const { client, node } of clientsUsed(document, clients)) {
    if (found.has(client.name)) continue;
    const own = imports.find(({ module, names }) => isModuleOf(client, document.grammar)(module, names));
    const place = own
      ? fixedPlace(document.file, `import[${own.module}]`, own.range)
      : (node.call?.at ?? node.at());
    found.set(client.name, { framework: client.name, at: place, isClient: true });
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
  return UNREAD_NAMES.flatMap((framework) => {
    const using = byFramework.get(framework);
    return using ? [{ framework, files: using.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) }] : [];
  });
}

/** Frameworks and calls by name: "LlamaIndex and `bind_tools` of LangChain". */
export function unreadNames(unread: readonly Pick<UnreadFramework, 'framework' | 'call'>[]): string {
  const names = unread.map(({ framework, call }) => (call ? `\`${call}\` of ${framework}` : framework));
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** `uses LlamaIndex and Agno, which are not read yet`. */
export function unreadWords(unread: readonly Pick<UnreadFramework, 'framework' | 'call'>[]): string {
  return `uses ${unreadNames(unread)}, which ${unread.length > 1 ? 'are' : 'is'} not read yet`;
}
