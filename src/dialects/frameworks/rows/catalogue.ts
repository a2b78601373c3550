import type { Call, CodeSyntaxNode, Origin } from '../../../program/index.js';
import { isOlderRelease } from '../../../facts/versions.js';
import { keptIn } from '../../../model/once.js';
import type { LockedFor } from '../../code-dialect.js';
import { lockedIn } from '../versions.js';
import type { Arg, FrameworkRows, Kept, Role, Row, Stores, Thing as Kind } from './row.js';
import { type Language, languageIn } from '../language-rules.js';

/** What an argument means, with the names or the place that lead to it. */
export interface StatedArg extends Exclude<Arg, string> {
  /** The name as the package has it; of a member, the last one. */
  readonly key: string;
  readonly path: readonly string[];
  readonly place: number | undefined;
  /** All arguments from its place on are meant. */
  readonly isRest: boolean;
  /** Functions of its class that are decorated with the export of this name are meant. */
  readonly isDecorator: boolean;
}

/** A row that is in force for one version, with the arguments of the row that it is like. */
export interface StatedRow {
  /** Its export. */
  readonly api: string;
  readonly row: Row;
  readonly args: readonly StatedArg[];
  readonly hooks: readonly StatedArg[];
}

/** Something that one statement of a program says of a thing. Facts are made once and never change. */
export interface Fact {
  readonly role: Role;
  readonly value: CodeSyntaxNode;
  readonly arg: StatedArg;
  /** What states it, where it is no argument: a method of the class. */
  readonly by?: CodeSyntaxNode;
  /** A member that is set after the thing was made. */
  readonly isSetLater?: true;
  /** The tools that it is about; left out: all. */
  readonly ofTools?: readonly string[];
}

/** A call, a name or a function of a program that a row names. Its place is that of the reference to it. */
export interface Thing {
  readonly stated: StatedRow;
  readonly node: CodeSyntaxNode;
  /** What states its arguments: itself, or the decorator of a function. */
  readonly maker: CodeSyntaxNode;
  readonly facts: readonly Fact[];
  /** The thing that it copies, and changes. */
  readonly copied?: Thing;
  /** Exports of the framework in arguments that no row names. */
  readonly unread: readonly { readonly key: string; readonly value: CodeSyntaxNode }[];
}

/** The rows of a framework in one language that are in force for one file. */
export interface Rows {
  readonly stated: FrameworkRows;
  readonly language: Language;
  readonly modules: readonly string[];
  /** The names of methods that run an agent. */
  readonly runMethods: ReadonlySet<string>;
  /** Members of a request that contain the name of the tool. */
  readonly toolNames: readonly string[];
  /** Whether a range of versions is in force. */
  readonly isIn: IsIn;
  /** What the operator of a model keeps by default, and where calls send traces. */
  readonly kept: Kept | undefined;
  readonly stores: Stores | undefined;
  /** The row of an export; undefined where none names it. */
  rowOf(api: string | undefined): StatedRow | undefined;
  /** The row of what another package exports. */
  rowFrom(origin: Origin | undefined): StatedRow | undefined;
  /** The row of a tool that a method of any value makes, where it is not known what the value is. */
  rowOn(call: Call | undefined): StatedRow | undefined;
  giving(thing: Kind): readonly StatedRow[];
  /** The rows of methods of an export that are given functions, as decorators or in calls. */
  registeringOn(api: string): readonly StatedRow[];
  /** `Graph().add().build` as `Graph().build`: each step of a builder returns the builder. */
  withoutSteps(name: string): string;
}

/** The row of a function of the project that is a tool by itself. */
export const FUNCTION = 'function';

/** The row of a module of the project that is a tool: its function of the same name. */
export const MODULE = 'module';

