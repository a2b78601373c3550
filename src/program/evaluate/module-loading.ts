import { addTo } from '../../model/grouped.js';
import { MAX_RUNNING } from '../limits.js';
import type { ImportFault } from '../reason.js';
import type { Heap } from '../values/heap.js';
import type { SourceFile } from '../values/source.js';
import type { At, Slot } from '../values/value.js';
import { exportFrom } from './exports.js';
import { outerFrame } from './functions.js';
import { MODULE_CONTEXT } from './identity.js';
import type { Frame, Machine, Modules } from './machine.js';
import type { ModuleState } from './module-state.js';
import { exportedNames, exportOf, inImportOrder, newModule } from './modules.js';
import { addCell } from './scopes.js';

/** Finds the file that a module name stands for. */
export interface FindModule {
  (specifier: string, from: SourceFile): SourceFile | undefined;
  /** Why a file that it stands for is not read; left out, or undefined: there is none. */
  faultOf?(specifier: string, from: SourceFile): ImportFault | undefined;
}

/** Modules that are found, evaluated and kept. */
export interface ModuleLoading extends Modules {
  /** Evaluates the modules of some files, and those whose evaluation was put off. */
  runAll(files: readonly SourceFile[]): void;
  /** The frame at the level of a file's module, if that was loaded. */
  moduleFrame(file: SourceFile): Frame | undefined;
  /** Every file that was loaded. */
  files(): readonly SourceFile[];
}

/** No module is loaded yet. `root`: the heap of the whole program, which modules write. */
export function moduleLoadingOf(m: Machine, root: Heap, find: FindModule): ModuleLoading {
  const modules = new Map<SourceFile, ModuleState>();
  const found = new Map<string, ModuleState | undefined>();
  const imported = new Map<SourceFile, Set<SourceFile>>();
  /** Modules to evaluate after all others. */
  const postponed: ModuleState[] = [];
  let running = 0;

  const load = (file: SourceFile): ModuleState => {
    const before = modules.get(file);
    if (before) return before;
    const module = newModule(m, file);
    modules.set(file, module);
    return module;
  };

  const foundModule = (specifier: string, from: SourceFile): ModuleState | undefined => {
    const key = `${from.file}\0${specifier}`;
    if (!found.has(key)) {
      const file = find(specifier, from);
      found.set(key, file && load(file));
    }
    return found.get(key);
  };

  const start = (module: ModuleState): void => {
    if (module.stage !== 'new') return;
    module.stage = 'running';
    running++;
    runModule(m, root, module);
    running--;
    module.stage = 'done';
  };

  /** Evaluates a module that a running one imports. In a long chain of imports, its own imports go first: the stack ends. */
  const startWithin = (module: ModuleState): void => {
    if (running < MAX_RUNNING) {
      start(module);
      return;
    }
    if (running >= 2 * MAX_RUNNING) {
      postponed.push(module);
      m.limit(module.file, 'file-imports');
      return;
    }
    for (const one of inImportOrder(module, foundModule)) start(one);
  };

  return {
    faultOf: (specifier, from) => find.faultOf?.(specifier, from),
    moduleOf(specifier, from) {
      const module = foundModule(specifier, from);
      if (module) imported.set(from, (imported.get(from) ?? new Set()).add(module.file));
      if (module?.stage === 'new') startWithin(module);
      return module;
    },
    moduleState: (file) => modules.get(file),
    files: () => [...modules.keys()],
    imports(file, other) {
      const reached = new Set([file]);
      for (const one of reached) for (const next of imported.get(one) ?? []) reached.add(next);
      return reached.has(other);
    },
    importersOf(files) {
      const importers = new Map<SourceFile, SourceFile[]>();
      for (const [from, all] of imported) for (const to of all) addTo(importers, to, from);
      const reached = new Set(files);
      for (const one of reached) for (const next of importers.get(one) ?? []) reached.add(next);
      return reached;
    },
    exportsOf(file) {
      const module = modules.get(file);
      if (!module || module.whole || module.stars.some((one) => !one.module)) return undefined;
      const members = new Map<string, Slot>();
      for (const name of exportedNames(m, module)) {
        const value = exportOf(m, module, name);
        if (value) members.set(name, { value, written: value.at });
      }
      return { kind: 'record', members };
    },
    star(specifier, frame) {
      const own = modules.get(frame.file);
      const module = m.moduleOf(specifier, frame.file);
      own?.stars.push({ specifier, module });
      if (!module || module === own) return;
      for (const name of exportedNames(m, module)) {
        const value = exportOf(m, module, name);
        if (value) m.write(frame.scope.cells.get(name) ?? addCell(m, frame.scope, name), value);
      }
    },
    outsideStar: ({ file }) =>
      file.language.exportsAll
        ? modules.get(file)?.stars.find(({ module }) => !module)?.specifier
        : undefined,
    runAll(files) {
      for (const file of files) start(load(file));
      for (const module of postponed) start(module);
      postponed.length = 0;
    },
    moduleFrame(file) {
      const module = modules.get(file);
      return module && frameOf(module, root);
    },
  };
}

const frameOf = ({ file, scope }: ModuleState, root: Heap): Frame =>
  outerFrame({ file, scope, context: MODULE_CONTEXT }, root);

/** Evaluates a module under no guard: whatever led to its import, it runs as a program does. */
function runModule(m: Machine, root: Heap, module: ModuleState): void {
  const { file, program } = module;
  if (!program) return;
  const before = m.heap;
  const { guard } = root;
  m.heap = root;
  const at: At = { file, span: program };
  root.guard = { kind: 'module', at, clock: root.tick(), parent: undefined };
  const frame = frameOf(module, root);
  declareExports(m, module, root);
  m.runningFile(file, () => m.module(file, () => void m.run(program.body, frame)));
  m.heap = before;
  root.guard = guard;
}

/** Exported names exist before the module runs: modules import each other. */
function declareExports(m: Machine, module: ModuleState, root: Heap): void {
  if (module.file.language.exportsAll) return;
  for (const one of module.program?.body ?? [])
    if (one.kind === 'export' || one.kind === 'exported') exportFrom(m, one, frameOf(module, root));
}
