import { wordsIn } from '../../facts/programs/table.js';
import type { AgentSystem, IgnoredSetting, OpenHook, Unresolved } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { commandLines, programName } from '../../syntax/shell/command-line.js';
import { stringOf } from '../agents/tool.js';
import { hookCommands, type StatedHook, statedHooks } from './automatic-commands.js';
import facts from './blocking-hooks.json' with { type: 'json' };
import { deedsOfCode } from './hook-code.js';
import { type HookPlace, type HookProgram, hookPrograms, type ScriptLanguage } from './hook-scripts.js';
import { deedsOfShell, type HookAnswer, type HookDeeds, isDenial } from './hook-shell.js';

interface ClientHooks
  extends Partial<Record<'answered' | 'nested' | 'matched' | 'mode' | 'tools' | 'timeout', string>>,
    Partial<Record<'reason' | 'errors' | 'milliseconds' | 'anyCase', boolean>> {
  events: string;
  other: string;
  blocks: string;
  closed?: Readonly<Record<string, string | boolean>>;
  prints?: Readonly<Record<string, string | undefined>>;
}

const CLIENTS: Readonly<Record<string, ClientHooks | undefined>> = facts.clients;

/** Where hooks are written, and whose they are. */
export interface HooksOf extends HookPlace {
  client: string;
}

const eventsOf = (client: string): readonly string[] => [
  ...wordsIn(CLIENTS[client]?.events),
  ...wordsIn(CLIENTS[client]?.other),
];

/** Whether a client is known to have an event. */
export const isKnownEvent = (client: string, event: string): boolean => eventsOf(client).includes(event);

/** One hook that runs a program of the project, or code of its own, with what is known of it. */
interface Hook extends StatedHook, HookDeeds {
  program: HookProgram;
  client: ClientHooks;
  where: HooksOf;
}

type Flaw = Pick<OpenHook, 'why' | 'edit'>;

const allHooks = (hooks: SyntaxNode | undefined, client: ClientHooks, where: HooksOf): Hook[] =>
  statedHooks(hooks).flatMap((hook) => {
    const { text, language } = hook;
    const [program] = hookPrograms(text, { ...where, ...(language === 'powershell' && { language }) });
    if (!program) return [];
    return [{ ...hook, client, where, program, ...deedsOf(program) }];
  });

const deedsOf = ({ code, language }: HookProgram): HookDeeds =>
  language === 'shell' || language === 'powershell'
    ? deedsOfShell(code, language)
    : deedsOfCode(code, language);

/** What a document says of hooks: what they run, those that cannot block or never run, and those of unknown events. */
export type HooksRead = Pick<AgentSystem, 'commands' | 'openHooks' | 'ignored'> & {
  unresolved: Unresolved[];
};

/** Reads the hooks of a client. */
export function readHooks(hooks: SyntaxNode | undefined, where: HooksOf): HooksRead {
  const openHooks = hooksThatFailOpen(hooks, where);
  const ignored = misspelledEvents(hooks, where.client);
  return {
    commands: hookCommands(hooks, where.readBeside, where.project),
    ...(openHooks.length > 0 && { openHooks }),
    ...(ignored.length > 0 && { ignored }),
    unresolved: unknownEvents(hooks, where.client),
  };
}

/** Events that are not known of a client: their hooks may run, and may be there to block. */
function unknownEvents(hooks: SyntaxNode | undefined, client: string): Unresolved[] {
  const known = new Set(eventsOf(client).map((event) => event.toLowerCase()));
  const stated = new Set(statedHooks(hooks).map(({ event }) => event));
  return [...stated].flatMap((event): Unresolved[] => {
    const node = hooks?.get(event);
    if (!node || known.size === 0 || known.has(event.toLowerCase())) return [];
    const why = `the event is not known of ${client}: whether they can block is not known`;
    return [{ what: `the hooks at \`${event}\``, why, at: node.at('key') }];
  });
}

/** Why hooks that are there to block do not run where a switch turns all hooks off; undefined where none is there to block. */
export function switchedOff(
  hooks: SyntaxNode | undefined,
  switched: SyntaxNode,
  where: HooksOf,
): IgnoredSetting | undefined {
  const client = CLIENTS[where.client];
  const found = client && allHooks(hooks, client, where).find((one) => isGuard(one) && isThereToBlock(one));
  return (
    found && {
      entry: `hooks.${found.event}`,
      why: `\`${String(switched.key)}\` switches every hook off, also one that is there to block calls.`,
      edit: `Decide whether the hooks are needed, and remove \`${String(switched.key)}\` if they are.`,
      at: switched.at('key'),
    }
  );
}

