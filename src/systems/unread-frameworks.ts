import {
  type FrameworkModule,
  NOTEBOOK_MODULES,
  UNREAD_MODULES,
  UNREAD_NAMES,
} from '../dialects/frameworks/recognised.js';
import { mergedBody } from '../dialects/requests/client-calls.js';
import { NOTEBOOK_CLIENTS, VENDOR_CLIENTS, type VendorClient } from '../facts/unread-clients.js';
import { fixedPlace, type Place } from '../model/index.js';
import {
  type Call,
  type CodeDocument,
  type CodeImport,
  type CodeSyntaxNode,
  callsOf,
  type GrammarName,
  importsOf,
  type ResolveFile,
} from '../program/index.js';
import { modulesMentioned } from './imported-files.js';
import type { Notebook } from './notebooks.js';

/** A framework or vendor client that is not read yet, and that a program builds agents with. */
export interface UnreadFramework {
  framework: string;
  /** The first import that shows it; without one, the call. */
  at: Place;
  /** It is a client of models to which a call passes tools. */
  isClient?: true;
  /** Where it is in a notebook: `cell 3, line 2`. */
  where?: string;
}

/** Frameworks that are not read yet, each with the files that use it (design, section 7). */
export interface UnreadFiles {
  framework: string;
  files: string[];
}

interface Known {
  modules: readonly FrameworkModule[];
  clients: readonly VendorClient[];
}

/** The frameworks that are recognised in programs of a language, and further ones in notebooks. */
function knownIn(grammar: GrammarName, isNotebook: boolean): Known {
  const language = grammar === 'python' ? 'python' : 'typescript';
  const modules = UNREAD_MODULES[language];
  const clients = VENDOR_CLIENTS[language];
  if (!isNotebook) return { modules, clients };
  return {
    modules: [...modules, ...NOTEBOOK_MODULES[language]],
    clients: [...clients, ...NOTEBOOK_CLIENTS[language]],
  };
}

/** Whether a program may use a framework that is not read, without parsing: in doubt, it may. */
export function mayUseUnread(text: string, grammar: GrammarName, isNotebook = false): boolean {
  const { modules, clients } = knownIn(grammar, isNotebook);
  const mentioned = modulesMentioned(text, grammar);
  const within = isWithin(grammar);
  for (const one of mentioned) if (modules.some(({ module }) => within(one, module))) return true;
  return clients.some(({ modules: own, calls, tools }) => {
    if (!tools.some((name) => text.includes(lastOf(name)))) return false;
    const isImported = own.some((module) => [...mentioned].some((one) => within(one, module)));
    return calls.some((path) =>
      isImported ? text.includes(lastOf(path)) : path.includes('.') && text.includes(`.${path}`),
    );
  });
}

const NOTEBOOK_WORDS: readonly string[] = [
  ...new Set(
    (['python', 'typescript'] as const).flatMap((language) => {
      const { modules, clients } = knownIn(language, true);
      return [...modules.map(({ module }) => module), ...clients.flatMap((one) => one.modules)].map(
        (module) => (language === 'python' ? (module.split('.', 1)[0] ?? module) : module),
      );
    }),
  ),
];

/** Whether a notebook may use a framework that is not read, without reading its cells: in doubt, it may. */
export const mayBeUnreadNotebook = (text: string): boolean =>
  text.includes('import') && NOTEBOOK_WORDS.some((word) => text.includes(word));

/**
 * The frameworks and clients of a program that are not read yet: frameworks in the order of the text, then clients.
 * A module of the project with the name of one does not count: `resolve` finds it.
 */
export function unreadIn(
  document: CodeDocument,
  resolve: ResolveFile,
  notebook?: Notebook,
): UnreadFramework[] {
  const { modules, clients } = knownIn(document.grammar, notebook !== undefined);
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
  for (const { client, at } of clientsUsed(document, clients)) {
    if (found.has(client.name)) continue;
    const own = imports.find(({ module, names }) => isModuleOf(client, document.grammar)(module, names));
    const place = own ? fixedPlace(document.file, `import[${own.module}]`, own.range) : at;
    found.set(client.name, { framework: client.name, at: place, isClient: true });
  }
  const all = [...found.values()];
  return notebook ? all.flatMap((one) => inNotebook(one, document.file, notebook)) : all;
}

