import { TRACE_ENDPOINTS, TRACE_HOSTS, type TraceHost, type TraceStore } from '../../../facts/trace-hosts.js';
import type { Recording } from '../../../model/index.js';
import { hostOf } from '../../../model/secrets.js';
import type { Framework, SetVariable } from '../framework.js';
import { placed } from '../places.js';

/** The store to which the environment of a program sends its traces; undefined where it sends them to none. */
export function storeInEnvironment(
  settings: readonly SetVariable[],
  { vendor: { store } }: Framework,
): Recording | undefined {
  const isOn = ({ name, value }: SetVariable): boolean =>
    value !== undefined && store?.variables[name]?.includes(value.toLowerCase()) === true;
  const on = settings.find(isOn);
  if (!store || !on) return undefined;
  const { name, edit } = store;
  return sentTo(
    store,
    { store: name, by: on.name, at: placed(on.at, 'tracing'), state: 'shown', edit },
    settings,
  );
}

/** What a call sends to a store, where the environment says where that is; undefined where it goes to the project itself. */
export function sentByCall(
  recording: Recording,
  settings: readonly SetVariable[],
  { vendor: { store } }: Framework,
): Recording | undefined {
  const place = TRACE_HOSTS[recording.store];
  if (place) return sentToHost(place, recording, settings);
  return store?.name === recording.store ? sentTo(store, recording, settings) : recording;
}

/** What a call sends to a store that the project may run itself: its address says whose it is. */
function sentToHost(
  { hosts, endpoints, edit, regionEdit }: TraceHost,
  recording: Recording,
  settings: readonly SetVariable[],
): Recording | undefined {
  const endpoint = settings.find(({ name }) => endpoints.includes(name));
  const address = recording.address ?? endpoint?.value;
  const host = hostOf(address ?? '');
  const [region] = Object.entries(hosts).find(([, one]) => one === host) ?? [];
  if (host !== undefined && region === undefined) return undefined;
  if (region !== undefined) return { ...recording, edit, regionEdit, region };
  const why = `who runs ${recording.store} is not known: ${endpoint || address !== undefined ? 'its address is computed at run time' : `\`${endpoints[0]}\` is not stated`}`;
  return { ...recording, edit, regionEdit, state: 'undecidable', why };
}

function sentTo(
  store: TraceStore,
  recording: Recording,
  settings: readonly SetVariable[],
): Recording | undefined {
  const endpoint = settings.find(({ name }) => store.endpoints.includes(name));
  const host = hostOf(endpoint?.value ?? '') ?? '';
  const [region] = Object.entries(store.hosts).find(([, one]) => one === host) ?? [];
  // Another host is a store of the project itself.
  if (endpoint?.value !== undefined && region === undefined) return undefined;
  const hides = (name: string): boolean =>
    settings.some((one) => one.name === name && one.value?.toLowerCase() === 'true');
  const isOpen = endpoint !== undefined && endpoint.value === undefined;
  return {
    ...recording,
    ...(isOpen ? { state: 'undecidable', why: `\`${endpoint.name}\` is computed at run time` } : {}),
    region: region ?? store.region,
    ...(store.hidden.every(hides) ? { isWithoutContents: true } : {}),
    regionEdit: store.regionEdit,
  };
}

/** Whether a variable says something of the store of traces. */
export const isOfStore = (name: string, store: TraceStore | undefined): boolean =>
  TRACE_ENDPOINTS.has(name) ||
  (store !== undefined &&
    (Object.hasOwn(store.variables, name) || store.endpoints.includes(name) || store.hidden.includes(name)));
