/** A glob without its escapes: a sign behind a backslash stands for itself. */
export const withoutEscapes = (glob: string): string => glob.replace(/\\./g, '_');

/** A glob for one file, relative to a folder; undefined where it is not below it. */
export function globOfPath(file: string, base: string): string | undefined {
  const prefix = base === '' ? '' : `${base}/`;
  if (!file.startsWith(prefix)) return undefined;
  const path = file.slice(prefix.length).replaceAll(/[\\*?[\]{}!]/g, '\\$&');
  return path.includes('/') ? path : `./${path}`;
}

/** The one file that a glob of a folder names by its path; undefined where it has a wildcard. */
export function pathOfGlob(glob: string, base: string): string | undefined {
  if (glob.startsWith('!') || /[*?[\]{}]/.test(withoutEscapes(glob))) return undefined;
  return below(base, glob.replace(/\\(.)/g, '$1'));
}

/** A path relative to a folder, both as shown. */
export function below(base: string, path: string): string {
  const steps = base === '' ? [] : base.split('/');
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
