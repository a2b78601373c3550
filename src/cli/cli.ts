import yargs, { type Argv, type CommandModule } from 'yargs';
import { askingGitOnce } from '../files/run-git.js';
import { VERSION } from '../generated/version.js';
import { nearest } from '../model/nearest.js';
import type { Command } from './command.js';
import { COMMAND_NAMES } from './command-names.js';
import { check } from './commands/check.js';
import { decideCommand } from './commands/decide.js';
import { diff } from './commands/diff.js';
import { explain } from './commands/explain.js';
import { init } from './commands/init.js';
import { inspectCommand } from './commands/inspect.js';
import { lsp } from './commands/lsp.js';
import { mcp } from './commands/mcp.js';
import { merge } from './commands/merge.js';
import { payload } from './commands/payload.js';
import { reviewCommand } from './commands/review.js';
import { rules } from './commands/rules.js';
import { snapshot } from './commands/snapshot.js';
import { waivers } from './commands/waivers.js';
import { EXIT } from './exit.js';
import { UsageError } from '../project/usage-error.js';
import { FISH_COMPLETION, SHELLS } from './fish-completion.js';
import { withGroups, wrapped } from './option-groups.js';
import { didYouMean } from '../project/suggest.js';

const COMMANDS = [
  check,
  decideCommand,
  inspectCommand,
  diff,
  waivers,
  reviewCommand,
  merge,
  payload,
  explain,
  rules,
  init,
  snapshot,
  lsp,
  mcp,
] as unknown as readonly Command[];

/** Columns of the help at most; a terminal may have fewer. */
const WIDEST = 100;

const width = (): number => Math.min(process.stdout.columns || WIDEST, WIDEST);

const EPILOGUE = `Exit status:
  0   no finding at or above --fail-on
  1   findings at or above --fail-on
  2   wrong usage
  3   the project's configuration is invalid; nothing was checked
  4   a search of folders found no agent configuration
  70  internal error`;

/** Runs the command line and gives its exit status. Throws UsageError for a wrong call. */
export async function runCli(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'help') return runCli(withHelp(argv.slice(1)));
  let status: number = EXIT.ok;
  // yargs knows two shells, and takes the one that this variable names.
  if (argv[0] === 'completion' && (argv[1] === 'bash' || argv[1] === 'zsh')) process.env.SHELL = argv[1];
  const parser = yargs()
    .scriptName('agent-lint')
    .usage(
      `$0 [command]\n\n${wrapped('Checks the configuration of AI agents: which runtime fits, and are irreversible actions gated, scopes narrow, subagents bounded, runs traced and guarded?', width())}`,
    )
    .detectLocale(false)
    .version(VERSION)
    .alias('h', 'help')
    .epilogue(EPILOGUE)
    .wrap(null)
    .strictOptions()
    .exitProcess(false)
    .parserConfiguration({
      'duplicate-arguments-array': true,
      'camel-case-expansion': false,
      'parse-numbers': false,
      'populate--': true,
    })
    .option('color', {
      type: 'boolean',
      describe: 'Print colours; --no-color prints none (default: if the output is a terminal)',
    });
  const switches = () => (parser as unknown as { getOptions(): { boolean: string[] } }).getOptions().boolean;
  for (const command of COMMANDS) {
    const run = async (args: Record<string, unknown>) => {
      refuseOddSwitches(argv, switches());
      status = await askingGitOnce(() => command.run(withoutSurplus(args, command)));
    };
    parser.command(moduleOf(command, run));
  }
  parser.command(
    'completion [shell]',
    wrapped('Print a script that completes commands and options in bash, zsh or fish', width() - 32),
    (own) => own.positional('shell', { type: 'string', describe: 'bash, zsh or fish' }),
    (args) => {
      const { shell } = args;
      if (shell !== undefined && !SHELLS.includes(shell))
        throw new UsageError(`completion takes bash, zsh or fish, not \`${shell}\`.`);
      if ((shell ?? process.env.SHELL ?? '').endsWith('fish')) process.stdout.write(FISH_COMPLETION);
      else parser.showCompletionScript();
    },
  );
  // Never run: `help` is taken out above. It stands among the commands because people look for it there.
  parser.command('help [command]', 'Print the options of a command');
  parser.fail((message, error) => {
    // yargs' own complaints come as errors of its own kind; any other error is ours and goes on.
    if (error !== undefined && error !== null && error.name !== 'YError') throw error;
    throw new UsageError(
      explainUsage(message ?? error?.message ?? null, optionsOf(parser), switches(), argv),
      'See agent-lint --help.',
    );
  });
  withoutHelpInReserve(parser);
  await parser.parseAsync(withNamedWord(argv));
  return status;
}

function moduleOf(
  command: Command,
  handler: (args: Record<string, unknown>) => Promise<void>,
): CommandModule {
  return {
    command: command.usage,
    describe: wrapped(command.describe, width() - 32),
    builder: (parser: Argv) => withGroups(command.options(parser), width()),
    handler,
  };
}

/** `help check` is `check --help`, and `help` alone the page of all commands. */
function withHelp(words: readonly string[]): string[] {
  const [name] = words;
  if (name === undefined || name.startsWith('-') || name === 'help') return ['--help'];
  if (usageOf(name) !== undefined) return [name, '--help'];
  throw new UsageError(
    `Unknown command \`${name}\`.${didYouMean(name, COMMAND_NAMES)}`,
    'See agent-lint --help.',
  );
}

