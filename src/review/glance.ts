import { RUNTIME_TITLE } from '../decide/decide.js';
import { groupedBy } from '../model/grouped.js';
import { fileWords } from '../report/shared/drift.js';
import { count, sentence, series } from '../report/shared/text.js';
import { notReadSentences, unreadTitle } from '../report/shared/unread-words.js';
import { agentLink, linked, systemLink, toolLink } from './anchors.js';
import { ungatedActs } from './controls.js';
import {
  type Block,
  type Card,
  type Cell,
  code,
  lines,
  listOf,
  note,
  parts,
  type Section,
  text,
} from './document.js';
import { decisionId, findingId } from './ids.js';
import { placeWords } from './places.js';
import type { Review, ReviewedDecision, ReviewedFinding } from './types.js';

/** Lines of a card of the first screen: more would not fit. */
const ON_CARD = 4;

/** The first screen: what was not read, what is decided, what is worst, and what the result rests on. */
export function glance(review: Review): Section {
  const { answers, counts, unread } = review;
  const unreadLines = notReadSentences(unread);
  const blocks: Block[] = [...unreadLines, ...emptyLines(counts.systems, unread.length)].map((words) => ({
    kind: 'text',
    text: words,
    tone: 'strong',
  }));
  blocks.push({
    kind: 'cards',
    cards: [
      ...(unread.length > 0 ? [unreadCard(review)] : []),
      decisionCard(review),
      worstCard(review),
      trustCard(review),
      notAssessedCard(review),
    ],
  });
  blocks.push(...decisionTable(review));
  if (answers.ungated.length > 0) {
    blocks.push(
      { kind: 'heading', text: 'Acts without approval' },
      text(`${count(answers.ungated.length, 'act')} that cannot be undone, and nobody approves:`),
      ...listOf(ungatedActs(review).map(ungatedItem)),
    );
  }
  return { id: 'glance', title: 'At a glance', blocks };
}

function emptyLines(systems: number, frameworks: number): string[] {
  if (systems > 0) return [];
  return frameworks > 0
    ? ['No other agent configuration was found.']
    : ['No agent configuration found: there is nothing to review.'];
}

const ungatedItem = ({ tool, agents }: ReturnType<typeof ungatedActs>[number]): Cell =>
  parts([
    toolLink(tool),
    ' of ',
    ...agents.flatMap(({ file, agent }, at): Cell[] => [...(at > 0 ? [', '] : []), agentLink(file, agent)]),
    `: ${tool.effect}, no gate (${placeWords(tool.at)})`,
  ]);

function decisionCard({ answers: { decisions }, decisions: reviewed }: Review): Card {
  const title = 'Which runtime?';
  const [only] = decisions;
  if (!only) return { title, tone: 'plain', lead: ['No decision: no agent was found.'], more: [] };
  const settled = decisions.every(({ sentences }) => sentences[0]?.startsWith('Recommended'));
  const moving = decisions.filter(({ mustMove }) => mustMove.length > 0);
  const tone = moving.length > 0 ? 'bad' : settled ? 'good' : 'open';
  if (decisions.length > 1) {
    const outcomes = [...groupedBy(decisions, ({ sentences }) => sentences[0] ?? '')].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    const shown = outcomes
      .slice(0, ON_CARD - 1)
      .map(([outcome, { length }]) => `${count(length, 'decision')}: ${outcome}`);
    const rest = outcomes.length - shown.length;
    return {
      title,
      tone,
      lead: [
        `${decisions.length} decisions, one for each set of requirements${moving.length > 0 ? `: ${moving.length} of them ${moving.length === 1 ? 'excludes' : 'exclude'} the runtime that files target` : ''}.`,
      ],
      more: [...shown, ...(rest > 0 ? [`${count(rest, 'more outcome')} below.`] : [])],
      ...denseOf(shown),
    };
  }
  const ask = reviewed.flatMap((one) => one.ask);
  return {
    title,
    tone,
    lead: [
      ...reviewed
        .flatMap(movingFrom)
        .map(
          ({ runtime, files }) =>
            `${count(files.length, 'file targets', 'files target')} ${RUNTIME_TITLE[runtime]}, which is excluded.`,
        ),
      only.sentences.join(' '),
    ],
    more: ask.length > 0 ? [`To settle it, state ${series(ask)}.`] : [],
  };
}

/** One line an item from the third on: the first screen has room for two cards above each other. */
const denseOf = (items: readonly string[]): { dense?: true } => (items.length > 2 ? { dense: true } : {});

function worstCard({ answers: { worst, ungated }, summary: { errors, warnings, infos } }: Review): Card {
  const title = 'Worst finding';
  const total = `${count(errors, 'error')}, ${count(warnings, 'warning')}, ${count(infos, 'info')}.`;
  const unasked =
    ungated.length > 0
      ? [`${count(ungated.length, 'act runs', 'acts run')} without approval: listed below.`]
      : [];
  if (!worst)
    return { title, tone: ungated.length > 0 ? 'open' : 'good', lead: ['No finding.'], more: unasked };
  return {
    title,
    tone: worst.severity === 'error' ? 'bad' : 'open',
    lead: [worst.message],
    more: [
      {
        lines: [
          { mark: worst.severity, text: worst.severity },
          code(worst.rule),
          linked(findingId(worst), placeWords(startOf(worst))),
        ],
      },
      total,
      ...unasked,
    ],
  };
}

/** Where a finding starts. */
export const startOf = ({ file, range: { start } }: ReviewedFinding) => ({ file, ...start });

