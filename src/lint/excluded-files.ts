import type { Exclude, ResolvedConfig } from '../model/index.js';
import type { ProjectFile } from '../systems/index.js';
import type { EngineReport } from './ignores.js';

/** A rule that is locked for a file, and the configuration that locks it. */
export interface LockedRule {
  rule: string;
  lockedBy: string;
}

/** Files that people exclude, and that locked rules are checked in all the same. */
export interface ExcludedFiles {
  has(file: string): boolean;
  add(file: ProjectFile, rules: readonly LockedRule[]): void;
  /** One report for each entry of `exclude` that covers such files. */
  reports(): EngineReport[];
  /** A sentence about the option of the run. */
  notes(): string[];
}

/** What an exclude does not hide. */
interface Attempt {
  files: Set<string>;
  rules: Map<string, string>;
}

export function openExcludedFiles(config: ResolvedConfig): ExcludedFiles {
  const excluded = new Set<string>();
  const byEntry = new Map<Exclude, Attempt>();
  const byOption: Attempt = { files: new Set(), rules: new Map() };
  const add = ({ files, rules }: Attempt, path: string, locked: readonly LockedRule[]) => {
    files.add(path);
    for (const { rule, lockedBy } of locked) rules.set(rule, lockedBy);
  };
  return {
    has: (file) => excluded.has(file),
    add({ path, layers }, locked) {
      excluded.add(path);
      if (locked.length === 0) return;
      if (config.excludes?.(path)) add(byOption, path, locked);
      for (const entry of layers.flatMap((layer) => layer.excludesOf(path))) {
        const attempt = byEntry.get(entry) ?? { files: new Set(), rules: new Map() };
        byEntry.set(entry, attempt);
        add(attempt, path, locked);
      }
    },
    reports: () =>
      [...byEntry].map(([{ at }, attempt]) => ({
        rule: 'config/locked-rule',
        at,
        message: attemptWords('This exclude', attempt),
      })),
    notes: () => (byOption.files.size === 0 ? [] : [attemptWords('`--exclude`', byOption)]),
  };
}

/** Rules and files that a sentence names; it counts the others. */
const MOST_NAMED = 3;

function attemptWords(what: string, { files, rules }: Attempt): string {
  const owners = [...new Set(rules.values())].join(' and ');
  const names = [...rules.keys()].map((name) => `\`${name}\``);
  return `${what} does not hide ${listed([...files], 'files')} from ${listed(names, 'rules')}, locked by ${owners}.`;
}

function listed(names: readonly string[], what: string): string {
  if (names.length > MOST_NAMED)
    return `${names.slice(0, MOST_NAMED - 1).join(', ')} and ${names.length - MOST_NAMED + 1} more ${what}`;
  return [names.slice(0, -1).join(', '), names.at(-1)].filter((part) => part !== '').join(' and ');
}
