import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { configInForce, type Flags } from '../../lint/config-in-force.js';
import { withoutAgent } from '../../lint/lint-target.js';
import { today } from '../../model/index.js';
import { openProject, programsOf } from '../../project/open-project.js';
import { configJson, configText } from '../../report/config-in-force.js';
import { readProject, surfaceOf } from '../../systems/index.js';
import { lastOf, oneOf } from '../../project/arguments.js';
import { EXIT } from '../exit.js';
import { UsageError } from '../../project/usage-error.js';
import { configOf, reportMissing, repositoryOf, withGit } from '../request.js';

/** `check --print-config FILE`: what applies to a file, each value with the layer that sets it. Nothing is checked. */
export async function printConfig(args: Record<string, unknown>, flags: Flags): Promise<number> {
  const file = lastOf(args['print-config'], 'print-config') ?? '';
  if ((Array.isArray(args.paths) ? args.paths : []).length > 0 || args.stdin === true)
    throw new UsageError('--print-config names the only file: give no other paths.');
  const format = oneOf(args.format, ['pretty', 'json'] as const, 'format') ?? 'pretty';
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--print-config takes a file, and ${file} is a folder.`);
  const repository = repositoryOf(args);
  const project = await withGit(() =>
    openProject({
      paths: [file],
      baseline: false,
      ...configOf(args),
      ...(repository.configFrom === undefined ? {} : { configFrom: repository.configFrom }),
    }),
  );
  if (reportMissing(project.missing, [file])) return EXIT.usage;
  const shown = relative(project.root, resolve(file)).split(sep).join('/');
  const read = [
    ...readProject(project.workspace, project.config, { ...programsOf(project), asOf: today() }),
  ].find(({ path }) => path === shown);
  const { dialect, systems = [] } = read ?? {};
  const linted =
    dialect === undefined ? withoutAgent(shown) : { file: shown, dialect, surface: surfaceOf(dialect) };
  const inForce = configInForce(linted, systems, project.config, flags);
  process.stdout.write(format === 'json' ? configJson(inForce) : configText(inForce));
  return EXIT.ok;
}
