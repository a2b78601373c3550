import { howKnown } from '../../effects/index.js';
import type { EffectReading, Tool } from '../../model/index.js';
import data from './effect-phrases.json' with { type: 'json' };

type Phrases = ReadonlyMap<string, string>;

const byWord = (phrases: Record<string, string>): Phrases =>
  new Map(
    Object.entries(phrases).flatMap(([phrase, words]) =>
      words.split(' ').map((word): [string, string] => [word, phrase]),
    ),
  );

const IRREVERSIBLE = byWord({ ...data.payments, ...data.irreversible });
const OPEN_ENDED = byWord(data.openEnded);
const COMMANDS: Phrases = new Map(
  Object.entries(data.commands).flatMap(([phrase, starts]) =>
    starts.split(', ').map((start): [string, string] => [start, phrase]),
  ),
);

/** What a tool does, in words that follow its name: `pays out money`, `can run any command`. */
export function effectPhrase(tool: Tool): string {
  const readings = tool.undeclared ? [tool.effect, tool.undeclared] : [tool.effect];
  const words = readings.flatMap(wordsBehind);
  if (tool.openEnded) {
    return (
      phraseIn(OPEN_ENDED, [...programOf(tool), tool.kind, ...words, ...namesOf(tool)]) ??
      data.openEndedFallback
    );
  }
  const { effect, because } = tool.effect;
  if (because.from === 'script-name') return data.script;
  if (because.from === 'any-script') return data.anyScript;
  if (because.from === 'command') return commandPhrase(because.words, tool);
  const fallback = effect === 'outward' ? data.fallback.outward : data.fallback.destructive;
  // A name that suggests another effect than the declared one has no phrase for it.
  const agrees = tool.undeclared === undefined || tool.undeclared.effect === effect;
  // What is known from its kind is a tool of a framework or a client, whose name says what it does.
  const known = because.from === 'kind' ? namesOf(tool) : words;
  return (agrees ? phraseIn(IRREVERSIBLE, known) : undefined) ?? fallback;
}

/** What a command does: by its first three or two words, else by a verb among them, else by its program. */
function commandPhrase(command: string, { effect, containedBy }: Tool): string {
  const words = command.toLowerCase().split(' ');
  const { outward, destructive, local } = data.fallback.command;
  const fallback =
    containedBy?.by === 'machine' ? local : effect.effect === 'outward' ? outward : destructive;
  return (
    COMMANDS.get(words.slice(0, 3).join(' ')) ??
    COMMANDS.get(words.slice(0, 2).join(' ')) ??
    phraseIn(IRREVERSIBLE, [...words].reverse()) ??
    COMMANDS.get(words[0] ?? '') ??
    fallback
  );
}

/** How the effect is known, in brackets: `(inferred from its name: "refund")`. */
export const evidenceOfEffect = ({ because }: EffectReading): string => `(${howKnown(because)})`;

/** The words that decided, the last one first: `issue refund` gives refund, then issue. */
function wordsBehind({ because }: EffectReading): string[] {
  return 'words' in because ? because.words.toLowerCase().split(' ').reverse() : [];
}

/**
 * The program of a shell that may run commands of one form: with `curl` it sends requests, and runs no other command. Before
 * it the last word, where that runs a command somewhere: `az containerapp exec`.
 */
function programOf({ command, effect: { because } }: Tool): string[] {
  if (command === undefined || because.from !== 'command') return [];
  const [program = '', ...rest] = because.words.split(' ');
  return [...rest.slice(-1).filter((word) => RUNNING.has(word)), program];
}

/** What runs any command on another machine, or code from an address. */
const RUNNING: ReadonlySet<string> = new Set(data.running);

const namesOf = (tool: Tool) =>
  [tool.name, tool.type ?? ''].flatMap((name) =>
    name
      .toLowerCase()
      .split(/[^a-z]/)
      .reverse(),
  );

function phraseIn(phrases: Phrases, words: readonly string[]): string | undefined {
  for (const word of words) {
    const phrase = baseForms(word)
      .map((form) => phrases.get(form))
      .find((found) => found !== undefined);
    if (phrase !== undefined) return phrase;
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
