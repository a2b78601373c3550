import type { EffectReading, Tool } from '../../model/index.js';
import data from './deeds.json' with { type: 'json' };

type Deeds = ReadonlyMap<string, string>;

const byWord = (deeds: Record<string, string>): Deeds =>
  new Map(
    Object.entries(deeds).flatMap(([deed, words]) =>
      words.split(' ').map((word): [string, string] => [word, deed]),
    ),
  );

const ACTS = byWord(data.deeds);
const OPEN_ENDED = byWord(data.openEnded);

/** What a tool does, in words that follow its name: `pays out money`, `can run any command`. */
export function deedOf(tool: Tool): string {
  const readings = tool.undeclared ? [tool.effect, tool.undeclared] : [tool.effect];
  const words = readings.flatMap(wordsBehind);
  if (tool.openEnded) {
    return (
      deedIn(OPEN_ENDED, [...programOf(tool), tool.kind, ...words, ...namesOf(tool)]) ??
      data.openEndedFallback
    );
  }
  const { effect } = tool.effect;
  const fallback = effect === 'outward' ? data.fallback.outward : data.fallback.destructive;
  // A name that spoke of another effect than the declared one tells another deed.
  const agrees = tool.undeclared === undefined || tool.undeclared.effect === effect;
  return (agrees ? deedIn(ACTS, words) : undefined) ?? fallback;
}

/** How the effect is known, as a sentence. */
export function knownFrom({ because }: EffectReading): string {
  return because === 'declared' ? 'Its effect is declared.' : `Known from ${because}.`;
}

/** The words that decided: `its name: "issue refund"` gives refund, then issue. */
function wordsBehind({ because }: EffectReading): string[] {
  const quoted = because.split('"')[1] ?? '';
  return quoted.toLowerCase().split(' ').reverse();
}

/** The program of a shell that may run commands of one form: with `curl` it sends requests, and runs no other command. */
const programOf = ({ command, effect }: Tool): string[] =>
  command === undefined ? [] : [effect.because.split('`')[1]?.split(' ')[0] ?? ''];

const namesOf = (tool: Tool) =>
  [tool.name, tool.type ?? ''].flatMap((name) =>
    name
      .toLowerCase()
      .split(/[^a-z]/)
      .reverse(),
  );

function deedIn(deeds: Deeds, words: readonly string[]): string | undefined {
  for (const word of words) {
    const deed = baseForms(word)
      .map((form) => deeds.get(form))
      .find((found) => found !== undefined);
    if (deed !== undefined) return deed;
  }
  return undefined;
}

/** `deletes`, `pushes`, `wiping` -> their base form among others; descriptions inflect their verbs. */
function baseForms(word: string): string[] {
  const forms = [word];
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`);
  return forms;
}
