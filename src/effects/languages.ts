import data from './languages.json' with { type: 'json' };
import { wordOf } from './words.js';

/** A text that is put into English, and what was written where the English words are now. */
export interface English {
  text: string;
  /** By English word: the form as it was written, in lower case and without accents. */
  originals: ReadonlyMap<string, string>;
}

/** A language of Latin script: forms of tool names, and those that only sentences have. */
interface Language {
  words: ReadonlyMap<string, string>;
  particles: ReadonlyMap<string, string>;
}

interface Languages {
  latin: readonly Language[];
  /** The forms of all languages of Latin script; no form has two meanings (a test). */
  names: ReadonlyMap<string, string>;
  /** Forms of scripts without spaces. */
  unspaced: ReadonlyMap<string, string>;
  longest: number;
}

const byForm = (words: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries(words).flatMap(([english, forms]) =>
      forms.split(' ').map((form): [string, string] => [form, english]),
    ),
  );

let compiled: Languages | undefined;

/** The table, compiled at the first text that may need it. */
function languages(): Languages {
  if (compiled) return compiled;
  const latin = Object.values(data.latin).map(
    (one): Language => ({ words: byForm(one.words), particles: byForm(one.particles) }),
  );
  const unspaced = new Map(Object.values(data.unspaced).flatMap((words) => [...byForm(words)]));
  compiled = {
    latin,
    names: new Map(latin.flatMap(({ words }) => [...words])),
    unspaced,
    longest: Math.max(...[...unspaced.keys()].map((form) => form.length)),
  };
  return compiled;
}

/** Chinese characters, kana and Hangul. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/gu;

/** `Envía` -> `envia`, `löscht` -> `loscht`, `ß` -> `ss`; scripts without accents stay as they are. */
const withoutAccents = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\u00c0-\u024f]/gu, (char) =>
      char === 'ß' ? 'ss' : char.normalize('NFD').replace(/[\u0300-\u036f]/gu, ''),
    );

/** The English words of a run without spaces, in its order; what no form matches is left out. */
function cut(run: string, originals: Map<string, string>): string[] {
  const { unspaced, longest } = languages();
  const found: string[] = [];
  for (let at = 0; at < run.length; ) {
    let length = Math.min(longest, run.length - at);
    while (length > 0 && !unspaced.has(run.slice(at, at + length))) length -= 1;
    const form = run.slice(at, at + length);
    const english = unspaced.get(form);
    if (english !== undefined) {
      found.push(english);
      originals.set(english, form);
    }
    at += Math.max(length, 1);
  }
  return found;
}

/** Kana or Hangul: the languages whose verb ends the sentence. */
const VERB_LAST = /[\u3040-\u30ff\uac00-\ud7af]/u;

/** A sentence of a script without spaces, with its verb first, as English has it. */
function unspacedSentence(sentence: string, originals: Map<string, string>): string {
  const words = sentence
    .replace(UNSPACED, (run) => ` ${cut(run, originals).join(' ')} `)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const isVerb = (word: string): boolean => (wordOf(word)?.sense ?? 'noun') !== 'noun';
  const at = VERB_LAST.test(sentence) ? words.findLastIndex(isVerb) : words.findIndex(isVerb);
  const verb = words[at];
  return verb === undefined ? words.join(' ') : [verb, 'the', ...words.toSpliced(at, 1)].join(' ');
}

/** Latin letters in a row; digits, `_` and the rest stay as they are written. */
const LETTERS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu;

function replaceWords(
  text: string,
  forms: readonly ReadonlyMap<string, string>[],
  originals: Map<string, string>,
) {
  return text.replace(LETTERS, (written) => {
    const form = written.toLowerCase();
    const english = forms.map((map) => map.get(form)).find((word) => word !== undefined);
    if (english === undefined) return written;
    originals.set(english, form);
    // A capital letter goes on beginning a word: `enviarCorreo` -> `sendMail`.
    return written === form ? english : `${english[0]?.toUpperCase()}${english.slice(1)}`;
  });
}

/** A tool's name with the words of other languages in English: `ejecutar_sql` -> `execute_sql`. */
export function nameInEnglish(name: string): English {
  const originals = new Map<string, string>();
  const cuts = name.replace(UNSPACED, (run) => ` ${cut(run, originals).join(' ')} `);
  return { text: replaceWords(withoutAccents(cuts), [languages().names], originals), originals };
}

/** The language of a description: the one whose words begin it; undefined for English. */
function languageOf(text: string): Language | undefined {
  const opening = [
    ...text
      .slice(0, 80)
      .toLowerCase()
      .matchAll(/[a-z]+/gu),
  ]
    .slice(0, 4)
    .map(([word]) => word);
  const [first = ''] = opening;
  if (wordOf(first)) return undefined;
  return languages().latin.find(
    ({ words, particles }) =>
      (words.has(first) || particles.has(first)) && opening.some((word) => words.has(word)),
  );
}

/** Behind this, no act of a description is looked for. */
const LONGEST = 1200;

/** A description that is written in another language, in English words of the same order; undefined for English. */
export function descriptionInEnglish(description: string): English | undefined {
  const text = description.slice(0, LONGEST);
  const originals = new Map<string, string>();
  if (text.search(UNSPACED) !== -1) {
    const sentences = text.split(/[。！？.\n]/u).map((sentence) => unspacedSentence(sentence, originals));
    return { text: sentences.join('. '), originals };
  }
  const plain = withoutAccents(text);
  const language = languageOf(plain);
  if (!language) return undefined;
  return { text: replaceWords(plain, [language.words, language.particles], originals), originals };
}
