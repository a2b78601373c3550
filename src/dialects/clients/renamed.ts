import type { ClientProfile } from './profile.js';

/** The profile of a client that took over the settings of another one, with its own name in each sentence. */
export const renamed = (profile: ClientProfile, client: string): ClientProfile => ({
  ...inTexts(profile, (text) => text.replaceAll(profile.client, client)),
  source: profile.source,
});

function inTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T & string;
  if (Array.isArray(value)) return value.map((one: unknown) => inTexts(one, change)) as T & unknown[];
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [key, inTexts(one, change)]),
  ) as T & object;
}
