import facts from './unread-frameworks.json' with { type: 'json' };

/** A module whose import shows that a program builds agents with a framework. */
export interface FrameworkModule {
  framework: string;
  module: string;
  /** Only these names show it. Left out: any name, and everything below the module. */
  names?: readonly string[];
  /** These show it in a call that is given `tools`. */
  withTools?: readonly string[];
}

/** Calls of one vendor's client that show an agent where they are given a list of tools. */
export interface VendorClient {
  name: string;
  modules: readonly string[];
  /** What is called: a path (`messages.create`), or a name of one of the modules. */
  calls: readonly string[];
  /** The arguments that tools are given in; `config.tools`: a member of one. */
  tools: readonly string[];
}

type Language = 'typescript' | 'python';
type ByLanguage<T> = Readonly<Record<Language, readonly T[]>>;

function modulesOf(frameworks: typeof facts.frameworks | typeof facts.notebookFrameworks) {
  const all = (language: Language): FrameworkModule[] =>
    frameworks.flatMap((one) =>
      (one[language] as Omit<FrameworkModule, 'framework'>[]).map((module) => ({
        framework: one.name,
        ...module,
      })),
    );
  return { typescript: all('typescript'), python: all('python') };
}

function clientsOf(clients: typeof facts.clients | typeof facts.notebookClients): ByLanguage<VendorClient> {
  const all = (language: Language): VendorClient[] =>
    clients.map(({ name, tools, [language]: { modules, calls } }) => ({ name, tools, modules, calls }));
  return { typescript: all('typescript'), python: all('python') };
}

/** The modules of frameworks that are recognised and not read yet, by the language of the program. */
export const FRAMEWORK_MODULES: ByLanguage<FrameworkModule> = modulesOf(facts.frameworks);

/** Those that are read in programs, and not in notebooks. */
export const NOTEBOOK_MODULES: ByLanguage<FrameworkModule> = modulesOf(facts.notebookFrameworks);

/** Clients of models that are recognised and not read yet, by the language of the program. */
export const VENDOR_CLIENTS: ByLanguage<VendorClient> = clientsOf(facts.clients);

/** Those that are read in programs, and not in notebooks. */
export const NOTEBOOK_CLIENTS: ByLanguage<VendorClient> = clientsOf(facts.notebookClients);

const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);

/** Names of the frameworks. */
export const UNREAD_FRAMEWORKS: readonly string[] = names(facts.frameworks);

/** Names of all that is recognised and not read, in the order in which reports list them. */
export const UNREAD_NAMES: readonly string[] = [
  ...UNREAD_FRAMEWORKS,
  ...names(facts.clients),
  ...names(facts.notebookFrameworks),
  ...names(facts.notebookClients),
];
