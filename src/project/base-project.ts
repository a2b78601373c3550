import { ConfigurationError } from '../config/configuration-error.js';
import type { Reading } from '../lint/lint.js';
import { openProject, type Project, type ProjectRequest } from './open-project.js';
import { type Base, filesAbout } from './repository.js';

/**
 * Opens the project as it was at the base. A configuration or baseline that is invalid there is left out: a change that
 * repairs it must not fail for it.
 */
export async function openBaseProject(base: Base, request: ProjectRequest): Promise<Project> {
  const {
    paths: _paths,
    since: _since,
    stdin: _stdin,
    staged: _staged,
    overlay: _overlay,
    ...rest
  } = request;
  const asked: ProjectRequest = { ...rest, store: base.store };
  try {
    return await openProject(asked);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
  }
  try {
    return await openProject({ ...asked, baseline: false });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return openProject({ ...asked, config: false, baseline: false });
  }
}

/** The state that a change starts from, as far as the change touches it: opened and read once, whatever a run asks of it. */
export interface Earlier {
  readonly base: Base;
  open(): Promise<Project>;
  readonly reading: Reading;
}

export function earlierOf(base: Base, { newSince: _, ...request }: ProjectRequest): Earlier {
  let opened: Promise<Project> | undefined;
  const about = filesAbout(base.changes);
  return {
    base,
    open() {
      opened ??= openBaseProject(base, { ...request, about, baseline: false });
      return opened;
    },
    reading: {},
  };
}
