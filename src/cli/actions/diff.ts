import { compareInventories, isLoss } from '../../compare/compare.js';
import { openBaseProject } from '../../project/base-project.js';
import { comparedOf } from '../../project/compared.js';
import { openProject, type ProjectRequest } from '../../project/open-project.js';
import { openBase } from '../../project/repository.js';
import { CHANGES_FORMATS, renderChanges } from '../../report/changes.js';
import { dateOf, lastOf, oneOf } from '../arguments.js';
import { EXIT } from '../exit.js';
import { writeReport } from '../output.js';
import { configOf, withGit } from '../request.js';

/** `agent-lint diff REF`: 1 if a control is lost or now undecidable, else 0. */
export async function runDiff(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, CHANGES_FORMATS, 'format') ?? 'text';
  const output = lastOf(args.output, 'output');
  const asOf = dateOf(args['as-of'], 'as-of');
  const ref = String(args.ref);
  const request: ProjectRequest = configOf(args);
  return withGit(async () => {
    const base = openBase(ref, request);
    const after = comparedOf(await openProject(request), asOf);
    const before = comparedOf(await openBaseProject(base, request), asOf);
    const changes = compareInventories(before, after, base.movedTo);
    writeReport(renderChanges(changes, format, { ref, base: base.commit }), output);
    return changes.some(isLoss) ? EXIT.findings : EXIT.ok;
  });
}
