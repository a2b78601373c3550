import { readFileSync } from 'node:fs';
import { unusedFigures } from '../../assess/cost/shape.js';
import { lintWorkspace } from '../../lint/lint.js';
import { collectWaivers } from '../../project/compared.js';
import { identityOf } from '../../project/identity.js';
import { lintInputs, openProject, sourceReader } from '../../project/open-project.js';
import { count } from '../../report/shared/text.js';
import { notReadSentences } from '../../report/shared/unread-words.js';
import { changesSince, isReview } from '../../review/compare.js';
import { REVIEW_FORMATS, type Review, reviewOf, streamReview } from '../../review/index.js';
import { dateOf, lastOf, oneOf } from '../../project/arguments.js';
import { costInputsOf } from '../cost.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { note, writeChunks } from '../output.js';
import { configOf, excludesOf, reportMissing } from '../request.js';

/** `agent-lint review`: status 0 for every result, 4 with a page if there is no agent. */
export async function runReview(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, REVIEW_FORMATS, 'format') ?? 'html';
  const isShort = args.summary === true;
  if (isShort && format !== 'markdown') throw new UsageError('--summary needs --format markdown.');
  const asOf = dateOf(args['as-of'], 'as-of');
  const paths = Array.isArray(args.paths) ? args.paths.map(String) : [];
  const compared = lastOf(args.compare, 'compare');
  const before = compared === undefined ? undefined : readReview(compared);
  const cost = await costInputsOf(args);
  const project = await openProject({ paths, exclude: excludesOf(args), ...configOf(args) });
  const { onRead, waivers } = collectWaivers(project);
  const result = lintWorkspace(project.workspace, project.config, {
    ...lintInputs(project),
    asOf,
    // The page and the Markdown print the remedy, which says the same.
    withoutFixes: format !== 'json',
    onRead,
  });
  for (const text of result.notes) note(text);
  const review = reviewOf(result, {
    source: sourceReader(project),
    identity: (files) => identityOf(project.root, files),
    waivers: waivers(asOf),
    ...(args['as-of'] === undefined ? {} : { asOf }),
    ...(cost ? { cost } : {}),
  });
  for (const key of cost?.usage ? unusedFigures(review.cost.shapes, cost.usage) : [])
    note(`The usage file states \`${key}\`, which no reviewed system has: it does not count.`);
  const changes = before && changesSince(before, review);
  await writeChunks(
    streamReview(changes ? { ...review, changes } : review, isShort ? 'summary' : format),
    lastOf(args.output, 'output'),
  );
  for (const text of notReadSentences(review.unread)) note(text);
  if (reportMissing(project.missing, paths)) return EXIT.usage;
  if (result.files.length > 0) return EXIT.ok;
  note(
    `No agent configuration found among ${count(project.workspace.files.length, 'file')}. agent-lint inspect --files gives the reason for each.`,
  );
  return EXIT.nothingFound;
}

/** The review that a new one is compared with. @throws {UsageError} where the file is missing, broken or none of ours. */
function readReview(file: string): Review {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(`--compare ${file}: ${isMissing ? 'no such file' : 'it cannot be read'}.`);
  }
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new UsageError(
      `--compare ${file}: it is not JSON. agent-lint review --format json writes such a file.`,
    );
  }
  if (isReview(found)) return found;
  throw new UsageError(
    `--compare ${file}: it is not a review. agent-lint review --format json writes such a file.`,
  );
}
