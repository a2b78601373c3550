import { vendorProfile } from '../facts/vendors.js';
import { type AgentSystem, type ConfigLayer, placeSpan } from '../model/index.js';
import { displayText } from '../model/secrets.js';
import { type UnusedToolLists, vendorOf } from '../systems/index.js';
import type { RuleInForce, RuleSelection } from './severities.js';

/** Collects what a run has to say beside its findings. */
export interface Notes {
  add(system: AgentSystem, layers: readonly ConfigLayer[]): void;
  /** A file that may hold an agent and could not be read, or one that the user named and that no dialect claims. */
  unread(path: string, reason: string, isNamed: boolean): void;
  /** A file on which agent-lint failed, with the first line of the error. */
  failed(path: string, error: string): void;
  all(): string[];
  /** Vendor profiles that files select by themselves, with these files. */
  vendors(): VendorFiles[];
}

/** Notes in the order of their text: what a run is divided into decides nothing. */
export const inTextOrder = (notes: readonly string[]): string[] => [...notes].sort();

/** Files that select a vendor profile by themselves. */
export interface VendorFiles {
  vendor: string;
  files: string[];
}

/** Levels asked for on the command line that a locked rule does not take. */
export function lockNotes(rules: readonly RuleInForce[], selection: RuleSelection): string[] {
  return rules.flatMap(({ rule, level, lockedBy }) => {
    const asked = selection.rules?.[rule.id];
    if (lockedBy === undefined || asked === undefined || asked === level) return [];
    return [`\`${rule.id}=${asked}\` has no effect: the rule is locked at ${level} by ${lockedBy}.`];
  });
}

/** Saved tool lists that no server uses: people believe that effects and allow-lists are checked with them. */
export function toolListNotes({ files, entries }: UnusedToolLists): string[] {
  const notes = [
    ...files.map(
      ({ path, server }) =>
        `The saved tool list ${placeSpan(path)} has no effect: no agent has an MCP server \`${displayText(server)}\`. Correct its \`server\`, name it in \`tool_lists\`, or remove it.`,
    ),
    ...entries.map(({ server, at }) => {
      const { line, column } = at.range().start;
      return `\`tool_lists.${displayText(server)}\` (${at.file}:${line}:${column}) has no effect: no agent has an MCP server of that name or address.`;
    }),
  ];
  const more = notes.length - MOST_UNREAD;
  return more > 0 ? [...notes.slice(0, MOST_UNREAD), `${more} more saved tool lists have no effect.`] : notes;
}

/** Files named one by one that get a note of their own; a hook may name hundreds. */
const MOST_UNREAD = 5;

/** Opens the notes of a run: vendor profiles that files select by themselves, and named files that were not checked. */
export function openNotes(): Notes {
  const selected = new Map<string, Set<string>>();
  const unread: string[] = [];
  const named: string[] = [];
  const failed: string[] = [];
  return {
    add({ vendor, file }, layers) {
      if (vendor === undefined || vendorOf(layers) !== undefined) return;
      const files = selected.get(vendor) ?? new Set();
      selected.set(vendor, files.add(file));
    },
    unread: (path, reason, isNamed) => {
      (isNamed ? named : unread).push(`${placeSpan(path)} was not checked: ${reason}.`);
    },
    failed: (path, error) => {
      failed.push(displayText(`agent-lint failed on ${placeSpan(path)}: ${error}`));
    },
    vendors: () => [...selected].map(([vendor, files]) => ({ vendor, files: [...files] })),
    all: () => [
      ...[...selected].map(([vendor, files]) => vendorNote(vendor, [...files])),
      ...failed,
      ...unread,
      ...inTextOrder(named).slice(0, MOST_UNREAD),
      ...(named.length > MOST_UNREAD
        ? [`${named.length - MOST_UNREAD} more named files were not checked.`]
        : []),
    ],
  };
}

/** The note on files that select a vendor profile by themselves. */
export function vendorNote(vendor: string, files: readonly string[]): string {
  const profile = vendorProfile(vendor);
  const [first = ''] = files;
  const where = files.length === 1 ? placeSpan(first) : `${placeSpan(first)} and ${files.length - 1} more`;
  return `The vendor profile \`${vendor}\` (${profile?.title}, checked ${profile?.checkedOn}) applies to ${where}, because a header or an import names the vendor. It documents extra fields; the spec decides.`;
}
