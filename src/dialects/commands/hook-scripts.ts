import { linesOf } from '../../syntax/lines.js';

/** Languages that hooks are written in. */
export type ScriptLanguage = 'shell' | 'python' | 'script';

/** A script of the project that a hook runs. */
export interface HookScript {
  /** From the root of the tree. */
  path: string;
  language: ScriptLanguage;
}

const LONGEST = 2_000;
const LAUNCHER =
  /^(?:(?:\/usr)?\/bin\/)?(?:env\s+)?(bash|sh|zsh|python3?|node|bun|uv\s+run)(?:\s+-[A-Za-z]{1,3})?\s+/;
const ROOT = /^["']?\$\{?CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT)\}?["']?\//;
/** Folders of a project, or of a plugin, whose files name scripts from the folder around them. */
const FOLDER = /^((?:.*?\/)??)(?:\.claude|\.claude-plugin|agents|commands|skills|hooks)\//;

/**
 * The script that a command runs, and nothing else; undefined where it runs something else, or lies outside. `folder`: the
 * one that it runs in; left out, the place of the file says it.
 */
export function scriptOf(command: string, file: string, folder?: string): HookScript | undefined {
  const text = command.trim();
  if (text.length > 300 || /[;&|<>`\n]/.test(text)) return undefined;
  const launcher = LAUNCHER.exec(text);
  const named = text.slice(launcher?.[0].length ?? 0).replace(ROOT, './');
  const path = /^["']?((?:\.\/)?[\w.-]+(?:\/[\w.-]+)+|\.\/[\w.-]+)["']?$/
    .exec(named)?.[1]
    ?.replace(/^\.\//, '');
  if (path === undefined || path.split('/').includes('..')) return undefined;
  const base = folder ?? FOLDER.exec(file)?.[1] ?? '';
  return { path: base + path, language: languageOf(launcher?.[1] ?? '', path) };
}

function languageOf(launcher: string, path: string): ScriptLanguage {
  if (/^python|^uv/.test(launcher) || path.endsWith('.py')) return 'python';
  return /^(?:node|bun)$/.test(launcher) || /\.[cm]?[jt]s$/.test(path) ? 'script' : 'shell';
}

/** Whether a program does nothing but print a decision that lets a call run. In doubt it decides something. */
export function onlyPrintsAllow(text: string, language: ScriptLanguage): boolean {
  if (text.length > LONGEST) return false;
  const printed = PRINTED[language](text.replaceAll('\r\n', '\n'));
  return printed !== undefined && isAllow(parsed(printed.replace(/\\n$/, '')));
}

const PRINTED: Record<ScriptLanguage, (text: string) => string | undefined> = {
  shell: printedByShell,
  python: (text) => printedBy(text, /^print\(\s*(?:json\.dumps\(([\s\S]*)\)|([\s\S]*))\s*\)$/),
  script: (text) =>
    printedBy(
      text,
      /^(?:console\.log|process\.stdout\.write)\(\s*(?:JSON\.stringify\(([\s\S]*)\)|([\s\S]*))\s*\)$/,
    ),
};

/** Lines that change nothing of what is printed: comments, options of the shell, reading what is passed, the end. */
const SILENT_SHELL =
  /^(?:#.*|set\s+[-+][\w\s]*|cat\s*>\s*\/dev\/null|(?:INPUT|input|payload)=\$\(cat\)|exit\s+0|)\s*;?$/;
const HERE_TEXT = /^cat\s*<<-?\s*(['"]?)(\w+)\1\s*\n([\s\S]*?)\n\s*\2$/;

/** One text that is printed as it is, and nothing before or after it could change it. */
const PRINTS =
  /^(?:cat\s*>\s*\/dev\/null\s*[;&]{1,2}\s*)?(?:echo|printf)\s+(?:-[neE]{1,3}\s+|["']?%s(?:\\n)?["']?\s+)?(?:'([^']*)'|"((?:[^"\\`$]|\\.)*)")(?:\s*(?:;|&&)\s*exit\s+0)?\s*;?$/;

function printedByShell(text: string): string | undefined {
  const said = without(text, SILENT_SHELL);
  const here = HERE_TEXT.exec(said);
  // A text that the shell fills in is not known.
  if (here) return here[1] === '' && /[$`]/.test(here[3] ?? '') ? undefined : here[3];
  const [, raw, quoted] = PRINTS.exec(said) ?? [];
  return raw ?? quoted?.replace(/\\(["\\`$])/g, '$1');
}

const SILENT =
  /^(?:#.*|\/\/.*|["'](?:""|'')?[^"']*["']{1,3}|['"]use strict['"]|(?:import|from)\s[\w.,\s]+|import\s.+\sfrom\s.+|(?:const|let|var)\s+\w+\s*=\s*require\(.*\)|(?:\w+\s*=\s*)?(?:json\.load\(sys\.stdin\)|sys\.stdin\.read\(\)|json\.loads\(sys\.stdin\.read\(\)\))|(?:sys\.)?exit\((?:0)?\)|process\.exit\(0\)|)\s*;?$/;

/** A program of one statement that counts: it prints an object as it is written. */
function printedBy(text: string, prints: RegExp): string | undefined {
  const [, object, plain] = prints.exec(without(text, SILENT).replace(/;$/, '')) ?? [];
  if (object !== undefined) return literal(object);
  return /^'([^'\\]*)'$/.exec(plain?.trim() ?? '')?.[1];
}

/** An object of Python or JavaScript as JSON, where it holds plain texts alone. */
function literal(text: string): string | undefined {
  if (/[()`]|\$\{/.test(text)) return undefined;
  return text
    .trim()
    .replace(/'([^'"\\\n]*)'/g, '"$1"')
    .replace(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3')
    .replace(/,(\s*[}\]])/g, '$1');
}

function without(text: string, silent: RegExp): string {
  return linesOf(text)
    .flatMap(({ text: line }) => (silent.test(line.trim()) ? [] : line))
    .join('\n')
    .trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `permissionDecision` of PreToolUse, `decision` of PermissionRequest, and the older word for both. */
function isAllow(printed: unknown): boolean {
  const output = memberOf(printed, 'hookSpecificOutput');
  return (
    memberOf(printed, 'decision') === 'approve' ||
    memberOf(output, 'permissionDecision') === 'allow' ||
    memberOf(memberOf(output, 'decision'), 'behavior') === 'allow'
  );
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
