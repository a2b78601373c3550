/** What differs between the languages that programs are written in. Nothing else asks which of them one is written in. */
export interface Language {
  readonly name: 'python' | 'typescript';

  // Names.
  /** Each block declares names of its own, and functions and imports are there before anything runs. */
  readonly hasBlocks: boolean;
  /** Every name of a module can be imported; elsewhere those that it exports. */
  readonly exportsAll: boolean;
  /** Names that a program has without an import, and that packages with `*` imports do not replace. */
  readonly builtIns: ReadonlySet<string>;
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
  /** What classes extend whose objects are plain dicts; undefined where no class is one. */
  readonly recordBases: ReadonlySet<string> | undefined;
  /** Modules and names of bases that give a class no members which its objects are used by. */
  readonly emptyBases: { readonly modules: ReadonlySet<string>; readonly names: ReadonlySet<string> };
  /** Decorators after which a function still returns what its body does, and what they make of it. */
  readonly decorators: ReadonlyMap<string, DecoratorRole>;
  /** The decorator of a class whose fields are the parameters of its constructor. */
  readonly fieldsDecorator: string | undefined;
  /** The methods of a class that the language calls for its objects, the first one first. */
  readonly objectMethods: Readonly<Record<'enter' | 'item' | 'member' | 'truth', readonly string[]>>;
  /** The attribute of an enum's member that is its value. */
  readonly enumValue: string | undefined;

  // Calls and values.
  /** Arguments are passed by name; elsewhere in an object. */
  readonly hasKeywords: boolean;
  /** A list or dict without anything in it is false. */
  readonly isEmptyFalse: boolean;
  /** Going through a dict gives its keys. */
  readonly iteratesKeys: boolean;
  /** An object gives no value under a key that it does not have; elsewhere that raises. */
  readonly allowsMissingKeys: boolean;
  /** `+=` changes a list for whoever has it. */
  readonly addsInPlace: boolean;
  /** An attribute that is read is a setting which the environment may replace: `settings.debug`. */
  readonly hasDefaultMembers: boolean;
  /** A text with values in it. */
  readonly template: 'computed-text' | 'computed-template';
  /** Where the variables of the environment are. */
  readonly environment: 'os.environ' | 'process.env';

  /** The name that says whether a module is the program that runs. */
  readonly mainName: string | undefined;
  /** Calls that end the program. */
  readonly exits: ReadonlySet<string>;
  /** What a function raises that subclasses are to implement. */
  readonly unimplementedError: string | undefined;
  /** A type that another one is an option of: `Optional[Runner]`. */
  readonly optionalType: string | undefined;
  /** Modules whose generic types are those of the language: `List[str]`. */
  readonly typeModules: ReadonlySet<string>;

  // What calls a function that it is passed.
  /** Functions that call their first argument for each item of the second. */
  readonly eachFunctions: ReadonlySet<string>;
  /** Methods that call their argument for each item of their object. */
  readonly eachMethods: ReadonlySet<string>;
  /** Methods that call their arguments after their object is there, and what each of those waits for. */
  readonly thenMethods: ReadonlyMap<string, readonly ('value' | 'error' | 'end')[]>;
  /** Functions that call their argument later, and how many arguments of their own they have before its arguments. */
  readonly laterFunctions: ReadonlyMap<string, number>;
  /** Functions whose result passes their further arguments, then its own, on to their first argument. */
  readonly binders: ReadonlySet<string>;
  /** Functions that return whether their argument is true. */
  readonly truthFunctions: ReadonlySet<string>;
  /** Methods that set a key of their object. */
  readonly keySetters: ReadonlySet<string>;
  /** Those that set each key of an object that they are given. */
  readonly recordSetters: ReadonlySet<string>;
  /** Methods that say whether their object contains something. */
  readonly containsMethods: ReadonlySet<string>;
  /** Modules whose functions run a function without arguments at once. */
  readonly runModules: ReadonlySet<string>;
  /** A function is called with what is passed behind it: `submit(f, a)`. */
  readonly passesArguments: boolean;

  readonly escapes: Escapes;
  readonly writing: Writing;
}

/** What a decorator of the language makes of a function: `same` changes nothing that is read. */
export type DecoratorRole = 'static' | 'of-class' | 'getter' | 'context' | 'same';

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
  /** What is between the name of an option and its value. */
  readonly gives: '=' | ': ';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const roles = (all: Readonly<Record<DecoratorRole, string>>): ReadonlyMap<string, DecoratorRole> =>
  new Map(
    (Object.keys(all) as DecoratorRole[]).flatMap((role) => all[role].split(' ').map((name) => [name, role])),
  );

