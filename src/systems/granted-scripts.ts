import { type CommandReading, readScript, startingCalls } from '../dialects/commands/commands.js';
import { type AgentSystem, isIrreversible, type Tool, type Workspace } from '../model/index.js';
import { folderOf } from '../model/paths.js';
import { fixedPlace } from '../model/place.js';
import { inlineTokens, startedAt } from '../syntax/shell/inline-code.js';

/** A script of the project that an entry lets run. */
interface Script {
  /** What people call it. */
  name: string;
  file: string;
  /** Where its name or its first line is. */
  line: number;
  text: string;
}

/** Most scripts of one entry that are read. */
const MOST_SCRIPTS = 200;

/**
 * What entries for scripts of the project let run (`npm run *`, `./scripts/*`): what the scripts that are there do, read
 * one level deep. Where none is there, or one is not known, the entry stays for any script.
 */
export function applyScripts(system: AgentSystem, workspace: Workspace): void {
  const judged = (tool: Tool): Tool => {
    const scripts = tool.grant && !tool.openEnded ? scriptsOf(tool, system.file, workspace) : [];
    const readings = scripts.map((script) => ({
      script,
      reading: readScript(script.text, languageOf(script.file)),
    }));
    const acting = readings.find(({ reading }) => isActing(reading) && !reading?.local);
    const found = acting ?? readings.find(({ reading }) => isActing(reading));
    if (found?.reading) return learnFrom(tool, found.script, found.reading);
    if (readings.length === 0 || !readings.every(({ reading }) => isHarmless(reading))) return tool;
    const because = { from: 'command', words: tool.command ?? '' } as const;
    return { ...tool, effect: { effect: 'change', confidence: 'high', because } };
  };
  for (const agent of system.agents) agent.tools = agent.tools.map(judged);
}

const isActing = (reading: CommandReading | undefined): boolean =>
  reading !== undefined && !reading.openEnded && reading.script === false && isIrreversible(reading.effect);

const isHarmless = (reading: CommandReading | undefined): boolean =>
  reading !== undefined && !reading.openEnded && !isIrreversible(reading.effect);

function learnFrom(tool: Tool, { name, file, line }: Script, { effect, known, local }: CommandReading): Tool {
  const start = { line, column: 1 };
  const at = fixedPlace(file, '', { start, end: { line, column: 2 } });
  const message = `The script \`${name}\`, which the entry lets run.`;
  return {
    ...tool,
    effect: { effect, confidence: 'high', because: { from: 'command', words: known } },
    ...(local && { containedBy: { by: 'machine' } }),
    reached: [...(tool.reached ?? []), { at, message }],
  };
}

function scriptsOf(tool: Tool, file: string, workspace: Workspace): Script[] {
  const { command = '', oneCommand, effect } = tool;
  if (oneCommand) return [];
  const folder = projectOf(file);
  const [, begins] = /^(?:npm|pnpm|yarn|bun) run(?:\s+([\w:./-]*))?$/.exec(command.trim()) ?? ['', null];
  if (begins !== null) {
    // `npm run dev *`, in Claude Code also `dev:*`: one script with its arguments, and none that only begins so.
    const isWhole =
      begins !== undefined && ENDED.test(tool.name.slice(tool.name.indexOf(command) + command.length));
    return packageScripts(`${folder}package.json`, begins ?? '', isWhole, file, workspace);
  }
  const named = `${folder}${NAMED.exec(command.trim())?.[1] ?? ''}`;
  if (READ.test(named) && workspace.files.includes(named)) return [scriptAt(named, file, workspace)];
  if (effect.because.from !== 'any-script') return [];
  const below = `${folder}${effect.because.words.replace(/^\.\//, '')}`;
  const [, taken = /^/] = TAKEN.find(([program]) => program.test(command)) ?? [];
  const files = workspace.files.filter(
    (one) => one.startsWith(below) && !one.slice(below.length).includes('/') && taken.test(one),
  );
  if (below === folder || files.length > MOST_SCRIPTS) return [];
  return files.map((path) => scriptAt(path, file, workspace));
}

function scriptAt(path: string, askedBy: string, workspace: Workspace): Script {
  const read = READ.test(path) ? workspace.read(path, askedBy) : undefined;
  return { name: path, file: path, line: 1, text: read?.ok ? linesIn(path, read.text) : UNREAD };
}

/** What ends the last word of an entry. */
const ENDED = /^(?::|\s+)\*/;

/** One script that a command names, by itself or behind what runs it. */
const NAMED =
  /^(?:(?:node|tsx|ts-node|bun|deno|npx tsx|python3?|uv run|ba?sh|zsh|sh|pwsh)\s+)?(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*)$/;

/** The files that a program can run; any other runs those of every kind. */
const TAKEN: readonly (readonly [program: RegExp, files: RegExp])[] = [
  [/^(?:node|tsx|ts-node|bun|deno|npx tsx)\s/, /\.[cm]?[jt]sx?$/i],
  [/^(?:python3?|uv run)\s/, /\.py$/i],
];

const READ = /\.(?:sh|bash|zsh|ps1|bat|cmd|py|[cm]?[jt]s)$/i;

/** What a script lets a shell run: all of one for a shell; the commands that a program of another language starts. */
function linesIn(path: string, text: string): string {
  const language = /\.py$/i.test(path) ? 'python' : /\.[cm]?[jt]s$/i.test(path) ? 'script' : undefined;
  if (language === undefined) return text;
  const tokens = inlineTokens(text, language);
  return [...tokens.flatMap((_, at) => startedAt(tokens, at, startingCalls()) ?? []), UNREAD].join('\n');
}

/** What reads a script, where no POSIX shell does. */
const languageOf = (file: string): 'powershell' | 'cmd' | undefined =>
  /\.ps1$/i.test(file) ? 'powershell' : /\.(?:bat|cmd)$/i.test(file) ? 'cmd' : undefined;

/** The effect of a script, or of the part of one, that is not read: unknown. */
const UNREAD = 'unread-script';

/** The folder of a project, with a slash behind it: that around `.claude/settings.json`. */
function projectOf(file: string): string {
  const steps = folderOf(file).split('/');
  const own = steps.findIndex((step) => step.startsWith('.'));
  const folder = (own < 0 ? steps : steps.slice(0, own)).filter((step) => step !== '').join('/');
  return folder === '' ? '' : `${folder}/`;
}

/** The scripts of a package of that name, or whose name begins so, with those that run before and after them. */
function packageScripts(
  path: string,
  begins: string,
  isWhole: boolean,
  askedBy: string,
  workspace: Workspace,
): Script[] {
  const read = workspace.files.includes(path) ? workspace.read(path, askedBy) : undefined;
  if (!read?.ok) return [];
  const fits = (name: string) => (isWhole ? name === begins : name.startsWith(begins));
  return scriptsIn(read.text)
    .filter(({ name }) => fits(name) || fits(name.replace(/^(?:pre|post)(?=.)/, '')))
    .slice(0, MOST_SCRIPTS)
    .map(({ name, text }) => ({
      name,
      file: path,
      line: read.text.slice(0, Math.max(0, read.text.indexOf(`"${name}"`))).split('\n').length,
      text,
    }));
}

function scriptsIn(text: string): { name: string; text: string }[] {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    return Object.entries(scripts ?? {}).flatMap(([name, script]) =>
      typeof script === 'string' ? [{ name, text: script }] : [],
    );
  } catch {
    return [];
  }
}
