import type { IgnoredSetting, OpenHook } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { scanShell } from '../../syntax/shell/scan.js';
import { stringOf } from '../agents/tool.js';
import facts from './blocking-hooks.json' with { type: 'json' };
import { scriptOf, type ScriptLanguage } from './hook-scripts.js';

type ReadBeside = ((path: string) => string | undefined) | undefined;

interface ClientHooks {
  events: readonly string[];
  other: readonly string[];
  blocks: readonly string[];
  nested?: string;
  tools?: readonly string[];
  milliseconds?: boolean;
}

const CLIENTS: Readonly<Record<string, ClientHooks | undefined>> = facts.clients;

/** Where hooks are written. */
export interface HooksOf {
  client: string;
  file: string;
  readBeside: ReadBeside;
  /** The folder in which they run, where the place of the file does not say it. */
  project?: string;
}

/** Whether a client is known to have an event. */
export const isKnownEvent = (client: string, event: string): boolean =>
  [...(CLIENTS[client]?.events ?? []), ...(CLIENTS[client]?.other ?? [])].includes(event);

/** Hooks that are there to block a call and cannot. */
export function hooksThatFailOpen(hooks: SyntaxNode | undefined, where: HooksOf): OpenHook[] {
  const client = CLIENTS[where.client];
  if (!client) return [];
  return (hooks?.keys() ?? []).flatMap((event) => {
    if (!client.events.includes(event)) return [];
    const entries = hooks?.get(event)?.items() ?? [];
    return entries.flatMap((entry) => {
      const inner = entry.get('hooks')?.items();
      return (inner ?? [entry]).flatMap((hook) => failing(hook, entry, client, where) ?? []);
    });
  });
}

/** Events whose name differs from one of the client by its letters' case alone: a hook there never runs. */
export function misspelledEvents(hooks: SyntaxNode | undefined, client: string): IgnoredSetting[] {
  const known = [...(CLIENTS[client]?.events ?? []), ...(CLIENTS[client]?.other ?? [])];
  return (hooks?.keys() ?? []).flatMap((event): IgnoredSetting[] => {
    const meant = known.find((one) => one !== event && one.toLowerCase() === event.toLowerCase());
    const node = meant === undefined ? undefined : hooks?.get(event);
    return node
      ? [
          {
            entry: event,
            why: `${client} has no event \`${event}\`: its hooks never run.`,
            edit: `Write \`${meant ?? ''}\` in place of \`${event}\`.`,
            at: node.at('key'),
          },
        ]
      : [];
  });
}

/** What a command does behind its program so that its status is lost: `|| true`. */
const LOSES_STATUS = /\s*(?:\|\||;)\s*(?:true|:|exit\s+0)\s*$/;

/** A shorter time is over before a script has begun. */
const LEAST_SECONDS = 0.1;

/**
 * Why a matcher fits no tool of the client: each of its names is one in other letters, or has brackets. Undefined where a
 * part of it is not known.
 */
function deadMatcher(
  entry: SyntaxNode,
  tools: readonly string[] = [],
): { why: string; edit: string } | undefined {
  const text = stringOf(entry.get('matcher'));
  if (text === undefined || text === '' || tools.length === 0) return undefined;
  const meant = text.split('|').map((part) => {
    const name = part.replace(/\(.*$/s, '');
    const tool = tools.find((one) => one.toLowerCase() === name.toLowerCase());
    return tool !== undefined && (name !== tool || /^\w+\([^)|]*\)?$/.test(part)) && part !== tool
      ? tool
      : undefined;
  });
  if (meant.includes(undefined)) return undefined;
  return {
    why: `its matcher \`${text}\` fits the name of no tool`,
    edit: `Write \`${[...new Set(meant)].join('|')}\` as the matcher${text.includes('(') ? ', and check what the call does in the script' : ''}.`,
  };
}