const PYTHON: Language = {
  name: 'python',
  hasBlocks: false,
  exportsAll: true,
  builtIns: new Set(
    'abs all any bool bytes callable chr dict divmod enumerate eval exec exit filter float getattr globals hasattr hash id input int isinstance issubclass iter len list locals map max min next object ord print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip'.split(
      ' ',
    ),
  ),
  hasPackages: true,
  breaksSwitch: false,
  runsClassBody: true,
  takesSelf: true,
  self: 'self',
  constructorName: '__init__',
  afterConstruction: '__post_init__',
  hasNew: false,
  recordBases: words('typing.TypedDict typing_extensions.TypedDict'),
  emptyBases: { modules: words('abc typing typing_extensions'), names: words('object Protocol') },
  decorators: roles({
    static: 'staticmethod',
    'of-class': 'classmethod',
    getter: 'property cached_property',
    context: 'contextmanager asynccontextmanager',
    same: 'cache lru_cache wraps override final abstractmethod',
  }),
  fieldsDecorator: 'dataclass',
  objectMethods: {
    enter: ['__aenter__', '__enter__'],
    item: ['__getitem__'],
    member: ['__getattr__'],
    truth: ['__bool__', '__len__'],
  },
  enumValue: 'value',
  hasKeywords: true,
  isEmptyFalse: true,
  iteratesKeys: true,
  allowsMissingKeys: false,
  addsInPlace: true,
  hasDefaultMembers: true,
  template: 'computed-text',
  environment: 'os.environ',
  mainName: '__name__',
  exits: words('sys.exit os._exit exit quit'),
  unimplementedError: 'NotImplementedError',
  optionalType: 'Optional',
  typeModules: words('typing typing_extensions collections.abc'),
  eachFunctions: words('map filter'),
  eachMethods: new Set(),
  thenMethods: new Map(),
  laterFunctions: new Map(),
  binders: words('functools.partial'),
  truthFunctions: words('bool'),
  keySetters: words('set setdefault __setitem__'),
  recordSetters: words('update'),
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
    gives: '=',
  },
};

const SCRIPT: Language = {
  name: 'typescript',
  hasBlocks: true,
  exportsAll: false,
  builtIns: new Set(),
  hasPackages: false,
  breaksSwitch: true,
  runsClassBody: false,
  takesSelf: false,
  self: 'this',
  constructorName: 'constructor',
  afterConstruction: undefined,
  hasNew: true,
  recordBases: undefined,
  emptyBases: { modules: new Set(), names: new Set() },
  decorators: new Map(),
  fieldsDecorator: undefined,
  objectMethods: { enter: [], item: [], member: [], truth: [] },
  enumValue: undefined,
  hasKeywords: false,
  isEmptyFalse: false,
  iteratesKeys: false,
  allowsMissingKeys: true,
  addsInPlace: false,
  hasDefaultMembers: false,
  template: 'computed-template',
  environment: 'process.env',
  mainName: undefined,
  exits: words('process.exit'),
  unimplementedError: undefined,
  optionalType: undefined,
  typeModules: new Set(),
  eachFunctions: new Set(),
  eachMethods: words('forEach map flatMap filter find findLast some every'),
  thenMethods: new Map([
    ['then', ['value', 'error']],
    ['catch', ['error']],
    ['finally', ['end']],
  ]),
  laterFunctions: new Map([
    ['setTimeout', 2],
    ['setImmediate', 1],
    ['queueMicrotask', 1],
  ]),
  binders: words('util.promisify util.default.promisify node:util.promisify node:util.default.promisify'),
  truthFunctions: words('Boolean'),
  keySetters: words('set'),
  recordSetters: new Set(),
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
    gives: ': ',
  },
};

export const LANGUAGES: Readonly<Record<Language['name'], Language>> = { python: PYTHON, typescript: SCRIPT };

/** An option as a program states it: `strict=True`, `strict: true`. */
export function writtenOption(
  language: Language['name'],
  name: string,
  value: boolean | number | string | readonly [],
): string {
  const { words, gives, quote } = LANGUAGES[language].writing;
  if (typeof value === 'object') return `${name}${gives}[]`;
  if (typeof value === 'boolean') return name + gives + words[`${value}`];
  return name + gives + (typeof value === 'string' ? quote + value + quote : String(value));
}
