import { valuedOf } from '../../facts/programs/table.js';
import { isUnfilled, type Launch } from '../../model/index.js';
import { optionsAtStart } from '../../syntax/shell/command-line.js';
import { type Launched, textOf, type Word } from './command-line.js';

const VALUED = new Set(valuedOf('dockerRun'));

/** A tag that names one build, as far as a tag can. */
const EXACT_TAG = /^v?\d+\.\d+(?:\.\d+)?(?:[-+.][\w.+-]{1,60})?$/;

/**
 * Reads the words behind `docker`: the image of `run` or `container run`, and what of this machine it is given. Other
 * commands (`compose run`, `mcp gateway run`) name no image.
 */
export function readContainer(given: readonly Word[]): Pick<Launched, 'launch' | 'rest' | 'mounts'> {
  const words = runWords(given);
  const mounts: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) break;
    if (!word.text.startsWith('-')) {
      const launch = imageOf(word);
      return { rest: words.slice(i + 1), mounts, ...(launch ? { launch } : {}) };
    }
    const { name, value, takesNext } = optionOf(word, words[i + 1]);
    const source = value && mountSource(name, value.text);
    if (value && source !== undefined) mounts.push({ text: source, at: value.at });
    if (takesNext) i++;
  }
  return { rest: [], mounts };
}

function runWords(given: readonly Word[]): readonly Word[] {
  const words = given.slice(optionsAtStart(given, valuedOf('docker'), textOf));
  const isContainer = words[0]?.text === 'container';
  return words[isContainer ? 1 : 0]?.text === 'run' ? words.slice(isContainer ? 2 : 1) : [];
}

/** An option of `docker run`: `--name=value`, `--name value`, `-v /a:/b`, `-v/a:/b`, `-itv /a:/b`. */
function optionOf({ text, at }: Word, next: Word | undefined) {
  const equals = text.startsWith('--') ? text.indexOf('=') : -1;
  if (equals > 0) return { name: text.slice(0, equals), value: { text: text.slice(equals + 1), at } };
  const letters = text.startsWith('--') ? [] : [...text].map((letter) => `-${letter}`);
  const index = letters.findIndex((letter, place) => place > 0 && VALUED.has(letter));
  const name = letters[index] ?? text;
  const behind = index < 0 ? '' : text.slice(index + 1).replace(/^=/, '');
  if (behind !== '') return { name, value: { text: behind, at } };
  return VALUED.has(name) ? { name, value: next, takesNext: true } : { name };
}

function mountSource(option: string, value: string): string | undefined {
  if (option === '-v' || option === '--volume') {
    // `C:\folder:/target` holds a colon of its own.
    const colon = value.indexOf(':', /^[A-Za-z]:[\\/]/.test(value) ? 2 : 0);
    return colon > 0 ? value.slice(0, colon) : undefined;
  }
  return option === '--mount' ? /(?:^|,)(?:src|source)=([^,]+)/.exec(value)?.[1] : undefined;
}

function imageOf({ text, at }: Word): Launch | undefined {
  if (text.startsWith('$') || text === '') return undefined;
  const digest = text.indexOf('@sha256:');
  const [name, tag] = nameAndTag(digest > 0 ? text.slice(0, digest) : text);
  if (digest > 0) {
    const version = text.slice(digest + 1);
    return { from: 'image', name, version, pinned: !isUnfilled(version), at };
  }
  const pinned = tag !== undefined && EXACT_TAG.test(tag);
  return { from: 'image', name, ...(tag === undefined ? {} : { version: tag }), pinned, at };
}

/** `registry:5000/box:1.2.3`: a colon before the last `/` is a port. */
function nameAndTag(image: string): [name: string, tag?: string] {
  const colon = image.lastIndexOf(':');
  return colon > image.lastIndexOf('/') ? [image.slice(0, colon), image.slice(colon + 1)] : [image];
}
