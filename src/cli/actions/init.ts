import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFileIn } from '../../config/index.js';
import { findRoot } from '../../files/root.js';
import { VERSION } from '../../generated/version.js';
import { EXIT, UsageError } from '../exit.js';
import { packageFolder } from '../package-folder.js';
import { CONFIGURATION } from './init-configuration.js';
import { HOOK_FILE, HOOK_ID, hookEntry } from './init-hook.js';
import { type Installation, installationOf } from './init-installation.js';
import { WORKFLOW_FILE, workflow, workflowSteps } from './init-workflow.js';

/** A file that `init` writes, and the lines to add where it exists. */
interface Written {
  file: string;
  text: string;
  /** Where the lines go. */
  under: string;
  lines: string;
  /** Whether a file that exists has these lines already. */
  isIn: (text: string) => boolean;
}

/**
 * `agent-lint init`: writes a commented configuration into the working directory, and on request the hook and the CI
 * file. A file that exists is left alone, and the lines to add to it are printed.
 */
export function runInit(args: Record<string, unknown>): number {
  const folder = process.cwd();
  const installation = installationOf(folder);
  const written: Written[] = [
    ...(args.hook === true ? [hookFile(installation)] : []),
    ...(args.ci === true ? [workflowFile(installation)] : []),
  ];
  const { root, git } = findRoot(folder);
  if (written.length > 0 && git && root !== folder) {
    throw new UsageError(
      'the hook and the workflow take effect only at the root of the repository. Nothing was written.',
      `Run this command in ${root}.`,
    );
  }
  const configured = configFileIn(folder);
  if (configured === undefined) write('agent-lint.config.yaml', CONFIGURATION);
  else print(`${configured} exists and is left alone.`);
  for (const one of written) writeOrShow(one);
  if (written.length > 0 && installation.kind === 'version' && !isPublished()) {
    print(
      `agent-lint ${VERSION} is not published yet: the lines for ${written.map(({ file }) => file).join(' and ')} install this version, and work once it is.`,
    );
  }
  if (configured === undefined)
    print('Next: state the requirements in agent-lint.config.yaml, then run agent-lint check.');
  return EXIT.ok;
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
    lines: workflowSteps(installation, VERSION),
    isIn: (text) => /\bagent-lint\b.* check\b/.test(text),
  };
}

function writeOrShow({ file, text, under, lines, isIn }: Written): void {
  if (!existsSync(file)) {
    write(file, text);
    return;
  }
  if (isIn(read(file))) print(`${file} exists, runs agent-lint already and is left alone.`);
  else print(`${file} exists and is left alone. Add these lines under \`${under}:\`\n\n${lines}`);
}

/** A release states the commit that it was built from; a build from sources does not. */
function isPublished(): boolean {
  return JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).gitHead !== undefined;
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
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
  }
  print(`Wrote ${file}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
