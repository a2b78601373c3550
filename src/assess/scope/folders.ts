/** Folders with all files of a machine or of a person, as they are written. */
const WHOLE: ReadonlySet<string> = new Set('~ $home %userprofile% /home /users /root /etc /var'.split(' '));

/** A variable that stands for a person's folder: `${HOME}`, `${env:HOME}`, `${userHome}`. */
const HOME_VARIABLE = /^\$\{(?:env:)?(?:home|userhome|userprofile)\}$/;

/** The project's own folder, by the name that clients have for it. */
const PROJECT = /^(?:\$\{workspace(?:folder|root)\}|\$\{?pwd\}?|\$\(pwd\)|\.)\/(?=\.\.)/;

/** What a folder is far too much of, in words; undefined for any other folder. */
export function tooWide(folder: string): string | undefined {
  const path = plainPath(folder);
  if (/^(?:\.\.\/)*\.\.$/.test(path.replace(PROJECT, ''))) return 'a folder outside the project';
  if (/\/(?:docker|podman|containerd)\.sock$/.test(path))
    return 'the service that starts containers on this machine';
  if (path === '/' || /^[a-z]:$/.test(path) || path === '/host' || path === '/mnt')
    return 'the whole machine';
  if (/^\/(?:home|users)\/[^/$]+$/.test(path) || /^[a-z]:\/users(?:\/[^/]+)?$/.test(path))
    return 'a whole home directory';
  if (!WHOLE.has(path) && !HOME_VARIABLE.test(path)) return undefined;
  return path === '/etc' || path === '/var' ? 'the settings of the whole machine' : 'a whole home directory';
}

/** A path in one spelling: no scheme, `/` between names, no empty name and no `.`, drives of WSL as drives. */
function plainPath(folder: string): string {
  const plain = folder
    .trim()
    .replaceAll('\\', '/')
    .toLowerCase()
    .replace(/^file:\/\/(?:localhost)?(?=\/)/, '')
    .replace(/^\/(?=[a-z]:(?:\/|$))/, '');
  const names = plain.split('/').filter((name, index) => name !== '' && (name !== '.' || index === 0));
  const path = plain.startsWith('/') ? `/${climbed(names).join('/')}` : names.join('/');
  return path.replace(/^\/mnt\/([a-z])(?=\/|$)/, '$1:');
}

/** The names of an absolute path with its `..` walked: `/srv/..` is `/`. */
function climbed(names: readonly string[]): string[] {
  const walked: string[] = [];
  for (const name of names) {
    if (name === '..') walked.pop();
    else walked.push(name);
  }
  return walked;
}

/** Whether a folder is a person's or the machine's, or beside the project: `~/.ssh`, `/srv/data`, `C:/data`, `../x`. Temporary files are nobody's. */
export function isOutside(folder: string): boolean {
  const path = plainPath(folder);
  return (
    /^(?:~|\/|\.\.\/|[a-z]:|\$\{?(?:env:)?(?:home|userprofile)\}?\/)/.test(path) &&
    !/^\/(?:private\/)?tmp(?:\/|$)/.test(path)
  );
}
