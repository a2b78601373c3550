import { MODEL_ADDRESSES, RUNNING_WORDS, type VendorClient } from '../../facts/model-clients.js';
import { THREAD_SERVERS, type ThreadServer } from '../../facts/server-threads.js';
import { literalPattern } from '../../model/pattern.js';
import { type GrammarName, importsAny } from '../../program/index.js';

/** Finds one of some words in a text: one search for all of them is the fastest. */
const anyOf = (words: readonly string[]): RegExp => new RegExp(words.map(literalPattern).join('|'));

/** A search that tells whether a text may call one of some clients with tools, without parsing: in doubt, it may. */
export function modelCalls(
  clients: readonly VendorClient[],
): (text: string, grammar: GrammarName) => boolean {
  const runs = anyOf(RUNNING_WORDS);
  return (text, grammar) =>
    clients.some(
      ({ modules, calls, tools }) =>
        (mayGive(text, tools) || runs.test(text)) &&
        (calls.some((path) => path.includes('.') && text.includes(`.${path}`)) ||
          (calls.some((path) => text.includes(lastOf(path))) &&
            importsAny(text, modules.map(firstOf), grammar))),
    );
}

/** Whether a text may make a client and pass it on with tools to a function that calls it, without parsing. */
export const mayPassClient = (
  clients: readonly VendorClient[],
  text: string,
  grammar: GrammarName,
): boolean =>
  clients.some(
    ({ modules, tools }) =>
      tools.some((one) => text.includes(lastOf(one))) && importsAny(text, modules.map(firstOf), grammar),
  );

/** What passes on options that a text does not name: `**kwargs`, `...options`. */
const SPREADS = ['**', '...'] as const;

/** Whether a text may give tools under one of some names. */
export const mayGive = (text: string, tools: readonly string[]): boolean =>
  [...tools.map(lastOf), ...SPREADS].some((word) => text.includes(word));

const ADDRESSES = anyOf(MODEL_ADDRESSES.flatMap(({ paths }) => paths));

/** Whether a text names the address of a model, without parsing: in doubt, it does. */
export const mayAddressModels = (text: string): boolean => ADDRESSES.test(text);

/** `google` of `google.genai`: `from google import genai` imports it. */
const firstOf = (module: string): string => module.split('.', 1)[0] ?? module;

/** The last name of a path. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

type Modules = Pick<VendorClient, 'modules'>;

/** Whether a module is of a client, in either language. */
export const isOf = ({ modules }: Modules, module: string): boolean =>
  modules.some((one) => module === one || module.startsWith(`${one}/`) || module.startsWith(`${one}.`));

/** Whether an import is of a client: `from google import genai` imports the module `google.genai`. */
export const isModuleOf =
  ({ modules }: Modules, grammar: GrammarName) =>
  (module: string, names: readonly string[]): boolean => {
    const within = isWithin(grammar);
    return modules.some(
      (one) => within(module, one) || names.some((name) => within(`${module}.${name}`, one)),
    );
  };

/** Tells whether a module is one of these, or below it. */
export function isWithin(grammar: GrammarName): (module: string, known: string) => boolean {
  const separator = grammar === 'python' ? '.' : '/';
  return (module, known) => module === known || module.startsWith(known + separator);
}

/** Whether a text may keep threads on a server, without parsing: in doubt, it may. */
export const mayKeepThreads = (text: string, language: 'typescript' | 'python'): boolean =>
  WORDS[language].test(text);

/** Paths of the calls that create threads and continue them. */
export const pathsOf = ({ creates, runs }: ThreadServer): string[] => [...creates, ...Object.keys(runs)];

/** The words without one of which a text has no call of any server: the shortest of their paths. */
const wordsOf = (language: 'typescript' | 'python'): RegExp => {
  const words = THREAD_SERVERS[language].flatMap(pathsOf).map((path) => path.replace(/\(\).*$/s, ''));
  return anyOf(
    words.filter(
      (word, index) => !words.some((other, at) => word.includes(other) && (word !== other || at < index)),
    ),
  );
};

const WORDS = { typescript: wordsOf('typescript'), python: wordsOf('python') };
