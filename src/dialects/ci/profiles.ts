import type { AgentFacts } from '../../facts/program-row.js';
import { programRow, programRows, wordsIn } from '../../facts/programs/table.js';
import { literalPattern } from '../../model/pattern.js';
import { programName } from '../../syntax/shell/command-line.js';
import actions from './actions.json' with { type: 'json' };
import { expressionTexts } from './expressions.js';
import type { Bypass, Place } from '../../model/index.js';
import type { Value } from './workflow.js';

/** An input that lets others than people with write access start an action. */
export interface Opening {
  input: string;
  needs?: string;
  when: 'star' | 'true' | 'given';
  below?: string;
  admits: 'anyone' | 'apps';
}

/** An action that runs an agent: `actions.json` says what each field means. */
export interface AgentAction {
  uses: readonly string[];
  name: string;
  tools: 'claude' | 'gemini' | 'codex' | 'opencode' | 'aider' | 'any' | 'remote' | 'none';
  starts: 'writers' | 'anyone';
  opens?: readonly Opening[];
  args?: readonly string[];
  lists?: readonly string[];
  refuses?: readonly string[];
  past?: { until: number; inputs: readonly string[] };
  settings?: readonly string[];
  tokens?: readonly string[];
  unsure?: Readonly<Record<string, string>>;
  reads?: { input: string; value: string; token: string };
  runs?: readonly string[];
  sends?: Readonly<Record<string, string>>;
  logins?: Readonly<Record<string, string>>;
  prompts?: readonly string[];
  prints?: Readonly<Record<string, string>>;
  printsUnless?: Readonly<Record<string, string>>;
  bounds?: Readonly<Record<string, string>>;
  weakens?: Readonly<Record<string, readonly string[]>>;
  restores?: Readonly<Record<string, string>>;
  loads?: readonly string[];
  mentions?: boolean;
  once?: boolean;
  installs?: Readonly<Record<string, string>>;
  plugins?: readonly string[];
  unless?: Readonly<Record<string, string>>;
}

/** A program that runs an agent: `src/facts/program-row.ts` says what each field means. */
export interface AgentProgram extends AgentFacts {
  program: string;
  name: string;
}

const ACTIONS = actions.actions as readonly AgentAction[];
const PROGRAMS: readonly AgentProgram[] = programRows().flatMap(([program, { agent }]) =>
  agent?.name === undefined ? [] : [{ ...agent, program, name: agent.name }],
);

/** The name of the repository of an action, by which its forks are known. */
const repositoryOf = (uses: string): string => uses.toLowerCase().split('/').slice(1).join('/');

const BY_NAME: ReadonlyMap<string, AgentAction> = new Map(
  ACTIONS.flatMap((one) => one.uses.map((name) => [name.toLowerCase(), one] as const)),
);
const BY_REPOSITORY: ReadonlyMap<string, string> = new Map(
  ACTIONS.flatMap(({ uses, once }) =>
    once ? [] : uses.filter((name) => /-(?:action|cli)/.test(name)).map((name) => [repositoryOf(name), name]),
  ),
);

/** Words of programs without one of which a text starts none. */
const PROGRAM_MARKS: readonly string[] = PROGRAMS.flatMap(({ program, packages, marks }) => [
  ...(marks ?? [program]),
  ...wordsIn(packages),
]);
const ANY_PROGRAM = new RegExp(PROGRAM_MARKS.map(literalPattern).join('|'));
const ANY_ACTION = new RegExp(
  [...new Set([...BY_NAME.keys()].map((name) => name.split('/')[1] ?? name))].join('|'),
  'i',
);

/** Whether a text may start a program that runs an agent. */
export const mayStartProgram = (text: string): boolean => ANY_PROGRAM.test(text);

/** Whether a text may run an agent. */
export const mayStartAgent = (text: string): boolean => ANY_PROGRAM.test(text) || ANY_ACTION.test(text);

/** An action as a step uses it. */
export interface UsedAction {
  profile: AgentAction;
  /** Behind the `@`. */
  ref: string;
  /** The action of which it is a fork. */
  upstream?: string;
}

/** The action that a step uses. */
export function actionOf(uses: string): UsedAction | undefined {
  const [name = '', ref = ''] = uses.split('@');
  const plain = name.toLowerCase();
  const own = BY_NAME.get(plain);
  if (own) return { profile: withoutPast(own, ref), ref };
  const upstream = plain.startsWith('.') ? undefined : BY_REPOSITORY.get(repositoryOf(plain));
  const profile = upstream === undefined ? undefined : BY_NAME.get(upstream.toLowerCase());
  return profile && upstream !== undefined
    ? { profile: withoutPast(profile, ref), ref, upstream }
    : undefined;
}

