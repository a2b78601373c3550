import { vendorProfile } from '../../facts/vendors.js';
import { openProject } from '../../project/open-project.js';
import { sessionRequest } from '../../report/payload.js';
import { readFile, vendorOf } from '../../systems/index.js';
import { lastOf, oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { note, writeReport } from '../output.js';
import { configOf, reportMissing } from '../request.js';

/** `agent-lint payload FILE`: the request that creates the session, without our keys. */
export async function runPayload(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['http', 'json'] as const, 'format') ?? 'http';
  const named = String(args.file);
  const project = await openProject({ paths: [named], ...configOf(args) });
  if (reportMissing(project.missing, [])) return EXIT.usage;
  if (project.searched) throw new UsageError(`payload needs a file: ${named} is a folder.`);
  // The files around a named one are in the workspace, too.
  const file = project.workspace.files.find((path) => project.workspace.isNamed(path));
  if (file === undefined)
    throw new UsageError(
      `${named}: ${project.workspace.leftOut[0]?.reason ?? 'agent-lint does not read this format'}.`,
    );
  const layers = project.config.layersFor(file);
  const vendor = vendorProfile(vendorOf(layers));
  const reading = readFile(project.workspace, file, { layers, vendor });
  const problems = reading.dialect === undefined ? (reading.document?.problems ?? []) : reading.problems;
  const problem = problems.find((one) => one.kind !== 'duplicate-key');
  if (problem) {
    const { line, column } = problem.at.range().start;
    throw new UsageError(`${file}:${line}:${column}: ${problem.message}.`);
  }
  const root = reading.document?.roots[0];
  if (root === undefined || reading.dialect === undefined)
    throw new UsageError(
      // Only a document has a reason that helps: of a program, nothing else is known here.
      `${file} is not an agent config or a session payload${root === undefined ? '' : `: ${reading.reason}`}.`,
    );
  if (reading.document?.format === 'http') throw new UsageError(`${file} is already a request.`);
  if (root.get('agent') === undefined)
    throw new UsageError(
      `${file} has no \`agent\`. The payload has a single \`agent\`, and \`agents\` is not part of it.`,
    );
  const request = sessionRequest(root, vendor);
  const others = (reading.document?.roots.length ?? 1) - 1;
  if (others > 0) note(`Printed the first of ${others + 1} documents in ${file}.`);
  for (const text of request.notes) note(text);
  writeReport(format === 'http' ? request.http : request.body, lastOf(args.output, 'output'));
  return EXIT.ok;
}
