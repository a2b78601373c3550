export type { CallFilter } from './call-filter.js';
export type { CodeDocument } from './file.js';
export { type CodeImport, importsOf } from './imports.js';
export {
  type AliasesOf,
  fileResolver,
  type InstalledPackage,
  modulePaths,
  type PathAlias,
  type ResolveFile,
  type SourceFile,
} from './names/modules.js';
export type { Call, CodeSyntaxNode, EnvironmentWrite, Offsets, Origin, Reference } from './node.js';
export { importsAny } from './prefilter.js';
export { type CodeProject, createCodeProject } from './project.js';
export {
  assignmentsTo,
  callsOf,
  decoratedIn,
  environmentWrites,
  factoriesOf,
  membersGivenTo,
  moduleOf,
  textWithoutBlocks,
  valueOfName,
} from './queries.js';
export {
  type GrammarFile,
  type GrammarName,
  grammarOf,
  isLoaded,
  loadGrammars,
  parsesAs,
} from './tree/grammars.js';
