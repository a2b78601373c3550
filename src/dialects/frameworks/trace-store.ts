import type { Recording } from '../../model/index.js';
import { hostOf } from '../../model/secrets.js';
import type { Profile, SetVariable } from './framework.js';
import { placed } from './places.js';

type Store = NonNullable<Profile['tracing']['store']>;

/** The store to which the environment of a program sends its traces; undefined where it sends them to none. */
export function storeInEnvironment(
  settings: readonly SetVariable[],
  { tracing: { store } }: Profile,
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
export const sentByCall = (
  recording: Recording,
  settings: readonly SetVariable[],
  { tracing: { store } }: Profile,
): Recording | undefined =>
  store?.name === recording.store ? sentTo(store, recording, settings) : recording;

function sentTo(store: Store, recording: Recording, settings: readonly SetVariable[]): Recording | undefined {
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
    ...(store.regionEdit === undefined ? {} : { regionEdit: store.regionEdit }),
  };
}

/** Whether a variable says something of the store of traces. */
export const isOfStore = (name: string, store: Profile['tracing']['store']): boolean =>
  store !== undefined &&
  (Object.hasOwn(store.variables, name) || store.endpoints.includes(name) || store.hidden.includes(name));
