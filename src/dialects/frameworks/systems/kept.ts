import type { CodeContext } from '../../code-dialect.js';
import { keptBeside } from '../../requests/kept-requests.js';
import type { HeldFile } from './held.js';

/** Adds what runs, sessions and requests beside them make the operator keep. */
export function addKept(files: readonly HeldFile[], { documentOf }: Pick<CodeContext, 'documentOf'>): void {
  const continued = new Set(files.flatMap(({ found }) => found.runs.map(({ session }) => session)));
  for (const { file, isTest, found, runs, own, around } of files) {
    for (const { run, held } of runs) {
      if (run.store) held.stores.push(run.store);
      held.kept.push(...(run.kept ?? []));
    }
    const document = own.length > 0 && !isTest ? documentOf(file) : undefined;
    if (document) own[0]?.kept.push(...keptBeside(document));
    // A session that no run is seen to continue is reported where it is created, unless runs of the file are seen.
    if ((isTest && own.length === 0) || found.runs.length > 0) continue;
    for (const { id, states } of found.sessions) if (!continued.has(id)) around[0]?.kept.push(...states);
  }
}
