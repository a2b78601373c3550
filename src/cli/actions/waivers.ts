import { compareWaivers, type Waiver } from '../../lint/waivers.js';
import { openBaseProject } from '../../project/base-project.js';
import { waiversOfProject } from '../../project/compared.js';
import { openProject, type ProjectRequest } from '../../project/open-project.js';
import { openBase } from '../../project/repository.js';
import { renderWaivers, WAIVERS_FORMATS } from '../../report/waivers.js';
import { dateOf, lastOf, oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { writeReport } from '../output.js';
import { baselineOf, configOf, excludesOf, reportMissing, withGit } from '../request.js';

/** `agent-lint waivers`: 0, or 1 with `--fail-on-new` if there are new ones; 2 for a named path that does not exist. */
export async function runWaivers(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, WAIVERS_FORMATS, 'format') ?? 'text';
  const output = lastOf(args.output, 'output');
  const asOf = dateOf(args['as-of'], 'as-of');
  const since = lastOf(args.since, 'since');
  const failOnNew = args['fail-on-new'] === true;
  if (failOnNew && since === undefined)
    throw new UsageError('--fail-on-new needs --since REF: the commit to compare with.');
  const paths = Array.isArray(args.paths) ? args.paths.map(String) : [];
  const request = { paths, exclude: excludesOf(args), ...configOf(args), ...baselineOf(args) };
  const project = await openProject(request);
  const waivers = waiversOfProject(project, asOf);
  const added =
    since === undefined ? undefined : await withGit(() => newSince(since, waivers, request, asOf));
  const printed = { asOf, waivers, ...(since !== undefined && added && { since: { ref: since, added } }) };
  writeReport(renderWaivers(printed, format), output);
  if (reportMissing(project.missing, paths)) return EXIT.usage;
  return failOnNew && added !== undefined && added.size > 0 ? EXIT.findings : EXIT.ok;
}

/** Those that the merge base does not have, or that end later than there. */
async function newSince(
  ref: string,
  waivers: readonly Waiver[],
  request: ProjectRequest,
  asOf: string,
): Promise<ReadonlySet<Waiver>> {
  const base = openBase(ref, request);
  const before = waiversOfProject(await openBaseProject(base, request), asOf);
  const changes = compareWaivers(before, waivers, base.movedTo);
  return new Set(changes.flatMap(({ is, waiver }) => (is === 'removed' ? [] : waiver)));
}
