import type { TraceSwitch } from '../../model/index.js';
import { type CodeSyntaxNode, callsOf } from '../../program/index.js';
import type { FileTraces, Framework, TraceProcessor } from '../frameworks/framework.js';
import { isModuleOf } from '../frameworks/origins.js';
import { placed } from '../frameworks/places.js';
import { switchBy, tracesIn } from '../frameworks/rows/traces.js';
import { type Fact, gives, rowsAt, type Thing, thingAt } from '../frameworks/rows/things.js';
import { switchOf } from '../frameworks/runs.js';
import { languageOf, wordIn } from '../frameworks/language-rules.js';

/** Reads what a call says of the traces of the program. */
export function readTraces(node: CodeSyntaxNode, found: FileTraces, framework: Framework): void {
  const thing = thingAt(node, framework);
  if (!thing) return;
  const { api, row } = thing.stated;
  for (const fact of tracesIn(thing, 'off')) {
    const yes = wordIn(languageOf(node), true);
    const off = row.reach
      ? switchOf(fact.value, [api, `${api}(${yes})`], node.at(), false)
      : switchBy(fact, true, api);
    if (off) found.switches.push(row.reach && node.call?.isConditional ? undecided(off) : off);
  }
  for (const fact of tracesIn(thing, 'to', 'also-to')) readProcessors(fact, thing, found, framework);
}

/** An empty list switches tracing off, unless an exporter is registered behind it. */
function readProcessors(
  { value, arg }: Fact,
  { node, stated }: Thing,
  found: FileTraces,
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

const undecided = (off: TraceSwitch, why = 'it is called under a condition'): TraceSwitch => ({
  ...off,
  state: 'undecidable',
  why: off.why ?? why,
});

/** Whether a list replaced the vendor's processors whenever another call runs. */
function isReplaced({ exporter, call }: TraceProcessor, { call: other }: CodeSyntaxNode): boolean {
  const isBefore = [undefined, other?.functionStart].includes(call?.functionStart);
  return exporter === 'own' && isBefore && !call?.isConditional;
}
