import { workspaceOf } from '../../src/model/memory-workspace.js';
import { formatOf, loadParsers } from '../../src/syntax/index.js';
import { type FileReading, readFile } from '../../src/systems/index.js';

/** Reads one text as the file of a project without configuration. */
export async function readText(path: string, text: string): Promise<FileReading> {
  const format = formatOf(path);
  await loadParsers(format ? [format] : []);
  return readFile(workspaceOf({ [path]: text }), path, { layers: [], vendor: undefined });
}
