import type { VendorProfile } from '../model/vendor.js';
import openai from './vendors/openai.json' with { type: 'json' };

const PROFILES: readonly VendorProfile[] = [openai as VendorProfile];

/** Names that `vendor:` takes. */
export const VENDORS: readonly string[] = PROFILES.map((profile) => profile.name);

/** The dated profile of a vendor, where there is one. */
export function vendorProfile(name: string | undefined): VendorProfile | undefined {
  return PROFILES.find((profile) => profile.name === name);
}
