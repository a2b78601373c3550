import type { Waiver, WaiverKind } from '../lint/waivers.js';
import { markdownCode, markdownRow, markdownText } from './shared/markdown.js';
import { count, jsonText, sentence, visible, withoutCommands } from './shared/text.js';
import { placeOf, waiverSubject, waiverWords } from './shared/waiver-words.js';

/** How waivers are printed. */
export const WAIVERS_FORMATS = ['text', 'json', 'markdown'] as const;
export type WaiversFormat = (typeof WAIVERS_FORMATS)[number];

/** What is printed of the waivers of a project. */
export interface PrintedWaivers {
  /** The day that end dates are compared with, `YYYY-MM-DD`. */
  asOf: string;
  waivers: readonly Waiver[];
  /** The commit that they are compared with, as the user wrote it, and those that are new since then. */
  since?: { ref: string; added: ReadonlySet<Waiver> };
}

/** The sentence for an empty list. */
export const NO_WAIVERS = 'No waivers.';

/** Waivers as text; ends with a line break. JSON is `agent-lint/waivers@1`, `schemas/waivers.schema.json`. */
export function renderWaivers(printed: PrintedWaivers, format: WaiversFormat): string {
  if (format === 'json') return jsonText(waiversJson(printed));
  if (printed.waivers.length === 0) return `${NO_WAIVERS}\n`;
  const lines = format === 'markdown' ? markdownLines(printed) : textLines(printed);
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The waivers as plain data. */
function waiversJson({ asOf, waivers, since }: PrintedWaivers) {
  return {
    schema: 'agent-lint/waivers@1' as const,
    asOf,
    ...(since && { since: since.ref, added: since.added.size }),
    waivers: waivers.map((waiver) => ({
      ...waiver,
      ...(since && { new: since.added.has(waiver) }),
    })),
  };
}

const TITLES: readonly (readonly [kind: WaiverKind, one: string, many: string])[] = [
  ['ignore', 'ignore', 'ignores'],
  ['baseline', 'baseline entry', 'baseline entries'],
  ['effect', 'declared effect', 'declared effects'],
  ['claim', 'claim', 'claims'],
  ['attestation', 'attested control', 'attested controls'],
  ['exclude', 'exclude', 'excludes'],
  ['lowered-rule', 'lowered rule', 'lowered rules'],
];

/** Those that are new first, then all others by kind. */
function groupsOf({ waivers, since }: PrintedWaivers): [title: string, waivers: Waiver[]][] {
  const isNew = (waiver: Waiver) => since?.added.has(waiver) === true;
  const added = waivers.filter(isNew);
  const kinds = TITLES.flatMap(([kind, one, many]): [string, Waiver[]][] => {
    const own = waivers.filter((waiver) => waiver.kind === kind && !isNew(waiver));
    return own.length === 0 ? [] : [[sentence(own.length === 1 ? one : many), own]];
  });
  return added.length === 0 || !since ? kinds : [[`New since ${since.ref}`, added], ...kinds];
}

/** `3 waivers, 1 of them expired.` */
function totals({ waivers, since }: PrintedWaivers): string {
  const expired = waivers.filter((waiver) => waiver.expired).length;
  const added = since ? `, ${since.added.size} of them new since ${since.ref}` : '';
  return `${count(waivers.length, 'waiver')}${added}${expired === 0 ? '' : `, ${expired} expired`}.`;
}

function textLines(printed: PrintedWaivers): string[] {
  return [
    ...groupsOf(printed).flatMap(([title, waivers]) => [
      visible(title),
      ...waivers.map((waiver) => `  ${visible(sentence(waiverWords(waiver)))}`),
      '',
    ]),
    visible(totals(printed)),
  ];
}

function markdownLines(printed: PrintedWaivers): string[] {
  return [
    ...groupsOf(printed).flatMap(([title, waivers]) => [
      `### ${markdownText(title)}`,
      '',
      markdownRow(['What', 'For', 'Until', 'Reason', 'Place']),
      markdownRow(['---', '---', '---', '---', '---']),
      ...waivers.map(markdownLine),
      '',
    ]),
    markdownText(totals(printed)),
  ];
}

function markdownLine(waiver: Waiver): string {
  const { kind, files = [], at, until, expired, reason } = waiver;
  const globs = kind === 'exclude' ? [] : files;
  return markdownRow([
    markdownText(sentence(waiverSubject(waiver))),
    [...globs, ...(at === undefined ? [] : [at])].map(markdownCode).join(' '),
    until === undefined ? '' : `${markdownText(until)}${expired ? ' (expired)' : ''}`,
    markdownText(reason),
    markdownCode(placeOf(waiver)),
  ]);
}
