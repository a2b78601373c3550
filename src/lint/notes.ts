import { vendorProfile } from '../facts/vendors.js';
import type { AgentSystem, ConfigLayer } from '../model/index.js';
import { vendorOf } from '../systems/index.js';

/** Collects what a run has to say beside its findings. */
export interface Notes {
  see(system: AgentSystem, layers: readonly ConfigLayer[]): void;
  all(): string[];
}

/** Opens the notes of a run: one for each vendor profile that files select by themselves. */
export function openNotes(): Notes {
  const selected = new Map<string, Set<string>>();
  return {
    see({ vendor, file }, layers) {
      if (vendor === undefined || vendorOf(layers) !== undefined) return;
      const files = selected.get(vendor) ?? new Set();
      selected.set(vendor, files.add(file));
    },
    all: () => [...selected].map(([vendor, files]) => vendorNote(vendor, files)),
  };
}

function vendorNote(vendor: string, files: ReadonlySet<string>): string {
  const profile = vendorProfile(vendor);
  const [first = ''] = files;
  const where = files.size === 1 ? first : `${first} and ${files.size - 1} more`;
  return `The profile \`${vendor}\` (${profile?.title}, checked ${profile?.checkedOn}) is in force where a header or an import names the vendor: ${where}. It documents extras; the spec still judges.`;
}
