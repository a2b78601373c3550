import { scanShell } from '../../syntax/shell/scan.js';

/** Longest script that is read. */
const MOST_TEXT = 200_000;

/** Whether a line or a script sets the folder of Git's hooks: `git config core.hooksPath FOLDER`. Reading or unsetting it does not. */
export function setsGitHooks(text: string): boolean {
  if (!/core\.hookspath/i.test(text)) return false;
  const { commands } = scanShell(text, { start: 0, end: Math.min(text.length, MOST_TEXT) });
  return commands.some(({ words }) => {
    const values = words.map(({ value }) => value);
    const git = values.findIndex((value) => /^(?:.*\/)?git$/.test(value));
    const config = git < 0 ? -1 : values.indexOf('config', git);
    if (config < 0 || values.some((value) => /^--(?:get|unset)/.test(value))) return false;
    const key = values.findIndex((value, index) => index > config && /^core\.hookspath$/i.test(value));
    const folder = key < 0 ? undefined : values[key + 1];
    return folder !== undefined && folder !== '' && folder !== '/dev/null';
  });
}
