import type { SystemTexts } from '../lint/result.js';
import { type Waiver, waiversOf } from '../lint/waivers.js';
import type { AgentSystem, ConfigLayer } from '../model/index.js';
import type { Labels } from './format.js';
import { jsonSystemText } from './formats/json.js';
import { jsonlSystemText, waiverLine } from './formats/jsonl.js';

/** Where texts are kept until the report is written. */
export interface TextStore {
  add(text: string): void;
  all(): Iterable<string>;
}

/** How formats that list systems write one. */
const WRITERS: Readonly<Record<string, (system: AgentSystem, labels: Labels) => string>> = {
  json: jsonSystemText,
  jsonl: jsonlSystemText,
};

/** Opens the texts of a run for those of some formats that list systems. */
export function openSystemTexts(
  formats: readonly string[],
  labels: Labels,
  open: () => TextStore,
): SystemTexts {
  const stores = new Map(formats.filter((format) => format in WRITERS).map((format) => [format, open()]));
  const waivers = formats.includes('jsonl') ? open() : undefined;
  const isNew = seenOnce();
  const chains = new Set<readonly ConfigLayer[]>();
  return {
    ...(waivers && {
      addWaivers({ files, ...rest }) {
        // What a chain of configurations lowers is the same for all of its files.
        const read = files.map((file) => (chains.has(file.layers) ? { ...file, layers: [] } : file));
        for (const { layers } of files) chains.add(layers);
        for (const waiver of waiversOf({ files: read, ...rest }))
          if (isNew(waiver)) waivers.add(waiverLine(waiver, labels));
      },
    }),
    waivers: () => waivers?.all() ?? [],
    add(system) {
      for (const [format, store] of stores) store.add(WRITERS[format]?.(system, labels) ?? '');
    },
    of: (format) => stores.get(format)?.all(),
  };
}

/** Tells whether a waiver is stated for the first time: several chains of configurations share one. */
function seenOnce(): (waiver: Waiver) => boolean {
  const seen = new Set<string>();
  return (waiver) => {
    if (waiver.source === 'comment' || waiver.source === 'file') return true;
    return seen.size !== seen.add(JSON.stringify(waiver)).size;
  };
}
