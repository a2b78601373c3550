import { type Decision, RUNTIMES } from '../model/index.js';
import type { ProjectFile } from './project-file.js';

/** The runtimes that the agents of a project target, and the files in which they do. */
export function runtimesFound(files: Iterable<ProjectFile>): NonNullable<Decision['found']> {
  const systems = [...files].flatMap((file) =>
    file.systems.map(({ runtime }) => ({ runtime, file: file.path })),
  );
  return RUNTIMES.flatMap((runtime) => {
    const targeting = systems.filter((system) => system.runtime === runtime).map(({ file }) => file);
    return targeting.length === 0 ? [] : [{ runtime, files: [...new Set(targeting)] }];
  });
}
