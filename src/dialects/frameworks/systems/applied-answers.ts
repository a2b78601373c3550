import { type Approval, codeSpan, hasHumanGate, type Place, type Tool } from '../../../model/index.js';
import { changed } from '../../agents/body.js';
import { isIn } from '../tool-names.js';
import type { AnswerBy, OwnAnswer } from '../deciders/interruptions.js';
import type { FoundAgent } from '../framework.js';
import { concludeEach, flawed } from '../gate-levels.js';
import { movedTo } from '../places.js';

type Gated = Pick<Tool, 'approval' | 'stated' | 'gateRemedy' | 'grant'> & { at?: Place };

/**
 * A program that approves every request answers every gate itself, also the gate of a whole server. If a setting
 * decides that, it is not known whether a person is asked.
 */
export function applyAnswer(group: readonly FoundAgent[], answer: OwnAnswer): void {
  const { only } = answer;
  for (const { agent } of group) {
    concludeEach(agent, (tool) =>
      only && !isIn(only, tool.name) ? tool : changed(tool, withAnswer(tool, answer)),
    );
    if (only) continue;
    agent.mcpServers = agent.mcpServers.map(({ toolGate, ...server }) =>
      toolGate ? { ...server, toolGate: { ...toolGate, ...withAnswer(toolGate, answer) } } : server,
    );
  }
}

/** Adds to the gates of some agents that one answer counts for later calls, too. */
export function applyKept(group: readonly FoundAgent[], { at, only, kept }: OwnAnswer): void {
  if (!kept) return;
  const { kind, why, remedy } = kept;
  for (const { agent } of group)
    concludeEach(agent, (tool) =>
      !hasHumanGate(tool) || (only && !isIn(only, tool.name))
        ? tool
        : flawed(tool, { kind, at, why, remedy }),
    );
}

/**
 * The answers of a file that apply: one that approves every request; else those for some tools, and one that
 * depends on a setting.
 */
export function applicableAnswers(answers: readonly OwnAnswer[]): readonly OwnAnswer[] {
  return [true, undefined].flatMap((of) => applicableOf(answers.filter(({ pauses }) => pauses === of)));
}

function applicableOf(answers: readonly OwnAnswer[]): readonly OwnAnswer[] {
  const blind = answers.find(({ unless, only }) => unless === undefined && only === undefined);
  if (blind) return [blind];
  const perhaps = answers.find(({ unless }) => unless !== undefined);
  return [...answers.filter(({ unless }) => unless === undefined), ...(perhaps ? [perhaps] : [])];
}

/** How a person gets to answer in place of the program. */
const EDITS: Readonly<Record<AnswerBy['kind'], (name: string) => string>> = {
  call: (name) =>
    name === 'approve'
      ? 'Decide how a person is asked: ask before `approve()`, and call `reject()` if the answer is no.'
      : `Decide how a person is asked: ask before \`${name}()\` approves, and refuse if the answer is no.`,
  item: (name) =>
    `Decide how a person is asked: ask before \`${name}\` approves, and refuse if the answer is no.`,
  set: (name) => `Decide how a person is asked: set \`${name}\` to what the person answers.`,
  return: (name) =>
    `Decide how a person is asked: ask in the function of \`${name}\`, and return the answer.`,
};

/** How the person who is asked already gets to answer. */
const letAnswer = ({ spelling }: NonNullable<OwnAnswer['test']>, { kind, name }: AnswerBy): string =>
  `Let the person's answer alone decide: remove ${codeSpan(spelling)} from the conditions of ${codeSpan(kind === 'call' ? `${name}()` : name)}.`;

const PLACES = { call: 'call', item: 'call', set: 'value', return: 'callback' } as const;

const WORDS: Readonly<Record<AnswerBy['kind'], string>> = {
  call: '',
  item: '',
  set: 'which is set ',
  return: 'which approves ',
};

function withAnswer(
  { approval: found, stated: before, grant, at: place }: Gated,
  { at, by, unless, only, test, asksElse, pauses }: OwnAnswer,
): Partial<Gated> {
  // An answer of the program decides, also where it is not known what else may answer.
  const approval = (unless === undefined && found.state === 'undecidable' && before) || found;
  // Of what a setting lets run or refuses, nothing is asked.
  if (approval.state !== 'shown' || grant || approval.value.refuses) return {};
  if (pauses && !approval.value.pauses) return {};
  if (unless === undefined) {
    const value: Approval = {
      by: 'machine',
      stated: by.kind === 'call' ? `${by.name}()` : by.name,
      ...(by.written !== undefined && { setting: by.written }),
      ...(test
        ? { decidedBy: { spelling: test.spelling, ...(test.by && { by: test.by }), at: PLACES[by.kind] } }
        : { manner: `${WORDS[by.kind]}${only ? 'by its name' : 'without a choice'}` }),
    };
    return {
      approval: { state: 'shown', value, at },
      gateRemedy: { text: test && asksElse ? letAnswer(test, by) : EDITS[by.kind](by.name) },
      // What answers is what people change, unless it is a method of the result: that is called for any tool.
      ...(place && !(by.kind === 'call' && by.written === undefined) ? { at: movedTo(at, place) } : {}),
    };
  }
  return approval.value.by === 'machine'
    ? {}
    : {
        approval: { state: 'undecidable', why: unless, at },
        stated: approval,
        gateRemedy: { text: EDITS[by.kind](by.name) },
      };
}