const isGuard = ({ event, client }: Hook): boolean => wordsIn(client.events).includes(event);

/** Hooks that are there to block a call and cannot. */
function hooksThatFailOpen(hooks: SyntaxNode | undefined, where: HooksOf): OpenHook[] {
  const client = CLIENTS[where.client];
  const all = client ? allHooks(hooks, client, where) : [];
  const guards = new Set(all.filter(isGuard).map(({ program }) => program.path));
  return all.flatMap((hook): OpenHook[] => {
    const { program, command } = hook;
    const isLate = !isGuard(hook) && !guards.has(program.path);
    const isBlocking = isGuard(hook) && isThereToBlock(hook);
    const flaw = isLate ? tooLate(hook) : isBlocking ? flawOf(hook) : undefined;
    const script = program.path === undefined ? {} : { script: program.path };
    return flaw ? [{ client: where.client, ...flaw, ...script, at: command.at() }] : [];
  });
}

/** Whether a status stops the call. */
const blocks = ({ blocks: all }: ClientHooks, status: string): boolean =>
  status !== '0' && (all === '*' || wordsIn(all).includes(status));

/** Whether a program stops some of what it is asked about: it ends with a status of failure, not for a failure of its own, or prints that it denies. */
const isThereToBlock = ({ endings, answers }: Hook): boolean =>
  endings.some(({ status, isOwn }) => status !== '0' && (!isOwn || status === '2')) || answers.some(isDenial);

/** A flaw in words, with parts of it in place of their names. */
function flaw(name: keyof typeof facts.flaws, parts: Readonly<Record<string, string>> = {}): Flaw {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
  const { why, edit } = facts.flaws[name];
  return { why: filled(why), edit: filled(edit) };
}

/** A decision about a call at an event after it. */
function tooLate({ answers, event, client, where }: Hook): Flaw | undefined {
  if (!wordsIn(client.other).includes(event) || !/^(?:post|after)/i.test(event)) return undefined;
  const asks = answers.find((one) => /^permission/.test(one.key) && isDenial(one));
  const [early = ''] = wordsIn(client.matched ?? client.events);
  return asks && flaw('late', { key: asks.key, event, client: where.client, early });
}

/** The first reason for which a hook cannot block. */
function flawOf(hook: Hook): Flaw | undefined {
  const { node, client } = hook;
  const isClosed = Object.entries(client.closed ?? {}).some(
    ([key, value]) => node.get(key)?.scalar === value,
  );
  return (
    lostStatus(hook) ??
    deadMatcher(hook) ??
    inBackground(hook) ??
    (isClosed ? undefined : (shortTime(hook) ?? failsOpen(hook))) ??
    unreadAnswer(hook) ??
    takenFailure(hook) ??
    (isClosed ? undefined : (passingStatus(hook) ?? missingProgram(hook)))
  );
}

/** Whether an answer is one that the client reads. */
function isRead(
  { client: { prints = {}, nested, errors }, program: { code } }: Hook,
  { key, value, isError }: HookAnswer,
): boolean {
  if (isError && !errors) return false;
  const isNested = key === 'permissionDecision' || key === 'behavior';
  if (isNested && nested !== undefined && !code.includes(nested)) return false;
  return value === '?' ? prints[key] !== undefined : wordsIn(prints[key]).includes(value);
}

function lostStatus(hook: Hook): Flaw | undefined {
  const { program, answers, client, where } = hook;
  const { text = '', status } = program.ending ?? {};
  if (status === undefined || blocks(client, status) || answers.some((one) => isRead(hook, one)))
    return undefined;
  const name = text === '&' ? 'joined' : status === '0' ? 'lost' : 'replaced';
  return flaw(name, { text, status, client: where.client });
}

/** Tools of every client, of which one is none of another. */
const ALL_TOOLS: ReadonlySet<string> = new Set(Object.values(CLIENTS).flatMap((one) => wordsIn(one?.tools)));

