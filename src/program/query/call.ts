import type { Place } from '../../model/place.js';
import { bindsArguments } from '../evaluate/calls.js';
import { lastName } from '../ir/walk.js';
import {
  type At,
  type CallEvent,
  EMPTY_RECORD,
  originOf,
  type RecordState,
  type Slot,
  takenFromAll,
  unknown,
  type Value,
} from '../values/value.js';
import { calleeText, whyOf } from '../values/why.js';
import type { Call, CodeSyntaxNode, Origin } from './node.js';
import { fileOf, type NodeMaker, type NodeValue } from './node-value.js';

/** A call as its readers see it. Its parts are computed on first access. */
export class CallView implements Call {
  private knownPositional: readonly CodeSyntaxNode[] | undefined;
  private knownNamed: CodeSyntaxNode | undefined;
  private knownOptions: CodeSyntaxNode | undefined;

  constructor(
    private readonly event: CallEvent,
    private readonly node: CodeSyntaxNode & NodeMaker,
  ) {}

  get at(): Place {
    return this.node.at();
  }

  get isNew(): boolean {
    return this.event.expression.isNew;
  }

  get callee(): string {
    return `${this.isNew ? 'new ' : ''}${calleeText(this.event.expression)}`;
  }

  get name(): string {
    const { callee } = this.event.expression;
    return lastName(callee);
  }

  get isConditional(): boolean {
    return this.event.isConditional;
  }

  get hasRun(): boolean {
    return this.event.hasRun;
  }

  get functionStart(): number | undefined {
    return this.event.inside?.at.span.start;
  }

  get origin(): Origin | undefined {
    return originOf(this.event.target);
  }

  get target(): CodeSyntaxNode {
    const { target, file, expression } = this.event;
    return this.node.make({ value: target, written: { file, span: expression.callee } });
  }

  get receiver(): CodeSyntaxNode | undefined {
    const [nearest] = this.event.receivers;
    return nearest && this.node.make(nearest);
  }

  get receivers(): readonly CodeSyntaxNode[] {
    return this.all(this.event.receivers);
  }

  get positional(): readonly CodeSyntaxNode[] {
    this.knownPositional ??= this.all(this.event.positional);
    return this.knownPositional;
  }

  get named(): CodeSyntaxNode {
    const { here } = this;
    this.knownNamed ??= this.node.make({
      written: here,
      value: { kind: 'options', at: here, state: this.event.named },
    });
    return this.knownNamed;
  }

  get options(): CodeSyntaxNode {
    this.knownOptions ??= this.node.make({ written: this.here, value: optionsOf(this.event) });
    return this.knownOptions;
  }

  get passedOn(): Call | undefined {
    const inner = this.event.passedOn;
    return inner && callNode(inner, this.node).call;
  }

  get binds(): Call | undefined {
    const bound = boundCall(this.event);
    return bound && callNode(bound, this.node).call;
  }

  get boundBy(): CodeSyntaxNode | undefined {
    const { boundBy } = this.event;
    return boundBy && this.node.make({ value: boundBy, written: boundBy.at });
  }

  get given(): CodeSyntaxNode | undefined {
    const { result, expression } = this.event;
    const isItself = !result || (result.kind === 'instance' && result.call.expression === expression);
    return isItself ? undefined : this.node.make({ value: result, written: this.here });
  }

  get boundTo(): string | undefined {
    return fileOf(this.here).evaluation().boundTo(this.event.expression);
  }

  private get here(): At {
    return { file: this.event.file, span: this.event.expression };
  }

  private all(slots: readonly Slot[]): readonly CodeSyntaxNode[] {
    return slots.map((slot) => this.node.make(slot));
  }
}

/** The node of a call, whatever its result. */
export function callNode(event: CallEvent, maker: NodeMaker): CodeSyntaxNode {
  return maker.make({ value: resultOf(event), written: { file: event.file, span: event.expression } });
}

/** The value of a call as its node shows it: the call itself, whatever its result. */
export function resultOf(event: CallEvent): Value {
  const { result, expression, file, context } = event;
  if (result?.kind === 'instance' && result.call.expression === expression) return result;
  return { kind: 'instance', id: 0, at: { file, span: expression }, context, call: event, of: undefined };
}

/** The call whose arguments `functools.partial(callee, ...)` binds. */
function boundCall(event: CallEvent): CallEvent | undefined {
  const [first, ...rest] = event.positional;
  if (!first || !bindsArguments(event.target)) return undefined;
  return {
    ...event,
    target: first.value,
    positional: rest,
    result: undefined,
    receivers: takenFromAll(first.value),
  };
}

/** The options of a call, with members set on its result later, and options passed to a base by a class. */
function optionsOf(event: CallEvent): NodeValue {
  const { result, expression, file } = event;
  const at: At = { file, span: expression };
  const { machine } = fileOf(at).evaluation();
  const instance = result?.kind === 'instance' && result.call.expression === expression ? result : undefined;
  const state = instance && machine.recordState(instance);
  if (file.language.hasKeywords) return { kind: 'options', at, state: together(event.named, state) };
  const literal = event.positional.find(({ value }) => value.kind === 'record');
  if (literal?.value.kind === 'record') {
    const own = machine.recordState(literal.value);
    const given = instance ? together(instance.of ? own : EMPTY_RECORD, state) : own;
    return { kind: 'options', at: literal.value.at, state: given };
  }
  const other = event.positional.find(({ value }) => isComputed(value));
  if (other && !(state && state.members.size > 0)) {
    const { value } = other;
    return value.kind === 'instance' ? unknown(value.at, whyOf(value)) : value;
  }
  return { kind: 'options', at, state: state ?? EMPTY_RECORD };
}

/** The arguments of a call, and the members of the object that it constructs; the latter win. */
function together(own: RecordState, state: RecordState | undefined): RecordState {
  if (!state) return own;
  const members = new Map([...own.members, ...state.members]);
  return { kind: 'record', members, open: own.open ?? state.open };
}

/** An instance is no set of options; the result of a function may be. */
const isComputed = (value: Value): boolean =>
  value.kind === 'unknown' ||
  value.kind === 'external' ||
  value.kind === 'parameter' ||
  value.kind === 'union' ||
  (value.kind === 'instance' && !value.call.expression.isNew);
