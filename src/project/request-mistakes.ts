import { RULES } from '../../rules/index.js';
import { globProblem } from '../config/index.js';
import type { LintOptions } from '../lint/lint.js';
import { isRealDate } from '../model/date.js';
import { nearest } from '../model/nearest.js';
import type { ProjectRequest } from './open-project.js';

const LEVELS: readonly string[] = ['error', 'warning', 'info', 'off'];
const PRESETS: readonly string[] = ['recommended', 'strict'];

type Request = ProjectRequest & Partial<LintOptions>;

/** Everything that a request may hold: a record, so that the compiler asks for a key that is new. */
const KEYS: Readonly<Record<keyof Request, true>> = {
  cwd: true,
  isRoot: true,
  paths: true,
  config: true,
  exclude: true,
  baseline: true,
  policy: true,
  staged: true,
  since: true,
  newSince: true,
  configFrom: true,
  overlay: true,
  about: true,
  before: true,
  shard: true,
  trusts: true,
  withoutFiles: true,
  stdin: true,
  store: true,
  preset: true,
  rules: true,
  only: true,
  withoutIgnores: true,
  withoutSystems: true,
  withoutFixes: true,
  asOf: true,
  code: true,
  selection: true,
  onFile: true,
  onToolLists: true,
  onRead: true,
  reading: true,
  accepted: true,
  lockedRules: true,
  lostGates: true,
  lostLimit: true,
  outOfSight: true,
  systemTexts: true,
  withPlaces: true,
  whole: true,
  partial: true,
  notes: true,
};
const LISTS = ['paths', 'exclude', 'only'] as const;
const COMMITS = ['since', 'newSince', 'configFrom'] as const;

/** Whether an object has an option of a request: then it states no requirements. */
export const isRequest = (asked: object): asked is Request => Object.keys(asked).some((key) => key in KEYS);

/** What a caller without types may get wrong: a rule that does not exist, taken silently, would make a run look clean, and so would a path that is no list. */
export function requestMistakes(request: Request): string[] {
  const shape = [
    ...Object.keys(request).flatMap((key) => unknown(key, Object.keys(KEYS), 'option')),
    ...LISTS.filter((key) => !isListOfTexts(request[key])).map(
      (key) => `\`${key}\` must be a list of strings`,
    ),
    ...COMMITS.filter((key) => request[key] !== undefined && typeof request[key] !== 'string').map(
      (key) => `\`${key}\` must be a commit or branch`,
    ),
  ];
  if (shape.length > 0) return shape;
  const { rules = {}, only = [], exclude = [], preset, asOf } = request;
  const ids = RULES.map((rule) => rule.id as string);
  return [
    ...[...Object.keys(rules), ...only].flatMap((id) => unknown(id, ids, 'rule')),
    ...Object.values(rules).flatMap((level) => unknown(level, LEVELS, 'severity')),
    ...exclude.flatMap(excludeMistakes),
    ...(preset === undefined ? [] : unknown(preset, PRESETS, 'preset')),
    ...(asOf === undefined || isRealDate(asOf) ? [] : [`\`${asOf}\` is not a date (YYYY-MM-DD)`]),
  ];
}

function excludeMistakes(glob: string): string[] {
  const problem = globProblem(glob);
  return problem === undefined ? [] : [`the glob \`${glob}\` of \`exclude\` ${problem}`];
}

const isListOfTexts = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function unknown(word: string, known: readonly string[], what: string): string[] {
  if (known.includes(word)) return [];
  const meant = nearest(String(word), known);
  return [`unknown ${what} \`${word}\`${meant === undefined ? '' : ` (did you mean \`${meant}\`?)`}`];
}
