import { packedTexts } from '../../files/packed-texts.js';
import { VERSION } from '../../generated/version.js';
import { today } from '../../model/date.js';
import { identityOf } from '../../project/identity.js';
import { openProject, type Project, programsOf } from '../../project/open-project.js';
import { inventorySystemText, renderInventoryText, streamInventoryJson } from '../../report/inventory.js';
import { count } from '../../report/shared/text.js';
import { renderInventoryMermaid } from '../../review/inventory-chart.js';
import { type ProjectFile, readProject, unreadFiles } from '../../systems/index.js';
import { dateOf, lastOf, oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { note, writeChunks } from '../output.js';
import { configOf, excludesOf, reportMissing } from '../request.js';

const RENDER = { text: renderInventoryText, mermaid: renderInventoryMermaid };

/** `agent-lint inspect`: what was found, and why each file is included or left out. */
export async function runInspect(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json', 'mermaid', 'cyclonedx'] as const, 'format') ?? 'text';
  const paths = Array.isArray(args.paths) ? args.paths.map(String) : [];
  const asOf = args['as-of'] === undefined ? undefined : dateOf(args['as-of'], 'as-of');
  const project = await openProject({ paths, exclude: excludesOf(args), ...configOf(args) });
  const read = readProject(project.workspace, project.config, {
    ...programsOf(project),
    asOf: asOf ?? today(),
  });
  const output = lastOf(args.output, 'output');
  if (format === 'json') {
    await writeChunks(inventoryChunks(project, read), output);
    return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
  }
  const files = [...read];
  const seen = [...files, ...project.workspace.leftOut];
  const all = args.files === true || !project.searched;
  const listed = seen.filter((file) => all || hasAgents(file));
  const unread = unreadFiles(files);
  const systems = files.flatMap((file) => file.systems);
  if (format === 'cyclonedx') {
    const { renderCycloneDx } = await import('../../report/cyclonedx.js');
    const dated = asOf === undefined ? {} : { asOf };
    const identity = identityOf(project.root, [...new Set(systems.map(({ file }) => file))]);
    await writeChunks(renderCycloneDx({ systems, unread, version: VERSION, identity, ...dated }), output);
    return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
  }
  await writeChunks(RENDER[format]({ files: listed, unread, systems }), output);
  if (format === 'text' && listed.length < seen.length)
    note(
      `${count(seen.length - listed.length, 'more file contains', 'more files contain')} no agent configuration. --files lists them with the reason.`,
    );
  return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
}

/** The inventory as JSON. Of each file only what is printed stays in memory. */
function inventoryChunks({ workspace }: Project, read: Iterable<ProjectFile>): Iterable<string> {
  const systems = packedTexts();
  const files: Pick<ProjectFile, 'path' | 'dialect' | 'reason' | 'unread'>[] = [];
  for (const { path, dialect, reason, unread, systems: own } of read) {
    files.push({ path, reason, ...(dialect !== undefined && { dialect }), ...(unread && { unread }) });
    for (const system of own) systems.add(inventorySystemText(system));
  }
  return streamInventoryJson(
    { files: [...files, ...workspace.leftOut], unread: unreadFiles(files) },
    systems.all(),
  );
}

/** Whether a file is read as an agent's, or known to build agents. */
const hasAgents = ({ dialect, unread }: Partial<ProjectFile>) =>
  dialect !== undefined || unread !== undefined;