/** A matcher that fits no tool of the client; undefined where a part of it is not known. */
function deadMatcher({
  node,
  entry,
  event,
  client: { matched, mode, tools: named },
}: Hook): Flaw | undefined {
  const text = stringOf(entry.get('matcher') ?? node.get('matcher'));
  const tools = wordsIn(named);
  if (text === undefined || text === '' || text === '*' || !wordsIn(matched).includes(event))
    return undefined;
  const isNames = mode === 'names' && /^[\w\s,|-]+$/.test(text);
  const meant = isNames
    ? text.split(/[|,]/).map((part) => meantBy(part.trim(), tools))
    : [meantByPattern(text, tools, mode === 'whole')];
  if (meant.includes(undefined)) return undefined;
  const right = [...new Set(meant.flatMap((one) => one ?? []))].join('|');
  return flaw(right === '' ? 'matcher' : text.includes('(') ? 'call' : 'spelling', { text, right });
}

/** The tools that a name is meant for, where the client has none of it; undefined where it may have one. */
function meantBy(name: string, tools: readonly string[]): readonly string[] | undefined {
  if (tools.includes(name)) return undefined;
  const same = tools.find((one) => one.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return [same];
  if (/^mcp__[\w-]+$/.test(name) && !/^mcp__.+__/.test(name)) return [`${name}__.*`];
  return ALL_TOOLS.has(name) ? [] : undefined;
}

/** The same for a pattern: what it fits in other letters, or would without its brackets. */
function meantByPattern(
  text: string,
  tools: readonly string[],
  isWhole: boolean,
): readonly string[] | undefined {
  const pattern = isWhole ? `^(?:${text})$` : text;
  const fits = (flags: string, names: Iterable<string>): string[] => {
    try {
      return [...names].filter((one) => new RegExp(pattern, flags).test(one));
    } catch {
      return [];
    }
  };
  if (text.length > 200 || /[+*{]\)[+*{]/.test(text) || fits('', tools).length > 0) return undefined;
  const loose = fits('i', tools);
  if (loose.length > 0) return loose;
  const called = /^(\w+)\(/.exec(text)?.[1];
  if (called !== undefined && tools.includes(called)) return [called];
  return fits('', ALL_TOOLS).length > 0 ? [] : undefined;
}

function inBackground({ node }: Hook): Flaw | undefined {
  const key = ['async', 'asyncRewake'].find((one) => node.get(one)?.scalar === true);
  return key === undefined ? undefined : flaw('background', { key });
}

/** A shorter time is over before a script has begun. */
const LEAST_SECONDS = 0.1;

function shortTime({ node, program, client, where }: Hook): Flaw | undefined {
  const key = wordsIn(client.timeout ?? 'timeout').find((one) => typeof node.get(one)?.scalar === 'number');
  const time = key === undefined ? undefined : Number(node.get(key)?.scalar);
  if (key === undefined || time === undefined) return undefined;
  const seconds = client.milliseconds ? time / 1000 : time;
  const waits = program.language === 'shell' ? longestWait(program.code) : 0;
  if (seconds >= LEAST_SECONDS && seconds >= waits) return undefined;
  const unit = client.milliseconds ? 'milliseconds' : 'seconds';
  return flaw('time', {
    ...{ key, time: String(time), unit, client: where.client },
    waits: seconds < waits ? `, its script waits for ${String(waits)} seconds` : '',
    in: client.milliseconds ? ', in milliseconds' : '',
  });
}

/** How long a script surely waits, in seconds. */
const longestWait = (code: string): number =>
  Math.max(
    0,
    ...commandLines(code).map(({ argv: [first, second] }) =>
      first?.value === 'sleep' && /^\d+$/.test(second?.value ?? '') ? Number(second?.value) : 0,
    ),
  );

const failsOpen = ({ node }: Hook): Flaw | undefined =>
  node.get('failClosed')?.scalar === false ? flaw('open') : undefined;

/** A decision that is printed in a form, or with a status, with which the client does not read it. */
function unreadAnswer(hook: Hook): Flaw | undefined {
  const { answers, endings, event, client, where, program } = hook;
  if (!client.prints || !wordsIn(client.answered).includes(event)) return undefined;
  const denies = answers.filter(isDenial);
  const read = denies.filter((one) => isRead(hook, one));
  const blocking = endings.filter(({ status }) => blocks(client, status));
  if (denies.length > 0 && answers.every((one) => !isRead(hook, one)) && blocking.length === 0) {
    const [{ key, value } = { key: '', value: '' }] = denies;
    const lost = denies.find((one) => isRead(hook, { key: one.key, value: one.value }));
    if (lost) return flaw('error', { key: lost.key, client: where.client });
    const { nested = '' } = client;
    const isNested = nested !== '' && wordsIn(client.prints[key]).includes(value);
    const parts = { key, value, nested, event, client: where.client, end: endOf(program.language, client) };
    return flaw(isNested ? 'nested' : 'unread', parts);
  }
  return client.reason && read.length > 0 && blocking.length === 0 && !/reason/i.test(program.code)
    ? flaw('reason', { client: where.client })
    : undefined;
}

/** A handler that lets the call go on for each failure, or takes the ending with which the hook blocks. */
function takenFailure({ handler, client, where, program }: Hook): Flaw | undefined {
  const isPython = handler?.takesEndings && program.language === 'python';
  return (
    handler &&
    flaw(handler.takesEndings ? 'taken' : 'failure', {
      ...{ text: handler.text, client: where.client, end: endOf(program.language, client) },
      with: isPython ? ', with `except Exception`' : '',
    })
  );
}

/** What ends a program so that it blocks. */
function endOf(language: ScriptLanguage, client: ClientHooks): string {
  const [status = '2'] = wordsIn(client.blocks);
  const shown = status === '*' ? '2' : status;
  const ends = { shell: 'exit ?', powershell: 'exit ?', python: 'sys.exit(?)', script: 'process.exit(?)' };
  return ends[language].replace('?', shown);
}

function passingStatus(hook: Hook): Flaw | undefined {
  const { endings, answers, client, where, program } = hook;
  const passing = endings.find(({ status, isOwn }) => status !== '0' && !isOwn && !blocks(client, status));
  if (passing === undefined) {
    const isSilent = client.reason === true && program.language === 'shell' && isQuiet(program.code);
    const isBlocking = isSilent && endings.some(({ status }) => blocks(client, status));
    return isBlocking ? flaw('silent', { client: where.client }) : undefined;
  }
  if (endings.some(({ status }) => blocks(client, status))) return undefined;
  // A decision counts with status 0 alone.
  const last = answers.findLast((one) => isDenial(one) && isRead(hook, one));
  if (last && endings.some(({ status }) => status === '0')) return undefined;
  if (last === undefined && answers.some((one) => isRead(hook, one))) return undefined;
  const [only = ''] = wordsIn(client.blocks);
  const end = endOf(program.language, client);
  return flaw('status', { status: passing.status, client: where.client, only, end });
}

/** Programs that write nothing to the error output while they work. */
const QUIET: ReadonlySet<string> = new Set(
  'read cat echo printf grep jq sed awk tr cut head tail exit set test [ [[ case esac if fi then else'.split(
    ' ',
  ),
);

/** Whether a script surely writes nothing to the error output. */
const isQuiet = (code: string): boolean =>
  !/>&2|\/dev\/stderr/.test(code) &&
  commandLines(code).every(({ argv: [first] }) => first === undefined || QUIET.has(first.value));

/** A program that a script of a shell needs, and that is neither installed nor checked for. */
function missingProgram({ program: { code, language }, where, client }: Hook): Flaw | undefined {
  if (language !== 'shell') return undefined;
  const lines = commandLines(code).map(({ argv, by }) => ({ words: argv.map(({ value }) => value), by }));
  const isCaught = lines.some(({ words: [first, text = ''] }) => first === 'trap' && /exit 2/.test(text));
  const asks = lines.some(
    ({ words: [first = '', next = ''] }) =>
      wordsIn('which type hash').includes(first) || (first === 'command' && next === '-v'),
  );
  if (isCaught || asks) return undefined;
  const [name] = wordsIn(facts.programs).filter((one) =>
    lines.some(({ words: [first = ''] }) => programName(first) === one),
  );
  if (name === undefined || new RegExp(`\\b${name}\\b[^\\n]*\\|\\|`).test(code)) return undefined;
  const installs = wordsIn(facts.files).some((file) =>
    new RegExp(`\\b${name}\\b`).test(where.readBeside?.(file) ?? ''),
  );
  const [status = ''] = wordsIn(client.blocks);
  return installs || client.blocks === '*'
    ? undefined
    : flaw('missing', { name, client: where.client, status });
}

/** Events whose name differs from one of the client by its letters' case alone: a hook there never runs. */
function misspelledEvents(hooks: SyntaxNode | undefined, client: string): IgnoredSetting[] {
  const known = CLIENTS[client]?.anyCase ? [] : eventsOf(client);
  return (hooks?.keys() ?? []).flatMap((event): IgnoredSetting[] => {
    const meant = known.includes(event)
      ? undefined
      : known.find((one) => one.toLowerCase() === event.toLowerCase());
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
