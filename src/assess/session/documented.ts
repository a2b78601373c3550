import schema from '../../../schemas/payload.schema.json' with { type: 'json' };
import type { UndocumentedPart, VendorProfile } from '../../model/index.js';
import { nearest } from '../../model/nearest.js';
import { type KeySchema, keysIn } from '../../syntax/schema-keys.js';

/** Whether a vendor profile documents what the spec does not. It quiets a finding, never a judgement. */
export function isDocumented({ what, name }: UndocumentedPart, vendor: VendorProfile | undefined): boolean {
  if (vendor === undefined) return false;
  if (what === 'environment-type') return Object.hasOwn(vendor.environmentTypes, name);
  if (what === 'tool-type' || what === 'tool-kind') return vendor.toolTypes.includes(name);
  return vendor.fields.includes(name);
}

const fieldsAt = keysIn(schema as KeySchema);

/** The documented field beside an undocumented one that was probably meant. */
export function meantField(
  { what, name }: UndocumentedPart,
  vendor: VendorProfile | undefined,
): string | undefined {
  if (what !== 'key') return undefined;
  const dot = name.lastIndexOf('.');
  const around = name.slice(0, dot + 1);
  const pointer = around === '' ? '' : `/${around.slice(0, -1).replaceAll('[]', '.0').replaceAll('.', '/')}`;
  const documented = (vendor?.fields ?? []).filter(
    (field) => field.lastIndexOf('.') === dot && field.startsWith(around),
  );
  const known = [...fieldsAt(pointer), ...documented.map((field) => field.slice(dot + 1))];
  return nearest(name.slice(dot + 1), known);
}
