import { existsSync, readFileSync } from 'node:fs';
import { configFileIn } from '../../config/index.js';
import { findRoot } from '../../files/root.js';
import { createFile, writeFailure } from '../../files/write-file.js';
import { VERSION } from '../../generated/version.js';
import { lastOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { packageFolder } from '../../project/package-folder.js';
import { CONFIGURATION, SCHEMA_LINE } from './init-configuration.js';
import { HOOK_FILE, HOOK_ID, hookEntry } from './init-hook.js';
import {
  commitOfClone,
  type Installation,
  installationFor,
  isLocal,
  type Sources,
} from './init-installation.js';
import { WORKFLOW_FILE, workflow, workflowSteps } from './init-workflow.js';

/** A file that `init` writes, and the lines to add where it exists. */
interface Written {
  file: string;
  text: string;
  /** Where the lines go. */
  under: string;
  /** What else a file that exists needs. */
  beside?: string;
  lines: string;
  /** Whether a file that exists has these lines already. */
  isIn: (text: string) => boolean;
}

/** Stands for what only the user knows, in lines that are printed and never written. */
const UNKNOWN: Sources = {
  kind: 'sources',
  address: 'https://git.example.com/acme/agent-lint',
  revision: 'REVISION',
};

/**
 * `agent-lint init`: writes a commented configuration into the working directory, and on request the hook and the CI
 * file. A file that exists is left alone, and the lines to add to it are printed. So they are where nobody can say what
 * would be installed.
 */
export function runInit(args: Record<string, unknown>): number {
  const folder = process.cwd();
  const from = lastOf(args.from, 'from');
  if (from !== undefined && args.hook !== true && args.ci !== true)
    throw new UsageError('--from says what hook and workflow install: add --hook, --ci or both.');
  const own = packageFolder();
  const installation = installationFor(folder, { from, own });
  const commit = installation ? undefined : commitOfClone(own);
  const shown = installation ?? (commit === undefined ? UNKNOWN : { ...UNKNOWN, revision: commit });
  // No other machine has a folder of this one: no workflow installs from it.
  const isHere = installation?.kind === 'sources' && isLocal(installation);
  const forCi = isHere ? { ...UNKNOWN, revision: installation.revision } : shown;
  const wanted: Written[] = [
    ...(args.hook === true ? [hookFile(shown)] : []),
    ...(args.ci === true ? [workflowFile(forCi)] : []),
  ];
  const { root, git } = findRoot(folder);
  if (wanted.length > 0 && git && root !== folder) {
    throw new UsageError(
      'the hook and the workflow take effect only at the root of the repository. Nothing was written.',
      `Run this command in ${root}.`,
    );
  }
  const configured = configFileIn(folder);
  const schema = installation?.kind === 'dependency' ? SCHEMA_LINE : '';
  if (configured === undefined) write('agent-lint.config.yaml', schema + CONFIGURATION);
  else print(`${configured} exists and is left alone.`);
  const unknown = installation ? undefined : commit === undefined ? NO_SOURCE : NO_ADDRESS;
  const added = wanted.filter((one) =>
    writeOrShow(one, isHere && one.file === WORKFLOW_FILE ? LOCAL : unknown),
  );
  if (installation) for (const line of adviceOn(installation, added)) print(line);
  if (configured === undefined)
    print('Next: state the requirements in agent-lint.config.yaml, then run agent-lint check.');
  return EXIT.ok;
}

/** What people should know of an installation before it runs for the first time. */
function adviceOn(installation: Installation, added: readonly Written[]): string[] {
  const takesMinutes = installation.kind !== 'dependency' && added.some(({ file }) => file === HOOK_FILE);
  return [
    ...(takesMinutes
      ? [
          'The first run of the hook installs agent-lint, which takes minutes; later runs start at once. To install it now: pre-commit install --install-hooks',
        ]
      : []),
    ...(takesMinutes && installation.kind === 'sources' && isLocal(installation)
      ? [
          `The lines for ${HOOK_FILE} install from ${installation.address}, which only this machine can read. For other machines, copy the clone to an address of git and give it: --from ADDRESS@REVISION`,
        ]
      : []),
  ];
}

function hookFile(installation: Installation): Written {
  const lines = hookEntry(installation, VERSION);
  return {
    file: HOOK_FILE,
    text: `repos:\n${lines}`,
    under: 'repos',
    lines,
    isIn: (text) => HOOK_ID.test(text),
  };
}

function workflowFile(installation: Installation): Written {
  return {
    file: WORKFLOW_FILE,
    text: workflow(installation, VERSION),
    under: 'steps',
    beside: 'actions/checkout needs `fetch-depth: 0`',
    lines: workflowSteps(installation, VERSION),
    isIn: (text) => /\bagent-lint\b.{0,300} check\b/.test(text),
  };
}

/** Why nothing is written, and what to do, in words before the lines. */
const NO_SOURCE =
  'this agent-lint is not published, and neither a clone nor a dependency of the project, so the name `agent-lint` could install something else. Give a repository of agent-lint with --from ADDRESS@REVISION, or fill in address and revision in these lines';
const NO_ADDRESS =
  'this clone of agent-lint has no address that other machines can read. Copy it to an address of git and give that with --from ADDRESS@REVISION, or fill in the address in these lines';

const LOCAL =
  '--from names a folder of this machine, which CI cannot read. Copy the clone to an address of git and give that with --from ADDRESS@REVISION, or fill in the address in these lines';

/** Writes a file, or shows its lines; `unknown`: why nothing is written. Gives whether there was something to add. */
function writeOrShow(
  { file, text, under, beside, lines, isIn }: Written,
  unknown: string | undefined,
): boolean {
  const exists = existsSync(file);
  if (exists && isIn(read(file))) {
    print(`${file} exists, runs agent-lint already and is left alone.`);
    return false;
  }
  if (!exists && unknown === undefined) {
    write(file, text);
    return true;
  }
  const why =
    unknown === undefined
      ? `${file} exists and is left alone. Add these lines`
      : `${file} was not ${exists ? 'changed' : 'written'}: ${unknown}`;
  print(`${why} under \`${under}:\`${beside === undefined ? '' : ` (${beside})`}\n\n${lines}`);
  return true;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function write(file: string, text: string): void {
  try {
    createFile(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${writeFailure(error)}`);
  }
  print(`Wrote ${file}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
