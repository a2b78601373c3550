import { crewPart, joinTasks } from '../dialects/crewai/index.js';
import type { Workspace } from '../model/index.js';
import { parseDocument, type SyntaxNode } from '../syntax/index.js';
import type { FileReading } from './read.js';

const NAME = /^(.*\/)?(agents|tasks)(\.ya?ml)$/;

/**
 * Joins the agents of a crew with the tasks that stand beside them, as `agents.yaml` and `tasks.yaml` of one folder do.
 * Tasks whose agents are checked as well make no system of their own.
 */
export function joinCrew(file: FileReading, workspace: Workspace): void {
  const [, folder = '', kind, ending] = NAME.exec(file.path) ?? [];
  const [system] = file.systems;
  if (system === undefined || kind === undefined) return;
  const beside = `${folder}${kind === 'agents' ? 'tasks' : 'agents'}${ending}`;
  if (kind === 'tasks') {
    const agents = workspace.files.includes(beside) && rootOf(beside, workspace, file.path);
    if (agents && crewPart(agents) === 'agents') file.systems = [];
    return;
  }
  const tasks = rootOf(beside, workspace, file.path);
  if (tasks && crewPart(tasks) === 'tasks') joinTasks(system, tasks);
}

function rootOf(path: string, workspace: Workspace, askedBy: string): SyntaxNode | undefined {
  if (workspace.isSearched(path) && !workspace.files.includes(path)) return undefined;
  const read = workspace.read(path, askedBy);
  return read.ok ? parseDocument(path, 'yaml', read.text).roots[0] : undefined;
}
