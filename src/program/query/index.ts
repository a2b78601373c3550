export { type CallArgument, isOfModel, resultAtStart, type TextPart } from './argument.js';
export { callersOfCall, callStating } from './callers.js';
export type { CodeDocument } from './document.js';
export { chosenOutOf, filteredItems, type MemberText, namedMembers } from './filtered.js';
export {
  type Condition,
  countedIn,
  type Given,
  LOST,
  otherwise,
  simplified,
  type TestGuard,
} from './flow/conditions.js';
export {
  contains,
  dependsOn,
  isVisited,
  kindOf,
  kindsIn,
  PARAMETERS,
  testedIn,
  type Visited,
} from './flow/paths.js';
export * from './flow/shape.js';
export type { Sink, ValuePattern } from './flow/sinks.js';
export { type Flow, type FlowRoot, flowOf, nodeOfCall, nodeOfFunction, type Visit } from './flow.js';
export { type CodeImport, importsOf } from './imports.js';
export { infinity } from './edit.js';
export { leavesFiles } from './leaves.js';
export { type LoopAround, loopsAround } from './loops.js';
export { callsNamed, mentionsText, namedInDeadCalls, usesAny } from './mentioned.js';
export { type CalledName, namesOf } from './names-of.js';
export type { Call, CodeSyntaxNode, Offsets, Origin, Reference } from './node.js';
export { type CodeProject, createCodeProject } from './project.js';
export * from './queries.js';
export {
  callsReachedBy,
  isSlice,
  placeOfValue,
  type Reach,
  type ReachedCall,
  type RootCaller,
} from './reached.js';
export * from './results.js';
export { type Use, usesOf } from './uses.js';
export { isKnownAs, type Known, type KnownValues, NONE, valueWhere } from './value-where.js';
export type { Guard, ParameterValue, Tail, Value } from '../values/value.js';
