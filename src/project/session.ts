import { resolve } from 'node:path';
import { disk, overlay } from '../files/index.js';
import { openMemory } from '../files/observed.js';
import { askingGitAnew } from '../files/run-git.js';
import { type KeptResults, openResults, type Traced } from '../files/traced-results.js';
import { type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import type { RuleSelection } from '../lint/severities.js';
import { joinPartResults, lintPart, type PartResult } from '../merge/in-parts.js';
import { today } from '../model/date.js';
import { renderJson, type Report } from '../report/formats/json.js';
import { openSystemTexts } from '../report/system-texts.js';
import { type Group, groupsOf, partKeys } from './divided.js';
import { lintInputs, openProject, type Project, type ProjectRequest } from './open-project.js';

/** What a session is about: a folder, with the configuration and the rules as `check` there would have them. */
export interface SessionRequest
  extends Pick<ProjectRequest, 'config' | 'baseline' | 'policy' | 'exclude' | 'isRoot'>,
    Pick<LintOptions, 'withoutIgnores'>,
    RuleSelection {
  /** The folder that is checked, with all that is below it. */
  root: string;
  /** Files of it that are checked alone, with everything that depends on them. */
  paths?: readonly string[];
  /** Texts that stand for files, by path relative to the folder. A file need not exist. */
  overlay?: Readonly<Record<string, string>>;
  /** The day that dates are compared with, `YYYY-MM-DD`. Left out: today, whenever a check begins. */
  asOf?: string;
  /** `changed` is called when something on the disk changes: until then nothing of it is asked again. */
  isWatched?: boolean;
}

/** A project as it was checked. */
export interface Checked {
  readonly project: Project;
  /** As a check of the whole folder has it: the same findings in the same order. Systems are there as texts of JSON. */
  readonly result: LintResult;
}

/**
 * A project that stays open. What a check found of files that depend on one another is kept with all that it was made from:
 * the next check does again what a change reaches.
 */
export interface Session {
  /** Puts a text over a file, by path relative to the folder; without one, the file is again as it is on disk. */
  edit(file: string, text?: string): void;
  /** Something on the disk changed. */
  changed(): void;
  /**
   * Checks the folder as it is now, with the texts over it. `pause` runs after each part that is checked; what it throws ends the
   * check, and the next one takes the parts that were checked.
   * @throws {ConfigurationError} where the configuration is invalid.
   */
  check(pause?: () => Promise<void>): Promise<Checked>;
}

/** The report of a check, as `check --format json` prints it. */
export const reportOf = ({ result }: Pick<Checked, 'result'>): Report =>
  JSON.parse(renderJson(result)) as Report;

/** Checks of this process: one after the other, since what they ask of the machine is noted in one place. */
let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run);
  last = turn.catch(() => undefined);
  return turn;
}

/** Opens a session. Nothing is read before its first check. */
export function openSession({
  root,
  overlay: given = {},
  asOf,
  isWatched,
  ...request
}: SessionRequest): Session {
  const machine = openMemory();
  const texts = new Map(Object.entries(given));
  const memory = openKept(() =>
    overlay(disk, new Map([...texts].map(([file, text]) => [resolve(root, file), Buffer.from(text)]))),
  );
  const checkNow = (pause?: () => Promise<void>): Promise<Checked> =>
    askingGitAnew(() =>
      memory.checking(async (kept) => {
        const asked: ProjectRequest & RuleSelection = {
          ...request,
          cwd: root,
          overlay: Object.fromEntries(texts),
        };
        const project = await openProject(asked);
        const options = { ...optionsOf(request, asOf ?? today()), ...lintInputs(project) };
        return { project, result: await resultOf(project, options, kept, request, pause) };
      }),
    );
  return {
    edit(file, text) {
      if (text === undefined) texts.delete(file);
      else texts.set(file, text);
    },
    changed: () => machine.forget(),
    check: (pause) =>
      inTurn(() => {
        if (!isWatched) machine.forget();
        return machine.during(() => checkNow(pause));
      }),
  };
}

const optionsOf = (
  { preset, rules, only, withoutIgnores }: RuleSelection & Pick<LintOptions, 'withoutIgnores'>,
  asOf: string,
): LintOptions => ({
  ...(preset && { preset }),
  ...(rules && { rules }),
  ...(only && { only }),
  ...(withoutIgnores && { withoutIgnores }),
  asOf,
  withoutSystems: true,
  withPlaces: true,
  systemTexts: () => openSystemTexts(['json'], {}, plainTexts),
});

/** Texts as they are: they are asked for again and again. */
function plainTexts() {
  const texts: string[] = [];
  return { add: (text: string) => void texts.push(text), all: () => texts };
}

/** Checks each group of files that depend on one another, or takes what is known of it. */
async function resultOf(
  project: Project,
  options: LintOptions,
  kept: KeptResults,
  request: Pick<ProjectRequest, 'baseline'>,
  pause?: () => Promise<void>,
): Promise<LintResult> {
  const { workspace, config } = project;
  const groups = await groupsOf(project);
  const keyOf = groups && partKeys(kept, project, request);
  if (!keyOf) return lintWorkspace(workspace, config, options);
  const parts: PartResult[] = [];
  for (const group of groups) {
    let isMade = false;
    const make = async () => {
      isMade = true;
      return lintPart(workspace, config, options, group);
    };
    parts.push(await kept.recallOr({ ...keyOf(group), asOf: options.asOf }, make));
    if (isMade) await pause?.();
  }
  return joinPartResults(parts, config, options);
}

/** Checks for which a result stays that none of them used. */
const STAYS = 2;

/** Results in memory; those that no check used for a while are dropped. */
function openKept(store: Parameters<typeof openResults>[1]) {
  const known = new Map<string, { traced: Traced; at: number }>();
  let count = 0;
  /** The names of parts that were checked since a check was finished: of a group, the last one counts. */
  const fresh = new Map<string, string>();
  const cache = {
    find: (key: unknown) => known.get(JSON.stringify(key))?.traced,
    keep(key: unknown, traced: Traced) {
      const [group, name] = [JSON.stringify((key as { part?: Group }).part), JSON.stringify(key)];
      known.delete(fresh.get(group) ?? '');
      fresh.set(group, name);
      known.set(name, { traced, at: count });
    },
    used(key: unknown) {
      const found = known.get(JSON.stringify(key));
      if (found) found.at = count;
    },
  };
  const results = openResults(cache, store);
  return {
    /** Runs one check, whose questions are noted. */
    async checking<T>(run: (kept: KeptResults) => Promise<T>): Promise<T> {
      const result = await results.recallOr(
        { check: count },
        () => run(results),
        () => false,
      );
      count++;
      fresh.clear();
      for (const [key, { at }] of known) if (at < count - STAYS) known.delete(key);
      return result;
    },
  };
}
