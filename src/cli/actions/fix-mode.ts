import type { FixLevel } from '../../lint/choose-fixes.js';
import { UsageError } from '../../project/usage-error.js';

/** What `--fix`, `--fix-unsafe` and `--fix-dry-run` ask for. */
export interface FixMode {
  level: FixLevel;
  dryRun: boolean;
}

/** Whether a run fixes what it finds. @throws {UsageError} where there is nothing to write to, or two things to write. */
export function fixModeOf(args: Record<string, unknown>): FixMode | undefined {
  const flags = ['fix', 'fix-unsafe', 'fix-dry-run'].filter((flag) => args[flag] === true);
  const [flag] = flags;
  if (flag === undefined) return undefined;
  if (args.stdin === true)
    throw new UsageError(
      `--${flag} changes files, and --stdin has none. Name the file instead, or apply \`fixes\` of --format json.`,
    );
  if (args['update-baseline'] === true)
    throw new UsageError(
      `--${flag} repairs findings, and --update-baseline accepts them. Run --${flag} first.`,
    );
  return { level: flags.includes('fix-unsafe') ? 'unsafe' : 'safe', dryRun: flags.includes('fix-dry-run') };
}
