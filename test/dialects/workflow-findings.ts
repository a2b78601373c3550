import { lintFiles } from '../rules/lint-files.js';

/** The findings of every rule: `line:column severity rule message`, with the file where it is not the first. */
export const found = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
  (await lintFiles({ ...files })).findings.map(
    ({ file, range: { start }, severity, rule, message }) =>
      `${file === Object.keys(files)[0] ? '' : `${file}:`}${start.line}:${start.column} ${severity} ${rule} ${message}`,
  );

/** What is reported, by level and rule. */
export const levels = (findings: readonly string[] = []): string[] =>
  findings.map((one) => one.split(' ').slice(1, 3).join(' ')).sort();
