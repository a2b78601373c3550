import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CONFIG_NAMES } from '../../config/index.js';
import { EXIT, UsageError } from '../exit.js';
import { CONFIGURATION, HOOK, WORKFLOW } from './init-texts.js';

/**
 * `agent-lint init`: writes a commented configuration into the working directory, and on request the hook and the CI
 * file. All or nothing: where one of them is there already, nothing is written.
 */
export function runInit(args: Record<string, unknown>): number {
  const wanted: [file: string, text: string][] = [['agent-lint.config.yaml', CONFIGURATION]];
  if (args.hook === true) wanted.push(['.pre-commit-config.yaml', HOOK]);
  if (args.ci === true) wanted.push(['.github/workflows/agent-lint.yml', WORKFLOW]);
  const existing = [...CONFIG_NAMES, ...wanted.slice(1).map(([file]) => file)].find((file) =>
    existsSync(file),
  );
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
  process.stdout.write('Next: state the requirements in it, then run agent-lint check.\n');
  return EXIT.ok;
}
