/** The folder of a file; empty for one at the root. */
export const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** The name of a file without its folder. */
export const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** A path from a folder; undefined if it leaves the root. */
export function pathFrom(folder: string, path: string): string | undefined {
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '' && step !== '.' && step !== '..') steps.push(step);
  }
  return steps.join('/');
}

/** What is said of a path, or else of the nearest folder around it of which something is said. */
export function reasonAbove(path: string, said: ReadonlyMap<string, string>): string | undefined {
  const reason = said.get(path);
  return reason ?? (path.includes('/') ? reasonAbove(folderOf(path), said) : undefined);
}
