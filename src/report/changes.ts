import {
  type Change,
  type ControlName,
  type DecisionState,
  isLoss,
  isUngated,
  type TextChange,
  type ToolState,
} from '../compare/change.js';
import { compareLines } from '../compare/lines.js';
import { RUNTIME_TITLE } from '../decide/decide.js';
import { codeSpan } from '../model/index.js';
import { fencedLines, markdownText } from './shared/markdown.js';
import { jsonText, sentence, series, visible, withoutCommands } from './shared/text.js';
import { placeOf, waiverSubject, waiverWords } from './shared/waiver-words.js';

/** How the changes of the agents are printed. */
export type ChangesFormat = 'text' | 'json' | 'markdown';
export const CHANGES_FORMATS: readonly ChangesFormat[] = ['text', 'json', 'markdown'];

/** What the states of a project are called. */
export interface Ends {
  /** The commit as the user wrote it. */
  ref: string;
  /** The full name of the commit that the work tree is compared with: the merge base. */
  base: string;
}

/** What is said where nothing changed. */
export const NO_CHANGE = 'No change to the agents.';

/** The changes as text; ends with a line break. JSON is `agent-lint/diff@1`, `schemas/diff.schema.json`. */
export function renderChanges(changes: readonly Change[], format: ChangesFormat, ends: Ends): string {
  if (format === 'json') {
    const lost = changes.filter(isLoss).length;
    const ungated = changes.filter(isUngated).length;
    return jsonText({ schema: 'agent-lint/diff@1', ...ends, lost, ungated, changes });
  }
  return withoutCommands(
    `${(format === 'markdown' ? markdownLines(changes) : textLines(changes)).join('\n')}\n`,
  );
}

function textLines(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [NO_CHANGE];
  return groupsOf(changes).flatMap(([title, items], at) => [
    ...(at === 0 ? [] : ['']),
    title,
    ...items.flatMap(({ text, lines }) => [
      `  ${visible(text)}`,
      ...lines.map((line) => `    ${visible(line)}`),
    ]),
  ]);
}

function markdownLines(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [NO_CHANGE];
  return groupsOf(changes).flatMap(([title, items], at) => [
    ...(at === 0 ? [] : ['']),
    `### ${title}`,
    '',
    ...items.flatMap(({ text, lines }) => [`- ${markdownText(text)}`, ...fencedLines(lines, '  ')]),
  ]);
}

/** A change as a sentence, and the lines of a text that went (`- `) and came (`+ `). */
export interface PrintedChange {
  text: string;
  lines: string[];
}

/** The changes by what they mean for a reader, the gravest first, each group with its title. */
export function groupsOf(changes: readonly Change[]): [title: string, items: PrintedChange[]][] {
  return GROUPS.flatMap(([title, isIn]): [string, PrintedChange[]][] => {
    const items = changes
      .filter(isIn)
      .map((change) => ({ text: sentence(changeWords(change)), lines: changedLines(change) }));
    return items.length === 0 ? [] : [[title, items]];
  });
}

/** The kinds of changes that print their texts line by line. */
const TEXTS: readonly Change['kind'][] = [
  'instructions',
  'description',
  'requirement',
  'claim',
  'request',
  'tracing',
];

function changedLines(change: Change): string[] {
  if (!TEXTS.includes(change.kind)) return [];
  const { before, after } = change as TextChange;
  const linesOf = (text: string | null) => text?.split('\n') ?? [];
  return compareLines(linesOf(before), linesOf(after)).flatMap(({ mark, text }) =>
    mark === ' ' ? [] : [`${mark} ${text}`],
  );
}

/** Whether a change is of one of these kinds and, where some are named, in one of these ways. */
const of =
  (kinds: readonly Change['kind'][], ...ways: string[]) =>
  (change: Change): boolean =>
    kinds.includes(change.kind) && (ways.length === 0 || ('is' in change && ways.includes(change.is)));

