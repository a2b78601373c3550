import type { EnvironmentSetting } from '../dialects/code-dialect.js';
import { fixedPlace } from '../model/index.js';
import { textRangeEditor } from '../syntax/edit/lines.js';
import { linesOf } from '../syntax/lines.js';
import { dockerfileSettings, isDockerfile } from './dockerfile.js';

/** `NAME=value` of `.env`. */
const SETTING = /^\s{0,20}(?:export\s{1,9})?([A-Za-z_]\w{0,80})\s{0,9}=\s{0,9}(["']?)([^"'\s#]{0,200})\2/;

/** Environment variables that a file sets for the programs in its folder and below. A template sets nothing. */
export function environmentSettings(file: string, text: string): EnvironmentSetting[] {
  const slash = file.lastIndexOf('/');
  const folder = slash < 0 ? '' : file.slice(0, slash);
  if (/\.(?:example|sample|template|dist)$/i.test(file)) return [];
  if (isDockerfile(file)) return dockerfileSettings(file, text);
  return linesOf(text).flatMap(({ text: line, start: offset }, index): EnvironmentSetting[] => {
    if (line.length > 1_000) return [];
    const found = SETTING.exec(line);
    const [, name, , value] = found ?? [];
    if (name === undefined || value === undefined) return [];
    const start = line.indexOf(name);
    const range = {
      start: { line: index + 1, column: start + 1 },
      end: { line: index + 1, column: line.trimEnd().length + 1 },
    };
    const blank = line.length - line.trimStart().length;
    const part = { file, text, start: offset + blank, end: offset + line.trimEnd().length };
    const edit = () => textRangeEditor(part);
    return [{ name, value, folder, at: fixedPlace(file, name, range, edit) }];
  });
}
