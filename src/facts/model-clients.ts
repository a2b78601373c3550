import facts from './model-clients.json' with { type: 'json' };

/** Calls of one vendor's client that show an agent where they are given a list of tools. */
export interface VendorClient {
  name: string;
  modules: readonly string[];
  /** What is called: a path (`messages.create`), or a name of one of the modules. */
  calls: readonly string[];
  /** The arguments that tools are given in; `config.tools`: a member of one. */
  tools: readonly string[];
  /** Methods that run the tools until the model calls none, and the option that bounds them: they have no bound by default. */
  runners?: { readonly calls: readonly string[]; readonly limit: string };
  /** The method that is given the tools in place of the call: the program runs them by itself. */
  binds?: string;
  /** Modules that run the tools where the file, or one that imports it, imports one. */
  unless?: readonly string[];
}

/** Requests to a model that programs send without a client. */
export interface ModelAddress {
  name: string;
  /** How the path of the address ends. */
  paths: readonly string[];
  /** The members of the body with tools. */
  tools: readonly string[];
}

type Language = 'typescript' | 'python';
type ByLanguage = Readonly<Record<Language, readonly VendorClient[]>>;

function clientsOf(clients: typeof facts.clients): ByLanguage {
  const all = (language: Language): VendorClient[] =>
    clients.map(({ name, tools, [language]: own }) => ({ name, tools, ...own }));
  return { typescript: all('typescript'), python: all('python') };
}

/** Clients of models whose loops the dialect `client-loop` reads, by the language of the program. */
export const LOOP_CLIENTS: ByLanguage = clientsOf(facts.clients.filter(({ isRead }) => isRead));

/** Those that are recognised and not read yet. */
export const UNREAD_CLIENTS: ByLanguage = clientsOf(facts.clients.filter(({ isRead }) => !isRead));

/** Addresses of models, of vendors and of local servers. */
export const MODEL_ADDRESSES: readonly ModelAddress[] = facts.addresses;

/** Words of which a program has one that runs what a model answers. */
export const RUNNING_WORDS: readonly string[] = facts.runs;