const GROUPS: readonly [title: string, isIn: (change: Change) => boolean][] = [
  ['Decision', of(['decision'])],
  ['Controls lost or no longer known', isLoss],
  ['Changed requirements', of(['requirement'])],
  ['New tools', of(['tool'], 'new')],
  ['New approval modes', of(['mode'])],
  ['Changed effects', of(['effect'])],
  ['Widened scopes', of(['scope'], 'widened')],
  ['New MCP servers', of(['server'], 'new')],
  ['New waivers', of(['waiver'], 'new', 'extended')],
  ['Changed claims', of(['claim'])],
  ['Changed instructions', of(['instructions'], 'changed')],
  ['Changed descriptions of tools', of(['description'])],
  ['Changed requests', of(['request'])],
  ['Changed trace sinks', of(['tracing'])],
  ['Agents', of(['agent', 'edge', 'model', 'environment'])],
  ['Not read', (change) => change.kind === 'unresolved' && !isLoss(change)],
  ['Changed controls', of(['gate', 'control'], 'changed')],
  ['Controls gained', of(['gate', 'control'], 'gained')],
  ['Removed', of(['tool', 'server', 'waiver'], 'removed')],
  ['Narrowed scopes', of(['scope'], 'narrowed')],
];

/** One change as a sentence. */
function changeWords(change: Change): string {
  switch (change.kind) {
    case 'decision':
      return decisionWords(change);
    case 'agent':
      return change.before === undefined
        ? `${ownerWords(change)} is ${change.is}.`
        : `${ownerWords(change)} was called ${codeSpan(change.before)} before.`;
    case 'tool':
      return `${toolWords(change)} is ${change.is}: ${change.effect}, ${gateWords(change)}.`;
    case 'effect':
      return `the effect of ${toolWords(change)} was ${change.before} and is now ${change.effect}, ${gateWords(change)}.`;
    case 'gate':
      return `${toolWords(change)} (${change.effect}): ${gateWords({ gate: change.before })} before, ${gateWords(change)} now.`;
    case 'mode':
      return `everything that ${ownerWords(change)} does runs without approval (${codeSpan(change.stated)}).`;
    case 'server':
      return `the MCP server ${codeSpan(change.server)} (${change.address}) of ${ownerWords(change)} is ${change.is}.`;
    case 'scope':
      return scopeWords(change);
    case 'control':
      return controlWords(change);
    case 'edge':
      return `${codeSpan(`${change.from} -> ${change.to}`)} (${change.file}): this ${change.edge} is ${change.is}.`;
    case 'model':
      return `the model of ${ownerWords(change)} was ${change.before} and is now ${change.after}.`;
    case 'environment':
      return `the environment of ${change.file} was ${change.before} and is now ${change.after}.`;
    case 'instructions':
      return `the instructions of ${ownerWords(change)} ${change.is === 'lost' ? 'no longer ask for approval' : 'changed'}.`;
    case 'description':
      return `the description of ${toolWords(change)} changed.`;
    case 'requirement':
      return `the requirement ${codeSpan(change.requirement)} changed${filesWords(change.files)}.`;
    case 'claim':
      return `the ${waiverSubject(change.waiver)} in ${placeOf(change.waiver)} changed.`;
    case 'request':
      return `the request of ${change.file} changed.`;
    case 'tracing':
      return `the trace sink of ${change.file} changed.`;
    case 'unresolved':
      return `${change.what} (${change.file}) can no longer be read: ${change.why}.`;
    case 'unreadable':
      return `${codeSpan(change.file)} can no longer be read, so its agents are not known: ${change.why}.`;
    case 'unread':
      return change.tool === undefined
        ? `not every tool of ${ownerWords(change)} is read any more: ${change.why}.`
        : `${codeSpan(change.tool)} of ${ownerWords(change)} is no longer read: ${change.why}.`;
    case 'waiver':
      return `${waiverWords(change.waiver)}${change.before === undefined ? '' : ` It ended on ${change.before} before.`}`;
  }
}

