import { LOOP_CLIENTS, MODEL_ADDRESSES, UNREAD_CLIENTS } from '../../facts/model-clients.js';
import { FOREIGN_NAMES } from '../../facts/other-languages.js';
import type { FrameworkModules } from '../code-dialect.js';
import { FRAMEWORK_MODULES } from '../framework-modules.js';

/** A module whose import shows that a program builds agents with a framework. */
export interface FrameworkModule {
  framework: string;
  module: string;
  /** Only these names show it. Without them any name does, and everything below the module. */
  names?: readonly string[];
  /** These show it in a call with the argument `tools`. */
  withTools?: readonly string[];
}

type ByLanguage = Readonly<Record<'typescript' | 'python', readonly FrameworkModule[]>>;

const FRAMEWORKS: readonly FrameworkModules[] = Object.values(FRAMEWORK_MODULES);
const UNREAD = FRAMEWORKS.filter(({ isRead }) => !isRead);

function modulesOf(frameworks: readonly FrameworkModules[]): ByLanguage {
  const all = (language: 'typescript' | 'python'): FrameworkModule[] =>
    frameworks.flatMap(({ name, [language]: imported }) => {
      const { modules = [], confirmedBy, broad = {} } = imported ?? {};
      const shown = confirmedBy === undefined ? {} : { names: confirmedBy };
      return modules.map((module) => ({ framework: name, module, ...shown, ...broad[module] }));
    });
  return { typescript: all('typescript'), python: all('python') };
}

/** The modules of frameworks that are recognised and not read yet, by the language of the program. */
export const UNREAD_MODULES = modulesOf(UNREAD);

const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);

/** Names of the frameworks that are not read yet. */
export const UNREAD_FRAMEWORKS: readonly string[] = names(UNREAD);

/** What is listed for a program that constructs an MCP server of which nothing is read. */
export const SERVER_SDK = 'MCP server SDK';

/**
 * Names of all that may be listed as not read, in the order of reports: frameworks and clients that are recognised, then
 * frameworks, clients and addresses of models that are read, of which some calls are not.
 */
export const UNREAD_NAMES: readonly string[] = [
  ...UNREAD_FRAMEWORKS,
  ...names(UNREAD_CLIENTS.python),
  ...names(FRAMEWORKS.filter(({ isRead }) => isRead)),
  ...new Set(names([...LOOP_CLIENTS.python, ...MODEL_ADDRESSES])),
  SERVER_SDK,
  ...FOREIGN_NAMES,
];
