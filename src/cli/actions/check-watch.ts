import chokidar from 'chokidar';
import { ConfigurationError } from '../../config/configuration-error.js';
import { isBelow } from '../../files/index.js';
import type { LintResult } from '../../lint/result.js';
import type { Finding } from '../../model/index.js';
import type { Project } from '../../project/open-project.js';
import { openSession, type SessionRequest } from '../../project/session.js';
import { UsageError } from '../../project/usage-error.js';
import { summarize } from '../../report/shared/order.js';
import { count, visible, withoutCommands } from '../../report/shared/text.js';
import { EXIT } from '../exit.js';
import { note, noteInvalid } from '../output.js';
import { reportMissing } from '../request.js';
import type { reportTargets } from '../report-targets.js';

/** How a watch shows what it found. */
export interface WatchOutput {
  isShown(finding: Finding): boolean;
  /** Writes the whole report. */
  write(result: LintResult, project: Project): unknown;
  statusOf(result: LintResult, project: Project): number;
}

/** Options that ask for one state of the repository, for a change of it, or for a report that is read once. */
const ONCE = [
  'fix',
  'fix-unsafe',
  'fix-dry-run',
  'update-baseline',
  'stdin',
  'staged',
  'since',
  'new-since',
  'config-from',
  'shard',
  'output',
  'cache',
  'timing',
] as const;

/** @throws {UsageError} for what a watch cannot do. */
export function refuseWithWatch(
  args: Record<string, unknown>,
  reports: ReturnType<typeof reportTargets>,
): void {
  const given = ONCE.find((name) => args[name] !== undefined && args[name] !== false);
  if (given !== undefined)
    throw new UsageError(`--watch checks the work tree again and again: leave out --${given}.`);
  const other = reports.find(({ format }) => format !== 'pretty' && format !== 'compact');
  if (other)
    throw new UsageError(`--watch writes for people: use it with pretty or compact, not ${other.format}.`);
}

/** Saving is often several changes of the disk: they are checked together; milliseconds. */
const QUIET_MS = 50;

const NOT_WATCHED = /(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/;

/** Checks, shows the report, and then what differs after each change, until the process is interrupted. Gives the exit status. */
export async function watch(request: SessionRequest, output: WatchOutput): Promise<number> {
  const session = openSession(request);
  const { project, result } = await session.check();
  const shown = { ...result, findings: result.findings.filter(output.isShown) };
  if (reportMissing(project.missing, request.paths ?? [])) return EXIT.usage;
  for (const text of shown.notes) note(text);
  await output.write(shown, project);
  const elsewhere = [request.config, request.policy, request.baseline].filter(
    (one) => typeof one === 'string',
  );
  const watcher = chokidar.watch([project.root, ...elsewhere], {
    ignored: (path) => isBelow(path, project.root) && NOT_WATCHED.test(path.slice(project.root.length)),
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
  });
  let before = standingIn(shown);
  // What it says of a project without agents is said with the report, and at the end.
  const first = output.statusOf(shown, project);
  let last = () => first;
  let isInvalid = false;
  const again = async () => {
    try {
      const { project, result } = await session.check();
      const now = { ...result, findings: result.findings.filter(output.isShown) };
      const after = standingIn(now);
      showChanges(before, after, now, isInvalid);
      before = after;
      isInvalid = false;
      last = () => output.statusOf(now, project);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      noteInvalid(error);
      isInvalid = true;
      last = () => EXIT.configuration;
    }
  };
  return new Promise((end, failed) => {
    let timer: NodeJS.Timeout | undefined;
    const done = (status: number) => {
      clearTimeout(timer);
      void watcher.close().then(() => end(status));
    };
    watcher.on('all', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        again().catch(failed);
      }, QUIET_MS);
    });
    watcher.on('error', (error) => {
      note(`Cannot watch: ${error instanceof Error ? error.message : String(error)}`);
      done(EXIT.usage);
    });
    watcher.on('ready', () => {
      note('Watching for changes. Press Ctrl+C to end.');
      // What changed before is in no event.
      again().catch(failed);
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done(last()));
  });
}

/** The findings that count, by what stays the same when lines move. */
const standingIn = ({ findings }: LintResult): ReadonlyMap<string, Finding> =>
  new Map(findings.filter(({ ignored }) => !ignored).map((one) => [one.fingerprint, one]));

/** Writes which findings are new and which are gone; where none is, nothing, unless nothing could be checked before. */
function showChanges(
  before: ReadonlyMap<string, Finding>,
  after: ReadonlyMap<string, Finding>,
  result: LintResult,
  wasInvalid: boolean,
): void {
  const added = [...after.values()].filter(({ fingerprint }) => !before.has(fingerprint));
  const gone = [...before.values()].filter(({ fingerprint }) => !after.has(fingerprint));
  if (added.length + gone.length === 0 && !wasInvalid) return;
  const { errors, warnings, infos } = summarize(result);
  const lines = [
    ...added.map((one) => `+ ${lineOf(one)}`),
    ...gone.map((one) => `- ${lineOf(one)}`),
    [count(errors, 'error'), count(warnings, 'warning'), count(infos, 'info')].join(', '),
  ];
  process.stdout.write(`\n${lines.map(withoutCommands).join('\n')}\n`);
}

const lineOf = ({ file, range: { start }, severity, rule, message }: Finding): string =>
  `${visible(file)}:${start.line}:${start.column} ${severity} ${rule} ${visible(message)}`;
