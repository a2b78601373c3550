import { resolve } from 'node:path';
import { loadConfig } from '../config/index.js';
import { GitError } from '../files/git-objects.js';
import type { FileStore } from '../files/index.js';
import type { LintResult } from '../lint/result.js';
import { type RuleInForce, rulesInForce, WEIGHT } from '../lint/severities.js';
import type { Level, Place, ResolvedConfig } from '../model/index.js';
import { surfaceOf } from '../systems/index.js';
import type { Project, ProjectRequest } from './open-project.js';
import { openStates } from './repository.js';

/** Lines that are printed; the rest is counted. */
const MOST_LINES = 5;

/**
 * Rules whose level a change lowers for some file of a run, one sentence each: what the configuration of the change says is
 * compared with what that of the commit says from which it starts. A reviewer sees it without opening the configuration.
 */
export async function loweredRuleNotes(
  request: ProjectRequest,
  { root, config }: Pick<Project, 'root' | 'config'>,
  { files }: Pick<LintResult, 'files'>,
): Promise<string[]> {
  const states = statesOf(request, root);
  if (!states || request.config !== undefined || files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const load = (store: FileStore) => configOfState(request, root, paths, store);
  const base = request.configFrom === undefined ? await load(states.base) : config;
  const head = request.configFrom === undefined ? config : await load(states.head);
  if (!base || !head) return [];
  const notes = lowered(base, head, files).map(({ rule, from, to, head: at, base: before }) => {
    const change = `This change lowers \`${rule}\` from ${from} to ${to}`;
    const effect =
      request.configFrom === undefined ? '' : `, without effect here (--config-from ${request.configFrom})`;
    return at
      ? `${change} (${placeWords(at)})${effect}.`
      : `${change}${before ? `: it removes the setting at ${placeWords(before)}` : ''}${effect}.`;
  });
  const more = notes.length - MOST_LINES;
  return more > 0 ? [...notes.slice(0, MOST_LINES), `This change lowers ${more} more rules.`] : notes;
}

/** The configuration of a state about some files; none where it is invalid, which is reported where it is in force. */
export async function configOfState(
  request: ProjectRequest,
  root: string,
  files: readonly string[],
  store: FileStore,
): Promise<ResolvedConfig | undefined> {
  const loaded = await loadConfig({
    root,
    cwd: resolve(request.cwd ?? process.cwd()),
    ...(typeof request.config === 'string' ? { file: request.config } : {}),
    ...(request.policy === undefined ? {} : { policy: request.policy }),
    files,
    store,
  });
  return loaded.ok ? loaded.config : undefined;
}

/** The states that a change leads from and to; undefined for a run that is about no change. */
function statesOf(request: ProjectRequest, root: string): ReturnType<typeof openStates> {
  try {
    return openStates(request, root);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

interface Lowered {
  rule: string;
  from: Level;
  to: Level;
  /** Where the level is set after the change, and before it. */
  head: Place | undefined;
  base: Place | undefined;
}

function lowered(base: ResolvedConfig, head: ResolvedConfig, files: LintResult['files']): Lowered[] {
  const found = new Map<string, Lowered>();
  for (const { path, dialect } of files) {
    const linted = { file: path, dialect, surface: surfaceOf(dialect) };
    const before = levels(rulesInForce(base.layersFor(path), linted, {}).rules);
    for (const { rule, level, at } of rulesInForce(head.layersFor(path), linted, {}).rules) {
      const was = before.get(rule.id);
      if (!was || WEIGHT[level] >= WEIGHT[was.level]) continue;
      const key = [rule.id, was.level, level, at ? placeWords(at) : ''].join('\n');
      if (!found.has(key))
        found.set(key, { rule: rule.id, from: was.level, to: level, head: at, base: was.at });
    }
  }
  return [...found.values()];
}

const levels = (rules: readonly RuleInForce[]) => new Map(rules.map((one) => [one.rule.id, one]));

function placeWords(at: Place): string {
  const { line, column } = at.range().start;
  return `${at.file}:${line}:${column}`;
}