const ownerWords = ({ agent, file }: { agent: string; file: string }) => `${codeSpan(agent)} (${file})`;

const toolWords = ({
  tool,
  server,
  ...owner
}: {
  tool: string;
  server?: string;
  agent: string;
  file: string;
}) =>
  `${codeSpan(tool)}${server === undefined ? '' : ` of the MCP server ${codeSpan(server)}`} of ${ownerWords(owner)}`;

/** Who approves a tool, and whether that is only claimed, or does not hold. */
function gateWords({
  isClaimed,
  flaw,
  ...answered
}: Pick<ToolState, 'gate' | 'answer' | 'isClaimed' | 'flaw'>): string {
  const words = answerWords(answered);
  if (flaw !== undefined && answered.gate !== 'no gate') return `${words} that does not hold (${flaw})`;
  return isClaimed ? `${words} that is only claimed` : words;
}

/** Who approves a tool: `human approval`, or `no gate`. */
export function answerWords({ gate, answer }: Pick<ToolState, 'gate' | 'answer'>): string {
  switch (gate) {
    case 'human':
      return 'human approval';
    case 'conditional':
      return 'human approval for some calls';
    case 'machine':
      return answer === undefined ? 'approved automatically' : `approved automatically (${codeSpan(answer)})`;
    case 'no gate':
      return 'no gate';
    case 'undecidable':
      return 'a gate computed at run time';
  }
}

function scopeWords({ is, server, names, ...owner }: Extract<Change, { kind: 'scope' }>): string {
  const who = server === undefined ? ownerWords(owner) : `${codeSpan(server)} of ${ownerWords(owner)}`;
  const what = names.includes('*') ? 'every tool' : series(names.map(codeSpan));
  return `${who} may ${is === 'widened' ? 'now also' : 'no longer'} use ${what}.`;
}

const CONTROLS: Readonly<Record<ControlName, string>> = {
  tracing: 'tracing',
  'input guardrail': 'the input guardrail',
  'output guardrail': 'the output guardrail',
  'subagent bound': 'the bound on subagents',
  'turn limit': 'the turn limit',
  'approval mode': 'the approval mode',
  'allow-list': 'the tool allow-list',
};

const TURNS = {
  lost: 'is lost',
  undecidable: 'is now computed at run time',
  gained: 'is new',
  changed: 'changed',
} as const;

function controlWords(change: Extract<Change, { kind: 'control' }>): string {
  const { control, is, file, agent, server, before, after } = change;
  const owner = agent === undefined ? file : ownerWords({ agent, file });
  const what = `${CONTROLS[control]} of ${server === undefined ? owner : `${codeSpan(server)} of ${owner}`}`;
  if (before === undefined || after === undefined) return `${what} ${TURNS[is]}.`;
  return `${what} was ${codeSpan(before)} and is now ${codeSpan(after)}.`;
}

const filesWords = (files: readonly string[]) => (files[0] === '' ? '' : ` (${series(files)})`);

function decisionWords({ files, before, after }: Extract<Change, { kind: 'decision' }>): string {
  const verdicts = Object.entries(after.verdicts)
    .filter(([runtime, verdict]) => before.verdicts[runtime] !== verdict)
    .map(
      ([runtime, verdict]) =>
        `${runtime} was ${before.verdicts[runtime] ?? 'not judged'} and is now ${verdict}`,
    );
  const outcome = `the decision was ${decided(before)} and is now ${decided(after)}`;
  return `${sentence(outcome)}${filesWords(files)}${verdicts.length === 0 ? '' : `: ${verdicts.join('; ')}`}.`;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  choice: 'a choice between runtimes',
  conflict: 'a conflict of needs',
};

function decided({ outcome, recommended }: DecisionState): string {
  const title = Object.entries(RUNTIME_TITLE).find(([runtime]) => runtime === recommended)?.[1];
  return title === undefined ? (OUTCOMES[outcome] ?? outcome) : `${recommended} (${title})`;
}
