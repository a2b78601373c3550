import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SystemJson } from '../compare/system-json.js';
import { ConfigurationError } from '../config/configuration-error.js';
import type { Finding } from '../model/index.js';
import { findRoot } from '../files/index.js';
import { inside } from '../files/store.js';
import { groupedBy } from '../model/grouped.js';
import { once } from '../model/once.js';
import { type Project, sourceReader } from '../project/open-project.js';
import { type Checked, openSession, type SessionRequest } from '../project/session.js';
import { type Thing, thingsIn } from './things.js';

/** What is known of a folder once it was checked. Files are absolute. */
export interface FolderState {
  /** Undefined where the configuration is invalid. */
  readonly project: Project | undefined;
  /** The findings in a file that are not set aside, or all of them. */
  findingsIn(file: string, withBaseline?: boolean): readonly Finding[];
  /** The agents, tools and servers that stand in a file. */
  thingsIn(file: string): readonly Thing[];
  /** The text of a file by its path in findings. */
  textOf(shown: string): string | undefined;
  absolute(shown: string): string;
  /** What is wrong with the configuration. */
  readonly problems: ConfigurationError['problems'];
  /** The files of the configuration, or those of them that are wrong. */
  readonly configs: readonly string[];
}

/** A folder that is open in an editor. */
export interface Folder {
  readonly path: string;
  /** Whether a file is below it. */
  owns(file: string): boolean;
  /** Takes the text of an open document; undefined: it is closed. */
  edit(file: string, text: string | undefined): void;
  /** Something on the disk changed. */
  changed(): void;
  /** The state after every change so far. Checks as seldom as that needs. */
  state(): Promise<FolderState>;
  /** The same, or an earlier one since which a file was not edited. */
  stateFor(file: string): Promise<FolderState>;
}

/** A check ends that was overtaken by a change. */
const OUTDATED = Symbol('outdated');

/**
 * Opens a folder. Nothing is read before its state is asked for. `isWatched`: whether `changed` is called when something on the
 * disk changes; else an edit asks the disk again.
 */
export function openFolder(
  path: string,
  isWatched: () => boolean,
  request: Omit<SessionRequest, 'root' | 'overlay'> = {},
): Folder {
  const session = openSession({ ...request, root: path, isWatched: true });
  let changes = 0;
  let known: { at: number; state: FolderState } | undefined;
  let running: Promise<void> | undefined;
  const edits = new Map<string, number>();
  const run = async () => {
    const at = changes;
    const pause = async () => {
      // What came meanwhile is handled first.
      await setImmediate();
      if (changes !== at) throw OUTDATED;
    };
    try {
      known = { at, state: checkedState(await session.check(pause)) };
    } catch (error) {
      if (error instanceof ConfigurationError) known = { at, state: brokenState(path, error) };
      else if (error !== OUTDATED) throw error;
    }
  };
  const stateAfter = async (change: () => number): Promise<FolderState> => {
    for (;;) {
      if (known && known.at >= change()) return known.state;
      running ??= run().finally(() => {
        running = undefined;
      });
      await running;
    }
  };
  return {
    path,
    owns: (file) => (inside(path, file) ?? '') !== '',
    edit(file, text) {
      session.edit(file, text);
      if (!isWatched()) session.changed();
      changes++;
      edits.set(file, changes);
    },
    changed() {
      session.changed();
      changes++;
    },
    state: () => stateAfter(() => changes),
    stateFor: (file) => stateAfter(() => edits.get(file) ?? 0),
  };
}

/** A file as findings name it; one outside of the root is in none. */
const shownIn = (root: string, file: string): string => inside(root, file) ?? file;

function checkedState({ project, result }: Checked): FolderState {
  const { root } = project;
  const byFile = groupedBy(result.findings, ({ file }) => file);
  const systems = once(() =>
    [...(result.systemTexts?.of('json') ?? [])].map((text) => JSON.parse(text) as SystemJson),
  );
  return {
    project,
    findingsIn: (file, withBaseline) =>
      (byFile.get(shownIn(root, file)) ?? []).filter(
        ({ ignored }) => !ignored || (withBaseline === true && ignored.kind === 'baseline'),
      ),
    thingsIn: (file) => thingsIn(systems(), shownIn(root, file)),
    textOf: sourceReader(project),
    absolute: (shown) => resolve(root, shown),
    problems: [],
    configs: project.config.layers().map(({ file }) => resolve(root, file)),
  };
}

/** Nothing is checked where the configuration is invalid. */
function brokenState(path: string, { problems }: ConfigurationError): FolderState {
  const { root } = findRoot(path);
  return {
    project: undefined,
    findingsIn: () => [],
    thingsIn: () => [],
    textOf: () => undefined,
    absolute: (shown) => resolve(root, shown),
    problems,
    configs: problems.map(({ file }) => resolve(root, file)),
  };
}
