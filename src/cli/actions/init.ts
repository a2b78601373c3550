import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { configFileIn } from '../../config/index.js';
import { EXIT, UsageError } from '../exit.js';
import { CONFIGURATION, HOOK, WORKFLOW } from './init-texts.js';

/**
 * `agent-lint init`: writes a commented configuration into the working directory, and on request the hook and the CI
 * file. A configuration that is there already stays as it is where one of the others is asked for; else it is all or
 * nothing: where one of the files is there already, nothing is written.
 */
export function runInit(args: Record<string, unknown>): number {
  const ways: [file: string, text: string][] = [];
  if (args.hook === true) ways.push(['.pre-commit-config.yaml', HOOK]);
  if (args.ci === true) ways.push(['.github/workflows/agent-lint.yml', WORKFLOW]);
  const configured = configFileIn(process.cwd());
  const wanted: typeof ways =
    configured === undefined ? [['agent-lint.config.yaml', CONFIGURATION], ...ways] : ways;
  const existing =
    ways.find(([file]) => existsSync(file))?.[0] ?? (ways.length === 0 ? configured : undefined);
  if (existing !== undefined) {
    throw new UsageError(
      `${existing} is there already, and init overwrites nothing. Nothing was written.`,
      'See docs/configuration.md for what can be added to it.',
    );
  }
  for (const [file, text] of wanted) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    } catch (error) {
      throw new UsageError(`cannot write ${file}: ${(error as Error).message}`);
    }
    process.stdout.write(`Wrote ${file}\n`);
  }
  if (configured !== undefined) process.stdout.write(`${configured} is there already and stays as it is\n`);
  else process.stdout.write('Next: state the requirements in it, then run agent-lint check.\n');
  return EXIT.ok;
}