/** The rows for a version of the package; undefined: the newest. */
export function rowsFor(stated: FrameworkRows, version: string | undefined): Rows {
  const isIn: IsIn = ({ since, below }) =>
    version === undefined
      ? below === undefined
      : (since === undefined || !isOlderRelease(version, since)) &&
        (below === undefined || isOlderRelease(version, below));
  const byApi = new Map<string, StatedRow>();
  const rows = stated.rows
    .filter(isIn)
    .map((row) =>
      row.adds
        ? { ...row, adds: Object.fromEntries(Object.entries(row.adds).filter(([, of]) => isIn(of))) }
        : row,
    );
  const namesOf = ({ api }: Row): readonly string[] => (typeof api === 'string' ? [api] : api);
  const argsOf = (row: Row, of: 'args' | 'hooks', depth = 0): StatedArg[] => {
    const base =
      depth < DEEPEST_LIKE
        ? rows.find((one) => row.like !== undefined && namesOf(one).includes(row.like))
        : undefined;
    const own = Object.entries(row[of] ?? {}).flatMap(([key, args]) =>
      [args].flat().map((arg) => statedArg(key, arg)),
    );
    const keys = new Set(own.map(({ path }) => path.join('.')));
    const inherited = base ? argsOf(base, of, depth + 1) : [];
    return [...own.filter(isIn), ...inherited.filter(({ path }) => !keys.has(path.join('.')))];
  };
  const all = rows.flatMap((row) =>
    namesOf(row).map((api) => ({ api, row, args: argsOf(row, 'args'), hooks: argsOf(row, 'hooks') })),
  );
  for (const one of all) if (one.row.from === undefined) byApi.set(one.api, one);
  const registering = all.filter(({ api, row }) => row.decorates && api.includes('().'));
  const isSame = (api: string): boolean =>
    byApi
      .get(api)
      ?.args.some(
        ({ role, mode, path: [first] }) => role === 'same' && mode === 'copy' && first === RECEIVER,
      ) === true;
  /** `Agent().clone().run` as `Agent().run`: a method that returns its object with changes is no step. */
  const direct = (api: string): string => {
    const steps = api.split('().');
    const at = steps.findIndex(
      (_, i) => i > 0 && i < steps.length - 1 && isSame(steps.slice(0, i + 1).join('().')),
    );
    return at < 0 ? api : direct([...steps.slice(0, at), ...steps.slice(at + 1)].join('().'));
  };
  const rowOf = (api: string | undefined): StatedRow | undefined => {
    if (api === undefined) return undefined;
    const any = byApi.get(`*().${methodOf(api)}`);
    const made = any?.row.of === undefined ? undefined : rowOf(makerOf(api))?.row;
    const isOne = any?.row.of === undefined || (made && givesThing(made, any.row.of));
    return byApi.get(direct(api)) ?? (isOne ? any : undefined);
  };
  const giving = keptByName((thing: Kind) => all.filter(({ row }) => givesThing(row, thing)));
  return {
    stated,
    language: stated.language,
    modules: stated.modules,
    runMethods: new Set(
      giving('run').flatMap(({ api, row }) => (!row.spoken && api.includes('.') ? lastOf(api) : [])),
    ),
    toolNames: stated.requests?.names ?? [],
    isIn,
    kept: stated.kept?.find(isIn),
    stores: stated.stores?.find(isIn),
    rowOf,
    rowFrom: (origin) =>
      origin &&
      all.find(
        ({ api, row: { from } }) =>
          from !== undefined &&
          (api === origin.dotted || origin.dotted.endsWith(`.${api}`)) &&
          (origin.module === from || /^[./]/.test(origin.module.slice(from.length))) &&
          origin.module.startsWith(from),
      ),
    rowOn(call) {
      if (!call?.receiver || call.origin) return undefined;
      const found = byApi.get(`*().${call.name}`);
      return found && givesThing(found.row, 'tool') ? found : undefined;
    },
    giving,
    registeringOn: (api) =>
      registering.filter((one) => {
        const maker = makerOf(one.api);
        return maker === '*' ? rowOf(`${api}().${methodOf(one.api)}`) === one : maker === api;
      }),
    withoutSteps(name) {
      const [builder = '', ...steps] = name.split('().');
      if (!giving('builder').some(({ api }) => api === builder)) return name;
      const last = steps.findIndex((step) =>
        giving('agent').some(({ api }) => api === `${builder}().${step}`),
      );
      return [builder, ...(last < 0 ? steps.slice(-1) : steps.slice(last))].join('().');
    },
  };
}

/** A function that makes what belongs to a name once. */
function keptByName<K, V>(make: (name: K) => V): (name: K) => V {
  const all = new Map<K, V>();
  return (name) => keptIn(all, name, () => make(name));
}

/** Whether an export gives a thing; one may give several. */
export const givesThing = ({ gives }: Row, thing: Kind): boolean => [gives].flat().includes(thing);

interface Range {
  readonly since?: string;
  readonly below?: string;
}

type IsIn = (range: Range) => boolean;

/** The last method of an export: `go` of `Worker().go`. */
export const methodOf = (api: string): string =>
  api.includes('().') ? api.slice(api.lastIndexOf('().') + 3) : '';

/** The last name of an export: `create` of `Agent.create`. */
export const lastOf = (api: string): string => api.slice(api.lastIndexOf('.') + 1);

/** What the last method of an export is of: `Worker` of `Worker().go`. */
const makerOf = (api: string): string => api.slice(0, Math.max(0, api.lastIndexOf('().')));

/** The key of an argument that is what a method is called on. */
export const RECEIVER = '*';

/** A row that is like one that is like another one, and so on. */
const DEEPEST_LIKE = 3;

function statedArg(key: string, arg: Arg): StatedArg {
  const isDecorator = /^@[a-z]/i.test(key);
  const [name = '', place] = isDecorator ? [key.slice(1)] : key.split('@');
  const path = name === '' ? [] : name.split('.');
  return {
    ...(typeof arg === 'string' ? { role: arg } : arg),
    key: path.at(-1) ?? '',
    path,
    place: place === undefined ? undefined : Number.parseInt(place, 10),
    isRest: place?.endsWith('+') === true,
    isDecorator,
  };
}

/** The key of the first argument with a role. */
export const keyIn = (
  rows: readonly StatedRow[],
  role: Role,
  is: (arg: StatedArg) => boolean = () => true,
): string | undefined =>
  rows.flatMap(({ args }) => args.filter((arg) => arg.role === role && is(arg)))[0]?.key;

/** The rows for each file of a project: those of its language, for the version that is locked for it. */
export function openRows(
  all: readonly FrameworkRows[],
  lockedFor: LockedFor | undefined,
): (file: string) => Rows {
  const known = new Map<string, Rows>();
  return keptByName((file) => {
    const language = languageIn(file);
    const stated = all.find((one) => one.language === language) ?? noneIn(language, all);
    const version = lockedIn(file, stated, lockedFor)?.version;
    return keptIn(known, `${language} ${version ?? ''}`, () => rowsFor(stated, version));
  });
}

/** The rows of a framework in a language that it has no package for. */
const noneIn = (language: Language, [other]: readonly FrameworkRows[]): FrameworkRows => ({
  ...(other as FrameworkRows),
  language,
  modules: [],
  rows: [],
});
