import {
  environmentWrites,
  type CodeDocument,
  type CodeSyntaxNode,
  callsOf,
  writtenOption,
} from '../../../program/index.js';
import type { Place, TraceSwitch } from '../../../model/index.js';
import type { Framework, LeavesOut } from '../framework.js';
import { isModuleOf } from '../origins.js';
import { placed } from '../places.js';
import { type FileRuns, isReplaced, switchOf, undecided } from '../runs.js';
import type { Rows } from './catalogue.js';
import { type Fact, factsIn, gives, languageOf, rowsAt, type Thing, thingAt } from './things.js';

/** What a thing says of traces: the facts of some kinds. */
const tracesIn = (thing: Thing | undefined, ...kinds: readonly Fact['arg']['kind'][]): readonly Fact[] =>
  factsIn(thing, 'trace').filter(({ arg }) => kinds.includes(arg.kind));

/** The switch of traces that the settings of a run state. */
export function switchIn(things: readonly (Thing | undefined)[]): TraceSwitch | undefined {
  const [fact] = things.flatMap((one) => tracesIn(one, 'off'));
  return fact && switchBy(fact, true);
}

function switchBy({ value, arg }: Fact, ofRun: boolean, of?: string): TraceSwitch | undefined {
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

/** Reads what a call says of the traces of the program. */
export function readTracer(thing: Thing, found: FileRuns, framework: Framework): void {
  const { node, stated } = thing;
  const { api, row } = stated;
  for (const fact of tracesIn(thing, 'off')) {
    const yes = languageOf(node) === 'python' ? 'True' : 'true';
    const off = row.reach
      ? switchOf(fact.value, [api, `${api}(${yes})`], node.at(), false)
      : switchBy(fact, true, api);
    if (off) found.switches.push(row.reach && node.call?.isConditional ? undecided(off) : off);
  }
  if (row.from === undefined && stated.args.length === 0)
    found.processors.push({ exporter: 'own', at: placed(node.at(), 'tracing'), call: node.call });
  for (const fact of tracesIn(thing, 'to', 'also-to')) readProcessors(fact, thing, found, framework);
}

/** An empty list switches tracing off, unless an exporter is registered behind it. */
function readProcessors(
  { value, arg }: Fact,
  { node, stated }: Thing,
  found: FileRuns,
  framework: Framework,
): void {
  const { call } = node;
  const at = placed(node.at(), 'tracing');
  if (value.kind !== 'array' || value.items().length > 0) {
    // A processor added after the list was replaced does not restore the vendor's.
    const isOwn = arg.kind === 'to' || found.processors.some((one) => isReplaced(one, node));
    found.processors.push({ exporter: isOwn ? 'own' : 'both', at, call });
    return;
  }
  const tracers = tracersBehind(node, framework);
  if (tracers.some(({ isSure }) => isSure)) {
    found.processors.push({ exporter: 'own', at, call });
    return;
  }
  const off: TraceSwitch = { name: `${stated.api}([])`, state: 'shown', at, ofRun: false };
  if (call?.isConditional) found.switches.push(undecided(off));
  else
    found.switches.push(
      tracers.length > 0 ? undecided(off, 'what is registered behind it may not run') : off,
    );
}

/**
 * Calls behind another one of the same file that register an exporter of traces: processors of the project, and libraries
 * that register their own. `isSure`: they always run if the other one does.
 */
function tracersBehind(node: CodeSyntaxNode, framework: Framework): { isSure: boolean }[] {
  const { modules, language, giving } = rowsAt(node, framework);
  const others = giving('tracer').flatMap(({ row }) => row.from ?? []);
  const from = (module: string) => isModuleOf({ modules: [...modules, ...others], language }, module);
  return callsOf(node.document, { from }).flatMap((one) => {
    const thing = one.offsets.start > node.offsets.start ? thingAt(one, framework) : undefined;
    if (!gives(thing, 'tracer')) return [];
    const to = tracesIn(thing, 'to', 'also-to');
    const isSome = to.some(({ value }) => value.kind !== 'array' || value.items().length > 0);
    const switches = tracesIn(thing, 'off', 'on');
    const isOff = switches.some(({ value, arg }) => value.scalar === (arg.kind === 'off'));
    if (thing.stated.row.from === undefined ? !isSome : isOff) return [];
    const isOpen =
      thing.stated.row.from !== undefined && switches.some(({ value }) => value.kind === 'dynamic');
    const isBeside = one.call?.functionStart === node.call?.functionStart;
    return [{ isSure: !isOpen && !one.call?.isConditional && isBeside }];
  });
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
