import type { Place } from '../../../model/place.js';
import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf, isInBranch } from '../names/names.js';
import { outward, type Scope } from '../names/scopes.js';
import type { Call, CodeSyntaxNode, Reference } from '../node.js';
import type { Cst } from '../tree/cst.js';
import { placeOf } from './aliases.js';
import { changedObject, membersOf } from './containers.js';
import { calleeText, callValue } from './evaluate.js';
import { LONGEST_BODY, returnsOf } from './factories.js';
import { allOptionsOf, passedOn } from './inherited.js';
import { originOf } from './members.js';
import { asSeenFrom } from './seen.js';
import { slotOf, slotsOf } from './slots.js';
import type { CallValue, Slot, Value, Written } from './value.js';
import { changesOfName } from './writes.js';

/** Makes a node of a slot, below the node that asks. */
export type MakeNode = (slot: Slot) => CodeSyntaxNode;

/** A call as its readers see it. Its parts are worked out when they are asked for. */
export function callOf(value: CallValue, at: Place, make: MakeNode): Call {
  const { file } = value.at;
  const callee = read(value.callee);
  const written = value.at;
  const object = (made: () => Value): CodeSyntaxNode => make({ written, value: made });
  let positional: readonly CodeSyntaxNode[] | undefined;
  let named: CodeSyntaxNode | undefined;
  let options: CodeSyntaxNode | undefined;
  return {
    callee: `${value.isNew ? 'new ' : ''}${calleeText(value.callee)}`,
    name: callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.property : '',
    isNew: value.isNew,
    at,
    get isConditional() {
      return mayNotRun(file, value.at.node.start);
    },
    get origin() {
      return originOf(value.target());
    },
    get target() {
      return make({ written: { file, node: value.callee }, value: () => value.target() });
    },
    get receiver() {
      return callee.kind === 'member' ? make(slotOf(file, callee.object)) : undefined;
    },
    get receivers() {
      return objectsOf(value.callee).map((one) => make(slotOf(file, one)));
    },
    get positional() {
      positional ??= slotsOf(file, value.positional).map(make);
      return positional;
    },
    get named() {
      named ??= object(() => ({
        kind: 'object',
        at: written,
        members: () => membersOf(file, value.named, true),
      }));
      return named;
    },
    get options() {
      options ??= object(() => allOptionsOf(value));
      return options;
    },
    get passedOn() {
      const inner = passedOn(value);
      return inner && make({ written: inner.at, value: () => inner }).call;
    },
    get given() {
      const result = value.isNew ? value : file.project.evaluate(file, written.node);
      return result.kind === 'call' && result.at.node === written.node
        ? undefined
        : make(slotOf(file, written.node));
    },
    get boundTo() {
      return nameGivenTo(written);
    },
  };
}

/** Members of members that are followed. */
const LONGEST_CHAIN = 16;

/** The objects that a member is taken from, nearest first. */
function objectsOf(callee: Cst): Cst[] {
  const objects: Cst[] = [];
  let expression = read(callee);
  for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
    if (expression.kind === 'member') {
      objects.push(expression.object);
      expression = read(expression.object);
    } else if (expression.kind === 'same') expression = read(expression.node);
    else break;
  }
  return objects;
}

const CHOSEN = /(?:&&|\|\||\?|\band|\bor)\s*$/;

function mayNotRun(file: CodeFile, start: number): boolean {
  return (
    isInBranch(file, start, mainBranch(file, start)) ||
    isInHandler(file, start) ||
    CHOSEN.test(file.text.slice(start - 20, start))
  );
}

const PARTS = /\b(?:except|catch|finally)\b/g;
/** Longest text of an attempt in which its parts are looked for. */
const LONGEST_ATTEMPT = 20_000;

/** Whether an offset stands in what runs only where something before it fails. */
function isInHandler(file: CodeFile, offset: number): boolean {
  for (let scope = file.scopeAround(offset); scope.parent; scope = scope.parent) {
    if (scope.kind === 'function') return false;
    if (scope.kind !== 'attempt' || offset - scope.start > LONGEST_ATTEMPT) continue;
    const part = file.text.slice(scope.start, offset).match(PARTS)?.at(-1);
    if (part !== undefined && part !== 'finally') return true;
  }
  return false;
}

/** Characters of a condition that are looked at. */
const LONGEST_HEAD = 200;

