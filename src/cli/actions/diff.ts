import { type Change, isLoss, isUngated } from '../../compare/change.js';
import { compareInventories } from '../../compare/compare.js';
import { openBaseProject } from '../../project/base-project.js';
import { comparedStates } from '../../project/compared.js';
import { openProject, type ProjectRequest } from '../../project/open-project.js';
import { openBase } from '../../project/repository.js';
import { CHANGES_FORMATS, renderChanges } from '../../report/changes.js';
import { visible } from '../../report/shared/text.js';
import { dateOf, lastOf, oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { note, writeReport } from '../output.js';
import { configOf, withGit } from '../request.js';

/** What `--fail-on` fails; each also what stands before it. */
const FAIL_ON = ['lost', 'ungated'] as const;

/** `agent-lint diff REF`: 1 if a control is lost or now undecidable, or an act without a gate is new; else 0. */
export async function runDiff(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, CHANGES_FORMATS, 'format') ?? 'text';
  const failOn = oneOf(args['fail-on'], FAIL_ON, 'fail-on') ?? 'lost';
  const output = lastOf(args.output, 'output');
  const asOf = dateOf(args['as-of'], 'as-of');
  const ref = String(args.ref);
  const request: ProjectRequest = configOf(args);
  return withGit(async () => {
    const base = openBase(ref, request);
    const [now, then] = [await openProject(request), await openBaseProject(base, request)];
    const { before, after, unread } = comparedStates(then, now, base, asOf);
    const compared = compareInventories(before, after, base.movedTo);
    const isSaid = (file: string) =>
      compared.some((one) => one.kind === 'unresolved' && one.hides && one.file === file);
    const changes = [
      ...compared,
      ...unread.filter((one) => !(one.kind === 'unread' && one.tool === undefined && isSaid(one.file))),
    ];
    writeReport(renderChanges(changes, format, { ref, base: base.commit }), output);
    const isFailing = (change: Change) => isLoss(change) || (failOn === 'ungated' && isUngated(change));
    if (failOn === 'ungated')
      for (const change of changes)
        if (change.kind === 'server' && isUngated(change))
          note(`\`${visible(change.server)}\` is a new MCP server that fails the change: ${change.risk}.`);
    return changes.some(isFailing) ? EXIT.findings : EXIT.ok;
  });
}