/** An action without the inputs that its version ignores. */
function withoutPast(action: AgentAction, ref: string): AgentAction {
  const { past, lists = [], refuses = [], prompts = [] } = action;
  if (!past || !isSince(ref, past.until)) return action;
  const isUsed = (input: string): boolean => !past.inputs.includes(input);
  return {
    ...action,
    lists: lists.filter(isUsed),
    refuses: refuses.filter(isUsed),
    prompts: prompts.filter(isUsed),
  };
}

/** Whether a version in full is lower than another: `v1.0.29` than `1.0.30`; a moving tag is the newest. */
export function isBelow(ref: string, bound: string): boolean {
  const own = /^v?(\d+(?:\.\d+)+)$/.exec(ref)?.[1]?.split('.').map(Number) ?? [];
  const limit = bound.split('.').map(Number);
  if (own.length < limit.length) return false;
  const at = limit.findIndex((part, index) => part !== own[index]);
  return at >= 0 && (own[at] ?? 0) < (limit[at] ?? 0);
}

/** Whether a version is of a major version or of a later one. */
const isSince = (ref: string, major: number): boolean =>
  Number(/^v?(\d+)(?:\.|$)/.exec(ref)?.[1] ?? -1) >= major;

/** Branches and tags that move with each change of an action or a package. */
export const isMoving = (ref: string): boolean =>
  /^(?:main|master|dev|develop|latest|next|alpha|beta|preview|canary|nightly)$/.test(ref);

const ACTORS: ReadonlySet<string> = new Set(actions.actors.paths);

/** Whether the value of a list admits everybody: a star, or an expression that names whoever came. */
export function admitsAll(value: string): boolean {
  if (value.split(/[\s,]+/).some((one) => one.replaceAll(/["']/g, '') === '*')) return true;
  return expressionTexts(value).some((inner) =>
    [...inner.matchAll(/[\w.]+/g)].some(([path]) => ACTORS.has(path.toLowerCase())),
  );
}

const EXPANDING: ReadonlySet<string> = new Set(actions.expanding.programs);

/** Whether a beginning of commands is of a program that does harm only by what a shell expands in its words. */
export const isExpanding = (command: string): boolean => EXPANDING.has(command.trim().split(/\s/)[0] ?? '');

/** An agent that the words of a command run by itself, and the words behind its name. */
export interface StartedProgram {
  agent: AgentProgram;
  given: readonly string[];
}

/** Whether a program fetches packages and starts them. */
function runsPackages(program: string): boolean {
  const row = programRow(program);
  return row?.fetches !== undefined || row?.installs !== undefined;
}

/** The agent that the words of a command run by itself. */
export function programOf(words: readonly string[]): StartedProgram | undefined {
  const [first = '', ...rest] = words;
  const base = programName(first);
  let at = 0;
  let agent = programNamed(base);
  if (runsPackages(base)) {
    const index = rest.findIndex((word) => packageNamed(word) !== undefined);
    agent = packageNamed(rest[index] ?? '');
    at = index + 1;
  }
  const given = rest.slice(at);
  const isGiven = (options: string | undefined): boolean =>
    wordsIn(options).some((need) => given.some((word) => word === need || word.startsWith(`${need}=`)));
  if (!agent || !isGiven(agent.needs) || (agent.also !== undefined && !isGiven(agent.also))) return undefined;
  return { agent, given };
}

/** The agent in a package that a word names, with or without a version. */
export const packageNamed = (word: string): AgentProgram | undefined =>
  PROGRAMS.find(({ packages }) =>
    wordsIn(packages).some((name) => word === name || word.startsWith(`${name}@`)),
  );

/** The options with which a program does everything without a question. */
export const bypassOptionsOf = (name: string): readonly string[] => wordsIn(programNamed(name)?.anyCommand);

/** The program of an agent by its own name. */
export const programNamed = (name: string): AgentProgram | undefined =>
  PROGRAMS.find(({ program }) => program === name);

/** The option of several that is given: `--yolo`, `--sandbox danger-full-access`. */
export const optionGiven = (options: readonly string[], given: readonly string[]): string | undefined =>
  options.find((option) => {
    const end = option.indexOf('=');
    if (end < 0) return given.includes(option);
    const name = option.slice(0, end);
    const value = option.slice(end + 1);
    return given.some((word, index) => word === option || (word === name && given[index + 1] === value));
  });

/** The option with which a program runs without its questions. `text`: what states it, where it is of this file. */
export function bypassIn(
  { agent, given }: StartedProgram,
  { text, at, subject }: { text: Value | undefined; at: Place; subject: string },
): Bypass[] {
  const option = optionGiven(wordsIn(agent.anyCommand), given);
  if (option === undefined) return [];
  const [name = '', value] = option.split('=');
  const words = new RegExp(`(?<=^|\\s)${name}${value === undefined ? '' : `[ =]${value}`}(?=\\s|$)`);
  const found = words.exec(text?.text ?? '');
  return [
    {
      program: agent.program,
      option: option.replace('=', ' '),
      subject,
      at: text && found ? text.within(found.index, found.index + found[0].length) : at,
    },
  ];
}
