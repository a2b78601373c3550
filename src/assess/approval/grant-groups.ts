import { howKnown } from '../../effects/index.js';
import { shownEntry } from '../../model/code-span.js';
import { groupedBy } from '../../model/grouped.js';
import {
  type AgentSystem,
  containmentOf,
  type EditRemedy,
  isSamePlace,
  joinedRemedy,
  ownRemedy,
  type Place,
  type Report,
  type Severity,
  type Tool,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import { containedWhere } from '../grant-words.js';
import { grantsOf } from '../grants.js';
import { actingOptions } from './acting-options.js';
import { effectPhrase } from './effect-phrases.js';
import type { CallingTool } from './gates.js';

/** Entries of one list that are one flaw: several deletes of one server, several forms of `git push`. */
export interface GrantGroup {
  /** The entry that the finding is reported at. */
  widest: CallingTool;
  /** The others of its kind, in the order of the file. */
  alike: readonly CallingTool[];
  severity: Severity;
}

/**
 * The pre-approved tools of a system, as one group for each finding (design, section 7). What a wider entry covers is in
 * none. A tool of a product is a group of its own, unless a list of permissions pre-approves it, or it is reported at the
 * callback or hook that approves it.
 */
export function grantGroups(tools: readonly CallingTool[], { surface }: AgentSystem): GrantGroup[] {
  const reported = tools.filter(({ agent, tool }) => !grantsOf(agent).isCovered(tool));
  const groups = groupedBy(reported, (calling) =>
    surface === 'developer' || isListed(calling)
      ? (kindOf(calling) ?? calling)
      : (placeOf(calling) ?? calling),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const widest = group.find(({ call }) => call === 'open-ended') ?? first;
    if (!widest) return [];
    return [{ widest, alike: group.filter((one) => one !== widest), severity: severityOf(widest) }];
  });
}

/** The callback or hook that approves the tool, which is where it is reported. */
function placeOf({ agent, tool: { at } }: CallingTool): string | undefined {
  const { start, end } = at.range();
  return at.about && JSON.stringify([agent.name, at.file, start, end]);
}

/** Whether the place of the tool is the entry of a list that approves it. */
const isListed = ({ tool: { approval, at } }: CallingTool): boolean =>
  approval.at !== undefined && isSame(approval.at, at);

const isSame = (one: Place, other: Place) => one.path === other.path && one.file === other.file;

/** What a sandbox contains is at most a warning, and so is a script of the project that nobody has read. */
const isMilder = ({ tool }: CallingTool): boolean =>
  containmentOf(tool) !== undefined || ['script-name', 'any-script'].includes(tool.effect.because.from);

/** A grant for the time of a skill or command is a warning, unless its list lets data leave, too. */
function severityOf(calling: CallingTool): Severity {
  const { agent, tool } = calling;
  if (isMilder(calling)) return 'warning';
  if (actingOptions(tool).length > 0 && grantsOf(agent).reads) return 'warning';
  return tool.grant?.who === 'skill' && grantsOf(agent).sends === undefined ? 'warning' : 'error';
}

/** What entries of one finding have in common: the agent, the severity, and the server or what a command does. */
function kindOf(calling: CallingTool): string | undefined {
  const { agent, tool, call } = calling;
  const { server, command } = tool;
  if (call === 'unknown' || (server === undefined && command === undefined)) return undefined;
  const kind =
    server === undefined ? `${effectPhrase(tool)}${containedWhere(containmentOf(tool))}` : `server ${server}`;
  return [agent.name, severityOf(calling), kind].join('\n');
}

/** Tools that a message names. */
const MOST_NAMED = 10;

/** The report of one entry, with what it covers and with the others of its kind. `instead`: what approves them. */
export function withOthers(report: Report, { widest, alike, severity }: GrantGroup, instead: string): Report {
  const group = [widest, ...alike];
  const covered = group.flatMap(({ agent, tool }) => grantsOf(agent).coveredBy(tool));
  const below = group.flatMap(({ agent, tool }) => grantsOf(agent).graveBelow(tool));
  const isOnePlace = alike.every(({ tool }) => isSamePlace(tool.at, widest.tool.at));
  const isOneRemedy =
    isOnePlace && alike.every(({ tool }) => ownRemedy(tool)?.text === ownRemedy(widest.tool)?.text);
  const remedy =
    isOnePlace && below.length === 0 ? undefined : remedyOf([...group.map(({ tool }) => tool), ...below]);
  const related = [
    // The entry is its own approval setting.
    ...(report.related ?? []).filter(({ at }) => !isSamePlace(at, report.at)),
    ...alike.map(({ tool }) => ({
      at: tool.at.about ?? tool.at,
      message: `\`${shownEntry(redact(tool.name))}\` ${effectPhrase(tool)}.`,
    })),
    ...covered.map(({ at, name }) => ({
      at,
      message: `A wider entry covers \`${shownEntry(redact(name))}\`.`,
    })),
  ];
  const { cause, ...single } = report;
  return {
    ...single,
    ...(alike.length === 0 && cause && { cause }),
    severity,
    related,
    ...(alike.length === 0
      ? {}
      : {
          tools: group,
          message: `${listed(group)} run without human approval, and each ${phraseOf(group)}${knownOf(group)}: ${instead}.`,
          // What answers at one place is mended once.
          ...(isOneRemedy
            ? {}
            : {
                fixes: [],
                remediation: `${report.remediation ?? ''} Do the same for ${listed(alike)}.`.trim(),
              }),
        }),
    ...(remedy && { remediation: remedy.text, fixes: [remedy.repair] }),
  };
}

/** What several entries need, as one edit; undefined for a single one, and where they need a person. */
function remedyOf(tools: readonly Tool[]): EditRemedy | undefined {
  const remedies = tools.map(ownRemedy);
  if (remedies.length < 2) return undefined;
  return joinedRemedy(remedies.flatMap((remedy) => remedy ?? { text: '' }));
}

/** What all tools of a group do. */
function phraseOf(group: readonly CallingTool[]): string {
  const [phrase, ...others] = new Set(group.map(({ tool }) => effectPhrase(tool)));
  return phrase === undefined || others.length > 0 ? 'does what cannot be undone' : phrase;
}

/** How it is known what they do, where no file says it: ` (inferred from their names)`. */
function knownOf(group: readonly CallingTool[]): string {
  const inferred = group.filter(({ tool }) => howKnown(tool.effect.because).startsWith('inferred'));
  if (inferred.length === 0) return '';
  return inferred.length === group.length
    ? ' (inferred from their names)'
    : ` (of ${listed(inferred)} inferred from the name)`;
}

/** Tools by name; of many the first few. */
function listed(group: readonly CallingTool[]): string {
  const names = group.slice(0, MOST_NAMED).map(({ tool }) => `\`${shownEntry(redact(tool.name))}\``);
  if (group.length > MOST_NAMED) names.push(`${group.length - MOST_NAMED} more`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}
