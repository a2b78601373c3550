import type { CodeSyntaxNode } from '../../program/index.js';
import type { Telemetry } from '../frameworks/framework.js';
import { placed } from '../frameworks/places.js';
import type { Run } from './run.js';
import facts from './telemetry.json' with { type: 'json' };

/** What the environment of a run sends to receivers of telemetry; the SDK sends nothing without it. */
export function telemetryIn({ get }: Run): Telemetry[] {
  const env = get('env');
  const on = env?.get(facts.enabled);
  const exporters = facts.exporters.flatMap((name) => env?.get(name) ?? []);
  if (!on || !isOn(on) || !exporters.some((one) => one.scalar !== 'none')) return [];
  const sentAt = placed(on.at('key'), 'tracing');
  const [recorded] = facts.contents.flatMap((name) => {
    const node = env?.get(name);
    return node && isOn(node) ? [{ name, node }] : [];
  });
  if (!recorded) return [{ leavesOut: true, sentAt }];
  const { name, node } = recorded;
  const at = placed(node.at('key'), 'tracing');
  const { store, edit } = facts;
  const why = node.why ?? 'computed at run time';
  const known =
    node.kind === 'dynamic' ? ({ state: 'undecidable', why } as const) : { state: 'shown' as const };
  return [{ leavesOut: false, sentAt, recording: { store, by: name, at, edit, ...known } }];
}

/** Whether a variable is on, or may be. */
const isOn = ({ kind, scalar }: CodeSyntaxNode): boolean =>
  kind === 'dynamic' || facts.on.includes(String(scalar).toLowerCase());