const usageOf = (name: string | undefined) =>
  COMMANDS.map(({ usage }) => String(usage)).find((usage) => usage.split(' ')[0] === name);

/**
 * The words behind `--` stand where a command asks for one word: yargs would not take them for it. One that begins with
 * a dash is a path, never an option.
 */
function withNamedWord(argv: readonly string[]): string[] {
  const cut = argv.indexOf('--');
  if (cut < 0 || !usageOf(argv[0])?.includes('<')) return [...argv];
  const words = argv.slice(cut + 1).map((word) => (word.startsWith('-') ? `./${word}` : word));
  return [...argv.slice(0, cut), ...words];
}

/** yargs takes every value of a switch but `true` for `false`: `--zdr=yes` would turn a requirement into its opposite. */
function refuseOddSwitches(argv: readonly string[], switches: readonly string[]): void {
  const cut = argv.indexOf('--');
  for (const word of cut < 0 ? argv : argv.slice(0, cut)) {
    const at = word.indexOf('=');
    const name = word.slice(0, Math.max(0, at)).replace(/^-{1,2}(?:no-)?/, '');
    const value = word.slice(at + 1);
    if (!word.startsWith('-') || !switches.includes(name) || value === 'true' || value === 'false') continue;
    throw new UsageError(`--${name} takes true or false, not \`${value}\`.`, 'See agent-lint --help.');
  }
}

/** Words behind `--` are paths; other words that no command asked for are a mistake, and are never dropped. */
function withoutSurplus(args: Record<string, unknown>, command: Command): Record<string, unknown> {
  const words = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const paths = [...words(args.paths), ...words(args['--'])];
  const takesPaths = String(command.usage).includes('[paths..]');
  // Words behind `--` are the command that `snapshot` starts.
  const takesRest = takesPaths || String(command.usage).startsWith('snapshot');
  const surplus = [...words(args._).slice(1), ...(takesRest ? [] : words(args['--']))];
  const [first] = surplus;
  if (first !== undefined) {
    throw new UsageError(
      `Unexpected argument \`${first}\`. To give several values, repeat the option or use commas.`,
      'See agent-lint --help.',
    );
  }
  if (takesPaths && args.stdin === true && paths.length > 0) {
    throw new UsageError('--stdin takes no paths. Name the file with --stdin-filename.');
  }
  if (args['stdin-filename'] !== undefined && args.stdin !== true) {
    throw new UsageError('--stdin-filename needs --stdin.');
  }
  return takesPaths ? { ...args, paths } : args;
}

/**
 * yargs writes the help text before each named command runs, in case the command asks for it later. None does, and the
 * text costs a tenth of a short run.
 */
function withoutHelpInReserve(parser: Argv): void {
  const inner = parser as unknown as {
    getInternalMethods(): { getUsageInstance(): { cacheHelpMessage(): void } };
  };
  inner.getInternalMethods().getUsageInstance().cacheHelpMessage = () => undefined;
}

/** Names of all options, as yargs knows them at the time of a failure. */
function optionsOf(parser: Argv): string[] {
  const known = (parser as unknown as { getOptions(): { key: Record<string, unknown> } }).getOptions();
  return Object.keys(known.key).filter((name) => name.length > 1);
}

/** The first argument that a command requires, in words: `a file`, or `files` where it takes several (`<files..>`). */
function neededBy(usage: string): string {
  const [, name = 'argument', several] = /<(\w+)(\.\.)?>/.exec(usage) ?? [];
  return several === undefined ? `a ${name}` : name;
}

const UNKNOWN = /^Unknown arguments?: (.+)$/;
const WITHOUT_VALUE = /^Not enough arguments following: (.+)$/;

/** Our message for a wrong call that yargs found. */
function explainUsage(
  message: string | null,
  options: readonly string[],
  switches: readonly string[],
  argv: readonly string[],
): string {
  const text = (message ?? 'Wrong usage.').split('\n').join(' ').trim();
  const usage = usageOf(argv[0]);
  if (text.startsWith('Not enough non-option arguments') && usage?.includes('<'))
    return `${usage.split(' ')[0]} needs ${neededBy(usage)}: agent-lint ${usage}`;
  const short = WITHOUT_VALUE.exec(text)?.[1];
  if (short !== undefined) return `${dashed(short)} needs a value.`;
  const unknown = UNKNOWN.exec(text)?.[1];
  if (unknown === undefined) return text;
  const [name = ''] = unknown.split(', ');
  const meant = nearest(name.replace(/^-+/, ''), options);
  // yargs takes `--no-x` for `x`: the user is answered in the word that was typed.
  const isNegated = argv.includes(`--no-${name}`);
  const no = isNegated && meant !== undefined && [...switches, 'config'].includes(meant) ? 'no-' : '';
  const typed = isNegated ? `--no-${name}` : dashed(name);
  return `Unknown option ${typed}.${meant ? ` Did you mean --${no}${meant}?` : ''}`;
}

const dashed = (option: string) => (option.length === 1 ? `-${option}` : `--${option}`);
