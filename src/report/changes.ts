import { RUNTIME_TITLE } from '../decide/decide.js';
import type { Change, ComparedWaiver, ControlName, DecisionState, GateState } from './compare.js';
import { markdownText } from './shared/markdown.js';
import { jsonText, sentence, series, visible, withoutCommands } from './shared/text.js';

/** How the changes of the agents are printed. */
export type ChangesFormat = 'text' | 'json' | 'markdown';
export const CHANGES_FORMATS: readonly ChangesFormat[] = ['text', 'json', 'markdown'];

/** What two states of a project were called by the user. */
export interface Ends {
  /** A commit as the user wrote it, or a file. */
  before: string;
  after: string;
}

/** What is said where nothing changed. */
export const NO_CHANGE = 'No change to the agents.';

/** The changes as text; ends with a line break. */
export function renderChanges(changes: readonly Change[], format: ChangesFormat, ends: Ends): string {
  if (format === 'json') return jsonText({ schema: 'agent-lint/diff@1', ...ends, changes });
  return withoutCommands(
    `${(format === 'markdown' ? markdownLines(changes) : textLines(changes)).join('\n')}\n`,
  );
}

function textLines(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [NO_CHANGE];
  return groupsOf(changes).flatMap(([title, lines], at) => [
    ...(at === 0 ? [] : ['']),
    title,
    ...lines.map((line) => `  ${visible(line)}`),
  ]);
}

function markdownLines(changes: readonly Change[]): string[] {
  if (changes.length === 0) return [NO_CHANGE];
  return groupsOf(changes).flatMap(([title, lines], at) => [
    ...(at === 0 ? [] : ['']),
    `### ${title}`,
    '',
    ...lines.map((line) => `- ${markdownText(line)}`),
  ]);
}

/** The changes by what they mean for a reader, the gravest first, each group with its title. */
export function groupsOf(changes: readonly Change[]): [title: string, lines: string[]][] {
  return GROUPS.flatMap(([title, isIn]): [string, string[]][] => {
    const lines = changes.filter(isIn).map(changeWords);
    return lines.length === 0 ? [] : [[title, lines]];
  });
}

const GROUPS: readonly [title: string, isIn: (change: Change) => boolean][] = [
  ['Decision', ({ kind }) => kind === 'decision'],
  [
    'Controls lost or no longer known',
    (change) => (change.kind === 'gate' || change.kind === 'control') && change.is !== 'gained',
  ],
  ['New tools', (change) => change.kind === 'tool' && change.is === 'new'],
  ['Changed effects', ({ kind }) => kind === 'effect'],
  ['Widened scopes', (change) => change.kind === 'scope' && change.is === 'widened'],
  ['New MCP servers', (change) => change.kind === 'server' && change.is === 'new'],
  ['New waivers', (change) => change.kind === 'waiver' && change.is === 'new'],
  ['Agents', ({ kind }) => kind === 'agent' || kind === 'edge' || kind === 'model' || kind === 'environment'],
  [
    'Controls gained',
    (change) => (change.kind === 'gate' || change.kind === 'control') && change.is === 'gained',
  ],
  [
    'Removed',
    (change) =>
      (change.kind === 'tool' || change.kind === 'server' || change.kind === 'waiver') &&
      change.is === 'removed',
  ],
  ['Narrowed scopes', (change) => change.kind === 'scope' && change.is === 'narrowed'],
];

/** One change as a sentence. */
export function changeWords(change: Change): string {
  switch (change.kind) {
    case 'decision':
      return decisionWords(change);
    case 'agent':
      return `${change.agent} (${change.file}) is ${change.is}.`;
    case 'tool':
      return `${ownerWords(change)}: \`${change.tool}\` is ${change.is}: ${change.effect}, ${GATES[change.gate]}.`;
    case 'effect':
      return `${ownerWords(change)}: the effect of \`${change.tool}\` was ${change.before} and is now ${change.effect}, ${GATES[change.gate]}.`;
    case 'gate':
      return `${ownerWords(change)}: the gate of \`${change.tool}\` (${change.effect}) was ${GATES[change.before]} and is now ${GATES[change.gate]}.`;
    case 'server':
      return `${ownerWords(change)}: the MCP server \`${change.server}\` (${change.address}) is ${change.is}.`;
    case 'scope': {
      const names = change.names.map((name) => `\`${name}\``);
      return `${ownerWords(change)}: \`${change.server}\` may ${change.is === 'widened' ? 'also' : 'no longer'} use ${series(names)}.`;
    }
    case 'control':
      return controlWords(change);
    case 'edge':
      return `${change.from} -> ${change.to} (${change.file}): this ${change.edge} is ${change.is}.`;
    case 'model':
      return `${ownerWords(change)}: the model was ${change.before} and is now ${change.after}.`;
    case 'environment':
      return `${change.file}: the environment was ${change.before} and is now ${change.after}.`;
    case 'waiver':
      return `${sentence(waiverWords(change.waiver))} is ${change.is}.`;
  }
}

const ownerWords = ({ agent, file }: { agent: string; file: string }) => `${agent} (${file})`;

/** Who answers a gate, in words that complete "it was ...". */
const GATES: Readonly<Record<GateState, string>> = {
  human: 'approved by a person',
  conditional: 'approved by a person for some calls',
  machine: 'answered by a machine',
  none: 'no gate',
  inexpressible: 'no gate (this file has no place for one)',
  undecidable: 'gate computed at run time',
};

const CONTROLS: Readonly<Record<ControlName, string>> = {
  tracing: 'tracing',
  'input guardrail': 'the input guardrail',
  'output guardrail': 'the output guardrail',
  'subagent bound': 'the bound on subagents',
  'allow-list': 'the tool allow-list',
};

const TURNS = { lost: 'is lost', undecidable: 'is now computed at run time', gained: 'is new' } as const;

function controlWords({ control, is, file, agent, server }: Extract<Change, { kind: 'control' }>): string {
  const owner = agent === undefined ? file : ownerWords({ agent, file });
  return `${owner}: ${CONTROLS[control]}${server === undefined ? '' : ` of \`${server}\``} ${TURNS[is]}.`;
}

function decisionWords({ files, before, after }: Extract<Change, { kind: 'decision' }>): string {
  const where = files[0] === '' ? '' : ` (${series(files)})`;
  const verdicts = Object.entries(after.verdicts)
    .filter(([runtime, verdict]) => before.verdicts[runtime] !== verdict)
    .map(
      ([runtime, verdict]) =>
        `${runtime} was ${before.verdicts[runtime] ?? 'not judged'} and is now ${verdict}`,
    );
  const outcome = `the decision was ${decided(before)} and is now ${decided(after)}`;
  return `${sentence(outcome)}${where}${verdicts.length === 0 ? '' : `: ${verdicts.join('; ')}`}.`;
}

function decided({ outcome, recommended }: DecisionState): string {
  const title = Object.entries(RUNTIME_TITLE).find(([runtime]) => runtime === recommended)?.[1];
  return title === undefined ? outcome : `${recommended} (${title})`;
}

/** A waiver in words that begin a sentence. */
export function waiverWords({ kind, about, reason, until, file, path }: ComparedWaiver): string {
  const place = path === undefined || path === '' ? file : `${file} at ${path}`;
  const end = until === undefined ? '' : `, until ${until}`;
  return `${kind} of \`${about}\` in ${place}${end} (${reason === '' ? 'no reason given' : reason})`;
}