/** How much of the result rests on claims, and on places that nothing verifies. */
function trustCard({ trust: { met, claimed, unverified }, dataMap }: Review): Card {
  const controls =
    met === 0
      ? 'No control is met.'
      : claimed === 0
        ? `${count(met, 'control is', 'controls are')} met, and seen in files.`
        : `${claimed} of ${count(met, 'control')} ${claimed === 1 ? 'is' : 'are'} only claimed.`;
  const places =
    unverified === 0
      ? dataMap.length === 0
        ? 'No place of data was found.'
        : 'No place of data is unverified.'
      : `${count(unverified, 'place')} of data ${unverified === 1 ? 'is' : 'are'} unverified.`;
  return {
    title: 'Taken on trust',
    tone: met > 0 && claimed === 0 && unverified === 0 ? 'good' : 'open',
    lead: [`${controls} ${places}`],
    more: [
      ...(claimed > 0
        ? [parts(['Nothing enforces a claim: see ', linked('waivers', '"Waivers and claims"'), '.'])]
        : []),
      ...(unverified > 0
        ? [parts(['No file shows where that data is: see ', linked('data', '"Data map"'), '.'])]
        : []),
    ],
  };
}

/** Whether all that a run could judge was judged, and what is met is seen in files. */
export const isAllJudged = ({ notAssessed, unread, trust }: Review): boolean =>
  notAssessed.length === 0 && unread.length === 0 && trust.claimed === 0 && trust.unverified === 0;

function notAssessedCard(review: Review): Card {
  const { notAssessed, decisions } = review.answers;
  const title = 'What could not be assessed?';
  if (notAssessed.length === 0) {
    if (review.counts.systems === 0)
      return { title, tone: 'open', lead: ['Nothing was assessed.'], more: [] };
    const { trust, unread } = review;
    const others = [
      ...(unread.length > 0 ? ['what was not read'] : []),
      ...(trust.claimed > 0 || trust.unverified > 0 ? ['what is taken on trust'] : []),
    ];
    return isAllJudged(review)
      ? { title, tone: 'good', lead: ['Nothing: every control was judged.'], more: [] }
      : { title, tone: 'open', lead: [`Nothing beside ${series(others)}.`], more: [] };
  }
  const rest = notAssessed.length - (ON_CARD - 1);
  return {
    title,
    tone: 'open',
    lead: [`${count(notAssessed.length, 'kind')} of control or text could not be judged.`],
    more: [
      ...notAssessed.slice(0, ON_CARD - 1),
      ...(rest > 0 ? [`${count(rest, 'more kind')}: see "Open questions".`] : []),
    ],
    ...(decisions.length > 1 ? denseOf(notAssessed) : {}),
  };
}

function unreadCard({ answers: { unread, decisions }, unread: frameworks }: Review): Card {
  const shown = frameworks
    .slice(0, ON_CARD - 1)
    .map(({ framework, files }) => `${framework}: ${fileWords(files)}`);
  const rest = frameworks.length - shown.length;
  return {
    title: 'Which frameworks were not read?',
    tone: 'bad',
    lead: [`${unreadTitle(frameworks)}.`],
    more: [...shown, ...(rest > 0 ? [`${count(rest, 'more framework')}: see "Open questions".`] : [])],
    ...(decisions.length > 1 ? denseOf(unread) : {}),
  };
}

/** Files of a decision that the table names; the section of the decision lists all. */
const MOST_FILES = 3;

/** A line for each decision, then once what they rest on. */
function decisionTable({ answers: { decisions }, decisions: reviewed }: Review): Block[] {
  if (decisions.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Each decision in one line',
      head: ['Files', "Today's runtime", 'Decision', 'Must move because'],
      rows: decisions.map(({ files, sentences, today, mustMove }, at): Cell[] => [
        lines([
          ...files.slice(0, MOST_FILES).map(systemLink),
          ...(files.length > MOST_FILES
            ? [linked(decisionId(at), count(files.length - MOST_FILES, 'more file'))]
            : []),
        ]),
        today.length > 0 ? lines(today.map(sentence)) : 'none targeted',
        linked(decisionId(at), sentences.join(' ')),
        mustMove.length > 0
          ? lines([{ mark: 'bad', text: 'must move' }, ...movingWords(reviewed[at], files), ...mustMove])
          : stayWords(today, reviewed[at]),
      ]),
      named: true,
    },
    ...termNotes(decisions.map(({ conditions }) => conditions)),
    ...termNotes(decisions.map(({ assumptions }) => assumptions)),
  ];
}

/** The runtimes that files target and the requirements exclude. */
const movingFrom = ({ found = [], runtimes }: ReviewedDecision) =>
  found.filter(({ runtime }) =>
    runtimes.some((one) => one.runtime === runtime && one.verdict === 'excluded'),
  );

/** The files that must move, where others of the decision may stay. */
function movingWords(decision: ReviewedDecision | undefined, all: readonly string[]): Cell[] {
  const files = decision ? movingFrom(decision).flatMap((one) => one.files) : [];
  return files.length < all.length ? [fileWords(files)] : [];
}

function stayWords(
  today: readonly string[],
  { outcome, recommended = null }: Partial<ReviewedDecision> = {},
): string {
  if (today.length === 0) return 'Nothing is targeted yet.';
  if (outcome === 'undecided') return 'Not decided.';
  const isOther = recommended !== null && today.some((title) => title !== RUNTIME_TITLE[recommended]);
  return isOther ? 'It need not: no requirement excludes it, but another runtime fits.' : 'It need not.';
}

/** What several decisions rest on, each once, with the number of those decisions. */
function termNotes(terms: readonly (readonly string[])[]): Block[] {
  const groups = groupedBy(terms.flat(), (term) => term);
  return [...groups].map(([term, { length }]) => {
    if (terms.length === 1) return note(term);
    return note(`For ${length === terms.length ? 'all' : length} of the ${terms.length} decisions: ${term}`);
  });
}
