import { folderWith, type Run, runCli } from '../cli/run-cli.js';

/** A payload that is read without a fault; beside it every bad file is tried. */
export const HEALTHY = 'agent: { model: m }\nenvironment: { type: hosted }\n';

interface ReportOf {
  files: { path: string }[];
  findings: {
    file: string;
    rule: string;
    message: string;
    range: { start: { line: number; column: number } };
  }[];
}

/** The JSON report of a run. */
export function reportOf(run: Run): ReportOf {
  return JSON.parse(run.stdout) as ReportOf;
}

/** What stands around the reason in a message about a file; the pages of the rules hold the whole sentence. */
const FRAME =
  /^`[^`]+` (?:cannot be read and is not checked|exceeds a limit and is not checked|does not parse): (.*)\.$/s;

/** Findings about files as such, as `file:line:column rule: reason`. */
export function fileFindings(run: Run): string[] {
  return reportOf(run)
    .findings.filter(({ rule }) => rule.startsWith('file/'))
    .map(
      ({ file, range, rule, message }) =>
        `${file}:${range.start.line}:${range.start.column} ${rule}: ${FRAME.exec(message)?.[1] ?? message}`,
    );
}

/** Files that were read as agents, or failed under an agent's name. */
export function checkedFiles(run: Run): string[] {
  return reportOf(run).files.map((file) => file.path);
}

/** Checks these files beside a healthy one. */
export async function checkBeside(
  files: Record<string, string | Uint8Array>,
  ...args: string[]
): Promise<Run> {
  return await runCli(folderWith({ 'healthy.agent.yaml': HEALTHY, ...files }), [
    'check',
    '-f',
    'json',
    ...args,
  ]);
}

/** Whether the healthy file was judged to its end: what every such payload lacks was found in it. */
export function healthyWasChecked(run: Run): boolean {
  return (
    checkedFiles(run).includes('healthy.agent.yaml') &&
    reportOf(run).findings.some(
      ({ file, rule }) => file === 'healthy.agent.yaml' && rule === 'tracing/missing',
    )
  );
}
