export { type CallArgument, isOfModel, resultAtStart, type TextPart } from './argument.js';
export { callersOfCall, callStating } from './callers.js';
export type { CodeDocument } from './document.js';
export { chosenOutOf, filteredItems, type MemberText, namedMembers } from './filtered.js';
export {
  type CallTerm,
  type Condition,
  dependsOn,
  type Flow,
  type FlowRoot,
  flowOf,
  type Given,
  nodeOfCall,
  nodeOfFunction,
  nothingVisited,
  numbering,
  pathOf,
  type Sink,
  type Step,
  sourceOf,
  spellingOf,
  type Term,
  type ValuePattern,
  type Visit,
  type Visited,
} from './flow.js';
export { type CodeImport, importsOf } from './imports.js';
export { infinity } from './infinity.js';
export { leavesFiles } from './leaves.js';
export { type LoopAround, loopsAround } from './loops.js';
export { callsNamed, functionUsesAny, mentionsText, namedInDeadCalls, usesAny } from './mentioned.js';
export { type CalledName, namesOf } from './names-of.js';
export type { Call, CodeSyntaxNode, Offsets, Origin, Reference } from './node.js';
export { type CodeProject, createCodeProject } from './project.js';
export {
  assignmentsTo,
  type CallFilter,
  calledNames,
  callsAround,
  callsOf,
  decoratedIn,
  documentsAround,
  documentsUsing,
  environmentWrites,
  functionsIn,
  membersGivenTo,
  membersSetOf,
  moduleOf,
  setsGlobal,
  setsMember,
  valueOfName,
  valuesOfNames,
} from './queries.js';
export { callsReachedBy, isSlice, placeOfTerm, type Reach, type ReachedCall } from './reached.js';
export {
  conditionsOfResult,
  conditionsToBeThere,
  type ResultIs,
  resultIs,
  termOf,
  testsBefore,
  testsFor,
  valueIs,
} from './results.js';
export { type Use, usesOf } from './uses.js';
