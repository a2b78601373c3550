export { type Work, type WorkFor, workOf, workOfText } from './evaluate/budget.js';
export type { ContextType } from './evaluate/machine.js';
export { writtenOption } from './language.js';
export {
  type AliasesOf,
  fileResolver,
  type InstalledPackage,
  modulePaths,
  namesData,
  type PathAlias,
  type ResolveFile,
} from './modules/paths.js';
export { importsAny } from './modules/prefilter.js';
export * from './query/index.js';
export type { ImportFault } from './reason.js';
export {
  type GrammarFile,
  type GrammarName,
  grammarOf,
  isLoaded,
  loadGrammars,
  parsesAs,
} from './tree/grammars.js';
export { isNotebook, programText } from './tree/notebook.js';
export type { EnvironmentVariable } from './values/source.js';
