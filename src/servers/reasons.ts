import { redact } from '../model/secrets.js';
import { ServerRefused } from './limited-stdio.js';
import { BrokenAnswer, promptIn } from './server-requests.js';

/** What is known of a server that gave no list. */
export interface Failure {
  error: Error;
  /** The time was over. */
  isOver: boolean;
  seconds: number;
  /** What it asked of its client, in words that follow `it asked`. */
  asked: string | undefined;
  /** What it said on its standard error, and the last that it printed on its output beside messages. */
  errorText: string;
  printed: string;
}

const LONGEST_REASON = 300;

/** Why a server gave no list, in one line for people, with credentials cut out. */
export function reasonOf({ error, isOver, seconds, asked, errorText, printed }: Failure): string {
  const line = isOver ? lastLines(errorText) : errorLine(errorText);
  const words = line === '' ? '' : ` It said: ${line}.`;
  if (error instanceof ServerRefused || error instanceof BrokenAnswer) return `${error.message}.${words}`;
  const isClosed = /connection closed/i.test(error.message);
  if (asked !== undefined && (isOver || isClosed))
    return `it asked ${asked}, which snapshot does not provide, ${isOver ? `and sent no list ${within(seconds)}` : 'and ended'}.${words}`;
  const prompt = isOver ? (promptIn(printed) ?? promptIn(errorText)) : undefined;
  if (prompt !== undefined)
    return `it asked for input on its terminal (${redact(prompt)}), which snapshot does not provide, and sent no list ${within(seconds)}.`;
  if (isOver) return `it did not give its list ${within(seconds)}.${words}`;
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'its command does not exist.';
  return `${brokenResult(error.message) ?? oneLine(error)}.${words}`;
}

const within = (seconds: number) => `within ${seconds} s (--timeout)`;

/** What the client says before the reason while it finds out the edition of the protocol. */
const NEGOTIATION = /^Version negotiation (?:failed: |probe failed: )/;

function oneLine({ message, cause }: Error): string {
  const all = [message.replace(NEGOTIATION, ''), (cause as Error | undefined)?.message]
    .filter(Boolean)
    .join(': ');
  return cut(all);
}

/** In one line, and no longer than people read. A cut through a credential would hide that it is one. */
const cut = (text: string) => redact(text.replace(/\s+/g, ' ')).slice(0, LONGEST_REASON);

const lastLines = (errorText: string) =>
  redact(errorText.trim().split('\n').slice(-3).join(' ')).slice(-LONGEST_REASON);

/** Lines of a trace that quote code or name a place, and say nothing of what went wrong. */
const OF_A_TRACE = /^(?:at\s|throw\s|raise\s|File\s"|\^|node:internal)/;
const MARKS_CODE = /^[\^~]+$/;

/** The line that says what went wrong: the first that mentions an error, else the last. */
function errorLine(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const speaking = lines.flatMap((line, at) => (/error/i.test(line) ? [{ line, next: lines[at + 1] }] : []));
  const stated = speaking.find(({ line, next = '' }) => !OF_A_TRACE.test(line) && !MARKS_CODE.test(next));
  return cut((stated ?? speaking[0])?.line ?? lines.at(-1) ?? '');
}

/** A part of an answer that the SDK's check does not take. */
interface Issue {
  path: (string | number)[];
  message: string;
}

/** What is wrong with an answer, out of what the SDK says: a list of all that its check found, as JSON. */
function brokenResult(message: string): string | undefined {
  const [, method, found = ''] = /^Invalid result for ([\w/]+): ([\s\S]*)$/.exec(message) ?? [];
  if (method === undefined) return undefined;
  const lead = `its answer to \`${method}\` breaks the protocol`;
  const issues = issuesIn(found);
  const [first] = issues;
  if (!first) return `${lead}: ${cut(found)}`;
  const names = first.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  const path = cut(names.join('').replace(/^\./, ''));
  const what = /received undefined$/.test(first.message)
    ? 'is missing'
    : `is not right (${cut(first.message.replace(/^Invalid input: /, ''))})`;
  const more = issues.length > 1 ? `, and ${issues.length - 1} more` : '';
  return `${lead}: \`${path === '' ? 'result' : path}\` ${what}${more}`;
}

function issuesIn(found: string): Issue[] {
  try {
    const value: unknown = JSON.parse(found);
    return Array.isArray(value) ? value.filter(isIssue) : [];
  } catch {
    return [];
  }
}

function isIssue(value: unknown): value is Issue {
  const { path, message } = (value ?? {}) as { path?: unknown; message?: unknown };
  return Array.isArray(path) && typeof message === 'string';
}
