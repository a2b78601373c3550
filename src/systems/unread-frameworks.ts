import { type FrameworkModule, UNREAD_MODULES, UNREAD_NAMES } from '../dialects/frameworks/recognised.js';
import { isWithin, modelCalls } from '../dialects/requests/client-search.js';
import { UNREAD_CLIENTS, type VendorClient } from '../facts/model-clients.js';
import type { Place } from '../model/index.js';
import type { GrammarName } from '../program/index.js';
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
export const knownIn = (grammar: GrammarName): Known => KNOWN[grammar === 'python' ? 'python' : 'typescript'];

/** Whether a program may use a framework that is not read, without parsing: in doubt, it may. */
export function mayUseUnread(text: string, grammar: GrammarName): boolean {
  const { modules, mayCall } = knownIn(grammar);
  const mentioned = modulesMentioned(text, grammar);
  const within = isWithin(grammar);
  for (const one of mentioned) if (modules.some(({ module }) => within(one, module))) return true;
  return mayCall(text, grammar);
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
