export type { CodeDocument } from './document.js';
export {
  argumentsOf,
  type CallTerm,
  type Condition,
  type Dependence,
  dependenceOf,
  type Flow,
  type FlowQuestion,
  type FlowRoot,
  flowOf,
  nodeOfCall,
  partsOf,
  pathOf,
  type Step,
  spellingOf,
  type Term,
  type Visit,
  type Way,
} from './flow.js';
export { type CodeImport, importsOf } from './imports.js';
export type { Call, CodeSyntaxNode, EnvironmentWrite, Offsets, Origin, Reference } from './node.js';
export { callersOfCall, callStating } from './passed.js';
export { type CodeProject, createCodeProject } from './project.js';
export {
  assignmentsTo,
  type CallFilter,
  callsAround,
  callsOf,
  decoratedIn,
  environmentWrites,
  factoriesOf,
  membersGivenTo,
  membersSetOf,
  moduleOf,
  setsGlobal,
  setsMember,
  valueOfName,
} from './queries.js';
export { type Use, usesOf } from './uses.js';