const MAIN =
  /^if\s{0,9}\(?\s{0,9}(?:__name__\b|require\.main\b|[^{\n]{0,120}\bimport\.meta\.(?:main|url|filename)\b)/;

/** `if __name__ == "__main__":` and `if (require.main === module) {` run where the file is the program. */
function mainBranch(file: CodeFile, offset: number): Scope | undefined {
  for (let scope = file.scopeAround(offset); scope.parent; scope = scope.parent)
    if (MAIN.test(file.text.slice(scope.start, scope.start + LONGEST_HEAD))) return scope;
  return undefined;
}

/** The name that the value of an expression is given; undefined where it is given none. */
function nameGivenTo({ file, node }: Written): string | undefined {
  const before = /^[\s(]*(?:await\s+)?[\s(]*$/;
  const after = /^[\s)!]*(?:(?:as|satisfies)\s.*)?$/s;
  for (const site of file.partAt(node.start).outline().sites) {
    if (site.start > node.start || node.start - site.start > LONGEST_WRAP) continue;
    const { source, name } = site;
    if (source.kind !== 'value' || source.steps.length > 0) continue;
    const { value } = source;
    if (value.start > node.start || node.start - value.start > LONGEST_WRAP || value.end < node.end) continue;
    const isSame =
      before.test(file.text.slice(value.start, node.start)) &&
      after.test(file.text.slice(node.end, Math.min(value.end, node.end + LONGEST_WRAP)));
    if (isSame) return name;
  }
  return undefined;
}

const LONGEST_WRAP = 200;

/** A function, class or module as its readers see it. */
export function referenceTo(
  value: Value & { kind: 'definition' | 'module' },
  at: Place,
  make: MakeNode,
): Reference {
  if (value.kind === 'module') {
    return {
      kind: 'module',
      name: value.file.file,
      at,
      docstring: undefined,
      parameters: [],
      decorators: [],
      bases: [],
      returned: [],
      given: undefined,
      inClass: undefined,
      calls: [],
    };
  }
  const { definition, decorators } = value;
  const { file, node } = value.at;
  const nodes = (all: readonly (typeof node)[]): CodeSyntaxNode[] =>
    all.map((one) => make(slotOf(file, one)));
  return {
    kind: definition.kind,
    name: definition.name,
    at,
    docstring: definition.docstring,
    parameters: definition.parameters.map(({ name }) => name),
    get decorators() {
      return nodes(decorators);
    },
    get bases() {
      return nodes(definition.bases);
    },
    get returned() {
      return nodes(returnsOf(definition));
    },
    get given() {
      const members = membersGiven(value);
      return members && make({ written: value.at, value: () => members });
    },
    get inClass() {
      return classNameAround(file, node.start);
    },
    get calls() {
      return callsWithin(value)?.map((one) => make({ written: one.at, value: () => one }));
    },
  };
}

function membersGiven({ at, definition }: Value & { kind: 'definition' }): Value | undefined {
  const binding =
    definition.name === undefined ? undefined : bindingOf(at.file, definition.name, at.node.start);
  const own = binding ? changesOfName(binding) : [];
  // `for tool in tools: tool.needs_approval = True`
  const others = (
    at.file.project.aliasesIn(at.file.partAt(at.node.start)).get(placeOf(at.node)) ?? []
  ).flatMap((alias) =>
    changesOfName(alias.binding).map((change) => ({
      ...change,
      ...(alias.loop && { loop: alias.loop }),
      ...(alias.adds && { adds: alias.adds }),
    })),
  );
  const changes = [...own, ...others];
  return changes.length > 0 ? changedObject(at, () => ({ slots: new Map() }), changes) : undefined;
}

/** Calls of a function that are looked at. */
const MOST_CALLS = 64;

function callsWithin({ at, definition }: Value & { kind: 'definition' }): CallValue[] | undefined {
  const { file, node } = at;
  const { body } = definition;
  if (!body || definition.kind === 'class') return [];
  if (body.end - body.start > LONGEST_BODY || !file.step()) return undefined;
  const calls = file
    .partAt(body.start)
    .captures()
    .calls((start) => body.start <= start && start < body.end);
  if (calls.length > MOST_CALLS) return undefined;
  return calls.flatMap((one) => {
    const seen = asSeenFrom(node, one);
    const expression = read(seen);
    return expression.kind === 'call' ? [callValue({ file, node: seen }, expression)] : [];
  });
}

function classNameAround(file: CodeFile, offset: number): string | undefined {
  const scope = outward(file.scopeAround(offset), ['class', 'function', 'module']);
  const node =
    scope.kind === 'class'
      ? file
          .partAt(offset)
          .captures()
          .all('class')
          .find(({ start }) => start === scope.start)
      : undefined;
  return node?.field('name')?.text;
}
