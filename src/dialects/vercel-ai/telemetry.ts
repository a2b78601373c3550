import type { CodeSyntaxNode } from '../../program/index.js';
import type { Fields, FoundAgent, LeavesOut, Telemetry } from '../frameworks/framework.js';
import { placed } from '../frameworks/places.js';
import vendor from './vendor.json' with { type: 'json' };

/** What the options of a run say of its telemetry. */
interface TelemetryOptions {
  /** The options, of which the first that is stated counts. */
  readonly options: readonly string[];
  /** Members: whether it is on, whether it has inputs and outputs, what sends it. */
  readonly enabled: string;
  readonly contents: readonly string[];
  readonly sends: string;
  /** It is off unless `enabled` turns it on. */
  readonly turnsOn: boolean;
  /** Where it is sent. */
  readonly store: string;
  /** How contents are left out, and how telemetry is switched on, as sentences. */
  readonly edit: string;
  readonly remedy: string;
}

/** Reads what the options of the runs of an agent say of their telemetry. `given`: those of each run, else of the agent. */
export function readTelemetry(found: FoundAgent, given: readonly Fields[]): void {
  const stated = vendor.telemetry.find(found.rows.isIn);
  if (stated) found.telemetry = given.map((get) => telemetryOf(get, stated));
}

function telemetryOf(
  get: Fields,
  { options, enabled, contents, sends, turnsOn, store, edit, remedy }: TelemetryOptions,
): Telemetry {
  const [stated] = options.flatMap((key) => {
    const node = get(key);
    return node && node.kind !== 'null' ? [{ key, node }] : [];
  });
  if (!stated) return { leavesOut: false };
  const { key, node } = stated;
  const at = placed(node.written(), 'tracing');
  const on = node.get(enabled);
  if (on?.scalar === false) {
    const name = `${key}.${enabled}: false`;
    return { leavesOut: true, off: { name, state: 'shown', at, ofRun: true, remedy } };
  }
  const leavesOut = leftOut(node, contents);
  const isSent = isGiven(node.get(sends));
  const isOn = isSent || (turnsOn && (on?.scalar === true || on?.kind === 'dynamic'));
  if (!isOn) return { leavesOut };
  const open = on?.kind === 'dynamic' && !isSent ? on : undefined;
  const why = open ? (open.why ?? 'computed at run time') : undefined;
  return {
    leavesOut,
    sentAt: at,
    recording: {
      store,
      by: key,
      at,
      edit,
      ...(why === undefined ? { state: 'shown' } : { state: 'undecidable', why }),
    },
  };
}

const isGiven = (node: CodeSyntaxNode | undefined): boolean => node !== undefined && node.kind !== 'null';

/** Whether all of some members are false. */
function leftOut(node: CodeSyntaxNode, names: readonly string[]): LeavesOut {
  if (node.kind === 'dynamic') return 'undecidable';
  const values = names.map((one) => node.get(one));
  if (values.every((one) => one?.scalar === false)) return true;
  return values.every((one) => one?.scalar === false || one?.kind === 'dynamic') ? 'undecidable' : false;
}
