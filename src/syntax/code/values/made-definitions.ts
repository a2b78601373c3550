import type { Place } from '../../../model/place.js';
import type { CodeFile } from '../file.js';
import { read } from '../language.js';
import { bindingOf } from '../names/names.js';
import { outward } from '../names/scopes.js';
import type { CodeSyntaxNode, Reference } from '../node.js';
import type { Cst } from '../tree/cst.js';
import { aliasesOf } from './aliases.js';
import { changedObject } from './containers.js';
import { callValue } from './evaluate.js';
import { LONGEST_BODY, returnsOf } from './factories.js';
import { memberOfClass } from './instance-members.js';
import type { MakeNode } from './made-calls.js';
import { asSeenFrom } from './seen.js';
import { slotOf } from './slots.js';
import type { CallValue, Value } from './value.js';
import { changesByAlias, changesOfName } from './writes.js';

/** A module as its readers see it. */
export function moduleReference(name: string, at: Place): Reference {
  return {
    kind: 'module',
    name,
    at,
    docstring: undefined,
    parameters: [],
    decorators: [],
    bases: [],
    returned: [],
    given: undefined,
    member: () => undefined,
    inClass: undefined,
    calls: [],
  };
}

/** A function or class as its readers see it. Its parts are worked out when they are asked for. */
export class MadeReference implements Reference {
  constructor(
    private readonly value: DefinitionValue,
    readonly at: Place,
    private readonly make: MakeNode,
  ) {}

  get kind(): Reference['kind'] {
    return this.value.definition.kind;
  }

  get name(): string | undefined {
    return this.value.definition.name;
  }

  get docstring(): string | undefined {
    return this.value.definition.docstring;
  }

  get parameters(): readonly string[] {
    return this.value.definition.parameters.map(({ name }) => name);
  }

  get decorators(): readonly CodeSyntaxNode[] {
    return this.nodes(this.value.decorators);
  }

  get bases(): readonly CodeSyntaxNode[] {
    return this.nodes(this.value.definition.bases);
  }

  get returned(): readonly CodeSyntaxNode[] {
    return this.nodes(returnsOf(this.value.definition));
  }

  get given(): CodeSyntaxNode | undefined {
    const members = membersGiven(this.value);
    return members && this.make({ written: this.value.at, value: () => members });
  }

  member(name: string): CodeSyntaxNode | undefined {
    const found = memberOfClass(this.value, name);
    return found && this.make({ written: found.at, value: () => found });
  }

  get inClass(): string | undefined {
    const { file, node } = this.value.at;
    return classNameAround(file, node.start);
  }

  get calls(): readonly CodeSyntaxNode[] | undefined {
    return callsWithin(this.value)?.map((one) => this.make({ written: one.at, value: () => one }));
  }

  private nodes(all: readonly Cst[]): CodeSyntaxNode[] {
    return all.map((one) => this.make(slotOf(this.value.at.file, one)));
  }
}

type DefinitionValue = Value & { kind: 'definition' };

function membersGiven({ at, definition }: DefinitionValue): Value | undefined {
  const binding =
    definition.name === undefined ? undefined : bindingOf(at.file, definition.name, at.node.start);
  const own = binding ? changesOfName(binding) : [];
  // `for tool in tools: tool.needs_approval = True`
  const others = aliasesOf(at.file, at.node).flatMap(changesByAlias);
  const changes = [...own, ...others];
  return changes.length > 0 ? changedObject(at, () => ({ slots: new Map() }), changes) : undefined;
}

/** Calls of a function that are looked at. */
const MOST_CALLS = 64;

function callsWithin({ at, definition }: DefinitionValue): CallValue[] | undefined {
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
