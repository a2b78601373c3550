import type { FrameworkModule } from '../dialects/frameworks/recognised.js';
import { isModuleOf, isWithin } from '../dialects/requests/client-search.js';
import { clientsUsed } from '../dialects/requests/model-clients.js';
import { fixedPlace } from '../model/index.js';
import {
  type CodeDocument,
  type CodeImport,
  callsOf,
  importsOf,
  type ResolveFile,
} from '../program/index.js';
import { knownIn, type UnreadFramework } from './unread-frameworks.js';

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
