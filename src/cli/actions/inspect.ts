import { today } from '../../model/date.js';
import { openProject, programsOf } from '../../project.js';
import { renderInventoryJson, renderInventoryMermaid, renderInventoryText } from '../../report/inventory.js';
import { count } from '../../report/shared/text.js';
import { type ProjectFile, readProject, unreadFiles } from '../../systems/index.js';
import { lastOf, oneOf } from '../arguments.js';
import { EXIT } from '../exit.js';
import { note, writeReport } from '../output.js';
import { configOf, excludesOf, reportMissing } from '../request.js';

const RENDER = { text: renderInventoryText, json: renderInventoryJson, mermaid: renderInventoryMermaid };

/** `agent-lint inspect`: what was found, and why each file is included or left out. */
export async function runInspect(args: Record<string, unknown>): Promise<number> {
  const format = oneOf(args.format, ['text', 'json', 'mermaid'] as const, 'format') ?? 'text';
  const paths = Array.isArray(args.paths) ? args.paths.map(String) : [];
  const project = await openProject({ paths, exclude: excludesOf(args), ...configOf(args) });
  const files = [
    ...readProject(project.workspace, project.config, { ...programsOf(project), asOf: today() }),
  ];
  const seen = [...files, ...project.workspace.leftOut];
  const all = args.files === true || format === 'json' || !project.searched;
  const listed = seen.filter((file) => all || hasAgents(file));
  const unread = unreadFiles(files);
  const text = RENDER[format]({ files: listed, unread, systems: files.flatMap((file) => file.systems) });
  writeReport(text, lastOf(args.output, 'output'));
  if (format === 'text' && listed.length < seen.length)
    note(
      `${count(seen.length - listed.length, 'more file contains', 'more files contain')} no agent configuration. --files lists them with the reason.`,
    );
  return reportMissing(project.missing, paths) ? EXIT.usage : EXIT.ok;
}

/** Whether a file is read as an agent's, or known to build agents. */
const hasAgents = ({ dialect, unread }: Partial<ProjectFile>) =>
  dialect !== undefined || unread !== undefined;
