import { resolve } from 'node:path';
import {
  disk,
  type FileStore,
  isBelow,
  lookIn,
  overlay,
  realPathOf,
  replaceFile,
  writeFailure,
} from '../files/index.js';
import { chooseFixes, type FixLevel } from '../lint/choose-fixes.js';
import { type LintOptions, lintWorkspace } from '../lint/lint.js';
import type { LintResult } from '../lint/result.js';
import { groupedBy } from '../model/grouped.js';
import type { Finding, Fix, ReadResult } from '../model/index.js';
import { isWhole } from '../program/parses.js';
import { editedText } from '../syntax/edit/apply.js';
import { lintInputs, openProject, type Project, type ProjectRequest } from './open-project.js';

/** A file with its text before and after its fixes, as shown. */
export interface FixedFile {
  file: string;
  before: string;
  after: string;
}

/** What fixes would make of a project, before anything is written. */
export interface Fixed {
  files: readonly FixedFile[];
  /** How many findings they repair. */
  count: number;
  /** The project with the new texts, and what is left in it. */
  project: Project;
  result: LintResult;
  /** Files that have fixes and are not edited, with the reason. */
  skipped: ReadonlyMap<string, string>;
}

/** How often a project is linted at most: a fix may make room for another. */
const MOST_PASSES = 10;

/**
 * Makes the fixes of a project in memory, until none is left that the level allows. `wanted`: the findings that the run
 * reports. Nothing is written: `writeFixed` does that.
 * @throws {ConfigurationError} where the configuration is invalid.
 */
export async function fixProject(
  request: ProjectRequest,
  options: LintOptions,
  level: FixLevel,
  wanted: (finding: Finding) => boolean,
): Promise<Fixed> {
  const texts = new Map<string, FixedFile>();
  const skipped = new Map<string, string>();
  const store = remembering(request.store ?? disk);
  let total = 0;
  for (let pass = 1; ; pass++) {
    const project = await openProject({ ...request, store: storeWith(texts, store) });
    const result = lintWorkspace(project.workspace, project.config, {
      ...lintInputs(project),
      ...options,
      withoutFixes: false,
    });
    const chosen = chooseFixes(result.findings.filter(wanted), level, editGate(project.root, skipped));
    const count = pass > MOST_PASSES ? 0 : applied(project.root, chosen, texts, store);
    if (count === 0)
      return { files: [...texts.values()].filter(isChanged), count: total, project, result, skipped };
    total += count;
  }
}

const isChanged = ({ before, after }: FixedFile): boolean => before !== after;

function storeWith(texts: ReadonlyMap<string, FixedFile>, below: FileStore): FileStore {
  return overlay(below, new Map([...texts].map(([absolute, { after }]) => [absolute, Buffer.from(after)])));
}

/** A store that reads each file once: what is edited is what was checked, whatever happens on the disk meanwhile. */
function remembering(store: FileStore): FileStore {
  const known = new Map<string, ReadResult>();
  const read = store.reader();
  return {
    ...store,
    reader: () => (path, seen) => {
      const result = known.get(path) ?? read(path, seen);
      known.set(path, result);
      return result;
    },
  };
}

/** Makes fixes in memory and gives how many. All of them at once; where a file is not whole then, the first alone. */
function applied(
  root: string,
  fixes: readonly Fix[],
  texts: Map<string, FixedFile>,
  store: FileStore,
): number {
  for (const some of [fixes, fixes.slice(0, 1)]) {
    const files = editedFiles(root, some, texts, store);
    if (!files) continue;
    for (const [absolute, file] of files) texts.set(absolute, file);
    return some.length;
  }
  return 0;
}

/** The files that fixes edit, with their new texts; undefined where one is not whole then, or none changes. */
function editedFiles(
  root: string,
  fixes: readonly Fix[],
  texts: ReadonlyMap<string, FixedFile>,
  store: FileStore,
): ReadonlyMap<string, FixedFile> | undefined {
  const edited = new Map<string, FixedFile>();
  for (const [file, edits] of groupedBy(
    fixes.flatMap((fix) => fix.edits),
    (edit) => edit.file,
  )) {
    const absolute = resolve(root, file);
    const known = texts.get(absolute) ?? opened(absolute, file, store);
    const after = known && editedText(known.after, edits);
    if (!known || after === undefined || !isWhole(file, after)) return undefined;
    if (after !== known.after) edited.set(absolute, { ...known, after });
  }
  return edited.size === 0 ? undefined : edited;
}

function opened(absolute: string, file: string, store: FileStore): FixedFile | undefined {
  const read = store.reader()(absolute);
  return read.ok ? { file, before: read.text, after: read.text } : undefined;
}

/** Tells which files may be edited: regular ones inside the root. Others are noted with the reason. */
function editGate(root: string, skipped: Map<string, string>): (file: string) => boolean {
  const known = new Map<string, boolean>();
  const realRoot = realPathOf(root) ?? root;
  const reasonFor = (file: string): string | undefined => {
    const absolute = resolve(root, file);
    if (!isBelow(absolute, root)) return 'it is outside the project';
    const stat = lookIn(disk, absolute);
    if (stat?.isSymbolicLink()) return 'it is a symbolic link';
    if (!stat?.isFile()) return 'it does not exist';
    const real = realPathOf(absolute);
    return real === undefined || !isBelow(real, realRoot)
      ? 'its folder leaves the project by a link'
      : undefined;
  };
  return (file) => {
    let may = known.get(file);
    if (may === undefined) {
      const reason = reasonFor(file);
      if (reason !== undefined) skipped.set(file, reason);
      may = reason === undefined;
      known.set(file, may);
    }
    return may;
  };
}

/**
 * Writes fixed files, each as a whole. Gives why a file was not written: it changed meanwhile, or the file system
 * refuses it; then the old file stays.
 */
export function writeFixed(root: string, files: readonly FixedFile[]): ReadonlyMap<string, string> {
  const failed = new Map<string, string>();
  for (const { file, before, after } of files) {
    const absolute = resolve(root, file);
    const now = disk.reader()(absolute);
    if (!now.ok || now.text !== before || lookIn(disk, absolute)?.isSymbolicLink()) {
      failed.set(file, 'it changed while it was checked');
      continue;
    }
    try {
      replaceFile(absolute, after);
    } catch (error) {
      failed.set(file, writeFailure(error));
    }
  }
  return failed;
}
