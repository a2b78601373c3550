import { isTestFile } from '../../model/test-file.js';
import { CONTEXTS_OF_CALL, MAX_ALIKE, MAX_CHAIN, TEXT_OF_CALLS } from '../limits.js';
import type { SourceFile } from '../values/source.js';
import type { Arguments, ClassValue, FunctionValue, Value } from '../values/value.js';

/** The functions that run now, the number of calls of each, and the results of calls with equal arguments. */
export interface Activity {
  running<T>(one: FunctionValue, run: () => T): T;
  isRunning(one: FunctionValue): boolean;
  constructing(one: ClassValue, run: () => void): void;
  isConstructing(one: ClassValue): boolean;
  /** Evaluates what decorators make of a function; undefined within too many that do so for their own decorators. */
  decorating<T>(make: () => T): T | undefined;
  /** Counts a call of a function. Returns the number of its evaluations, this one included. */
  count(one: FunctionValue): number;
  /** Whether a call is evaluated beyond the bound of its function, whose evaluations have this much text in all. */
  isRareAt(call: object, text: number): boolean;
  /** Whether the program calls a function: a call of a test says nothing of the program that it tests. */
  wasCalled(one: FunctionValue): boolean;
  /** Runs a module or an uncalled function of a file: what it does counts as of a test where the file is one. */
  runningFile<T>(file: SourceFile, run: () => T): T;
  /** Whether a test runs what is declared in a file of the program. */
  isTesting(file: SourceFile): boolean;
  /** Whether a function is called from one place only, so far: such a call costs no depth. */
  isOnlyCaller(one: FunctionValue, call: object): boolean;
  share(one: FunctionValue, given: Arguments, result: Value): void;
  sharedResult(one: FunctionValue, given: Arguments): Value | undefined;
}

/** A state in which nothing runs and nothing was called. */
export function activityOf(): Activity {
  const active: FunctionValue[] = [];
  const constructing: ClassValue[] = [];
  let decorating = 0;
  let ofTest = false;
  const isTesting = ({ file }: SourceFile): boolean => ofTest && !isTestFile(file);
  const called = new Set<object>();
  const counts = new Map<object, number>();
  const beyond = new Map<object, number>();
  const callers = new Map<object, object | 'several'>();
  const shared = new Map<object, SharedResults>();
  return {
    running(one, body) {
      active.push(one);
      try {
        return body();
      } finally {
        active.pop();
      }
    },
    isRunning: (one) => active.some(({ definition }) => definition === one.definition),
    constructing(one, body) {
      constructing.push(one);
      try {
        body();
      } finally {
        constructing.pop();
      }
    },
    isConstructing: (one) =>
      constructing.filter(({ definition }) => definition === one.definition).length > 1,
    decorating(make) {
      if (decorating >= MAX_CHAIN) return undefined;
      decorating++;
      try {
        return make();
      } finally {
        decorating--;
      }
    },
    count(one) {
      const next = (counts.get(one.definition) ?? 0) + 1;
      counts.set(one.definition, next);
      if (!isTesting(one.at.file)) called.add(one.definition);
      return next;
    },
    isRareAt(call, text) {
      const before = beyond.get(call) ?? 0;
      if (before >= CONTEXTS_OF_CALL || text > TEXT_OF_CALLS) return false;
      beyond.set(call, before + 1);
      return true;
    },
    wasCalled: (one) => called.has(one.definition),
    runningFile({ file }, run) {
      const before = ofTest;
      ofTest = isTestFile(file);
      try {
        return run();
      } finally {
        ofTest = before;
      }
    },
    isTesting,
    isOnlyCaller(one, call) {
      const known = callers.get(one.definition);
      if (known === undefined) callers.set(one.definition, call);
      else if (known !== call) callers.set(one.definition, 'several');
      return known === undefined || known === call;
    },
    share(one, given, result) {
      let known = shared.get(one.definition);
      if (!known) {
        known = new SharedResults();
        shared.set(one.definition, known);
      }
      known.add({ one, given, result });
    },
    sharedResult: (one, given) =>
      (counts.get(one.definition) ?? 0) < MAX_ALIKE
        ? undefined
        : shared.get(one.definition)?.find(one, given),
  };
}

/** A call of a function whose result others may share. */
interface SharedCall {
  readonly one: FunctionValue;
  readonly given: Arguments;
  readonly result: Value;
}

/** Results by function and arguments. Most functions are called too rarely to share one: no key is made for those. */
class SharedResults {
  private waiting: SharedCall[] = [];
  private readonly results = new Map<string, Value>();
  private readonly numbers = new Map<object, number>();

  add(call: SharedCall): void {
    this.waiting.push(call);
  }

  find(one: FunctionValue, given: Arguments): Value | undefined {
    for (const call of this.waiting) this.results.set(this.keyOf(call.one, call.given), call.result);
    this.waiting = [];
    return this.results.get(this.keyOf(one, given));
  }

  /** The function, since a closure is one for each call around it, the object that it is taken from, and the arguments. */
  private keyOf({ id, self }: FunctionValue, { positional, named }: Arguments): string {
    let key = `${id} ${self ? this.keyOfValue(self) : ''}`;
    for (const { value } of positional) key += `\0${this.keyOfValue(value)}`;
    for (const [name, { value }] of named.members) key += `\0${name}=${this.keyOfValue(value)}`;
    return key;
  }

  /** What is taken from very long chains is equal only to itself. */
  private keyOfValue(value: Value, depth = 0): string {
    if (depth >= MAX_CHAIN) return `value:${this.numberOf(value)}`;
    switch (value.kind) {
      case 'scalar':
        return `${typeof value.scalar}:${String(value.scalar)}`;
      case 'nothing':
        return 'nothing';
      case 'list':
      case 'record':
      case 'instance':
      case 'class':
        return `#${value.id}`;
      case 'function':
        return value.self ? `#${value.id} of ${this.keyOfValue(value.self, depth + 1)}` : `#${value.id}`;
      case 'module':
        return `module:${value.file.file}`;
      case 'external': {
        const { origin, takenFrom } = value;
        const from = takenFrom ? ` of ${this.keyOfValue(takenFrom.object, depth + 1)}` : '';
        return `external:${origin.module} ${origin.dotted}${from}`;
      }
      case 'parameter':
        return `parameter:${value.of.id} ${value.name} ${value.path?.join('.') ?? ''}`;
      case 'union':
        return value.members.map((one) => this.keyOfValue(one, depth + 1)).join('|');
      case 'unknown':
        return `unknown:${this.numberOf(value.at.span)} ${value.from?.context ?? ''}`;
    }
  }

  private numberOf(place: object): number {
    const known = this.numbers.get(place) ?? this.numbers.size;
    this.numbers.set(place, known);
    return known;
  }
}
