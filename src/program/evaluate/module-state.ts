import type { Program } from '../ir/ir.js';
import type { Cell, Scope } from '../values/scope.js';
import type { SourceFile } from '../values/source.js';
import type { At, Slot } from '../values/value.js';

/** A module of the project: its names, and what it gives to others. */
export interface ModuleState {
  readonly file: SourceFile;
  readonly program: Program | undefined;
  readonly scope: Scope;
  stage: 'new' | 'running' | 'done';
  /** What it exports by name (JavaScript). */
  readonly exports: Map<string, Exported>;
  /** Modules whose every export is exported again, or whose names are imported: by name, and where they are. */
  readonly stars: { readonly specifier: string; readonly module: ModuleState | undefined }[];
  /** `module.exports = x`, `export = x`. */
  whole: Slot | undefined;
  /** Which of the stars gives a name, once all of them have run. */
  byStar: Map<string, ModuleState> | undefined;
}

export type Exported =
  | { readonly kind: 'cell'; readonly cell: Cell }
  | { readonly kind: 'slot'; readonly slot: Slot }
  | { readonly kind: 'from'; readonly specifier: string; readonly imported: string; readonly at: At };
