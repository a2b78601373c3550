import type { Recording, TraceSettings } from '../../model/index.js';
import { type CodeDocument, type CodeSyntaxNode, callsOf, environmentWrites } from '../../program/index.js';
import { type LeavesOut, option, type Profile } from './framework.js';
import { placed } from './places.js';
import type { SetVariable } from './trace-store.js';

/** What a file says of the inputs and outputs in its traces. */
export interface FileContents {
  /** Calls that send traces to a store of a vendor. */
  recordings: Recording[];
  /** Stores to which another call of the file sends nothing. */
  redirected: string[];
  /** A variable of the environment leaves contents out. */
  isLeftOut: boolean;
  /** Variables of the environment that it sets. */
  variables: SetVariable[];
}

/** Reads the calls of a file that send traces, with inputs and outputs, to a store of a vendor. */
export function contentsIn(document: CodeDocument, profile: Profile): FileContents {
  const { stores = [] } = profile.tracing.contents ?? {};
  const found: FileContents = { recordings: [], redirected: [], isLeftOut: false, variables: [] };
  if (profile.tracing.store)
    found.variables = environmentWrites(document).map(({ name, value, at }) => ({
      name,
      value: value.kind === 'dynamic' ? undefined : String(value.scalar),
      at,
    }));
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
      if (given(node, store.elsewhere.option)?.scalar === store.elsewhere.value)
        found.redirected.push(store.name);
    } else if (store.calls.includes(dotted)) {
      const values = Object.entries(store.off ?? {}).map(([name, off]) => ({
        off,
        value: given(node, name),
      }));
      if (values.some(({ off, value }) => value?.scalar === off)) continue;
      const open = values.find(({ value }) => value?.kind === 'dynamic')?.value;
      found.recordings.push({
        store: store.name,
        by: node.call?.callee ?? dotted,
        at: placed(node.at(), 'tracing'),
        state: open ? 'undecidable' : 'shown',
        ...(open ? { why: open.why ?? 'computed at run time' } : {}),
        edit: profile.tracing.contents.edit,
      });
    }
  }
  return found;
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

/** Whether the settings of a run leave contents out; undefined where the framework has no such option. */
export function leftOutBy(settings: CodeSyntaxNode | undefined, { tracing }: Profile): LeavesOut | undefined {
  const { options = [] } = tracing.contents ?? {};
  if (options.length === 0) return undefined;
  const values = options.map((path) =>
    path.split('.').reduce<CodeSyntaxNode | undefined>((at, key) => at && option(at, key), settings),
  );
  if (values.every((value) => value?.scalar === false)) return true;
  return values.every((value) => value?.kind === 'dynamic' || value?.scalar === false)
    ? 'undecidable'
    : false;
}

/**
 * What is recorded of a system: nothing where each of its runs leaves contents out. `reported`: recordings that another
 * system of the program reports.
 */
export function recordedOf(
  {
    recordings,
    redirected,
    leftOut,
    isWithoutContents,
  }: {
    recordings: readonly Recording[];
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
  const sent = recordings.filter((one) => !redirected.has(one.store) && !reported.has(one));
  for (const one of sent) reported.add(one);
  const recorded = sent.map((one): Recording => (isOpen ? { ...one, state: 'undecidable', why } : one));
  return recorded.length > 0 ? { recorded } : {};
}
