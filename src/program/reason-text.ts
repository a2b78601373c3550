import { MAX_DEPTH } from '../syntax/limits.js';
import type { DetailedReason, ImportFault, PlainReason, Reason } from './reason.js';

/** A reason in words. */
export function reasonText(reason: Reason): string {
  return typeof reason === 'string' ? PLAIN[reason] : detailed(reason);
}

const PLAIN: Readonly<Record<PlainReason, string>> = {
  computed: 'computed at run time',
  unreadable: 'not readable',
  bytes: 'a value of bytes',
  number: 'a number that cannot be read',
  counted: 'counted at run time',
  'computed-text': 'a text with computed parts',
  'computed-template': 'a template with computed parts',
  'put-together': 'put together at run time',
  comprehension: 'computed by a comprehension',
  property: 'computed by a property of its class',
  'of-object': 'set on the object at run time',
  caught: 'a caught error',
  'rest-of-pattern': 'the rest of a pattern',
  'of-itself': 'refers to itself',
  unset: 'declared without a value',
  default: 'has a default that may apply',
  chosen: 'chosen by a condition',
  several: 'assigned in several places',
  conditional: 'assigned under a condition',
  'in-loop': 'changes in a loop',
  'around-loop': 'assigned before or after, in a loop',
  'may-run': 'assigned by a function that may run',
  changed: 'changed after it was assigned',
  'changed-list': 'the list is changed at run time',
  'computed-member': 'a member under a computed key',
  'computed-key': 'taken out under a computed key',
  function: 'a function',
  class: 'a class',
  module: 'a module',
  'too-deep': 'nested too deeply',
  'too-deep-data': `nested more than ${MAX_DEPTH} levels deep`,
  'too-costly': 'takes more steps than one file may cost',
  'too-many-items': 'more items than are read',
  'too-many-made': 'made for too many items',
  'too-many-values': 'more values than are read',
  'too-many-parts': 'put together from too many parts',
  'too-many-operands': 'computed from more than is kept',
  'too-many-links': 'follows more names than are looked at',
  'too-long': 'a text that is too long',
  'large-file': 'larger than 4 MiB',
  'costly-parse': 'parsing it takes too many steps or too much memory',
  'file-steps': 'stopped after too many steps, so the file is only partly read',
  'file-calls': 'calls are followed no deeper',
  'file-classes': 'a class extends more classes than are followed',
  'file-contexts': 'gave up on one function (too many callers), so its tools may act without a gate',
  'file-imports': 'evaluated late: too many modules import each other',
  'file-loops': 'a loop changes more than is followed',
  'root-steps': 'stopped after too many steps, so what a tool does is only partly known',
};

const IMPORT: Readonly<Record<ImportFault, string>> = {
  'no-export': 'which does not export it',
  outside: 'outside the project',
  'no-program': 'which is not a program',
  'not-found': 'which is not found',
  'too-large': 'which is too large to be read',
  'link-outside': 'which is a link that leaves the repository',
  'link-nowhere': 'which is a link that leads nowhere',
};

function detailed(reason: DetailedReason): string {
  switch (reason.kind) {
    case 'result':
      return reason.callee === undefined ? 'computed by a function' : `computed by ${reason.callee}()`;
    case 'member':
      return `a member of ${reason.of ?? 'a definition'}`;
    case 'no-member':
      return `where \`${reason.name}\` comes from cannot be followed`;
    case 'no-export':
      return `not declared in ${reason.file}: ${reason.name}`;
    case 'item':
      return `the item ${reason.index} of a list, computed at run time`;
    case 'undeclared':
      return `\`${reason.name}\` is not declared in this file`;
    case 'star':
      return `may be imported from \`${reason.module}\``;
    case 'import':
      return `imported from \`${reason.module}\`, ${IMPORT[reason.fault]}`;
    case 'type':
      return `only a type, imported from \`${reason.module}\``;
    case 'parameter':
      return reason.of === undefined ? 'a parameter of a function' : `a parameter of ${reason.of}()`;
    case 'spread':
      return `spread of \`${reason.source}\`: ${reasonText(reason.of)}`;
    case 'replaced':
      return `may be replaced by ${reasonText(reason.by)}`;
    case 'bundle':
      return `minified or generated: one line has ${reason.longestLine} characters`;
    case 'kernel':
      return `a notebook in ${reason.language}; only notebooks in Python are read`;
    case 'cell':
      return `cell ${reason.number} has a syntax error in line ${reason.line}`;
  }
}
