import type { Evidence, TraceSettings } from '../../model/index.js';

/** Who receives traces, as people read it. */
const RECEIVER = {
  vendor: "the vendor's trace store, by the SDK's default",
  both: "the vendor's trace store and processors of the project",
  own: 'processors of the project',
};

/** Where the traces of a system go. `silent`: a switch that is reported with another system holds for it. */
export function tracingOf({ exporter, at, off }: TraceSettings, silent: boolean): Evidence<string> {
  const shown = off?.find(({ state }) => state === 'shown');
  if (shown || silent) return { state: 'absent', ...(shown ? { at: shown.at } : {}) };
  const [open] = off ?? [];
  if (open) return { state: 'undecidable', at: open.at, why: open.why ?? 'computed at run time' };
  return { state: 'shown', value: RECEIVER[exporter], ...(at ? { at } : {}) };
}
