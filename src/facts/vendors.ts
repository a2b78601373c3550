import type { VendorProfile } from '../model/vendor.js';
import openai from './vendors/openai.json' with { type: 'json' };

const PROFILES: readonly VendorProfile[] = [openai as VendorProfile];

/** Names that `vendor:` takes. */
export const VENDORS: readonly string[] = PROFILES.map((profile) => profile.name);

/** The dated profile of a vendor, where there is one. */
export function vendorProfile(name: string | undefined): VendorProfile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}

/** The profile whose beta header is among these header names; header names ignore case. */
export function vendorOfHeaders(names: Iterable<string>): VendorProfile | undefined {
  for (const name of names) {
    const found = PROFILES.find((profile) => profile.betaHeader.toLowerCase() === name.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

/** The profile whose hosts a request is sent to; undefined where no host is known. */
export function vendorOfHost(host: string | undefined): VendorProfile | undefined {
  if (host === undefined) return undefined;
  return PROFILES.find(({ hosts }) => hosts.some((one) => host === one || host.endsWith(`.${one}`)));
}

/** What an environment type means to the vendor that documents it; undefined where none does. */
export function environmentKindOf(type: string): 'hosted' | 'self-hosted' | 'other' | undefined {
  for (const { environmentTypes } of PROFILES)
    if (Object.hasOwn(environmentTypes, type)) return environmentTypes[type];
  return undefined;
}
