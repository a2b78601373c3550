import { nearest } from '../model/nearest.js';
import type { Requirements } from '../model/requirements.js';
import facts from './regions.json' with { type: 'json' };

const EU = new Set(facts.eu);
const EEA = new Set([...facts.eu, ...facts.eeaOnly]);
const COUNTRIES = new Set(facts.countries);

/** Everything that may be in `residency`, in lower case. */
const REGIONS: readonly string[] = ['eu', 'eea', 'any', ...facts.countries];

/** The stated regions in lower case; empty where residency is not stated. */
export function regionsOf(requirements: Requirements): string[] {
  return (requirements.residency ?? []).map((region) => region.trim().toLowerCase());
}

/** Whether a region is `eu`, `eea`, `any` or a country's code; any case. */
export function isRegion(region: string): boolean {
  const name = region.toLowerCase();
  return name === 'eu' || name === 'eea' || name === 'any' || COUNTRIES.has(name);
}

const TITLES: Readonly<Record<string, string>> = { eu: 'the EU', eea: 'the EEA', us: 'the US', gb: 'the UK' };

/** A region as it stands behind "in": `the EU`, a country by its code. */
export function regionTitle(region: string): string {
  const name = region.trim().toLowerCase();
  return Object.hasOwn(TITLES, name) ? (TITLES[name] ?? name) : name.toUpperCase();
}

/** Whether a region lies in the EU or the EEA. Lower case expected. */
export function isEuropean(region: string): boolean {
  return region === 'eu' || region === 'eea' || EEA.has(region);
}

/** Whether every place of `inner` lies in `outer`. Lower case expected. */
export function isWithin(inner: string, outer: string): boolean {
  if (inner === outer || outer === 'any') return true;
  if (outer === 'eu') return EU.has(inner);
  if (outer === 'eea') return inner === 'eu' || EEA.has(inner);
  return false;
}

/** Codes that people write and that are none. */
const COMMON: Readonly<Record<string, string>> = {
  uk: 'gb',
  el: 'gr',
  usa: 'us',
  europe: 'eu',
  'european union': 'eu',
};

/** The region that a text names: a code in any case, a country's English name, a cloud's name that can mean nothing but the US. */
export function regionNamed(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  if (isRegion(name)) return name;
  if (name.startsWith('us-')) return 'us';
  if (Object.hasOwn(COMMON, name)) return COMMON[name];
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return REGIONS.find((code) => code.length === 2 && names.of(code.toUpperCase())?.toLowerCase() === name);
}

/** The region that a name was meant to be: a country's English name, or one of the codes that people mistake. */
export function regionMeant(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  if (Object.hasOwn(COMMON, wanted)) return COMMON[wanted];
  // A cloud's name: `eu-central-1`, `us-east-1`.
  const [cloud = ''] = wanted.split('-');
  if (cloud !== wanted && (cloud === 'eu' || cloud === 'us')) return cloud;
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const codes = new Map(
    REGIONS.filter((code) => code.length === 2).map((code) => [names.of(code.toUpperCase()) ?? code, code]),
  );
  const meant = wanted.length > 3 ? nearest(wanted, codes.keys()) : undefined;
  return meant === undefined ? undefined : codes.get(meant);
}
