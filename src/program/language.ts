import type { GrammarName } from './tree/grammars.js';

/** What differs between the languages that programs are written in. Nothing else asks which of them one is written in. */
export interface Language {
  readonly name: 'python' | 'script';

  // Names.
  /** Each block declares names of its own, and functions and imports are there before anything runs. */
  readonly hasBlocks: boolean;
  /** Every name of a module can be imported; elsewhere those that it exports. */
  readonly exportsAll: boolean;
  /** A module is named by packages within each other; elsewhere by a path. */
  readonly hasPackages: boolean;
  /** A `switch` is left by `break`. */
  readonly breaksSwitch: boolean;

  // Classes.
  /** The body of a class runs: what it assigns are names in it and attributes of the class, not of its objects. */
  readonly runsClassBody: boolean;
  /** The first parameter of a method is its object. */
  readonly takesSelf: boolean;
  /** The word for the object that a method is called on. */
  readonly self: string;
  readonly constructorName: string;
  /** The method that runs after a constructor that a class has by its fields. */
  readonly afterConstruction: string | undefined;
  /** A class is instantiated by `new`. */
  readonly hasNew: boolean;
  /** Objects of some classes are plain dicts. */
  readonly hasRecordClasses: boolean;
  /** The attribute of an enum's member that is its value. */
  readonly enumValue: string | undefined;

  // Calls and values.
  /** Arguments are passed by name; elsewhere in an object. */
  readonly hasKeywords: boolean;
  /** A list or dict without anything in it is false. */
  readonly isEmptyFalse: boolean;
  /** Going through a dict gives its keys. */
  readonly iteratesKeys: boolean;
  /** `+=` changes a list for whoever has it. */
  readonly addsInPlace: boolean;
  /** An attribute that is read is a setting which the environment may replace: `settings.debug`. */
  readonly hasDefaultMembers: boolean;
  /** A text with values in it. */
  readonly template: 'computed-text' | 'computed-template';
  /** Where the variables of the environment are. */
  readonly environment: 'os.environ' | 'process.env';

  // What calls a function that it is passed.
  /** Functions that call their first argument for each item of the second. */
  readonly eachFunctions: ReadonlySet<string>;
  /** Methods that call their argument for each item of their object. */
  readonly eachMethods: ReadonlySet<string>;
  /** Methods that call their argument after their object is there, and whether they pass it on. */
  readonly thenMethods: ReadonlyMap<string, { readonly passes: boolean }>;
  /** Functions that call their argument later. */
  readonly laterFunctions: ReadonlySet<string>;
  /** Methods that say whether their object contains something. */
  readonly containsMethods: ReadonlySet<string>;
  /** Modules whose functions run a function without arguments at once. */
  readonly runModules: ReadonlySet<string>;
  /** A function is called with what is passed behind it: `submit(f, a)`. */
  readonly passesArguments: boolean;

  readonly escapes: Escapes;
  readonly writing: Writing;
}

/** Escapes in a literal that the other language does not have. */
export interface Escapes {
  readonly simple: Readonly<Record<string, string>>;
  /** How many digits follow a letter, and are the number of a character. */
  readonly codes: Readonly<Record<string, number>>;
  /** The backslash of an unknown escape is a part of the text. */
  readonly keepsUnknown: boolean;
}

/** How values are written. */
export interface Writing {
  /** The mark around texts where a file prefers none. */
  readonly quote: '"' | "'";
  /** Keys that are words need no quotes. */
  readonly hasBareKeys: boolean;
  /** What is between the brackets of an object and its members. */
  readonly pad: string;
  readonly words: Readonly<Record<'null' | 'true' | 'false', string>>;
  readonly comments: 'hash' | 'slashes';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PYTHON: Language = {
  name: 'python',
  hasBlocks: false,
  exportsAll: true,
  hasPackages: true,
  breaksSwitch: false,
  runsClassBody: true,
  takesSelf: true,
  self: 'self',
  constructorName: '__init__',
  afterConstruction: '__post_init__',
  hasNew: false,
  hasRecordClasses: true,
  enumValue: 'value',
  hasKeywords: true,
  isEmptyFalse: true,
  iteratesKeys: true,
  addsInPlace: true,
  hasDefaultMembers: true,
  template: 'computed-text',
  environment: 'os.environ',
  eachFunctions: words('map filter'),
  eachMethods: new Set(),
  thenMethods: new Map(),
  laterFunctions: new Set(),
  containsMethods: words('__contains__'),
  runModules: words('asyncio threading concurrent.futures anyio contextvars'),
  passesArguments: true,
  escapes: { simple: { a: '\x07' }, codes: { U: 8 }, keepsUnknown: true },
  writing: {
    quote: '"',
    hasBareKeys: false,
    pad: '',
    words: { null: 'None', true: 'True', false: 'False' },
    comments: 'hash',
  },
};

const SCRIPT: Language = {
  name: 'script',
  hasBlocks: true,
  exportsAll: false,
  hasPackages: false,
  breaksSwitch: true,
  runsClassBody: false,
  takesSelf: false,
  self: 'this',
  constructorName: 'constructor',
  afterConstruction: undefined,
  hasNew: true,
  hasRecordClasses: false,
  enumValue: undefined,
  hasKeywords: false,
  isEmptyFalse: false,
  iteratesKeys: false,
  addsInPlace: false,
  hasDefaultMembers: false,
  template: 'computed-template',
  environment: 'process.env',
  eachFunctions: new Set(),
  eachMethods: words('forEach map flatMap filter find findLast some every'),
  thenMethods: new Map([
    ['then', { passes: true }],
    ['finally', { passes: false }],
  ]),
  laterFunctions: words('setTimeout setImmediate queueMicrotask'),
  containsMethods: words('includes has'),
  runModules: new Set(),
  passesArguments: false,
  escapes: { simple: {}, codes: {}, keepsUnknown: false },
  writing: {
    quote: "'",
    hasBareKeys: true,
    pad: ' ',
    words: { null: 'null', true: 'true', false: 'false' },
    comments: 'slashes',
  },
};

export const LANGUAGES: Readonly<Record<Language['name'], Language>> = { python: PYTHON, script: SCRIPT };

/** The language that a grammar is of. */
export const languageOf = (grammar: GrammarName): Language => (grammar === 'python' ? PYTHON : SCRIPT);
