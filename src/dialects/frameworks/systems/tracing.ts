import type { Evidence, TraceSettings } from '../../../model/index.js';

/** Who receives traces, as people read it. */
const RECEIVER = {
  vendor: "the vendor's trace store, by the SDK's default",
  both: "the vendor's trace store and processors of the project",
  own: 'processors of the project',
};

/** Where the traces of a system go. */
export function tracingOf({ exporter, at, off, offAt, recorded }: TraceSettings): Evidence<string> {
  if (offAt) return { state: 'absent', at: offAt };
  const [open] = off ?? [];
  if (open) return { state: 'undecidable', at: open.at, why: open.why ?? 'computed at run time' };
  const [sent] = recorded ?? [];
  if (exporter === 'none')
    return sent ? { state: 'shown', value: sent.store, at: sent.at } : { state: 'absent' };
  return { state: 'shown', value: RECEIVER[exporter], ...(at ? { at } : {}) };
}
