import type { SystemTexts } from '../lint/result.js';
import type { AgentSystem } from '../model/index.js';
import type { Labels } from './format.js';
import { jsonSystemText } from './formats/json.js';
import { jsonlSystemText } from './formats/jsonl.js';

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
  return {
    add(system) {
      for (const [format, store] of stores) store.add(WRITERS[format]?.(system, labels) ?? '');
    },
    of: (format) => stores.get(format)?.all(),
  };
}