function failing(
  hook: SyntaxNode,
  entry: SyntaxNode,
  client: ClientHooks,
  where: HooksOf,
): OpenHook | undefined {
  const node = hook.get('command');
  const text = stringOf(node);
  if (!node || text === undefined) return undefined;
  const lost = LOSES_STATUS.exec(text)?.[0];
  const command = lost === undefined ? text : text.slice(0, -lost.length);
  const found = scriptOf(command, where.file, where.project);
  const code = found ? where.readBeside?.(found.path) : undefined;
  const script = found && code !== undefined ? { ...found, code } : inlineOf(text);
  if (!script || !isThereToBlock(script, client)) return undefined;
  const report = (why: string, edit: string): OpenHook => ({
    client: where.client,
    why,
    edit,
    ...(script.path === '' ? {} : { script: script.path }),
    at: node.at(),
  });
  const [blocks = ''] = client.blocks;
  if (lost !== undefined && !prints(script.code))
    return report(
      `\`${lost.trim()}\` behind the command ends it with status 0, whatever it decides`,
      `Decide which calls it has to stop, and remove \`${lost.trim()}\`.`,
    );
  const dead = deadMatcher(entry, client.tools);
  if (dead) return report(dead.why, dead.edit);
  const time = hook.get('timeout')?.scalar;
  const seconds = typeof time !== 'number' ? undefined : client.milliseconds ? time / 1000 : time;
  if (seconds !== undefined && seconds < LEAST_SECONDS)
    return report(
      `its timeout is ${String(time)} ${client.milliseconds ? 'milliseconds' : 'seconds'}, and ${where.client} goes on after it`,
      `Decide how long it may take, and set \`timeout\` to that${client.milliseconds ? ', in milliseconds' : ''}.`,
    );
  if (hook.get('async')?.scalar === true)
    return report(
      '`async` lets the call go on before the hook ends',
      'Decide which calls it has to stop, and remove `async`.',
    );
  if (hook.get('failClosed')?.scalar === false)
    return report(
      '`failClosed: false` lets the call go on where the hook fails',
      'Decide which calls it has to stop, and set `failClosed` to `true`.',
    );
  const { nested } = client;
  if (nested !== undefined && script.code.includes('permissionDecision') && !script.code.includes(nested))
    return report(
      `it prints \`permissionDecision\` without \`${nested}\` around it, which ${where.client} does not read`,
      `Decide which calls it has to stop, and print the decision below \`${nested}\`.`,
    );
  const statuses = statusesOf(script);
  const passing = statuses.find((status) => status !== '0' && !client.blocks.includes(status));
  if (
    passing !== undefined &&
    !statuses.some((status) => client.blocks.includes(status)) &&
    !prints(script.code)
  )
    return report(
      `it ends with status ${passing}, and ${where.client} goes on after every status but ${blocks}`,
      `Decide which calls it has to stop, and write \`${script.language === 'shell' ? `exit ${blocks}` : script.language === 'python' ? `sys.exit(${blocks})` : `process.exit(${blocks})`}\` where it blocks.`,
    );
  const missing = script.language === 'shell' ? missingProgram(script.code, where) : undefined;
  return missing === undefined
    ? undefined
    : report(
        `it needs \`${missing}\`, which the repository does not install, and does not check for it: without \`${missing}\` it ends with a status after which ${where.client} goes on`,
        `Decide what happens without it, and check for it first: \`command -v ${missing} >/dev/null || exit ${blocks}\`.`,
      );
}

interface Script {
  path: string;
  language: ScriptLanguage;
  code: string;
}

/** A program that is written in the settings themselves. */
const inlineOf = (text: string): Script | undefined =>
  /[;&|\n]/.test(text) ? { path: '', language: 'shell', code: text } : undefined;

/** Whether a script prints a decision, which counts whatever its status. */
const prints = (code: string): boolean =>
  /["'\\](?:permissionDecision|decision|permission|continue)\\?["']/.test(code);

const STATUS: Readonly<Record<ScriptLanguage, RegExp>> = {
  shell: /(?:^|[\s;&|{(])exit\s+(\d+)/g,
  python: /\b(?:sys\.exit|exit|os\._exit|SystemExit)\(\s*(\d+)\s*\)/g,
  script: /\bprocess\.exit\(\s*(\d+)\s*\)/g,
};

/** The statuses with which a script ends, as it states them; comments left out. */
function statusesOf({ code, language }: Script): string[] {
  const plain = code.replaceAll(/^\s*(?:#|\/\/).*$/gm, '');
  return [...plain.matchAll(STATUS[language])].map(([, status = '']) => status);
}

/** Whether a script stops some of what it is asked about: it ends with a status of failure behind a test, or prints that it denies. */
function isThereToBlock(script: Script, { blocks }: ClientHooks): boolean {
  const statuses = statusesOf(script);
  if (statuses.some((status) => blocks.includes(status))) return true;
  if (/["'\\](?:deny|block)\\?["']/.test(script.code)) return true;
  return (
    statuses.some((status) => status !== '0') &&
    /\bif\b|\bcase\b|\[\[|&&/.test(script.code) &&
    SAYS_WHY.test(script.code)
  );
}

/** It says why to the agent: on the error output. */
const SAYS_WHY = />&2|sys\.stderr|console\.error|process\.stderr/;

/** A program that a script of a shell needs, and that is neither installed nor checked for. */
function missingProgram(code: string, { readBeside }: HooksOf): string | undefined {
  if (facts.checked.some((word) => code.includes(word))) return undefined;
  const commands = scanShell(code, { start: 0, end: code.length }).commands;
  const name = facts.programs.find((one) => commands.some(({ words }) => words[0]?.value === one));
  if (name === undefined || new RegExp(`\\b${name}\\b[^\\n]*\\|\\|`).test(code)) return undefined;
  const installs = facts.files.some((file) => new RegExp(`\\b${name}\\b`).test(readBeside?.(file) ?? ''));
  return installs ? undefined : name;
}
