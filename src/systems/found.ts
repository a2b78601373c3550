import { type Decision, RUNTIMES } from '../model/index.js';
import type { ProjectFile } from './project-file.js';

/** What the agents of a project target. */
export interface TargetsFound {
  /** The runtimes, and the files in which each is targeted. */
  found: NonNullable<Decision['found']>;
  /** One of them names a self-hosted sandbox. */
  selfHostedSandbox: boolean;
}

/** What the agents of a project target, as far as a decision speaks of it. */
export function targetsFound(files: Iterable<ProjectFile>): TargetsFound {
  const systems = [...files].flatMap((file) =>
    file.systems.map(({ runtime, environment }) => ({ runtime, environment, file: file.path })),
  );
  const found = RUNTIMES.flatMap((runtime) => {
    const targeting = systems.filter((system) => system.runtime === runtime).map(({ file }) => file);
    return targeting.length === 0 ? [] : [{ runtime, files: [...new Set(targeting)] }];
  });
  return { found, selfHostedSandbox: systems.some(({ environment }) => environment?.kind === 'self-hosted') };
}
