import {
  environmentWrites,
  type CodeDocument,
  type CodeSyntaxNode,
  writtenOption,
} from '../../../program/index.js';
import type { Place, TraceSwitch } from '../../../model/index.js';
import type { Framework, LeavesOut } from '../framework.js';
import { placed } from '../places.js';
import { switchOf } from '../runs.js';
import type { Rows } from './catalogue.js';
import { type Fact, factsIn, rowsAt, type Thing } from './things.js';
import { languageOf } from '../language-rules.js';

/** What a thing says of traces: the facts of some kinds. */
export const tracesIn = (
  thing: Thing | undefined,
  ...kinds: readonly Fact['arg']['kind'][]
): readonly Fact[] => factsIn(thing, 'trace').filter(({ arg }) => kinds.includes(arg.kind));

/** The switch of traces that the settings of a run state. */
export function switchIn(things: readonly (Thing | undefined)[]): TraceSwitch | undefined {
  const [fact] = things.flatMap((one) => tracesIn(one, 'off'));
  return fact && switchBy(fact, true);
}

export function switchBy({ value, arg }: Fact, ofRun: boolean, of?: string): TraceSwitch | undefined {
  const written = writtenOption(languageOf(value), arg.key, true);
  const names = of === undefined ? [arg.key, written] : [`${of}(${arg.key})`, `${of}(${written})`];
  return switchOf(value, names as [string, string], value.written(), ofRun);
}

/** Whether the settings of a run leave contents out; undefined where no row says how. */
export function leftOutBy(
  settings: readonly Thing[],
  node: CodeSyntaxNode,
  framework: Framework,
): LeavesOut | undefined {
  const isStatable = rowsAt(node, framework)
    .giving('settings')
    .some(({ args }) => args.some(({ role, kind }) => role === 'trace' && kind === 'contents'));
  if (!isStatable) return undefined;
  const values = settings.flatMap((one) => tracesIn(one, 'contents')).map(({ value }) => value);
  if (values.length > 0 && values.every(({ scalar }) => scalar === false)) return true;
  return values.length > 0 && values.every(({ kind, scalar }) => kind === 'dynamic' || scalar === false)
    ? 'undecidable'
    : false;
}

/** The switches of the environment that a file writes. */
export const environmentSwitches = (document: CodeDocument, framework: Framework): TraceSwitch[] =>
  environmentWrites(document).flatMap(({ name, value, at }) =>
    value.kind === 'dynamic'
      ? []
      : environmentSwitch({ name, value: String(value.scalar), at }, framework.rowsOf(document.file)),
  );

/** The switch of a value of a variable of the environment. */
export function environmentSwitch(
  { name, value, at }: { readonly name: string; readonly value: string; readonly at: Place },
  rows: Rows,
): TraceSwitch[] {
  if (![variablesOf(rows)[name] ?? []].flat().includes(value.toLowerCase())) return [];
  return [{ name: `${name}=${value}`, state: 'shown', at: placed(at, 'tracing'), ofRun: false }];
}

/** The variables of the environment that disable traces, with the values that do. */
export const variablesOf = (rows: Rows): Readonly<Record<string, string | readonly string[]>> =>
  Object.assign({}, ...rows.giving('tracer').map(({ row }) => row.variables));

/** Whether traces go to the vendor of the framework unless a program says otherwise. */
export const sendsByDefault = (rows: Rows): boolean =>
  rows.giving('tracer').some(({ args }) => args.some(({ kind }) => kind === 'also-to'));
