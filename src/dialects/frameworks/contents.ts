import { TRACE_HOSTS } from '../../facts/trace-hosts.js';
import type { Recording, TraceSettings } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, environmentWrites } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { SetVariable } from './framework.js';
import type { LeavesOut, Profile } from './framework.js';
import { exportOf, isAgentName, isModuleOf } from './origins.js';
import { placed } from './places.js';

/** What a file says of the inputs and outputs in its traces. */
export interface FileContents {
  /** Calls that send traces to a store of a vendor. */
  recordings: Recording[];
  /** Stores to which another call of the file sends nothing. */
  redirected: string[];
  /** What makes agents record, wherever a store is set up. */
  recorders: Omit<Recording, 'store'>[];
  /** Stores that are set up here and receive what agents record. */
  receiving: string[];
  /** A variable of the environment leaves contents out. */
  isLeftOut: boolean;
  /** Variables of the environment that it sets. */
  variables: SetVariable[];
}

/** Reads the calls of a file that send traces, with inputs and outputs, to a store of a vendor. */
export function contentsIn(document: CodeDocument, profile: Profile): FileContents {
  const { stores = [] } = profile.tracing.contents ?? {};
  const found: FileContents = {
    recordings: [],
    redirected: [],
    recorders: recordersIn(document, profile),
    receiving: [],
    isLeftOut: false,
    variables: [],
  };
  if (profile.framework.vendor.store || profile.tracing.contents) found.variables = variablesSetIn(document);
  if (!profile.tracing.contents) return found;
  found.isLeftOut = environmentWrites(document).some(({ name, value }) =>
    leavesOut(name, value.kind === 'dynamic' ? '' : String(value.scalar), profile),
  );
  const from = (module: string) => stores.some(({ modules }) => modules.includes(module));
  for (const node of stores.length > 0 ? callsOf(document, { from }) : []) {
    const { module = '', dotted = '', file } = node.call?.origin ?? {};
    const store = file === undefined ? stores.find(({ modules }) => modules.includes(module)) : undefined;
    if (!store) continue;
    if (store.elsewhere?.call === dotted) {
      const isElsewhere = given(node, store.elsewhere.option)?.scalar === store.elsewhere.value;
      found[isElsewhere ? 'redirected' : 'receiving'].push(store.name);
    } else if (store.calls.includes(dotted)) {
      const recording = recordingOf(node, store.off, profile);
      const stated = TRACE_HOSTS[store.name]?.options.map((name) => given(node, name)).find(Boolean);
      const address = stated && { address: stated.kind === 'string' ? String(stated.scalar) : '' };
      if (recording) found.recordings.push({ store: store.name, ...recording, ...address });
    }
  }
  return found;
}

/** The variables of the environment that a program sets. */
export const variablesSetIn = (document: SourceDocument): SetVariable[] =>
  environmentWrites(document).map(({ name, value, at }) => ({
    name,
    value: value.kind === 'dynamic' ? undefined : String(value.scalar),
    at,
  }));

/** What a call records, and as what it is reported; undefined where its options leave contents out. */
function recordingOf(
  node: CodeSyntaxNode,
  off: Readonly<Record<string, boolean>> = {},
  profile: Profile,
): Omit<Recording, 'store'> | undefined {
  const values = Object.entries(off).map(([name, without]) => ({ without, value: given(node, name) }));
  if (values.some(({ without, value }) => value?.scalar === without)) return undefined;
  const open = values.find(({ value }) => value?.kind === 'dynamic')?.value;
  return {
    by: node.call?.callee ?? '',
    at: placed(node.at(), 'tracing'),
    state: open ? 'undecidable' : 'shown',
    ...(open ? { why: open.why ?? 'computed at run time' } : {}),
    edit: profile.tracing.contents?.edit ?? '',
  };
}

/** Calls of the framework and options of agents with which contents are recorded. */
function recordersIn(document: CodeDocument, profile: Profile): Omit<Recording, 'store'>[] {
  const { recorders } = profile.tracing.contents ?? {};
  if (!recorders) return [];
  return callsOf(document, { from: (module) => isModuleOf(profile, module) }).flatMap((node) => {
    const name = exportOf(node, profile.framework);
    if (name === undefined) return [];
    if (recorders.calls.includes(name)) return recordingOf(node, recorders.off, profile) ?? [];
    const stated = isAgentName(name, profile) ? node.call?.options.get(recorders.option) : undefined;
    if (!stated || stated.kind === 'null' || stated.scalar === false) return [];
    const recording = recordingOf(stated.call ? stated : node, recorders.off, profile);
    return recording ? [{ ...recording, by: recorders.option, at: placed(stated.written(), 'tracing') }] : [];
  });
}

/** An option of a call, or of an object that is passed to it: `instrument(Settings(include_content=False))`. */
function given({ call }: CodeSyntaxNode, name: string): CodeSyntaxNode | undefined {
  const objects = [
    ...(call?.positional ?? []),
    ...(call?.named.keys() ?? []).map((key) => call?.named.get(key)),
  ];
  const options = [call?.named, call?.options, ...objects.map((one) => one?.call?.options ?? one)];
  return options.map((one) => one?.get(name)).find((one) => one !== undefined);
}

/** Whether a value of the environment leaves contents out. */
export function leavesOut(name: string, value: string, { tracing }: Profile): boolean {
  return tracing.contents?.variables?.[name]?.includes(value.toLowerCase()) ?? false;
}

/**
 * What is recorded of a system: nothing where each of its runs leaves contents out. `reported`: recordings that another
 * system of the program reports.
 */
export function recordedOf(
  {
    recordings,
    recorders,
    receiving,
    redirected,
    leftOut,
    isWithoutContents,
  }: {
    recordings: readonly Recording[];
    recorders: readonly Omit<Recording, 'store'>[];
    receiving: ReadonlySet<string>;
    redirected: ReadonlySet<string>;
    leftOut: readonly LeavesOut[];
    isWithoutContents: boolean;
  },
  reported: Set<Recording>,
): Pick<TraceSettings, 'recorded' | 'isWithoutContents'> {
  if (isWithoutContents || (leftOut.length > 0 && leftOut.every((one) => one === true)))
    return { isWithoutContents: true };
  const isOpen = leftOut.length > 0 && leftOut.every((one) => one !== false);
  const why = 'whether its runs leave inputs and outputs out is computed at run time';
  const received = [...receiving]
    .filter((store) => !recordings.some((one) => one.store === store))
    .flatMap((store) => recorders.map((one): Recording => Object.assign(one, { store })));
  const sent = [...recordings, ...received].filter((one) => !redirected.has(one.store) && !reported.has(one));
  for (const one of sent) reported.add(one);
  const recorded = sent.map((one): Recording => (isOpen ? { ...one, state: 'undecidable', why } : one));
  return recorded.length > 0 ? { recorded } : {};
}
