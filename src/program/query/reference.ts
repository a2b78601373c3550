import type { Place } from '../../model/place.js';
import { memberOfClass } from '../evaluate/classes.js';
import type { Evaluation } from '../evaluate/index.js';
import { MAX_CALLS_READ } from '../limits.js';
import type { ClassValue, FunctionValue, ModuleValue, Slot } from '../values/value.js';
import { callNode } from './call.js';
import type { CodeSyntaxNode, Reference } from './node.js';
import { fileOf, type NodeMaker } from './node-value.js';

/** A function, class or module as its readers see it. Its parts are computed on first access. */
export function referenceOf(
  value: FunctionValue | ClassValue | ModuleValue,
  node: CodeSyntaxNode & NodeMaker,
): Reference {
  return value.kind === 'function'
    ? new FunctionView(value, node)
    : value.kind === 'class'
      ? new ClassView(value, node)
      : new ModuleView(value, node);
}

/** Properties that not every kind has. */
abstract class View implements Reference {
  abstract readonly kind: Reference['kind'];
  abstract readonly name: string | undefined;

  constructor(protected readonly node: CodeSyntaxNode & NodeMaker) {}

  get at(): Place {
    return this.node.at();
  }

  get docstring(): string | undefined {
    return undefined;
  }

  get parameters(): readonly string[] {
    return [];
  }

  get decorators(): readonly CodeSyntaxNode[] {
    return [];
  }

  get bases(): readonly CodeSyntaxNode[] {
    return [];
  }

  get returned(): readonly CodeSyntaxNode[] {
    return [];
  }

  get given(): CodeSyntaxNode | undefined {
    return undefined;
  }

  get inClass(): string | undefined {
    return undefined;
  }

  get calls(): readonly CodeSyntaxNode[] | undefined {
    return [];
  }

  member(_name: string): CodeSyntaxNode | undefined {
    return undefined;
  }

  protected all(slots: readonly Slot[]): readonly CodeSyntaxNode[] {
    return slots.map((slot) => this.node.make(slot));
  }
}

class FunctionView extends View {
  readonly kind = 'function';

  constructor(
    private readonly value: FunctionValue,
    node: CodeSyntaxNode & NodeMaker,
  ) {
    super(node);
  }

  get name(): string | undefined {
    return this.value.definition.name;
  }

  override get docstring(): string | undefined {
    return this.value.definition.docstring;
  }

  override get parameters(): readonly string[] {
    return this.value.definition.parameters.map(({ name }) => name);
  }

  override get decorators(): readonly CodeSyntaxNode[] {
    return this.all(this.value.decorators);
  }

  override get returned(): readonly CodeSyntaxNode[] {
    return this.all(this.evaluation.returnsOf(this.value));
  }

  override get given(): CodeSyntaxNode | undefined {
    const { value } = this;
    const state = this.evaluation.machine.recordState(value);
    return state.members.size > 0
      ? this.node.make({ value: { kind: 'options', at: value.at, state }, written: value.at })
      : undefined;
  }

  override get inClass(): string | undefined {
    return this.value.inClass?.definition.name;
  }

  override get calls(): readonly CodeSyntaxNode[] | undefined {
    const calls = this.evaluation.callsIn(this.value);
    return calls.length > MAX_CALLS_READ ? undefined : calls.map((one) => callNode(one, this.node));
  }

  private get evaluation(): Evaluation {
    return fileOf(this.value.at).evaluation();
  }
}

class ClassView extends View {
  readonly kind = 'class';

  constructor(
    private readonly value: ClassValue,
    node: CodeSyntaxNode & NodeMaker,
  ) {
    super(node);
  }

  get name(): string | undefined {
    return this.value.definition.name;
  }

  override get docstring(): string | undefined {
    return this.value.definition.docstring;
  }

  override get decorators(): readonly CodeSyntaxNode[] {
    return this.all(this.value.decorators);
  }

  override get bases(): readonly CodeSyntaxNode[] {
    return this.all(this.value.bases);
  }

  override member(name: string): CodeSyntaxNode | undefined {
    const { machine } = fileOf(this.value.at).evaluation();
    const found = memberOfClass(machine, this.value, name);
    return found && this.node.make(found);
  }
}

class ModuleView extends View {
  readonly kind = 'module';
  readonly name: string;

  constructor(value: ModuleValue, node: CodeSyntaxNode & NodeMaker) {
    super(node);
    this.name = value.file.file;
  }
}
