import { keptIn } from '../../model/once.js';
import type { ProgramPhase } from '../../model/progress.js';
import { type WorkFor, workOf } from '../evaluate/budget.js';
import { type Evaluation, evaluationOf } from '../evaluate/index.js';
import type { ContextType } from '../evaluate/machine.js';
import type { FindModule } from '../evaluate/module-loading.js';
import { MAX_VALUE_FILE } from '../limits.js';
import { isImportedValue, type ResolveFile } from '../modules/paths.js';
import type { ImportFault } from '../reason.js';
import { grammarOf, isLoaded } from '../tree/grammars.js';
import type { SourceFile, VariableFor } from '../values/source.js';
import { type CodeDocument, CodeFile } from './document.js';

/** Files of one project that import each other. */
export interface CodeProject {
  /**
   * The document of a file; always the same one for a path. Its grammar must be loaded: throws if it is not (our own
   * mistake). Open all files of interest before anything is read from one: a change in one
   * file to what another declares (`billing.handoffs.push(triage)`) is seen only in files that are open. `mayWait`: where
   * work is scarce, others come first.
   */
  open(file: string, text: string, mayWait?: boolean): CodeDocument;
  /** Frees all trees, at the end. Places stay, and what was read. */
  dispose(): void;
}

/** What a project is read with. */
export interface ProjectSurroundings {
  /** The value of an environment variable. */
  readonly variableFor?: VariableFor | undefined;
  readonly contextTypes?: readonly ContextType[] | undefined;
  /** Why a file that a module stands for is not read. */
  readonly faultOf?: ((specifier: string, fromFile: string) => ImportFault | undefined) | undefined;
  /** That of the program of a file. */
  readonly workFor?: WorkFor<string> | undefined;
  /**
   * Called when something of a file is evaluated, with the number of files of which something was, and of all open ones.
   */
  readonly onFile?: ((phase: ProgramPhase, file: string, done: number, total: number) => void) | undefined;
}

/** Creates a project. `resolveFile` finds the files of modules; without it every import leaves the project. */
export function createCodeProject(
  resolveFile?: ResolveFile,
  { variableFor, contextTypes, faultOf, workFor, onFile }: ProjectSurroundings = {},
): CodeProject {
  const files = new Map<string, CodeFile>();
  const opened: CodeFile[] = [];
  const find: FindModule = Object.assign(
    (specifier: string, from: SourceFile) => {
      const found = resolveFile?.(specifier, from.file);
      if (!found) return undefined;
      const isValue = isImportedValue(found.file);
      if (isValue && found.text.length > MAX_VALUE_FILE) return undefined;
      const grammar = grammarOf(isValue ? from.file : found.file);
      return grammar && isLoaded(grammar) ? fileAt(found.file, found.text, grammar) : undefined;
    },
    faultOf && { faultOf: (specifier: string, { file }: SourceFile) => faultOf(specifier, file) },
  );
  const waiting = new Set<CodeFile>();
  const begun = { reading: new Set<SourceFile>(), judging: new Set<SourceFile>() };
  const note = (phase: ProgramPhase, file: SourceFile): void => {
    const done = begun[phase].add(file).size;
    onFile?.(phase, file.file, done, Math.max(done, opened.length));
  };
  // Each of two evaluations gets a quarter, and the questions get half.
  const shared = workOf();
  const ofRun = { workFor: ({ file }: SourceFile) => workFor?.(file) ?? shared, onFile: note };
  let evaluation: Evaluation = evaluationOf(find, contextTypes, new Map(), { ...ofRun, share: 4 });
  let ran = 0;
  /** The evaluation of the open files, those opened since the last access included. */
  const evaluated = (): Evaluation => {
    if (ran < opened.length) {
      const added = opened.slice(ran);
      const isFirst = ran === 0;
      ran = opened.length;
      evaluation.include(added, waiting);
      // Nothing has read from the first evaluation yet: it may be made again.
      const changed = isFirst ? evaluation.changed() : undefined;
      if (changed && changed.size > 0) {
        evaluation = evaluationOf(find, contextTypes, changed, { ...ofRun, share: 3 });
        evaluation.include(added, waiting);
      }
    }
    return evaluation;
  };
  const fileAt = (path: string, text: string, grammar = grammarOf(path)): CodeFile =>
    keptIn(files, path, () => {
      if (!grammar) throw new Error('not a file of code');
      return new CodeFile(path, grammar, text, evaluated, variableFor);
    });
  return {
    open(path, text, mayWait = false) {
      const file = fileAt(path, text);
      if (mayWait) waiting.add(file);
      if (!opened.includes(file)) opened.push(file);
      return file;
    },
    dispose() {
      for (const file of files.values()) file.dispose();
    },
  };
}
