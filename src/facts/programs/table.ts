import agents from './agents.json' with { type: 'json' };
import builds from './builds.json' with { type: 'json' };
import chains from './chains.json' with { type: 'json' };
import cloud from './cloud.json' with { type: 'json' };
import databases from './databases.json' with { type: 'json' };
import infrastructure from './infrastructure.json' with { type: 'json' };
import languages from './languages.json' with { type: 'json' };
import network from './network.json' with { type: 'json' };
import packages from './packages.json' with { type: 'json' };
import sourceControl from './source-control.json' with { type: 'json' };
import system from './system.json' with { type: 'json' };
import wrappers from './wrappers.json' with { type: 'json' };
import type { ByKind, CommandKind, ProgramList, ProgramRow, Wraps } from '../program-row.js';

interface Domain {
  source: string;
  checkedOn: string;
  /** Programs of which every command is of one kind. */
  alone?: ByKind;
  all?: Partial<Record<ProgramList, string>>;
  /** Options of runners that take the next word, by kind. */
  valued?: Readonly<Record<string, string>>;
  programs: Readonly<Record<string, ProgramRow>>;
}

const DOMAINS = [
  agents,
  builds,
  chains,
  cloud,
  databases,
  infrastructure,
  languages,
  network,
  packages,
  sourceControl,
  system,
  wrappers,
] as unknown as readonly Domain[];

/** The words of a list. */
export const wordsIn = (list: string | undefined): readonly string[] =>
  list === undefined || list === '' ? [] : list.split(' ');

/** The row of a program by its name, without folder and ending. */
export function programRow(name: string): ProgramRow | undefined {
  for (const { programs } of DOMAINS) if (Object.hasOwn(programs, name)) return programs[name];
  return undefined;
}

/** Every program with a row. */
export const programRows = (): readonly (readonly [name: string, row: ProgramRow])[] =>
  DOMAINS.flatMap(({ programs }) => Object.entries(programs));

/** The kind of programs of which every command is of one kind, by name. */
export const kindsAlone = (): ReadonlyMap<string, CommandKind> =>
  new Map(
    DOMAINS.flatMap(({ alone = {} }) =>
      Object.entries(alone).flatMap(([kind, names]) =>
        wordsIn(names).map((name) => [name, kind as CommandKind] as const),
      ),
    ),
  );

const lists = new Map<ProgramList, ReadonlySet<string>>();

/** The names of a list. */
export function programsOf(list: ProgramList): ReadonlySet<string> {
  const names = lists.get(list) ?? new Set(DOMAINS.flatMap(({ all }) => wordsIn(all?.[list])));
  lists.set(list, names);
  return names;
}

/** Options of a kind of runners that take the next word. */
export const valuedOf = (kind: string): readonly string[] =>
  wordsIn(DOMAINS.find(({ valued }) => valued && Object.hasOwn(valued, kind))?.valued?.[kind]);

/** How the words of a command start another one, and how many of them name the program that does. */
export function wrapsOf([name = '', ...next]: readonly string[]): (Wraps & { length: number }) | undefined {
  const wraps = programRow(name)?.wraps;
  if (!wraps) return undefined;
  for (let length = Math.min(next.length, 2); length >= 0; length--) {
    const found = next.slice(0, length).join(' ');
    if (Object.hasOwn(wraps, found)) return { ...wraps[found], length: length + 1 };
  }
  return undefined;
}
