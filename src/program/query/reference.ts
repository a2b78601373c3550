import type { Place } from '../../model/place.js';
import { memberOfClass } from '../evaluate/classes.js';
import type { Evaluation } from '../evaluate/index.js';
import { MAX_CALLS_READ } from '../limits.js';
import type { ClassValue, FunctionValue, ModuleValue, Slot } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode, Reference } from './node.js';
import { fileOf, type NodeMaker } from './node-value.js';

/** A function, class or module as its readers see it. */
export const referenceOf = (
  value: FunctionValue | ClassValue | ModuleValue,
  node: CodeSyntaxNode & NodeMaker,
): Reference => new View(value, node);

/** Its parts are computed on first access. What a kind does not have is empty. */
class View implements Reference {
  constructor(
    private readonly value: FunctionValue | ClassValue | ModuleValue,
    private readonly node: CodeSyntaxNode & NodeMaker,
  ) {}

  get kind(): Reference['kind'] {
    return this.value.kind;
  }

  get name(): string | undefined {
    return this.value.kind === 'module' ? this.value.file.file : this.value.definition.name;
  }

  get at(): Place {
    return this.node.at();
  }

  get docstring(): string | undefined {
    return this.value.kind === 'module' ? undefined : this.value.definition.docstring;
  }

  get parameters(): readonly string[] {
    return this.value.kind === 'function' ? this.value.definition.parameters.map(({ name }) => name) : [];
  }

  get decorators(): readonly CodeSyntaxNode[] {
    return this.value.kind === 'module' ? [] : this.all(this.value.decorators);
  }

  get bases(): readonly CodeSyntaxNode[] {
    return this.value.kind === 'class' ? this.all(this.value.bases) : [];
  }

  get returned(): readonly CodeSyntaxNode[] {
    return this.value.kind === 'function' ? this.all(this.evaluation.returnsOf(this.value)) : [];
  }

  get given(): CodeSyntaxNode | undefined {
    const { value } = this;
    const state = value.kind === 'function' ? this.evaluation.machine.recordState(value) : undefined;
    return state && state.members.size > 0
      ? this.node.make({ value: { kind: 'options', at: value.at, state }, written: value.at })
      : undefined;
  }

  get inClass(): string | undefined {
    return this.value.kind === 'function' ? this.value.inClass?.definition.name : undefined;
  }

  get calls(): readonly CodeSyntaxNode[] | undefined {
    const calls = this.value.kind === 'function' ? this.evaluation.callsIn(this.value) : [];
    return calls.length > MAX_CALLS_READ ? undefined : calls.map((one) => callNode(one, this.node));
  }

  member(name: string): CodeSyntaxNode | undefined {
    if (this.value.kind !== 'class') return undefined;
    const found = memberOfClass(this.evaluation.machine, this.value, name);
    return found && this.node.make(found);
  }

  private all(slots: readonly Slot[]): readonly CodeSyntaxNode[] {
    return slots.map((slot) => this.node.make(slot));
  }

  private get evaluation(): Evaluation {
    return fileOf(this.value.at).evaluation();
  }
}