/** The same, with its place in the notebook of the program. */
function inNotebook(one: UnreadFramework, file: string, notebook: Notebook): UnreadFramework[] {
  const source = notebook.sourceOf(one.at.range());
  if (!source) return [];
  const { path } = one.at;
  const at = fixedPlace(source.at.file, path === file ? '' : path, source.at.range());
  return [{ ...one, at, where: source.words }];
}

/** Calls of clients with tools. */
function clientsUsed(
  document: CodeDocument,
  clients: readonly VendorClient[],
): { client: VendorClient; at: Place }[] {
  const likely = clients.filter(({ calls, tools }) =>
    [calls, tools].every((names) => names.some((name) => document.text.includes(lastOf(name)))),
  );
  if (likely.length === 0) return [];
  const named = new Set(likely.flatMap(({ calls }) => calls.map(lastOf)));
  const imports = importsOf(document, true);
  return callsOf(document, { named, from: (module) => likely.some((one) => isOf(one, module)) }).flatMap(
    ({ call }) => {
      if (!call || (call.hasRun && call.target.reference?.kind === 'function')) return [];
      const calling = likely.filter((one) => one.calls.some((path) => isCallOf(call, path)));
      const given = calling.filter(({ tools }) => tools.some((name) => isGiven(call, name)));
      const modules = [call.origin, ...call.receivers.map((object) => object.call?.origin)].map(
        (origin) => origin?.module ?? '',
      );
      const client =
        given.find((one) => modules.some((module) => isOf(one, module))) ??
        (modules[0] === ''
          ? given.find((one) =>
              imports.some(({ module, names }) => isModuleOf(one, document.grammar)(module, names)),
            )
          : undefined) ??
        given.find(({ calls }) => calls.some((path) => path.includes('.') && isCallOf(call, path)));
      return client ? [{ client, at: call.at }] : [];
    },
  );
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether a module is of a client, in either language. */
const isOf = ({ modules }: VendorClient, module: string): boolean =>
  modules.some((one) => module === one || module.startsWith(`${one}/`) || module.startsWith(`${one}.`));

/** Whether an import is of a client: `from google import genai` imports the module `google.genai`. */
const isModuleOf =
  ({ modules }: VendorClient, grammar: GrammarName) =>
  (module: string, names: readonly string[]): boolean => {
    const within = isWithin(grammar);
    return modules.some(
      (one) => within(module, one) || names.some((name) => within(`${module}.${name}`, one)),
    );
  };

/** Wrappers of a client that send the same request. */
const WRAPPERS = /\.with_(?:raw|streaming)_response(?=\.)/;

function isCallOf({ callee, origin }: Call, path: string): boolean {
  const written = `.${callee.replace(/^new\s+/, '').replace(WRAPPERS, '')}`;
  return written.endsWith(`.${path}`) || `.${origin?.dotted ?? ''}`.endsWith(`.${path}`);
}

/** Whether a call passes tools: not none, and not an empty list. */
function isGiven(call: Call, name: string): boolean {
  const [first = '', second] = name.split('.');
  const options = mergedBody(call.options);
  if (!options.keys().includes(first)) return false;
  const stated = options.get(first);
  const value = second === undefined ? stated : memberOf(stated, second);
  if (value === undefined || value.kind === 'null') return false;
  return value.kind !== 'array' || value.items().length > 0;
}

/** A member of an object, or an argument of the call that creates one. */
function memberOf(node: CodeSyntaxNode | undefined, name: string): CodeSyntaxNode | undefined {
  const members = node?.call?.options ?? node;
  return members?.keys().includes(name) ? members.get(name) : undefined;
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

/** Returns whether a module is one of these, or below it. */
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
  return UNREAD_NAMES.flatMap((framework) => {
    const using = byFramework.get(framework);
    return using ? [{ framework, files: using.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) }] : [];
  });
}

/** `uses LangChain and LangGraph, which are not read yet`. */
export function unreadWords(unread: readonly Pick<UnreadFramework, 'framework' | 'where'>[]): string {
  const names = unread.map(({ framework }) => framework);
  const last = names.at(-1) ?? '';
  const named = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
  const where = unread[0]?.where === undefined ? '' : ` in notebooks (${unread[0].where})`;
  return `uses ${named}, which ${names.length > 1 ? 'are' : 'is'} not read yet${where}`;
}
