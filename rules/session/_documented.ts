import type { UndocumentedPart, VendorProfile } from '../../src/model/index.js';

/** Whether a vendor profile documents what the spec does not. It quiets a finding, never a judgement. */
export function isDocumented({ what, name }: UndocumentedPart, vendor: VendorProfile | undefined): boolean {
  if (vendor === undefined) return false;
  if (what === 'environment-type') return Object.hasOwn(vendor.environmentTypes, name);
  if (what === 'tool-type' || what === 'tool-kind') return vendor.toolTypes.includes(name);
  return vendor.fields.includes(name);
}
