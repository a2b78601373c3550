import type { SystemTexts } from '../lint/result.js';
import { type Waiver, waiversOf } from '../lint/waivers.js';
import type { AgentSystem, ConfigLayer } from '../model/index.js';
import type { Labels } from './format.js';
import { jsonSystemText } from './formats/json.js';
import { jsonlSystemText } from './formats/jsonl.js';
import { compareText } from './shared/order.js';

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

/** Opens the texts of a run for those of some formats that list systems. The report of a shard lists its waivers, too. */
export function openSystemTexts(
  formats: readonly string[],
  labels: Labels,
  open: () => TextStore,
  forShard = false,
): SystemTexts {
  const stores = new Map(formats.filter((format) => format in WRITERS).map((format) => [format, open()]));
  const waivers = formats.includes('jsonl') || forShard ? open() : undefined;
  const shared = new Map<string, Waiver>();
  const chains = new Set<readonly ConfigLayer[]>();
  return {
    ...(waivers && {
      addWaivers({ files, ...rest }) {
        // What a chain of configurations lowers is the same for all of its files.
        const read = files.map((file) => (chains.has(file.layers) ? { ...file, layers: [] } : file));
        for (const { layers } of files) chains.add(layers);
        for (const waiver of waiversOf({ files: read, ...rest }))
          if (isOfFile(waiver)) waivers.add(JSON.stringify(waiver));
          else shared.set(JSON.stringify(waiver), waiver);
      },
    }),
    *waivers() {
      yield* waivers?.all() ?? [];
      for (const waiver of inWaiverOrder([...shared.values()])) yield JSON.stringify(waiver);
    },
    add(system) {
      for (const [format, store] of stores) store.add(WRITERS[format]?.(system, labels) ?? '');
    },
    of: (format) => stores.get(format)?.all(),
  };
}

/** Whether a waiver is stated in a file that is checked, not by a configuration or a baseline that many files share. */
const isOfFile = ({ source }: Waiver) => source === 'comment' || source === 'file';

/** Waivers as a run lists them: those of files in the order of their files, then those that files share, by their place. */
export function inWaiverOrder(
  waivers: readonly Waiver[],
  compare: (a: string, b: string) => number = compareText,
): Waiver[] {
  const shared = waivers.filter((one) => !isOfFile(one)).map((one) => ({ one, text: JSON.stringify(one) }));
  shared.sort(
    (a, b) =>
      compareText(a.one.file, b.one.file) ||
      (a.one.range?.start.line ?? 0) - (b.one.range?.start.line ?? 0) ||
      compareText(a.text, b.text),
  );
  return [
    ...waivers.filter(isOfFile).sort((a, b) => compare(a.file, b.file)),
    ...shared.map(({ one }) => one),
  ];
}
