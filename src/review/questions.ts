import type { DecisionOfFiles } from '../lint/result.js';
import { conditionLines } from '../report/shared/decision-words.js';
import { count, sentence, series } from '../report/shared/text.js';
import { unreadItems } from '../report/shared/unread-words.js';
import type { Review } from './types.js';

const MOST_NAMES = 5;

/** What no file can answer: each question is one for the people in the room. */
export function questionsOf(
  review: Pick<Review, 'decisions' | 'tools' | 'dataMap' | 'systems' | 'unread'>,
  decisions: readonly DecisionOfFiles[],
): string[] {
  const { tools, dataMap, systems, unread } = review;
  const runtimes = new Map(systems.map(({ file, runtime }) => [file, runtime]));
  const unknown = tools.filter(({ effect }) => effect === 'unknown').map(({ tool }) => tool);
  const computed = tools.filter(({ act, gate }) => act && gate === 'undecidable').map(({ tool }) => tool);
  const unseen = tools
    .filter(({ act, stated, file }) => act && stated === 'inexpressible' && runtimes.get(file) !== 'managed')
    .map(({ tool }) => tool);
  const claimed = tools
    .filter(({ act, gate, stated }) => act && gate !== 'machine' && stated === 'attested')
    .map(({ tool }) => tool);
  const whole = systems.flatMap(({ agents }) =>
    agents.flatMap(({ mcpServers }) => mcpServers.filter(allowsAll).map(({ name }) => name)),
  );
  const strict = decisions.some(
    ({ requirements }) =>
      requirements.zero_data_retention === true ||
      (requirements.residency !== undefined && !requirements.residency.some((one) => /^any$/i.test(one))),
  );
  const hosts = dataMap.filter(({ component, state }) => component === 'MCP host' && state === 'unverified');
  const asked: (string | undefined)[] = [
    ...review.decisions.flatMap(({ words, files }) => {
      const where = review.decisions.length > 1 ? ` (${few(files)})` : '';
      return [
        ...words.ask.map((ask) => `To settle the runtime${where}, state ${ask}.`),
        ...words.closing
          .filter((line) => line.startsWith('Assumes'))
          .map((line) => `Is this right${where}? ${line}`),
      ];
    }),
    ...decisions.flatMap(({ decision }) =>
      conditionLines(decision).map(
        (line) => `Who confirms the condition? ${sentence(line.slice(1).replace('):', ':'))}`,
      ),
    ),
    decisions.some(({ requirements }) => requirements.zero_data_retention === true)
      ? 'Which vendor has approved zero data retention, and where is that recorded? No file shows it.'
      : undefined,
    about(unknown, (names) => `What do ${names} do? Their effect is not known.`),
    about(computed, (names) => `Who approves ${names}? The gate is computed at run time.`),
    about(unseen, (names) => `Who approves ${names}? The file has no place that states it.`),
    about(claimed, (names) => `Who has seen the approval of ${names} work? It is only claimed.`),
    about(whole, (names) => `Which tools of ${names} are needed? Every tool may be called.`),
    strict
      ? about(
          hosts.map(({ what }) => what),
          (names) => `Where do ${names} process and keep data? No file states it.`,
        )
      : undefined,
    unread.length > 0
      ? `Who reviews the agents of these frameworks? They were not read: ${unreadItems(unread, MOST_NAMES).join('; ')}.`
      : undefined,
  ];
  return [...new Set(asked.filter((one) => one !== undefined))];
}

function allowsAll({
  allowedTools,
  disabled,
}: Review['systems'][number]['agents'][number]['mcpServers'][number]): boolean {
  if (disabled) return false;
  const { state, value } = allowedTools;
  return state === 'absent' || (Array.isArray(value) && value.includes('*'));
}

function about(names: readonly string[], words: (names: string) => string): string | undefined {
  const once = [...new Set(names)];
  return once.length === 0 ? undefined : words(few(once));
}

/** The first names, and how many more there are. */
function few(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${count(more, 'other')}` : series(shown);
}
