import { ConfigurationError } from '../config/configuration-error.js';
import { openProject, type Project, type ProjectRequest } from './open-project.js';
import type { Base } from './repository.js';

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
