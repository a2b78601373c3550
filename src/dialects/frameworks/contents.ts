import { TRACE_HOSTS } from '../../facts/trace-hosts.js';
import type { Recording, TraceSettings } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, environmentWrites } from '../../program/index.js';
import type { SourceDocument } from '../../syntax/node.js';
import type { Framework, LeavesOut, SetVariable } from './framework.js';
import { isModuleOf } from './origins.js';
import { placed } from './places.js';
import type { Rows } from './rows/catalogue.js';
import { exportAt, makes } from './rows/things.js';

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
export function contentsIn(document: CodeDocument, framework: Framework): FileContents {
  const rows = framework.rowsOf(document.file);
  const { stores = [], edit = '' } = rows.stores ?? {};
  const found: FileContents = {
    recordings: [],
    redirected: [],
    recorders: recordersIn(document, rows, framework),
    receiving: [],
    isLeftOut: false,
    variables: [],
  };
  if (framework.vendor.store || rows.stores) found.variables = variablesSetIn(document);
  if (!rows.stores) return found;
  found.isLeftOut = environmentWrites(document).some(({ name, value }) =>
    leavesOut(name, value.kind === 'dynamic' ? '' : String(value.scalar), rows),
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
      const recording = recordingOf(node, store.off, edit);
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
  edit: string,
): Omit<Recording, 'store'> | undefined {
  const values = Object.entries(off).map(([name, without]) => ({ without, value: given(node, name) }));
  if (values.some(({ without, value }) => value?.scalar === without)) return undefined;
  const open = values.find(({ value }) => value?.kind === 'dynamic')?.value;
  return {
    by: node.call?.callee ?? '',
    at: placed(node.at(), 'tracing'),
    state: open ? 'undecidable' : 'shown',
    ...(open ? { why: open.why ?? 'computed at run time' } : {}),
    edit,
  };
}

/** Calls of the framework and options of agents with which contents are recorded. */
function recordersIn(document: CodeDocument, rows: Rows, framework: Framework): Omit<Recording, 'store'>[] {
  const { recorders, edit = '' } = rows.stores ?? {};
  if (!recorders) return [];
  return callsOf(document, { from: (module) => isModuleOf(rows, module) }).flatMap((node) => {
    if (recorders.calls.includes(exportAt(node, framework) ?? ''))
      return recordingOf(node, recorders.off, edit) ?? [];
    const stated = makes(node, 'agent', framework) ? node.call?.options.get(recorders.option) : undefined;
    if (!stated || stated.kind === 'null' || stated.scalar === false) return [];
    const recording = recordingOf(stated.call ? stated : node, recorders.off, edit);
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
export function leavesOut(name: string, value: string, { stores }: Rows): boolean {
  return stores?.variables?.[name]?.includes(value.toLowerCase()) ?? false;
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
